"""Where each key and each value of a TOML file stands in its text, for whoever tells of mistakes or mends them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[str | int, ...]
    Span = tuple[int, int]

# Strings and comments. Each alternative matches once it has begun, even without its end: so a scan is linear.
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


class Spot(NamedTuple):
    """Where a path is written: each of its keys, the table header or first key among them in front, and its value.

    An entry of a list has no key; a table with a header of its own has no value.
    """

    keys: tuple[Span, ...] = ()
    value: Span | None = None

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.keys[0][0] if self.keys else self.value[0] if self.value else 0


class _NoToml(Exception):
    """The text does not go on as TOML does."""


def spots(text: str) -> dict[Path, Spot]:
    """The place of every path of a text that is valid TOML; of other text, of what stands before it goes wrong."""
    reader = _Reader(text)
    with suppress(_NoToml):
        reader.read()
    return {path: Spot(tuple(keys), reader.values.get(path)) for path, keys in reader.keys.items()}


class _Reader:
    """Goes through a text once; `keys` and `values` are what it found."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: dict[Path, list[Span]] = {}
        self.values: dict[Path, Span] = {}
        self._headers: set[Path] = set()
        self._lists: dict[Path, int] = {}

    def read(self) -> None:
        table: Path = ()
        at = self._past(_BLANK, 0)
        while at < len(self.text):
            if self.text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._pair(table, at)
            at = self._past(_BLANK, at)

    def _header(self, at: int) -> tuple[Path, int]:
        several = self.text.startswith("[[", at)
        parts, at = self._parts(at + 1 + several)
        path: Path = ()
        for depth, (part, span) in enumerate(parts, 1):
            path = (*path, part)
            self._name(path, span, header=depth == len(parts))
            if several and depth == len(parts):
                self._lists[path] = self._lists.get(path, -1) + 1
            if path in self._lists:
                path = (*path, self._lists[path])
                self._name(path, span)
        return path, self._expect("]]" if several else "]", at)

    def _pair(self, table: Path, at: int) -> int:
        parts, at = self._parts(at)
        path = table
        for part, span in parts:
            path = (*path, part)
            self._name(path, span)
        return self._value(path, self._past(_BLANK_IN_LINE, self._expect("=", at)))

    def _name(self, path: Path, span: Span, *, header: bool = False) -> None:
        """Note where a path is named; its own header comes first, wherever it stands."""
        named = self.keys.setdefault(path, [])
        if header and path not in self._headers:
            self._headers.add(path)
            named.insert(0, span)
        else:
            named.append(span)

    def _parts(self, at: int) -> tuple[list[tuple[str, Span]], int]:
        """The parts of a dotted key, each with its place, and where the key ends."""
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
            at += 1

    def _quoted_part(self, at: int) -> tuple[tuple[str, Span], int]:
        found = QUOTED.match(self.text, at) if self.text[at : at + 1] in ("'", '"') else None
        if not found:
            raise _NoToml
        return (_key(found[0]), found.span()), self._past(_BLANK_IN_LINE, found.end())

    def _value(self, path: Path, at: int) -> int:
        """Note the value at a path, and all in it; where it ends."""
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

    def _list(self, path: Path, at: int) -> int:
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

    def _inline(self, path: Path, at: int) -> int:
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
    """The key that is written in quotes."""
    if "\\" not in written or written[0] == "'":
        return written[1:-1]
    import tomli

    return next(iter(tomli.loads(f"{written}=0")))
