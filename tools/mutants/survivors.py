"""Mutants that may survive, each with its reason: `tests/mutants/survivors.toml`."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, NamedTuple

from tools.mutants.changes import lines_changed

if TYPE_CHECKING:
    from pathlib import Path

    from tools.mutants.changes import Mutant


class Change(NamedTuple):
    """What names a mutant for good: its function and the lines it changes, wherever they stand in the file."""

    file: str
    function: str
    before: str
    after: str


def change_of(mutant: Mutant) -> Change:
    """The lasting name of a mutant."""
    return Change(mutant.file, mutant.function, *lines_changed(mutant))


def read_survivors(path: Path) -> dict[Change, str]:
    """The reason why each listed mutant may survive. Raises ValueError for an entry without one, or given twice."""
    reasons: dict[Change, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", ()):
        reason = entry.pop("reason", "").strip()
        change = Change(**entry)
        if not reason or change in reasons:
            message = f"{path}: {'given twice' if reason else 'no reason given'}: {change}"
            raise ValueError(message)
        reasons[change] = reason
    return reasons
