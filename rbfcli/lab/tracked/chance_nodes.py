"""The nodes of a tree of all that may come of a step, and the way up from a place in it."""

from collections.abc import Iterator
from typing import Any

from rbfcli.kernel.dice.forks import Fork
from rbfcli.lab.tracked.reading import Asking, Look

Throws = list[tuple[list[int], int]]


class Seen:
    """A cell that is read, and what follows for each value in it."""

    __slots__ = ("above", "cell", "then")

    def __init__(self, cell: int, above: "Above") -> None:
        self.cell = cell
        self.above = above
        self.then: dict[Any, Node] = {}


class Fallen:
    """Dice that fall: each throw with its weight, and out of how many.

    What follows is known for each throw that somebody was at, by its place; where dice are looked at later, once.
    """

    __slots__ = ("above", "chances", "later", "of_pile", "then", "throws")

    def __init__(self, fork: Fork, above: "Above", *, later: bool) -> None:
        self.above = above
        self.chances = fork.chances
        self.of_pile = fork.of_pile
        self.later = later
        self.throws: Throws = [(fork.faces, fork.weight), *fork.rest]
        self.then: dict[Any, Node] = {}


class Glance:
    """What is looked at of dice that fell: the throws that they may still be, by what is seen, and what those weigh.

    Of dice that were not looked at before, these are all throws.
    """

    __slots__ = ("above", "fallen", "first", "look", "then", "throws", "weighs", "weight")

    def __init__(self, look: Look, fallen: Fallen, above: "Above") -> None:
        left = _left(fallen, above)
        self.above = above
        self.look = look
        self.fallen = fallen
        self.first = left is fallen.throws
        self.throws: dict[Any, Throws] = {}
        for throw in left:
            self.throws.setdefault(look.seen[tuple(sorted(throw[0]))], []).append(throw)
        self.weighs = {seen: sum(weight for _, weight in throws) for seen, throws in self.throws.items()}
        self.weight = sum(self.weighs.values())
        self.then: dict[Any, Node] = {}


class Asked:
    """A question, and what follows each answer; whoever chooses among them knows what was looked at so far."""

    __slots__ = ("above", "asking", "then")

    def __init__(self, asking: Asking, above: "Above") -> None:
        self.above = above
        self.asking = asking
        self.then: dict[Any, Node] = {}


class End:
    """What came of a step: the cells it writes, or the fight it `became`, of another form; or that it is `refused`.

    `moves` are cells whose numbers are others by so much. Equal ends of one form are one object.
    """

    __slots__ = ("became", "moves", "refused", "writes")

    def __init__(
        self,
        writes: tuple[tuple[int, int], ...] = (),
        moves: tuple[tuple[int, Any], ...] = (),
        became: Any = None,
        *,
        refused: bool = False,
    ) -> None:
        self.writes = writes
        self.moves = moves
        self.became = became
        self.refused = refused


Inner = Seen | Fallen | Glance | Asked
Node = Inner | End
# Where a node hangs: below which, and at which value, throw or sight.
Above = tuple[Inner, Any] | None


def way_up(above: Above) -> Iterator[tuple[Inner, Any]]:
    """All nodes from a place up to the first, each with the way that was taken there."""
    while above is not None:
        yield above
        above = above[0].above


def answers_to(above: Above) -> list[int]:
    """The answers that lead to a place, by their numbers."""
    return [at for node, at in way_up(above) if isinstance(node, Asked)][::-1]


def _left(fallen: Fallen, above: Above) -> Throws:
    """The throws that dice may still be at a place, after all that was looked at."""
    looked = (node.throws[at] for node, at in way_up(above) if isinstance(node, Glance) and node.fallen is fallen)
    return next(looked, fallen.throws)


def throws_to(above: Above) -> list[Fork]:
    """The throws that lead to a place, the first of those that look the same."""
    looked: dict[int, Throws] = {}
    forks: list[Fork] = []
    for node, at in way_up(above):
        if isinstance(node, Glance):
            looked.setdefault(id(node.fallen), node.throws[at])
        elif isinstance(node, Fallen):
            throw = looked.get(id(node), node.throws)[0] if node.later else node.throws[at]
            forks.append(Fork(iter((throw,)), node.chances, of_pile=node.of_pile))
    return forks[::-1]
