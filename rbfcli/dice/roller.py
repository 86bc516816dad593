"""A tree with its dice on the table."""

from __future__ import annotations

from rbfcli.core.errors import LimitReached, UsageError
from rbfcli.core.limits import DICE, THROWS_OF_A_DIE
from rbfcli.dice.arithmetic import (
    binary,
    bounded,
    call,
    check_end,
    crowded,
    decimal,
    explodes,
    fits,
    unlike,
    whole_count,
    whole_sides,
)
from rbfcli.dice.ast import (
    Binary,
    Call,
    Clamp,
    Count,
    Drop,
    Explode,
    FaceTest,
    Group,
    Keep,
    Labelled,
    Mark,
    MinMax,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    Unique,
    flattens,
    modifier_text,
    test_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import Node, Selection
    from rbfcli.dice.protocol import Dice

    RolledUnit: TypeAlias = "RolledDie | RolledPart"


class RolledDie:
    """One throw: natural `face`, `value` after modifiers, kept or not, by hand or not, and why, oldest reason first.

    A reason is (what happened, modifier): dropped, rerolled, rethrown, added, folded, raised, lowered, weakened,
    relabelled, negated, counted, failed, critical, fumble. The modifiers of one roll change a die; after the roll it is
    never changed again.
    """

    __slots__ = ("face", "given", "kept", "low", "sides", "value", "why")

    def __init__(self, sides: int, face: int, low: int = 1, *, given: bool = False) -> None:
        self.sides = sides
        self.low = low
        self.face = face
        self.value = face
        self.kept = True
        self.given = given
        self.why: list[tuple[str, str]] = []


class RolledPart:
    """A node of the tree and what it came to.

    `dice` are those thrown for this node itself, `parts` what lies below it, `units` what further modifiers act on.
    """

    __slots__ = ("dice", "kept", "node", "parts", "units", "value", "why")

    def __init__(
        self,
        node: Node,
        value: Exact,
        parts: Sequence[RolledPart] = (),
        dice: Sequence[RolledDie] = (),
        units: Sequence[RolledUnit] = (),
    ) -> None:
        self.node = node
        self.value = value
        self.parts = tuple(parts)
        self.dice = tuple(dice)
        self.units = list(units)
        self.kept = True
        self.why: list[tuple[str, str]] = []


class DiceCup:
    """A source of dice and all it has thrown so far."""

    __slots__ = ("_dice", "thrown")

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.thrown: list[RolledDie] = []

    def throw(self, sides: int, count: int, low: int) -> list[RolledDie]:
        """Throw `count` dice; raises LimitReached where the line would draw more than 1,000."""
        if len(self.thrown) + count > DICE:
            raise LimitReached(f"at most {DICE:,} dice are drawn for one line")
        given_left = self._dice.given_left
        faces = self._dice.pool(sides, count, low)
        dice = [RolledDie(sides, face, low, given=place < given_left) for place, face in enumerate(faces)]
        self.thrown += dice
        return dice


def keep(units: Sequence[RolledUnit], modifier: Keep) -> list[RolledUnit]:
    """What any of the selectors selects; the rest is dropped."""
    chosen = _select(units, modifier)
    return _without(units, set(range(len(units))) - chosen, modifier)


def drop(units: Sequence[RolledUnit], modifier: Drop) -> list[RolledUnit]:
    """What none of the selectors selects; of equals the latest are dropped, so that the earliest stay."""
    last = len(units) - 1
    return _without(units, {last - place for place in _select(units[::-1], modifier)}, modifier)


def count(units: Sequence[RolledUnit], modifier: Count) -> int:
    """The worth of all units that fit, each test by itself."""
    total = 0
    for test in modifier.tests:
        for unit in units:
            if fits(unit.value, test.condition):
                total += test.worth
                unit.why.append(("counted" if test.worth > 0 else "failed", test_text(test)))
    return total


def _select(units: Sequence[RolledUnit], modifier: Selection) -> set[int]:
    """Places of what any selector selects; of equals the earliest, and the lowest of what is not among the highest."""
    numbers = {True: 0, False: 0}
    tests = []
    for selector in modifier.selectors:
        match selector:
            case FaceTest():
                tests.append(selector)
            case MinMax(highest, number):
                numbers[highest] = max(numbers[highest], number)
    places = range(len(units))
    high = sorted(places, key=lambda place: -units[place].value)[: numbers[True]]
    rest = places if modifier.shared else [place for place in places if place not in high]
    low = sorted(rest, key=lambda place: units[place].value)[: numbers[False]]
    return {*high, *low, *(place for place in places if fits(units[place].value, *tests))}


def _without(units: Sequence[RolledUnit], dropped: set[int], modifier: Keep | Drop) -> list[RolledUnit]:
    for place in dropped:
        units[place].kept = False
        units[place].why.append(("dropped", modifier_text(modifier)))
    return [unit for unit in units if unit.kept]


def reroll(dice: list[RolledDie], modifier: Reroll, cup: DiceCup) -> list[RolledDie]:
    """The dice after a reroll: a die thrown again lies where it lay, a die added lies last."""
    for sides, low in dict.fromkeys((die.sides, die.low) for die in dice):
        check_end(modifier, sides, low)
    if modifier.how == "ra":
        first = next((die for die in dice if fits(die.value, *modifier.tests)), None)
        return dice if first is None else [*dice, _added(cup, first, modifier)]
    return [_rerolled(die, modifier, cup) if fits(die.value, *modifier.tests) else die for die in dice]


def make_unique(dice: list[RolledDie], modifier: Unique, cup: DiceCup) -> list[RolledDie]:
    """The dice after each was rerolled until it differs from all earlier ones."""
    if complaint := crowded(len(dice), min((die.sides for die in dice), default=0)):
        raise UsageError(complaint)
    different: list[RolledDie] = []
    for die in dice:
        taken = tuple(FaceTest("=", int(each.value)) for each in different)
        again = Reroll("rr", taken)
        different.append(_rerolled(die, again, cup, modifier_text(modifier)) if fits(die.value, *taken) else die)
    return different


def explode(dice: list[RolledDie], modifier: Explode, cup: DiceCup) -> list[RolledDie]:
    """The dice with those that explosions added; compounding dice take theirs in instead."""
    for sides, low in dict.fromkeys((die.sides, die.low) for die in dice):
        check_end(modifier, sides, low)
    further = [
        new
        for die in dice
        if explodes(modifier, die.value, die.sides, die.low)
        for new in _explosion(die, modifier, cup)
    ]
    return dice if modifier.compound else dice + further


def change(die: RolledDie, modifier: Clamp | Relabel | Negate | Mark) -> None:
    """Change what a die counts, or mark it. Raises UsageError for values that are not those of its sides."""
    value, reason = die.value, ""
    match modifier:
        case Clamp(raising, bound):
            value = max(value, bound) if raising else min(value, bound)
            reason = "" if value == die.value else "raised" if raising else "lowered"
        case Relabel(values):
            if die.sides != len(values):
                raise UsageError(unlike(modifier, die.sides))
            value, reason = values[die.face - die.low], "relabelled"
        case Negate(test) if fits(die.value, test):
            value, reason = -value, "negated"
        case Mark(condition, fumble) if fits(die.value, condition):
            reason = "fumble" if fumble else "critical"
    if reason:
        die.value = value
        die.why.append((reason, modifier_text(modifier)))


def _rerolled(die: RolledDie, modifier: Reroll, cup: DiceCup, written: str = "") -> RolledDie:
    written = written or modifier_text(modifier)
    for _ in range(THROWS_OF_A_DIE):
        die.kept = False
        die.why.append(("rerolled", written))
        (die,) = cup.throw(die.sides, 1, die.low)
        die.why.append(("rethrown", written))
        if modifier.how == "ro" or not fits(die.value, *modifier.tests):
            return die
    raise LimitReached(f"a die is rerolled at most {THROWS_OF_A_DIE} times")


def _explosion(die: RolledDie, modifier: Explode, cup: DiceCup) -> list[RolledDie]:
    """The further dice of one that explodes, as long as each natural face explodes in turn, and up to its limit."""
    further: list[RolledDie] = []
    most = modifier.most or THROWS_OF_A_DIE + 1
    while not further or (len(further) < most and explodes(modifier, further[-1].face, die.sides, die.low)):
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


def _added(cup: DiceCup, die: RolledDie, modifier: Reroll | Explode) -> RolledDie:
    (new,) = cup.throw(die.sides, 1, die.low)
    new.why.append(("added", modifier_text(modifier)))
    return new


def roll_node(node: Node, cup: DiceCup) -> RolledPart:
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


def _pool(node: Pool, cup: DiceCup) -> RolledPart:
    number = roll_node(node.count, cup)
    sides = roll_node(node.sides, cup)
    dice = cup.throw(whole_sides(sides.value), whole_count(number.value), -1 if node.fudge else 1)
    return RolledPart(node, sum(die.face for die in dice), [number, sides], dice, dice)


def _group(node: Group, parts: list[RolledPart]) -> RolledPart:
    return RolledPart(node, _sum(parts), parts, units=parts[0].units if flattens(node) else parts)


def _modified(node: Modified, cup: DiceCup) -> RolledPart:
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
    dice: list[RolledDie], modifier: Reroll | Explode | Unique | Clamp | Relabel | Negate | Mark, cup: DiceCup
) -> list[RolledDie]:
    match modifier:
        case Reroll():
            return reroll(dice, modifier, cup)
        case Explode():
            return explode(dice, modifier, cup)
        case Unique():
            return make_unique(dice, modifier, cup)
        case _:
            for die in dice:
                change(die, modifier)
            return dice


def _sum(units: Sequence[RolledUnit]) -> Exact:
    return bounded(sum(unit.value for unit in units))
