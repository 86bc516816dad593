"""A graph solved: how likely each end of the fight is within its rounds, and without a limit of them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from rbfcli.kernel.rules import Rules
from rbfcli.lab.chain import FRACTIONS, PARTS, Arithmetic, Chain, TooLong
from rbfcli.lab.graph import Graph
from rbfcli.lab.playing import OVER, ROUNDS, STUCK

ENDLESS = "endless"
# A graph of so many ways, times rounds, is first tried with fractions.
FEW_WAYS = 20_000

# Of each node, the number of what is chosen there.
Rule = Sequence[int]
RuleOfRound = Callable[[int], Rule]
Chances = dict[Any, Fraction]
N = TypeVar("N")


class Solved(Struct):
    """The chance of each side to win (empty: a draw), of each end, and of each number of rounds; who is left with what.

    They are `exact`, or else far more exact than twelve digits.
    """

    exact: bool
    wins: Chances = field(default_factory=dict)
    ended: Chances = field(default_factory=dict)
    rounds: Chances = field(default_factory=dict)
    down: Chances = field(default_factory=dict)
    left: Chances = field(default_factory=dict)

    @property
    def mean_rounds(self) -> Fraction:
        """The rounds of a fight on average."""
        return sum((rounds * chance for rounds, chance in self.rounds.items()), Fraction(0))


class _Ends(Generic[N]):
    """Ends of a fight that are gathered, each with what comes to it; what they add up to is told in the end."""

    def __init__(self, graph: Graph, rules: Rules, arithmetic: Arithmetic[N], *, exact: bool) -> None:
        self._graph = graph
        self._rules = rules
        self._reckon = arithmetic
        self._exact = exact
        self._people: dict[int, list[tuple[str, int, bool]]] = {}
        self._wins: dict[str, Any] = {}
        self._ended: dict[str, Any] = {}
        self._rounds: dict[int, Any] = {}
        self._down: dict[str, Any] = {}
        self._left: dict[str, Any] = {}

    def add(self, number: int, share: Any, rounds: int, *, after: bool) -> None:
        """So much comes to a node, where the fight ends in a round, or `after` the last."""
        node = self._graph.nodes[number]
        _add(self._wins, node.winner, share)
        ended = OVER if node.over else ROUNDS if after else ENDLESS if node.edges else STUCK
        _add(self._ended, ended, share)
        _add(self._rounds, min(rounds, self._graph.rounds) if ended == ROUNDS else rounds, share)
        for who, health, stands in self._people_at(number):
            _add(self._left, who, share * health)
            _add(self._down, who, share * (not stands))

    def _people_at(self, number: int) -> list[tuple[str, int, bool]]:
        """Everybody at a node: the health that is left, and whether they stand."""
        if number not in self._people:
            people, rules = self._graph.nodes[number].position.fight.combatants, self._rules
            self._people[number] = [(who, rules.health(one)[0], rules.standing(one)) for who, one in people.items()]
        return self._people[number]

    @property
    def solved(self) -> Solved:
        """All of it, as fractions."""
        found = (self._wins, self._ended, self._rounds, self._down, self._left)
        exact = self._reckon.exact
        return Solved(self._exact, *({what: exact(share) for what, share in each.items()} for each in found))


def _add(to: dict[Any, Any], what: Any, share: Any) -> None:
    to[what] = to[what] + share if what in to else share


def within_rounds(graph: Graph, rules: Rules, chosen: RuleOfRound, told: Callable[[], object] = bool) -> Solved:
    """The ends of a fight that is a draw behind its last round; `told` is called at each. Raises LimitReached."""
    ways = sum(len(edges) for node in graph.nodes for edges in node.edges)
    if ways * graph.rounds <= FEW_WAYS:
        try:
            return _within_rounds(graph, rules, chosen, FRACTIONS, told)
        except TooLong:
            pass
    return _within_rounds(graph, rules, chosen, PARTS, told)


def _within_rounds(
    graph: Graph, rules: Rules, chosen: RuleOfRound, arithmetic: Arithmetic[N], told: Callable[[], object]
) -> Solved:
    """One round after the other: what ends in it, and what goes on into the next."""
    ends, count = _Ends(graph, rules, arithmetic, exact=arithmetic is FRACTIONS), len(graph.nodes)
    chains: dict[tuple[int, bool], Chain[N]] = {}
    coming: dict[int, dict[int, N]] = {0: {0: arithmetic.of(Fraction(1))}}
    while coming:
        told()
        since = min(coming)
        rule, after = chosen(since), since > graph.rounds
        if (id(rule), after) not in chains:
            chains[id(rule), after] = Chain(_of_a_round(graph, rule, after=after), arithmetic)
        for target, share in chains[id(rule), after].ends(coming.pop(since)).items():
            later, number = divmod(target, count)
            if later:
                there = coming.setdefault(since + later, {})
                there[number] = there[number] + share if number in there else share  # type: ignore[operator]
            else:
                ends.add(number, share, since, after=after)
    return ends.solved


def _of_a_round(graph: Graph, rule: Rule, *, after: bool) -> list[dict[int, Fraction]]:
    """What follows each node in the same round; what begins later rounds stands behind all nodes, once for each."""
    count = len(graph.nodes)
    latest = max((edge.rounds for node in graph.nodes for edges in node.edges for edge in edges), default=0)
    following: list[dict[int, Fraction]] = [{} for _ in range(count * (1 + latest))]
    for number, node in enumerate(graph.nodes):
        if node.edges and (node.waits or not after):
            for edge in node.edges[rule[number]]:
                following[number][edge.rounds * count + edge.to] = edge.chance
    return following


def without_limit(graph: Graph, rules: Rules, rule: Rule) -> Solved | None:
    """The ends of a fight that nobody stops, by what is chosen in any round; None where the graph is not whole."""
    if not graph.whole:
        return None
    following: list[dict[int, Fraction]] = [{} for _ in graph.nodes]
    for number, node in enumerate(graph.nodes):
        if node.edges:
            for edge in node.edges[rule[number]]:
                _add(following[number], edge.to, edge.chance)
    try:
        return _ends_of(graph, rules, Chain(following, FRACTIONS), FRACTIONS, exact=True)
    except TooLong:
        return _ends_of(graph, rules, Chain(following, PARTS), PARTS, exact=False)


def _ends_of(graph: Graph, rules: Rules, chain: Chain[N], arithmetic: Arithmetic[N], *, exact: bool) -> Solved:
    ends = _Ends(graph, rules, arithmetic, exact=exact)
    for number, share in chain.ends({0: arithmetic.of(Fraction(1))}).items():
        ends.add(number, share, 0, after=False)
    return ends.solved
