"""Keys and values in the one form in which saves are written, most of them a whole line at a time."""

from __future__ import annotations

from rbfcli.kernel.limits import INTEGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Lines = dict[str, tuple[str, Any] | None]

# Keys and lists that lie no deeper than this are within the bounds of all files.
DEEP = 8
# Longer lines are no work of this program.
_LONGEST_LINE = 100_000
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_PLAIN = {"true": True, "false": False}
_MOST_DIGITS = len(str(INTEGER))


class NotPlain(Exception):
    """The text holds what saves are not written with, such as an escape or a fraction; TOML may allow it."""


def read_statement(table: dict[str, Any], text: str, at: int, known: Lines) -> int:
    """Where a statement ends; its key is put into its table."""
    key, past = key_at(text, at)
    if text[past : past + 3] != " = " or key in table:
        raise NotPlain
    past += 3
    if text.startswith("'''\n", past):
        table[key], past = _literal(text, past)
    else:
        table[key], past = _rows(text, past, known) or _value(text, past)
    if text[past : past + 1] not in ("", "\n"):
        raise NotPlain
    return past


def simple_line(line: str) -> tuple[str, Any] | None:
    """What a line says that is a bare key with a plain text or a number, as most are, and many alike."""
    if len(line) > _LONGEST_LINE:
        raise NotPlain
    key, equals, value = line.partition(" = ")
    if not equals or not key.isidentifier() or not key.isascii():
        return None
    if value.isdigit() and value.isascii():
        return key, _number(value)
    if value in _PLAIN:
        return key, _PLAIN[value]
    if value[:1] == value[-1:] == '"' and len(value) > 1 and value.count('"') == len('""') and "\\" not in value:
        return key, value[1:-1]
    return None


def _rows(text: str, at: int, known: Lines) -> tuple[list[Any], int] | None:
    """The items of a list with a line for each, and where it ends; None where it has to be read letter by letter."""
    end = text.find("\n]", at)
    if end < 0 or text[at : at + 2] != "[\n":
        return None
    found: list[Any] = []
    for line in text[at + 2 : end].split("\n"):
        item = _plain_item(line[4:-1], known) if line[:4] == "    " and line[-1:] == "," else None
        if item is None:
            return None
        found.append(item)
    return found, end + 2


def _plain_item(text: str, known: Lines) -> Any | None:
    """A plain text, a number, or a table of such, in a line; None for any other."""
    if text[:2] != "{ " or text[-2:] != " }":
        item = simple_line(f"_ = {text}")
        return item and item[1]
    found: dict[str, Any] = {}
    for pair in text[2:-2].split(", "):
        if pair not in known:
            known[pair] = simple_line(pair)
        simple = known[pair]
        if simple is None or simple[0] in found:
            return None
        found[simple[0]] = simple[1]
    return found


def key_at(text: str, at: int) -> tuple[str, int]:
    """A key, bare or in quotes, and where it ends."""
    if text.startswith('"""', at):
        raise NotPlain
    if text[at : at + 1] == '"':
        return _string(text, at)
    end = _bare_end(text, at)
    if end == at:
        raise NotPlain
    return text[at:end], end


def _bare_end(text: str, at: int) -> int:
    end = at
    while text[end : end + 1] in _BARE:
        end += 1
    return end


def _string(text: str, at: int) -> tuple[str, int]:
    """A text in quotes, or in three with lines of its own."""
    begin, mark = at + 1, '"'
    if text.startswith('"""', at):
        begin, mark = at + len('"""\n'), '"""'
        if text[begin - 1 : begin] != "\n":
            raise NotPlain
    end = text.find(mark, begin)
    found = text[begin:end]
    if end < 0 or "\\" in found or (mark == '"' and "\n" in found) or text.startswith('"', end + len(mark)):
        raise NotPlain
    return found, end + len(mark)


def _literal(text: str, at: int) -> tuple[str, int]:
    """A text of several lines without escapes, as a journal is."""
    begin = at + len("'''\n")
    end = text.find("'''", begin)
    if end < 0 or text.startswith("'", end + len("'''")):
        raise NotPlain
    return text[begin:end], end + len("'''")


def _value(text: str, at: int, depth: int = 0) -> tuple[Any, int]:
    if depth > DEEP:
        raise NotPlain
    match text[at : at + 1]:
        case '"':
            return _string(text, at)
        case "[":
            return _items(text, at + 1, depth + 1)
        case "{":
            return _pairs(text, at + 1, depth + 1)
        case _:
            return _bare_value(text, at)


def _items(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    """The items of a list, on one line or several, and where it ends."""
    found: list[Any] = []
    at = _past_blanks(text, at)
    while text[at : at + 1] != "]":
        value, at = _value(text, at, depth)
        found.append(value)
        at = _past_blanks(text, at)
        if text[at : at + 1] == ",":
            at = _past_blanks(text, at + 1)
        elif text[at : at + 1] != "]":
            raise NotPlain
    return found, at + 1


def _past_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\n"):
        at += 1
    return at


def _pairs(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    """The pairs of a table within a line, and where it ends."""
    found: dict[str, Any] = {}
    if text[at : at + 1] == "}":
        return found, at + 1
    if text[at : at + 1] != " ":
        raise NotPlain
    at, mark = at + 1, ", "
    while mark == ", ":
        key, past = key_at(text, at)
        if text[past : past + 3] != " = " or key in found:
            raise NotPlain
        found[key], at = _value(text, past + 3, depth)
        mark = text[at : at + 2]
        at += 2
    if mark != " }":
        raise NotPlain
    return found, at


def _bare_value(text: str, at: int) -> tuple[Any, int]:
    """A whole number, true or false."""
    end = _bare_end(text, at)
    word = text[at:end]
    return (_PLAIN[word] if word in _PLAIN else _number(word)), end


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isdigit() and digits.isascii()) or len(digits) > _MOST_DIGITS or (digits[0] == "0" and word != "0"):
        raise NotPlain
    number = int(word)
    if not -INTEGER <= number <= INTEGER:
        raise NotPlain
    return number
