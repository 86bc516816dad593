"""Luck compared with the odds."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import sqrt
from types import FunctionType
from typing import NamedTuple

from msgspec import Struct

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.core.limits import EDGES_OF_A_STORY, ROWS_OF_A_STORY, Budget
from rbfcli.dice.distribution import sums
from rbfcli.dice.odds import odds
from rbfcli.dice.parser import parse
from rbfcli.engine.rolling import Judge, Throw
from rbfcli.model.events import Rolled
from rbfcli.model.rules import OutcomeRole

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
    return f"{word}, 1 in {rarity_text(tail)}"


def rarity_text(tail: float) -> str:
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
    out_of = chances.out_of
    mean = Fraction(sum(int(value) * weight for value, weight in chances.weights.items()), out_of)
    square = Fraction(sum(int(value) ** 2 * weight for value, weight in chances.weights.items()), out_of)
    return MeanVariance(mean, square - mean * mean)


Row = tuple[tuple[int, ...], int]

MOST_FOUND = 64
ROWS_A_STEP = 2
TOO_MANY = "the odds of all rolls are too much to count"
_found: dict[tuple[int, int, int], tuple[Row, ...]] = {}


def face_distributions(rolled: Rolled, keep: int, budget: Budget) -> tuple[Row, ...] | None:
    """The rows of faces that count, in their order, each with the number of throws that show it.

    None where there are too many throws to count. Raises LimitReached.
    """
    count, sides = len(rolled.dice), rolled.dice[0].sides if rolled.dice else 1
    steps = sides * count if abs(keep) == 1 else sides**count
    if steps > ROWS_OF_A_STORY:
        return None
    if (sides, count, keep) not in _found:
        budget.spend(steps // ROWS_A_STEP, TOO_MANY)
        if len(_found) >= MOST_FOUND:
            _found.clear()
        _found[sides, count, keep] = _rows(sides, count, keep)
    return _found[sides, count, keep]


def edges_of(rolled: Rolled) -> list[tuple[int, int]] | None:
    """What the edge dice of a roll can come to, each total with its number of throws; None where they are too many."""
    if sum(die.sides for die in rolled.edge_dice) > EDGES_OF_A_STORY:
        return None
    return list(sums(rolled.edge_dice[0].sides if rolled.edge_dice else 1, len(rolled.edge_dice)).items())


def _rows(sides: int, count: int, keep: int) -> tuple[Row, ...]:
    if abs(keep) == 1 and count:
        return tuple(_extremes(sides, count, highest=keep > 0))
    found: dict[tuple[int, ...], int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        kept = faces if abs(keep) >= count else _kept(faces, keep)
        found[kept] = found.get(kept, 0) + 1
    return tuple(found.items())


def _extremes(sides: int, count: int, *, highest: bool) -> Iterator[Row]:
    """The highest face of all dice, or the lowest, and how often it is that."""
    for face in range(1, sides + 1):
        rank = face if highest else sides + 1 - face
        yield (face,), rank**count - (rank - 1) ** count


def _kept(faces: tuple[int, ...], keep: int) -> tuple[int, ...]:
    """The highest faces, the lowest where `keep` is negative, in the order in which they fell; the earliest of ties."""
    places = sorted(range(len(faces)), key=faces.__getitem__, reverse=keep > 0)[: abs(keep)]
    return tuple(faces[place] for place in sorted(places))


GOOD: tuple[OutcomeRole, ...] = ("great", "good")
Way = tuple[int, tuple[int, ...], int]
PLAIN = (int, str, type(None))
MOST_KNOWN = 5_000


class Chance(NamedTuple):
    """What a roll could come to: the chance of a success, or where nothing judges it the mean and variance.

    Both are None where they are not known: too much to count, or no roll of that kind.
    """

    success: Fraction | None = None
    total: MeanVariance | None = None


class Chances:
    """Watches rolls as they are made, and counts what each could have come to, within one budget.

    `of` knows the rolls since the last `forget`, and the dice of notation.
    """

    def __init__(self, roles: Mapping[str, OutcomeRole], budget: Budget) -> None:
        self._roles = roles
        self._budget = budget
        self._seen: dict[int, tuple[Rolled, Chance]] = {}
        self._known: dict[Hashable, Chance] = {}

    def watch(self, rolled: Rolled, throw: Throw) -> None:
        """Count the chances of a roll that is about to happen; those of dice notation follow from what it says."""
        sign = 1 if throw.edge_count >= 0 else -1
        try:
            chance = self._counted(rolled, throw.judge, throw.keep, sign)
        except LimitReached:
            chance = Chance()
        self._seen[id(rolled)] = rolled, chance

    def of(self, rolled: Rolled) -> Chance:
        """The chances of a roll."""
        if id(rolled) in self._seen:
            return self._seen[id(rolled)][1]
        if not rolled.expression:
            return Chance()
        known = self._known.get(rolled.expression)
        if known is None:
            known = self._known[rolled.expression] = Chance(total=sum_of_expression(rolled.expression, self._budget))
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

    def _counted(self, rolled: Rolled, judge: Judge | None, keep: int, sign: int) -> Chance:
        shape = _shape(rolled, keep, sign)
        pure = _identity(judge)
        key = (*shape, pure, rolled.against if judge is None else None) if pure is not None else None
        if key in self._known:
            return self._known[key]
        rows, edges = face_distributions(rolled, keep, self._budget), edges_of(rolled)
        if rows is None or edges is None:
            return Chance()
        self._budget.spend(len(rows) * len(edges), TOO_MANY)
        chance = self._of_ways(rolled, judge, list(_ways(rolled, rows, edges, sign)))
        if key is not None and len(self._known) < MOST_KNOWN:
            self._known[key] = chance
        return chance

    def _of_ways(self, rolled: Rolled, judge: Judge | None, ways: list[Way]) -> Chance:
        out_of = sum([weight for _, _, weight in ways])
        if judge is None and rolled.against is None:
            return Chance(total=_sum(ways, out_of))
        if judge is None:
            good = sum(weight for total, _, weight in ways if total >= (rolled.against or 0))
            return Chance(success=Fraction(good, out_of))
        found: dict[str, int] = {}
        for total, faces, weight in ways:
            outcome = judge(total, faces)
            found[outcome] = found.get(outcome, 0) + weight
        if not found.keys() <= self._roles.keys():
            return Chance()
        return Chance(success=Fraction(sum(found[each] for each in found if self._roles[each] in GOOD), out_of))


def _ways(rolled: Rolled, rows: tuple[Row, ...], edges: list[tuple[int, int]], sign: int) -> Iterator[Way]:
    """Each total that a roll can have, with the faces that count and the weight."""
    plus = 0 if rolled.under else sum(each.value for each in rolled.modifiers)
    for faces, weight in rows:
        so_far = (sum([face >= rolled.counting for face in faces]) if rolled.counting else sum(faces)) + plus
        for added, ways in edges:
            yield so_far + sign * added, faces, weight * ways


def _sum(ways: list[Way], out_of: int) -> MeanVariance:
    mean = Fraction(sum(total * weight for total, _, weight in ways), out_of)
    square = Fraction(sum(total * total * weight for total, _, weight in ways), out_of)
    return MeanVariance(mean, square - mean * mean)


def _shape(rolled: Rolled, keep: int, sign: int) -> tuple[Hashable, ...]:
    dice = (rolled.dice[0].sides if rolled.dice else 0, len(rolled.dice), keep)
    edges = tuple(die.sides for die in rolled.edge_dice), sign
    return dice, edges, rolled.under, rolled.counting, sum(each.value for each in rolled.modifiers)


def _identity(judge: Callable[..., object] | None) -> Hashable | None:
    """What tells judges apart that are made of plain values alone; None for one that may look at anything else."""
    if judge is None:
        return "total"
    if not isinstance(judge, FunctionType):
        return None
    found: list[Hashable] = [judge.__code__]
    held = [cell.cell_contents for cell in judge.__closure__ or ()]
    for value in (*held, *(judge.__defaults__ or ()), *(judge.__kwdefaults__ or {}).values()):
        part = (type(value), value) if type(value) in (*PLAIN, bool) else _identity_within(value)
        if part is None:
            return None
        found.append(part)
    return tuple(found)


def _identity_within(value: object) -> Hashable | None:
    return _identity(value) if isinstance(value, FunctionType) else None
