"""Key bindings: F2 to F4 change how the prompt works; Ctrl-C and mouse reports are made harmless."""

from prompt_toolkit import PromptSession
from prompt_toolkit.enums import DEFAULT_BUFFER, EditingMode
from prompt_toolkit.filters import has_focus, is_true
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys


def add_keys(session: PromptSession[str]) -> None:
    """Give a prompt its keys."""
    keys = KeyBindings()

    @keys.add("f2")
    def _menu(_: KeyPressEvent) -> None:
        session.complete_while_typing = not is_true(session.complete_while_typing)

    @keys.add("f3")
    def _lines(_: KeyPressEvent) -> None:
        session.multiline = not is_true(session.multiline)

    @keys.add("f4")
    def _mode(_: KeyPressEvent) -> None:
        session.editing_mode = EditingMode.EMACS if session.editing_mode == EditingMode.VI else EditingMode.VI

    @keys.add(Keys.Vt100MouseEvent, eager=True)
    def _mouse(_: KeyPressEvent) -> None:
        """Ignored: the library would raise an error for a malformed report."""

    @keys.add("c-c", filter=has_focus(DEFAULT_BUFFER), eager=True)
    def _clear(event: KeyPressEvent) -> None:
        """At once: with a selection, the library would wait for a second key and then exit twice."""
        event.app.exit(exception=KeyboardInterrupt, style="class:aborting")

    session.key_bindings = keys


def key_summary(session: PromptSession[str]) -> str:
    """The settings of the keys, for the toolbar."""
    menu = "on" if is_true(session.complete_while_typing) else "off"
    lines = "many, Alt-Enter runs" if is_true(session.multiline) else "one"
    mode = "vi" if session.editing_mode == EditingMode.VI else "emacs"
    return f"F2 menu {menu} · F3 lines {lines} · F4 {mode}"
