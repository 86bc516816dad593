"""A crisis, and words: intents, tests the GM calls for, speaking (RBF-MODE-1, RBF-VEH-1, RBF-ACT-9)."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf import orders
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.economy import fighter, must_have_turn, must_stand, spend
from rbfcli.systems.rbf.modifiers import of_test, stated


def intent(scene: RbfScene, command: orders.Intent) -> None:
    """Say what one means to do with one's turn; rolls come only where they are asked for (RBF-MODE-1)."""
    must_have_turn(scene, command.who)
    text = " ".join(command.text)
    scene.change(command.who, "intent", text, "RBF-MODE-1")
    scene.happen("intends", "RBF-MODE-1", who=command.who, text=text)


def check(scene: RbfScene, command: orders.Check) -> None:
    """A skill against a target number, as an action or as the GM calls for it (RBF-ACT-2, RBF-VEH-1)."""
    rule = "RBF-MODE-1" if scene.fight.board.mode == "crisis" else "RBF-ACT-2"
    if command.free:
        must_stand(scene, command.who)
    else:
        spend(scene, command.who, rule)
    roll_skill(scene, command, command.skill, command.tn, rule)


def speak(scene: RbfScene, command: orders.Speak) -> None:
    """An action towards enemies; free towards allies, unless it is leadership (RBF-ACT-9)."""
    if command.allies and not command.lead:
        must_stand(scene, command.who)
    else:
        spend(scene, command.who, "RBF-ACT-9")
    scene.happen("says", "RBF-ACT-9", who=command.who, text=" ".join(command.text))
    if command.tn is not None:
        roll_skill(scene, command, command.skill, command.tn, "RBF-ACT-9")


def roll_skill(scene: RbfScene, command: orders.Check | orders.Speak, skill: str, tn: int, rule: str) -> None:
    """One test of a skill; what follows from it is the GM's to say."""
    one = fighter(scene, command.who)
    modifiers = (skill_modifier(scene.fight, one, skill, rule), Modifier(command.mod, "modifier"))
    edges = (*stated(command.advantage, command.disadvantage), *of_test(one))
    test(scene, command.who, skill, rule, tn=tn, modifiers=modifiers, edges=edges)
