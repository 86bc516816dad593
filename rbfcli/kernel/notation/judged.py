"""Rolls held against a number: the margin, and how a system calls the outcome."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.plan import plan_of
from rbfcli.kernel.notation.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from rbfcli.kernel.notation.cup import Source
    from rbfcli.kernel.notation.result import RollResult
    from rbfcli.kernel.notation.tree import RollLine

    Verdict: TypeAlias = Callable[[int, int, tuple[int, ...]], str]


@record
class Target:
    """A number to reach, or to stay under; `verdict(total, number, natural faces kept)` names the outcome."""

    number: int | None = None
    verdict: Verdict | None = None
    under: bool = False


@record
class Judged:
    """A roll and how it stands against its target, if it has one."""

    rolled: RollResult
    against: int | None
    margin: int | None
    outcome: str
    under: bool = False


def judged(line: RollLine, dice: Source, target: Target) -> Iterator[Judged]:
    """Roll a line as often as it says. Raises UsageError before a die is drawn where line and target disagree."""
    if line.against is not None and target.number is not None:
        raise UsageError("the expression has its own vs: leave out --vs")
    if line.against is None and target.number is None and target.verdict is not None:
        raise UsageError("an outcome needs a number to be held against", hint="--vs N, or EXPR vs N")
    plan = plan_of(line)
    for _ in range(line.times or 1):
        yield _judge(plan(dice), target)


def _judge(rolled: RollResult, target: Target) -> Judged:
    against = rolled.against if rolled.line.against is not None else target.number
    if against is None:
        return Judged(rolled, None, None, "")
    margin = against - rolled.total if target.under else rolled.total - against
    return Judged(rolled, against, margin, _outcome(rolled, against, target), target.under)


def _outcome(rolled: RollResult, against: int, target: Target) -> str:
    if target.verdict is None:
        return ""
    faces = tuple(die.face for die in rolled.dice if die.kept)
    if not faces:
        raise UsageError("an outcome needs a die that is kept")
    return target.verdict(rolled.total, against, faces)
