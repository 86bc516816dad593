"""The Expert Duelist's riposte: a reaction that answers a critical success with Dodge (RBF-REA-1)."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf.attack.attack import carry_out
from rbfcli.systems.rbf.check import RbfScene, fighter
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.defense import Danger
from rbfcli.systems.rbf.economy import can_react, must_stand
from rbfcli.systems.rbf.sheet import EXPERT_DUELIST, has
from rbfcli.systems.rbf.verdict import CRITICAL

RIPOSTE = "riposte"


def offer_riposte(scene: RbfScene, who: str, danger: Danger, outcome: str) -> None:
    """A critical success with Dodge lets an Expert Duelist strike back (RBF-REA-1)."""
    if outcome != CRITICAL or danger.skill != "dodge" or not danger.by:
        return
    if can_react(fighter(scene, who), RIPOSTE) and standing(fighter(scene, danger.by)):
        scene.ask(RIPOSTE, who, ("strike", "no"), "RBF-REA-1", lapses=True, facts={"on": danger.by})


def check_riposte(scene: RbfScene, command: fighting.Attack) -> None:
    """Refuse a reaction without its feature or without its trigger (RBF-REA-1)."""
    must_stand(scene, command.who)
    one = fighter(scene, command.who)
    if not has(one, EXPERT_DUELIST):
        scene.refuse(
            f"{one.name} has no feature that grants a reaction attack", "RBF-REA-1", f"it needs {EXPERT_DUELIST}"
        )
    offered = [each for each in scene.before.questions if each.kind == RIPOSTE and each.who == command.who]
    if not any(each.facts["on"] in command.targets for each in offered):
        scene.refuse(
            f"{one.name} has nothing to react to",
            "RBF-REA-1",
            "a critical success with Dodge against that enemy comes first",
        )


def answer_riposte(scene: RbfScene, question: Question, answer: str) -> None:
    """Strike back, or let it be (RBF-REA-1)."""
    if answer == "strike":
        carry_out(scene, fighting.Attack(who=question.who, targets=(question.facts["on"],)), "reaction")
