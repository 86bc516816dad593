"""Operators and functions of independent values."""

from __future__ import annotations

from rbfcli.kernel.notation.exact import binary, call, compare
from rbfcli.kernel.notation.tree import COMPARISONS
from rbfcli.kernel.odds.convolution import convolve
from rbfcli.kernel.odds.distribution import Distribution, certain, mapped
from rbfcli.kernel.odds.limits import check_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rbfcli.kernel.notation.exact import Exact


def negative(chances: Distribution) -> Distribution:
    """The distribution of minus a value."""
    return mapped(lambda value: -value, chances)


def combined(operator: str, left: Distribution, right: Distribution) -> Distribution:
    """The distribution of an operation; raises UsageError if some outcome has no value, such as a division by zero."""
    if operator == "+":
        return convolve(left, right)
    if operator == "-":
        return convolve(left, negative(right))
    if operator in COMPARISONS:
        return mapped(lambda value: int(compare(operator, value, 0)), convolve(left, negative(right)))
    return paired(lambda one, other: binary(operator, one, other), left, right)


def called(name: str, arguments: Sequence[Distribution]) -> Distribution:
    """The distribution of a function of independent arguments."""
    first, *others = arguments
    chances = mapped(lambda value: call(name, [value]), first)
    for other in others:
        chances = paired(lambda one, two: call(name, [one, two]), chances, other)
    return chances


def paired(function: Callable[[Exact, Exact], Exact], left: Distribution, right: Distribution) -> Distribution:
    """The distribution of a function of two independent values, by all pairs."""
    check_pairs(len(left.weights) * len(right.weights))
    weights: dict[Exact, int] = {}
    for one, weight in left.weights.items():
        for other, times in right.weights.items():
            value = function(one, other)
            weights[value] = weights.get(value, 0) + weight * times
    return Distribution(weights or certain(0).weights, left.out_of * right.out_of)
