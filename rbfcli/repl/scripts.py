"""Script statements at the prompt. The prompt is one long script with shared memory."""

import os
from collections.abc import Callable

from rbfcli.commands.reply import Interrupted, Reply
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import failed, invalid, missing, misuse
from rbfcli.core.text import safe
from rbfcli.language import program_verbs
from rbfcli.language.forms import BLOCKS
from rbfcli.language.grammar import scan
from rbfcli.language.parser import Line, read
from rbfcli.language.verbs import VERBS
from rbfcli.render.sentences import Style
from rbfcli.script.commands import CommandRunner
from rbfcli.script.context import RunOptions, ScriptContext, ScriptState, options_of
from rbfcli.script.evaluate import evaluate, text_of
from rbfcli.script.output import Streams
from rbfcli.script.parser import fill_words, read_word_template
from rbfcli.script.run import ScriptSave, run_script
from rbfcli.script.runner import play_script
from rbfcli.script.source import STDIN, Includes, ScriptError, typed_source
from rbfcli.session.file_store import SessionStore
from rbfcli.session.origin import TYPED, Origin

NAME = "prompt"
MOST_LINES_OF_A_FAILURE = 12
AS_BEFORE = "the fight has not changed"


class PromptScripts:
    """A runner of statements and `run` on the save of a prompt."""

    def __init__(self, path: str, notice: Callable[[str], None], lock_seconds: float) -> None:
        self.memory = ScriptState()
        self._path = path
        self._notice = notice
        self._lock_seconds = lock_seconds

    def statement(
        self, text: str, storage: SessionStore, style: Style, *, name: str = NAME, origin: Origin = TYPED
    ) -> Reply:
        """Run a statement called `name` in messages. A statement with a block is a single undo step."""
        word = text.split(None, 1)[0]
        has_steps = word in BLOCKS or name != NAME or "\n" in text
        printed: list[str] = []
        told: list[str] = []
        memory = self.memory.twin()
        with ScriptSave(self._path, self._notice, self._lock_seconds, held=True) as save:
            source, streams = typed_source(name, text, origin), Streams(printed.append, told.append, style)
            place = save if has_steps else storage
            try:
                results = play_script(source, place, RunOptions(echo=has_steps), streams, memory)
            except KeyboardInterrupt:
                raise failed("interrupted", hint=AS_BEFORE, error=Interrupted) from None
            if not results.status and not (has_steps and results.failed):
                save.save()
                self.memory = memory
            elif save.changed:
                told.append(f"rbf: {AS_BEFORE}: all of it is done, or nothing")
        status = results.exit_status
        said = "".join(printed) or ("" if status else self._said(word, text))
        return Reply(text=_end_of(said) if status else said, notice="\n".join(told), status=status)

    def run(self, line: Line, style: Style, origin: Origin) -> Reply:
        """Play a script on the save, all or nothing and as a single undo step. Raises RbfError."""
        parsed = read(line, VERBS)
        command = parsed.command
        if not isinstance(command, program_verbs.Run):
            raise missing("script", "run SCRIPT")
        if command.script == STDIN:
            raise misuse("run - is not available at the prompt", hint="type or paste the lines here")
        command = origin.allowed(command)
        if os.path.isdir(command.script):  # noqa: PTH112 - as in script.source
            raise invalid(f"{command.script} is a folder", hint="run FILE plays one script")
        printed: list[str] = []
        told: list[str] = []
        options = options_of(command, parsed.common, self._lock_seconds)
        try:
            status = run_script(
                command.script, options, printed.append, told.append, style=style, save_file=self._path
            )  # fmt: skip
        except KeyboardInterrupt:
            raise failed("interrupted", hint="" if command.each else AS_BEFORE, error=Interrupted) from None
        return Reply(text="".join(printed), notice="\n".join(told), status=status)

    def filled(self, line: str, storage: SessionStore) -> list[str]:
        """Return the words of a line with `$NAME` and `${EXPR}` replaced by their values. Raises RbfError."""
        context = ScriptContext(storage, self.memory)
        try:
            template = read_word_template(line, scan(line))
            return list(fill_words(template, lambda expression: evaluate(expression, context)))
        except ScriptError as wrong:
            raise wrong.error from None

    def perform(self, line: Line, interpreter: CommandService) -> Reply:
        """Perform a command with the dice faces and the seed set for it. Raises RbfError."""
        memory = self.memory
        if not (memory.faces or memory.seed):
            reply = interpreter.carry_out(line)
            memory.played = reply.played or memory.played
            return reply
        context = ScriptContext(interpreter.storage, memory)
        includes = Includes(typed_source(NAME, "", interpreter.origin))
        runner = CommandRunner(interpreter, context, includes)
        return runner.perform(line.words)[0]

    def _said(self, word: str, text: str) -> str:
        """Return the message for a statement that prints nothing itself."""
        if word == "dice" and self.memory.faces:
            return f"the next dice show {', '.join(map(str, self.memory.faces))}\n"
        name = text.split(None, 1)[1].partition("=")[0].strip() if word == "let" else ""
        if name in self.memory.variables:
            return f"{name} = {safe(text_of(self.memory.variables[name]))}\n"
        return ""


def _end_of(text: str) -> str:
    """Return the last lines printed before a failure. Everything they report was undone."""
    lines = text.splitlines(keepends=True)
    left_out = len(lines) - MOST_LINES_OF_A_FAILURE
    return text if left_out <= 0 else f"… {left_out:,} lines before\n{''.join(lines[left_out:])}"
