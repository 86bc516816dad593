"""The first few of dice in order kept, or dropped, and the rest the other way, by arithmetic on packed numbers."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from math import comb, lcm, prod

from rbfcli.kernel.odds.convolution import unpack
from rbfcli.kernel.odds.distribution import Distribution, certain, mapped
from rbfcli.kernel.odds.effort import product_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.batches import Table
    from rbfcli.kernel.odds.effort import Effort
    from rbfcli.kernel.odds.worth import Worth


def in_order(
    table: Table, first: int, worth: Worth, effort: Effort, *, descending: bool, first_kept: bool
) -> Distribution:
    """What the dice that stay are worth together; equal values must be worth the same on every kind of die."""
    number = sum(dice.count for dice in table)
    if not number or (not first and first_kept):
        return certain(0)
    worths = {value: worth(dice.kind, value) for dice in table for value, _ in dice.values}
    packing = _Packing(worths, number, prod(dice.out_of**dice.count for dice in table), effort)
    values = sorted(worths, reverse=descending)
    packed = _placed(table, first, values, packing, effort, first_kept=first_kept)
    return packing.distribution(packed, effort)


class _Packing:
    """Worths as numbers of equal width and scale, so that sums of dice are products."""

    def __init__(self, worths: dict[Exact, Distribution], number: int, throws: int, effort: Effort) -> None:
        amounts = [amount for chances in worths.values() for amount in chances.weights] + [0]
        self.scale = lcm(*(amount.denominator for amount in amounts))
        self.common = lcm(*(chances.out_of for chances in worths.values()))
        self.lowest = int(min(amounts) * self.scale)
        self.number = number
        self.out_of = throws * self.common**number
        self.width = (self.out_of.bit_length() + 7) // 8 * 8
        span = int(max(amounts) * self.scale) - self.lowest
        effort.table(number * span + 1, self.width)
        self.nothing = self._packed(certain(0), effort)
        self.worths = {value: self._packed(chances, effort) for value, chances in worths.items()}

    def _packed(self, chances: Distribution, effort: Effort) -> int:
        bits = self.width * (1 + int(max(chances.weights) * self.scale) - self.lowest)
        effort.number(bits)
        effort.spend(2 + len(chances.weights) * (1 + bits / 30_000))
        factor = self.common // chances.out_of
        return sum(
            weight * factor << self.width * (int(amount * self.scale) - self.lowest)
            for amount, weight in chances.weights.items()
        )

    def distribution(self, packed: int, effort: Effort) -> Distribution:
        """The sums that a packed number holds."""
        chances = Distribution(unpack(packed, self.number * self.lowest, self.width), self.out_of)
        if self.scale == 1:
            return chances
        from fractions import Fraction

        return mapped(lambda value: Fraction(value, self.scale), chances, effort)


def _placed(
    table: Table, first: int, values: list[Exact], packing: _Packing, effort: Effort, *, first_kept: bool
) -> int:
    """Sum over all throws: how many dice of each batch show each value, in order, until the first have their places."""
    nothing, times = packing.nothing, effort.times
    power = cache(effort.power)
    weights = [dict(dice.values) for dice in table]
    beyond = [sum(w * (nothing if first_kept else packing.worths[v]) for v, w in each.items()) for each in weights]
    worth_bits = max(each.bit_length() for each in packing.worths.values())
    states = {tuple(dice.count for dice in table): 1}
    result = 0
    for value in values:
        effort.spend(5 + len(table) * (1 + worth_bits / 8_000))
        worth = packing.worths[value]
        head, tail = (worth, nothing) if first_kept else (nothing, worth)
        here = [each.get(value, 0) for each in weights]
        from_here, beyond = beyond, [rest - weight * tail for rest, weight in zip(beyond, here, strict=True)]
        following: dict[tuple[int, ...], int] = {}
        for left, ways in states.items():
            effort.spend(10 + 2 * len(left))
            wanted = first - (packing.number - sum(left))
            free = reduce(times, map(power, from_here, left))  # at least the wanted ones are here, the rest anywhere
            for rest, showing, chances in _fewer(left, here, wanted):
                effort.spend(10 + 3 * len(left))
                more = times(ways * chances, power(head, showing))
                effort.number(more.bit_length())
                following[rest] = following.get(rest, 0) + more
                free -= times(chances * power(tail, showing), reduce(times, map(power, beyond, rest)))
            result += times(ways, times(power(head, wanted), _divided(free, power(tail, wanted), effort)))
        states = following
    return result


def _fewer(left: Sequence[int], here: Sequence[int], wanted: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Throws that show the value fewer times than wanted: dice left after it, how many show it, in how many ways."""
    most = (min(count, wanted - 1) if weight else 0 for count, weight in zip(left, here, strict=True))
    for thrown in product(*(range(number + 1) for number in most)):
        if sum(thrown) < wanted:
            rest = tuple(count - number for count, number in zip(left, thrown, strict=True))
            ways = (comb(c, t) * w**t for c, t, w in zip(left, thrown, here, strict=True))
            yield rest, sum(thrown), prod(ways)


def _divided(packed: int, factor: int, effort: Effort) -> int:
    """A packed number that holds a factor, without it; powers of two go by shifting."""
    shift = (factor & -factor).bit_length() - 1
    packed, factor = packed >> shift, factor >> shift
    if factor == 1:
        return packed
    effort.spend(4 * product_steps(factor.bit_length(), packed.bit_length() - factor.bit_length()))
    return packed // factor
