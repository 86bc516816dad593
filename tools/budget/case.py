"""A case: what is typed, on which files, after which lines, and how it may end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Files = Mapping[str, Callable[[], str]]

DONE, NO, USAGE, BAD_FILE, LIMIT = 0, 1, 2, 3, 5


class Case(NamedTuple):
    """Words behind `rbf`; `before` are whole lines before them, `answers` the statuses that are right."""

    name: str
    words: tuple[str, ...]
    answers: tuple[int, ...] = (LIMIT,)
    files: Files = {}  # noqa: RUF012  (never changed)
    before: tuple[tuple[str, ...], ...] = ()
    stdin: bytes = b""

    def write(self, folder: Path) -> None:
        """Write its files."""
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text())
