"""Keys for what has several lines: Enter goes on while a block is open, and a paste waits for Enter."""

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys

from rbfcli.kernel.errors import RbfError
from rbfcli.render.errors import error_text
from rbfcli.repl.typed_text import checked, is_open


def add_block_keys(session: PromptSession[str], error: Callable[[str], None]) -> None:
    """Give a prompt the keys for blocks, besides those it has; `error` gets what is wrong with a paste."""
    keys = KeyBindings()
    at_line = has_focus(DEFAULT_BUFFER)
    goes_on = Condition(lambda: is_open(session.default_buffer.document.text_before_cursor))

    @keys.add("enter", filter=at_line & goes_on)
    def _next_line(event: KeyPressEvent) -> None:
        """On to the next line, as far in as this one, without a menu for it."""
        buffer = event.current_buffer
        buffer.insert_text(f"\n{buffer.document.leading_whitespace_in_current_line}", fire_event=False)

    @keys.add(Keys.BracketedPaste, filter=at_line)
    def _paste(event: KeyPressEvent) -> None:
        """Shown for editing; it runs at Enter."""
        text = event.data.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
        try:
            event.current_buffer.insert_text(checked(text))
        except RbfError as wrong:
            message = error_text(wrong)
            run_in_terminal(lambda: error(message))

    session.key_bindings = merge_key_bindings([each for each in (session.key_bindings, keys) if each])
