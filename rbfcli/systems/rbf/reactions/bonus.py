"""The bonus action a Stalker has left, offered when the actions of its turn are used up (RBF-BON-1, RBF-TAL-1)."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import acting
from rbfcli.systems.rbf.ground import can_hide
from rbfcli.systems.rbf.movement import hide
from rbfcli.systems.rbf.sheet import STALKER, Fighter, RbfFight, has


def offer_to_hide(scene: RbfScene, who: str) -> None:
    """Say that it could still hide."""
    if may_hide(scene.fight, scene.fight.combatants[who]):
        scene.ask("bonus", who, ("hide", "no"), "RBF-BON-1", lapses=True)


def may_hide(fight: RbfFight, one: Fighter) -> bool:
    """Whether a Stalker could still hide (RBF-TAL-1)."""
    return one.bonus_left > 0 and has(one, STALKER) and "hidden" not in one.conditions and can_hide(fight, one)


def answer_bonus(scene: RbfScene, question: Question, answer: str) -> None:
    """Hide as a bonus action, or let it be."""
    if answer == "hide":
        hide(scene, acting.Hide(who=question.who, bonus=True))
