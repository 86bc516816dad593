"""Tree × dice → rolled tree, in the draw order of the notation: counts and sides before their pool, left to right."""

from __future__ import annotations

from rbfcli.kernel.notation.checks import whole_count, whole_sides
from rbfcli.kernel.notation.exact import binary, bounded, call, decimal
from rbfcli.kernel.notation.rethrow import clamp, explode, make_unique, mark, negate, relabel, reroll
from rbfcli.kernel.notation.rolled_tree import RolledDie, RolledPart
from rbfcli.kernel.notation.selection import count, drop, keep
from rbfcli.kernel.notation.shapes import flattens
from rbfcli.kernel.notation.tree import (
    Binary,
    Call,
    Clamp,
    Count,
    Drop,
    Explode,
    Group,
    Keep,
    Labelled,
    Mark,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    Unique,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.cup import Cup
    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.notation.rolled_tree import RolledUnit
    from rbfcli.kernel.notation.tree import Node


def roll_node(node: Node, cup: Cup) -> RolledPart:
    """Throw the dice of a node; raises UsageError or LimitReached for what only the dice decide."""
    match node:
        case Number(digits, places):
            return RolledPart(node, decimal(digits, places))
        case Pool():
            return _pool(node, cup)
        case Modified():
            return _modified(node, cup)
        case Group(parts):
            return _group(node, [roll_node(part, cup) for part in parts])
        case Labelled(part):
            inner = roll_node(part, cup)
            return RolledPart(node, inner.value, [inner], units=inner.units)
        case Negative(part):
            inner = roll_node(part, cup)
            return RolledPart(node, -inner.value, [inner])
        case Binary(operator, left, right):
            sides = [roll_node(left, cup), roll_node(right, cup)]
            value = binary(operator, sides[0].value, sides[1].value)
            return RolledPart(node, value, sides, units=sides[0].units + sides[1].units)
        case Call(name, arguments):
            inners = [roll_node(argument, cup) for argument in arguments]
            return RolledPart(node, call(name, [each.value for each in inners]), inners)


def _pool(node: Pool, cup: Cup) -> RolledPart:
    number = roll_node(node.count, cup)
    sides = roll_node(node.sides, cup)
    dice = cup.throw(whole_sides(sides.value), whole_count(number.value), -1 if node.fudge else 1)
    return RolledPart(node, sum(die.face for die in dice), [number, sides], dice, dice)


def _group(node: Group, parts: list[RolledPart]) -> RolledPart:
    return RolledPart(node, _sum(parts), parts, units=parts[0].units if flattens(node) else parts)


def _modified(node: Modified, cup: Cup) -> RolledPart:
    inner = roll_node(node.target, cup)
    thrown_before = len(cup.thrown)
    units = inner.units
    counted: int | None = None
    for modifier in node.modifiers:
        match modifier:
            case Keep():
                units = keep(units, modifier)
            case Drop():
                units = drop(units, modifier)
            case Count():
                counted = count(units, modifier)
            case _:
                units = list(_changed([unit for unit in units if isinstance(unit, RolledDie)], modifier, cup))
    value = _sum(units) if counted is None else counted
    return RolledPart(node, value, [inner], cup.thrown[thrown_before:], units)


def _changed(
    dice: list[RolledDie], modifier: Reroll | Explode | Unique | Clamp | Relabel | Negate | Mark, cup: Cup
) -> list[RolledDie]:
    match modifier:
        case Reroll():
            return reroll(dice, modifier, cup)
        case Explode():
            return explode(dice, modifier, cup)
        case Unique():
            return make_unique(dice, modifier, cup)
        case Clamp():
            clamp(dice, modifier)
        case Relabel():
            relabel(dice, modifier)
        case Negate():
            negate(dice, modifier)
        case Mark():
            mark(dice, modifier)
    return dice


def _sum(units: Sequence[RolledUnit]) -> Exact:
    return bounded(sum(unit.value for unit in units))
