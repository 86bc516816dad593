"""The graph of a fight: every position that it may come to, and where each choice there leads."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import POSITIONS
from rbfcli.lab.foreseeing import least_positions, require_small, rounded
from rbfcli.lab.outcomes import too_large
from rbfcli.lab.positions import AnyPosition, Choice, Positions

# How often it is said how far it is; from how many positions on, or how much work for them, their number is estimated.
OFTEN, MANY, USUAL_STEPS = 20, 10_000, 6_000


class Edge(NamedTuple):
    """Where chance leads: how likely, how many rounds begin on the way, and the number of the node."""

    chance: Fraction
    rounds: int
    to: int


class Node(Struct):
    """A position: whether the fight is `over` there and who won, what may be chosen, and where each choice leads.

    `since` are the rounds that have to begin before it. A node without choices that is not `over` is stuck, or was not
    looked at: it lies behind the last round.
    """

    position: AnyPosition
    since: int
    over: bool = False
    winner: str = ""
    looked_at: bool = False
    choices: tuple[Choice, ...] = ()
    edges: tuple[tuple[Edge, ...], ...] = ()

    @property
    def waits(self) -> bool:
        """Whether a command waits for an answer: the fight goes on, whatever the round."""
        return self.position.waits


class Graph:
    """All nodes that are reached within some `rounds`; the fight begins at the first of them.

    It is `whole` where no node was left out, so that it holds without a limit of rounds. Raises LimitReached, with an
    estimate, where it is too large.
    """

    def __init__(self, positions: Positions, rounds: int, tell: Callable[[int], object] = lambda _nodes: None) -> None:
        self.nodes: list[Node] = []
        self.rounds = rounds
        self._foreseen = False
        self._positions = positions
        self._numbers: dict[Hashable, int] = {}
        self._open: defaultdict[int, list[int]] = defaultdict(list)
        self._number(positions.first, 0)
        since = 0
        while self._open:
            since = min(self._open)
            for looked_at, number in enumerate(self._open.pop(since)):
                self._look_at(self.nodes[number], since)
                if looked_at % OFTEN == 0:
                    tell(len(self.nodes))
                    self._foresee()
        self.whole = positions.alike and all(node.looked_at for node in self.nodes)

    def _number(self, position: AnyPosition, since: int) -> int:
        """The number of a node, which is new or known; it may be that it is now reached in fewer rounds."""
        key = position.key
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.nodes)
            if number >= POSITIONS:
                raise too_large(f"it has more than {POSITIONS:,} positions")
            self.nodes.append(Node(position, since))
            self._open[since].append(number)
        elif since < self.nodes[number].since:
            self.nodes[number].since = since
            self._open[since].append(number)
        return number

    def _foresee(self) -> None:
        """Once a graph is no small one, raise LimitReached if it is as good as certain that all of it is too large."""
        spent = self._positions.budget.most - self._positions.budget.steps
        if not self._foreseen and (len(self.nodes) >= MANY or spent >= MANY * USUAL_STEPS):
            self._foreseen = True
            require_small(self._positions, self.rounds, max(1, spent // len(self.nodes)))

    def _look_at(self, node: Node, since: int) -> None:
        """Find where a node leads, unless it is known, or no fight goes on from there."""
        if node.looked_at or node.since < since:
            return
        node.over = self._positions.is_over(node.position)
        if node.over:
            node.winner = self._positions.winner(node.position)
        elif since > self.rounds and not node.waits:
            return
        else:
            node.choices = tuple(self._choices(node.position))
            node.edges = tuple(self._edges(choice, since) for choice in node.choices)
        node.looked_at = True

    def _choices(self, position: AnyPosition) -> list[Choice]:
        """What may be done next. Raises LimitReached, with an estimate of the positions."""
        try:
            return self._positions.choices(position)
        except LimitReached as limit:
            least = max(least_positions(self._positions, self.rounds), len(self.nodes))
            limit.message = f"{limit.message}; it has about {rounded(least):,} positions or more"
            raise

    def _edges(self, choice: Choice, since: int) -> tuple[Edge, ...]:
        """Where a choice leads, equal ways as one."""
        found: dict[tuple[int, int], Fraction] = {}
        for way in choice.ways:
            at = way.rounds, self._number(way.position, since + way.rounds)
            found[at] = found[at] + way.chance if at in found else way.chance
        return tuple(Edge(chance, rounds, to) for (rounds, to), chance in found.items())
