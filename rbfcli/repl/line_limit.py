"""A line that is too long for a prompt is refused as a whole; what comes in faster than typed is taken in one go."""

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, emacs_insert_mode, has_focus, vi_insert_mode
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from rbfcli.kernel.limits import TYPED_BYTES

HINT = "save it as FILE.rbf and type: run FILE.rbf"


def too_long(length: int) -> str:
    """What is said of a text that is too long."""
    return f"rbf: {length:,} characters are too many for a line; it takes {TYPED_BYTES:,}. {HINT}"


def add_limit(keys: KeyBindings, session: PromptSession[str], tell: Callable[[str], None]) -> None:
    """Refuse what is typed and too long when it is entered; a paste is refused at once (`block_keys`)."""
    surplus = [0]

    @Condition
    def is_quoting() -> bool:
        return session.app.quoted_insert

    inserting = (emacs_insert_mode | vi_insert_mode) & has_focus(DEFAULT_BUFFER) & ~is_quoting

    @Condition
    def has_surplus() -> bool:
        return surplus[0] > 0

    @keys.add(Keys.Any, filter=inserting)
    def _insert(event: KeyPressEvent) -> None:
        text = event.data * event.arg + _burst(event)
        room = max(0, TYPED_BYTES - len(event.current_buffer.text))
        event.current_buffer.insert_text(text[:room])
        surplus[0] += len(text[room:])

    @keys.add("enter", filter=has_surplus & has_focus(DEFAULT_BUFFER), eager=True)
    def _refuse(event: KeyPressEvent) -> None:
        length = len(event.current_buffer.text) + surplus[0]
        event.current_buffer.reset()
        tell(too_long(length))

    def forget(_: object) -> None:
        surplus[0] = 0 if not session.default_buffer.text else surplus[0]

    session.default_buffer.on_text_changed += forget


def _burst(event: KeyPressEvent) -> str:
    """The letters that have come in already, up to the next other key; one by one they would take seconds."""
    letters: list[str] = []
    queue = event.key_processor.input_queue
    while True:
        while queue and not isinstance(queue[0].key, Keys):
            letters.append(queue.popleft().data)
        more = [] if queue else event.app.input.read_keys()
        if not more:
            return "".join(letters)
        event.key_processor.feed_multiple(more)
