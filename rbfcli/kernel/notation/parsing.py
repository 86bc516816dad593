"""Text → line: one reading or one error, whose rewritten lines have been read themselves."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, NotationError
from rbfcli.kernel.limits import DICE_LETTERS, REWRITES
from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.grammar import read_line
from rbfcli.kernel.notation.reader import Ambiguity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.tree import RollLine


def parse(text: str, dialect: str = "") -> RollLine:
    """The tree of a line; with a dialect (avrae, roll20, foundry) what is ambiguous is read as there.

    Raises NotationError, its `rewrite` and `suggestions` whole lines that parse, or LimitReached.
    """
    for _ in range(REWRITES):
        try:
            return _short(read_line(text), text)
        except NotationError as error:
            reading = error.readings.get(dialect) if isinstance(error, Ambiguity) else None
            if reading is None:
                raise _settled(error) from None
            text = reading
    raise LimitReached(f"more than {REWRITES} spellings that only a dialect understands")


def _short(line: RollLine, text: str) -> RollLine:
    """A line whose one spelling is as short as a line may be, and so reads back. Raises LimitReached."""
    if 2 * len(text) > DICE_LETTERS and len(line_text(line)) > DICE_LETTERS:
        raise LimitReached(f"spelt out, the expression is longer than {DICE_LETTERS} characters")
    return line


def _settled(error: NotationError) -> NotationError:
    """The error with only those rewrites that parse, once their own mistakes are rewritten too."""
    offered = error.rewrites if isinstance(error, Ambiguity) else (error.rewrite,)
    rewrites = tuple(dict.fromkeys(filter(None, map(_mended, offered))))
    hint = error.hint if not error.rewrite else ""
    settled = NotationError(
        error.message,
        text=error.text,
        column=error.column,
        rewrite=rewrites[0] if rewrites else "",
        hint=hint or (f"write {' or '.join(rewrites)}" if rewrites else ""),
    )
    settled.suggestions = rewrites
    return settled


def _mended(text: str) -> str:
    """The text if it parses, or what its errors would rewrite it to; empty if they come to no end."""
    for _ in range(REWRITES):
        if not text:
            return ""
        try:
            read_line(text)
        except NotationError as error:
            text = error.rewrite
        except LimitReached:
            return ""
        else:
            return text
    return ""
