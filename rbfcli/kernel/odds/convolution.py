"""Sums of independent values: distributions packed into one big number each, so that one multiplication adds them."""

from __future__ import annotations

from rbfcli.kernel.odds.distribution import Distribution, certain, pay_for_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.effort import Effort

_FEW = 24


def convolve(first: Distribution, second: Distribution, effort: Effort) -> Distribution:
    """How often the sum of one value from each comes to what."""
    one, other = first.weights, second.weights
    out_of = first.out_of * second.out_of
    if min(len(one), len(other)) > _FEW and first.is_whole() and second.is_whole():
        lowest = min(one) + min(other)
        outcomes = int(max(one) + max(other) - lowest + 1)
        if outcomes <= 2 * len(one) * len(other):
            width = _width(sum(one.values()) * sum(other.values()))
            effort.table(outcomes, width)
            effort.product(*(width * int(max(each) - min(each) + 1) for each in (one, other)))
            product = pack(one, min(one), width) * pack(other, min(other), width)
            return Distribution(unpack(product, lowest, width), out_of)
    pay_for_pairs(first, second, effort)
    weights: dict[Exact, int] = {}
    for value, weight in one.items():
        effort.table(len(other), out_of.bit_length())
        for more, times in other.items():
            total = value + more
            weights[total] = weights.get(total, 0) + weight * times
    return Distribution(weights, out_of)


def power(chances: Distribution, count: int, effort: Effort) -> Distribution:
    """How often `count` independent values, all distributed alike, come to which sum."""
    weights = chances.weights
    effort.table(1, count * chances.out_of.bit_length())
    if not weights or not count:
        return certain(0) if not count else Distribution({}, chances.out_of**count)
    if not chances.is_whole():
        return _squared(chances, count, effort)
    lowest = min(weights)
    width = _width(sum(weights.values()) ** count)
    outcomes = int(count * (max(weights) - lowest)) + 1
    effort.table(outcomes, max(width, count * chances.out_of.bit_length()))
    effort.product(outcomes * width, outcomes * width // 2)
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


def _squared(chances: Distribution, count: int, effort: Effort) -> Distribution:
    """A power by repeated squaring, for values that are no whole numbers."""
    if count == 1:
        return chances
    half = _squared(chances, count // 2, effort)
    square = convolve(half, half, effort)
    return convolve(square, chances, effort) if count % 2 else square
