"""Bonus actions a feature grants, offered when the actions of a turn are used up (RBF-BON-1)."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf import orders
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.sheet import Fighter, RbfFight
from rbfcli.systems.rbf.stealth import can_hide, hide
from rbfcli.systems.rbf.talents import STALKER, has


def offer_bonus_action(scene: RbfScene) -> None:
    """When the last action of a turn is spent, say what the bonus action could still be (RBF-BON-1)."""
    fight, who = scene.fight, scene.fight.active
    if not who or who not in scene.before.combatants or who not in fight.combatants:
        return
    spent = scene.before.combatants[who].actions_left and not fight.combatants[who].actions_left
    if spent and scene.before.active == who and may_hide(fight, fight.combatants[who]):
        scene.ask("bonus", who, ("hide", "no"), "RBF-BON-1", lapses=True)


def may_hide(fight: RbfFight, one: Fighter) -> bool:
    """Whether a Stalker could still hide (RBF-TAL-1)."""
    return one.bonus_left > 0 and has(one, STALKER) and "hidden" not in one.conditions and can_hide(fight, one)


def answer_bonus(scene: RbfScene, question: Question, answer: str) -> None:
    """Hide as a bonus action, or let it be."""
    if answer == "hide":
        hide(scene, orders.Hide(who=question.who, bonus=True))
