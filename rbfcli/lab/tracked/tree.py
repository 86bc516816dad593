"""What came of a step, by what it read of the fight and what fell: a tree whose leaves say what was written."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from rbfcli.lab.tracked.nodes import Columns, Contest, Fall, Glance, Leaf, Node, Read, Roll, node_of
from rbfcli.lab.tracked.reading import Look

Trace = Sequence[tuple[Any, Any]]
Fresh = Callable[[list[int], Read], bool]


class Conflict(Exception):
    """A step that read other cells than before where all it had read was as before: it is not kept."""


def leaf_behind(  # noqa: PLR0915 - calls would take longer than what they do
    node: Any, cells: list[int], dice: Any, fresh: Fresh, fell: list[Any] | None = None
) -> Any:
    """Where a node leads with the dice that fall; None where nobody was before.

    `fresh(cells, node)` finds stale cells of a node anew, and answers whether there were any; `fell` notes throws, and
    what is looked at of them.
    """
    fallen: list[Any] = []
    while True:
        kind = type(node)
        if kind is Read:
            key, table = node.get(cells), node.table
            then = table.get(key) if table is not None else node.then if key == node.key else None
            if then is None and node.derived and fresh(cells, node):
                then = node.at(node.get(cells))
            node = then
        elif kind is Fall:
            faces = tuple(dice.row(node.sides, node.count, node.low))
            fallen.append(faces)
            if fell is not None:
                fell.append((node.throw, faces))
            node = node.then
        elif kind is Glance:
            key, table = node.seen[fallen[node.roll]], node.table
            if fell is not None:
                fell.append((Look(node.roll, node.name, node.seen), key))
            node = table.get(key) if table is not None else node.then if key == node.key else None
        elif kind is Roll:
            faces = tuple(dice.row(node.sides, node.count, node.low))
            if fell is not None:
                fell.append((node.throw, faces))
            node = node.at(node.key_of(faces))
        elif kind is Contest:
            key = node.of.seen_of(fallen)
            if fell is not None:
                fell.append((node.of, key))
            node = node.at(key)
        else:
            return node


def edge_behind(node: Any, dice: Any) -> Any:
    """As `leaf_behind` behind a whole state, where no cells are read."""
    fallen: list[Any] = []
    while True:
        kind = type(node)
        if kind is Glance:
            key, table = node.seen[fallen[node.roll]], node.table
            node = table.get(key) if table is not None else node.then if key == node.key else None
        elif kind is Fall:
            fallen.append(tuple(dice.row(node.sides, node.count, node.low)))
            node = node.then
        elif kind is Roll:
            node = node.at(node.key_of(tuple(dice.row(node.sides, node.count, node.low))))
        elif kind is Contest:
            node = node.at(node.of.seen_of(fallen))
        else:
            return node


def lost_at(node: Any, cells: list[int], dice: Any) -> int:
    """Something to know again where nobody was before, by what is read there and what fell."""
    fallen: list[Any] = []
    at = 0
    while node is not None:
        key: Any = None
        if type(node) is Fall:
            fallen.append(tuple(dice.row(node.sides, node.count, node.low)))
            node = node.then
            continue
        if type(node) is Read:
            key = node.get(cells)
        elif type(node) is Glance:
            key = node.seen[fallen[node.roll]]
        elif type(node) is Roll:
            key = node.key_of(tuple(dice.row(node.sides, node.count, node.low)))
        elif type(node) is Contest:
            key = node.of.seen_of(fallen)
        else:
            break
        at, node = hash((id(node), key)), node.at(key)
    return at


class Room:
    """How many entries there may be in all trees of a run, and how many there are."""

    __slots__ = ("_columns", "most", "of_states", "taken")

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self.of_states = 0
        self._columns: dict[tuple[tuple[int, ...], int], Columns] = {}

    def columns(self, cells: tuple[int, ...], first_derived: int) -> Columns:
        """The same columns for the same cells."""
        key = cells, first_derived
        if key not in self._columns:
            derived = tuple([cell for cell in cells if cell >= first_derived])
            self._columns[key] = Columns(cells, itemgetter(*cells), derived)
        return self._columns[key]

    def take_for_states(self, count: int) -> None:
        """Take room for states and what comes behind them."""
        self.taken += count
        self.of_states += count


class Tree:
    """All steps of one kind."""

    __slots__ = ("first_derived", "room", "root")

    def __init__(self, first_derived: int, room: Room) -> None:
        self.root: Node | None = None
        self.first_derived = first_derived
        self.room = room

    def find(self, cells: list[int], dice: Any, fresh: Fresh) -> Leaf | None:
        """Where a step leads from some cells, with the dice that fall; None where nobody was before."""
        found: Leaf | None = leaf_behind(self.root, cells, dice, fresh)
        return found

    def add(self, trace: Trace, leaf: Any) -> None:
        """Keep what came of a step. Raises Conflict where it went another way from the same beginning."""
        self.root = self._grown(self.root, trace, 0, leaf)

    def _below(self, node: Any, key: Any, trace: Trace, at: int, leaf: Any) -> None:
        """Keep the rest of a step below a node."""
        before = node.at(key)
        node.put(key, self._grown(before, trace, at, leaf))
        self.room.taken += before is None

    def _grown(self, node: Any, trace: Trace, at: int, leaf: Any) -> Any:
        if at == len(trace):
            if node is not None:
                raise Conflict
            return leaf
        what = trace[at][0]
        if not isinstance(what, int):
            return self._with_dice(node, trace, at, leaf)
        end = at
        while end < len(trace) and isinstance(trace[end][0], int):
            end += 1
        cells = tuple([cell for cell, _ in trace[at:end]])
        if node is None:
            node = self._read(cells)
        elif type(node) is not Read:
            raise Conflict
        shared = _shared(node.cells, cells)
        if not shared:
            raise Conflict
        if shared < len(node.cells):
            self._split(node, shared)
        values = [value for _, value in trace[at : at + shared]]
        key = values[0] if shared == 1 else tuple(values)
        self._below(node, key, trace, at + shared, leaf)
        return node

    def _with_dice(self, node: Any, trace: Trace, at: int, leaf: Any) -> Any:
        """Keep a step below dice that fall, or what is looked at of them."""
        what, seen = trace[at]
        kind = node_of(what)
        if node is None:
            node = kind(what)
        elif type(node) is not kind or not node.is_for(what):
            raise Conflict
        if kind is Fall:
            node.then = self._grown(node.then, trace, at + 1, leaf)
        else:
            self._below(node, node.key_of(seen), trace, at + 1, leaf)
        return node

    def _read(self, cells: tuple[int, ...]) -> Read:
        return Read(self.room.columns(cells, self.first_derived))

    def _split(self, node: Read, shared: int) -> None:
        """Let a node read its first cells alone, and others behind it the rest."""
        first, rest = node.cells[:shared], node.cells[shared:]
        table: dict[Any, Any] = {}
        for key, then in node.ways():
            begins = key[0] if shared == 1 else key[:shared]
            if begins not in table:
                table[begins] = self._read(rest)
            table[begins].put(key[shared] if len(rest) == 1 else key[shared:], then)
        self.room.taken += len(table)
        changed = self._read(first)
        node.cells, node.get, node.derived, node.table = changed.cells, changed.get, changed.derived, None
        node.key = node.then = None
        for key, then in table.items():
            node.put(key, then)


def _shared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many cells are the same from the beginning on."""
    count = 0
    for each, its in zip(one, other, strict=False):
        if each != its:
            break
        count += 1
    return count
