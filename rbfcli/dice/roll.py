"""Rolls of dice expressions: the rolled tree and its result against a target number."""

from __future__ import annotations

from rbfcli.core.errors import at_most, conflict, missing, misuse
from rbfcli.core.limits import DICE, THROWS_OF_A_DIE
from rbfcli.dice import ast
from rbfcli.dice.arithmetic import binary, bounded, call, check_fit, decimal, explodes, fits, whole_count, whole_sides
from rbfcli.dice.ast import modifier_text
from rbfcli.dice.parser import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.sources import Dice

    RolledUnit: TypeAlias = "RolledDie | RolledPart"

    Verdict: TypeAlias = Callable[[int, int, tuple[int, ...]], str]


class RolledDie:
    """One rolled die: its natural `face`, `value` after modifiers, and whether it is kept or given by hand.

    `why` lists the reasons, oldest first, as (event, modifier). The events are dropped, rerolled, rethrown, added,
    folded, raised, lowered, weakened, relabelled, negated, counted, failed, critical and fumble. The modifiers of
    one roll change a die; after the roll it never changes again.
    """

    __slots__ = ("face", "given", "kept", "low", "sides", "value", "why")

    def __init__(self, sides: int, face: int, low: int = 1, *, given: bool = False) -> None:
        self.sides: int = sides
        self.low: int = low
        self.face: int = face
        self.value: int = face
        self.kept: bool = True
        self.given: bool = given
        self.why: list[tuple[str, str]] = []


class RolledPart:
    """A node of the tree with its value.

    `dice` are those rolled for this node itself, `parts` its children, `units` the targets of further modifiers.
    """

    __slots__ = ("dice", "kept", "node", "parts", "units", "value", "why")

    def __init__(
        self,
        node: ast.Node,
        value: Exact,
        parts: Sequence[RolledPart] = (),
        dice: Sequence[RolledDie] = (),
        units: Sequence[RolledUnit] = (),
    ) -> None:
        self.node: ast.Node = node
        self.value: Exact = value
        self.parts: tuple[RolledPart, ...] = tuple(parts)
        self.dice: tuple[RolledDie, ...] = tuple(dice)
        self.units: list[RolledUnit] = list(units)
        self.kept: bool = True
        self.why: list[tuple[str, str]] = []


class DiceCup:
    """A dice source and all dice drawn from it so far."""

    __slots__ = ("_dice", "thrown")

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.thrown: list[RolledDie] = []

    def throw(self, sides: int, count: int, low: int) -> list[RolledDie]:
        """Roll `count` dice. Raises LimitReached if the line would draw more than 1,000."""
        if len(self.thrown) + count > DICE:
            raise at_most("a line", f"{DICE:,} dice")
        given_left = self._dice.given_left
        faces = self._dice.row(sides, count, low)
        dice = [RolledDie(sides, face, low, given=place < given_left) for place, face in enumerate(faces)]
        self.thrown += dice
        return dice


def count(units: Sequence[RolledUnit], modifier: ast.Count) -> int:
    """Return the worth of all units that fit, each test separately."""
    total = 0
    for test in modifier.tests:
        for unit in units:
            if fits(unit.value, test.condition):
                total += test.worth
                unit.why.append(("counted" if test.worth > 0 else "failed", ast.test_text(test)))
    return total


def select(units: Sequence[RolledUnit], modifier: ast.Select) -> list[RolledUnit]:
    """Return the units that are kept; among equal units the earliest are kept."""
    in_order = units if modifier.keeps else units[::-1]
    chosen = _chosen(in_order, modifier)
    for place, unit in enumerate(in_order):
        unit.kept = (place in chosen) == modifier.keeps
        if not unit.kept:
            unit.why.append(("dropped", modifier_text(modifier)))
    return [unit for unit in units if unit.kept]


def _chosen(units: Sequence[RolledUnit], modifier: ast.Select) -> set[int]:
    """Return the places of selected units; among equal units the earliest are selected.

    The lowest are chosen from those that are not among the highest, unless the selection is shared.
    """
    most_high, most_low = ast.numbers(modifier)
    places = range(len(units))
    high = sorted(places, key=lambda place: -units[place].value)[:most_high]
    rest = places if modifier.shared else [place for place in places if place not in high]
    low = sorted(rest, key=lambda place: units[place].value)[:most_low]
    return {*high, *low, *(place for place in places if fits(units[place].value, *ast.tests(modifier)))}


def reroll(dice: list[RolledDie], modifier: ast.Reroll, cup: DiceCup) -> list[RolledDie]:
    """Return the dice after a reroll: rerolled dice keep their place, an added die is last."""
    if modifier.how == "ra":
        first = next((die for die in dice if fits(die.value, *modifier.tests)), None)
        return dice if first is None else [*dice, _added(cup, first, modifier)]
    return [_rerolled(die, modifier, cup) if fits(die.value, *modifier.tests) else die for die in dice]


def make_unique(dice: list[RolledDie], modifier: ast.Unique, cup: DiceCup) -> list[RolledDie]:
    """Return the dice after rerolling each until it differs from all earlier ones."""
    different: list[RolledDie] = []
    for die in dice:
        taken = tuple(ast.FaceTest("=", int(each.value)) for each in different)
        again = ast.Reroll("rr", taken)
        different.append(_rerolled(die, again, cup, modifier_text(modifier)) if fits(die.value, *taken) else die)
    return different


def explode(dice: list[RolledDie], modifier: ast.Explode, cup: DiceCup) -> list[RolledDie]:
    """Return the dice with those added by explosions; compounding dice absorb theirs instead."""
    exploding = [die for die in dice if explodes(modifier, die.value, die.sides, die.low)]
    further = [new for die in exploding for new in _explosion(die, modifier, cup)]
    return dice if modifier.compound else dice + further


def change(die: RolledDie, modifier: ast.Clamp | ast.Relabel | ast.Negate | ast.Mark) -> None:
    """Change the value of a die, or mark it."""
    value, reason = die.value, ""
    match modifier:
        case ast.Clamp(raising, bound):
            value = max(value, bound) if raising else min(value, bound)
            reason = "" if value == die.value else "raised" if raising else "lowered"
        case ast.Relabel(values):
            value, reason = values[die.face - die.low], "relabelled"
        case ast.Negate(test) if fits(die.value, test):
            value, reason = -value, "negated"
        case ast.Mark(condition, fumble) if fits(die.value, condition):
            reason = "fumble" if fumble else "critical"
    if reason:
        die.value = value
        die.why.append((reason, modifier_text(modifier)))


def _rerolled(die: RolledDie, modifier: ast.Reroll, cup: DiceCup, written: str = "") -> RolledDie:
    written = written or modifier_text(modifier)
    for _ in range(THROWS_OF_A_DIE):
        die.kept = False
        die.why.append(("rerolled", written))
        (die,) = cup.throw(die.sides, 1, die.low)
        die.why.append(("rethrown", written))
        if modifier.how == "ro" or not fits(die.value, *modifier.tests):
            return die
    raise at_most("a die", f"{THROWS_OF_A_DIE} rerolls")


def _explosion(die: RolledDie, modifier: ast.Explode, cup: DiceCup) -> list[RolledDie]:
    """Return the extra dice of a die that explodes.

    They continue while each natural face explodes in turn, up to the limit.
    """
    further: list[RolledDie] = []
    most = modifier.most or THROWS_OF_A_DIE + 1
    while not further or (len(further) < most and explodes(modifier, further[-1].face, die.sides, die.low)):
        if len(further) == THROWS_OF_A_DIE:
            raise at_most("a die", f"{THROWS_OF_A_DIE} explosions")
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


def _added(cup: DiceCup, die: RolledDie, modifier: ast.Reroll | ast.Explode) -> RolledDie:
    (new,) = cup.throw(die.sides, 1, die.low)
    new.why.append(("added", modifier_text(modifier)))
    return new


def roll_node(node: ast.Node, cup: DiceCup) -> RolledPart:
    """Roll the dice of a node. Raises UsageError or LimitReached for errors that depend on the dice."""
    match node:
        case ast.Number(digits, places):
            return RolledPart(node, decimal(digits, places))
        case ast.Pool():
            count, size = roll_node(node.count, cup), roll_node(node.sides, cup)
            dice = cup.throw(whole_sides(size.value), whole_count(count.value), -1 if node.fudge else 1)
            return RolledPart(node, sum(die.face for die in dice), [count, size], dice, dice)
        case ast.Modified():
            return _modified(node, cup)
        case ast.Group(parts):
            inners = [roll_node(part, cup) for part in parts]
            return RolledPart(node, _sum(inners), inners, units=inners[0].units if ast.flattens(node) else inners)
        case ast.Labelled(part):
            inner = roll_node(part, cup)
            return RolledPart(node, inner.value, [inner], units=inner.units)
        case ast.Negative(part):
            inner = roll_node(part, cup)
            return RolledPart(node, -inner.value, [inner])
        case ast.Binary(operator, left, right):
            sides = [roll_node(left, cup), roll_node(right, cup)]
            value = binary(operator, sides[0].value, sides[1].value)
            return RolledPart(node, value, sides, units=sides[0].units + sides[1].units)
        case ast.Call(name, arguments):
            inners = [roll_node(argument, cup) for argument in arguments]
            return RolledPart(node, call(name, [each.value for each in inners]), inners)


def _modified(node: ast.Modified, cup: DiceCup) -> RolledPart:
    inner = roll_node(node.target, cup)
    thrown_before = len(cup.thrown)
    units = inner.units
    counted: int | None = None
    for modifier in node.modifiers:
        match modifier:
            case ast.Select():
                units = select(units, modifier)
            case ast.Count():
                counted = count(units, modifier)
            case _:
                units = list(_changed([unit for unit in units if isinstance(unit, RolledDie)], modifier, cup))
    value = _sum(units) if counted is None else counted
    return RolledPart(node, value, [inner], cup.thrown[thrown_before:], units)


def _changed(
    dice: list[RolledDie],
    modifier: ast.Reroll | ast.Explode | ast.Unique | ast.Clamp | ast.Relabel | ast.Negate | ast.Mark,
    cup: DiceCup,
) -> list[RolledDie]:
    """Return the dice after a modifier of single dice. Raises UsageError if it does not fit them."""
    for sides, low in dict.fromkeys((die.sides, die.low) for die in dice):
        check_fit(modifier, len(dice), sides, low)
    match modifier:
        case ast.Reroll():
            return reroll(dice, modifier, cup)
        case ast.Explode():
            return explode(dice, modifier, cup)
        case ast.Unique():
            return make_unique(dice, modifier, cup)
        case _:
            for die in dice:
                change(die, modifier)
            return dice


def _sum(units: Sequence[RolledUnit]) -> Exact:
    return bounded(sum(unit.value for unit in units))


@ast.record
class Target:
    """A number to reach, or to stay under; `verdict(total, number, natural faces kept)` names the outcome."""

    number: int | None = None
    verdict: Verdict | None = None
    under: bool = False


class RollResult:
    """A rolled line, and its result against the number after `vs` or a target, if there is one.

    `part` is the rolled tree of its expression. `dice` is every die in draw order, the first `given_count` of them
    given by hand. `total` is the exact value truncated toward zero.
    """

    __slots__ = ("against", "dice", "given_count", "line", "margin", "outcome", "part", "total", "under")

    def __init__(self, line: ast.RollLine, dice: Dice, target: Target = Target()) -> None:  # noqa: B008 - it is frozen
        self.line: ast.RollLine = line
        self.given_count: int = dice.given_left
        cup = DiceCup(dice)
        self.part: RolledPart = roll_node(line.expression, cup)
        self.against: int | None = target.number
        if line.against is not None:
            self.against = int(roll_node(line.against, cup).value)
        self.dice: list[RolledDie] = cup.thrown
        self.total: int = int(self.part.value)
        self.under: bool = target.under
        self.margin: int | None = None
        self.outcome: str = ""
        if self.against is not None:
            self.margin = (self.total - self.against) * (-1 if target.under else 1)
            if target.verdict is not None:
                faces = tuple(die.face for die in self.dice if die.kept)
                if not faces:
                    raise misuse("the outcome needs at least one kept die")
                self.outcome = target.verdict(self.total, self.against, faces)

    @property
    def faces(self) -> list[int]:
        """Return the natural face of every rolled die, in draw order."""
        return [die.face for die in self.dice]

    @property
    def exact(self) -> Exact:
        """Return the value before truncation."""
        return self.part.value


def roll(text: str, dice: Dice) -> RollResult:
    """Roll a line once. Raises NotationError, LimitReached or UsageError.

    UsageError is for a repeat and for errors that depend on the dice.
    """
    line = parse(text)
    if line.times is not None:
        raise misuse("this takes a single roll", hint="remove N#")
    return RollResult(line, dice)


def roll_line(line: ast.RollLine, dice: Dice) -> list[RollResult]:
    """Roll a line as often as its repeat says."""
    return [RollResult(line, dice) for _ in range(line.times or 1)]


def judged(line: ast.RollLine, dice: Dice, target: Target) -> Iterator[RollResult]:
    """Roll a line as often as its repeat says, and yield the results against the target.

    Raises UsageError before any die is drawn if line and target disagree.
    """
    if line.against is not None and target.number is not None:
        raise conflict("--vs", "an expression with its own vs", hint="remove --vs")
    if line.against is None and target.number is None and target.verdict is not None:
        raise missing("target number", "--vs N or EXPR vs N")
    for _ in range(line.times or 1):
        yield RollResult(line, dice, target)
