"""A line that is too long for a prompt is refused as a whole: nothing of it is carried out."""

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

LONGEST = 16_384
HINT = "save it as FILE.rbf and type: run FILE.rbf"


def too_long(length: int) -> str:
    """What is said of a text that is too long."""
    return f"rbf: {length:,} characters are too many for a line; it takes {LONGEST:,}. {HINT}"


def add_limit(keys: KeyBindings, session: PromptSession[str], tell: Callable[[str], None]) -> None:
    """Refuse what makes a line too long: a paste as a whole, and a line typed so far once it is entered."""
    surplus = [0]

    @Condition
    def is_full() -> bool:
        return len(session.default_buffer.text) >= LONGEST

    @keys.add(Keys.BracketedPaste, eager=True)
    def _paste(event: KeyPressEvent) -> None:
        text = event.data.replace("\r\n", "\n").replace("\r", "\n")
        length = len(event.current_buffer.text) + len(text)
        if length > LONGEST:
            tell(too_long(length))
        else:
            event.current_buffer.insert_text(text)

    @keys.add(Keys.Any, filter=is_full)
    def _ignore(event: KeyPressEvent) -> None:
        surplus[0] += len(event.data)

    @keys.add("enter", filter=is_full, eager=True)
    def _refuse(event: KeyPressEvent) -> None:
        length = len(event.current_buffer.text) + surplus[0]
        surplus[0] = 0
        event.current_buffer.reset()
        tell(too_long(length))
