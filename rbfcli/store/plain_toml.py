"""Tables in the one form in which saves are written, read several times as fast as TOML."""

from __future__ import annotations

from rbfcli.kernel.limits import INTEGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Opened = dict[tuple[str, ...], dict[str, Any]]

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_AS_LETTERS = {ord("-"): "_"}
_PLAIN = {"true": True, "false": False}
_MOST_DIGITS = len(str(INTEGER))
# Keys and lists that lie no deeper than this are within the bounds of all files.
_DEEP = 8
# Longer lines are no work of this program.
_LONGEST_LINE = 100_000
_FIRST_TAG = "\U000e0000"
# What each of these takes to read, in steps; tomllib takes about 5 microseconds for a key and 10 for a table.
STEPS = (("=", 6), ("[", 10), (",", 3), (".", 2), ("\n", 1), ("{", 6))
BYTES_A_STEP = 60


class NotPlain(Exception):
    """The text holds what saves are not written with, such as an escape or a fraction; TOML may allow it."""


def steps_of_plain(text: str) -> int:
    """What it takes at most to read a text, in steps: marks of TOML are counted in texts of one line as well."""
    bare = "".join(text.split("'''")[::2])
    return len(text) // BYTES_A_STEP + sum(bare.count(mark) * each for mark, each in STEPS)


def is_seen(text: str) -> bool:
    """Whether all letters of a text are surely such as one sees, or ends of lines."""
    return text.replace("\n", "").isprintable() and (text.isascii() or max(text) < _FIRST_TAG)


def plain_tables(text: str) -> dict[str, Any]:
    """The tables of a text, as TOML reads them. Raises NotPlain where it is not in the form of saves."""
    if not text.replace("\n", "").isprintable():
        raise NotPlain
    tables: dict[str, Any] = {}
    opened: Opened = {}
    known: dict[str, tuple[str, Any] | None] = {}
    table, at = tables, 0
    while at < len(text):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)]
        if line not in known:
            known[line] = _simple(line)
        if simple := known[line]:
            key, value = simple
            if key in table:
                raise NotPlain
            table[key], at = value, at + len(line) + 1
        elif not line or line[0] == "#":
            at += len(line) + 1
        elif line[0] == "[":
            table, at = _opened(_keys(line), tables, opened), at + len(line) + 1
        else:
            at = _statement(table, text, at) + 1
    return tables


def _statement(table: dict[str, Any], text: str, at: int) -> int:
    """Where a statement ends; its key is put into its table."""
    key, past = _key(text, at)
    if text[past : past + 3] != " = " or key in table:
        raise NotPlain
    table[key], past = _literal(text, past + 3) if text.startswith("'''\n", past + 3) else _value(text, past + 3)
    if text[past : past + 1] not in ("", "\n"):
        raise NotPlain
    return past


def _simple(line: str) -> tuple[str, Any] | None:
    """What a line says that is a bare key with a plain text or a number, as most are, and many alike."""
    if len(line) > _LONGEST_LINE:
        raise NotPlain
    key, equals, value = line.partition(" = ")
    if not equals or not key.isidentifier() or not key.isascii():
        return None
    if value.isdigit() and value.isascii():
        return key, _number(value)
    if value[:1] == value[-1:] == '"' and len(value) > 1 and value.count('"') == len('""') and "\\" not in value:
        return key, value[1:-1]
    return None


def _opened(keys: list[str], tables: dict[str, Any], opened: Opened) -> dict[str, Any]:
    """The new table that a header such as `[fight.combatants."Old Mags"]` opens; those around it are made."""
    path = tuple(keys)
    if path in opened or len(path) > _DEEP:
        raise NotPlain
    known = opened.get(path[:-1])
    for length in range(1 if known is None else len(path), len(path)):
        known = _table_at(path[:length], tables if known is None else known, opened)
    return _table_at(path, tables if known is None else known, opened)


def _table_at(path: tuple[str, ...], above: dict[str, Any], opened: Opened) -> dict[str, Any]:
    if path not in opened:
        if path[-1] in above:
            raise NotPlain
        opened[path] = above[path[-1]] = {}
    return opened[path]


def _keys(line: str) -> list[str]:
    """The keys of a header; where none of them is in quotes, by the quick way."""
    whole = line[1:-1].split(".")
    if line[-1] == "]" and line.isascii() and all(key.translate(_AS_LETTERS).isidentifier() for key in whole):
        return whole
    keys: list[str] = []
    at = 0
    while at == 0 or line[at : at + 1] == ".":
        key, at = _key(line, at + 1)
        keys.append(key)
    if line[at:] != "]":
        raise NotPlain
    return keys


def _key(text: str, at: int) -> tuple[str, int]:
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
    if depth > _DEEP:
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
    mark = "{ "
    while mark in ("{ ", ", "):
        key, past = _key(text, at + (len(" ") if mark == "{ " else 0))
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
