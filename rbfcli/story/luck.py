"""Luck compared with the odds: how likely it was to succeed so often, and how far sums of dice are from their mean."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

LEAST = 1e-18
LUCKY, UNLUCKY, USUAL = "lucky", "unlucky", "as expected"
ODD = 1 / 3


class Tails(NamedTuple):
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

    def tails(self) -> Tails:
        """How likely it was to succeed so often: the sum over all ways, to twelve digits."""
        lowest, ways = _distribution(map(float, self.chances))
        at = self.succeeded - lowest
        exactly = ways[at] if 0 <= at < len(ways) else 0.0
        below = sum(ways[: max(0, at)])
        above = sum(ways[max(0, at + 1) :])
        return Tails(min(1.0, exactly + above), min(1.0, exactly + below), exactly)


class Sums(Struct, frozen=True):
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
    return f"{word}, 1 in {seldom(tail)}"


def seldom(tail: float) -> str:
    """One in how many a chance is."""
    return f"{round(1 / tail):,}" if tail > LEAST else "more than a trillion"


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
