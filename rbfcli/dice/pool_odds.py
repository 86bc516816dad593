"""Odds of pools and groups: keep, drop, order."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import comb, lcm, prod

from rbfcli.core.errors import UsageError
from rbfcli.dice.arithmetic import crowded, whole_count, whole_sides
from rbfcli.dice.ast import (
    Binary,
    Drop,
    Explode,
    FaceTest,
    Group,
    Keep,
    Labelled,
    MinMax,
    Modified,
    Pool,
    Reroll,
    Unique,
    flattens,
    record,
)
from rbfcli.dice.die_odds import (
    NO_DIE,
    Batch,
    batch,
    before,
    check_end,
    explodes,
    faces,
    fits,
    its_value,
    merge_equal,
    natural,
    of_chances,
    only,
    split,
)
from rbfcli.dice.distribution import (
    CostMeter,
    Distribution,
    blend,
    constant,
    convolve,
    gcd_steps,
    mapped,
    power,
    product_steps,
    unpack,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias, TypeVar

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import DiceModifier, Node, Selector
    from rbfcli.dice.die_odds import Cases, Kind, Table, Worth

    Kept: TypeAlias = tuple[tuple[int, Exact, int], ...]  # batch, value, how many

    Gathered = TypeVar("Gathered")


def order_statistics(
    table: Table, first: int, worth: Worth, effort: CostMeter, *, descending: bool, first_kept: bool
) -> Distribution:
    """What the dice that stay are worth together; equal values must be worth the same on every kind of die."""
    number = sum(dice.count for dice in table)
    if not number or (not first and first_kept):
        return constant(0)
    worths = {value: worth(dice.kind, value) for dice in table for value, _ in dice.values}
    packing = _Packing(worths, number, prod(dice.out_of**dice.count for dice in table), effort)
    values = sorted(worths, reverse=descending)
    packed = _placed(table, first, values, packing, effort, first_kept=first_kept)
    return packing.distribution(packed, effort)


class _Packing:
    """Worths as numbers of equal width and scale, so that sums of dice are products."""

    def __init__(self, worths: dict[Exact, Distribution], number: int, throws: int, effort: CostMeter) -> None:
        amounts = [amount for chances in worths.values() for amount in chances.weights] + [0]
        self.scale = lcm(*(amount.denominator for amount in amounts))
        self.common = lcm(*(chances.out_of for chances in worths.values()))
        self.lowest = int(min(amounts) * self.scale)
        self.number = number
        self.out_of = throws * self.common**number
        self.width = (self.out_of.bit_length() + 7) // 8 * 8
        span = int(max(amounts) * self.scale) - self.lowest
        effort.table(number * span + 1, self.width)
        self.nothing = self._packed(constant(0), effort)
        self.worths = {value: self._packed(chances, effort) for value, chances in worths.items()}

    def _packed(self, chances: Distribution, effort: CostMeter) -> int:
        bits = self.width * (1 + int(max(chances.weights) * self.scale) - self.lowest)
        effort.number(bits)
        effort.spend(2 + len(chances.weights) * (1 + bits / 30_000))
        factor = self.common // chances.out_of
        return sum(
            weight * factor << self.width * (int(amount * self.scale) - self.lowest)
            for amount, weight in chances.weights.items()
        )

    def distribution(self, packed: int, effort: CostMeter) -> Distribution:
        """The sums that a packed number holds."""
        chances = Distribution(unpack(packed, self.number * self.lowest, self.width), self.out_of)
        if self.scale == 1:
            return chances
        return mapped(lambda value: Fraction(value, self.scale), chances, effort)


def _placed(
    table: Table, first: int, values: list[Exact], packing: _Packing, effort: CostMeter, *, first_kept: bool
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


def _divided(packed: int, factor: int, effort: CostMeter) -> int:
    """A packed number that holds a factor, without it; powers of two go by shifting."""
    shift = (factor & -factor).bit_length() - 1
    packed, factor = packed >> shift, factor >> shift
    if factor == 1:
        return packed
    effort.spend(4 * product_steps(factor.bit_length(), packed.bit_length() - factor.bit_length()))
    return packed // factor


_NOTHING: Kept = ()
_STATE_BITS = 3_000


def selected(table: Table, modifier: Keep | Drop, worth: Worth, effort: CostMeter) -> Distribution:
    """What the dice that stay are worth together."""
    selector, *others = _widest(modifier.selectors)
    if not others and isinstance(selector, MinMax) and _alike(table, worth):
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
        widest[each.highest if isinstance(each, MinMax) else each] = each
    return list(widest.values())


def kept_tables(table: Table, modifier: Keep | Drop, effort: CostMeter) -> Iterator[tuple[list[Batch], Fraction]]:
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


def _together(table: Table, kept: Kept, worth: Worth, effort: CostMeter) -> Distribution:
    chances = constant(0)
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


def _one_extreme(table: Table, selector: MinMax, worth: Worth, effort: CostMeter, *, keep: bool) -> Distribution:
    """One selector: the dice in order, from the end where the fewer have to be told apart."""
    number = sum(dice.count for dice in table)
    first = min(selector.number, number)
    if 2 * first <= number:
        return order_statistics(table, first, worth, effort, descending=selector.highest, first_kept=keep)
    return order_statistics(table, number - first, worth, effort, descending=not selector.highest, first_kept=not keep)


def _ways(
    table: Table,
    modifier: Keep | Drop,
    effort: CostMeter,
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


_MOST_FURTHER = 1_000


def collect_scenarios(cases: Iterable[tuple[Iterable[Batch], Fraction]], effort: CostMeter) -> Cases:
    """Tables with their chances, equal tables as one."""
    chances: dict[Table, Fraction] = {}
    for table, chance in cases:
        key = merge_equal(table)
        effort.table(1 + sum(len(dice.values) for dice in key), 1)
        effort.spend(60 + 3 * gcd_steps(chance.denominator.bit_length()))
        chances[key] = chances.get(key, Fraction(0)) + chance
    return list(chances.items())


def apply_modifier(modifier: DiceModifier, cases: Cases, effort: CostMeter) -> Cases:
    """The tables after a modifier; Count does not come here, it ends the dice."""
    return collect_scenarios(
        ((changed, chance * more) for table, chance in cases for changed, more in _after(modifier, table, effort)),
        effort,
    )


def _after(modifier: DiceModifier, table: Table, effort: CostMeter) -> Iterable[tuple[Iterable[Batch], Fraction]]:
    match modifier:
        case Keep(selectors) | Drop(selectors):
            conditions = [each for each in selectors if isinstance(each, FaceTest)]
            if len(conditions) == len(selectors):
                return _split_by(conditions, table, effort, keep=isinstance(modifier, Keep))
            return kept_tables(table, modifier, effort)
        case Unique():
            return _different(table, effort)
        case Reroll(how="ra"):
            return _one_added(modifier, table, effort)
        case Explode(compound=False):
            return _exploded(modifier, table, effort)
        case _:
            return [([_each_changed(modifier, dice, effort) for dice in table], Fraction(1))]


def _split_by(
    conditions: list[FaceTest], table: Table, effort: CostMeter, *, keep: bool
) -> Iterator[tuple[Iterable[Batch], Fraction]]:
    def kept(value: Exact) -> bool:
        return fits(value, *conditions) == keep

    for numbers in product(*(split(dice, kept, effort) for dice in table)):
        left = [only(dice, kept, number, effort) for dice, (number, _) in zip(table, numbers, strict=True)]
        yield left, prod((chance for _, chance in numbers), start=Fraction(1))


def _each_changed(modifier: DiceModifier, dice: Batch, effort: CostMeter) -> Batch:
    """A batch after a modifier that changes each die by itself: its worth, when a die is worth its value."""
    worth = before(modifier, its_value, effort) or its_value
    chances = blend([(weight, worth(dice.kind, value)) for value, weight in dice.values], dice.out_of, effort)
    return of_chances(dice.kind, dice.count, chances, effort)


def _one_added(modifier: Reroll, table: Table, effort: CostMeter) -> Iterator[tuple[Iterable[Batch], Fraction]]:
    def added(value: Exact) -> bool:
        return fits(value, *modifier.tests)

    for numbers in product(*(split(dice, added, effort) for dice in table)):
        left: list[Batch] = []
        first = None
        for dice, (number, _) in zip(table, numbers, strict=True):
            others = only(dice, lambda value: not added(value), dice.count - number, effort)
            left += [only(dice, added, number, effort), others]
            first = first or (dice.kind if number else None)
        extra = [natural(first, 1, effort)] if first else []
        yield left + extra, prod((chance for _, chance in numbers), start=Fraction(1))


def _exploded(modifier: Explode, table: Table, effort: CostMeter) -> Iterator[tuple[Iterable[Batch], Fraction]]:
    for cases in product(*(list(_one_exploded(modifier, dice, effort)) for dice in table)):
        first = [each for thrown, _, _ in cases for each in thrown]
        further = [each for _, added, _ in cases for each in added]
        yield first + further, prod((chance for _, _, chance in cases), start=Fraction(1))


def _one_exploded(
    modifier: Explode, dice: Batch, effort: CostMeter
) -> Iterator[tuple[list[Batch], list[Batch], Fraction]]:
    """A batch after its explosions: the dice thrown first, those added, and the chance of such numbers of them."""
    check_end(modifier, dice.kind)

    def goes_off(value: Exact) -> bool:
        return explodes(modifier, dice.kind, value)

    def lies_still(value: Exact) -> bool:
        return not goes_off(value)

    for number, chance in split(dice, goes_off, effort):
        first = [only(dice, lies_still, dice.count - number, effort), only(dice, goes_off, number, effort)]
        fresh = natural(dice.kind, 1, effort)
        for still, again, free, odds in _further(number, fresh, goes_off, modifier.most, effort):
            further = [
                only(fresh, lies_still, still, effort),
                only(fresh, goes_off, again, effort),
                natural(dice.kind, free, effort),
            ]
            yield first, [_weakened(modifier, each, effort) for each in further if each.count], chance * odds


def _weakened(modifier: Explode, dice: Batch, effort: CostMeter) -> Batch:
    if not modifier.penetrate:
        return dice
    return batch(dice.kind, dice.count, {value - 1: weight for value, weight in dice.values}, dice.out_of, effort)


def _further(
    number: int, fresh: Batch, goes_off: Callable[[Exact], bool], most: int, effort: CostMeter
) -> Iterator[tuple[int, int, int, Fraction]]:
    """How many further dice of `number` chains end, explode, or come last whatever they show, and the chance of it."""
    again = Fraction(sum(weight for value, weight in fresh.values if goes_off(value)), fresh.out_of)
    if not most:
        return ((number, more, 0, odds) for more, odds in _endless(number, again, effort))
    chains = {(0, 0, 0): Fraction(1)}
    for _ in range(number):
        longer: dict[tuple[int, int, int], Fraction] = {}
        for (still, more, free), odds in chains.items():
            effort.spend(30 * most)
            for length in range(most):
                last = length == most - 1
                key = (still + (not last), more + length, free + last)
                odds_here = odds * again**length * (1 if last else 1 - again)
                longer[key] = longer.get(key, Fraction(0)) + odds_here
        chains = longer
    return ((*key, odds) for key, odds in chains.items() if odds)


def _endless(number: int, again: Fraction, effort: CostMeter) -> Iterator[tuple[int, Fraction]]:
    """How many further dice explode in `number` chains without a limit, the longest left out."""
    left = Fraction(1)
    precision = effort.precision()
    bits = again.denominator.bit_length()
    for more in range(_MOST_FURTHER):
        effort.spend(28 + 3 * gcd_steps(bits * (number + more)))
        odds = comb(max(number + more - 1, 0), more) * again**more * (1 - again) ** number
        if odds:
            yield more, odds
        left -= odds
        if left * precision < 1:
            return


def _different(table: Table, effort: CostMeter) -> Iterator[tuple[Iterable[Batch], Fraction]]:
    """Fresh dice of one kind that all differ: each set of faces as likely as any other."""
    dice = table[0] if table else None
    if dice is None:
        yield [], Fraction(1)
        return
    if complaint := crowded(dice.count, dice.kind[0]):
        raise UsageError(complaint)
    chance = Fraction(1, comb(dice.kind[0], dice.count))
    for chosen in combinations(faces(dice.kind), dice.count):
        effort.spend(20 * dice.count)
        yield [batch(dice.kind, 1, {face: 1}, 1, effort) for face in chosen], chance


@record
class Counting:
    """How the odds are counted: the effort it may take, and what gives the odds of the parts of a pool."""

    effort: CostMeter
    odds_of: Callable[[Node], Distribution]


def pool_odds(node: Pool | Modified | Group, counting: Counting) -> Distribution:
    """How often a pool or group comes to what."""
    return _worth_of(node, its_value, counting)


def _worth_of(node: Node, worth: Worth, counting: Counting) -> Distribution:
    """What the dice (or parts) of a node are worth together."""
    effort = counting.effort
    match node:
        case Labelled(part):
            return _worth_of(part, worth, counting)
        case Group((part,)) if flattens(node):
            return _worth_of(part, worth, counting)
        case Group(parts):
            return _sum((_averaged(counting.odds_of(part), worth, effort) for part in parts), effort)
        case Binary(_, left, right):
            return convolve(_worth_of(left, worth, counting), _worth_of(right, worth, counting), effort)
        case Pool():
            pools = _pools(node, counting)
            return _blended(((weight, _plain(kind, count, worth, effort)) for kind, count, weight in pools), effort)
        case Modified():
            return _modified(node, worth, counting)
        case _:
            raise AssertionError(node)


def _modified(node: Modified, worth: Worth, counting: Counting) -> Distribution:
    effort = counting.effort
    modifier = node.modifiers[-1]
    rest = _without_last(node)
    earlier = before(modifier, worth, effort)
    if earlier is not None:
        return _worth_of(rest, earlier, counting)
    if isinstance(modifier, Keep | Drop):
        cases = _tables(rest, counting)
        return _blended(((chance, selected(table, modifier, worth, effort)) for table, chance in cases), effort)
    tables = _tables(node, counting)
    return _blended(((chance, _table_worth(table, worth, effort)) for table, chance in tables), effort)


def _without_last(node: Modified) -> Node:
    return Modified(node.target, node.modifiers[:-1]) if len(node.modifiers) > 1 else node.target


def _plain(kind: Kind, count: int, worth: Worth, effort: CostMeter) -> Distribution:
    """`count` fresh dice."""
    effort.table(kind[0], 1)
    return power(blend([(1, worth(kind, face)) for face in faces(kind)], kind[0], effort), count, effort)


def _table_worth(table: Table, worth: Worth, effort: CostMeter) -> Distribution:
    return _sum((_batch_worth(dice, worth, effort) for dice in table), effort)


def _batch_worth(dice: Batch, worth: Worth, effort: CostMeter) -> Distribution:
    one = blend([(weight, worth(dice.kind, value)) for value, weight in dice.values], dice.out_of, effort)
    return power(one, dice.count, effort)


def _averaged(chances: Distribution, worth: Worth, effort: CostMeter) -> Distribution:
    """A part of a group, worth something by its total."""
    return blend([(weight, worth(NO_DIE, value)) for value, weight in chances.weights.items()], chances.out_of, effort)


def _sum(terms: Iterable[Distribution], effort: CostMeter) -> Distribution:
    total = constant(0)
    for term in terms:
        total = convolve(total, term, effort)
    return total


def _blended(cases: Iterable[tuple[Fraction, Distribution]], effort: CostMeter) -> Distribution:
    cases = list(cases)
    common = lcm(*(chance.denominator for chance, _ in cases))
    return blend([(int(chance * common), chances) for chance, chances in cases], common, effort)


def _pools(node: Pool, counting: Counting) -> Iterator[tuple[Kind, int, Fraction]]:
    """The pools that a pool can turn out to be, when its count or sides are rolled, with their chances."""
    counts, sides = counting.odds_of(node.count), counting.odds_of(node.sides)
    for count, weight in counts.weights.items():
        for side, times in sides.weights.items():
            kind = (whole_sides(side), -1 if node.fudge else 1)
            yield kind, whole_count(count), Fraction(weight * times, counts.out_of * sides.out_of)


def _tables(node: Node, counting: Counting) -> Cases:
    """What can lie on the table after a node, with chances."""
    match node:
        case Labelled(part):
            return _tables(part, counting)
        case Group((part,)) if flattens(node):
            return _tables(part, counting)
        case Group(parts):
            batches = [of_chances(NO_DIE, 1, counting.odds_of(part), counting.effort) for part in parts]
            return collect_scenarios([(batches, Fraction(1))], counting.effort)
        case Binary(_, left, right):
            rights = _tables(right, counting)
            lefts = _tables(left, counting)
            joined = (((*one, *other), chance * more) for one, chance in lefts for other, more in rights)
            return collect_scenarios(joined, counting.effort)
        case Pool():
            pools = _pools(node, counting)
            fresh = (([natural(kind, count, counting.effort)], chance) for kind, count, chance in pools)
            return collect_scenarios(fresh, counting.effort)
        case Modified():
            return apply_modifier(node.modifiers[-1], _tables(_without_last(node), counting), counting.effort)
        case _:
            raise AssertionError(node)
