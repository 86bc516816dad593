"""Text from a user on its way to a terminal, and names on their way in."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError

NAME_LENGTH = 64

# Python calls these unprintable, and yet they are honest spaces.
_SPACES = "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# And these printable, though nobody can see them: fillers, joiners and (from the first on) selectors of variants.
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
_FIRST_TAG = "\U000e0000"


def safe(text: str) -> str:
    r"""The text with all that a terminal would obey or hide shown as `\x1b` or `\u202e`; line feeds too (Z-04)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if _is_visible(letter) else _escape(letter) for letter in text)


def valid_name(text: str) -> str:
    """A name as it is kept: composed (NFC) and trimmed, 1 to 64 visible characters. Raises UsageError (Z-06)."""
    name = text.strip()
    if not name.isascii():
        from unicodedata import normalize

        name = normalize("NFC", name)
    if not name:
        raise UsageError("a name cannot be empty")
    if len(name) > NAME_LENGTH:
        raise UsageError(f"a name has at most {NAME_LENGTH} characters, this one has {len(name)}")
    if hidden := next((letter for letter in name if not _is_visible(letter)), ""):
        raise UsageError(f"a name cannot hold the invisible character {_escape(hidden)}", hint="leave it out")
    return name


def _is_visible(letter: str) -> bool:
    return (letter.isprintable() and letter not in _UNSEEN and letter < _FIRST_TAG) or letter in _SPACES


def _escape(letter: str) -> str:
    number = ord(letter)
    return f"\\x{number:02x}" if letter <= "\xff" else f"\\u{number:04x}" if letter <= "\uffff" else f"\\U{number:08x}"
