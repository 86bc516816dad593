"""The graph of a fight: every position that it may come to, and where each choice there leads."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import POSITIONS
from rbfcli.lab.foreseeing import PART, Foresight, rounded
from rbfcli.lab.outcomes import too_large
from rbfcli.lab.positions import AnyPosition, Choice, Positions


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

    def __init__(
        self,
        positions: Positions,
        rounds: int,
        tell: Callable[[int], object] = lambda _nodes: None,
        foresight: Foresight | None = None,
    ) -> None:
        self.nodes: list[Node] = []
        self.rounds = rounds
        self._positions = positions
        self._foresight = foresight or Foresight(positions, rounds)
        self._looked_at = 0
        self._numbers: dict[Hashable, int] = {}
        self._open: defaultdict[int, list[int]] = defaultdict(list)
        self._number(positions.first, 0)
        while self._open:
            since = min(self._open)
            try:
                self._look_at_all(since, tell)
            except LimitReached as limit:
                raise self._told(limit, since - 1) from None
        self.whole = positions.alike and all(node.looked_at for node in self.nodes)

    def _look_at_all(self, since: int, tell: Callable[[int], object]) -> None:
        """Look at what is reached in some round. Raises LimitReached."""
        self._positions.busy = lambda: tell(len(self.nodes))
        for number in self._open.pop(since):
            self._positions.busy()
            self._look_at(self.nodes[number], since)
            self._foresight.look(self._looked_at)

    def _told(self, limit: LimitReached, done: int) -> LimitReached:
        """The error with an estimate of the positions, where it has none, and how many rounds were looked at."""
        if "positions" not in limit.message:
            least = max(self._foresight.least(POSITIONS // PART), len(self.nodes))
            limit.message = f"{limit.message}; it has {rounded(least):,} positions or more"
        if done > 0:
            limit.hint = f"--rounds {done} can be solved; or {limit.hint}"
        return limit

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
            choices = self._positions.choices(node.position)
            node.edges = tuple([self._edges(choice, since) for choice in choices])
            node.choices = tuple([Choice((), each.command, each.who) for each in choices]) if len(choices) > 1 else ()
            self._looked_at += 1
        node.looked_at = True

    def _edges(self, choice: Choice, since: int) -> tuple[Edge, ...]:
        """Where a choice leads, equal ways as one."""
        found: dict[tuple[int, int], Fraction] = {}
        for way in choice.ways:
            at = way.rounds, self._number(way.position, since + way.rounds)
            found[at] = found[at] + way.chance if at in found else way.chance
        return tuple(Edge(chance, rounds, to) for (rounds, to), chance in found.items())
