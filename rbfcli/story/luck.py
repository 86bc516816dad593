"""Luck compared with the odds."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from typing import NamedTuple, TypeVar

from msgspec import Struct, field

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.core.limits import EDGES_OF_A_STORY, ROWS_OF_A_STORY, Budget
from rbfcli.dice.distribution import kept_faces, sums
from rbfcli.dice.odds import odds
from rbfcli.dice.parser import parse
from rbfcli.engine.rolling import Throw
from rbfcli.model.events import Rolled
from rbfcli.model.rules import OutcomeRole

T = TypeVar("T")
LEAST = 1e-18
LUCKY, UNLUCKY, USUAL = "lucky", "unlucky", "as expected"
ODD = 1 / 3


class TailProbability(NamedTuple):
    """The probabilities of this number of successes or more, this number or fewer, and exactly this number."""

    as_many: float
    as_few: float
    exactly: float

    @property
    def percentile(self) -> float:
        """Return the percentage of results that are worse; equal results count half."""
        return 100 * (self.as_few - self.exactly / 2)


class Successes(Struct):
    """A combatant's rolls that can succeed: their chances, and how many succeeded, were given, were not counted."""

    chances: list[Fraction] = field(default_factory=list)
    succeeded: int = 0
    given: int = 0
    uncounted: int = 0

    @property
    def expected(self) -> Fraction:
        """Return the expected number of successes."""
        return sum(self.chances, Fraction(0))

    @property
    def deviation(self) -> float:
        """Return the standard deviation of the number of successes."""
        return sqrt(sum(chance * (1 - chance) for chance in self.chances))

    def tails(self) -> TailProbability:
        """Return the tail probabilities of the number of successes, to twelve digits."""
        lowest, ways = _distribution(map(float, self.chances))
        at = self.succeeded - lowest
        exactly = ways[at] if 0 <= at < len(ways) else 0.0
        below = sum(ways[: max(0, at)])
        above = sum(ways[max(0, at + 1) :])
        return TailProbability(min(1.0, exactly + above), min(1.0, exactly + below), exactly)


class DiceTotals(Struct):
    """A combatant's rolls without an outcome: their total, the expected total and the variance."""

    rolls: int = 0
    total: int = 0
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    given: int = 0
    uncounted: int = 0

    @property
    def deviations(self) -> float:
        """Return the difference of total and mean in standard deviations; 0 if the rolls cannot vary."""
        return float(self.total - self.mean) / sqrt(self.variance) if self.variance else 0.0


def in_words(successes: Successes) -> str:
    """Return luck in words, such as `lucky, 1 in 20`: how rare a result as good or as bad is."""
    tails = successes.tails()
    word = LUCKY if successes.succeeded > successes.expected else UNLUCKY
    tail = tails.as_many if word == LUCKY else tails.as_few
    if successes.succeeded == successes.expected or tail > ODD:
        return USUAL
    return f"{word}, 1 in {f'{round(1 / tail):,}' if tail > LEAST else 'more than a trillion'}"


def _distribution(chances: Iterable[float]) -> tuple[int, list[float]]:
    """Return the lowest likely number of successes, and the probability of each up to the highest likely one."""
    lowest, ways = 0, [1.0]
    for chance in chances:
        ways = [way * (1.0 - chance) + before * chance for before, way in pairwise((0.0, *ways, 0.0))]
        while ways[0] < LEAST:
            del ways[0]
            lowest += 1
        while ways[-1] < LEAST:
            del ways[-1]
    return lowest, ways


class MeanVariance(NamedTuple):
    """The mean and variance of a roll."""

    mean: Fraction
    variance: Fraction


def sum_of_expression(expression: str, budget: Budget) -> MeanVariance | None:
    """Return the mean and variance of an expression, or None if it is too much to count."""
    try:
        chances = odds(parse(expression), budget)
    except RbfError:
        return None
    if chances.left_out or not chances.is_whole():
        return None
    return _mean_variance({int(value): weight for value, weight in chances.weights.items()})


TOO_MANY = "the exact odds of all rolls are too large to compute"
GOOD: tuple[OutcomeRole, ...] = ("great", "good")


class RollChance(NamedTuple):
    """The odds of a roll: its probability of success, or its mean and variance; None if unknown."""

    success: Fraction | None = None
    total: MeanVariance | None = None


class Chances:
    """A counter of the odds of each roll, within one budget."""

    def __init__(self, roles: Mapping[str, OutcomeRole], budget: Budget) -> None:
        self._roles = roles
        self._budget = budget
        self._seen: dict[int, tuple[Rolled, RollChance]] = {}
        self._known: dict[str, RollChance] = {}

    def watch(self, rolled: Rolled, throw: Throw) -> None:
        """Count the odds of a roll before it happens."""
        try:
            chance = self._counted(rolled, throw)
        except LimitReached:
            chance = RollChance()
        self._seen[id(rolled)] = rolled, chance

    def of(self, rolled: Rolled) -> RollChance:
        """Return the odds of a roll. For dice notation they follow from the expression."""
        if id(rolled) in self._seen:
            return self._seen[id(rolled)][1]
        if not rolled.expression:
            return RollChance()
        if rolled.expression not in self._known:
            total = sum_of_expression(rolled.expression, self._budget)
            self._known[rolled.expression] = RollChance(total=total)
        return self._known[rolled.expression]

    def forget(self) -> None:
        """Forget the rolls of a command."""
        self._seen.clear()

    def is_success(self, rolled: Rolled) -> bool | None:
        """Return whether a roll succeeded, or None if nothing defines success."""
        role = self._roles.get(rolled.outcome)
        if role is not None:
            return role in GOOD
        return rolled.margin >= 0 if rolled.margin is not None and not rolled.outcome else None

    def _counted(self, rolled: Rolled, throw: Throw) -> RollChance:
        """Return the odds of a roll, counted over its possible throws. Raises LimitReached."""
        edge_count = abs(throw.edge_count)
        if (
            comb(throw.sides + throw.count - 1, throw.count) > ROWS_OF_A_STORY
            or throw.edge_sides * edge_count > EDGES_OF_A_STORY
        ):
            return RollChance()
        rows = kept_faces(throw.sides, throw.count, throw.count if throw.counting else throw.keep)
        edges = sums(throw.edge_sides, edge_count)
        self._budget.spend(len(rows) * len(edges), TOO_MANY)
        totals, outcomes = Counter[int](), Counter[str]()
        for kept, ways in rows.items():
            for more, times in edges.items():
                total = throw.total(kept, more)
                totals[total] += ways * times
                outcomes[throw.outcome(total, kept)] += ways * times
        if throw.judge is None and rolled.against is None:
            return RollChance(total=_mean_variance(totals))
        if throw.judge is None:
            return RollChance(success=_share(totals, lambda total: total >= (rolled.against or 0)))
        if not outcomes.keys() <= self._roles.keys():
            return RollChance()
        return RollChance(success=_share(outcomes, lambda outcome: self._roles[outcome] in GOOD))


def _share(weights: Mapping[T, int], is_good: Callable[[T], bool]) -> Fraction:
    return Fraction(sum(weight for value, weight in weights.items() if is_good(value)), sum(weights.values()))


def _mean_variance(weights: Mapping[int, int]) -> MeanVariance:
    out_of = sum(weights.values())
    mean = Fraction(sum(value * weight for value, weight in weights.items()), out_of)
    return MeanVariance(mean, Fraction(sum(value**2 * weight for value, weight in weights.items()), out_of) - mean**2)
