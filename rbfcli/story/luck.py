"""Luck compared with the odds."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeVar

from msgspec import Struct

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.core.limits import EDGES_OF_A_STORY, ROWS_OF_A_STORY, Budget
from rbfcli.dice.distribution import combinations, kept_faces, sums
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
    """How likely it was to succeed so often or more, so often or less, and exactly so often."""

    as_many: float
    as_few: float
    exactly: float

    @property
    def percentile(self) -> float:
        """How many of a hundred do worse; those who do as well count half."""
        return 100 * (self.as_few - self.exactly / 2)


class Successes(Struct, frozen=True):
    """The rolls of somebody that may succeed: their chances, how many did, and how many were thrown by hand."""

    chances: tuple[Fraction, ...] = ()
    succeeded: int = 0
    given: int = 0
    uncounted: int = 0

    @property
    def expected(self) -> Fraction:
        """How many successes they come to on average."""
        return _summed(self.chances)

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of successes."""
        return sqrt(_summed(chance * (1 - chance) for chance in self.chances))

    def tails(self) -> TailProbability:
        """How likely it was to succeed so often: the sum over all ways, to twelve digits."""
        lowest, ways = _distribution(map(float, self.chances))
        at = self.succeeded - lowest
        exactly = ways[at] if 0 <= at < len(ways) else 0.0
        below = sum(ways[: max(0, at)])
        above = sum(ways[max(0, at + 1) :])
        return TailProbability(min(1.0, exactly + above), min(1.0, exactly + below), exactly)


class DiceTotals(Struct, frozen=True):
    """The rolls of somebody that nothing judges: what they came to, on average would, and their variance."""

    rolls: int = 0
    total: int = 0
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    given: int = 0
    uncounted: int = 0

    @property
    def deviations(self) -> float:
        """By how many standard deviations the total is over its mean; 0 of rolls that cannot vary."""
        return float(self.total - self.mean) / sqrt(self.variance) if self.variance else 0.0


def in_words(successes: Successes) -> str:
    """`lucky, 1 in 20`: how seldom somebody does as well as that, or as badly."""
    tails = successes.tails()
    word = LUCKY if successes.succeeded > successes.expected else UNLUCKY
    tail = tails.as_many if word == LUCKY else tails.as_few
    if successes.succeeded == successes.expected or tail > ODD:
        return USUAL
    return f"{word}, 1 in {f'{round(1 / tail):,}' if tail > LEAST else 'more than a trillion'}"


def _distribution(chances: Iterable[float]) -> tuple[int, list[float]]:
    """How likely each number of successes is, from the lowest that is likely at all; the tails nobody sees are cut."""
    lowest, ways = 0, [1.0]
    for chance in chances:
        ways = [*_with_one_more(ways, chance)]
        while ways[0] < LEAST:
            del ways[0]
            lowest += 1
        while ways[-1] < LEAST:
            del ways[-1]
    return lowest, ways


def _with_one_more(ways: list[float], chance: float) -> Iterator[float]:
    fails, before = 1.0 - chance, 0.0
    for way in ways:
        yield way * fails + before * chance
        before = way
    yield before * chance


def _summed(parts: Iterable[Fraction]) -> Fraction:
    """A sum of fractions with few denominators, added up by those first."""
    by_denominator: dict[int, int] = {}
    for part in parts:
        by_denominator[part.denominator] = by_denominator.get(part.denominator, 0) + part.numerator
    return sum((Fraction(above, below) for below, above in by_denominator.items()), Fraction(0))


class MeanVariance(NamedTuple):
    """What a roll comes to on average, and its variance."""

    mean: Fraction
    variance: Fraction


def sum_of_expression(expression: str, budget: Budget) -> MeanVariance | None:
    """The mean and the variance of an expression; None where they are too much to count."""
    try:
        chances = odds(parse(expression), budget)
    except RbfError:
        return None
    if chances.left_out or not chances.is_whole():
        return None
    return _mean_variance({int(value): weight for value, weight in chances.weights.items()})


TOO_MANY = "the odds of all rolls are too much to count"
GOOD: tuple[OutcomeRole, ...] = ("great", "good")


class RollChance(NamedTuple):
    """What a roll could come to: the chance of success, or the mean and variance; None where unknown."""

    success: Fraction | None = None
    total: MeanVariance | None = None


class Chances:
    """Watches rolls and counts what each could have come to, within one budget; `forget` drops those since the last."""

    def __init__(self, roles: Mapping[str, OutcomeRole], budget: Budget) -> None:
        self._roles = roles
        self._budget = budget
        self._seen: dict[int, tuple[Rolled, RollChance]] = {}
        self._known: dict[str, RollChance] = {}

    def watch(self, rolled: Rolled, throw: Throw) -> None:
        """Count the chances of a roll that is about to happen; those of dice notation follow from what it says."""
        try:
            chance = self._counted(rolled, throw)
        except LimitReached:
            chance = RollChance()
        self._seen[id(rolled)] = rolled, chance

    def of(self, rolled: Rolled) -> RollChance:
        """The chances of a roll."""
        if id(rolled) in self._seen:
            return self._seen[id(rolled)][1]
        if not rolled.expression:
            return RollChance()
        known = self._known.get(rolled.expression)
        if known is None:
            known = self._known[rolled.expression] = RollChance(
                total=sum_of_expression(rolled.expression, self._budget)
            )
        return known

    def forget(self) -> None:
        """Let go of the rolls of a command."""
        self._seen.clear()

    def is_success(self, rolled: Rolled) -> bool | None:
        """Whether a roll succeeded; None where nothing says what a success is."""
        role = self._roles.get(rolled.outcome)
        if role is not None:
            return role in GOOD
        return rolled.margin >= 0 if rolled.margin is not None and not rolled.outcome else None

    def _counted(self, rolled: Rolled, throw: Throw) -> RollChance:
        """Count the throws behind each total, or each outcome. Raises LimitReached."""
        edge_count = abs(throw.edge_count)
        if combinations(throw.sides, throw.count) > ROWS_OF_A_STORY or throw.edge_sides * edge_count > EDGES_OF_A_STORY:
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
