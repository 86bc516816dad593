"""Odds of dice with modifiers.

The worth of a die after a modifier determines its worth before it, so dice that are not compared with each other are
counted one by one, from the last modifier back to the first. Ranked dice are kept on a table, in batches of equal
chances.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import chain, combinations, count, product
from math import comb, gcd, lcm, prod
from operator import sub

from rbfcli.dice import ast
from rbfcli.dice.arithmetic import check_fit, divide, explodes, fits, whole_count, whole_sides
from rbfcli.dice.arithmetic import constant as known
from rbfcli.dice.distribution import (
    CostMeter,
    Distribution,
    blend,
    byte_width,
    called,
    combined,
    constant,
    convolve,
    dice_sum,
    fraction,
    gcd_steps,
    mean_of,
    pack,
    power,
    product_steps,
    trailing_zeros,
    unpack,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact

    Kind: TypeAlias = tuple[int, int]  # sides and lowest face
    Worth: TypeAlias = Callable[[Kind, Exact], Distribution]
    Test: TypeAlias = Callable[[Kind, Exact], bool]
    Table: TypeAlias = "tuple[Batch, ...]"
    Cases: TypeAlias = Iterable[tuple[Iterable["Batch"], Fraction]]
    Factors: TypeAlias = dict[tuple[Kind, Exact], int]
    Gathered: TypeAlias = Iterable[tuple[Table, Fraction]]
    Numbers: TypeAlias = tuple[int, ...]  # the number of dice in each batch
    Kept: TypeAlias = tuple[tuple[int, Exact, int], ...]  # batch, value, number of dice


NO_DIE = (0, 0)
_MOST_DOUBLINGS = 9
_STATE_BITS = 3_000
_SPARSE = 1_000
_NOBODY: Kept = ()


def node_odds(node: ast.Node, effort: CostMeter) -> Distribution:
    """Return the distribution of a node's exact value; explosions may leave out a small part."""
    value = known(node)
    if value is not None:
        return constant(value)
    match node:
        case ast.Pool(ast.Number(number), ast.Number(sides), fudge):
            return dice_sum(sides, number, -1 if fudge else 1, effort)
        case ast.Labelled(part):
            return node_odds(part, effort)
        case ast.Negative(part):
            return combined("-", constant(0), node_odds(part, effort), effort)
        case ast.Binary(operator, left, right):
            return combined(operator, node_odds(left, effort), node_odds(right, effort), effort)
        case ast.Call(name, arguments):
            return called(name, [node_odds(argument, effort) for argument in arguments], effort)
        case _:
            return _worth_of(node, _its_value, effort)


def _worth_of(node: ast.Node, worth: Worth, effort: CostMeter) -> Distribution:
    """Return the distribution of the total worth of a node's dice or parts."""
    node = _unwrapped(node)
    match node:
        case ast.Binary(_, left, right):
            return convolve(_worth_of(left, worth, effort), _worth_of(right, worth, effort), effort)
        case ast.Pool() if effort.means:
            sides = known(node.sides)
            if sides is None:
                effort.need_all_values()
            one = _natural((whole_sides(sides or 0), -1 if node.fudge else 1), 1, effort)
            return constant(mean_of(node_odds(node.count, effort)) * mean_of(_table_worth([one], worth, effort)))
        case ast.Modified(modifiers=(*_, modifier)) if (earlier := _before(modifier, worth, effort)) is not None:
            return _worth_of(_without_last(node), earlier, effort)
        case ast.Modified(modifiers=(*_, ast.Select() as modifier)):
            tables = _tables(_without_last(node), effort)
            return _blended(((chance, selected(table, modifier, worth, effort)) for table, chance in tables), effort)
        case _:
            tables = _tables(node, effort)
            return _blended(((chance, _table_worth(table, worth, effort)) for table, chance in tables), effort)


def _unwrapped(node: ast.Node) -> ast.Node:
    while isinstance(node, ast.Labelled) or (isinstance(node, ast.Group) and ast.flattens(node)):
        (node,) = ast.parts(node)
    return node


def _without_last(node: ast.Modified) -> ast.Node:
    return ast.Modified(node.target, node.modifiers[:-1]) if len(node.modifiers) > 1 else node.target


def _pools(node: ast.Pool, effort: CostMeter) -> Iterator[tuple[Kind, int, Fraction]]:
    counts, sides = node_odds(node.count, effort), node_odds(node.sides, effort)
    for (number, weight), (side, times) in product(counts.weights.items(), sides.weights.items()):
        kind = (whole_sides(side), -1 if node.fudge else 1)
        yield kind, whole_count(number), fraction(weight * times, counts.out_of * sides.out_of)


def _one_of(
    values: Iterable[tuple[Exact, int]], out_of: int, kind: Kind, worth: Worth, effort: CostMeter
) -> Distribution:
    return blend([(weight, worth(kind, value)) for value, weight in values], out_of, effort)


def _table_worth(table: Iterable[Batch], worth: Worth, effort: CostMeter) -> Distribution:
    total = constant(0)
    for dice in table:
        one = _one_of(dice.values, dice.out_of, dice.kind, worth, effort)
        total = convolve(total, power(one, dice.count, effort), effort)
    return total


def _blended(cases: Iterable[tuple[Fraction, Distribution]], effort: CostMeter) -> Distribution:
    cases = list(cases)
    common = lcm(*(chance.denominator for chance, _ in cases))
    return blend([(int(chance * common), chances) for chance, chances in cases], common, effort)


# Single dice.


def _its_value(_kind: Kind, value: Exact) -> Distribution:
    return constant(value)


def _faces(kind: Kind) -> range:
    sides, low = kind
    return range(low, low + sides)


def _before(modifier: ast.DiceModifier, worth: Worth, effort: CostMeter) -> Worth | None:
    """Return the worth before a modifier, or None if it depends on the other dice."""
    match modifier:
        case ast.Select() if not ast.ranks(modifier):
            gone = constant(0)
            return lambda kind, value: worth(kind, value) if _stays(modifier, value) else gone
        case ast.Clamp(raising, bound):
            bounded = max if raising else min
            return lambda kind, value: worth(kind, bounded(value, bound))
        case ast.Relabel(values):

            def relabelled(kind: Kind, value: Exact) -> Distribution:
                check_fit(modifier, 1, *kind)
                return worth(kind, values[int(value) - kind[1]])

            return relabelled
        case ast.Negate(test):
            return lambda kind, value: worth(kind, -value if fits(value, test) else value)
        case ast.Mark():
            return worth
        case ast.Reroll(how="rr" | "ro"):
            return _before_reroll(modifier, worth, effort)
        case ast.Explode():
            return _before_explosion(modifier, worth, effort)
        case ast.Count(tests):
            return lambda _kind, value: constant(sum(each.worth for each in tests if fits(value, each.condition)))
        case _:
            effort.need_all_values()
            return None


def _stays(selection: ast.Select, value: Exact) -> bool:
    """Return whether a die is kept by a selection that uses only values."""
    return fits(value, *ast.tests(selection)) == selection.keeps


def _before_reroll(modifier: ast.Reroll, worth: Worth, effort: CostMeter) -> Worth:
    @cache
    def rethrown(kind: Kind) -> Distribution:
        check_fit(modifier, 1, *kind)
        effort.table(kind[0], 1)
        last = [face for face in _faces(kind) if modifier.how == "ro" or not fits(face, *modifier.tests)]
        return _one_of(((face, 1) for face in last), len(last), kind, worth, effort)

    return lambda kind, value: rethrown(kind) if fits(value, *modifier.tests) else worth(kind, value)


def _before_explosion(modifier: ast.Explode, worth: Worth, effort: CostMeter) -> Worth:
    if modifier.compound:
        effort.need_all_values()

    @cache
    def further(kind: Kind) -> Distribution:
        return _chain(modifier, kind, _its_value if modifier.compound else worth, effort)

    def before_explosion(kind: Kind, value: Exact) -> Distribution:
        if not explodes(modifier, value, *kind):
            return worth(kind, value)
        more = further(kind)
        if not modifier.compound:
            return convolve(worth(kind, value), more, effort)
        added = ((value + amount, weight) for amount, weight in more.weights.items())
        return _one_of(added, more.out_of, kind, worth, effort)

    return before_explosion


def _chain(modifier: ast.Explode, kind: Kind, worth: Worth, effort: CostMeter) -> Distribution:
    """Return the total worth of all extra dice of one explosion, without the longest chains."""
    check_fit(modifier, 1, *kind)
    sides = kind[0]
    effort.table(4 * sides, 1)
    weaker = 1 if modifier.penetrate else 0
    going_on = [face for face in _faces(kind) if explodes(modifier, face, *kind)]
    ending = [face for face in _faces(kind) if not explodes(modifier, face, *kind)]
    if effort.means:
        one = mean_of(_one_of(((face - weaker, 1) for face in _faces(kind)), sides, kind, worth, effort))
        chance = fraction(len(going_on), sides)
        throws = sum(chance**step for step in range(modifier.most)) if modifier.most else 1 / (1 - chance)
        return constant(one * throws)
    last = _one_of(((face - weaker, 1) for face in ending), sides, kind, worth, effort)
    again = _one_of(((face - weaker, 1) for face in going_on), sides, kind, worth, effort)
    if modifier.most:
        further = constant(0)
        for _ in range(modifier.most):
            further = blend([(1, last), (1, convolve(again, further, effort))], 1, effort)
        return further
    return convolve(last, _series(again, len(going_on), sides, effort), effort)


def _series(step: Distribution, going_on: int, sides: int, effort: CostMeter) -> Distribution:
    """Return the sum 1 + step + step**2 + ..., computed as (1 + step)(1 + step**2)(1 + step**4)...

    It stops once longer chains are too rare.
    """
    series = constant(0)
    for doubled in range(_MOST_DOUBLINGS):
        if going_on**2**doubled * effort.precision <= sides**2**doubled:
            break
        series = convolve(series, blend([(1, constant(0)), (1, step)], 1, effort), effort)
        step = convolve(step, step, effort)
    return series


# Dice on the table.


@ast.record
class Batch:
    """`count` dice of one kind with the same distribution: (value, weight) pairs out of `out_of`."""

    kind: Kind
    count: int
    values: tuple[tuple[Exact, int], ...]
    out_of: int


def _batch(kind: Kind, number: int, weights: dict[Exact, int], out_of: int, effort: CostMeter) -> Batch:
    """Return a batch in lowest terms, so that equal batches compare as equal."""
    effort.table(2 * len(weights), out_of.bit_length())
    effort.spend(15)
    common = gcd(out_of, *weights.values())
    values = sorted((value, weight // common) for value, weight in weights.items())
    return Batch(kind, number, tuple(values), out_of // common)


def _natural(kind: Kind, number: int, effort: CostMeter) -> Batch:
    effort.table(kind[0], 1)
    return Batch(kind, number, tuple((face, 1) for face in _faces(kind)), kind[0])


def _parted(dice: Batch, number: int, test: Test, effort: CostMeter) -> list[Batch]:
    """Return a batch split into the `number` dice that pass a test and the others."""
    effort.table(4 * len(dice.values), 1)
    parts = []
    for amount, passing in ((number, True), (dice.count - number, False)):
        weights = {value: weight for value, weight in dice.values if test(dice.kind, value) == passing}
        parts.append(_batch(dice.kind, amount, weights, sum(weights.values()) or 1, effort))
    return parts


def _split(dice: Batch, test: Test, effort: CostMeter) -> list[tuple[int, Fraction]]:
    """Return how many dice of a batch can pass a test, each number with its probability."""
    effort.table(2 * len(dice.values), 1)
    passing = sum(weight for value, weight in dice.values if test(dice.kind, value))
    failing = sum(weight for _, weight in dice.values) - passing
    bits = dice.count * dice.out_of.bit_length()
    effort.number(bits)
    effort.spend((dice.count + 1) * (gcd_steps(bits) + 4 * product_steps(bits, bits)))
    numbers = range(dice.count + 1)
    ways = [comb(dice.count, number) * passing**number * failing ** (dice.count - number) for number in numbers]
    return [(number, fraction(each, dice.out_of**dice.count)) for number, each in enumerate(ways) if each]


def _splits(table: Table, test: Test, effort: CostMeter) -> Iterator[tuple[list[tuple[Batch, int]], Fraction]]:
    """Yield the batches with how many dice of each pass a test, and the probability of that."""
    for numbers in product(*(_split(dice, test, effort) for dice in table)):
        passing = [(dice, number) for dice, (number, _) in zip(table, numbers, strict=True)]
        yield passing, prod((chance for _, chance in numbers), start=fraction(1))


def _tables(node: ast.Node, effort: CostMeter) -> Gathered:
    effort.need_all_values()
    node = _unwrapped(node)
    match node:
        case ast.Group(parts):
            totals = [node_odds(part, effort) for part in parts]
            batches = [_batch(NO_DIE, 1, each.weights, each.out_of, effort) for each in totals]
            return _collected([(batches, fraction(1))], effort)
        case ast.Binary(_, left, right):
            pairs = product(_tables(left, effort), _tables(right, effort))
            return _collected((((*one, *other), chance * more) for (one, chance), (other, more) in pairs), effort)
        case ast.Pool():
            pools = _pools(node, effort)
            return _collected((([_natural(kind, number, effort)], chance) for kind, number, chance in pools), effort)
        case ast.Modified(modifiers=(*_, modifier)):
            cases = _tables(_without_last(node), effort)
            after = ((_after(modifier, table, effort), chance) for table, chance in cases)
            return _collected(((left, chance * more) for changed, chance in after for left, more in changed), effort)
        case _:
            raise AssertionError(node)


def _collected(cases: Cases, effort: CostMeter) -> Gathered:
    chances: dict[Table, Fraction] = {}
    for table, chance in cases:
        key = _merged(table)
        effort.table(1 + sum(len(dice.values) for dice in key), 1)
        effort.spend(60 + 3 * gcd_steps(chance.denominator.bit_length()))
        chances[key] = chances.get(key, fraction(0)) + chance
    return chances.items()


def _merged(table: Iterable[Batch]) -> Table:
    """Return the table without empty batches, equal ones joined.

    Batches of different kinds keep their order, which decides ties.
    """
    left = [each for each in table if each.count]
    if len({each.kind for each in left}) > 1:
        return tuple(left)
    merged: dict[tuple[Kind, tuple[tuple[Exact, int], ...], int], int] = {}
    for each in left:
        key = (each.kind, each.values, each.out_of)
        merged[key] = merged.get(key, 0) + each.count
    joined = [Batch(kind, number, values, out_of) for (kind, values, out_of), number in merged.items()]
    return tuple(sorted(joined, key=lambda each: each.values))


def _after(modifier: ast.DiceModifier, table: Table, effort: CostMeter) -> Cases:
    match modifier:
        case ast.Select() if ast.ranks(modifier):
            return _kept_tables(table, modifier, effort)
        case ast.Select():
            return _kept_by_tests(table, lambda _kind, value: _stays(modifier, value), effort)
        case ast.Unique():
            return _different(modifier, table, effort)
        case ast.Reroll(how="ra"):
            return _one_added(modifier, table, effort)
        case ast.Explode(compound=False):
            return _exploded(modifier, table, effort)
        case _:
            return [([_each_changed(modifier, dice, effort) for dice in table], fraction(1))]


def _each_changed(modifier: ast.DiceModifier, dice: Batch, effort: CostMeter) -> Batch:
    """Return a batch after a modifier that changes each die separately.

    The new values are the worth of the dice if a die is worth its value.
    """
    worth = _before(modifier, _its_value, effort) or _its_value
    chances = _one_of(dice.values, dice.out_of, dice.kind, worth, effort)
    return _batch(dice.kind, dice.count, chances.weights, chances.out_of, effort)


def _kept_by_tests(table: Table, stays: Test, effort: CostMeter) -> Cases:
    for batches, chance in _splits(table, stays, effort):
        yield [_parted(dice, number, stays, effort)[0] for dice, number in batches], chance


def _different(modifier: ast.Unique, table: Table, effort: CostMeter) -> Cases:
    """Yield fresh dice of one kind that all differ; each set of faces is equally likely."""
    kind, number = (table[0].kind, table[0].count) if table else (NO_DIE, 0)
    check_fit(modifier, number, *kind)
    chance = fraction(1, comb(kind[0], number))
    for chosen in combinations(_faces(kind), number):
        effort.spend(20 * number)
        yield [_batch(kind, 1, {face: 1}, 1, effort) for face in chosen], chance


def _one_added(modifier: ast.Reroll, table: Table, effort: CostMeter) -> Cases:
    def is_added(_kind: Kind, value: Exact) -> bool:
        return fits(value, *modifier.tests)

    for batches, chance in _splits(table, is_added, effort):
        left = [part for dice, number in batches for part in _parted(dice, number, is_added, effort)]
        first = next((dice.kind for dice, number in batches if number), None)
        yield [*left, *([_natural(first, 1, effort)] if first else [])], chance


def _exploded(modifier: ast.Explode, table: Table, effort: CostMeter) -> Cases:
    def goes_off(kind: Kind, value: Exact) -> bool:
        return explodes(modifier, value, *kind)

    @cache
    def added(kind: Kind, ended: int, again: int, free: int) -> list[Batch]:
        parts = [*_parted(_natural(kind, ended + again, effort), again, goes_off, effort), _natural(kind, free, effort)]
        return [_weakened(each, effort) if modifier.penetrate else each for each in parts if each.count]

    for dice in table:
        check_fit(modifier, 1, *dice.kind)
    further = cache(lambda kind, number: list(_further(modifier, kind, number, effort)))
    for batches, chance in _splits(table, goes_off, effort):
        first = [part for dice, number in batches for part in _parted(dice, number, goes_off, effort)]
        for cases in product(*(further(dice.kind, number) for dice, number in batches)):
            more = (added(dice.kind, *numbers) for (dice, _), (numbers, _) in zip(batches, cases, strict=True))
            yield [*first, *chain(*more)], prod((odds for _, odds in cases), start=chance)


def _weakened(dice: Batch, effort: CostMeter) -> Batch:
    return _batch(dice.kind, dice.count, {value - 1: weight for value, weight in dice.values}, dice.out_of, effort)


def _further(
    modifier: ast.Explode, kind: Kind, number: int, effort: CostMeter
) -> Iterator[tuple[tuple[int, int, int], Fraction]]:
    """Yield the numbers of extra dice in `number` chains, with their probability.

    The numbers are the dice that end a chain, those that explode, and those that the limit makes last.
    """
    again = fraction(sum(explodes(modifier, face, *kind) for face in _faces(kind)), kind[0])
    if not modifier.most:
        yield from (((number, more, 0), odds) for more, odds in _endless(number, again, effort))
        return
    chains = {(0, 0, 0): fraction(1)}
    for _ in range(number):
        longer: dict[tuple[int, int, int], Fraction] = {}
        for ((ended, more, free), odds), length in product(chains.items(), range(modifier.most)):
            effort.spend(30)
            last = length == modifier.most - 1
            key = (ended + (not last), more + length, free + last)
            longer[key] = longer.get(key, fraction(0)) + odds * again**length * (1 if last else 1 - again)
        chains = longer
    yield from ((key, odds) for key, odds in chains.items() if odds)


def _endless(number: int, again: Fraction, effort: CostMeter) -> Iterator[tuple[int, Fraction]]:
    """Yield how many extra dice explode in `number` unlimited chains, until the rest is too rare."""
    left = fraction(1)
    bits = again.denominator.bit_length()
    for more in count():
        effort.spend(28 + 3 * gcd_steps(bits * (number + more)))
        odds = comb(max(number + more - 1, 0), more) * again**more * (1 - again) ** number
        if odds:
            yield more, odds
        left -= odds
        if left * effort.precision < 1:
            return


# Dice ranked by their values.


def selected(table: Table, selection: ast.Select, worth: Worth, effort: CostMeter) -> Distribution:
    """Return the total worth of the dice that are kept.

    The weights of a worth are packed into one number, so that sums of dice are products. If that number would be
    mostly zeros, every possible set of kept dice becomes a table of its own.
    """
    number = sum(dice.count for dice in table)
    if not number:
        return constant(0)
    worths = {(dice.kind, value): worth(dice.kind, value) for dice in table for value, _ in dice.values}
    amounts = [0, *(amount for chances in worths.values() for amount in chances.weights)]
    common = lcm(*(chances.out_of for chances in worths.values()))
    scale = lcm(*(amount.denominator for amount in amounts))
    lowest, highest = int(min(amounts) * scale), int(max(amounts) * scale)
    if highest - lowest > _SPARSE * len(amounts):
        tables = _kept_tables(table, selection, effort)
        return _blended(((chance, _table_worth(left, worth, effort)) for left, chance in tables), effort)
    out_of = _throws(table) * common**number
    width = byte_width(out_of)
    effort.table(number * (highest - lowest) + 1, width)

    def packed(chances: Distribution) -> int:
        bits = width * (1 + int(max(chances.weights) * scale) - lowest)
        effort.number(bits)
        effort.spend(2 + len(chances.weights) * (1 + bits / 30_000))
        factor = common // chances.out_of
        return pack({amount * scale: weight * factor for amount, weight in chances.weights.items()}, lowest, width)

    factors = {key: packed(chances) for key, chances in worths.items()}
    sums = unpack(_all_sums(table, selection, factors, packed(constant(0)), effort), number * lowest, width)
    return Distribution({divide(value, scale): weight for value, weight in sums.items()}, out_of)


def _all_sums(table: Table, selection: ast.Select, factors: Factors, nothing: int, effort: CostMeter) -> int:
    """Return all sums of kept dice, packed; `nothing` is the factor of a dropped die."""
    high, low = ast.numbers(selection)
    of_values = {value: factor for (_, value), factor in factors.items()}
    is_alike = all(of_values[value] == factor for (_, value), factor in factors.items())
    if (high and low) or ast.tests(selection) or not is_alike:
        return _ways(table, selection, effort, factors, nothing).get(_NOBODY, 0)
    number = sum(dice.count for dice in table)
    wanted = min(high or low, number)
    is_near = 2 * wanted <= number  # from the end that distinguishes fewer dice
    worths = sorted(of_values.items(), key=lambda pair: pair[0], reverse=bool(high) == is_near)
    keeps_first = selection.keeps == is_near
    return _placed(table, wanted if is_near else number - wanted, worths, nothing, effort, keeps_first=keeps_first)


def _throws(table: Table) -> int:
    return prod(dice.out_of**dice.count for dice in table)


def _placed(
    table: Table, first: int, worths: list[tuple[Exact, int]], nothing: int, effort: CostMeter, *, keeps_first: bool
) -> int:
    """Return the packed sums of all rolls, grouped by the value at which the first dice are complete.

    The `first` dice in order are kept or dropped, and all others are treated the opposite way, regardless of value.
    """
    times = effort.times
    number = sum(dice.count for dice in table)
    weights = [dict(dice.values) for dice in table]
    beyond = [
        sum(each.get(value, 0) * (nothing if keeps_first else worth) for value, worth in worths) for each in weights
    ]
    states = {tuple(dice.count for dice in table): 1}
    result = 0
    for value, worth in worths:
        effort.spend(5 + len(table) * (1 + worth.bit_length() / 8_000))
        head, tail = (worth, nothing) if keeps_first else (nothing, worth)
        here = [each.get(value, 0) for each in weights]
        from_here, beyond = beyond, [rest - weight * tail for rest, weight in zip(beyond, here, strict=True)]
        power = cache(effort.power)
        following: dict[Numbers, int] = {}
        for left, ways in states.items():
            effort.spend(10 + 2 * len(left))
            wanted = first - (number - sum(left))
            placed = reduce(times, map(power, from_here, left), 1)  # minus rolls with too few dice of this value
            for rest, showing, chances in _fewer(left, here, wanted):
                effort.spend(10 + 3 * len(left))
                more = times(ways * chances, power(head, showing))
                effort.number(more.bit_length())
                following[rest] = following.get(rest, 0) + more
                placed -= times(chances * power(tail, showing), reduce(times, map(power, beyond, rest)))
            result += times(ways, times(power(head, wanted), _divided(placed, power(tail, wanted), effort)))
        states = following
    return result


def _fewer(left: Numbers, here: Sequence[int], wanted: int) -> Iterator[tuple[Numbers, int, int]]:
    """Yield the rolls that show the value fewer times than wanted.

    Each result has the dice left after it, how many show the value, and in how many ways.
    """
    most = (min(count, wanted - 1) if weight else 0 for count, weight in zip(left, here, strict=True))
    for thrown in product(*(range(number + 1) for number in most)):
        if sum(thrown) < wanted:
            yield tuple(map(sub, left, thrown)), sum(thrown), prod(map(_choices, left, thrown, here))


def _choices(left: int, thrown: int, weight: int) -> int:
    ways: int = comb(left, thrown) * weight**thrown
    return ways


def _divided(packed: int, factor: int, effort: CostMeter) -> int:
    """Return a packed number divided by one of its factors; powers of two are removed by shifting."""
    shift = trailing_zeros(factor)
    packed, factor = packed >> shift, factor >> shift
    if factor == 1:
        return packed
    effort.spend(4 * product_steps(factor.bit_length(), packed.bit_length() - factor.bit_length()))
    return packed // factor


def _kept_tables(table: Table, selection: ast.Select, effort: CostMeter) -> Cases:
    throws = _throws(table)
    for kept, ways in _ways(table, selection, effort).items():
        left = [_batch(table[place].kind, number, {value: 1}, 1, effort) for place, value, number in sorted(kept)]
        yield left, fraction(ways, throws)


def _ways(
    table: Table,
    selection: ast.Select,
    effort: CostMeter,
    worths: Factors | None = None,
    nothing: int = 1,
) -> dict[Kept, int]:
    """Return the number of ways to keep each set of dice, from the highest value down.

    With `worths` as factors, all sets are combined into one number.
    """
    number = sum(dice.count for dice in table)
    weights_of = [dict(dice.values) for dice in table]
    values = sorted({value for each in weights_of for value in each}, reverse=True)
    effort.table(2 * len(values) * len(table), 1)
    power = cache(effort.power)
    states: dict[tuple[Numbers, Kept], int] = {(tuple(dice.count for dice in table), _NOBODY): 1}
    for value in values:
        weights = [each.get(value, 0) for each in weights_of]
        following: dict[tuple[Numbers, Kept], int] = {}
        for (left, kept), ways in states.items():
            for thrown in product(*(range(n + 1 if weight else 1) for n, weight in zip(left, weights, strict=True))):
                rest = tuple(map(sub, left, thrown))
                stay = _staying(thrown, number - sum(left), sum(rest), value, selection)
                factor = prod(map(_choices, left, thrown, weights)) * power(nothing, sum(thrown) - sum(stay))
                if worths is None:
                    new = (*kept, *((place, value, staying) for place, staying in enumerate(stay) if staying))
                else:
                    new = kept
                    worth = (
                        power(worths[dice.kind, value], each) for dice, each in zip(table, stay, strict=True) if each
                    )
                    factor = reduce(effort.times, worth, factor)
                more = effort.times(ways, factor)
                effort.spend(6 + 3 * len(table) + sum(thrown) + more.bit_length() / 10_000)
                effort.number(_STATE_BITS + more.bit_length())
                following[rest, new] = following.get((rest, new), 0) + more
        states = following
    return {kept: ways for (left, kept), ways in states.items() if not any(left)}


def _staying(thrown: Numbers, higher: int, lower: int, value: Exact, selection: ast.Select) -> Numbers:
    """Return how many dice of each batch that show this value are kept.

    Batches are in index order, and the last dice are dropped first.
    """
    same = sum(thrown)
    numbers = ast.numbers(selection)
    high, low = (max(0, number - beyond) for number, beyond in zip(numbers, (higher, lower), strict=True))
    chosen = same if fits(value, *ast.tests(selection)) else max(high, low) if selection.shared else high + low
    left = min(same, chosen) if selection.keeps else max(0, same - chosen)
    stay = []
    for number in thrown:
        stay.append(min(number, left))
        left -= stay[-1]
    return tuple(stay)
