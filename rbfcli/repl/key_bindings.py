"""Key bindings of the prompt."""

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.enums import DEFAULT_BUFFER, EditingMode
from prompt_toolkit.filters import Condition, emacs_insert_mode, has_focus, is_true, vi_insert_mode
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from rbfcli.core.errors import RbfError
from rbfcli.render.terminal import error_text
from rbfcli.repl.input import checked, is_open


def add_block_keys(keys: KeyBindings, session: PromptSession[str], error: Callable[[str], None]) -> None:
    """Add the keys for blocks; `error` receives the errors of a paste."""
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
            error(error_text(wrong))


def add_keys(
    keys: KeyBindings, session: PromptSession[str], explain: Callable[[], None], carry_out: Callable[[str], None]
) -> None:
    """Add the keys of a prompt: `explain` the word at the cursor, or `carry_out` a line as if typed."""

    @keys.add("f1")
    def _explain(_: KeyPressEvent) -> None:
        explain()

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
            carry_out(line)

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


def add_typing(keys: KeyBindings, session: PromptSession[str]) -> None:
    """Insert all letters already received at once: one by one, a paste without its marks would take seconds."""

    @Condition
    def is_quoting() -> bool:
        return session.app.quoted_insert

    @keys.add(Keys.Any, filter=(emacs_insert_mode | vi_insert_mode) & has_focus(DEFAULT_BUFFER) & ~is_quoting)
    def _insert(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(event.data * event.arg + _burst(event))


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
