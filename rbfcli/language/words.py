"""A line of text as words: quotes group, `#` starts a comment, an apostrophe inside a word is a letter."""

from msgspec import Struct

from rbfcli.kernel.errors import UsageError

QUOTES = "\"'"
SPACE = " \t\r\n\f\v"


class Word(Struct, frozen=True):
    """One word, where it starts and ends in its line, and the quote that is still open at the end (if any)."""

    text: str
    start: int
    end: int
    open_quote: str = ""


def split_words(line: str) -> list[str]:
    """The words of a line, without its comment. Raises UsageError where a quote is left open."""
    if line.isascii() and line.isprintable() and not any(mark in line for mark in "\"'#\\"):
        return line.split()
    found = scan(line)
    if found and found[-1].open_quote:
        raise UsageError(
            f"the quote at column {found[-1].start + 1} is not closed", hint=f"end it with {found[-1].open_quote}"
        )
    return [word.text for word in found]


def scan(line: str) -> list[Word]:
    """The words of a line with their places; the last may have its quote still open."""
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
    letters: list[str] = []
    quote, at = "", start
    while at < len(line):
        letter = line[at]
        if letter == "\\" and quote != "'" and at + 1 < len(line):
            at += 1
            letters.append(line[at])
        elif letter == quote:
            quote = ""
        elif quote:
            letters.append(letter)
        elif letter in SPACE:
            break
        elif letter == '"' or (letter == "'" and (at == start or line[at - 1] == "=")):
            quote = letter
        else:
            letters.append(letter)
        at += 1
    return Word("".join(letters), start, at, quote)


def quoted(word: str) -> str:
    """A word as it has to be typed to be read as itself."""
    if word.isalnum():
        return word
    if word and not any(letter in SPACE or letter in "\"'\\#$" for letter in word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    return f'"{escaped}"'
