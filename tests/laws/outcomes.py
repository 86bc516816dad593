"""The law of outcomes: the better an attack comes out, the more it does."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from rbfcli.core.errors import RbfError
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import execute
from rbfcli.lab.odds import Resolved
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command
from rbfcli.model.events import AnyEvent, Rolled
from rbfcli.model.rules import OutcomeRole
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.support import require_law
from tests.laws.moments import attacks

ROLES: tuple[OutcomeRole, ...] = ("bad", "mixed", "good", "great")
WEIGHED = 6


def outcomes_are_applied(path: str) -> None:
    """Check that better outcomes of an attack have better effects."""
    session = from_encounter(path, "outcomes", source=path)
    session.perform(read_line("init", session.rules, session.fight))
    weighed = 0
    for line in attacks(session):
        try:
            command = read_line(line, session.rules, session.fight)
            losses = _losses_by_role(session, command)
        except RbfError:
            continue
        weighed += _goes_one_way(losses, line, by_attacker=_attacker_rolls(session, command))
        if weighed == WEIGHED:
            return
    require_law(weighed, f"{path}: no attack could be weighed")


def _goes_one_way(losses: dict[OutcomeRole, Fraction], line: str, *, by_attacker: bool) -> bool:
    """Check that losses follow the outcomes, and return whether there was anything to compare."""
    there = [losses[role] for role in ROLES if role in losses]
    in_order = there if by_attacker else there[::-1]
    require_law(in_order == sorted(in_order), f"{line}: the losses {_told(losses)} do not follow the outcomes")
    require_law(not any(there) or len(there) == 1 or there[0] != there[-1], f"{line}: best and worst take the same")
    return len(there) > 1 and any(there)


def _told(losses: dict[OutcomeRole, Fraction]) -> str:
    return ", ".join(f"{role} outcomes ({float(loss):.2f})" for role, loss in losses.items())


def _losses_by_role(session: Session, command: Any) -> dict[OutcomeRole, Fraction]:
    """Return the target's average loss after the outcomes of each role."""
    rules, fight, target = session.rules, session.fight, command.targets[0]
    chances: dict[OutcomeRole, Fraction] = defaultdict(Fraction)
    lost: dict[OutcomeRole, Fraction] = defaultdict(Fraction)
    for ending, chance in Resolved(rules, fight, command).ends.items():
        role = rules.outcomes.get(ending.outcome)
        if role is not None:
            chances[role] += chance
            lost[role] += chance * sum(each.mean_loss() for each in ending.touched if each.who == target)
    return {role: lost[role] / chance for role, chance in chances.items() if chance}


def _attacker_rolls(session: Session, command: Command) -> bool:
    """Return whether the attacker makes the first judged roll."""
    played = execute(session.rules, session.fight, command, MaxDice())
    return all(each.who == getattr(command, "who", "") for each in list(_judged(played.events))[:1])


def _judged(events: Iterable[AnyEvent]) -> Iterator[Rolled]:
    return (event for event in events if isinstance(event, Rolled) and event.outcome)
