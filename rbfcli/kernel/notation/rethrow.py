"""Modifiers that change dice or throw further ones: reroll, explode, raise and lower, mark."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.limits import THROWS_OF_A_DIE
from rbfcli.kernel.notation.canonical import modifier_text
from rbfcli.kernel.notation.checks import endless
from rbfcli.kernel.notation.exact import compare
from rbfcli.kernel.notation.selection import fits
from rbfcli.kernel.notation.tree import FaceTest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.cup import Cup
    from rbfcli.kernel.notation.rolled_tree import RolledDie
    from rbfcli.kernel.notation.tree import Clamp, Explode, Mark, Reroll


def reroll(dice: list[RolledDie], modifier: Reroll, cup: Cup) -> list[RolledDie]:
    """The dice after a reroll: a die thrown again lies where it lay, a die added lies last."""
    _check_end(dice, modifier)
    if modifier.how == "ra":
        first = next((die for die in dice if fits(die, modifier.condition)), None)
        return dice if first is None else [*dice, _added(cup, first, modifier)]
    return [_rerolled(die, modifier, cup) if fits(die, modifier.condition) else die for die in dice]


def explode(dice: list[RolledDie], modifier: Explode, cup: Cup) -> list[RolledDie]:
    """The dice with those that explosions added; compounding dice take theirs in instead."""
    _check_end(dice, modifier)
    further = [new for die in dice if _explodes(die, die.value, modifier) for new in _explosion(die, modifier, cup)]
    return dice if modifier.compound else dice + further


def clamp(dice: list[RolledDie], modifier: Clamp) -> None:
    """Raise what lies below the bound, or lower what lies above it."""
    for die in dice:
        if die.value < modifier.bound if modifier.raising else die.value > modifier.bound:
            die.value = modifier.bound
            die.why.append(("raised" if modifier.raising else "lowered", modifier_text(modifier)))


def mark(dice: list[RolledDie], modifier: Mark) -> None:
    """Mark what fits as critical."""
    for die in dice:
        if fits(die, modifier.condition):
            die.why.append(("critical", modifier_text(modifier)))


def _check_end(dice: list[RolledDie], modifier: Reroll | Explode) -> None:
    """Raises UsageError where the sides, now known, mean that the modifier could never stop."""
    for sides, low in dict.fromkeys((die.sides, die.low) for die in dice):
        complaint = endless(modifier, sides, low)
        if complaint:
            raise UsageError(complaint)


def _rerolled(die: RolledDie, modifier: Reroll, cup: Cup) -> RolledDie:
    for _ in range(THROWS_OF_A_DIE):
        die.kept = False
        die.why.append(("rerolled", modifier_text(modifier)))
        (die,) = cup.throw(die.sides, 1, die.low)
        die.why.append(("rethrown", modifier_text(modifier)))
        if modifier.how == "ro" or not fits(die, modifier.condition):
            return die
    raise LimitReached(f"a die is rerolled at most {THROWS_OF_A_DIE} times")


def _explodes(die: RolledDie, value: int, modifier: Explode) -> bool:
    condition = modifier.condition or FaceTest("=", die.low + die.sides - 1)
    return compare(condition.operator, value, condition.number)


def _explosion(die: RolledDie, modifier: Explode, cup: Cup) -> list[RolledDie]:
    """The further dice of one that explodes, as long as each natural face explodes in turn."""
    further: list[RolledDie] = []
    while not further or (not modifier.once and _explodes(die, further[-1].face, modifier)):
        if len(further) == THROWS_OF_A_DIE:
            raise LimitReached(f"a die explodes at most {THROWS_OF_A_DIE} times")
        new = _added(cup, die, modifier)
        further.append(new)
        if modifier.penetrate:
            new.value -= 1
            new.why.append(("weakened", modifier_text(modifier)))
        if modifier.compound:
            new.kept = False
            new.why.append(("folded", modifier_text(modifier)))
            die.value += new.value
    return further


def _added(cup: Cup, die: RolledDie, modifier: Reroll | Explode) -> RolledDie:
    (new,) = cup.throw(die.sides, 1, die.low)
    new.why.append(("added", modifier_text(modifier)))
    return new
