"""What may come of a step over all dice, by what it reads of the fight: a tree that every fight of a form walks."""

from collections.abc import Callable, Iterator
from typing import Any

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.forks import Fork, Labelled, Path
from rbfcli.kernel.dice.probes import MANY_PATHS
from rbfcli.lab.tracked.form import STALE, Form
from rbfcli.lab.tracked.nodes import Throw
from rbfcli.lab.tracked.reading import Asking, Look, Reader, Untracked
from rbfcli.lab.tracked.tree import Trace

# Of each end, how likely it is: weights, by out of how many.
Ends = dict["End | Asked", dict[int, int]]
# A step is played with dice, and with the answers that lead to a place, by their numbers.
Play = Callable[[Reader, "Walked", list[int]], "End"]
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


class Walked:
    """The dice of one way through a step: throws that are repeated, then the first of each new one. All are noted."""

    given_left = 0

    def __init__(self, forks: list[Fork], labelled: Labelled, reader: Reader) -> None:
        self.forks = forks
        self.repeated = len(forks)
        self._path = Path(forks, labelled)
        self._reader = reader

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces whose order matters."""
        return self._noted(Throw(sides, count, low, pool=False), self._path.row(sides, count, low))

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces whose order does not."""
        return self._noted(Throw(sides, count, low, pool=True), self._path.pool(sides, count, low))

    def alike(self, sides: int, count: int, label: Callable[[list[int]], object]) -> list[int]:
        """One row of each label."""
        return self._noted(None, self._path.alike(sides, count, label))

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces that wait for their total."""
        return self._path.pile(sides, count)

    def sum_up(self) -> None:
        """One throw of each total."""
        before = self._path.passed
        self._path.sum_up()
        if self._path.passed > before:
            self._noted(None, [])

    def finish(self) -> None:
        """Sum up what is left. Raises Untracked where not all throws came again that were to be repeated."""
        self.sum_up()
        if self._path.passed < self.repeated:
            raise Untracked

    def _noted(self, throw: Throw | None, faces: list[int]) -> list[int]:
        self._reader.trace.append((throw, tuple(faces)))
        return faces


class Chances:
    """All that steps of one kind may come to: those of a `command`."""

    def __init__(self, form: Form, command: Command, labelled: Labelled, play: Play, many: int = MANY_PATHS) -> None:
        self.command = command
        self._many = many
        self._form = form
        self._labelled = labelled
        self._play = play
        self._root: Node | None = None
        self._new = 0
        self._doubt: Callable[[], object] = lambda: None

    def ends(self, cells: list[int], doubt: Callable[[], object], answered: Above = None) -> tuple[Ends, int]:
        """The ends of a step from some cells, and how many ways lead to them; behind an answer, of what is left of it.

        Where a question stands open that somebody chooses at, that is an end. Once there are as `many` new ways, and
        again once there are many, it asks `doubt`, which may raise LimitReached. Raises Untracked.
        """
        self._new, self._doubt = 0, doubt
        found: Ends = {}
        ways = 0
        first = answered[0].then.get(answered[1]) if answered else self._root
        waiting: list[tuple[Node, int, int]] = [(first or self._grown(answered, cells), 1, 1)]
        while waiting:
            node, weight, chances = waiting.pop()
            while type(node) is Seen:
                value = cells[node.cell]
                if value == STALE:
                    value = self._form.id_at(cells, node.cell)
                node = node.then.get(value) or self._grown((node, value), cells)
            if type(node) is End or (type(node) is Asked and not node.asking.drawn):
                ways += 1
                weights = found.setdefault(node, {})
                weights[chances] = weights.get(chances, 0) + weight
            else:
                waiting += self._divided(node, weight, chances, cells)  # type: ignore[arg-type]
        return found, ways

    def _divided(
        self, node: Fallen | Glance | Asked, weight: int, chances: int, cells: list[int]
    ) -> list[tuple[Node, int, int]]:
        """What follows from dice, or answers that are drawn, each with its weight, and out of how many."""
        grown, then = self._grown, node.then
        if isinstance(node, Glance):
            if node.first or weight % node.weight:
                chances *= node.weight
            else:
                weight //= node.weight
            weighs = node.weighs.items()
            return [(then.get(seen) or grown((node, seen), cells), weight * each, chances) for seen, each in weighs]
        if isinstance(node, Asked):
            answers = range(len(node.asking.answers))
            return [(then.get(at) or grown((node, at), cells), weight, chances * len(answers)) for at in answers]
        if node.later:
            return [(then.get(0) or grown((node, 0), cells), weight, chances)]
        chances *= node.chances
        throws = enumerate(node.throws)
        return [(then.get(at) or grown((node, at), cells), weight * each, chances) for at, (_, each) in throws]

    def _grown(self, above: Above, cells: list[int]) -> Node:
        """What follows where nobody was before: it is played with the dice that lead there."""
        self._new += 1
        if self._new in {self._many, MANY_PATHS}:
            self._doubt()
        reader, dice = self.repeated(above, cells)
        end = self._play(reader, dice, answers_to(above))
        return self._hang(above, reader, dice, end)

    def repeated(self, above: Above, cells: list[int]) -> tuple[Reader, Walked]:
        """A reader that has read all that leads to a place, and the dice that lead there."""
        reader = self._form.reader_of(cells)
        reader.amounts = self._form.amounts
        for node, _ in _up(above):
            if isinstance(node, Seen):
                reader.seen.add(node.cell)
            elif isinstance(node, Glance):
                reader.sights[node.look[:2]] = node.look.seen
        return reader, Walked(throws_to(above), self._labelled, reader)

    def _hang(self, above: Above, reader: Reader, dice: Walked, end: End) -> Node:
        """Let what was read and thrown hang below a place, and the end below that; the first of it."""
        first: Node | None = None
        forks = iter(dice.forks)
        fallen = [node for node, _ in _up(above) if isinstance(node, Fallen) and node.later][::-1]
        for what, value in _new(reader.trace, dice.repeated + len(answers_to(above)), forks):
            node: Inner
            if isinstance(what, int):
                node = Seen(what, above)
            elif isinstance(what, Asking):
                node = Asked(what, above)
            elif isinstance(what, Look):
                node = Glance(what, fallen[what.roll], above)
            else:
                node = Fallen(next(forks), above, later=what is not None and what.viewed)
                fallen += [node] if node.later else []
            first = first or node
            self._put(above, node)
            above = node, value if isinstance(what, int | Look | Asking) else 0
        self._put(above, end)
        return first or end

    def _put(self, above: Above, node: Node) -> None:
        if above is None:
            self._root = node
        else:
            above[0].then[above[1]] = node


def _up(above: Above) -> Iterator[tuple[Inner, Any]]:
    """All nodes from a place up to the first, each with the way that was taken there."""
    while above is not None:
        yield above
        above = above[0].above


def _new(trace: Trace, repeated: int, forks: Iterator[Fork]) -> Iterator[tuple[Any, Any]]:
    """What a step has read and looked at, and thrown or answered behind what was repeated; forks of that are passed."""
    for what, value in trace:
        if repeated and not isinstance(what, int | Look):
            repeated -= 1
            if not isinstance(what, Asking):
                next(forks)
        else:
            yield what, value


def answers_to(above: Above) -> list[int]:
    """The answers that lead to a place, by their numbers."""
    return [at for node, at in _up(above) if isinstance(node, Asked)][::-1]


def _left(fallen: Fallen, above: Above) -> Throws:
    """The throws that dice may still be at a place, after all that was looked at."""
    looked = (node.throws[at] for node, at in _up(above) if isinstance(node, Glance) and node.fallen is fallen)
    return next(looked, fallen.throws)


def throws_to(above: Above) -> list[Fork]:
    """The throws that lead to a place, the first of those that look the same."""
    looked: dict[int, Throws] = {}
    forks: list[Fork] = []
    for node, at in _up(above):
        if isinstance(node, Glance):
            looked.setdefault(id(node.fallen), node.throws[at])
        elif isinstance(node, Fallen):
            throw = looked.get(id(node), node.throws)[0] if node.later else node.throws[at]
            forks.append(Fork(iter((throw,)), node.chances, of_pile=node.of_pile))
    return forks[::-1]
