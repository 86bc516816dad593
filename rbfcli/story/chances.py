"""The exact chance that each roll had before it fell, counted while the fight is played again."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from types import FunctionType
from typing import NamedTuple

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.events import Rolled
from rbfcli.kernel.rolling import Judge, Throw
from rbfcli.kernel.rules import OutcomeRole
from rbfcli.story.expressions import Sum, sum_of_expression
from rbfcli.story.throws import TOO_MANY, Row, edges_of, rows_of

GOOD: tuple[OutcomeRole, ...] = ("great", "good")
Way = tuple[int, tuple[int, ...], int]
PLAIN = (int, str, type(None))
MOST_KNOWN = 5_000


class Chance(NamedTuple):
    """What a roll could come to: the chance of a success, or where nothing judges it the mean and variance.

    Both are None where they are not known: too much to count, or no roll of that kind.
    """

    success: Fraction | None = None
    total: Sum | None = None


class Chances:
    """Watches rolls as they are made, and counts what each could have come to, within one budget.

    `of` knows the rolls since the last `forget`, and the dice of notation.
    """

    def __init__(self, roles: Mapping[str, OutcomeRole], budget: Budget) -> None:
        self._roles = roles
        self._budget = budget
        self._seen: dict[int, tuple[Rolled, Chance]] = {}
        self._known: dict[Hashable, Chance] = {}

    def watch(self, rolled: Rolled, throw: Throw) -> None:
        """Count the chances of a roll that is about to happen; those of dice notation follow from what it says."""
        sign = 1 if throw.edge_count >= 0 else -1
        try:
            chance = self._counted(rolled, throw.judge, throw.keep, sign)
        except LimitReached:
            chance = Chance()
        self._seen[id(rolled)] = rolled, chance

    def of(self, rolled: Rolled) -> Chance:
        """The chances of a roll."""
        if id(rolled) in self._seen:
            return self._seen[id(rolled)][1]
        if not rolled.expression:
            return Chance()
        known = self._known.get(rolled.expression)
        if known is None:
            known = self._known[rolled.expression] = Chance(total=sum_of_expression(rolled.expression, self._budget))
        return known

    def forget(self) -> None:
        """Let go of the rolls of a command."""
        self._seen.clear()

    def is_success(self, rolled: Rolled) -> bool | None:
        """Whether a roll succeeded; None where nothing says what a success is."""
        role = self._roles.get(rolled.outcome)
        if role is not None:
            return role in GOOD
        return rolled.margin >= 0 if rolled.margin is not None and not rolled.outcome else None

    def _counted(self, rolled: Rolled, judge: Judge | None, keep: int, sign: int) -> Chance:
        shape = _shape(rolled, keep, sign)
        pure = _identity(judge)
        key = (*shape, pure, rolled.against if judge is None else None) if pure is not None else None
        if key in self._known:
            return self._known[key]
        rows, edges = rows_of(rolled, keep, self._budget), edges_of(rolled)
        if rows is None or edges is None:
            return Chance()
        self._budget.spend(len(rows) * len(edges), TOO_MANY)
        chance = self._of_ways(rolled, judge, list(_ways(rolled, rows, edges, sign)))
        if key is not None and len(self._known) < MOST_KNOWN:
            self._known[key] = chance
        return chance

    def _of_ways(self, rolled: Rolled, judge: Judge | None, ways: list[Way]) -> Chance:
        out_of = sum([weight for _, _, weight in ways])
        if judge is None and rolled.against is None:
            return Chance(total=_sum(ways, out_of))
        if judge is None:
            good = sum(weight for total, _, weight in ways if total >= (rolled.against or 0))
            return Chance(success=Fraction(good, out_of))
        found: dict[str, int] = {}
        for total, faces, weight in ways:
            outcome = judge(total, faces)
            found[outcome] = found.get(outcome, 0) + weight
        if not found.keys() <= self._roles.keys():
            return Chance()
        return Chance(success=Fraction(sum(found[each] for each in found if self._roles[each] in GOOD), out_of))


def _ways(rolled: Rolled, rows: tuple[Row, ...], edges: list[tuple[int, int]], sign: int) -> Iterator[Way]:
    """Each total that a roll can have, with the faces that count and the weight."""
    plus = 0 if rolled.under else sum(each.value for each in rolled.modifiers)
    for faces, weight in rows:
        so_far = (sum([face >= rolled.counting for face in faces]) if rolled.counting else sum(faces)) + plus
        for added, ways in edges:
            yield so_far + sign * added, faces, weight * ways


def _sum(ways: list[Way], out_of: int) -> Sum:
    mean = Fraction(sum(total * weight for total, _, weight in ways), out_of)
    square = Fraction(sum(total * total * weight for total, _, weight in ways), out_of)
    return Sum(mean, square - mean * mean)


def _shape(rolled: Rolled, keep: int, sign: int) -> tuple[Hashable, ...]:
    dice = (rolled.dice[0].sides if rolled.dice else 0, len(rolled.dice), keep)
    edges = tuple(die.sides for die in rolled.edge_dice), sign
    return dice, edges, rolled.under, rolled.counting, sum(each.value for each in rolled.modifiers)


def _identity(judge: Callable[..., object] | None) -> Hashable | None:
    """What tells judges apart that are made of plain values alone; None for one that may look at anything else."""
    if judge is None:
        return "total"
    if not isinstance(judge, FunctionType):
        return None
    found: list[Hashable] = [judge.__code__]
    held = [cell.cell_contents for cell in judge.__closure__ or ()]
    for value in (*held, *(judge.__defaults__ or ()), *(judge.__kwdefaults__ or {}).values()):
        part = (type(value), value) if type(value) in (*PLAIN, bool) else _identity_within(value)
        if part is None:
            return None
        found.append(part)
    return tuple(found)


def _identity_within(value: object) -> Hashable | None:
    return _identity(value) if isinstance(value, FunctionType) else None
