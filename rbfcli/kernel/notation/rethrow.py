"""Modifiers that change dice or throw further ones: reroll, explode, raise, lower, relabel, mark."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.limits import THROWS_OF_A_DIE
from rbfcli.kernel.notation.canonical import modifier_text
from rbfcli.kernel.notation.checks import crowded, endless, unlike
from rbfcli.kernel.notation.exact import compare
from rbfcli.kernel.notation.selection import fits
from rbfcli.kernel.notation.tree import FaceTest, Reroll

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.cup import Cup
    from rbfcli.kernel.notation.rolled_tree import RolledDie
    from rbfcli.kernel.notation.tree import Clamp, Explode, Mark, Negate, Relabel, Unique


def reroll(dice: list[RolledDie], modifier: Reroll, cup: Cup) -> list[RolledDie]:
    """The dice after a reroll: a die thrown again lies where it lay, a die added lies last."""
    _check_end(dice, modifier)
    if modifier.how == "ra":
        first = next((die for die in dice if fits(die, *modifier.tests)), None)
        return dice if first is None else [*dice, _added(cup, first, modifier)]
    return [_rerolled(die, modifier, cup) if fits(die, *modifier.tests) else die for die in dice]


def make_unique(dice: list[RolledDie], modifier: Unique, cup: Cup) -> list[RolledDie]:
    """The dice after each was rerolled until it differs from all earlier ones."""
    if complaint := crowded(len(dice), min((die.sides for die in dice), default=0)):
        raise UsageError(complaint)
    different: list[RolledDie] = []
    for die in dice:
        taken = tuple(FaceTest("=", int(each.value)) for each in different)
        again = Reroll("rr", taken)
        different.append(_rerolled(die, again, cup, modifier_text(modifier)) if fits(die, *taken) else die)
    return different


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


def relabel(dice: list[RolledDie], modifier: Relabel) -> None:
    """Count each face as the value in its place. Raises UsageError for a die of another number of sides."""
    for die in dice:
        if die.sides != len(modifier.values):
            raise UsageError(unlike(modifier, die.sides))
        die.value = modifier.values[die.face - die.low]
        die.why.append(("relabelled", modifier_text(modifier)))


def negate(dice: list[RolledDie], modifier: Negate) -> None:
    """Count what fits as minus its value."""
    for die in dice:
        if fits(die, modifier.test):
            die.value = -die.value
            die.why.append(("negated", modifier_text(modifier)))


def mark(dice: list[RolledDie], modifier: Mark) -> None:
    """Mark what fits as critical or as a fumble."""
    for die in dice:
        if fits(die, modifier.condition):
            die.why.append(("fumble" if modifier.fumble else "critical", modifier_text(modifier)))


def _check_end(dice: list[RolledDie], modifier: Reroll | Explode) -> None:
    """Raises UsageError where the sides, now known, mean that the modifier could never stop."""
    for sides, low in dict.fromkeys((die.sides, die.low) for die in dice):
        complaint = endless(modifier, sides, low)
        if complaint:
            raise UsageError(complaint)


def _rerolled(die: RolledDie, modifier: Reroll, cup: Cup, written: str = "") -> RolledDie:
    written = written or modifier_text(modifier)
    for _ in range(THROWS_OF_A_DIE):
        die.kept = False
        die.why.append(("rerolled", written))
        (die,) = cup.throw(die.sides, 1, die.low)
        die.why.append(("rethrown", written))
        if modifier.how == "ro" or not fits(die, *modifier.tests):
            return die
    raise LimitReached(f"a die is rerolled at most {THROWS_OF_A_DIE} times")


def _explodes(die: RolledDie, value: int, modifier: Explode) -> bool:
    tests = modifier.tests or (FaceTest("=", die.low + die.sides - 1),)
    return any(compare(test.operator, value, test.number) for test in tests)


def _explosion(die: RolledDie, modifier: Explode, cup: Cup) -> list[RolledDie]:
    """The further dice of one that explodes, as long as each natural face explodes in turn, and up to its limit."""
    further: list[RolledDie] = []
    most = modifier.most or THROWS_OF_A_DIE + 1
    while not further or (len(further) < most and _explodes(die, further[-1].face, modifier)):
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
