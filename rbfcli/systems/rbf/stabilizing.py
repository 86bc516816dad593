"""Keeping a mortally wounded player alive (RBF-STB-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.economy import fighter, spend
from rbfcli.systems.rbf.modifiers import of_test, stated
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS

MEDICAL_KIT = "medical kit"


def stabilize(scene: RbfScene, command: commands.Stabilize) -> None:
    """An action, a medical kit and Medicine keep a dying player alive at 0 HP (RBF-STB-1)."""
    patient = fighter(scene, command.who)
    helper = command.by or scene.fight.active
    if "dying" not in patient.conditions:
        raise impossible(f"{patient.name} is not dying", "RBF-STB-1")
    if not helper or helper == command.who:
        raise impossible("somebody else has to treat the wound", "RBF-STB-1", "--by WHO")
    one = fighter(scene, helper)
    if MEDICAL_KIT not in one.items:
        scene.refuse(f"{one.name} has no {MEDICAL_KIT}", "RBF-STB-1", f'set {helper} items="{MEDICAL_KIT}"')
    spend(scene, helper, "RBF-STB-1")
    modifiers = (
        skill_modifier(scene.fight, one, "medicine", "RBF-STB-1"),
        Modifier(command.mod, "modifier"),
    )
    edges = (*stated(command.advantage, command.disadvantage), *of_test(one))
    tn = stabilize_tn(scene, command.bad)
    rolled = test(scene, helper, "stabilize", "RBF-STB-1", target=command.who, tn=tn, modifiers=modifiers, edges=edges)
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.relieve(command.who, "dying", "RBF-STB-1")
        scene.afflict(command.who, "unconscious", "RBF-STB-1")


def stabilize_numbers(scene: RbfScene, command: commands.StabilizeNumbers) -> None:
    """The roll of stabilising, from numbers alone (RBF-STB-1)."""
    modifiers = (Modifier(command.mod, "modifier"),)
    edges = stated(command.advantage, command.disadvantage)
    test(scene, "", "stabilize", "RBF-STB-1", tn=stabilize_tn(scene, command.bad), modifiers=modifiers, edges=edges)


def stabilize_tn(scene: RbfScene, bad: int) -> int:
    """The target number, higher for each bad condition the GM names."""
    return scene.fight.options.stabilize_tn + scene.fight.options.stabilize_step * bad
