"""Exact odds of dice expressions: distributions and the numbers derived from them."""

from __future__ import annotations

from math import gcd, lcm, sqrt

from rbfcli.core.errors import LimitReached, misuse, too_much
from rbfcli.core.limits import Budget
from rbfcli.dice.ast import COMPARISONS, Binary, Explode, Modified, RollLine, line_text, parts
from rbfcli.dice.distribution import CostMeter, Distribution, NoMeanError, combined, gcd_steps, mapped, mean_of
from rbfcli.dice.pool_odds import node_odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import Node

    Ratio: TypeAlias = tuple[int, int]


# An explosion leaves out about one chance in this number; the first precision within the budget is used.
# One part in _KEPT of the budget is reserved for a less exact count.
_PRECISIONS = (10**12, 10**6, 10**3)
_KEPT = 4


def odds(line: RollLine, budget: Budget | None = None) -> Distribution:
    """Return the distribution of a line's exact value, or of its margin if it has `vs`.

    Raises LimitReached if the budget is too small, and UsageError for a repeat and for outcomes without a value.
    """
    if line.times is not None:
        raise misuse("odds takes a single roll", hint="remove N#")
    budget = budget or Budget()
    if not _is_endless(line.expression) and not (line.against and _is_endless(line.against)):
        return _line_odds(line, CostMeter(budget))
    for precision in _PRECISIONS:
        kept = budget.share(_KEPT)
        try:
            return _line_odds(line, CostMeter(budget, precision))
        except LimitReached:
            if precision == _PRECISIONS[-1]:
                raise
        finally:
            budget.give_back(kept)
    raise AssertionError(line)


def _is_endless(node: Node) -> bool:
    modifiers = node.modifiers if isinstance(node, Modified) else ()
    return any(isinstance(each, Explode) and not each.most for each in modifiers) or any(map(_is_endless, parts(node)))


def _line_odds(line: RollLine, effort: CostMeter) -> Distribution:
    chances = node_odds(line.expression, effort)
    if line.against is None:
        return chances
    against = mapped(int, node_odds(line.against, effort), effort)
    return combined("-", mapped(int, chances, effort), against, effort)


def limit_mean(node: Node, effort: CostMeter) -> Fraction | None:
    """Return the exact mean of a node.

    Returns None if selections by rank, or operations other than sums and products, prevent it.
    """
    try:
        return mean_of(node_odds(node, CostMeter(effort.budget, means=True)))
    except NoMeanError:
        return None


def ratio(numerator: int, denominator: int) -> Ratio:
    """Return a fraction in lowest terms with a positive denominator."""
    common = gcd(numerator, denominator) or 1
    return numerator // common, denominator // common


def as_float(part: Ratio) -> float:
    """Return a fraction as the nearest float. Raises LimitReached if it is too large."""
    try:
        return part[0] / part[1]
    except OverflowError:
        raise too_much("the mean of this expression is too large", "1e+308") from None


def chance(chances: Distribution, test: Callable[[Exact], bool]) -> Ratio:
    """Return the probability of all values that pass a test."""
    return ratio(sum(weight for value, weight in chances.weights.items() if test(value)), chances.out_of)


def at_least(chances: Distribution, bound: Exact) -> Ratio:
    """Return the probability of a value of at least `bound`."""
    return chance(chances, lambda value: value >= bound)


def left_out(chances: Distribution) -> Ratio:
    """Return the probability left out because the explosion was cut short."""
    return ratio(chances.left_out, chances.out_of)


def mean(chances: Distribution) -> Ratio:
    """Return the mean of all counted values."""
    scale, moments = _moments(chances)
    return ratio(moments[1], moments[0] * scale)


def deviation(chances: Distribution) -> float:
    """Return the standard deviation of all counted values."""
    scale, (zeroth, first, second) = _moments(chances)
    variance = second * zeroth - first * first
    return sqrt(as_float((variance, zeroth * zeroth))) / scale


def quantile(chances: Distribution, share: Ratio) -> Exact:
    """Return the smallest value that the given share of counted values does not exceed."""
    numerator, denominator = share
    counted = sum(chances.weights.values())
    below = 0
    for value, weight in sorted(chances.weights.items()):
        below += weight
        if below * denominator >= counted * numerator:
            return value
    return max(chances.weights)


def _moments(chances: Distribution) -> tuple[int, tuple[int, int, int]]:
    """Return a scale that makes all values whole, and the weighted sums.

    The sums are of weight, weight x value and weight x value squared, with scaled values.
    """
    scale = lcm(*(value.denominator for value in chances.weights))
    zeroth = first = second = 0
    for value, weight in chances.weights.items():
        whole = int(value * scale)
        zeroth += weight
        first += weight * whole
        second += weight * whole * whole
    return scale, (zeroth, first, second)


class OddsResult:
    """A line with its distribution, without the tail of endless explosions."""

    def __init__(self, line: RollLine, budget: Budget | None = None) -> None:
        self.line = line
        self.text: str = line_text(line)
        self.effort: CostMeter = CostMeter(budget)
        self.chances: Distribution = odds(line, self.effort.budget)

    def totals(self) -> Distribution:
        """Return the distribution of a roll's printed total: values truncated toward zero."""
        return mapped(int, self.chances, self.effort)

    def limit_mean(self) -> Ratio | None:
        """Return the mean of an endless explosion, or None if nothing is left out or it is unknown."""
        if not self.chances.left_out or self.line.against is not None:
            return None
        mean = limit_mean(self.line.expression, self.effort)
        return None if mean is None else mean.as_integer_ratio()

    def answer(self, bound: int | None = None) -> Ratio:
        """Return the main number: the probability of reaching the bound or of a comparison, else the mean."""
        if bound is not None:
            return at_least(self.totals(), bound)
        match self.line:
            case RollLine(_, against) if against is not None:
                return at_least(self.chances, 0)
            case RollLine(Binary(operator)) if operator in COMPARISONS:
                return chance(self.chances, bool)
            case _:
                return self.limit_mean() or mean(self.chances)

    def will_be_shown(self, texts: int = 1) -> None:
        """Spend the cost of writing `texts` texts for each value. Raises LimitReached."""
        outcomes, bits = len(self.chances.weights), self.chances.out_of.bit_length()
        self.effort.table(outcomes * texts, 2 * bits)
        self.effort.spend(outcomes * texts * (1 + 2 * gcd_steps(bits)))

    def rows(self, cumulative: str = "exactly") -> list[tuple[Exact, Ratio]]:
        """Return each value with its probability: `exactly`, `at least` or `at most` that value."""
        values = sorted(self.chances.weights)
        return list(zip(values, self.column(values, cumulative), strict=True))

    def column(self, values: Sequence[Exact], cumulative: str) -> list[Ratio]:
        """Return the probability of each of some values, which are in ascending order.

        They include all of the line's own values.
        """
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
    """Return the probabilities that the first is higher, equal and lower."""
    effort = first.effort
    difference = combined("-", first.chances, second.chances, effort)
    return (
        chance(difference, lambda value: value > 0),
        chance(difference, lambda value: value == 0),
        chance(difference, lambda value: value < 0),
    )
