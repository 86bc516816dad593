"""What leads to a strike, where nobody can be struck at now: as policies prepare themselves."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.offers import PEOPLE_A_STEP, REHEARSAL
from rbfcli.kernel.rules import Rules
from rbfcli.lab.view import View

TOO_MUCH = "too much could be done to find what leads to a strike"


MOST_WAYS = 3


class Leading(NamedTuple):
    """Commands of which each lets somebody strike next, or (where `strikes` is False) brings it nearer to a foe."""

    commands: tuple[Command, ...]
    strikes: bool


def leading(rules: Rules, fight: Any, who: str, commands: Sequence[Command], budget: Budget) -> Leading:
    """The first of somebody's commands behind which it can strike, else that bring it nearer. Raises LimitReached."""
    view = View(rules, fight, fight.combatants[who].side, Seeded(f"{fight.seed} leading"), people=(who,), question=None)
    rehearsed = 2 * len(commands) * (2 + len(view.foes))
    budget.spend(rehearsed * (REHEARSAL + len(fight.combatants) // PEOPLE_A_STEP), TOO_MUCH)
    opens = (each for each in commands if view.opens_an_attack(who, each))
    nears = (each for each in commands if view.brings_nearer(who, each))
    found = tuple(islice(opens, MOST_WAYS))
    return Leading(found or tuple(islice(nears, MOST_WAYS)), strikes=bool(found))
