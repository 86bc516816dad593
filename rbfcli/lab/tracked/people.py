"""The people of fights of one shape, and what is left of them when a fight is over."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from rbfcli.lab.tracked.kept import Kept
from rbfcli.lab.tracked.layout import Layout


class Left(NamedTuple):
    """What is left of somebody when a fight is over: its health, its side, and whether it is up."""

    health: int
    side: str
    is_up: bool


class Ending(NamedTuple):
    """How people stand when a fight is over: the sides that are up, everybody's health, and who is down."""

    sides: frozenset[str]
    left: dict[str, int]
    down: tuple[str, ...]


class People:
    """What is left of everybody in a row of cells; it is found once for all cells of a sheet."""

    def __init__(self, kept: Kept, layout: Layout) -> None:
        self._kept = kept
        self._layout = layout
        cells = _cells_of_sheets(layout)
        self._known = [(who, _taken(cells.get(who, [])), dict[Any, Left]()) for who in layout.shape[0]]

    def ending(self, cells: Sequence[int]) -> Ending:
        """How everybody stands."""
        every = [(who, known.get(of(cells)) or self._left(cells, who)) for who, of, known in self._known]
        return Ending(
            sides=frozenset([each.side for _, each in every if each.is_up]),
            left={who: each.health for who, each in every},
            down=tuple([who for who, each in every if not each.is_up]),
        )

    def _left(self, cells: Sequence[int], who: str) -> Left:
        rules, values = self._kept.rules, self._kept.values
        one = self._layout.sheet([values[each] for each in cells[: len(self._layout.paths)]], who)
        found = Left(rules.health(one)[0], one.side, is_up=rules.standing(one))
        for other, of, known in self._known:
            if other == who and not self._kept.is_full:
                known[of(cells)] = found
                self._kept.room.taken += 1
        return found


def _cells_of_sheets(layout: Layout) -> dict[str, list[int]]:
    """The cells of everybody's sheet."""
    found: dict[str, list[int]] = {}
    for cell, path in enumerate(layout.paths):
        if path[:1] == ("combatants",):
            found.setdefault(str(path[1]), []).append(cell)
    return found


def _taken(cells: list[int]) -> Callable[[Sequence[int]], Any]:
    """What takes some cells from a row of cells."""
    return itemgetter(*cells) if cells else lambda _cells: ()
