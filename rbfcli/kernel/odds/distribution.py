"""How often each value comes: whole counts out of a whole number, so that nothing is ever rounded."""

from __future__ import annotations

from math import lcm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.effort import Effort


class Distribution:
    """`weights[value]` of `out_of` chances; what the weights leave of `out_of` is mass left out by a truncation."""

    __slots__ = ("out_of", "weights")

    def __init__(self, weights: dict[Exact, int], out_of: int) -> None:
        self.weights = weights
        self.out_of = out_of

    @property
    def left_out(self) -> int:
        """Chances, of `out_of`, that are not counted."""
        return self.out_of - sum(self.weights.values())

    def is_whole(self) -> bool:
        """Whether all values are whole numbers."""
        return all(isinstance(value, int) for value in self.weights)


def pay_for_pairs(one: Distribution, other: Distribution, effort: Effort) -> None:
    """Spend what all pairs of values of two distributions take."""
    bits = one.out_of.bit_length(), other.out_of.bit_length()
    effort.pairs(len(one.weights) * len(other.weights), *bits, whole=one.is_whole() and other.is_whole())


def certain(value: Exact) -> Distribution:
    """One value that always comes."""
    return Distribution({value: 1}, 1)


def mapped(function: Callable[[Exact], Exact], chances: Distribution, effort: Effort) -> Distribution:
    """The distribution of a function of a value."""
    effort.table(len(chances.weights), chances.out_of.bit_length())
    weights: dict[Exact, int] = {}
    for value, weight in chances.weights.items():
        image = function(value)
        weights[image] = weights.get(image, 0) + weight
    return Distribution(weights, chances.out_of)


def blend(cases: Iterable[tuple[int, Distribution]], out_of: int, effort: Effort) -> Distribution:
    """Each case with its weight of `out_of`."""
    cases = list(cases)
    common = lcm(*{chances.out_of for _, chances in cases})
    bits = common.bit_length() + out_of.bit_length()
    effort.table(1, bits)
    weights: dict[Exact, int] = {}
    for weight, chances in cases:
        effort.table(1 + len(chances.weights), bits)
        factor = weight * (common // chances.out_of)
        for value, count in chances.weights.items():
            weights[value] = weights.get(value, 0) + factor * count
    return Distribution(weights, out_of * common)
