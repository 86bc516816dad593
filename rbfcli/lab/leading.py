"""What leads to a strike, where nobody can be struck at now: as policies prepare themselves."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.offers import PEOPLE_A_STEP, REHEARSAL
from rbfcli.kernel.rules import Rules
from rbfcli.lab.view import View

TOO_MUCH = "too much could be done to find what leads to a strike"


class Leading(NamedTuple):
    """A command that lets somebody strike next, or (where `strikes` is False) brings it nearer to a foe."""

    command: Command
    strikes: bool


def leading(rules: Rules, fight: Any, who: str, commands: Sequence[Command], budget: Budget) -> Leading | None:
    """The first of somebody's commands behind which it can strike, else that brings it nearer. Raises LimitReached."""
    view = View(rules, fight, fight.combatants[who].side, Seeded(f"{fight.seed} leading"), people=(who,), question=None)
    rehearsed = 2 * len(commands) * (2 + len(view.foes))
    budget.spend(rehearsed * (REHEARSAL + len(fight.combatants) // PEOPLE_A_STEP), TOO_MUCH)
    opens = (Leading(each, strikes=True) for each in commands if view.opens_an_attack(who, each))
    nears = (Leading(each, strikes=False) for each in commands if view.brings_nearer(who, each))
    return next(opens, None) or next(nears, None)
