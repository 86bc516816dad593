"""Text from users: visible characters, digits, quoting, and safety for terminals."""

from __future__ import annotations

from unicodedata import normalize

from rbfcli.core.errors import Advice, misuse, must_be
from rbfcli.core.limits import DIGITS, NAME_LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def slug(name: str) -> str:
    """Return the id for a name: `siege-drone` for `Siege Drone`."""
    words = "".join(letter if letter.isalnum() or letter in "_-" else " " for letter in name.casefold()).split()
    return "-".join(words).strip("-") or "nameless"


def is_digits(text: str) -> bool:
    """Return whether a text consists of the digits 0 to 9."""
    return text.isascii() and text.isdigit()


def natural(text: str, most_digits: int = DIGITS) -> int | None:
    """Return the number that digits mean, or None if the text is something else or too long."""
    return int(text) if is_digits(text) and len(text) <= most_digits else None


def whole_number(text: str, most_digits: int = DIGITS) -> int | None:
    """Return the number that digits with an optional sign mean, or None if the text is something else or too long."""
    return int(text) if natural(_unsigned(text), most_digits) is not None else None


def read_number(
    text: str,
    what: str,
    *,
    low: int | None = None,
    high: int | None = None,
    most_digits: int = DIGITS,
    hint: Advice = "",
    rule: str = "",
) -> int:
    """Return a number within its bounds. Raises UsageError, which begins with `what` the number is."""
    number = whole_number(text, most_digits)
    if number is None:
        wanted = f"a whole number of at most {most_digits} digits" if len(text) > most_digits else "a whole number"
        without = _without_unit(text)
        advice = f"use {without}, without the unit" if without else hint
        raise must_be(what, wanted, text, hint=other_digits(text) or advice, rule=rule)
    if (low is not None and number < low) or (high is not None and number > high):
        raise must_be(what, _bounds(low, high), number, hint=hint, rule=rule)
    return number


def are_faces(text: str) -> bool:
    """Return whether a text looks like the faces of dice: `5,7`, `5 7`."""
    return is_digits(text.replace(",", "").replace(" ", ""))


def _without_unit(text: str) -> str:
    """Return the number in a text such as `5ft`, or an empty string."""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    return number if number != text and len(number) < DIGITS and whole_number(number) is not None else ""


def number_or_name(word: str, what: str, **bounds: Any) -> int | None:
    """Return a number as `read_number` does, or None for a name."""
    return read_number(word, what, **bounds) if _unsigned(word).isdigit() else None


def other_digits(text: str) -> str:
    """Return the hint for digits other than 0 to 9, such as ٤ or ²."""
    return "use the digits 0 to 9" if any(each.isdigit() and not each.isascii() for each in text) else ""


def _unsigned(text: str) -> str:
    return text[1:] if text[:1] in ("-", "+") else text


def _bounds(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return f"at most {high}" if low is None else f"at least {low}"
    return f"from {low} to {high}"


# Characters between the words of a line.
SPACE = " \t\r\n\f\v"
# Python calls these unprintable, although they are visible as spaces.
_SPACES = "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# And these printable, although they are invisible: fillers, joiners and (from the first on) variation selectors.
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
_FIRST_TAG = "\U000e0000"


def is_visible(letter: str) -> bool:
    """Return whether a character shows itself and nothing else."""
    return (letter.isprintable() and letter not in _UNSEEN and letter < _FIRST_TAG) or letter in _SPACES


def escaped(letter: str) -> str:
    r"""Return a character by its number: `\x1b`, `\u202e`."""
    number = ord(letter)
    return f"\\x{number:02x}" if letter <= "\xff" else f"\\u{number:04x}" if letter <= "\uffff" else f"\\U{number:08x}"


def valid_text(text: str, what: str = "a word") -> str:
    """Return a text as stored: composed (NFC), every character visible. Raises UsageError."""
    if text.isascii() and text.isprintable():
        return text
    composed = normalize("NFC", text)
    if hidden := next((letter for letter in composed if not is_visible(letter)), ""):
        raise misuse(f"{what} contains an invisible character: {escaped(hidden)}", hint="remove it")
    return composed


def valid_name(text: str) -> str:
    """Return a name as stored: composed (NFC) and trimmed, 1 to 64 visible characters. Raises UsageError."""
    name = valid_text(text.strip(), "a name")
    if not name:
        raise misuse("a name cannot be empty")
    if len(name) > NAME_LETTERS:
        raise misuse(f"a name can have at most {NAME_LETTERS} characters, not {len(name)}")
    return name


def valid_id(text: str) -> str:
    """Return an id: a name that does not begin with a hyphen, which would read as an option. Raises UsageError."""
    if not text.strip():
        raise misuse("an id cannot be empty")
    if text.startswith("-"):
        raise misuse(f"an id cannot begin with a hyphen: {text!r}", hint=f"use {text.strip('-') or 'a name'!r}")
    return valid_name(text)


def quoted(word: str) -> str:
    """Return a word as you type it, in quotes if needed."""
    if word.isalnum():
        return word
    if word and not any(letter in SPACE or letter in "\"'\\#$" for letter in word):
        return word
    return in_quotes(word).replace("$", "\\$")


def in_quotes(text: str) -> str:
    """Return a text in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def safe(text: str) -> str:
    r"""Return the text with everything a terminal would obey or hide as `\x1b` or `\u202e`, line feeds too."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if is_visible(letter) else escaped(letter) for letter in text)


def record(*cells: str) -> str:
    """Return a table row for programs and screen readers: every cell in full, separated by tabs (J-04)."""
    return "\t".join(map(safe, cells))
