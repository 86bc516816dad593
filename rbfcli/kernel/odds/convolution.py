"""Sums of independent values: distributions packed into one big number each, so that one multiplication adds them."""

from __future__ import annotations

from rbfcli.kernel.odds.distribution import Distribution, certain
from rbfcli.kernel.odds.limits import MOST_BITS_MULTIPLIED, check_pairs, check_product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from rbfcli.kernel.notation.exact import Exact

_FEW = 24


def convolve(first: Distribution, second: Distribution) -> Distribution:
    """How often the sum of one value from each comes to what."""
    one, other = first.weights, second.weights
    out_of = first.out_of * second.out_of
    if min(len(one), len(other)) > _FEW and _whole(one) and _whole(other):
        lowest = min(one) + min(other)
        outcomes = max(one) + max(other) - lowest + 1
        width = _width(sum(one.values()) * sum(other.values()))
        if outcomes * width <= MOST_BITS_MULTIPLIED and outcomes <= 2 * len(one) * len(other):
            check_product(int(outcomes), out_of.bit_length())
            product = pack(one, min(one), width) * pack(other, min(other), width)
            return Distribution(unpack(product, lowest, width), out_of)
    check_pairs(len(one) * len(other))
    weights: dict[Exact, int] = {}
    for value, weight in one.items():
        for more, times in other.items():
            total = value + more
            weights[total] = weights.get(total, 0) + weight * times
    return Distribution(weights, out_of)


def power(chances: Distribution, count: int) -> Distribution:
    """How often `count` independent values, all distributed alike, come to which sum."""
    weights = chances.weights
    if not weights or not count:
        return certain(0) if not count else Distribution({}, chances.out_of**count)
    lowest = min(weights)
    width = _width(sum(weights.values()) ** count)
    if not _whole(weights):
        return _squared(chances, count)
    outcomes = count * (max(weights) - lowest) + 1
    check_product(int(outcomes), max(width, count * chances.out_of.bit_length()))
    packed = pack(weights, lowest, width) ** count
    return Distribution(unpack(packed, count * lowest, width), chances.out_of**count)


def pack(weights: Mapping[Exact, int], lowest: Exact, width: int) -> int:
    """The weights as the digits of one number, `width` bits each (a multiple of 8), from the lowest value up."""
    size = width // 8
    room = bytearray(size * int(max(weights) - lowest + 1))
    for value, weight in weights.items():
        place = int(value - lowest) * size
        room[place : place + size] = weight.to_bytes(size, "little")
    return int.from_bytes(room, "little")


def unpack(packed: int, lowest: Exact, width: int) -> dict[Exact, int]:
    """The weights, those that are not zero, of a packed number."""
    size = width // 8
    digits = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    places = range(0, len(digits), size)
    counts = [read(digits[place : place + size], "little") for place in places]
    return {lowest + step: count for step, count in enumerate(counts) if count}


def _width(most: int) -> int:
    return (most.bit_length() + 7) // 8 * 8


def _whole(weights: Mapping[Exact, int]) -> bool:
    return all(isinstance(value, int) for value in weights)


def _squared(chances: Distribution, count: int) -> Distribution:
    """A power by repeated squaring, for values that are no whole numbers."""
    if count == 1:
        return chances
    half = _squared(chances, count // 2)
    square = convolve(half, half)
    return convolve(square, chances) if count % 2 else square
