"""What lies on the table before dice are selected by rank: tables of independent batches, each with its chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.checks import crowded
from rbfcli.kernel.notation.tree import Drop, Explode, FaceTest, Keep, Reroll, Unique
from rbfcli.kernel.odds.batches import Batch, batch, natural, of_chances, only, split, tidy
from rbfcli.kernel.odds.distribution import blend
from rbfcli.kernel.odds.effort import gcd_steps
from rbfcli.kernel.odds.worth import before, check_end, explodes, faces, fits, its_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.notation.tree import DiceModifier
    from rbfcli.kernel.odds.batches import Cases, Table
    from rbfcli.kernel.odds.effort import Effort

_MOST_FURTHER = 1_000


def gathered(cases: Iterable[tuple[Iterable[Batch], Fraction]], effort: Effort) -> Cases:
    """Tables with their chances, equal tables as one."""
    chances: dict[Table, Fraction] = {}
    for table, chance in cases:
        key = tidy(table)
        effort.table(1 + sum(len(dice.values) for dice in key), 1)
        effort.spend(60 + 3 * gcd_steps(chance.denominator.bit_length()))
        chances[key] = chances.get(key, Fraction(0)) + chance
    return list(chances.items())


def after(modifier: DiceModifier, cases: Cases, effort: Effort) -> Cases:
    """The tables after a modifier; Count does not come here, it ends the dice."""
    return gathered(
        ((changed, chance * more) for table, chance in cases for changed, more in _after(modifier, table, effort)),
        effort,
    )


def _after(modifier: DiceModifier, table: Table, effort: Effort) -> Iterable[tuple[Iterable[Batch], Fraction]]:
    match modifier:
        case Keep(selectors) | Drop(selectors):
            conditions = [each for each in selectors if isinstance(each, FaceTest)]
            if len(conditions) == len(selectors):
                return _split_by(conditions, table, effort, keep=isinstance(modifier, Keep))
            from rbfcli.kernel.odds.ranks import kept_tables

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
    conditions: list[FaceTest], table: Table, effort: Effort, *, keep: bool
) -> Iterator[tuple[Iterable[Batch], Fraction]]:
    def kept(value: Exact) -> bool:
        return fits(value, *conditions) == keep

    for numbers in product(*(split(dice, kept, effort) for dice in table)):
        left = [only(dice, kept, number, effort) for dice, (number, _) in zip(table, numbers, strict=True)]
        yield left, prod((chance for _, chance in numbers), start=Fraction(1))


def _each_changed(modifier: DiceModifier, dice: Batch, effort: Effort) -> Batch:
    """A batch after a modifier that changes each die by itself: its worth, when a die is worth its value."""
    worth = before(modifier, its_value, effort) or its_value
    chances = blend([(weight, worth(dice.kind, value)) for value, weight in dice.values], dice.out_of, effort)
    return of_chances(dice.kind, dice.count, chances, effort)


def _one_added(modifier: Reroll, table: Table, effort: Effort) -> Iterator[tuple[Iterable[Batch], Fraction]]:
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


def _exploded(modifier: Explode, table: Table, effort: Effort) -> Iterator[tuple[Iterable[Batch], Fraction]]:
    for cases in product(*(list(_one_exploded(modifier, dice, effort)) for dice in table)):
        first = [each for thrown, _, _ in cases for each in thrown]
        further = [each for _, added, _ in cases for each in added]
        yield first + further, prod((chance for _, _, chance in cases), start=Fraction(1))


def _one_exploded(
    modifier: Explode, dice: Batch, effort: Effort
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


def _weakened(modifier: Explode, dice: Batch, effort: Effort) -> Batch:
    if not modifier.penetrate:
        return dice
    return batch(dice.kind, dice.count, {value - 1: weight for value, weight in dice.values}, dice.out_of, effort)


def _further(
    number: int, fresh: Batch, goes_off: Callable[[Exact], bool], most: int, effort: Effort
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


def _endless(number: int, again: Fraction, effort: Effort) -> Iterator[tuple[int, Fraction]]:
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


def _different(table: Table, effort: Effort) -> Iterator[tuple[Iterable[Batch], Fraction]]:
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
