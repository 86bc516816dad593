"""Operators and functions of independent values."""

from __future__ import annotations

from rbfcli.kernel.notation.exact import binary, call, compare
from rbfcli.kernel.notation.tree import COMPARISONS
from rbfcli.kernel.odds.convolution import convolve
from rbfcli.kernel.odds.distribution import Distribution, certain, mapped, pay_for_pairs
from rbfcli.kernel.odds.effort import gcd_steps, product_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.effort import Effort


# Below it a product costs what any pair of values does.
_SMALL = 1 << 64


def negative(chances: Distribution, effort: Effort) -> Distribution:
    """The distribution of minus a value."""
    return mapped(lambda value: -value, chances, effort)


def combined(operator: str, left: Distribution, right: Distribution, effort: Effort) -> Distribution:
    """The distribution of an operation; raises UsageError if some outcome has no value, such as a division by zero."""
    if operator == "+":
        return convolve(left, right, effort)
    if operator == "-":
        return convolve(left, negative(right, effort), effort)
    if operator in COMPARISONS:
        difference = convolve(left, negative(right, effort), effort)
        return mapped(lambda value: int(compare(operator, value, 0)), difference, effort)
    return paired(lambda one, other: binary(operator, one, other), left, right, effort)


def called(name: str, arguments: Sequence[Distribution], effort: Effort) -> Distribution:
    """The distribution of a function of independent arguments."""
    first, *others = arguments
    chances = mapped(lambda value: call(name, [value]), first, effort)
    for other in others:
        chances = paired(lambda one, two: call(name, [one, two]), chances, other, effort)
    return chances


def paired(
    function: Callable[[Exact, Exact], Exact], left: Distribution, right: Distribution, effort: Effort
) -> Distribution:
    """The distribution of a function of two independent values, by all pairs."""
    pay_for_pairs(left, right, effort)
    largest = max(map(_bits, right.weights), default=0)
    weights: dict[Exact, int] = {}
    out_of = left.out_of * right.out_of
    for one, weight in left.weights.items():
        bits = max(_bits(one), largest)
        effort.spend(len(right.weights))
        for other, times in right.weights.items():
            value = function(one, other)
            if type(value) is not int or not -_SMALL < value < _SMALL:
                effort.spend(_steps(value, bits))
            weights[value] = weights.get(value, 0) + weight * times
        effort.table(len(right.weights), out_of.bit_length())
    return Distribution(weights or certain(0).weights, out_of)


def _bits(value: Exact) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _steps(value: Exact, bits: int) -> float:
    """What it took to find a value by way of numbers of so many bits."""
    own = value.numerator.bit_length()
    return product_steps(own, own) + (0 if value.denominator == 1 else 8 + 3 * gcd_steps(max(own, bits)))
