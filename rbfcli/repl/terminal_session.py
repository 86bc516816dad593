"""The prompt on a terminal, with or without cursor keys, and its history."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from types import FrameType
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER, EditingMode
from prompt_toolkit.filters import Always, Condition, emacs_insert_mode, has_focus, is_true, vi_insert_mode
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style as Colours

from rbfcli import __version__
from rbfcli.commands.reply import TIME_IS_UP, Progress, TurnTimer, seconds_of_a_turn, silent
from rbfcli.core.errors import InvalidFile, PluginBug, RbfError, must_be
from rbfcli.core.limits import HISTORY_KEPT, HISTORY_LETTERS, HISTORY_LINES, HISTORY_SECONDS, LOCK_SECONDS
from rbfcli.language.aliases import Aliases
from rbfcli.render.pager import paged
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import bug_error, error_text, is_dumb, is_on
from rbfcli.repl import prompt
from rbfcli.repl.conversation import WAYS, Conversation
from rbfcli.repl.highlighting import STYLES, FightCompleter, LineLexer, ShowHiddenCharacters, prompt_names
from rbfcli.repl.input import MARK, asks_at_end, checked, is_open
from rbfcli.repl.prompt import CONTINUATION, prompt_text
from rbfcli.session.file_store import SaveView
from rbfcli.storage.files import file_stamp, read_file
from rbfcli.storage.paths import state_folder
from rbfcli.storage.save_file import LockedFile, kept_titles

# os instead of pathlib, which adds 8 ms to start-up:
# ruff: noqa: PTH103, PTH118, PTH120


def _standing(view: SaveView) -> frozenset[str]:
    if view.context is None:
        return frozenset()
    rules, fight = view.context.rules, view.context.fight
    try:
        return frozenset(who for who, one in fight.combatants.items() if rules.standing(one))
    except PluginBug:
        return frozenset()


class LineHistory(History):
    """A history in a file. If it cannot be written, `problem` has the reason and entries are lost at the end."""

    def __init__(self, folder: str | None) -> None:
        super().__init__()
        self.problem = "" if folder else "there is no home folder"
        self._path = os.path.join(folder, "history") if folder else ""
        self._append(b"")

    def append_string(self, string: str) -> None:
        """Add a line, unless it starts with a space."""
        if not string.startswith(" "):
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines in the file, latest first."""
        try:
            content = read_file(self._path) if self._path and file_stamp(self._path) else b""
        except InvalidFile as wrong:
            self.problem = self.problem or wrong.message
            content = b""
        return [decoded(line) for line in reversed(content.splitlines())]

    def store_string(self, string: str) -> None:
        """Append a line to the file, unless it is too long."""
        entry = encoded(string)
        if len(entry) <= HISTORY_LETTERS:
            self._append(entry)

    def _append(self, entry: bytes) -> None:
        if self.problem:
            return
        try:
            _append(self._path, entry)
        except OSError as reason:
            self.problem = f"{self._path}: {os.strerror(reason.errno or 0)}"
        except RbfError as wrong:
            self.problem = wrong.message


def encoded(text: str) -> bytes:
    """Return an entry as a line of the file: ASCII, without control characters."""
    return text.encode("unicode_escape") + b"\n"


def decoded(line: bytes) -> str:
    """Return the entry in a line of the file."""
    return line.decode("unicode_escape", "replace")


def _append(path: str, entry: bytes) -> None:
    """Add an entry under the file's lock, and drop the oldest entries if there are too many. Raises OSError."""
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    with LockedFile(path, HISTORY_SECONDS, create=True) as file:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, entry)
        finally:
            os.close(descriptor)
        content = file.read()
        if content.count(b"\n") > HISTORY_LINES:
            file.replace(b"".join(content.splitlines(keepends=True)[-HISTORY_KEPT:]))


MENU_ROWS, LINES_TRIED = 8, 5
MENU, CHOSEN = "noinherit bg:ansibrightblack ansiwhite", "noinherit reverse"
COLOURS = Colours.from_dict(
    {
        "failed": "ansired",
        "round": "ansicyan",
        "prompt": "bold",
        **STYLES,
        # The library's own colours are not among the 16 that a terminal theme sets.
        **dict.fromkeys(("aborting", "exiting", "auto-suggestion"), "ansibrightblack"),
        "completion-menu": MENU,
        "completion-menu.completion": MENU,
        "completion-menu.completion.current": CHOSEN,
        "completion-menu.meta.completion": MENU,
        "completion-menu.meta.completion.current": CHOSEN,
        "scrollbar.background": "bg:ansibrightblack",
        "scrollbar.button": "bg:ansiwhite",
    }
)


class CompactPrompt(PromptSession[str]):
    """A prompt that reserves rows for its menu only while it is open; `left` begins the next line."""

    left = ""
    error: Callable[[str], None]

    @property
    def reserve_space_for_menu(self) -> int:
        """Return the minimum number of rows for the line and its menu."""
        state = self.default_buffer.complete_state
        return min(len(state.completions) + 1, MENU_ROWS) if state else 0

    @reserve_space_for_menu.setter
    def reserve_space_for_menu(self, _rows: int) -> None:
        """Override the library's fixed menu height."""


class AcceptedFromHistory(AutoSuggest):
    """A suggestion in grey: the latest history line with the typed start that would be accepted now."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """Return the rest of the line, or None."""
        typed = document.text.rpartition("\n")[2]
        if not typed.strip():
            return None
        lines = (line for text in reversed(buffer.history.get_strings()) for line in reversed(text.splitlines()))
        begun = dict.fromkeys(line for line in lines if line.startswith(typed))
        accepted = (line for line in islice(begun, LINES_TRIED) if self._conversation.accepts(line))
        found = next(accepted, None)
        return None if found is None else Suggestion(found[len(typed) :])


def prompt_session(
    conversation: Conversation, history: LineHistory, timer: TurnTimer, *, colour: bool
) -> CompactPrompt:
    """Return the prompt with all its parts."""

    def message() -> StyleAndTextTuples:
        parts = prompt.prompt_parts(conversation.watch.view(), conversation.status_shown)
        return [*prompt.fitted_parts(parts, get_app().output.get_size().columns)]

    def toolbar() -> str:
        columns = get_app().output.get_size().columns
        view = conversation.watch.view()
        time = timer.text(view.context.fight if view.context else None)
        state = prompt.toolbar(conversation.path, view, time, asks_faces=conversation.asks_faces)
        return prompt.fitted_toolbar(state, key_summary(session), columns)

    session = CompactPrompt(
        message,
        completer=FightCompleter(
            conversation.watch.view, conversation.aliases, lambda: kept_titles(conversation.watch.name)
        ),
        complete_while_typing=True,
        history=history,
        auto_suggest=AcceptedFromHistory(conversation),
        bottom_toolbar=toolbar,
        input_processors=[ShowHiddenCharacters()],
        enable_open_in_editor=True,
        enable_suspend=True,
        prompt_continuation=prompt.CONTINUATION,
        style=COLOURS,
        color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
        lexer=LineLexer(
            conversation.watch.view,
            lambda: prompt_names(conversation.aliases),
            lambda: session.default_buffer.cursor_position,
        ),
    )
    # If set on the prompt itself, searching the history with Up would disable the menu while typing.
    session.default_buffer.enable_history_search = Always()
    session.layout.current_window.dont_extend_height = Always()  # else the toolbar stays at the bottom of the screen
    session.error = conversation.error
    session.key_bindings = keys = KeyBindings()
    _add_keys(keys, session, conversation)
    _add_typing(keys, session)
    _add_block_keys(keys, session)
    return session


def _add_block_keys(keys: KeyBindings, session: CompactPrompt) -> None:
    at_line = has_focus(DEFAULT_BUFFER)
    goes_on = Condition(lambda: is_open(session.default_buffer.document.text_before_cursor))

    @keys.add("enter", filter=at_line & goes_on)
    def _next_line(event: KeyPressEvent) -> None:
        """Start a new line with the same indent, without opening a menu."""
        buffer = event.current_buffer
        buffer.insert_text(f"\n{buffer.document.leading_whitespace_in_current_line}", fire_event=False)

    @keys.add(Keys.BracketedPaste, filter=at_line)
    def _paste(event: KeyPressEvent) -> None:
        """Insert pasted text for editing. It runs on Enter."""
        text = event.data.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
        try:
            event.current_buffer.insert_text(checked(text))
        except RbfError as wrong:
            run_in_terminal(partial(session.error, error_text(wrong)))


def _add_keys(keys: KeyBindings, session: CompactPrompt, conversation: Conversation) -> None:
    buffer = session.default_buffer

    @keys.add("f1")
    def _explain(_: KeyPressEvent) -> None:
        """Explain the word at the cursor."""
        line, column = buffer.document.current_line, buffer.document.cursor_position_col
        run_in_terminal(lambda: conversation.explain(line, column, prompt_names(conversation.aliases)))

    @keys.add("f2")
    def _menu(_: KeyPressEvent) -> None:
        session.complete_while_typing = not is_true(session.complete_while_typing)

    @keys.add("f3")
    def _lines(_: KeyPressEvent) -> None:
        session.multiline = not is_true(session.multiline)

    @keys.add("f4")
    def _mode(_: KeyPressEvent) -> None:
        session.editing_mode = EditingMode.EMACS if session.editing_mode == EditingMode.VI else EditingMode.VI

    for key, line in (("f5", "undo"), ("f6", "redo")):

        @keys.add(key, filter=has_focus(DEFAULT_BUFFER))
        def _again(_: KeyPressEvent, line: str = line) -> None:
            """Perform a line as if typed, and keep the typed text."""
            session.left = buffer.text
            buffer.document = Document(line)
            session.app.exit(result=line)

    @keys.add("tab", filter=has_focus(DEFAULT_BUFFER) & Condition(lambda: is_true(session.complete_while_typing)))
    def _complete(event: KeyPressEvent) -> None:
        _complete_at_once(event.current_buffer)

    @keys.add(Keys.Vt100MouseEvent, eager=True)
    def _mouse(_: KeyPressEvent) -> None:
        """Ignore the mouse: the library would raise an error for a malformed report."""

    @keys.add("c-c", filter=has_focus(DEFAULT_BUFFER), eager=True)
    def _clear(event: KeyPressEvent) -> None:
        """Clear the line. With a selection, the library would wait for a second key and exit twice."""
        event.app.exit(exception=KeyboardInterrupt, style="class:aborting")


def _complete_at_once(buffer: Buffer) -> None:
    """Insert the next completion at once. The library would drop the word if a key comes before its menu."""
    if buffer.complete_state is None:
        found = [*buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True))]
        if not found:
            return
        buffer.complete_state = CompletionState(buffer.document, found)
        buffer.on_completions_changed.fire()
    buffer.complete_next()


def key_summary(session: PromptSession[str]) -> tuple[str, ...]:
    """Return the keys with their settings for the toolbar, most useful first."""
    menu = "on" if is_true(session.complete_while_typing) else "off"
    lines = "many, Alt-Enter runs" if is_true(session.multiline) else "one"
    mode = "vi" if session.editing_mode == EditingMode.VI else "emacs"
    return "F1 explain", "F5 undo", "F6 redo", f"F2 menu {menu}", f"F3 lines {lines}", f"F4 {mode}"


def _add_typing(keys: KeyBindings, session: PromptSession[str]) -> None:
    """Insert all letters already received at once: one by one, a paste without its marks would take seconds."""

    @Condition
    def is_quoting() -> bool:
        return session.app.quoted_insert

    @keys.add(Keys.Any, filter=(emacs_insert_mode | vi_insert_mode) & has_focus(DEFAULT_BUFFER) & ~is_quoting)
    def _insert(event: KeyPressEvent) -> None:
        typed = event.data * event.arg + _burst(event)
        # Bytes that are not UTF-8 become question marks, as in the terminal: no editor can be given them.
        event.current_buffer.insert_text(typed.encode(errors="replace").decode())


def _burst(event: KeyPressEvent) -> str:
    """Return the letters already received, up to the next other key."""
    letters: list[str] = []
    queue = event.key_processor.input_queue
    while True:
        while queue and not isinstance(queue[0].key, Keys):
            letters.append(queue.popleft().data)
        more = [] if queue else event.app.input.read_keys()
        if not more:
            return "".join(letters)
        event.key_processor.feed_multiple(more)


def prompt_for_lines(conversation: Conversation, write: Callable[[str], None]) -> None:
    """Prompt for lines until the end of the input."""
    with conversation.interrupts.caught():
        while not conversation.finished:
            conversation.report_changes()
            line = _ask(conversation, write)
            if line:
                _enter(line.decode("utf-8", "replace").rstrip("\r\n"), conversation)
                continue
            write("\n")
            if line is not None:
                conversation.end()
                return
            conversation.drop_block()


def _enter(text: str, conversation: Conversation) -> str:
    """Run a line, or explain it if it ends in a question mark; return the text to continue typing with."""
    if not asks_at_end(text, conversation.watch.view().context):
        conversation.enter(text)
        return ""
    left = text.rstrip().removesuffix(MARK)
    conversation.explain(left, len(left.rstrip()), prompt_names(conversation.aliases))
    return left


def _ask(conversation: Conversation, write: Callable[[str], None]) -> bytes | None:
    """Return the next line: empty at the end of the input, None after Ctrl-C."""
    try:
        with conversation.interrupts.allowed():
            now = prompt_text(conversation.watch.view(), conversation.status_shown)
            write(CONTINUATION if conversation.in_block else now)
            return sys.stdin.buffer.readline()
    except KeyboardInterrupt:
        return None


INPUT, OUTPUT = 0, 1
# Bracketed paste off, normal cursor keys, plain letters, a visible cursor, nothing below it.
RESET = b"\x1b[?2004l\x1b[?1l\x1b[0m\x1b[?25h\x1b[J\r\n"


@contextlib.contextmanager
def terminal_restored_on_death() -> Iterator[None]:
    """Restore the terminal before SIGTERM or SIGHUP ends the process, and disable Ctrl-S meanwhile."""
    if sys.platform == "win32" or not os.isatty(INPUT):
        yield
        return
    import termios  # noqa: PLC0415 - Windows has none

    before = termios.tcgetattr(INPUT)
    without_stop = [before[0] & ~termios.IXON, *before[1:]]
    termios.tcsetattr(INPUT, termios.TCSANOW, without_stop)

    def die(number: int, _: FrameType | None) -> None:
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(INPUT, termios.TCSANOW, before)
            os.write(OUTPUT, RESET)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    replaced = {number: signal.signal(number, die) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in replaced.items():
            signal.signal(number, handler)
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(INPUT, termios.TCSANOW, before)


FOLLOW_SECONDS = 0.25
TRIES = 3


def prompt_with_keys(
    conversation: Conversation, history: LineHistory, *, colour: bool, bell: bool = False, seconds: int = 0
) -> None:
    """Prompt for lines; `bell` rings when a combatant goes down, and when a turn has used its `seconds`."""
    timer = TurnTimer(seconds)
    session = prompt_session(conversation, history, timer, colour=colour)
    follower = Follower(conversation, session, timer, bell=bell)
    warned = False
    with terminal_restored_on_death(), conversation.interrupts.caught():
        while not conversation.finished:
            if history.problem and not warned:
                conversation.error(f"rbf: history is not saved: {history.problem}")
                warned = True
            try:
                conversation.report_changes()
                session.left = _enter(_asked(session, follower), conversation) or session.left
                follower.ring()
            except KeyboardInterrupt:
                session.left = ""
                continue
            except EOFError:
                return


class Follower:
    """A background task that reports other processes' changes to the save at the prompt."""

    def __init__(self, conversation: Conversation, session: CompactPrompt, timer: TurnTimer, *, bell: bool) -> None:
        self._conversation, self._session, self._timer = conversation, session, timer
        self._time = ""
        self._standing, self._bell = _standing(conversation.watch.view()), bell

    def ring(self) -> None:
        """Ring the bell if a combatant who was standing at the last check is still in the fight but down."""
        view = self._conversation.watch.view()
        before, self._standing = self._standing, _standing(view)
        people = view.context.fight.combatants if view.context else {}
        if self._bell and any(who in people for who in before - self._standing):
            self._ring()

    async def follow(self) -> None:
        """Check for changes several times a second and print them above the prompt, keeping the typed text."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            if self._conversation.watch.is_news:
                await run_in_terminal(self._tell)
            self.tick()

    def tick(self) -> None:
        """Draw the toolbar again if the time of the turn has changed, and ring once when it is up."""
        context = self._conversation.watch.view().context
        before, self._time = self._time, self._timer.text(context.fight if context else None)
        if self._time == before:
            return
        if self._bell and self._time.startswith(TIME_IS_UP) and not before.startswith(TIME_IS_UP):
            self._ring()
        self._session.app.invalidate()

    def _ring(self) -> None:
        self._session.app.output.bell()
        self._session.app.output.flush()

    def _tell(self) -> None:
        self._conversation.report_changes()
        self.ring()


def _asked(session: CompactPrompt, follower: Follower) -> str:
    """Return the next line, after a library bug at a second try. Raises KeyboardInterrupt or EOFError."""

    def begin() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(tell_in_terminal)
        accept_many_signals()
        loop.call_soon(accept_many_signals)  # again, as the library adds another handler directly after this
        session.app.create_background_task(follower.follow())

    def accept_many_signals() -> None:
        """Print no traceback if more signals come than there is room for: one is enough to wake the loop."""
        signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)

    def tell_in_terminal(_: asyncio.AbstractEventLoop, failure: dict[str, Any]) -> None:
        bug = failure.get("exception")
        if bug and session.app.is_running:
            run_in_terminal(lambda: session.error(error_text(bug_error(bug))))

    for tries_left in range(TRIES - 1, -1, -1):
        try:
            left, session.left = session.left, ""
            return session.prompt(set_exception_handler=False, pre_run=begin, default=left)
        except EOFError:
            raise
        except Exception as bug:
            if not tries_left:
                raise
            session.error(error_text(bug_error(bug)))
    raise EOFError


def run_repl(
    path: str,
    *,
    style: Style,
    write: Callable[[str], None],
    error: Callable[[str], None],
    environ: Mapping[str, str],
    run_piped: Callable[[], int],
    lock_seconds: float = LOCK_SECONDS,
    on_enter: str = "",
    aliases: Aliases | None = None,
    progress: Progress = silent,
) -> int:
    """Open a prompt on the save at `path` and return the exit status; without a terminal, call `run_piped`."""
    if not (os.isatty(0) and os.isatty(1)):
        return run_piped()
    on_enter = on_enter or environ.get("RBF_ENTER") or WAYS[0]
    if on_enter not in WAYS:
        raise must_be("RBF_ENTER", f"one of {', '.join(WAYS)}", on_enter)
    in_lines = is_dumb(environ) or not style.tables
    show = None if in_lines else paged(write, environ)
    conversation = Conversation(
        path,
        style,
        write,
        error,
        environ,
        lock_seconds=lock_seconds,
        on_enter=on_enter,
        aliases=aliases,
        show=show,
        progress=progress,
    )
    error(f"rbf {__version__}: help lists the verbs, Ctrl-D quits")
    conversation.begin()
    if in_lines:
        prompt_for_lines(conversation, write)
    else:
        prompt_with_keys(
            conversation,
            LineHistory(state_folder(environ)),
            colour=style.colour,
            bell=is_on(environ, "RBF_BELL"),
            seconds=seconds_of_a_turn(environ),
        )
    return 0
