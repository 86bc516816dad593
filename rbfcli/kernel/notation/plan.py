"""Text × dice → roll: each line is parsed once; a sum of plain pools is rolled without laying out its table."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.result import Rolled
from rbfcli.kernel.notation.tree import Binary, Labelled, Negative, Number, Pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from rbfcli.kernel.notation.cup import Source
    from rbfcli.kernel.notation.tree import Line, Node

    Plan: TypeAlias = Callable[[Source], Rolled]
    Term: TypeAlias = tuple[int, int, int, int]

_MOST_PLANS = 512
_plans: dict[str, Plan] = {}


def roll(text: str, dice: Source) -> Rolled:
    """Roll a line once; raises NotationError, LimitReached, or UsageError for a repeat and for what dice decide."""
    plan = _plans.get(text)
    return plan(dice) if plan else _planned(text)(dice)


def roll_line(line: Line, dice: Source) -> list[Rolled]:
    """Roll a line as often as it says."""
    plan = plan_of(line)
    return [plan(dice) for _ in range(line.times or 1)]


def plan_of(line: Line) -> Plan:
    """The quickest way to roll a line once."""
    terms = _terms(line.expression, 1) if line.against is None else None
    if terms is None:
        return lambda dice: _lay_out(line, dice)
    constant = sum(count * worth for sides, count, _, worth in terms if sides == 0)
    pools = [term for term in terms if term[0]]
    if len(pools) == 1 and pools[0][3] == 1:
        return _one_pool(line, pools[0], constant)
    return _many_pools(line, pools, constant)


def _planned(text: str) -> Plan:
    line = parse(text)
    if line.times is not None:
        raise UsageError("one roll is wanted here, not a repeat")
    if len(_plans) >= _MOST_PLANS:
        _plans.clear()
    plan = _plans[text] = plan_of(line)
    return plan


def _lay_out(line: Line, dice: Source) -> Rolled:
    from rbfcli.kernel.notation.table import lay_out

    by_hand = dice.by_hand
    table = lay_out(line, dice)
    return Rolled(line, int(table[0].value), [die.face for die in table[2]], by_hand, table)


def _one_pool(line: Line, term: Term, constant: int) -> Plan:
    sides, count, low, _ = term

    def plan(dice: Source) -> Rolled:
        by_hand = dice.by_hand
        faces = dice.pool(sides, count, low)
        return Rolled(line, sum(faces) + constant, faces, by_hand)

    return plan


def _many_pools(line: Line, terms: list[Term], constant: int) -> Plan:
    def plan(dice: Source) -> Rolled:
        by_hand = dice.by_hand
        total = constant
        faces: list[int] = []
        for sides, count, low, worth in terms:
            thrown = dice.pool(sides, count, low)
            total += sum(thrown) * worth
            faces += thrown
        return Rolled(line, total, faces, by_hand)

    return plan


def _terms(node: Node, worth: int) -> list[Term] | None:
    """(sides, count, low, worth) of each term of a sum of plain pools and whole numbers, which have no sides."""
    match node:
        case Number(digits, 0):
            return [(0, digits, 0, worth)]
        case Pool(Number(count), Number(sides), fudge):
            return [(sides, count, -1 if fudge else 1, worth)]
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
