"""Text → line: one reading or one error, whose rewritten lines have been read themselves."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, NotationError
from rbfcli.kernel.limits import DICE_LETTERS
from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.dialects import DIALECTS, NATIVE
from rbfcli.kernel.notation.grammar import read_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.tree import RollLine


def parse(text: str, dialect: str = "") -> RollLine:
    """The tree of a line, read as in a dialect if one is named.

    Raises NotationError, its `suggestions` whole lines that parse in the same dialect, or LimitReached.
    """
    spoken = DIALECTS[dialect] if dialect else NATIVE
    try:
        line = read_line(text, spoken)
    except NotationError as error:
        from rbfcli.kernel.notation.foreign import explained, with_text

        found = with_text(text, spoken) if spoken.has_text else None
        if found is None:
            raise explained(error, text, spoken) from None
        line = found
    # A line of ours is at most twice as long in its one spelling; one of another dialect may grow to any length.
    if (dialect or 2 * len(text) > DICE_LETTERS) and len(line_text(line)) > DICE_LETTERS:
        raise LimitReached(f"spelt out, the expression is longer than {DICE_LETTERS} characters")
    return line
