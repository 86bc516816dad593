"""A fight solved exactly: the chances of its ends under its policies, and the best way to play of a side."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.limits import STEPS_OF_A_GRAPH
from rbfcli.kernel.rules import Rules
from rbfcli.lab.best_play import BestPlay
from rbfcli.lab.foreseeing import Foresight
from rbfcli.lab.graph import Graph
from rbfcli.lab.policies import OPTIMAL, USUAL
from rbfcli.lab.positions import Choice
from rbfcli.lab.solving import Rule, Solved, within_rounds, without_limit
from rbfcli.lab.tracked.followed import Relaid
from rbfcli.lab.tracked.positions import TrackedPositions
from rbfcli.language.writer import line_for

NOTHING_MORE = "nothing more"
# Chances are told as percent with two digits behind the point.
MOST_TOLD, TOLD_DIGITS = 8, 4

SOLVING, COMPARING = "solving", "comparing"
# So many positions are found, and what is done with them.
Tell = Callable[[int, str], object]


def _silent(_positions: int, _about: str) -> None:
    """Nobody wants to know how far it is."""


class FirstChoice(Struct, frozen=True):
    """What is best at a position: in which round, how likely it comes to it, whose choice, and what wins how often.

    `left` is the health of everybody there, `instead` the next best thing.
    """

    round: int
    reached: float
    left: dict[str, int]
    who: str
    line: str
    chance: float
    instead: str
    instead_chance: float


class Best(Struct, frozen=True):
    """How much better the best way to play is for a side than the policy it is compared with, and how it begins."""

    side: str
    against: str
    compared: Solved
    choices: list[FirstChoice]


class Exact(Struct, frozen=True):
    """A fight solved within its rounds, and without a limit of rounds where that is another answer."""

    positions: int
    ways: int
    solved: Solved
    unlimited: Solved | None
    best: Best | None = None


class Question(Struct, frozen=True):
    """A fight to solve: by whose policies, within how many rounds; `instead` is compared with the optimal policy."""

    rules: Rules
    fight: Any
    policies: Mapping[str, str]
    rounds: int
    instead: str = USUAL


def solve(question: Question, tell: Tell = _silent) -> Exact:
    """Find the graph of a fight and solve it.

    Raises LimitReached where it is too large, Unsolvable and PolicyFault as `Positions` does.
    """
    rules, policies = question.rules, question.policies
    side = next((side for side, name in policies.items() if name == OPTIMAL), "")
    positions = TrackedPositions(rules, question.fight, policies, Budget(STEPS_OF_A_GRAPH))
    graph = _graph_of(positions, question.rounds, lambda found: tell(found, ""))
    solving = partial(tell, len(graph.nodes), SOLVING)
    solving()
    ways = sum(len(edges) for node in graph.nodes for edges in node.edges)
    if not side:
        rule = [0] * len(graph.nodes)
        return Exact(len(graph.nodes), ways, *_both(graph, rules, lambda _since: rule, solving))
    play = BestPlay(graph, side, alike=positions.alike, told=solving)
    solved, unlimited = _both(graph, rules, play.rule, solving)
    other = replace(question, policies={**policies, side: question.instead})
    compared = solve(other, lambda found, about: tell(found, about or COMPARING)).solved
    best = Best(side, question.instead, compared, _first_choices(graph, play, rules, question.fight.round))
    return Exact(len(graph.nodes), ways, solved, unlimited, best)


def _graph_of(positions: TrackedPositions, rounds: int, tell: Callable[[int], object]) -> Graph:
    """The graph, once all that changes in it is known to."""
    foresight = Foresight(positions, rounds)
    while True:
        try:
            return Graph(positions, rounds, tell, foresight)
        except Relaid:
            positions.begin_again()


def _both(
    graph: Graph, rules: Rules, chosen: Callable[[int], Rule], told: Callable[[], object]
) -> tuple[Solved, Solved | None]:
    """What a fight comes to within its rounds; and without a limit, where the rounds run out with any chance."""
    solved = within_rounds(graph, rules, chosen, told)
    return solved, without_limit(graph, rules, chosen(0)) if "rounds" in solved.ended else None


def _first_choices(graph: Graph, play: BestPlay, rules: Rules, first: int) -> list[FirstChoice]:
    """The choices that come up first on the ways that the best play takes.

    Positions of one command after the other that read the same are told as one, and none is told again.
    """
    told: dict[Any, FirstChoice] = {}
    coming, known = {(0, 0): 1.0}, set[tuple[int, int]]()
    while coming and len(told) < MOST_TOLD:
        behind: dict[tuple[int, int], float] = {}
        now: dict[Any, FirstChoice] = {}
        for (since, number), reached in sorted(coming.items(), key=lambda each: -each[1]):
            node = graph.nodes[number]
            known.add((since, number))
            if not node.edges:
                continue
            chosen = play.rule(since)[number]
            if len(node.edges) > 1:
                left = {who: rules.health(one)[0] for who, one in node.position.fight.combatants.items()}
                each = _told(node.choices, chosen, play.worths(number, since), (first + since, reached, left))
                alike = now.setdefault(_as_read(each), each)
                if alike is not each:
                    now[_as_read(each)] = replace(alike, reached=alike.reached + reached)
            for edge in node.edges[chosen]:
                there = since + edge.rounds, edge.to
                if there not in known and there[0] <= graph.rounds:
                    behind[there] = behind.get(there, 0.0) + reached * float(edge.chance)
        coming = behind
        for read, each in sorted(now.items(), key=lambda each: -each[1].reached):
            told.setdefault(read, each)
    return list(told.values())[:MOST_TOLD]


def _as_read(choice: FirstChoice) -> Any:
    """What is told of a choice, but for how likely it comes to it."""
    chances = round(choice.chance, TOLD_DIGITS), round(choice.instead_chance, TOLD_DIGITS)
    return choice.round, tuple(choice.left.values()), choice.who, choice.line, choice.instead, chances


def _told(
    choices: tuple[Choice, ...], chosen: int, worths: list[float], where: tuple[int, float, dict[str, int]]
) -> FirstChoice:
    """A choice beside the next best, in a round that is reached with a chance, with health left."""
    other = max((at for at in range(len(choices)) if at != chosen), key=lambda at: worths[at])
    best, next_best = choices[chosen], choices[other]
    return FirstChoice(*where, best.who, _line(best), worths[chosen], _line(next_best), worths[other])


def _line(choice: Choice) -> str:
    return line_for(choice.command) if choice.command else NOTHING_MORE
