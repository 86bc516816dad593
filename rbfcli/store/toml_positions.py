"""Where a value is in the text of a TOML file; only needed for error messages."""

from __future__ import annotations

import re

import tomli

from rbfcli.kernel.paths import in_words
from rbfcli.store.toml_spots import QUOTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Path = tuple[str | int, ...]

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_PATH_SHOWN = 200
_DEFINITION = re.compile(rf"[ \t]*(?:(?P<brackets>\[\[?)[ \t]*(?P<header>{_KEY})[ \t]*\]|(?P<key>{_KEY})[ \t]*=)")


def definitions(text: str) -> Iterator[tuple[Path, int]]:
    """The path and line of each table header and each key at the start of a line, in the order of the file."""
    table: Path = ()
    counts: dict[Path, int] = {}
    depth = 0
    for number, (line, bare) in enumerate(zip(_lines(text, keep=True), _lines(text, keep=False), strict=True), 1):
        found = _DEFINITION.match(line) if not depth else None
        if found and found["header"]:
            table = _indexed(_parts(found["header"]), counts, new=found["brackets"] == "[[")
            yield table, number
        elif found:
            yield (*table, *_parts(found["key"])), number
        depth += len(re.findall(r"[\[{]", bare)) - len(re.findall(r"[\]}]", bare))


def lines_of(text: str) -> dict[Path, int]:
    """The line on which each path of a file, and each table that leads to it, is first named."""
    lines: dict[Path, int] = {}
    for path, line in definitions(text):
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], line)
    return lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest table around it."""
    return next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), 1)


def located(path: Path, what: str, text: str, name: str) -> str:
    """What is wrong with a value, after its place: `file:line: path is 1.5`; without a path, of the whole file."""
    return f"{name}:{line_of(lines_of(text), path)}: {dotted(path)} {what}" if path else f"{name}: {what}"


def dotted(path: Path) -> str:
    """A path as a person would write it: `combatants.vex.weapons[2]`, lists counted from 1."""
    whole = in_words(path)
    return whole if len(whole) <= _PATH_SHOWN else whole[:_PATH_SHOWN] + "..."


def _lines(text: str, *, keep: bool) -> list[str]:
    """The lines without comments and without text of several lines; strings of one line stay if `keep`."""

    def replace(quoted: re.Match[str]) -> str:
        found = quoted[0]
        if found.startswith(('"""', "'''")):
            return "\n" * found.count("\n")
        return found if keep and not found.startswith("#") else ""

    return QUOTED.sub(replace, text).split("\n")


def _parts(key: str) -> tuple[str, ...]:
    if '"' not in key and "'" not in key:
        return tuple(part.strip() for part in key.split("."))
    parts = []
    inner: Any = tomli.loads(f"{key}=0")
    while isinstance(inner, dict):
        ((part, inner),) = inner.items()
        parts.append(part)
    return tuple(parts)


def _indexed(parts: tuple[str, ...], counts: dict[Path, int], *, new: bool) -> Path:
    """The path of a table header, with the place of each `[[list]]` on the way."""
    path: Path = ()
    for depth, part in enumerate(parts, 1):
        path = (*path, part)
        if new and depth == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
