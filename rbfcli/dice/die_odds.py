"""Odds of one die under modifiers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, gcd

from rbfcli.core.errors import UsageError
from rbfcli.dice.arithmetic import compare, endless
from rbfcli.dice.ast import (
    Clamp,
    Count,
    Drop,
    Explode,
    FaceTest,
    Keep,
    Mark,
    MinMax,
    Negate,
    Relabel,
    Reroll,
    Unique,
    record,
)
from rbfcli.dice.distribution import CostMeter, Distribution, blend, constant, convolve, gcd_steps, product_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import DiceModifier

    Kind: TypeAlias = tuple[int, int]  # sides and lowest face

    Worth: TypeAlias = Callable[[Kind, Exact], Distribution]

    Table: TypeAlias = "tuple[Batch, ...]"

    Cases: TypeAlias = "list[tuple[Table, Fraction]]"


NO_DIE = (0, 0)
_MOST_DOUBLINGS = 9


def its_value(_kind: Kind, value: Exact) -> Distribution:
    """The worth of a die that is summed."""
    return constant(value)


def counted(modifier: Count) -> Worth:
    """The worth of a die that is counted."""
    return lambda _kind, value: constant(sum(test.worth for test in modifier.tests if fits(value, test.condition)))


def fits(value: Exact, *tests: FaceTest) -> bool:
    """Whether a value passes any test."""
    return any(compare(test.operator, value, test.number) for test in tests)


def faces(kind: Kind) -> range:
    """The natural faces of a die."""
    sides, low = kind
    return range(low, low + sides)


def explodes(modifier: Explode, kind: Kind, value: Exact) -> bool:
    """Whether a value brings a further die."""
    return fits(value, *(modifier.tests or (FaceTest("=", faces(kind)[-1]),)))


def before(modifier: DiceModifier, worth: Worth, effort: CostMeter) -> Worth | None:
    """The worth before a modifier; None if that depends on the other dice."""
    match modifier:
        case Keep(selectors):
            return _selected(selectors, worth, keep=True)
        case Drop(selectors):
            return _selected(selectors, worth, keep=False)
        case Clamp(raising, bound):
            bounded = max if raising else min
            return lambda kind, value: worth(kind, bounded(value, bound))
        case Relabel(values):
            return lambda kind, value: worth(kind, values[int(value) - kind[1]])
        case Negate(test):
            return lambda kind, value: worth(kind, -value if fits(value, test) else value)
        case Mark():
            return worth
        case Reroll(how="ra") | Unique():
            return None
        case Reroll():
            return _before_reroll(modifier, worth, effort)
        case Explode():
            return _before_explosion(modifier, worth, effort)
        case Count():
            return counted(modifier)


def _selected(selectors: tuple[MinMax | FaceTest, ...], worth: Worth, *, keep: bool) -> Worth | None:
    conditions = [each for each in selectors if isinstance(each, FaceTest)]
    if len(conditions) < len(selectors):
        return None
    gone = constant(0)
    return lambda kind, value: worth(kind, value) if fits(value, *conditions) == keep else gone


def check_end(modifier: Reroll | Explode, kind: Kind) -> None:
    """Raises UsageError where the sides mean that the modifier could never stop."""
    complaint = endless(modifier, *kind)
    if complaint:
        raise UsageError(complaint)


def _before_reroll(modifier: Reroll, worth: Worth, effort: CostMeter) -> Worth:
    @cache
    def rethrown(kind: Kind) -> Distribution:
        check_end(modifier, kind)
        effort.table(kind[0], 1)
        last = [face for face in faces(kind) if modifier.how == "ro" or not fits(face, *modifier.tests)]
        return blend([(1, worth(kind, face)) for face in last], len(last), effort)

    return lambda kind, value: rethrown(kind) if fits(value, *modifier.tests) else worth(kind, value)


def _before_explosion(modifier: Explode, worth: Worth, effort: CostMeter) -> Worth:
    if modifier.compound:
        return _before_compounding(modifier, worth, effort)

    @cache
    def further(kind: Kind) -> Distribution:
        return chain(modifier, kind, worth, effort)

    def before_explosion(kind: Kind, value: Exact) -> Distribution:
        own = worth(kind, value)
        return convolve(own, further(kind), effort) if explodes(modifier, kind, value) else own

    return before_explosion


def _before_compounding(modifier: Explode, worth: Worth, effort: CostMeter) -> Worth:
    @cache
    def further(kind: Kind) -> Distribution:
        return chain(modifier, kind, its_value, effort)

    def before_compounding(kind: Kind, value: Exact) -> Distribution:
        if not explodes(modifier, kind, value):
            return worth(kind, value)
        more = further(kind)
        added = [(weight, worth(kind, value + amount)) for amount, weight in more.weights.items()]
        return blend(added, more.out_of, effort)

    return before_compounding


def chain(modifier: Explode, kind: Kind, worth: Worth, effort: CostMeter) -> Distribution:
    """What all further dice of one explosion are worth together; the longest chains are left out."""
    check_end(modifier, kind)
    sides = kind[0]
    effort.table(4 * sides, 1)
    weaker = 1 if modifier.penetrate else 0
    going_on = [face for face in faces(kind) if explodes(modifier, kind, face)]
    ending = [face for face in faces(kind) if not explodes(modifier, kind, face)]
    last = blend([(1, worth(kind, face - weaker)) for face in ending], sides, effort)
    again = blend([(1, worth(kind, face - weaker)) for face in going_on], sides, effort)
    if modifier.most:
        further = blend([(1, last), (1, again)], 1, effort)
        for _ in range(modifier.most - 1):
            further = blend([(1, last), (1, convolve(again, further, effort))], 1, effort)
        return further
    doubled = doublings(len(going_on), sides, effort.precision())
    return convolve(last, _series(again, doubled, effort), effort)


def _series(step: Distribution, doubled: int, effort: CostMeter) -> Distribution:
    """1 + step + step**2 + ... with 2**doubled terms, as (1 + step)(1 + step**2)(1 + step**4)..."""
    series = constant(0)
    for _ in range(doubled):
        series = convolve(series, blend([(1, constant(0)), (1, step)], 1, effort), effort)
        step = convolve(step, step, effort)
    return series


def doublings(going_on: int, sides: int, precision: int) -> int:
    """The k with which chains of 2**k are too long for one chance in `precision`, at most 9."""
    doubled = 0
    while doubled < _MOST_DOUBLINGS and going_on**2**doubled * precision > sides**2**doubled:
        doubled += 1
    return doubled


@record
class Batch:
    """`count` dice of one kind, each with the same chances of its values: (value, weight) pairs out of `out_of`."""

    kind: Kind
    count: int
    values: tuple[tuple[Exact, int], ...]
    out_of: int


def batch(kind: Kind, count: int, weights: dict[Exact, int], out_of: int, effort: CostMeter) -> Batch:
    """A batch in lowest terms, so that equal ones are the same."""
    effort.table(2 * len(weights), out_of.bit_length())
    effort.spend(15)
    common = gcd(out_of, *weights.values())
    return Batch(
        kind, count, tuple(sorted((value, weight // common) for value, weight in weights.items())), out_of // common
    )


def of_chances(kind: Kind, count: int, chances: Distribution, effort: CostMeter) -> Batch:
    """A batch of dice distributed as given."""
    return batch(kind, count, chances.weights, chances.out_of, effort)


def natural(kind: Kind, count: int, effort: CostMeter) -> Batch:
    """Freshly thrown dice."""
    effort.table(kind[0], 1)
    return batch(kind, count, dict.fromkeys(faces(kind), 1), kind[0], effort)


def only(dice: Batch, test: Callable[[Exact], bool], count: int, effort: CostMeter) -> Batch:
    """`count` dice known to pass a test."""
    effort.table(2 * len(dice.values), 1)
    weights = {value: weight for value, weight in dice.values if test(value)}
    return batch(dice.kind, count, weights, sum(weights.values()) or 1, effort)


def split(dice: Batch, test: Callable[[Exact], bool], effort: CostMeter) -> Iterator[tuple[int, Fraction]]:
    """How many of a batch pass a test, each number that can be with its chance."""
    effort.table(2 * len(dice.values), 1)
    passing = sum(weight for value, weight in dice.values if test(value))
    failing = sum(weight for value, weight in dice.values if not test(value))
    bits = dice.count * dice.out_of.bit_length()
    effort.number(bits)
    whole = dice.out_of**dice.count
    for number in range(dice.count + 1):
        effort.spend(gcd_steps(bits) + 4 * product_steps(bits, bits))
        ways = comb(dice.count, number) * passing**number * failing ** (dice.count - number)
        if ways:
            yield number, Fraction(ways, whole)


def merge_equal(table: Iterable[Batch]) -> Table:
    """The table without empty batches, equal ones joined; the order of different kinds stays, as ties go by it."""
    merged: dict[Batch, int] = {}
    left = [each for each in table if each.count]
    if len({each.kind for each in left}) > 1:
        return tuple(left)
    for each in left:
        alone = Batch(each.kind, 1, each.values, each.out_of)
        merged[alone] = merged.get(alone, 0) + each.count
    joined = [Batch(each.kind, count, each.values, each.out_of) for each, count in merged.items()]
    return tuple(sorted(joined, key=lambda each: each.values))
