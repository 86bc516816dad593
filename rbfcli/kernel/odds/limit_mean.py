"""The mean of an expression whose explosions are followed for ever, where it can be had without counting."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from rbfcli.kernel.notation.constant import constant
from rbfcli.kernel.notation.shapes import flattens
from rbfcli.kernel.notation.tree import (
    Binary,
    Clamp,
    Count,
    Drop,
    Explode,
    FaceTest,
    Group,
    Keep,
    Labelled,
    Mark,
    Modified,
    Negate,
    Negative,
    Pool,
    Relabel,
    Reroll,
)
from rbfcli.kernel.odds.worth import explodes, faces, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from rbfcli.kernel.notation.tree import DiceModifier, Node
    from rbfcli.kernel.odds.effort import Effort
    from rbfcli.kernel.odds.worth import Kind

    Mean: TypeAlias = Callable[[Kind, int], Fraction]

# The steps of a fraction added to another.
_FACE = 4


def limit_mean(node: Node, effort: Effort) -> Fraction | None:
    """The exact mean; None where selections by rank, or anything but sums and products, stand in the way."""
    match node:
        case Labelled(part):
            return limit_mean(part, effort)
        case Negative(part):
            inner = limit_mean(part, effort)
            return None if inner is None else -inner
        case Binary("+" | "-" | "*" as operator, left, right):
            return _joined(operator, limit_mean(left, effort), limit_mean(right, effort))
        case Pool() | Modified() | Group():
            return _dice_mean(node, lambda _, value: Fraction(value), effort)
        case _:
            value = constant(node)
            return None if value is None else Fraction(value)


def _joined(operator: str, left: Fraction | None, right: Fraction | None) -> Fraction | None:
    if left is None or right is None:
        return None
    if operator == "*":
        return left * right
    return left + right if operator == "+" else left - right


def _dice_mean(node: Node, mean: Mean, effort: Effort) -> Fraction | None:
    """The mean of what all dice of a node are worth, each by itself."""
    match node:
        case Labelled(part):
            return _dice_mean(part, mean, effort)
        case Group((part,)) if flattens(node):
            return _dice_mean(part, mean, effort)
        case Binary(_, left, right):
            return _joined("+", _dice_mean(left, mean, effort), _dice_mean(right, mean, effort))
        case Pool(count, sides, fudge):
            number, known = limit_mean(count, effort), constant(sides)
            if number is None or known is None:
                return None
            kind = (int(known), -1 if fudge else 1)
            effort.spend(_FACE * kind[0])
            return number * sum((mean(kind, face) for face in faces(kind)), Fraction(0)) / kind[0]
        case Modified(target, modifiers):
            earlier = _before(modifiers[-1], mean, effort)
            rest = Modified(target, modifiers[:-1]) if len(modifiers) > 1 else target
            return None if earlier is None else _dice_mean(rest, earlier, effort)
        case _:
            return None


def _before(modifier: DiceModifier, mean: Mean, effort: Effort) -> Mean | None:
    """The mean worth of a die before a modifier, from that after it; None if other dice matter."""
    match modifier:
        case Clamp(raising, bound):
            bounded = max if raising else min
            return lambda kind, value: mean(kind, bounded(value, bound))
        case Relabel(values):
            return lambda kind, value: mean(kind, values[value - kind[1]])
        case Negate(test):
            return lambda kind, value: mean(kind, -value if fits(value, test) else value)
        case Mark():
            return mean
        case Count(tests):
            return lambda _, value: Fraction(sum(test.worth for test in tests if fits(value, test.condition)))
        case Keep((FaceTest() as condition,)):
            return lambda kind, value: mean(kind, value) if fits(value, condition) else Fraction(0)
        case Drop((FaceTest() as condition,)):
            return lambda kind, value: Fraction(0) if fits(value, condition) else mean(kind, value)
        case Explode(compound=False):
            return _before_explosion(modifier, mean, effort)
        case Reroll("rr" | "ro"):
            return _before_reroll(modifier, mean, effort)
        case _:
            return None


def _before_reroll(modifier: Reroll, mean: Mean, effort: Effort) -> Mean:
    @cache
    def rethrown(kind: Kind) -> Fraction:
        effort.spend(_FACE * kind[0])
        last = [face for face in faces(kind) if modifier.how == "ro" or not fits(face, *modifier.tests)]
        return sum((mean(kind, face) for face in last), Fraction(0)) / len(last)

    return lambda kind, value: rethrown(kind) if fits(value, *modifier.tests) else mean(kind, value)


def _before_explosion(modifier: Explode, mean: Mean, effort: Effort) -> Mean:
    @cache
    def further(kind: Kind) -> Fraction:
        """One further die and, as often as it explodes, the same again."""
        effort.spend(2 * _FACE * kind[0])
        weaker = 1 if modifier.penetrate else 0
        one = sum((mean(kind, face - weaker) for face in faces(kind)), Fraction(0)) / kind[0]
        again = Fraction(sum(explodes(modifier, kind, face) for face in faces(kind)), kind[0])
        return one * sum(again**step for step in range(modifier.most)) if modifier.most else one / (1 - again)

    return lambda kind, value: mean(kind, value) + (further(kind) if explodes(modifier, kind, value) else 0)
