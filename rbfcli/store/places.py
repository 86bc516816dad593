"""Where in which file a path of tables stands that were read from several."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbfcli.store.toml_spots import spots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.store.toml_checks import Path


class Position(NamedTuple):
    """A file (its number among all that were read, and its name), a line and a column, both from 1."""

    number: int
    file: str
    line: int
    column: int

    @property
    def line_text(self) -> str:
        """The file and the line."""
        return f"{self.file}:{self.line}"


class Places:
    """The places of all paths in files, by their names and texts."""

    def __init__(self, sources: Sequence[tuple[str, str]]) -> None:
        self._sources = sources
        self._spots = [spots(text) for _, text in sources]
        self._begins: dict[int, list[int]] = {}

    def at(self, path: Path, file: str = "") -> Position:
        """The place of a path, or of the nearest table around it, in `file` or in the one that names most of it."""
        for length in range(len(path), 0, -1):
            for number, (name, _) in enumerate(self._sources):
                spot = self._spots[number].get(path[:length])
                if spot and file in ("", name):
                    return self._position(number, spot.start)
        return self._position(next((n for n, (name, _) in enumerate(self._sources) if name == file), 0), 0)

    def _position(self, number: int, start: int) -> Position:
        from bisect import bisect_right

        name, text = self._sources[number]
        if number not in self._begins:
            self._begins[number] = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
        line = bisect_right(self._begins[number], start)
        return Position(number, name, line, start - self._begins[number][line - 1] + 1)
