"""What may come of a step over all dice, by what it reads of the fight: a tree that every fight of a form walks."""

from collections.abc import Callable, Iterator
from typing import Any

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.forks import Fork, Labelled, Path
from rbfcli.kernel.dice.probes import MANY_PATHS
from rbfcli.lab.tracked.chance_nodes import (
    Above,
    Asked,
    End,
    Fallen,
    Glance,
    Inner,
    Node,
    Seen,
    answers_to,
    throws_to,
    way_up,
)
from rbfcli.lab.tracked.form import STALE, Form
from rbfcli.lab.tracked.nodes import Throw
from rbfcli.lab.tracked.reading import Asking, Look, Reader, Untracked
from rbfcli.lab.tracked.tree import Trace

# Of each end, how likely it is: weights, by out of how many.
Ends = dict[End | Asked, dict[int, int]]
# A step is played with dice, and with the answers that lead to a place, by their numbers.
Play = Callable[[Reader, "Walked", list[int]], "End"]


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
        for node, _ in way_up(above):
            if isinstance(node, Seen):
                reader.seen.add(node.cell)
            elif isinstance(node, Glance):
                reader.sights[node.look[:2]] = node.look.seen
        return reader, Walked(throws_to(above), self._labelled, reader)

    def _hang(self, above: Above, reader: Reader, dice: Walked, end: End) -> Node:
        """Let what was read and thrown hang below a place, and the end below that; the first of it."""
        first: Node | None = None
        forks = iter(dice.forks)
        fallen = [node for node, _ in way_up(above) if isinstance(node, Fallen) and node.later][::-1]
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


def _new(trace: Trace, repeated: int, forks: Iterator[Fork]) -> Iterator[tuple[Any, Any]]:
    """What a step has read and looked at, and thrown or answered behind what was repeated; forks of that are passed."""
    for what, value in trace:
        if repeated and not isinstance(what, int | Look):
            repeated -= 1
            if not isinstance(what, Asking):
                next(forks)
        else:
            yield what, value
