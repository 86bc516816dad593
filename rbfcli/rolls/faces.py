"""`--dice 5,7`: faces thrown by hand."""

from __future__ import annotations

from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.limits import MOST_DICE, MOST_SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice


def given(text: str, then: Dice) -> Given:
    """Dice that give these faces first. Raises UsageError for what is no list of faces."""
    words = text.replace(",", " ").split()
    if not words or len(words) > MOST_DICE:
        raise UsageError(f"--dice takes 1 to {MOST_DICE:,} faces, such as --dice 5,7")
    return Given(map(_face, words), then)


def _face(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST_SIDES))):
        raise UsageError(f"{word!a} is no face of a die", hint="--dice 5,7")
    return int(word)
