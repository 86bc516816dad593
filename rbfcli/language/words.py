"""A line of text as words: quotes group, `#` starts a comment, an apostrophe inside a word is a letter."""

from collections.abc import Iterator

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.visible import SPACE

QUOTES = "\"'"
ESCAPE = "\\"
MARKS = frozenset((*QUOTES, ESCAPE))


class Word(Struct, frozen=True):
    """One word, its start and end in the line, and the quote that is still open at the end (if any)."""

    text: str
    start: int
    end: int
    open_quote: str = ""


def split_words(line: str) -> list[str]:
    """The words of a line, without its comment. Raises UsageError if a quote is not closed."""
    if line.isascii() and line.isprintable() and not any(mark in line for mark in "\"'#\\"):
        return line.split()
    found = scan(line)
    if found and found[-1].open_quote:
        raise UsageError(
            f"the quote at column {found[-1].start + 1} is not closed", hint=f"end it with {found[-1].open_quote}"
        )
    return [word.text for word in found]


def scan(line: str) -> list[Word]:
    """The words of a line with their places; the last may have an open quote."""
    found: list[Word] = []
    at = 0
    while at < len(line):
        if line[at] in SPACE:
            at += 1
        elif line[at] == "#":
            break
        else:
            word = _scan_word(line, at)
            found.append(word)
            at = word.end
    return found


def _scan_word(line: str, start: int) -> Word:
    text: list[str] = []
    open_quote, end = "", len(line)
    for at, letter, quote in letters(line, start):
        if not letter:
            open_quote = quote
        elif letter in SPACE and not quote:
            end = at
            break
        text.append(letter)
    return Word("".join(text), start, end, open_quote)


def letters(line: str, start: int, quote: str = "", *, begins: bool = True) -> Iterator[tuple[int, str, str]]:
    """Each letter of a line with its place before it and the quote it is in behind it.

    The letter of a quotation mark is empty; an escaped letter has the place of its backslash, which is its quote too.
    From `start` on the line is in `quote`, and a word `begins` there or not: inside one, an apostrophe is a letter.
    """
    at = start
    while at < len(line):
        letter = line[at]
        if letter not in MARKS:
            yield at, letter, quote
            begins = not quote and letter in SPACE
        elif letter == ESCAPE and quote != "'" and at + 1 < len(line):
            yield at, line[at + 1], ESCAPE
            at, begins = at + 1, False
        elif letter == quote:
            quote, begins = "", False
            yield at, "", quote
        elif not quote and (letter == '"' or (letter == "'" and (begins or line[at - 1] == "="))):
            quote, begins = letter, False
            yield at, "", quote
        else:
            yield at, letter, quote
            begins = False
        at += 1


def looks_like_option(word: str) -> bool:
    """Whether a word is read as an option: not a lone hyphen, nor a negative number, in whatever digits."""
    return word.startswith("-") and len(word) > 1 and not word[1].isdigit() and word[1] != "."
