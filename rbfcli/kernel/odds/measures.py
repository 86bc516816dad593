"""What one asks of a distribution: chances as (numerator, denominator), mean, deviation, quantiles."""

from __future__ import annotations

from math import gcd, lcm, sqrt

from rbfcli.kernel.errors import LimitReached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.distribution import Distribution

    Ratio: TypeAlias = tuple[int, int]


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
