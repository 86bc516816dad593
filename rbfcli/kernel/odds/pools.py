"""Odds of pools and groups under modifiers: back over each modifier as far as one die at a time decides."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from rbfcli.kernel.notation.checks import whole_count, whole_sides
from rbfcli.kernel.notation.record import record
from rbfcli.kernel.notation.shapes import NUMBER, shape
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
    from rbfcli.kernel.odds.batches import Cases, Table
    from rbfcli.kernel.odds.limits import Effort
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
    match node:
        case Labelled(part):
            return _worth_of(part, worth, counting)
        case Group((part,)) if shape(part) != NUMBER:
            return _worth_of(part, worth, counting)
        case Group(parts):
            return _sum(_averaged(counting.odds_of(part), worth) for part in parts)
        case Binary(_, left, right):
            return convolve(_worth_of(left, worth, counting), _worth_of(right, worth, counting))
        case Pool():
            return _blended((weight, _plain(kind, count, worth)) for kind, count, weight in _pools(node, counting))
        case Modified():
            return _modified(node, worth, counting)
        case _:
            raise AssertionError(node)


def _modified(node: Modified, worth: Worth, counting: Counting) -> Distribution:
    modifier = node.modifiers[-1]
    rest = _without_last(node)
    earlier = before(modifier, worth, counting.effort)
    if earlier is not None:
        return _worth_of(rest, earlier, counting)
    if isinstance(modifier, Keep | Drop):
        cases = _tables(rest, counting)
        return _blended((chance, selected(table, modifier, worth, counting.effort)) for table, chance in cases)
    return _blended((chance, _table_worth(table, worth)) for table, chance in _tables(node, counting))


def _without_last(node: Modified) -> Node:
    return Modified(node.target, node.modifiers[:-1]) if len(node.modifiers) > 1 else node.target


def _plain(kind: Kind, count: int, worth: Worth) -> Distribution:
    """`count` fresh dice."""
    return power(blend([(1, worth(kind, face)) for face in faces(kind)], kind[0]), count)


def _table_worth(table: Table, worth: Worth) -> Distribution:
    return _sum(
        power(blend([(weight, worth(dice.kind, value)) for value, weight in dice.values], dice.out_of), dice.count)
        for dice in table
    )


def _averaged(chances: Distribution, worth: Worth) -> Distribution:
    """A part of a group, worth something by its total."""
    return blend([(weight, worth(NO_DIE, value)) for value, weight in chances.weights.items()], chances.out_of)


def _sum(terms: Iterable[Distribution]) -> Distribution:
    total = certain(0)
    for term in terms:
        total = convolve(total, term)
    return total


def _blended(cases: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    cases = list(cases)
    common = lcm(*(chance.denominator for chance, _ in cases))
    return blend([(int(chance * common), chances) for chance, chances in cases], common)


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
        case Group((part,)) if shape(part) != NUMBER:
            return _tables(part, counting)
        case Group(parts):
            batches = [of_chances(NO_DIE, 1, counting.odds_of(part)) for part in parts]
            return gathered([(batches, Fraction(1))])
        case Binary(_, left, right):
            rights = _tables(right, counting)
            return gathered(
                ((*one, *other), chance * more) for one, chance in _tables(left, counting) for other, more in rights
            )
        case Pool():
            return gathered(([natural(kind, count)], chance) for kind, count, chance in _pools(node, counting))
        case Modified():
            return after(node.modifiers[-1], _tables(_without_last(node), counting), counting.effort)
        case _:
            raise AssertionError(node)
