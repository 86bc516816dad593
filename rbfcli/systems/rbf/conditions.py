"""Conditions: who is down, and what lies on somebody's rolls (RBF-HP-1, RBF-TEC-GRAPPLE, RBF-TAL-1)."""

from collections.abc import Iterator

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.sheet import Fighter, RbfFight

DOWN = frozenset(("out", "dead", "dying", "unconscious"))


def standing(one: Fighter) -> bool:
    """Whether it is still in the fight (RBF-HP-1)."""
    return DOWN.isdisjoint(one.conditions)


def takes_turns(fight: RbfFight, who: str) -> bool:
    """Whether someone has a turn when its count comes."""
    return who in fight.combatants and standing(fight.combatants[who])


def of_rage(fight: RbfFight, defender: Fighter) -> Iterator[Modifier]:
    """Whoever rages defends badly (RBF-TAL-1)."""
    if "raging" in defender.conditions:
        yield Modifier(-fight.options.rage_advantage, "Rage", "RBF-TAL-1")


def of_test(one: Fighter) -> Iterator[Modifier]:
    """What hinders any other test (RBF-TEC-GRAPPLE)."""
    if "grappled" in one.conditions:
        yield Modifier(-1, "grappled", "RBF-TEC-GRAPPLE")
