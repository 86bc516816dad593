"""Positions of keys and values in TOML text, and small edits to it."""

from __future__ import annotations

import re
from bisect import bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli

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
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BLANK_IN_LINE = re.compile(r"[ \t]*")
_BARE_PART = re.compile(r"[ \t]*([A-Za-z0-9_-]+)[ \t]*")
_PLAIN_VALUE = re.compile(r"[^,\]}\n#]*[^,\]}\n#\s]")


class SourceRange(NamedTuple):
    """The places where a path is written: its keys, and its value unless it is a table with a header."""

    keys: tuple[Span, ...] = ()
    value: Span | None = None

    @property
    def start(self) -> int:
        """Return the position in the text where the path is first written."""
        return self.keys[0][0] if self.keys else self.value[0] if self.value else 0


class _NoToml(Exception):
    """The text is not valid TOML from here on."""


def spots(text: str) -> dict[Place, SourceRange]:
    """Return the place of every path in a text; in invalid TOML, up to the error."""
    reader = _read(text)
    return {path: SourceRange(tuple(keys), reader.values.get(path)) for path, keys in reader.keys.items()}


def _read(text: str) -> _Reader:
    reader = _Reader(text)
    with suppress(_NoToml, RecursionError):
        reader.read()
    return reader


class _Reader:
    """A scanner of TOML text; `keys` and `values` are the places found, `definitions` the start of each path."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: dict[Place, list[Span]] = {}
        self.values: dict[Place, Span] = {}
        self.definitions: list[tuple[Place, int]] = []
        self._headers: set[Place] = set()
        self._lists: dict[Place, int] = {}

    def read(self) -> None:
        table: Place = ()
        at = self._past(_BLANK, 0)
        while at < len(self.text):
            if self.text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._pair(table, at)
            at = self._past(_BLANK, at)

    def _header(self, at: int) -> tuple[Place, int]:
        several = self.text.startswith("[[", at)
        parts, at = self._parts(at + 1 + several)
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
        return path, self._expect("]]" if several else "]", at)

    def _pair(self, table: Place, at: int) -> int:
        parts, at = self._parts(at)
        path = table
        for part, span in parts:
            path = (*path, part)
            self._name(path, span)
        self.definitions.append((path, parts[0][1][0]))
        return self._value(path, self._past(_BLANK_IN_LINE, self._expect("=", at)))

    def _name(self, path: Place, span: Span, *, header: bool = False) -> None:
        """Record where a path is named. Its own header comes first, even if it is written later."""
        named = self.keys.setdefault(path, [])
        if header and path not in self._headers:
            self._headers.add(path)
            named.insert(0, span)
        else:
            named.append(span)

    def _parts(self, at: int) -> tuple[list[tuple[str, Span]], int]:
        """Return the parts of a dotted key, each with its place, and the end of the key."""
        parts = []
        while True:
            bare = _BARE_PART.match(self.text, at)
            if bare:
                parts.append((bare[1], bare.span(1)))
                at = bare.end()
            else:
                part, at = self._quoted_part(self._past(_BLANK_IN_LINE, at))
                parts.append(part)
            if self.text[at : at + 1] != ".":
                return parts, at
            if len(parts) > TABLES_NESTED:  # each part is recorded with all before it
                raise _NoToml
            at += 1

    def _quoted_part(self, at: int) -> tuple[tuple[str, Span], int]:
        found = QUOTED.match(self.text, at) if self.text[at : at + 1] in ("'", '"') else None
        if not found:
            raise _NoToml
        return (_key(found[0]), found.span()), self._past(_BLANK_IN_LINE, found.end())

    def _value(self, path: Place, at: int) -> int:
        """Record the places of the value at a path and all its parts, and return its end."""
        first = self.text[at : at + 1]
        if first == "[":
            end = self._list(path, at + 1)
        elif first == "{":
            end = self._inline(path, at + 1)
        else:
            found = (QUOTED if first in ("'", '"') else _PLAIN_VALUE).match(self.text, at)
            if not found:
                raise _NoToml
            end = found.end()
        self.values[path] = (at, end)
        return end

    def _list(self, path: Place, at: int) -> int:
        number = 0
        while True:
            at = self._past(_BLANK, at)
            if self.text[at : at + 1] == "]":
                return at + 1
            inner = (*path, number)
            self.keys.setdefault(inner, [])
            at = self._past(_BLANK, self._value(inner, at))
            at += self.text[at : at + 1] == ","
            number += 1

    def _inline(self, path: Place, at: int) -> int:
        while True:
            at = self._past(_BLANK, at)
            if self.text[at : at + 1] == "}":
                return at + 1
            at = self._past(_BLANK, self._pair(path, at))
            at += self.text[at : at + 1] == ","

    def _past(self, what: re.Pattern[str], at: int) -> int:
        found: Any = what.match(self.text, at)
        return int(found.end())

    def _expect(self, mark: str, at: int) -> int:
        if not self.text.startswith(mark, at):
            raise _NoToml
        return at + len(mark)


def _key(written: str) -> str:
    """Return the key written in quotes."""
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
        self._begins: dict[int, list[int]] = {}

    def at(self, path: Place, file: str = "") -> Position:
        """Return the place of a path, or of the nearest table around it.

        It is looked for in `file` or, without one, in the file that contains most of the path.
        """
        for length in range(len(path), 0, -1):
            for number, (name, _) in enumerate(self._sources):
                spot = self._spots[number].get(path[:length])
                if spot and file in ("", name):
                    return self._position(number, spot.start)
        return self._position(next((n for n, (name, _) in enumerate(self._sources) if name == file), 0), 0)

    def _position(self, number: int, start: int) -> Position:
        name, text = self._sources[number]
        if number not in self._begins:
            self._begins[number] = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
        line = bisect_right(self._begins[number], start)
        return Position(number, name, line, start - self._begins[number][line - 1] + 1)


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
    if _reads_as(made, tables):
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


def _reads_as(text: str, tables: Any) -> bool:
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
