"""Text × dice → roll: each line is parsed once; a sum of pools is rolled without laying out its table."""

from __future__ import annotations

from functools import lru_cache

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.result import RollResult
from rbfcli.kernel.notation.tree import Binary, Drop, Extreme, Keep, Labelled, Modified, Negative, Number, Pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from rbfcli.kernel.notation.cup import Source
    from rbfcli.kernel.notation.tree import Node, RollLine

    Plan: TypeAlias = Callable[[Source], RollResult]
    Term: TypeAlias = tuple[int, int, int, int, slice | None]

_MOST_PLANS = 512


def roll(text: str, dice: Source) -> RollResult:
    """Roll a line once; raises NotationError, LimitReached, or UsageError for a repeat and for what dice decide."""
    return _planned(text)(dice)


@lru_cache(maxsize=_MOST_PLANS)
def sides_of_sum(text: str) -> tuple[int, ...] | None:
    """The sides of each die of a line, where nothing matters of each pool but the sum of its faces; else None."""
    line = parse(text)
    terms = _terms(line.expression, 1) if line.against is None else None
    if terms is None or any(kept is not None or low < 0 for _, _, low, _, kept in terms):
        return None
    return tuple([sides for sides, count, _, _, _ in terms if sides for _ in range(count)])


def roll_line(line: RollLine, dice: Source) -> list[RollResult]:
    """Roll a line as often as it says."""
    plan = plan_of(line)
    return [plan(dice) for _ in range(line.times or 1)]


def plan_of(line: RollLine) -> Plan:
    """The quickest way to roll a line once."""
    terms = _terms(line.expression, 1) if line.against is None else None
    if terms is None:
        return lambda dice: _lay_out(line, dice)
    constant = sum(count * worth for sides, count, _, worth, _ in terms if sides == 0)
    return _pools(line, [term for term in terms if term[0]], constant)


@lru_cache(maxsize=_MOST_PLANS)
def _planned(text: str) -> Plan:
    line = parse(text)
    if line.times is not None:
        raise UsageError("one roll is wanted here, not a repeat")
    return plan_of(line)


def _lay_out(line: RollLine, dice: Source) -> RollResult:
    from rbfcli.kernel.notation.table import lay_out

    given_left = dice.given_left
    table = lay_out(line, dice)
    return RollResult(line, int(table[0].value), [die.face for die in table[2]], given_left, table)


def _pools(line: RollLine, terms: list[Term], constant: int) -> Plan:
    def plan(dice: Source) -> RollResult:
        given_left = dice.given_left
        total = constant
        faces: list[int] = []
        for sides, count, low, worth, kept in terms:
            thrown = dice.pool(sides, count, low)
            total += sum(sorted(thrown)[kept] if kept else thrown) * worth
            faces += thrown
        return RollResult(line, total, faces, given_left)

    return plan


def _terms(node: Node, worth: int) -> list[Term] | None:
    """(sides, count, low, worth, kept of the sorted faces) of each term of a sum; whole numbers have no sides.

    None if there is anything but pools, at most under one keep or drop by rank, and whole numbers.
    """
    match node:
        case Number(digits, 0):
            return [(0, digits, 0, worth, None)]
        case Pool(Number(count), Number(sides), fudge):
            return [(sides, count, -1 if fudge else 1, worth, None)]
        case Modified(Pool(Number(count), Number(sides), fudge), ((Keep() | Drop()) as modifier,)):
            kept = _kept(modifier, count)
            return None if kept is None else [(sides, count, -1 if fudge else 1, worth, kept)]
        case Labelled(part):
            return _terms(part, worth)
        case Negative(part):
            return _terms(part, -worth)
        case Binary("+" | "-" as operator, left, right):
            first = _terms(left, worth)
            second = _terms(right, worth if operator == "+" else -worth)
            return None if first is None or second is None else first + second
        case _:
            return None


def _kept(modifier: Keep | Drop, count: int) -> slice | None:
    """Which of the sorted faces one selection by rank keeps."""
    match modifier:
        case Keep((Extreme(highest, number),)):
            number = min(number, count)
        case Drop((Extreme(lowest, number),)):
            highest, number = not lowest, max(count - number, 0)
        case _:
            return None
    return slice(count - number, count) if highest else slice(0, number)
