"""How often each value comes: whole counts out of a whole number, so that nothing is ever rounded."""

from __future__ import annotations

from math import lcm

from rbfcli.kernel.odds.limits import check_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rbfcli.kernel.notation.exact import Exact


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


def certain(value: Exact) -> Distribution:
    """One value that always comes."""
    return Distribution({value: 1}, 1)


def mapped(function: Callable[[Exact], Exact], chances: Distribution) -> Distribution:
    """The distribution of a function of a value."""
    weights: dict[Exact, int] = {}
    for value, weight in chances.weights.items():
        image = function(value)
        weights[image] = weights.get(image, 0) + weight
    return Distribution(weights, chances.out_of)


def blend(cases: Iterable[tuple[int, Distribution]], out_of: int) -> Distribution:
    """Each case with its weight of `out_of`."""
    cases = list(cases)
    common = lcm(*{chances.out_of for _, chances in cases})
    check_size(1, common.bit_length())
    weights: dict[Exact, int] = {}
    for weight, chances in cases:
        factor = weight * (common // chances.out_of)
        for value, count in chances.weights.items():
            weights[value] = weights.get(value, 0) + factor * count
    return Distribution(weights, out_of * common)
