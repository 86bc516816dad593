"""Positions of keys and values in TOML text, and small edits to it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli
from msgspec import Struct

from rbfcli.core.errors import InvalidFile, invalid
from rbfcli.core.limits import TABLES_NESTED
from rbfcli.core.mistakes import Mistake
from rbfcli.storage.toml import key_text, value_text, values_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.core.mistakes import Fix, Place

    Span = tuple[int, int]


# Strings and comments. Each alternative matches even without its end, so a scan is linear.
QUOTED = re.compile(
    r'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"{3,5})?'
    r"|'''[^']*+(?:'(?!'')[^']*+)*+(?:'{3,5})?"
    r'|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_PART = re.compile(rf"[ \t]*([A-Za-z0-9_-]+|{QUOTED.pattern})[ \t]*", re.DOTALL)
_VALUE = re.compile(rf"{QUOTED.pattern}|[^,\]}}\n#]*[^,\]}}\n#\s]", re.DOTALL)
_EQUALS, _HEADER_END = re.compile(r"=[ \t]*"), re.compile(r"\]\]?")
# White space and comments between lines; and inside a list or an inline table.
_BLANK, _GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*"), re.compile(r"(?:[ \t\r\n,]+|#[^\n]*)*")


class SourceRange(Struct):
    """The places where a path is written: its keys, and its value unless it is a table with a header."""

    keys: list[Span] = []
    value: Span | None = None

    @property
    def start(self) -> int:
        """Return the position in the text where the path is first written."""
        return self.keys[0][0] if self.keys else self.value[0] if self.value else 0


class _NoToml(Exception):
    """The text is not valid TOML from here on."""


def spots(text: str) -> dict[Place, SourceRange]:
    """Return the place of every path in a text; in invalid TOML, up to the error."""
    return _read(text).found


def _read(text: str) -> _Reader:
    reader = _Reader(text)
    with suppress(_NoToml, RecursionError, ValueError):
        reader.read()
    return reader


class _Reader:
    """A scanner of TOML text; `found` has the places, `definitions` the start of each path."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: dict[Place, SourceRange] = {}
        self.definitions: list[tuple[Place, int]] = []
        self._at = 0
        self._headers: set[Place] = set()
        self._lists: dict[Place, int] = {}

    def read(self) -> None:
        table: Place = ()
        while self._take(_BLANK).end() < len(self.text):
            several = self._has("[[")
            if several or self._has("["):
                table = self._header(several=several)
            else:
                self._pair(table)

    def _header(self, *, several: bool) -> Place:
        parts = self._parts()
        path: Place = ()
        for depth, (part, span) in enumerate(parts, 1):
            path = (*path, part)
            self._name(path, span, header=depth == len(parts))
            if several and depth == len(parts):
                self._lists[path] = self._lists.get(path, -1) + 1
            if path in self._lists:
                path = (*path, self._lists[path])
                self._name(path, span)
        self.definitions.append((path, parts[0][1][0]))
        self._take(_HEADER_END)
        return path

    def _pair(self, table: Place) -> None:
        parts, path = self._parts(), table
        for part, span in parts:
            path = (*path, part)
            self._name(path, span)
        self.definitions.append((path, parts[0][1][0]))
        self._take(_EQUALS)
        self._value(path)

    def _name(self, path: Place, span: Span, *, header: bool = False) -> None:
        """Record where a path is named. Its own header comes first, even if it is written later."""
        named = self.found.setdefault(path, SourceRange()).keys
        named.insert(0 if header and path not in self._headers else len(named), span)
        if header:
            self._headers.add(path)

    def _parts(self) -> list[tuple[str, Span]]:
        parts: list[tuple[str, Span]] = []
        while not parts or self._has("."):
            if len(parts) > TABLES_NESTED:  # each part is recorded with all before it
                raise _NoToml
            found = self._take(_PART)
            parts.append((_key(found[1]), found.span(1)))
        return parts

    def _value(self, path: Place) -> None:
        start, number = self._at, 0
        if self._has("["):
            while not self._ends("]"):
                self._value((*path, number))
                number += 1
        elif self._has("{"):
            while not self._ends("}"):
                self._pair(path)
        else:
            self._take(_VALUE)
        self.found.setdefault(path, SourceRange()).value = (start, self._at)

    def _ends(self, mark: str) -> bool:
        self._take(_GAP)
        return self._has(mark)

    def _has(self, mark: str) -> bool:
        """Return whether a mark is next, and pass it."""
        found = self.text.startswith(mark, self._at)
        self._at += len(mark) * found
        return found

    def _take(self, what: re.Pattern[str]) -> re.Match[str]:
        found = what.match(self.text, self._at)
        if found is None:
            raise _NoToml
        self._at = found.end()
        return found


def _key(written: str) -> str:
    if written[0] not in "\"'":
        return written
    if "\\" not in written or written[0] == "'":
        return written[1:-1]
    return next(iter(tomli.loads(f"{written}=0")))


class Position(NamedTuple):
    """A file (its number among all files, and its name), a line and a column, both from 1."""

    number: int
    file: str
    line: int
    column: int

    @property
    def line_text(self) -> str:
        """Return the file and the line."""
        return f"{self.file}:{self.line}"


class Places:
    """The places of all paths in some files, given as names and texts."""

    def __init__(self, sources: Sequence[tuple[str, str]]) -> None:
        self._sources = sources
        self._spots = [spots(text) for _, text in sources]

    def at(self, path: Place, file: str = "") -> Position:
        """Return the place of a path, or of the nearest table around it, in `file` or the file that has most of it."""
        for length in range(len(path), 0, -1):
            for number, (name, _) in enumerate(self._sources):
                spot = self._spots[number].get(path[:length])
                if spot and file in ("", name):
                    return self._position(number, spot.start)
        return self._position(next((n for n, (name, _) in enumerate(self._sources) if name == file), 0), 0)

    def _position(self, number: int, start: int) -> Position:
        name, text = self._sources[number]
        return Position(number, name, text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))


def mended(text: str, fixes: Sequence[tuple[Place, Fix]]) -> tuple[str, dict[Place, Any]]:
    """Return a text with every fix that changes only what it should, and by their paths the values or keys before."""
    tables, known = tomli.loads(text), spots(text)
    parts: dict[Span, str] = {}
    before: dict[Place, Any] = {}
    # Values first, then keys from the inside out: so the paths of all that follow stay as they are.
    in_order = sorted(fixes, key=lambda each: (each[1].of == "key", -len(each[0])))
    for path, fix in in_order:
        if path in known and path not in before:
            before[path] = _change(tables, path, fix)
            spans = known[path].keys if fix.of == "key" else [span for span in (known[path].value,) if span]
            parts |= dict.fromkeys(spans, key_text(fix.new) if fix.of == "key" else value_text(fix.new))
    made = text
    for (start, end), new in sorted(parts.items(), reverse=True):
        made = made[:start] + new + made[end:]
    if reads_as(made, tables):
        return made, before
    if len(fixes) == 1:
        return text, {}
    half = len(fixes) // 2
    text, before = mended(text, in_order[:half])
    text, more = mended(text, in_order[half:])
    return text, before | more


def _change(tables: Any, path: Place, fix: Fix) -> Any:
    """Apply a fix to plain tables, and return the value or key before."""
    *way, last = path
    for key in way:
        tables = tables[key]
    if fix.of == "key":
        tables[fix.new] = tables.pop(last)
        return last
    before, tables[last] = tables[last], fix.new
    return before


def reads_as(text: str, tables: Any) -> bool:
    """Return whether a text is TOML with the values of some tables."""
    try:
        return values_of(tomli.loads(text)) == values_of(tables)
    except ValueError:
        return False


def located(path: Place, what: str, text: str, name: str) -> str:
    """Return a message about a value with its place: `file:line: path is 1.5`; without a path, about the whole file."""
    return f"{Places([(name, text)]).at(path).line_text}: {Mistake(path, what).line}" if path else f"{name}: {what}"


_PLACE = re.compile(r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
_TWICE = ("Cannot declare", "Cannot overwrite", "Cannot mutate", "Duplicate inline")
_DIGITS = 4000
# The messages of tomli, and hints for each.
_RIGHT = (
    ("Invalid value", 'strings need quotes (name = "Ada"), booleans are true or false'),
    ("Expected '=' after a key", "write KEY = VALUE; a key with spaces needs quotes"),
    ("Invalid statement", "write KEY = VALUE, or [TABLE]"),
    ("Expected ']'", "write a table as [NAME]; a name with spaces needs quotes"),
    ("Expected newline or end of document", 'write one KEY = VALUE per line; strings need quotes (name = "Ada")'),
    ("Unclosed array", "end the list with ]"),
    ("Unclosed inline table", "end the table with }"),
    ("Unterminated string", 'close the quotes: "Ada"'),
    ("Illegal character '\\n'", 'close the quotes on the same line: "Ada"'),
    ("Unescaped '\\' in a string", "double the backslash, or use '...' as quotes"),
    (
        "Invalid initial character for a key part",
        "a key with characters other than A-Z, a-z, 0-9, _ and - needs quotes",
    ),
    ("Invalid date", "write a whole number, or a string in quotes"),
)


_CURLY = "\u201c\u201d\u201e\u2018\u2019"
_FRACTION = re.compile(r"\s*([\w-]+)\s*=\s*(\d+)\s*/\s*(\d+)")
_YAML = re.compile(r"\s*[\w-]+:(\s|$)")


def _likely_slip(text: str, line: int) -> str:
    """Return a hint for a line in another notation (curly quotes, a fraction, YAML), or an empty string."""
    written = text.split("\n")[line - 1] if line <= text.count("\n") + 1 else ""
    if any(each in written for each in _CURLY):
        return 'strings need straight quotes (name = "Ada")'
    if fraction := _FRACTION.match(written):
        key, now, most = fraction.groups()
        return f"write one number per key: {key} = {now} and max_{key} = {most}"
    if _YAML.match(written):
        return "this looks like YAML; use TOML, as printed by `rbf example SYSTEM`"
    return ""


def explain(error: ValueError, text: str, name: str) -> InvalidFile:
    """Return the error for invalid TOML. It begins with `name:line`, and its hint shows what would be right."""
    place = _PLACE.fullmatch(str(error))
    if not place:
        return invalid(f"{name}:{_line_of_digits(text)}: a number has too many digits")
    if place["reason"].startswith(_TWICE) and (twice := _twice(text)):
        return invalid(f"{name}:{twice}")
    line = place["line"] or text.rstrip("\n").count("\n") + 1
    column = f", column {place['column']}" if place["column"] else ""
    reason = place["reason"]
    usual = next((right for begin, right in _RIGHT if reason.startswith(begin)), "")
    hint = _likely_slip(text, int(line)) or usual
    return invalid(f"{name}:{line}{column}: invalid TOML: {reason[0].lower()}{reason[1:]}", hint=hint)


def _twice(text: str) -> str:
    """Return the line of the first duplicate key or table, with a message; empty if there is none."""
    seen: dict[Place, int] = {}
    for path, start in _read(text).definitions:
        line = text.count("\n", 0, start) + 1
        if path in seen:
            return f"{line}: {Mistake(path, f'is defined twice, first on line {seen[path]}').line}; rename one of them"
        seen[path] = line
    return ""


def _line_of_digits(text: str) -> int:
    found = next((run for run in re.finditer(r"[0-9_]+", text) if len(run[0]) > _DIGITS), None)
    return text.count("\n", 0, found.start()) + 1 if found else 1
