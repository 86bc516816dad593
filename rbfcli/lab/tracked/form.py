"""Fights of one shape in one run: their cells, what follows from those, and what came of each step by what it read."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.dice.labels import Judge
from rbfcli.kernel.events import Rolled
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.notation.plan import is_one_pool
from rbfcli.lab.state_of_play import MOMENT, Moment, actors, is_over, turn_is_over
from rbfcli.lab.tracked.alone import Alone
from rbfcli.lab.tracked.kept import Kept
from rbfcli.lab.tracked.layout import Layout
from rbfcli.lab.tracked.nodes import Leaf, Read
from rbfcli.lab.tracked.people import People
from rbfcli.lab.tracked.questions import UNASKABLE, ask_of, is_as_before
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.tracked.rolls import viewed
from rbfcli.lab.tracked.tree import Conflict, Tree, leaf_behind
from rbfcli.lab.tracked.views import is_tracked, plain

# Cells for what follows from others: so many at once, and so many at most.
SOME, DERIVED = 256, 2_048
STALE = -1

Ask = Callable[[Any, Reader], Any]


class Form:
    """What is kept of fights of one shape: a tree for each command and for each question about a fight.

    Behind the cells of a fight stand those of what follows from them; they are stale once one of those has changed.
    `wish_at` are those of what somebody of a side would do first; `next_turn` is the command for it.
    """

    def __init__(self, kept: Kept, layout: Layout) -> None:
        self.kept = kept
        self.layout = layout
        self.people = People(kept, layout)
        self.first = len(layout.paths)
        self.width = self.first + SOME
        self.commands: dict[Any, Tree] = {}
        self.age = 0
        self.reader: Reader | None = None
        self.rules = replace(kept.rules, standing=self._standing, watch=self._viewed)
        self.next_turn: Any = kept.rules.verb_types["turn"]()
        self.wish_at: dict[tuple[str, str], int] = {}
        self._places: dict[Any, int] = {}
        self._asks: list[Ask] = []
        self._trees: list[Tree] = []
        self._readers_of: dict[int, set[int]] = {}
        self._of_cell: dict[int, list[Alone]] = {}
        self._alone: dict[int, Alone] = {}
        self._alones: list[Alone | None] = []
        self._fields = {path[0]: cell for cell, path in enumerate(layout.paths) if len(path) == 1}
        at = [self._fields[name] for name in MOMENT[1:] if name in self._fields]
        self._moments: dict[Any, tuple[str, int, str]] = {}
        self._now: Callable[[list[int]], Any] = itemgetter(*at) if at else lambda _cells: ()
        self.amounts = self._find_amounts()
        self.over_at, self.turn_over_at, self.actors_at = self._asked_of_all()

    def _find_amounts(self) -> frozenset[int]:
        """The cells of numbers by which the health of people is found."""
        try:
            reader = self.reader_of(self.cells_of(self.layout.base))
            for one in self.layout.view(reader).combatants.values():
                self.kept.rules.health(one)
        except Untracked:
            return frozenset()
        of_fight = ((cell, self.kept.values[found]) for cell, found in reader.trace if cell < self.first)
        return frozenset(cell for cell, value in of_fight if type(value) is int)

    def _asked_of_all(self) -> tuple[int, int, int]:
        """The cells of what is asked of every fight: whether it is over, whether its turn is, and who may act."""
        return (
            self.place("over", lambda: lambda view, _: is_over(self.rules, view)),
            self.place("turn over", lambda: lambda view, _: turn_is_over(self.rules, view)),
            self.place("actors", lambda: lambda view, _: actors(self.rules, view)),
        )

    def cells_of(self, fight: Fight) -> list[int]:
        """The cells of a fight, and those of what follows from them, stale. Raises Misfit."""
        ids = [self.kept.id_of(value) for value in self.layout.values(fight)]
        return ids + [STALE] * (self.width - self.first)

    def cells_since(self, cells: list[int], before: Fight, fight: Fight) -> list[int]:
        """The cells of a fight that has come of one with some cells. Raises Misfit, and Untracked."""
        after = cells.copy()
        self.widen(after)
        ids = {cell: self.kept.id_of(value) for cell, value in self.layout.changes(before, fight).items()}
        others = {cell: found for cell, found in ids.items() if cells[cell] != found}
        beside = {
            each.index: each.of_id(found) for cell, found in others.items() for each in self._of_cell.get(cell, ())
        }
        for cell in self._following([*others, *beside]):
            after[cell] = STALE
        for cell, found in (others | beside).items():
            after[cell] = found
        return after

    def widen(self, cells: list[int]) -> None:
        """Make room for what has come to follow from cells since they were laid out."""
        cells += [STALE] * (self.width - len(cells))

    def fill(self, cells: list[int]) -> None:
        """Find what follows from one cell alone, for all of them where that is known."""
        self.widen(cells)
        for index, alone in self._alone.items():
            found = alone.known.get(cells[alone.cell])
            cells[index] = STALE if found is None else found

    def fight(self, cells: list[int], seed: str, drawn: int) -> Any:
        """The fight of some cells."""
        values = self.kept.values
        return self.layout.fight([values[each] for each in cells[: self.first]], seed, drawn)

    def field(self, cells: list[int], name: str) -> Any:
        """A field of the fight itself."""
        cell = self._fields.get(name)
        return getattr(self.layout.base, name) if cell is None else self.kept.values[cells[cell]]

    def cell_of(self, name: str) -> int | None:
        """The cell of a field of the fight itself; None where it never changes."""
        return self._fields.get(name)

    def moment(self, number: int, cells: list[int]) -> Moment:
        """Whose moment it is in the round of a number."""
        ids = self._now(cells)
        if ids not in self._moments:
            self._moments[ids] = tuple([self.field(cells, name) for name in MOMENT[1:]])
        return (number, *self._moments[ids])

    def place(self, key: Any, ask: Callable[[], Ask]) -> int:
        """The cell of what a question about a fight comes to. Raises Untracked where there are too many questions."""
        found = self._places.get(key)
        if found is None:
            if len(self._asks) >= DERIVED:
                raise Untracked
            found = self._places[key] = self.first + len(self._asks)
            self._asks.append(ask())
            self._trees.append(self.tree())
            self._alones.append(None)
            if found == self.width:
                self.width += SOME
        return found

    def tree(self) -> Tree:
        """Room for steps of one more kind."""
        return Tree(self.first, self.kept.room)

    def part(self, cell: int, key: Any, of: Callable[[Any], Any]) -> int:
        """The cell of what follows from one other alone."""
        if (cell, key) not in self._places:
            index = self.place((cell, key), lambda: lambda _view, reader: of(reader.read(cell)))
            self._alone[index] = self._alones[index - self.first] = alone = Alone(self.kept, index, cell, of)
            self._of_cell.setdefault(cell, []).append(alone)
            self.age += 1
        return self._places[cell, key]

    def value(self, cells: list[int], place: int) -> Any:
        """What a question comes to. Raises Untracked."""
        if len(cells) < self.width:
            self.widen(cells)
        found = cells[place]
        if found < 0:
            found = cells[place] = self._follow(cells, place)
        return self.kept.values[found]

    def id_at(self, cells: list[int], index: int) -> int:
        """The id in a cell, found anew where it is stale."""
        if len(cells) < self.width:
            self.widen(cells)
        found = cells[index]
        if found < 0:
            found = cells[index] = self._follow(cells, index)
        return found

    def fresh(self, cells: list[int], node: Read) -> bool:
        """Find the stale cells of a node anew; whether there were any."""
        any_stale = False
        for index in node.derived:
            if cells[index] < 0:
                cells[index] = self._follow(cells, index)
                any_stale = True
        return any_stale

    def _follow(self, cells: list[int], index: int) -> int:
        place = index - self.first
        alone = self._alones[place]
        if alone is not None:
            known = alone.known.get(cells[alone.cell])
            return alone.of_id(cells[alone.cell]) if known is None else known
        leaf: Any = leaf_behind(self._trees[place].root, cells, None, self.fresh)
        if leaf is None:
            reader = self.reader_of(cells)
            found = self.read(reader, lambda view: self.kept.id_of(plain(self._asks[place](view, reader))))
            leaf = Leaf(found)
            self.keep(self._trees[place], reader, leaf)
            self._depend(index, reader)
        return int(leaf.value)

    def reader_of(self, cells: list[int]) -> Reader:
        """Something to read some cells with."""
        return Reader(cells, self.kept.values, self.id_at, self.part)

    def read(self, reader: Reader, step: Callable[[Any], Any]) -> Any:
        """Do something with a view of a fight. Raises Untracked where it cannot be followed."""
        outer, self.reader = self.reader, reader
        reader.ask = self.asked
        try:
            found = step(self.layout.view(reader))
        finally:
            self.reader = outer
            reader.close()
        if reader.spoilt:
            raise Untracked
        return found

    def keep(self, tree: Tree, reader: Reader, leaf: Leaf) -> None:
        """Remember what came of a step, if there is room."""
        self.kept.miss()
        if self.kept.is_full:
            return
        try:
            tree.add(reader.trace, leaf)
        except Conflict:
            return

    def after(self, cells: list[int], leaf: Leaf) -> list[int]:
        """The cells, changed as a step did; what follows from them is stale. Raises Untracked, and changes nothing."""
        if leaf.age != self.age:
            self._spell_out(leaf)
        if len(cells) < self.width:
            self.widen(cells)
        for cell, plus in leaf.moves:
            cells[cell] = self.kept.moved(cells[cell], plus)
        for cell, found in leaf.follows:
            cells[cell] = found
        for cell in leaf.stale:
            cells[cell] = STALE
        return cells

    def _spell_out(self, leaf: Leaf) -> None:
        """Find what follows from the cells that a step writes: at once where it follows from one alone."""
        alone = [(each.index, each.of_id(found)) for cell, found in leaf.writes for each in self._of_cell.get(cell, ())]
        one = self.kept.one
        leaf.follows, leaf.age = one((*leaf.writes, *map(one, alone))), self.age
        known = {index for index, _ in alone}
        moved = [cell for cell, _ in leaf.moves]
        beside = [each.index for cell in moved for each in self._of_cell.get(cell, ())]
        following = self._following([*(cell for cell, _ in leaf.follows), *moved, *beside]).union(beside)
        leaf.stale = one(tuple([each for each in following if each not in known]))

    def _depend(self, index: int, reader: Reader) -> None:
        for cell, _ in reader.trace:
            known = self._readers_of.setdefault(cell, set())
            if index not in known:
                known.add(index)
                self.age += 1

    def _following(self, cells: list[int]) -> set[int]:
        """The cells that follow from some, directly or not."""
        found: set[int] = set()
        waiting = list(cells)
        while waiting:
            for index in self._readers_of.get(waiting.pop(), ()):
                if index not in found:
                    found.add(index)
                    waiting.append(index)
        return found

    def asked(self, fight: Any, question: Callable[[Any], Any], fields: tuple[str, ...]) -> Any:
        """What a question about some fields of a fight comes to: a cell of its own where they are as at first."""
        reader = self.reader
        if reader is None or not is_as_before(reader.fight, fight, fields):
            return question(fight)
        place = self.place(("asked", question), lambda: lambda view, _: ask_of(view, fields, question))
        found = reader.read(place)
        return question(fight) if found is UNASKABLE else found

    def of_sheet(self, name: str, one: Any, ask: Callable[[Any], Any]) -> Any:
        """What follows from a sheet: of one that is as the step found it, as a cell of its own."""
        reader = self.reader
        who = reader.name_of(one) if reader is not None and is_tracked(one) else None
        if reader is None or who is None:
            return ask(one)
        place = self.place((name, who), lambda: lambda view, _reader: ask(view.combatants[who]))
        return reader.read(place)

    def _standing(self, one: Any) -> bool:
        return bool(self.of_sheet("standing", one, self.kept.rules.standing))

    def _viewed(self, rolled: Rolled, judge: Judge | None, kept: int, sign: int) -> Rolled | None:
        """A view of a roll, for rules to look at."""
        if self.reader is None or not (sign or (rolled.expression and is_one_pool(rolled.expression))):
            return None
        return viewed(self.reader, rolled, judge, kept, self.kept.seen)
