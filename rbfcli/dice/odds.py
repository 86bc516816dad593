"""Exact odds of dice expressions: distributions, and what one asks of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import gcd, lcm, sqrt

from rbfcli.core.errors import LimitReached, UsageError
from rbfcli.core.limits import Budget
from rbfcli.dice.arithmetic import constant, decimal
from rbfcli.dice.ast import (
    COMPARISONS,
    Binary,
    Call,
    Clamp,
    Count,
    Drop,
    Explode,
    FaceTest,
    Group,
    Keep,
    Labelled,
    Mark,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    RollLine,
    flattens,
    line_text,
)
from rbfcli.dice.die_odds import explodes, faces, fits
from rbfcli.dice.distribution import (
    CostMeter,
    Distribution,
    called,
    combined,
    convolve,
    dice_sum,
    gcd_steps,
    mapped,
    text_steps,
)
from rbfcli.dice.distribution import constant as certain
from rbfcli.dice.pool_odds import Counting, pool_odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import DiceModifier, Node
    from rbfcli.dice.die_odds import Kind

    Mean: TypeAlias = Callable[[Kind, int], Fraction]

    Ratio: TypeAlias = tuple[int, int]


# An explosion leaves out about one chance in so many: the first that can be counted is taken.
_PRECISIONS = (10**12, 10**6, 10**3)


def odds(line: RollLine, budget: Budget | None = None) -> Distribution:
    """How often each exact value of a line comes, of its margin where it says `vs`.

    Raises LimitReached where the budget does not reach, UsageError for a repeat and for outcomes without a value.
    """
    if line.times is not None:
        raise UsageError("odds are of one roll, not of a repeat: leave out the N#")
    budget = budget or Budget()
    for precision in _PRECISIONS:
        effort = CostMeter(budget, precision)
        try:
            return _line_odds(line, effort)
        except LimitReached:
            if not effort.cut_short or precision == _PRECISIONS[-1]:
                raise
        finally:
            effort.release()
    raise AssertionError(line)


def _line_odds(line: RollLine, effort: CostMeter) -> Distribution:
    chances = node_odds(line.expression, effort)
    if line.against is None:
        return chances
    against = mapped(int, node_odds(line.against, effort), effort)
    margin = mapped(int, chances, effort), mapped(lambda value: -value, against, effort)
    return convolve(*margin, effort)


def node_odds(node: Node, effort: CostMeter) -> Distribution:
    """How often each exact value of a node comes; an explosion may leave out a little."""
    match node:
        case Number(digits, places):
            return certain(decimal(digits, places))
        case Pool(Number(count), Number(sides), fudge):
            return dice_sum(sides, count, -1 if fudge else 1, effort)
        case Labelled(part):
            return node_odds(part, effort)
        case Negative(part):
            return mapped(lambda value: -value, node_odds(part, effort), effort)
        case Binary("+", left, right):
            return convolve(node_odds(left, effort), node_odds(right, effort), effort)
        case Binary(operator, left, right):
            return combined(operator, node_odds(left, effort), node_odds(right, effort), effort)
        case Call(name, arguments):
            return called(name, [node_odds(argument, effort) for argument in arguments], effort)
        case Pool() | Modified() | Group():
            return pool_odds(node, Counting(effort, lambda part: node_odds(part, effort)))


# The steps of a fraction added to another.
_FACE = 4


def limit_mean(node: Node, effort: CostMeter) -> Fraction | None:
    """The exact mean; None where selections by rank, or anything but sums and products, stand in the way."""
    match node:
        case Labelled(part):
            return limit_mean(part, effort)
        case Negative(part):
            inner = limit_mean(part, effort)
            return None if inner is None else -inner
        case Binary("+" | "-" | "*" as operator, left, right):
            return _joined(operator, limit_mean(left, effort), limit_mean(right, effort))
        case Pool() | Modified() | Group():
            return _dice_mean(node, lambda _, value: Fraction(value), effort)
        case _:
            value = constant(node)
            return None if value is None else Fraction(value)


def _joined(operator: str, left: Fraction | None, right: Fraction | None) -> Fraction | None:
    if left is None or right is None:
        return None
    if operator == "*":
        return left * right
    return left + right if operator == "+" else left - right


def _dice_mean(node: Node, mean: Mean, effort: CostMeter) -> Fraction | None:
    """The mean of what all dice of a node are worth, each by itself."""
    match node:
        case Labelled(part):
            return _dice_mean(part, mean, effort)
        case Group((part,)) if flattens(node):
            return _dice_mean(part, mean, effort)
        case Binary(_, left, right):
            return _joined("+", _dice_mean(left, mean, effort), _dice_mean(right, mean, effort))
        case Pool(count, sides, fudge):
            number, known = limit_mean(count, effort), constant(sides)
            if number is None or known is None:
                return None
            kind = (int(known), -1 if fudge else 1)
            effort.spend(_FACE * kind[0])
            return number * sum((mean(kind, face) for face in faces(kind)), Fraction(0)) / kind[0]
        case Modified(target, modifiers):
            earlier = _before(modifiers[-1], mean, effort)
            rest = Modified(target, modifiers[:-1]) if len(modifiers) > 1 else target
            return None if earlier is None else _dice_mean(rest, earlier, effort)
        case _:
            return None


def _before(modifier: DiceModifier, mean: Mean, effort: CostMeter) -> Mean | None:
    """The mean worth of a die before a modifier, from that after it; None if other dice matter."""
    match modifier:
        case Clamp(raising, bound):
            bounded = max if raising else min
            return lambda kind, value: mean(kind, bounded(value, bound))
        case Relabel(values):
            return lambda kind, value: mean(kind, values[value - kind[1]])
        case Negate(test):
            return lambda kind, value: mean(kind, -value if fits(value, test) else value)
        case Mark():
            return mean
        case Count(tests):
            return lambda _, value: Fraction(sum(test.worth for test in tests if fits(value, test.condition)))
        case Keep((FaceTest() as condition,)):
            return lambda kind, value: mean(kind, value) if fits(value, condition) else Fraction(0)
        case Drop((FaceTest() as condition,)):
            return lambda kind, value: Fraction(0) if fits(value, condition) else mean(kind, value)
        case Explode(compound=False):
            return _before_explosion(modifier, mean, effort)
        case Reroll("rr" | "ro"):
            return _before_reroll(modifier, mean, effort)
        case _:
            return None


def _before_reroll(modifier: Reroll, mean: Mean, effort: CostMeter) -> Mean:
    @cache
    def rethrown(kind: Kind) -> Fraction:
        effort.spend(_FACE * kind[0])
        last = [face for face in faces(kind) if modifier.how == "ro" or not fits(face, *modifier.tests)]
        return sum((mean(kind, face) for face in last), Fraction(0)) / len(last)

    return lambda kind, value: rethrown(kind) if fits(value, *modifier.tests) else mean(kind, value)


def _before_explosion(modifier: Explode, mean: Mean, effort: CostMeter) -> Mean:
    @cache
    def further(kind: Kind) -> Fraction:
        """One further die and, as often as it explodes, the same again."""
        effort.spend(2 * _FACE * kind[0])
        weaker = 1 if modifier.penetrate else 0
        one = sum((mean(kind, face - weaker) for face in faces(kind)), Fraction(0)) / kind[0]
        again = Fraction(sum(explodes(modifier, kind, face) for face in faces(kind)), kind[0])
        return one * sum(again**step for step in range(modifier.most)) if modifier.most else one / (1 - again)

    return lambda kind, value: mean(kind, value) + (further(kind) if explodes(modifier, kind, value) else 0)


def ratio(numerator: int, denominator: int) -> Ratio:
    """A fraction in lowest terms, its denominator positive."""
    common = gcd(numerator, denominator) or 1
    return numerator // common, denominator // common


def as_float(part: Ratio) -> float:
    """A fraction as the nearest float. Raises LimitReached for one that no float comes near."""
    try:
        return part[0] / part[1]
    except OverflowError:
        raise _too_large() from None


def chance(chances: Distribution, test: Callable[[Exact], bool]) -> Ratio:
    """The chance of all values that pass a test."""
    return ratio(sum(weight for value, weight in chances.weights.items() if test(value)), chances.out_of)


def chance_of(chances: Distribution, value: Exact) -> Ratio:
    """The chance of one value."""
    return ratio(chances.weights.get(value, 0), chances.out_of)


def at_least(chances: Distribution, bound: Exact) -> Ratio:
    """The chance of a value of at least `bound`."""
    return chance(chances, lambda value: value >= bound)


def at_most(chances: Distribution, bound: Exact) -> Ratio:
    """The chance of a value of at most `bound`."""
    return chance(chances, lambda value: value <= bound)


def left_out(chances: Distribution) -> Ratio:
    """The chance that no value counts because the explosion was cut short."""
    return ratio(chances.left_out, chances.out_of)


def mean(chances: Distribution) -> Ratio:
    """The mean of all values counted."""
    scale, moments = _moments(chances)
    return ratio(moments[1], moments[0] * scale)


def deviation(chances: Distribution) -> float:
    """The standard deviation of all values counted."""
    scale, (zeroth, first, second) = _moments(chances)
    variance = second * zeroth - first * first
    return sqrt(as_float((variance, zeroth * zeroth))) / scale


def quantile(chances: Distribution, share: Ratio) -> Exact:
    """The least value that a share of all values counted does not exceed."""
    numerator, denominator = share
    counted = sum(chances.weights.values())
    below = 0
    for value, weight in sorted(chances.weights.items()):
        below += weight
        if below * denominator >= counted * numerator:
            return value
    return max(chances.weights)


def _moments(chances: Distribution) -> tuple[int, tuple[int, int, int]]:
    """A scale that makes all values whole, and the sums of weight, weight x value and weight x value squared."""
    scale = lcm(*(value.denominator for value in chances.weights))
    zeroth = first = second = 0
    for value, weight in chances.weights.items():
        whole = int(value * scale)
        zeroth += weight
        first += weight * whole
        second += weight * whole * whole
    return scale, (zeroth, first, second)


def _too_large() -> LimitReached:
    return LimitReached("the values of this expression are too large to tell their mean (more than 1e+308)")


class OddsResult:
    """A line with its distribution; what it leaves out is what endless explosions would go on to."""

    def __init__(self, line: RollLine, budget: Budget | None = None) -> None:
        self.line = line
        self.text = line_text(line)
        self.effort = CostMeter(budget)
        self.chances = odds(line, self.effort.budget)

    def totals(self) -> Distribution:
        """The distribution of what a roll prints: values cut toward zero."""
        return mapped(int, self.chances, self.effort)

    def limit_mean(self) -> Ratio | None:
        """The mean of an explosion followed for ever; None if nothing is left out, or the mean cannot be had."""
        if not self.chances.left_out or self.line.against is not None:
            return None
        mean = limit_mean(self.line.expression, self.effort)
        return None if mean is None else mean.as_integer_ratio()

    def answer(self, bound: int | None = None) -> Ratio:
        """The one number asked for: the chance to reach a bound or that a comparison holds, else the mean."""
        if bound is not None:
            return at_least(self.totals(), bound)
        match self.line:
            case RollLine(_, against) if against is not None:
                return at_least(self.chances, 0)
            case RollLine(Binary(operator)) if operator in COMPARISONS:
                return chance_of(self.chances, 1)
            case _:
                return self.limit_mean() or mean(self.chances)

    def will_be_shown(self, texts: int = 1) -> None:
        """Spend what it takes to write so many texts for each value. Raises LimitReached where that is too much."""
        outcomes, bits = len(self.chances.weights), self.chances.out_of.bit_length()
        self.effort.table(outcomes * texts, 2 * bits)
        self.effort.spend(outcomes * texts * (1 + 2 * text_steps(bits)))

    def rows(self, cumulative: str = "exactly") -> list[tuple[Exact, Ratio]]:
        """Each value with its chance: of `exactly` it, `at least` it or `at most` it."""
        values = sorted(self.chances.weights)
        return list(zip(values, self.column(values, cumulative), strict=True))

    def column(self, values: Sequence[Exact], cumulative: str) -> list[Ratio]:
        """The chance of each of some values in ascending order, all of the line's own among them."""
        bits = self.chances.out_of.bit_length()
        self.effort.table(2 * len(values), bits)
        self.effort.spend(len(values) * (1 + gcd_steps(bits)))
        downwards = cumulative == "at least"
        running = 0
        column = []
        for value in reversed(values) if downwards else values:
            weight = self.chances.weights.get(value, 0)
            running = weight if cumulative == "exactly" else running + weight
            column.append(ratio(running, self.chances.out_of))
        return column[::-1] if downwards else column


def against_each_other(first: OddsResult, second: OddsResult) -> tuple[Ratio, Ratio, Ratio]:
    """The chances that the first is higher, equal, lower."""
    effort = first.effort
    difference = convolve(first.chances, mapped(lambda value: -value, second.chances, effort), effort)
    return (
        chance(difference, lambda value: value > 0),
        chance_of(difference, 0),
        chance(difference, lambda value: value < 0),
    )
