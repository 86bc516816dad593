"""What a step reads: cells, and what it looks at of a roll, in the order in which it does."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn

SEED = -1


class Untracked(BaseException):
    """Something was done with a view that it cannot follow: the step is played plainly, and not kept."""


class Look(NamedTuple):
    """Something of a roll that was looked at: of the roll of a number in its step, what it is for all faces."""

    roll: int
    name: str
    seen: Mapping[Any, Any]


Place = Callable[[int, Any, Callable[[Any], Any]], int]


class Reader:
    """What one step reads, in the order in which it does: cells with the ids of their values, and throws.

    `values` are those of the ids; `derived` finds the id of what follows from other cells, and `place` the cell of what
    follows from one alone.
    """

    def __init__(
        self, cells: list[int], values: list[Any], derived: Callable[[list[int], int], int], place: "Place"
    ) -> None:
        self.cells = cells.copy()
        self.values = values
        self.trace: list[tuple[Any, Any]] = []
        self.seen: set[Any] = set()
        self.sights: dict[tuple[int, str], Mapping[Any, Any]] = {}
        self.people: dict[str, Any] = {}
        self.untouched: dict[int, tuple[Any, Any]] = {}
        self.spoilt = False
        self.closed = False
        self._derived = derived
        self._place = place

    def read(self, index: int) -> Any:
        """The value of a cell, which counts as read from here on. Raises Untracked for what no step may read."""
        if index == SEED:
            self.spoil()
        found = self._derived(self.cells, index)
        if index not in self.seen and not self.closed:
            self.seen.add(index)
            self.trace.append((index, found))
        return self.values[found]

    def read_field(self, form: Any, name: str) -> Any:
        """A field of the fight itself."""
        cell = form.cell_of(name)
        return form.field(self.cells, name) if cell is None else self.read(cell)

    def part(self, cell: int, key: Any, of: Callable[[Any], Any]) -> Any:
        """What is read of a value that is not read as a whole."""
        return self.read(self._place(cell, key, of))

    def look(self, roll: int, name: str, see: Callable[[], Mapping[Any, Any]], faces: Any) -> Any:
        """What is seen of a roll; for the first time, `see` finds it for all faces."""
        seen = self.sights.get((roll, name))
        if seen is None:
            seen = self.sights[roll, name] = see()
            if not self.closed:
                self.trace.append((Look(roll, name, seen), seen[faces]))
        return seen[faces]

    def name_of(self, one: Any) -> str | None:
        """The id of a sheet that is as the step found it."""
        return next((who for who, other in self.people.items() if other is one), None)

    def close(self) -> None:
        """The step is over; views and their reader let go of each other, so that nobody has to look for them."""
        self.closed = True
        self.people.clear()
        self.untouched.clear()

    def spoil(self) -> NoReturn:
        """Give the step up, also where somebody takes this for an error of another kind."""
        self.spoilt = True
        raise Untracked
