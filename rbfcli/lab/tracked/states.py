"""Whole states of a fight that come again and again: what comes next is known by the dice alone."""

from array import array
from typing import Any

from rbfcli.lab.tracked.form import STALE, Form
from rbfcli.lab.tracked.nodes import Leaf
from rbfcli.lab.tracked.people import Ending
from rbfcli.lab.tracked.tree import Trace, Tree

# Of so many states of a fight it is known that they came once; what comes again is kept.
GLIMPSED = 4_000
# After so many steps it is seen whether one in so many leads to a state that came before.
JUDGED, SELDOM = 5_000, 8
# So many cells of a state take as much room as an entry.
CELLS = 64
# The ids of cells as they are kept, and those of a row, which may be stale.
ID, SIGNED = "I", "i"


class State:
    """All cells of a fight between two steps, whose moment it is, and `then`, by what falls, what comes next."""

    __slots__ = ("_ending", "form", "key", "moment", "then")

    def __init__(self, form: Form, key: bytes, moment: tuple[str, int, str]) -> None:
        self.form = form
        self.moment = moment
        self.then: Tree | None = None
        self.key = key
        self._ending: Ending | None = None

    def cells(self) -> list[int]:
        """The cells, and what follows from one of them alone."""
        cells = self.ids()
        self.form.fill(cells)
        return cells

    def ids(self) -> list[int]:
        """The cells of the fight alone."""
        return array(ID, self.key).tolist()

    def ending(self, cells: list[int]) -> Ending:
        """How everybody stands where fights end in this state, whose cells are given."""
        found = self._ending
        if found is None:
            found = self.form.people.ending(cells)
            if self.form.kept.has_room_for_states:
                self._ending = found
                self.form.kept.room.take_for_states(1)
        return found

    def keep(self, trace: Trace, edge: "Edge") -> None:
        """Remember what came next. Raises Conflict."""
        if self.then is None:
            self.then = self.form.tree()
        room, before = self.form.kept.room, self.form.kept.room.taken
        try:
            self.then.add(trace, edge)
        finally:
            room.of_states += room.taken - before


class Edge:
    """One step from a state to the next, or that the fight `ends`; `came` is what came of its command, by a `leaf`.

    A deed `counts` among those of a moment, and was done by policy where somebody `acts`; else it is the next turn.
    `done` are those who were found to have nothing left to do. So many dice were `drawn`, and rounds `passed`.
    """

    __slots__ = ("actor", "acts", "came", "counts", "done", "drawn", "ends", "leaf", "lost", "passed", "state")

    def __init__(
        self,
        *,
        counts: bool,
        acts: bool,
        done: frozenset[str],
        actor: str,
        leaf: Leaf | None,
        lost: tuple[Any, ...],
        state: State | None,
    ) -> None:
        self.ends = state is None
        self.counts = counts
        self.acts = acts
        self.done = done
        self.actor = actor
        self.leaf: Any = leaf
        self.came: Any = leaf.value if leaf is not None else None
        self.drawn = 0
        self.passed: int = 0 if self.came is None else self.came.passed
        self.lost = lost
        self.state = state


class States:
    """The states of fights of one form."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._known: dict[bytes, State] = {}
        self._glimpsed: set[int] = set()
        self._asked = self._met = 0
        self._pays = True

    def _count(self, found: State | None) -> None:
        """Where there is no room for more, and hardly any comes again, they are not asked for any more."""
        self._asked += 1
        self._met += found is not None
        if self._asked % JUDGED == 0:
            self._pays = self._form.kept.has_room_for_states or self._met * SELDOM >= self._asked
            self._asked = self._met = 0
            if not self._pays:
                self._glimpsed.clear()

    def at(self, cells: list[int]) -> State | None:
        """The state of such cells; None where it was not seen before, or there is no room."""
        form = self._form
        if not self._pays:
            return None
        key = array(ID, cells[: form.first]).tobytes()
        found = self._known.get(key)
        self._count(found)
        if found is None and form.kept.has_room_for_states:
            if hash(key) in self._glimpsed:
                found = self._known[key] = State(form, key, form.moment(0, cells)[1:])
                form.kept.room.take_for_states(1 + form.first // CELLS)
            elif len(self._glimpsed) < GLIMPSED:
                self._glimpsed.add(hash(key))
            else:
                self._glimpsed = {hash(key)}
        return found


class Start:
    """A fight laid out, to begin with again and again."""

    def __init__(self, fight: Any, form: Form, cells: list[int]) -> None:
        self.fight = fight
        self.form = form
        self._cells = _packed(cells)
        self.state: State | None = None
        self._age = -1
        self._taken = 0

    def cells(self) -> list[int]:
        """The cells; what follows from one alone is found once it pays."""
        self._taken += 1
        cells = self._cells.tolist()
        if self._taken > 1 and self._age != self.form.age:
            self.form.fill(cells)
            self._cells, self._age = _packed(cells), self.form.age
        self.form.widen(cells)
        return cells


def _packed(cells: list[int]) -> "array[int]":
    """A row of cells without the stale ones at its end."""
    end = len(cells)
    while end and cells[end - 1] == STALE:
        end -= 1
    return array(SIGNED, cells[:end])
