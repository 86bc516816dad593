"""What a step reads: cells, and what it looks at of a roll, in the order in which it does."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

from rbfcli.kernel.command import Command
from rbfcli.lab.tracked.compared import sign_of

SEED = -1


class Untracked(BaseException):
    """Something was done with a view that it cannot follow: the step is played plainly, and not kept."""


class Seen(dict[tuple[int, ...], Any]):
    """What something of a roll is, by its faces: in whatever order they fell, as in order of height."""

    def __missing__(self, faces: tuple[int, ...]) -> Any:
        found = self[faces] = self[tuple(sorted(faces))]
        return found


class Asking(NamedTuple):
    """A question to a side that tries every answer, or (`drawn`) any, one as likely as another."""

    who: str
    answers: tuple[Command, ...]
    drawn: bool


class Look(NamedTuple):
    """Something of a roll that was looked at: of the roll of a number in its step, what it is for all faces."""

    roll: int
    name: str
    seen: Mapping[Any, Any]


class Ranking(NamedTuple):
    """The totals of some rolls that were compared: their ranks, from the lowest, the same for the same total."""

    rolls: tuple[int, ...]
    seen: tuple[Mapping[Any, int], ...]

    def seen_of(self, fallen: Mapping[int, Any] | Sequence[Any]) -> tuple[int, ...]:
        """The ranks, by the faces of all rolls."""
        totals = [seen[fallen[roll]] for roll, seen in zip(self.rolls, self.seen, strict=True)]
        order = sorted(set(totals))
        return tuple([order.index(each) for each in totals])


class Versus(NamedTuple):
    """The totals of two rolls that were compared: whether the first, and a number besides, is more than the other."""

    one: int
    other: int
    plus: int
    seen: Mapping[Any, int]
    other_seen: Mapping[Any, int]

    def seen_of(self, fallen: Mapping[int, Any] | Sequence[Any]) -> int:
        """1 where the first is more, -1 where the other is, 0 where both are equal, by the faces of all rolls."""
        return sign_of(self.seen[fallen[self.one]] + self.plus - self.other_seen[fallen[self.other]])


Place = Callable[[int, Any, Callable[[Any], Any]], int]


class Reader:
    """What one step reads, in the order in which it does: cells with the ids of their values, and throws.

    `values` are those of the ids; `derived` finds the id of what follows from other cells, and `place` the cell of what
    follows from one alone. `bounds` are the least and the most that numbers can be which were compared.
    """

    def __init__(
        self, cells: list[int], values: list[Any], derived: Callable[[list[int], int], int], place: "Place"
    ) -> None:
        self.cells = cells.copy()
        self.values = values
        self.trace: list[tuple[Any, Any]] = []
        self.seen: set[Any] = set()
        self.sights: dict[tuple[int, str], Mapping[Any, Any]] = {}
        self.rolls: dict[int, tuple[Mapping[Any, int], Any]] = {}
        self.bounds: dict[tuple[int, tuple[str, ...]], tuple[float, float]] = {}
        self._contests: list[tuple[Any, Any]] = []
        self.items: dict[tuple[int, str], Any] = {}
        self.fight: Any = None
        self.ask: Callable[[Any, Callable[[Any], Any], tuple[str, ...]], Any] | None = None
        self.people: dict[str, Any] = {}
        self.untouched: dict[int, tuple[Any, Any]] = {}
        self.compares = False
        self.amounts: frozenset[int] = frozenset()
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

    def versus(self, one: int, other: int, plus: int) -> int:
        """How the totals of two rolls compare, the first with a number besides, which counts as seen from here on.

        With no number besides it is how all rolls so far do: whoever compares some will compare others.
        """
        if plus:
            return int(self._contest(Versus(one, other, plus, self.rolls[one][0], self.rolls[other][0])))
        of = next((each for each, _ in self._contests if type(each) is Ranking and other in each.rolls), None)
        if of is None:
            rolls = tuple(sorted(self.rolls))
            of = Ranking(rolls, tuple([self.rolls[each][0] for each in rolls]))
        ranks = self._contest(of)
        return sign_of(ranks[of.rolls.index(one)] - ranks[of.rolls.index(other)])

    def _contest(self, what: Any) -> Any:
        for each, seen in self._contests:
            if each == what:
                return seen
        found = what.seen_of({roll: faces for roll, (_, faces) in self.rolls.items()})
        self._contests.append((what, found))
        if not self.closed:
            self.trace.append((what, found))
        return found

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Whatever is read meanwhile does not count as read: what the step does must not follow from it."""
        told, seen, sights, bounds = len(self.trace), self.seen.copy(), self.sights.copy(), self.bounds.copy()
        try:
            yield
        finally:
            del self.trace[told:]
            self.seen, self.sights, self.bounds = seen, sights, bounds

    def name_of(self, one: Any) -> str | None:
        """The id of a sheet that is as the step found it."""
        return next((who for who, other in self.people.items() if other is one), None)

    def close(self) -> None:
        """The step is over; views and their reader let go of each other, so that nobody has to look for them."""
        self.closed = True
        self.fight = self.ask = None
        self.people.clear()
        self.items.clear()
        self.untouched.clear()

    def spoil(self) -> NoReturn:
        """Give the step up, also where somebody takes this for an error of another kind."""
        self.spoilt = True
        raise Untracked
