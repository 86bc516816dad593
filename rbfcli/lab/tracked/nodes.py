"""The nodes of a tree of steps: what is read, what falls and is looked at of that, and what came of it at the end."""

from collections.abc import Callable
from typing import Any, NamedTuple

from rbfcli.lab.tracked.reading import Look, Ranking, Versus


class Throw(NamedTuple):
    """Dice that a step throws: so many of so many sides from `low` on; in no order, as a pool, or in a row.

    Of one that is `viewed`, only that counts which is looked at later.
    """

    sides: int
    number: int
    low: int
    pool: bool
    viewed: bool = False


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

    def key_of(self, seen: Any) -> Any:
        """What tells ways apart, of what was seen."""
        return seen

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

    def is_for(self, throw: Throw) -> bool:
        """Whether a step that throws so comes by here."""
        return throw == self.throw

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

    def is_for(self, throw: Throw) -> bool:
        """Whether a step that throws so comes by here."""
        return throw == self.throw


class Glance(Forked):
    """What is looked at of dice that fell, and what follows."""

    __slots__ = ("name", "roll", "seen")

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.roll, self.name, self.seen = look

    def is_for(self, look: Look) -> bool:
        """Whether a step that looks so comes by here."""
        return (self.roll, self.name) == look[:2] and self.seen == look.seen


class Contest(Forked):
    """Rolls whose totals are compared, and what follows."""

    __slots__ = ("of",)

    def __init__(self, of: Versus | Ranking) -> None:
        super().__init__()
        self.of = of

    def is_for(self, of: Versus | Ranking) -> bool:
        """Whether a step that compares so comes by here."""
        return of == self.of


Node = Leaf | Read | Roll | Fall | Glance | Contest


def node_of(what: Throw | Look | Versus | Ranking) -> type[Roll | Fall | Glance | Contest]:
    """The kind of node for what a step does with dice."""
    if isinstance(what, Throw):
        return Fall if what.viewed else Roll
    return Glance if isinstance(what, Look) else Contest
