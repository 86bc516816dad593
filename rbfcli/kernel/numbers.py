"""Whole numbers as people type them: ASCII digits, perhaps behind a sign, and no more of them than make sense."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import DIGITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LONGEST_SHOWN = 40


def is_digits(text: str) -> bool:
    """Whether a text is digits from 0 to 9 and nothing else."""
    return text.isascii() and text.isdigit()


def natural(text: str, most_digits: int = DIGITS) -> int | None:
    """The number that digits are; None where a text is anything else, or has too many."""
    return int(text) if is_digits(text) and len(text) <= most_digits else None


def whole_number(text: str, most_digits: int = DIGITS) -> int | None:
    """The number that digits are, perhaps behind a sign; None where a text is anything else, or has too many."""
    return int(text) if natural(_unsigned(text), most_digits) is not None else None


def read_number(
    text: str,
    what: str,
    *,
    low: int | None = None,
    high: int | None = None,
    most_digits: int = DIGITS,
    hint: str = "",
    rule: str = "",
) -> int:
    """A number within its bounds. Raises UsageError, which begins with `what` the number is."""
    number = whole_number(text, most_digits)
    if number is None:
        wanted = f"a whole number of at most {most_digits} digits" if len(text) > most_digits else "a whole number"
        without = _without_unit(text)
        advice = f"without its unit: {without}" if without else hint
        raise UsageError(f"{what} must be {wanted}, not {shown(text)}{other_digits(text)}", hint=advice, rule=rule)
    if (low is not None and number < low) or (high is not None and number > high):
        raise UsageError(f"{what} must be {_bounds(low, high)}, not {number}", hint=hint, rule=rule)
    return number


def _without_unit(text: str) -> str:
    """The number in a text such as `5ft`; empty where that is not all there is."""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    return number if number != text and len(number) < DIGITS and whole_number(number) is not None else ""


def number_or_name(word: str, what: str, **bounds: Any) -> int | None:
    """As `read_number`, where a name may stand as well: None for a name."""
    return read_number(word, what, **bounds) if _unsigned(word).isdigit() else None


def other_digits(text: str) -> str:
    """What an error goes on to say of a text with digits that are none from 0 to 9, such as \u0664 or \u00b2."""
    other = next((each for each in text if each.isdigit() and not each.isascii()), "")
    return f": {not_a_digit(other)}" if other else ""


def not_a_digit(character: str) -> str:
    """Why a character is refused that is a digit elsewhere."""
    return f"{character!a} is not a digit here: use 0 to 9"


def shown(text: str) -> str:
    """A text in quotes, cut short where it is long."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def _unsigned(text: str) -> str:
    return text[1:] if text[:1] in ("-", "+") else text


def _bounds(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"from {low} to {high}"
