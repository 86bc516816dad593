"""Key bindings: F1 explains, F2 to F4 change how the prompt works, F5 and F6 undo and redo; noise is made harmless."""

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.enums import DEFAULT_BUFFER, EditingMode
from prompt_toolkit.filters import Condition, has_focus, is_true
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys


def add_keys(
    keys: KeyBindings, session: PromptSession[str], explain: Callable[[], None], carry_out: Callable[[str], None]
) -> None:
    """Give a prompt its keys: `explain` the word at the cursor, `carry_out` a line as if it were typed."""

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

    @keys.add("f5", filter=has_focus(DEFAULT_BUFFER))
    def _undo(_: KeyPressEvent) -> None:
        carry_out("undo")

    @keys.add("f6", filter=has_focus(DEFAULT_BUFFER))
    def _redo(_: KeyPressEvent) -> None:
        carry_out("redo")

    @keys.add("tab", filter=has_focus(DEFAULT_BUFFER) & Condition(lambda: is_true(session.complete_while_typing)))
    def _complete(event: KeyPressEvent) -> None:
        _complete_at_once(event.current_buffer)

    @keys.add(Keys.Vt100MouseEvent, eager=True)
    def _mouse(_: KeyPressEvent) -> None:
        """Ignored: the library would raise an error for a malformed report."""

    @keys.add("c-c", filter=has_focus(DEFAULT_BUFFER), eager=True)
    def _clear(event: KeyPressEvent) -> None:
        """At once: with a selection, the library would wait for a second key and then exit twice."""
        event.app.exit(exception=KeyboardInterrupt, style="class:aborting")


def _complete_at_once(buffer: Buffer) -> None:
    """Take the next completion; the library would drop the word where a key is pressed before its menu is up."""
    if buffer.complete_state is None:
        found = [*buffer.completer.get_completions(buffer.document, CompleteEvent(completion_requested=True))]
        if not found:
            return
        buffer.complete_state = CompletionState(buffer.document, found)
        buffer.on_completions_changed.fire()
    buffer.complete_next()


def key_summary(session: PromptSession[str]) -> tuple[str, ...]:
    """The keys and their settings for the toolbar, each in words, the most useful first."""
    menu = "on" if is_true(session.complete_while_typing) else "off"
    lines = "many, Alt-Enter runs" if is_true(session.multiline) else "one"
    mode = "vi" if session.editing_mode == EditingMode.VI else "emacs"
    return "F1 explain", "F5 undo", "F6 redo", f"F2 menu {menu}", f"F3 lines {lines}", f"F4 {mode}"
