"""Tables in the one form in which saves are written, read several times as fast as TOML, for a TAB in a shell."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_AS_LETTERS = {ord("-"): "_"}
_PLAIN = {"true": True, "false": False}


class NotPlain(Exception):
    """The text holds what saves are not written with, such as an escape or a comment; TOML may allow it."""


def plain_tables(text: str) -> dict[str, Any]:
    """The tables of a text. Raises NotPlain where it is not in the form of saves."""
    tables: dict[str, Any] = {}
    table, at = tables, 0
    while at < len(text):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)]
        if not line:
            at += 1
        elif line[0] == "[":
            table, at = _table(tables, line), at + len(line) + 1
        elif _is_simple(table, line):
            at += len(line) + 1
        else:
            key, past = _key(text, at)
            if text[past : past + 3] != " = " or key in table:
                raise NotPlain
            table[key], past = _value(text, past + 3)
            if text[past : past + 1] not in ("", "\n"):
                raise NotPlain
            at = past + 1
    return tables


def _is_simple(table: dict[str, Any], line: str) -> bool:
    """Whether a line is a bare key with a plain text or a number, as most are; it is then put into its table."""
    key, equals, value = line.partition(" = ")
    if not equals or not key.isidentifier() or not key.isascii() or key in table:
        return False
    if value.isdigit() and value.isascii():
        table[key] = int(value)
    elif value[:1] == value[-1:] == '"' and len(value) > 1 and value.count('"') == len('""') and "\\" not in value:
        table[key] = value[1:-1]
    else:
        return False
    return True


def _table(tables: dict[str, Any], line: str) -> dict[str, Any]:
    """The table that a header such as `[fight.combatants."Old Mags"]` opens."""
    for key in _keys(line):
        tables = tables.setdefault(key, {})
        if not isinstance(tables, dict):
            raise NotPlain
    return tables


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
    end = text.find(mark, begin)
    found = text[begin:end]
    if end < 0 or "\\" in found or (mark == '"' and "\n" in found) or text.startswith('"', end + len(mark)):
        raise NotPlain
    return found, end + len(mark)


def _value(text: str, at: int) -> tuple[Any, int]:
    match text[at : at + 1]:
        case '"':
            return _string(text, at)
        case "[":
            return _several(text, at + 1, "]")
        case "{":
            pairs, at = _several(text, at + 1, "}")
            return dict(pairs), at
        case _:
            return _bare_value(text, at)


def _several(text: str, at: int, closing: str) -> tuple[list[Any], int]:
    """The items of an array, or the pairs of an inline table, and where it ends."""
    found: list[Any] = []
    while True:
        while text[at : at + 1] in (" ", "\n", ","):
            at += 1
        if text[at : at + 1] == closing:
            return found, at + 1
        if closing == "}":
            key, at = _key(text, at)
            if text[at : at + 3] != " = ":
                raise NotPlain
            value, at = _value(text, at + 3)
            found.append((key, value))
        else:
            value, at = _value(text, at)
            found.append(value)


def _bare_value(text: str, at: int) -> tuple[Any, int]:
    """A whole number, true or false."""
    end = _bare_end(text, at)
    word = text[at:end]
    if word in _PLAIN:
        return _PLAIN[word], end
    if not (word.isascii() and word.removeprefix("-").isdigit()):
        raise NotPlain
    return int(word), end
