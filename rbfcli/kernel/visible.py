"""Which characters people can see, names and texts on their way in (Z-06), and words as they are typed."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import NAME_LETTERS

# What stands between the words of a line.
SPACE = " \t\r\n\f\v"
# Python calls these unprintable, and yet they are honest spaces.
_SPACES = "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# And these printable, though nobody can see them: fillers, joiners and (from the first on) selectors of variants.
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
_FIRST_TAG = "\U000e0000"


def is_visible(letter: str) -> bool:
    """Whether a character shows itself and nothing else."""
    return (letter.isprintable() and letter not in _UNSEEN and letter < _FIRST_TAG) or letter in _SPACES


def escaped(letter: str) -> str:
    r"""A character by its number: `\x1b`, `\u202e`."""
    number = ord(letter)
    return f"\\x{number:02x}" if letter <= "\xff" else f"\\u{number:04x}" if letter <= "\uffff" else f"\\U{number:08x}"


def valid_text(text: str, what: str = "a word") -> str:
    """A text as it is kept: composed (NFC), every character visible. Raises UsageError."""
    if text.isascii() and text.isprintable():
        return text
    from unicodedata import normalize

    composed = normalize("NFC", text)
    if hidden := next((letter for letter in composed if not is_visible(letter)), ""):
        raise UsageError(f"{what} cannot hold the invisible character {escaped(hidden)}", hint="leave it out")
    return composed


def valid_name(text: str) -> str:
    """A name as it is kept: composed (NFC) and trimmed, 1 to 64 visible characters. Raises UsageError."""
    name = valid_text(text.strip(), "a name")
    if not name:
        raise UsageError("a name cannot be empty")
    if len(name) > NAME_LETTERS:
        raise UsageError(f"a name has at most {NAME_LETTERS} characters, this one has {len(name)}")
    return name


def valid_id(text: str) -> str:
    """An id as it is typed: a name without a hyphen in front, which would read as an option. Raises UsageError."""
    if not text.strip():
        raise UsageError("an id cannot be empty")
    if text.startswith("-"):
        raise UsageError(f"an id cannot begin with a hyphen: {text!r}", hint=f"write {text.strip('-') or 'a name'!r}")
    return valid_name(text)


def quoted(word: str) -> str:
    """A word as it must be typed, in quotes if needed."""
    if word.isalnum():
        return word
    if word and not any(letter in SPACE or letter in "\"'\\#$" for letter in word):
        return word
    return in_quotes(word).replace("$", "\\$")


def in_quotes(text: str) -> str:
    """A text in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
