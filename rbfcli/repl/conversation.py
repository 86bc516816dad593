"""The lines of a prompt: each is performed, saved and printed, and none ends the prompt."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.errors import PluginFailed, RbfError, UsageError
from rbfcli.language.reader import find_verb, read_common_options
from rbfcli.language.words import split_words
from rbfcli.render.colour import line_width
from rbfcli.render.errors import bug_error, error_text
from rbfcli.render.json_lines import error_line
from rbfcli.render.style import Style
from rbfcli.repl import prompt_text
from rbfcli.repl.interrupts import Interrupts
from rbfcli.repl.save_watch import SaveWatch
from rbfcli.session.storage import FileStorage
from rbfcli.store.limits import LOCK_SECONDS
from rbfcli.systems.catalogue import blamed

OWN_VERBS = {
    "exit": "Leave the prompt.",
    "quit": "Leave the prompt.",
    "status": "Print the status of the last command.",
}


class Interrupted(RbfError):
    """Ctrl-C while a command ran."""

    kind = "interrupted"
    status = 130


class Conversation:
    """The lines of one prompt, and the status of the last one."""

    def __init__(
        self,
        path: str,
        style: Style,
        write: Callable[[str], None],
        error: Callable[[str], None],
        environ: Mapping[str, str],
        *,
        lock_seconds: float = LOCK_SECONDS,
    ) -> None:
        self.path = path
        self.status = 0
        self.finished = False
        self.error = error
        self.interrupts = Interrupts()
        self._write = write
        self._environ = environ
        self._notices: list[str] = []
        storage = FileStorage(path, self._notices.append, lock_seconds)
        self._interpreter = Interpreter(storage, style)
        self.watch = SaveWatch(storage)

    def enter(self, text: str) -> None:
        """Perform what was entered, one command per line."""
        for line in text.split("\n"):
            if not self.finished:
                self._enter_line(line)

    def report_changes(self) -> None:
        """Report changes of the save by others, and what was noticed when reading it."""
        if self.watch.changed_elsewhere():
            self.error(prompt_text.change_notice(self.path, self.watch.view()))
        while self._notices:
            self.error(f"rbf: {self._notices.pop(0)}")

    def _enter_line(self, line: str) -> None:
        self.report_changes()
        answer = self._answer(line)
        self.watch.acknowledge()
        self.status = answer.status
        match answer:
            case Reply(text=text, notice=notice):
                self._write(text)
                if notice:
                    self.error(notice)
            case RbfError():
                self.error(error_text(answer))
                if "--json" in line.split():
                    self._write(error_line(line, answer))
            case _:
                assert_never(answer)
        self.report_changes()

    def _answer(self, line: str) -> Reply | RbfError:
        try:
            with self.interrupts.allowed():
                return self._reply(_words(line))
        except PluginFailed as wrong:
            self._trace(wrong)
            return wrong
        except RbfError as wrong:
            return wrong
        except KeyboardInterrupt:
            return Interrupted("interrupted")
        except Exception as bug:  # noqa: BLE001 - a bug in one command is no reason to lose the prompt
            return self._bug(bug)

    def _reply(self, words: Sequence[str]) -> Reply:
        match words:
            case []:
                return Reply(status=self.status)
            case ["exit" | "quit"]:
                self.finished = True
                return Reply()
            case ["status"]:
                return Reply(text=f"{self.status}\n")
            case _:
                return self._perform(words)

    def _perform(self, words: Sequence[str]) -> Reply:
        common = read_common_options(words)
        if common.encounter:
            raise UsageError(f"this prompt uses {self.path}", hint=f"rbf repl {common.encounter}")
        if common.lock_timeout is not None:
            raise UsageError("this prompt waits as long as it was told to", hint="rbf repl --lock-timeout N")
        at = find_verb(words)
        asked = ["help", *words[at : at + 1]] if common.help else words
        self._interpreter.style = replace(self._interpreter.style, width=_width(self._environ))
        return self._interpreter.perform(asked)

    def _bug(self, bug: Exception) -> RbfError:
        self._trace(bug)
        fault = blamed(bug)
        return fault.failure() if fault else bug_error(bug)

    def _trace(self, bug: Exception) -> None:
        if self._environ.get("RBF_DEBUG") == "1":
            from traceback import format_exception

            self.error("".join(format_exception(bug)).rstrip("\n"))


def _words(line: str) -> list[str]:
    """The words of a line; `?` is another way to ask for help."""
    asked = line.strip()
    return ["help", *split_words(asked[1:])] if asked.startswith("?") else split_words(line)


def _width(environ: Mapping[str, str]) -> int:
    """The width now: the window may have been resized since the last line."""
    try:
        return line_width(environ, os.get_terminal_size(1).columns)
    except OSError:
        return line_width(environ)
