"""The lines of a prompt: performed, saved and printed, with interrupts and changes made elsewhere."""

import contextlib
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from traceback import format_exception
from types import FrameType
from typing import Any, assert_never

from msgspec.structs import replace

from rbfcli.commands.reply import Interrupted, Progress, Reply, lines_reply, silent
from rbfcli.commands.service import CommandService
from rbfcli.config import save_alias
from rbfcli.core.errors import Hint, PluginError, RbfError, UsageError, failed, misuse, unknown
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import LOCK_SECONDS, TYPED_BYTES
from rbfcli.core.text import safe
from rbfcli.dice.sources import MissingFaces
from rbfcli.engine.play import rehearse
from rbfcli.language.aliases import Alias, Aliases, alias_lines, expanded
from rbfcli.language.completion import KnownNames
from rbfcli.language.grammar import split_words
from rbfcli.language.line_errors import MissingNumber
from rbfcli.language.names import NameContext
from rbfcli.language.parser import Line, parse_line, read_line, without_program
from rbfcli.language.shorthand import CHOOSE, full_words, is_answer
from rbfcli.language.topics import SETTINGS
from rbfcli.language.verbs import VERBS
from rbfcli.model.fight import moment_of
from rbfcli.model.rules import CandidateAction
from rbfcli.render.json import error_line
from rbfcli.render.layout import moment
from rbfcli.render.narration import MORE, menus, narrate, wrap_lines
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import bug_error, error_text
from rbfcli.repl import prompt
from rbfcli.repl.explanation import explained
from rbfcli.repl.input import (
    MARK,
    UnfinishedLine,
    before_faces,
    checked,
    is_block,
    is_open,
    is_statement,
    typed_items,
    words_asked,
)
from rbfcli.repl.prompt import change_notice, window_size
from rbfcli.repl.scripts import PromptScripts
from rbfcli.session.file_store import FileStorage, SaveView, SaveWatch
from rbfcli.session.origin import TYPED, of_alias
from rbfcli.session.proposals import accepting, is_accepted
from rbfcli.session.session import Session
from rbfcli.systems.registry import blamed

# Imported on first call, because few prompts see another process write.
played_since = LazyFunction("rbfcli.story.story", "played_since")

ON = "turn next"
# What to do about dice without faces.
ASK, ROLL = SETTINGS["physical"].values
# Settings of Enter: show the turn and advance on the next Enter, advance immediately, or do nothing.
NEXT, OFF = "next", "off"
WAYS = ("ask", NEXT, OFF)


class EnterKey:
    """The state of the Enter key, with the turn that was last shown and that it would advance from."""

    def __init__(self, way: str) -> None:
        self.is_off = way == OFF
        self._goes_on_at_once = way == NEXT
        self._turn: object = None

    def goes_on(self, context: NameContext) -> bool:
        """Return whether Enter advances to the next turn now. If not, it will the next time."""
        fight = context.fight
        now = moment_of(fight)
        is_last = not fight.questions and ON in context.rules.next_steps(fight)
        goes_on = fight.round > 0 and not fight.over and (self._goes_on_at_once or self._turn == now or is_last)
        self._turn = None if goes_on else now
        return goes_on

    def forget(self) -> None:
        """Forget the turn, because another line was typed."""
        self._turn = None

    def marked(self, text: str) -> str:
        """Return a reply's text, with `(Enter)` added if that alone is the next step."""
        return text if self.is_off or not text.endswith(f"next: {ON}\n") else f"{text[:-1]} (Enter)\n"


def whose_turn(context: NameContext) -> list[str]:
    """Return lines with the current turn and the effect of the next Enter."""
    fight = context.fight
    if not fight.round or fight.over:
        return [moment(fight)]
    turn = read_line(ON, context.rules, fight)
    found = rehearse(context.rules, fight, CandidateAction(turn, "", ""))
    if found.played is None:
        return [moment(fight), f"{ON} is refused: {safe(found.refusal.message if found.refusal else '')}"]
    after = found.played.fight
    return [moment(fight), f"press Enter again for {moment(after)}"]


class Interrupts:
    """A handler that turns the first SIGINT into KeyboardInterrupt while that is allowed."""

    def __init__(self) -> None:
        self._allowed = False

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        """Handle SIGINT while the prompt is open."""
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextlib.contextmanager
    def allowed(self) -> Iterator[None]:
        """Let SIGINT raise KeyboardInterrupt in the body, and SIGTERM end the process, even in C code."""
        self._allowed = True
        handler = signal.getsignal(signal.SIGTERM)
        if callable(handler):
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        try:
            yield
        finally:
            self._allowed = False
            if callable(handler):
                signal.signal(signal.SIGTERM, handler)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._allowed:
            self._allowed = False
            raise KeyboardInterrupt


MOST_TOLD = 5


class ExternalChanges:
    """A reporter of changes to a save since the last known view."""

    def __init__(self, storage: FileStorage, view: SaveView) -> None:
        self._storage = storage
        self.remember(view)

    def remember(self, view: SaveView) -> None:
        """Record a view of the save as known."""
        self._session = view.session
        self._fight: Any = view.session.fight if view.session else None
        self._lines = view.session.journal if view.session else []
        self._revision = view.session.revision if view.session else 0

    def told(self, view: SaveView, style: Style) -> list[str]:
        """Return the changes since then as lines for standard error, and record them as known."""
        if view.session is None and not view.problem and self._session is not None:
            lines = [self._gone(self._session)]
        else:
            changes = self._changes(view.session, replace(style, colour=False)) if view.session else []
            lines = changes or [change_notice(self._storage.name, view)]
        self.remember(view)
        return lines

    def _gone(self, lost: Session) -> str:
        """Return a notice that the save is gone. The fight is kept, so that `restore` brings it back."""
        name = safe(self._storage.name)
        try:
            self._storage.keep_lost(lost)
        except RbfError as wrong:
            return f"rbf: {name} is gone: it was deleted or moved elsewhere; {wrong.message}"
        return f"rbf: {name} is gone: it was deleted or moved elsewhere; restore brings the fight back"

    def _changes(self, session: Session, style: Style) -> list[str]:
        """Return the lines played or undone since the last view; none if they are too many or lead elsewhere."""
        known, now = self._lines, session.journal
        if self._fight is None or session.revision <= self._revision:
            return []
        if now == known[: len(now)] and len(known) - len(now) <= MOST_TOLD:
            return [f"elsewhere: undo: {safe(line)}" for line in reversed(known[len(now) :])]
        told, fight = list[str](), self._fight
        for line, played in played_since(session, fight, known, MOST_TOLD):
            told += [f"elsewhere: {safe(line)}", *narrate(played.events, fight, played.fight, session.rules, style)]
            fight = played.fight
        return told


LEAVING = ("exit", "quit", "q", "bye")
OWN_VERBS = {
    "exit": "Leave the prompt.",
    "quit": "Leave the prompt.",
    "status": "Print how the last command ended, and the fight.",
    "alias": "List your aliases, or save one: alias NAME = LINE.",
}


class Conversation:
    """The lines of one prompt, with the status of the last. `show` can page output of commands that played nothing."""

    def __init__(
        self,
        path: str,
        style: Style,
        write: Callable[[str], None],
        error: Callable[[str], None],
        environ: Mapping[str, str],
        *,
        lock_seconds: float = LOCK_SECONDS,
        on_enter: str = WAYS[0],
        aliases: Aliases | None = None,
        show: Callable[..., None] | None = None,
        progress: Progress = silent,
    ) -> None:
        self.path = path
        self.status = 0
        self.finished = False
        self.error = error
        self.interrupts = Interrupts()
        self.aliases: dict[str, Alias] = dict(aliases or {})
        self._refused: set[str] = set()
        self._open = ""
        self._write = write
        self._show = show or (lambda text, **_: write(text))
        self._environ = environ
        self._enter_key = EnterKey(on_enter)
        self._unfinished: UnfinishedLine | None = None
        self._notices: list[str] = []
        storage = FileStorage(path, self._notices.append, lock_seconds)
        self._interpreter = CommandService(
            storage,
            style,
            spoken=True,
            asks_faces=environ.get("RBF_PHYSICAL") == ASK,
            aliases=self.aliases,
            progress=progress,
        )
        self._scripts = PromptScripts(path, self._notices.append, lock_seconds)
        self.watch = SaveWatch(storage)
        self._news = ExternalChanges(storage, self.watch.view())

    def begin(self) -> None:
        """Print the open questions, if the save waits for an answer."""
        if asked := self._asked():
            self._write("".join(f"{line}\n" for line in asked))

    @property
    def status_shown(self) -> int:
        """Return the status for the prompt: 0 while it waits for a number or for faces."""
        return 0 if self._unfinished else self.status

    @property
    def in_block(self) -> bool:
        """Return whether a block is open that continues with the next line."""
        return bool(self._open)

    def drop_block(self) -> None:
        """Forget the open block."""
        self._open = ""

    def end(self) -> None:
        """Run an open block at the end of the input, since it will never be closed."""
        text, self._open = self._open, ""
        if text:
            self._carry_out(text.removesuffix("\n"))

    def enter(self, text: str) -> None:
        """Perform the entered text up to its first error, or open a block."""
        text, self._open = self._open + text, ""
        if is_open(text) and len(text) <= TYPED_BYTES:
            self._open = f"{text}\n"
        else:
            self._carry_out(text)

    def _carry_out(self, text: str) -> None:
        try:
            items = typed_items(checked(text))
        except RbfError as wrong:
            self._enter_line(text, wrong)
            return
        count = len(items)
        for done, (number, line) in enumerate(items):
            if self.finished:
                return
            if not self._enter_line(line, echoed=count > 1) and line.strip():
                if count > 1:
                    self.error(f"rbf: stopped at line {number}: {done} of {count} run, {count - done} not")
                return

    def report_changes(self) -> None:
        """Report changes of the save by others, and notices from reading it."""
        if self.watch.is_news:
            self.watch.acknowledge()
            self.error("\n".join(self._news.told(self.watch.view(), self._style())))
        while self._notices:
            self.error(f"rbf: {self._notices.pop(0)}")

    def explain(self, text: str, cursor: int, names: KnownNames) -> None:
        """Explain the word at the cursor of a line, without running anything."""
        lines = explained(text, cursor, self.watch.view(), names, self._style())
        self._write("".join(f"{each}\n" for each in lines))

    def accepts(self, text: str) -> bool:
        """Return whether a line would be accepted now.

        A line that cannot be tried counts as accepted, unless it was refused before or its verb is unknown.
        """
        try:
            typed = split_words(text)
            words = full_words(typed, self._context(), [*OWN_VERBS]) if typed else typed
        except RbfError:
            return False
        line, session = parse_line(words), self.watch.view().session
        if line.verb not in {**VERBS, **(session.rules.verb_types if session else {})}:
            known = is_statement(text) or line.verb in (*OWN_VERBS, *LEAVING) or line.verb in self.aliases
            return known and text.strip() not in self._refused
        return is_accepted(
            line.command, session, accepting(self._interpreter.storage, self._interpreter.rehearsed, session)
        )

    def _enter_line(self, line: str, wrong: RbfError | None = None, *, echoed: bool = False) -> bool:
        """Perform a line, or print the error `wrong`; return whether other lines can follow."""
        self.report_changes()
        answer = wrong or self._answer(line)
        self.watch.acknowledge()
        self._news.remember(self.watch.view())
        self.status = answer.status
        (self._refused.add if self.status else self._refused.discard)(line.strip())
        echo = f"> {safe(line)}\n" if echoed and not is_block(line) else ""
        match answer:
            case Reply(text=text, notice=notice):
                if text or notice:
                    show = partial(self._show, at_end=answer.at_end)
                    (self._write if answer.played else show)(f"{echo}{text}")
                if notice:
                    self.error(notice)
            case RbfError():
                if echo:
                    self._write(echo)
                if "--json" in line.split():
                    self._write(error_line(line, answer))
                else:
                    self.error(error_text(answer))
            case _:
                assert_never(answer)
        self.report_changes()
        return not self.status or line.split(None, 1)[:1] == ["expect"]

    def _answer(self, line: str) -> Reply | RbfError:
        try:
            with self.interrupts.allowed():
                return self._reply(line)
        except PluginError as wrong:
            self._trace(wrong)
            return wrong
        except RbfError as wrong:
            return wrong
        except KeyboardInterrupt:
            return failed("interrupted", error=Interrupted)
        except Exception as bug:  # noqa: BLE001 - a bug in one command must not end the prompt
            self._trace(bug)
            fault = blamed(bug)
            return fault.failure() if fault else bug_error(bug)

    def _reply(self, line: str) -> Reply:
        if self._unfinished and not line.strip():
            return self._chosen_or_performed(self._unfinished.finished())
        if line.strip() in ("", MARK) and (asked := self._asked(line.strip())):
            return lines_reply(asked)
        if not line.strip():
            return self._empty_line()
        self._enter_key.forget()
        if without_program(line.split())[:1] == ["alias"] and not is_answer(line, self._context()):
            return self._alias(line.partition("alias")[2])
        if line.split() in (["dice", ASK], ["dice", ROLL]):
            self._interpreter.asks_faces = line.split()[1] == ASK
            asking = "rbf asks for the faces of your dice; dice roll ends this"
            return lines_reply([asking if self.asks_faces else "rbf rolls the dice"])
        if is_statement(line) and not is_answer(line, self._context()):
            self._unfinished = None
            return self._scripts.statement(line, self._interpreter.storage, self._style())
        typed = self._scripts.filled(line, self._interpreter.storage) if "$" in line else words_asked(line)
        words = without_program(typed)
        waiting, self._unfinished = self._unfinished, None
        if waiting and waiting.is_answer(words):
            return self._continued(waiting, words)
        if waiting and waiting.wants_faces and words in (["undo"], ["roll"]):
            return (
                lines_reply([f"dropped: {safe(' '.join(waiting.words))}"])
                if words == ["undo"]
                else self._rolled(waiting)
            )
        if waiting and waiting.wants_faces:
            return self._beside(waiting, line, words)
        return self._entered(line, words)

    def _beside(self, waiting: UnfinishedLine, line: str, words: Sequence[str]) -> Reply:
        """Perform a line typed instead of faces. The question stays until the fight changes or a list is shown."""
        before = self._context()
        try:
            reply = self._entered(line, words)
        except RbfError as wrong:
            if self._unfinished is None:
                self._unfinished = waiting
                wrong.hints += (Hint(f"{safe(' '.join(waiting.words))} still waits for its faces"),)
            raise
        now = self._context()
        if reply.listed is None and before and now and now.fight == before.fight:
            self._unfinished = waiting
        return reply

    def _entered(self, line: str, words: Sequence[str]) -> Reply:
        match words:
            case []:
                return Reply(status=self.status)
            case [word] if word in LEAVING:
                self.finished = True
                return Reply()
            case ["status"]:
                ended = f"the last command: {prompt.status_words(self.status) or 'done'} ({self.status})\n"
                return Reply(text=ended + (self._perform(parse_line(["show"])).text if self._context() else ""))
            case [name, *rest] if name in self.aliases and not is_answer(line, self._context()):
                return self._expanded(name, rest)
            case _:
                return self._chosen_or_performed(words)

    def _empty_line(self) -> Reply:
        """Return whose turn it is, or advance to the next turn if Enter does so now."""
        context = self.watch.view().context
        if context is None or self._enter_key.is_off:
            return Reply(status=self.status)
        if self._enter_key.goes_on(context):
            return self._chosen_or_performed(ON.split())
        return lines_reply(wrap_lines(whose_turn(context), self._style()))

    def _asked(self, mark: str = "") -> list[str]:
        """Return the menu of open questions, with a `mark` however long. From now on numbers are theirs."""
        context, style = self._context(), self._style()
        if context is None or (self._enter_key.is_off and not mark):
            return []
        asked = menus(context.fight, context.rules, style)
        if mark and MORE in asked:
            asked = menus(context.fight, context.rules, replace(style, height=0))
        self._interpreter.listed = None if asked else self._interpreter.listed
        return asked

    @property
    def asks_faces(self) -> bool:
        """Return whether rbf asks for the faces of all dice instead of rolling them."""
        return self._interpreter.asks_faces

    def _alias(self, text: str) -> Reply:
        """List the aliases, show one, or save one for immediate use. Raises RbfError."""
        name, equals, meant = text.partition("=")
        name = name.strip()
        if equals:
            words = split_words(meant)
            aliases = save_alias(name, words[0] if len(words) == 1 else meant.strip(), self._environ)
            self.aliases.clear()
            self.aliases.update(aliases)
            saved = safe(f"{name} is saved in {self.aliases[name].file.path}: {self.aliases[name].shown}")
            return lines_reply(wrap_lines([saved], self._style()))
        if name and name not in self.aliases:
            short, _, line = name.partition(" ")
            form = f"alias {short} = {line.strip()}" if line else f"alias {name} = LINE"
            raise unknown("alias", name, hint=f"to save one: {form}; see help alias")
        return lines_reply(list(map(safe, alias_lines({name: self.aliases[name]} if name else self.aliases))))

    def _expanded(self, name: str, words: Sequence[str]) -> Reply:
        """Perform an alias: one line as if it were typed, or several lines, all or none."""
        lines = expanded(name, words, self.aliases)
        if len(lines) > 1 or is_statement(lines[0]):
            text, origin = "\n".join(lines), of_alias(self.aliases[name])
            reply = self._scripts.statement(text, self._interpreter.storage, self._style(), name=name, origin=origin)
            told = f"{reply.notice}\nrbf: {self.aliases[name].origin}"
            return replace(reply, notice=told) if reply.status == UsageError.status else reply
        self._interpreter.origin = of_alias(self.aliases[name])
        try:
            reply = self._chosen_or_performed(split_words(lines[0]))
        except (MissingNumber, MissingFaces):
            raise
        except UsageError as wrong:
            wrong.hints += (Hint(self.aliases[name].origin),)
            raise
        finally:
            self._interpreter.origin = TYPED
        common = parse_line(split_words(lines[0])).common
        return reply if common.json or common.quiet else replace(reply, text=f"{safe(lines[0])}\n{reply.text}")

    def _chosen_or_performed(self, words: Sequence[str]) -> Reply:
        meant = parse_line(full_words(words, self.watch.view().context, [*OWN_VERBS]))
        try:
            reply = self._perform(meant)
        except MissingNumber:
            self._unfinished = UnfinishedLine(words)
            raise
        except MissingFaces as wrong:
            self._unfinished = before_faces(words)
            wrong.hint = "type the faces you rolled, or roll to let rbf roll the rest"
            raise
        if meant.common.json or meant.common.quiet:
            return reply
        text = reply.text
        if reply.meant and not reply.meant.startswith(CHOOSE):
            text = f"{safe(reply.meant)}\n{text}"
        return replace(reply, text=self._enter_key.marked(text))

    def _continued(self, waiting: UnfinishedLine, typed: Sequence[str]) -> Reply:
        """Perform an unfinished line with the number or faces typed for it. After an error it waits for them again."""
        try:
            return self._chosen_or_performed(waiting.finished(typed))
        except RbfError:
            self._unfinished = self._unfinished or waiting
            raise

    def _rolled(self, waiting: UnfinishedLine) -> Reply:
        self._interpreter.asks_faces = False
        try:
            return self._chosen_or_performed(waiting.finished())
        finally:
            self._interpreter.asks_faces = True

    def _perform(self, line: Line) -> Reply:
        common = line.common
        if common.encounter not in ("", self.path):
            raise misuse(f"this prompt uses {self.path}", hint=f"in a shell: rbf repl {common.encounter}")
        if common.lock_timeout is not None:
            raise misuse("--lock-timeout is set when the prompt starts", hint="in a shell: rbf repl --lock-timeout N")
        self._interpreter.style = self._style()
        if line.verb != "run" or common.help:
            return self._scripts.perform(line, self._interpreter)
        try:
            return self._scripts.run(line, self._interpreter.style, self._interpreter.origin)
        except RbfError as wrong:
            self._interpreter.vetted(wrong, line)
            raise

    def _context(self) -> NameContext | None:
        return self.watch.view().context

    def _style(self) -> Style:
        width, height = window_size()
        return replace(self._interpreter.style, width=width, height=height)

    def _trace(self, bug: Exception) -> None:
        if self._environ.get("RBF_DEBUG") == "1":
            self.error("".join(format_exception(bug)).rstrip("\n"))
