"""What came of a step, by what it read of the fight and what fell: a tree whose leaves say what was written."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from rbfcli.lab.tracked.reading import Look, Ranking, Versus

Trace = Sequence[tuple[Any, Any]]


class Throw(NamedTuple):
    """Dice that a step throws: so many of so many sides from `low` on; in no order, as a pool, or in a row.

    Of one that is `viewed`, only that counts which is looked at later.
    """

    sides: int
    number: int
    low: int
    pool: bool
    viewed: bool = False


class Conflict(Exception):
    """A step that read other cells than before where all it had read was as before: it is not kept."""


class Leaf:
    """What came of a step: `value`, the cells written, all that follows at once, and what is stale then.

    `moves` are cells whose numbers are others by so much, whatever they are.
    `value` is what a question about the fight comes to; of a command, what came of it, None where it was refused.
    """

    __slots__ = ("age", "follows", "moves", "stale", "value", "writes")

    def __init__(
        self, value: Any, writes: tuple[tuple[int, int], ...] = (), moves: tuple[tuple[int, Any], ...] = ()
    ) -> None:
        self.value = value
        self.writes = writes
        self.moves = moves
        self.follows = writes
        self.stale: tuple[int, ...] = ()
        self.age = -1


class Forked:
    """What follows in a tree for each key: nodes mostly have one way on, which takes less room than a mapping."""

    __slots__ = ("key", "table", "then")

    def __init__(self) -> None:
        self.key: Any = None
        self.then: Any = None
        self.table: dict[Any, Any] | None = None

    def at(self, key: Any) -> Any:
        """What follows for a key; None where nobody was before."""
        if self.table is not None:
            return self.table.get(key)
        return self.then if key == self.key else None

    def put(self, key: Any, then: Any) -> None:
        """Let something follow for a key."""
        if self.table is not None:
            self.table[key] = then
        elif self.then is None or key == self.key:
            self.key, self.then = key, then
        else:
            self.table = {self.key: self.then, key: then}
            self.key = self.then = None

    def ways(self) -> list[tuple[Any, Any]]:
        """All keys, and what follows."""
        return list(self.table.items()) if self.table is not None else [(self.key, self.then)]


class Read(Forked):
    """Cells that are read, and what follows for the values in them; `derived` are those that may be stale."""

    __slots__ = ("cells", "derived", "get")

    def __init__(self, columns: "Columns") -> None:
        super().__init__()
        self.cells, self.get, self.derived = columns


class Columns(NamedTuple):
    """Some cells, what takes their values from a row, and those that may be stale; nodes have them in common."""

    cells: tuple[int, ...]
    get: Callable[[list[int]], Any]
    derived: tuple[int, ...]


class Roll(Forked):
    """Dice that fall, and what follows from their faces."""

    __slots__ = ("count", "low", "pool", "sides", "throw")

    def __init__(self, throw: Throw) -> None:
        super().__init__()
        self.throw = throw
        self.sides, self.count, self.low, self.pool = throw[:4]

    def key_of(self, faces: tuple[int, ...]) -> Any:
        """What tells throws apart."""
        return faces[0] if self.count == 1 else tuple(sorted(faces)) if self.pool else faces


class Fall:
    """Dice that fall, to be looked at later."""

    __slots__ = ("count", "low", "sides", "then", "throw")

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        self.sides, self.count, self.low = throw[:3]
        self.then: Node | None = None


class Glance(Forked):
    """What is looked at of dice that fell, and what follows."""

    __slots__ = ("name", "roll", "seen")

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.roll, self.name, self.seen = look


class Contest(Forked):
    """Rolls whose totals are compared, and what follows."""

    __slots__ = ("of",)

    def __init__(self, of: Versus | Ranking) -> None:
        super().__init__()
        self.of = of


Node = Leaf | Read | Roll | Fall | Glance | Contest
Fresh = Callable[[list[int], Read], bool]


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
        if isinstance(what, Throw):
            return self._with_fall(node, trace, at, leaf) if what.viewed else self._with_roll(node, trace, at, leaf)
        if isinstance(what, Look):
            return self._with_look(node, trace, at, leaf)
        if isinstance(what, (Versus, Ranking)):
            return self._with_contest(node, trace, at, leaf)
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

    def _with_fall(self, node: Any, trace: Trace, at: int, leaf: Any) -> Any:
        throw = trace[at][0]
        if node is None:
            node = Fall(throw)
        elif type(node) is not Fall or node.throw != throw:
            raise Conflict
        node.then = self._grown(node.then, trace, at + 1, leaf)
        return node

    def _with_look(self, node: Any, trace: Trace, at: int, leaf: Any) -> Any:
        look, value = trace[at]
        if node is None:
            node = Glance(look)
        elif type(node) is not Glance or (node.roll, node.name) != look[:2] or node.seen != look.seen:
            raise Conflict
        self._below(node, value, trace, at + 1, leaf)
        return node

    def _with_contest(self, node: Any, trace: Trace, at: int, leaf: Any) -> Any:
        of, seen = trace[at]
        if node is None:
            node = Contest(of)
        elif type(node) is not Contest or node.of != of:
            raise Conflict
        self._below(node, seen, trace, at + 1, leaf)
        return node

    def _with_roll(self, node: Any, trace: Trace, at: int, leaf: Any) -> Any:
        throw, faces = trace[at]
        if node is None:
            node = Roll(throw)
        elif type(node) is not Roll or node.throw != throw:
            raise Conflict
        self._below(node, node.key_of(faces), trace, at + 1, leaf)
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
