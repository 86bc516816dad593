"""A fight laid out: what may change of it as cells in a row, all else as it stands."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.fight import Fight
from rbfcli.lab.tracked.parts import NOTHING, Leaf, Misfit, Part, Path, People, Row, Whole
from rbfcli.lab.tracked.reading import SEED, Reader, Untracked
from rbfcli.lab.tracked.views import (
    Cell,
    Drawn,
    is_tracked,
    raw,
)

# What no step may depend on, or leaves as it was: the seed, the count of dice, and what a pause keeps.
APART = frozenset({"seed", "drawn", "questions", "paused"})


class Layout:
    """The parts of fights of one shape, and the cells of those that vary; `base` is one such fight.

    The shape are the ids of the people and the length of the order. A struct is one cell where it varies as a whole, as
    one that is not always there.
    """

    def __init__(self, base: Fight, varying: frozenset[Path]) -> None:
        self.base = replace(base, seed="", drawn=0, questions=(), paused=None)
        self.shape = shape_of(base)
        self.varying = varying
        self.paths: list[Path] = []
        self._root = self._part(self.base, ())

    def _part(self, value: Any, path: Path) -> "Part":
        if path == ("combatants",):
            self._people = People(path, value, [self._part(one, (*path, who)) for who, one in value.items()])
            return self._people
        if path == ("order",) and value:
            return Row(path, value, [self._part(slot, (*path, place)) for place, slot in enumerate(value)])
        if isinstance(value, Struct) and (not path or path not in self.varying):
            apart = APART if not path else frozenset()
            names = [name for name in value.__struct_fields__ if name not in apart]
            return Whole(path, value, names, [self._part(getattr(value, name), (*path, name)) for name in names])
        cell = -1
        if path in self.varying:
            cell = len(self.paths)
            self.paths.append(path)
        return Leaf(path, value, cell)

    def values(self, fight: Fight) -> list[Any]:
        """What each cell of a fight holds. Raises Misfit where anything else is not as it was."""
        found: list[Any] = [NOTHING] * len(self.paths)
        changed: set[Path] = set()
        self._root.read(replace(fight, seed="", drawn=0, questions=(), paused=None), found, changed)
        if changed:
            raise Misfit(changed)
        return found

    def changes(self, before: Fight, fight: Fight) -> dict[int, Any]:
        """What cells hold that were made anew since a fight before. Raises Misfit as `values` does."""
        found: dict[int, Any] = {}
        changed: set[Path] = set()
        self._root.reread(before, fight, found, changed)
        if changed:
            raise Misfit(changed)
        return found

    def differences(self, one: Fight, other: Fight) -> set[Path]:
        """The paths at which two fights of this shape are not the same. Raises Misfit."""
        changed: set[Path] = set()
        self._root.compare(one, other, changed)
        return changed

    def fight(self, values: list[Any], seed: str, drawn: int) -> Any:
        """The fight of such cells."""
        return replace(self._root.built(values), seed=seed, drawn=drawn)

    def sheet(self, values: list[Any], who: str) -> Any:
        """The sheet of somebody in a fight of such cells."""
        return self._people.parts[self._people.ids.index(who)].built(values)

    def view(self, reader: Reader) -> Any:
        """A fight that notes what is read of it."""
        fight = self._root.shown(reader)
        reader.people = {who: one for who, one in raw(fight, "combatants").items() if is_tracked(one)}
        reader.fight = replace(fight, seed=Cell(reader, SEED), drawn=Drawn(0))
        return reader.fight

    def writes(self, fight: Any, reader: Reader) -> dict[int, Any]:
        """What was written, by cell. Raises Untracked where somebody is asked at the end, and Misfit."""
        if raw(fight, "questions") or raw(fight, "paused"):
            raise Untracked
        found: dict[int, Any] = {}
        changed: set[Path] = set()
        self._root.written(fight, reader, found, changed)
        if changed:
            raise Misfit(changed)
        return found


def shape_of(fight: Fight) -> tuple[tuple[str, ...], int]:
    """Who takes part, and how long the order is."""
    return tuple(fight.combatants), len(fight.order)
