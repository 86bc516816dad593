"""The sum of N fair dice, from a recurrence of three terms: no polynomial is multiplied."""

from __future__ import annotations

from rbfcli.kernel.odds.distribution import Distribution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.odds.effort import Effort


def dice_sum(sides: int, count: int, low: int, effort: Effort) -> Distribution:
    """How often `count` dice, each from `low` up, come to each sum."""
    span = count * (sides - 1)
    effort.table(span + 1, count * sides.bit_length())
    effort.spend(span * 0.5)
    ways = _coefficients(sides, count, span // 2)
    ways += ways[::-1] if span % 2 else ways[-2::-1]
    lowest = count * low
    return Distribution(dict(zip(range(lowest, lowest + span + 1), ways, strict=True)), sides**count)


def _coefficients(sides: int, count: int, last: int) -> list[int]:
    """The first coefficients of (1 + x + ... + x**(sides-1))**count, up to x**last.

    With P that power, (1 - x)(1 - x**sides) P' = count (1 - sides x**(sides-1) + (sides-1) x**sides) P; comparing
    coefficients gives each from three earlier ones.
    """
    ways = [1]
    for place in range(1, last + 1):
        way = (place - 1 + count) * ways[place - 1]
        if place >= sides:
            way += (place - sides - count * sides) * ways[place - sides]
        if place > sides:
            way += (count * (sides - 1) - place + sides + 1) * ways[place - sides - 1]
        ways.append(way // place)
    return ways
