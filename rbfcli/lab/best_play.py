"""The best way to play for one side: of each position, by the rounds that are left, the choice that wins most often."""

from collections.abc import Callable, Sequence

from rbfcli.lab.components import components
from rbfcli.lab.graph import Graph

# A choice is better than another only if it wins this much more often; less is a rounding of floating point.
BETTER = 1e-14

Values = list[float]


class BestPlay:
    """What one side chooses, and how often it wins from each position, by the rounds since the first.

    Found from the last round back, in each round by value iteration; where a round changes nothing any more, all before
    it are the same.
    """

    def __init__(self, graph: Graph, side: str, *, alike: bool, told: Callable[[], object] = bool) -> None:
        self._nodes = graph.nodes
        self._rounds = graph.rounds
        self._alike = alike
        self._told = told
        self._won = [float(node.over and node.winner == side) for node in graph.nodes]
        self._ways = [
            [[(float(e.chance), e.rounds, e.to) for e in edges] for edges in node.edges] for node in graph.nodes
        ]
        here = [[e.to for edges in node.edges for e in edges if not e.rounds] for node in graph.nodes]
        self._rings = components(here)[::-1]
        self._rules: dict[int, Sequence[int]] = {}
        self._values: dict[int, Values] = {}
        self._earliest = graph.rounds + 1
        self._find()

    def rule(self, since: int) -> Sequence[int]:
        """What is chosen at each node, once so many rounds have begun."""
        return self._rules[self._known(since)]

    def values(self, since: int) -> Values:
        """How often the side wins from each node, once so many rounds have begun."""
        return self._values[self._known(since)]

    def worths(self, number: int, since: int) -> list[float]:
        """How often the side wins by each choice at a node."""
        here = self.values(since)
        return [self._worth(ways, here, since) for ways in self._ways[number]]

    def _known(self, since: int) -> int:
        return min(max(since, self._earliest), self._rounds + 1)

    def _find(self) -> None:
        for since in range(self._rounds + 1, -1, -1):
            self._earliest = since
            self._told()
            self._play_a_round(since)
            if self._alike and since < self._rounds and self._is_settled(since):
                break

    def _is_settled(self, since: int) -> bool:
        later = self._values[since + 1]
        return all(abs(value - later[number]) <= BETTER for number, value in enumerate(self._values[since]))

    def _play_a_round(self, since: int) -> None:
        """The best of each node, those first that others lead to; in a ring, until nothing gets better."""
        values = list(self._won)
        self._values[since] = values
        rule = [max(0, len(ways) - 1) for ways in self._ways]
        self._rules[since] = rule
        for ring in self._rings:
            if not self._alike and self._nodes[ring[0]].since != since:
                continue
            better = True
            while better:
                improved = [number for number in ring if self._improve(number, since, values, rule)]
                better = bool(improved) and (len(ring) > 1 or self._leads_to_itself(ring[0]))

    def _leads_to_itself(self, number: int) -> bool:
        return any(to == number and not rounds for ways in self._ways[number] for _, rounds, to in ways)

    def _improve(self, number: int, since: int, values: Values, rule: list[int]) -> bool:
        """Choose what is better than what is chosen, if anything is."""
        if since > self._rounds and not self._nodes[number].waits:
            return False
        before = values[number]
        for choice, ways in enumerate(self._ways[number]):
            worth = self._worth(ways, values, since)
            if worth > values[number] + BETTER:
                values[number], rule[number] = worth, choice
        return values[number] > before

    def _worth(self, ways: Sequence[tuple[float, int, int]], here: Values, since: int) -> float:
        """How often the side wins by a choice."""
        return sum(
            [
                chance * (self._values[self._known(since + rounds)][to] if rounds else here[to])
                for chance, rounds, to in ways
            ]
        )
