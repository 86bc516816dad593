"""Odds of pools and groups under modifiers: back over each modifier as far as one die at a time decides."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from rbfcli.kernel.notation.checks import whole_count, whole_sides
from rbfcli.kernel.notation.record import record
from rbfcli.kernel.notation.shapes import flattens
from rbfcli.kernel.notation.tree import Binary, Drop, Group, Keep, Labelled, Modified, Pool
from rbfcli.kernel.odds.batches import natural, of_chances
from rbfcli.kernel.odds.convolution import convolve, power
from rbfcli.kernel.odds.distribution import Distribution, blend, certain
from rbfcli.kernel.odds.ranks import selected
from rbfcli.kernel.odds.scenarios import after, gathered
from rbfcli.kernel.odds.worth import NO_DIE, before, faces, its_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rbfcli.kernel.notation.tree import Node
    from rbfcli.kernel.odds.batches import Batch, Cases, Table
    from rbfcli.kernel.odds.effort import Effort
    from rbfcli.kernel.odds.worth import Kind, Worth


@record
class Counting:
    """How the odds are counted: the effort it may take, and what gives the odds of the parts of a pool."""

    effort: Effort
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


def _plain(kind: Kind, count: int, worth: Worth, effort: Effort) -> Distribution:
    """`count` fresh dice."""
    effort.table(kind[0], 1)
    return power(blend([(1, worth(kind, face)) for face in faces(kind)], kind[0], effort), count, effort)


def _table_worth(table: Table, worth: Worth, effort: Effort) -> Distribution:
    return _sum((_batch_worth(dice, worth, effort) for dice in table), effort)


def _batch_worth(dice: Batch, worth: Worth, effort: Effort) -> Distribution:
    one = blend([(weight, worth(dice.kind, value)) for value, weight in dice.values], dice.out_of, effort)
    return power(one, dice.count, effort)


def _averaged(chances: Distribution, worth: Worth, effort: Effort) -> Distribution:
    """A part of a group, worth something by its total."""
    return blend([(weight, worth(NO_DIE, value)) for value, weight in chances.weights.items()], chances.out_of, effort)


def _sum(terms: Iterable[Distribution], effort: Effort) -> Distribution:
    total = certain(0)
    for term in terms:
        total = convolve(total, term, effort)
    return total


def _blended(cases: Iterable[tuple[Fraction, Distribution]], effort: Effort) -> Distribution:
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
            return gathered([(batches, Fraction(1))], counting.effort)
        case Binary(_, left, right):
            rights = _tables(right, counting)
            lefts = _tables(left, counting)
            joined = (((*one, *other), chance * more) for one, chance in lefts for other, more in rights)
            return gathered(joined, counting.effort)
        case Pool():
            pools = _pools(node, counting)
            fresh = (([natural(kind, count, counting.effort)], chance) for kind, count, chance in pools)
            return gathered(fresh, counting.effort)
        case Modified():
            return after(node.modifiers[-1], _tables(_without_last(node), counting), counting.effort)
        case _:
            raise AssertionError(node)
