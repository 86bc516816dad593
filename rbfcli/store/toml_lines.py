"""Large files of TOML, statement by statement: those of the common forms at once, each of the others by tomllib.

A statement that is TOML by itself is read in a file as it is read alone. So lines that look alike, as in a save of a
thousand combatants, cost a tenth of what tomllib takes for them.
"""

from __future__ import annotations

import re
import tomllib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# What is not common is read alone, at a price: after so many of these, the file is left to tomllib.
MOST_UNCOMMON = 5_000
_HEADER = re.compile(r"\[([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\]")
_PLAIN_TEXT = r'"([^"\\\x00-\x08\x0a-\x1f\x7f]*)"'
_PAIR = re.compile(rf"([A-Za-z0-9_-]+) = (?:(-?[1-9][0-9]{{0,17}}|0)|{_PLAIN_TEXT}|(true|false)|(\[\]|\[))")
_LONG_TEXT = re.compile(r"[A-Za-z0-9_-]+ = ('''|\"{3})")
_ITEM = re.compile(rf"    {_PLAIN_TEXT},")


class Uncommon(Exception):
    """The text holds what is not read here; tomllib may read it."""


def read_lines(text: str) -> dict[str, Any]:
    """The tables of a text, as tomllib reads them. Raises Uncommon where that is for tomllib itself to say."""
    tables: dict[str, Any] = {}
    opened: dict[tuple[str, ...], dict[str, Any]] = {}
    table, lines, uncommon = tables, iter(text.split("\n")), 0
    for line in lines:
        pair = _PAIR.fullmatch(line)
        if pair is not None:
            key, value = pair[1], _value(pair, lines)
        elif not line or (line[0] == "#" and line.isprintable()):
            continue
        elif header := _HEADER.fullmatch(line):
            table = _opened(header[1].split("."), tables, opened)
            continue
        else:
            uncommon += 1
            if uncommon > MOST_UNCOMMON:
                raise Uncommon
            if line[0] == "[":
                table = _opened(_quoted_path(line), tables, opened)
                continue
            key, value = _alone(line, lines)
        if key in table:
            raise Uncommon
        table[key] = value
    return tables


def _value(pair: re.Match[str], lines: Iterator[str]) -> Any:
    _, number, text, truth, items = pair.groups()
    if text is not None:
        return text
    if number is not None:
        return int(number)
    if truth is not None:
        return truth == "true"
    return _items(lines) if items == "[" else []


def _items(lines: Iterator[str]) -> Any:
    """The items of a list, a line each, as tomli-w writes them: texts at once, others by tomllib."""
    several: list[str] = []
    for line in lines:
        several.append(line)
        if line == "]":
            break
    found = [*map(_ITEM.fullmatch, several[:-1])]
    if all(found) and several[-1:] == ["]"]:
        return [item[1] for item in found if item]
    return _only(_by_tomllib("\n".join(("items = [", *several))))[1]


def _opened(keys: list[str], tables: dict[str, Any], opened: dict[tuple[str, ...], dict[str, Any]]) -> dict[str, Any]:
    """The new table of a header; those around it are made, unless they are there."""
    path = tuple(keys)
    if path in opened:
        raise Uncommon
    for length, key in enumerate(path, 1):
        inner = opened.get(path[:length])
        if inner is None:
            if key in tables:
                raise Uncommon
            inner = opened[path[:length]] = tables[key] = {}
        tables = inner
    return tables


def _quoted_path(line: str) -> list[str]:
    """The keys of a header such as `[fight.combatants."Old Mags"]`."""
    found, path = _by_tomllib(line), []
    while found:
        if not isinstance(found, dict):
            raise Uncommon
        ((key, found),) = found.items()
        path.append(key)
    return path


def _alone(line: str, lines: Iterator[str]) -> tuple[str, Any]:
    """A statement that is not common, with the lines that its text goes on for."""
    several, begun = [line], _LONG_TEXT.match(line)
    if begun and begun[1] not in line[begun.end() :]:
        for following in lines:
            several.append(following)
            if begun[1] in following:
                break
    return _only(_by_tomllib("\n".join(several)))


def _only(tables: dict[str, Any]) -> tuple[str, Any]:
    if len(tables) != 1:
        raise Uncommon
    return next(iter(tables.items()))


def _by_tomllib(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError:
        raise Uncommon from None
