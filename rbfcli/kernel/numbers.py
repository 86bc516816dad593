"""Whole numbers as people type them: ASCII digits, perhaps behind a sign, and no more of them than make sense."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError

MOST_DIGITS = 9
LONGEST_SHOWN = 40


def is_digits(text: str) -> bool:
    """Whether a text is digits from 0 to 9 and nothing else."""
    return text.isascii() and text.isdigit()


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that a text is; None where it is none, or has too many digits."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if is_digits(digits) and len(digits) <= most_digits else None


def read_number(
    text: str,
    what: str,
    *,
    low: int | None = None,
    high: int | None = None,
    most_digits: int = MOST_DIGITS,
    hint: str = "",
) -> int:
    """A number within its bounds. Raises UsageError, which begins with `what` the number is."""
    number = whole_number(text, most_digits)
    if number is None:
        wanted = f"a whole number of at most {most_digits} digits" if len(text) > most_digits else "a whole number"
        raise UsageError(f"{what} must be {wanted}, not {_shown(text)}", hint=hint)
    if (low is not None and number < low) or (high is not None and number > high):
        raise UsageError(f"{what} must be {_bounds(low, high)}, not {number}", hint=hint)
    return number


def _shown(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def _bounds(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"from {low} to {high}"
