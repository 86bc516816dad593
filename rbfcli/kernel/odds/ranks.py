"""Selection by rank: which of several dice stay, in how many ways."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod

from rbfcli.kernel.notation.tree import Drop, Extreme, FaceTest, Keep
from rbfcli.kernel.odds.batches import Batch, batch
from rbfcli.kernel.odds.convolution import convolve, power
from rbfcli.kernel.odds.distribution import Distribution, blend, certain
from rbfcli.kernel.odds.effort import product_steps
from rbfcli.kernel.odds.order import in_order
from rbfcli.kernel.odds.worth import fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias, TypeVar

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.notation.tree import Selector
    from rbfcli.kernel.odds.batches import Table
    from rbfcli.kernel.odds.effort import Effort
    from rbfcli.kernel.odds.worth import Worth

    Kept: TypeAlias = tuple[tuple[int, Exact, int], ...]  # batch, value, how many
    Gathered = TypeVar("Gathered")

_NOTHING: Kept = ()
_STATE_BITS = 3_000


def selected(table: Table, modifier: Keep | Drop, worth: Worth, effort: Effort) -> Distribution:
    """What the dice that stay are worth together."""
    selector, *others = _widest(modifier.selectors)
    if not others and isinstance(selector, Extreme) and _alike(table, worth):
        return _one_extreme(table, selector, worth, effort, keep=isinstance(modifier, Keep))
    amounts = _amounts(table, worth)
    if amounts:
        zero: Exact = 0
        sums = _ways(
            table, modifier, effort, zero, lambda total, place, value, count: total + count * amounts[place, value]
        )
        return Distribution(sums, _throws(table))
    ways = _ways(table, modifier, effort, _NOTHING, _listed)
    cases = [(number, _together(table, kept, worth, effort)) for kept, number in ways.items()]
    return blend(cases, _throws(table), effort)


def _widest(selectors: Sequence[Selector]) -> list[Selector]:
    """The selectors without those that select no more than another: kh1kh3 is kh3."""
    widest: dict[object, Selector] = {}
    for each in sorted(selectors, key=lambda each: each.number):
        widest[each.highest if isinstance(each, Extreme) else each] = each
    return list(widest.values())


def kept_tables(table: Table, modifier: Keep | Drop, effort: Effort) -> Iterator[tuple[list[Batch], Fraction]]:
    """The tables that a selection can leave, each with its chance."""
    throws = _throws(table)
    for kept, number in _ways(table, modifier, effort, _NOTHING, _listed).items():
        left = [batch(table[place].kind, count, {value: 1}, 1, effort) for place, value, count in sorted(kept)]
        yield left, Fraction(number, throws)


def _throws(table: Table) -> int:
    return prod(dice.out_of**dice.count for dice in table)


def _listed(kept: Kept, place: int, value: Exact, count: int) -> Kept:
    return (*kept, (place, value, count))


def _amounts(table: Table, worth: Worth) -> dict[tuple[int, Exact], Exact]:
    """What each value of each batch is worth, if that is certain for all."""
    amounts: dict[tuple[int, Exact], Exact] = {}
    for place, dice in enumerate(table):
        for value, _ in dice.values:
            chances = worth(dice.kind, value)
            if len(chances.weights) != 1 or chances.left_out:
                return {}
            (amounts[place, value],) = chances.weights
    return amounts


def _together(table: Table, kept: Kept, worth: Worth, effort: Effort) -> Distribution:
    chances = certain(0)
    for place, value, count in kept:
        chances = convolve(chances, power(worth(table[place].kind, value), count, effort), effort)
    return chances


def _alike(table: Table, worth: Worth) -> bool:
    """Whether equal values are worth the same on every kind of die, so that ties do not matter."""
    kinds = {dice.kind for dice in table}
    if len(kinds) == 1:
        return True
    found: dict[Exact, tuple[int, dict[Exact, int]]] = {}
    for dice in table:
        for value, _ in dice.values:
            chances = worth(dice.kind, value)
            if found.setdefault(value, (chances.out_of, chances.weights)) != (chances.out_of, chances.weights):
                return False
    return True


def _one_extreme(table: Table, selector: Extreme, worth: Worth, effort: Effort, *, keep: bool) -> Distribution:
    """One selector: the dice in order, from the end where the fewer have to be told apart."""
    number = sum(dice.count for dice in table)
    first = min(selector.number, number)
    if 2 * first <= number:
        return in_order(table, first, worth, effort, descending=selector.highest, first_kept=keep)
    return in_order(table, number - first, worth, effort, descending=not selector.highest, first_kept=not keep)


def _ways(
    table: Table,
    modifier: Keep | Drop,
    effort: Effort,
    nothing: Gathered,
    gather: Callable[[Gathered, int, Exact, int], Gathered],
) -> dict[Gathered, int]:
    """In how many ways the dice that stay gather to what, from the highest value down."""
    number = sum(dice.count for dice in table)
    states = {(tuple(dice.count for dice in table), nothing): 1}
    weights_of = [dict(dice.values) for dice in table]
    values = sorted({value for each in weights_of for value in each}, reverse=True)
    effort.table(2 * len(values) * len(table), 1)
    bits = _throws(table).bit_length()
    cost = 4 + 2 * len(table) + 2 * product_steps(bits, bits)
    for value in values:
        weights = [each.get(value, 0) for each in weights_of]
        following: dict[tuple[tuple[int, ...], Gathered], int] = {}
        for (left, kept), ways in states.items():
            for thrown in product(
                *(range(count + 1 if weight else 1) for count, weight in zip(left, weights, strict=True))
            ):
                effort.spend(cost + sum(thrown))
                effort.number(_STATE_BITS + bits)
                rest = tuple(count - here for count, here in zip(left, thrown, strict=True))
                new = kept
                for place, count in enumerate(_stay(thrown, number - sum(left), sum(rest), value, modifier)):
                    new = gather(new, place, value, count) if count else new
                more = ways * prod(map(_choices, left, thrown, weights))
                following[rest, new] = following.get((rest, new), 0) + more
        states = following
    return {kept: ways for (left, kept), ways in states.items() if not any(left)}


def _choices(left: int, thrown: int, weight: int) -> int:
    ways: int = comb(left, thrown) * weight**thrown
    return ways


def _stay(thrown: Sequence[int], higher: int, lower: int, value: Exact, modifier: Keep | Drop) -> Iterator[int]:
    """How many dice of each batch that show this value stay; batches lie in index order, and the last are dropped."""
    same = sum(thrown)
    taken = min(same, _taken(modifier, higher, lower, value, same))
    left = taken if isinstance(modifier, Keep) else same - taken
    for count in thrown:
        stay = min(count, left)
        left -= stay
        yield stay


def _taken(modifier: Keep | Drop, higher: int, lower: int, value: Exact, same: int) -> int:
    """How many of equal dice the selectors take, or more, with so many higher and lower."""
    high = low = 0
    for selector in modifier.selectors:
        if isinstance(selector, FaceTest):
            if fits(value, selector):
                return same
        elif selector.highest:
            high = max(high, selector.number - higher)
        else:
            low = max(low, selector.number - lower)
    return max(high, low) if modifier.shared else high + low
