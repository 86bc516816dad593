"""One-liners: an attack, a defense and stabilising from numbers alone, without a fight."""

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.attack.blow import half
from rbfcli.systems.rbf.check import RbfScene, stated, test
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.defense import reduced
from rbfcli.systems.rbf.dying import stabilize_tn
from rbfcli.systems.rbf.sheet import RANGED
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS


def attack_numbers(scene: RbfScene, command: fighting.AttackNumbers) -> None:
    """An attack roll from numbers alone: the outcome and the damage it does (RBF-ATK-2 to RBF-ATK-5)."""
    rolled = test(
        scene, "", "attack", "RBF-ATK-1", tn=command.tn, modifiers=(Modifier(command.mod, "modifier"),),
        edges=stated(command.advantage, command.disadvantage),
    )  # fmt: skip
    misses = rolled.outcome == FAILURE or (rolled.outcome == STRUGGLE and command.skill in RANGED)
    full = 0 if misses else scene.roll_expression("", "damage", "RBF-ATK-3", command.damage)
    dealt = {CRITICAL: 2 * full, SUCCESS: full, STRUGGLE: half(scene, full) if full else 0, FAILURE: 0}[rolled.outcome]
    scene.happen("would-deal", "RBF-ATK-3", amount=dealt)


def damage_save_numbers(scene: RbfScene, command: fighting.DamageSaveNumbers) -> None:
    """A defense from numbers alone: the outcome, and the damage that gets through (RBF-DEF-1 to RBF-DEF-5)."""
    rolled = test(
        scene, "", "defense", "RBF-DEF-1", tn=command.tn, modifiers=(Modifier(command.mod, "modifier"),),
        edges=stated(command.advantage, command.disadvantage),
    )  # fmt: skip
    scene.happen("would-take", "RBF-DEF-1", amount=taken(scene, command, rolled.outcome))


def taken(scene: RbfScene, command: fighting.DamageSaveNumbers, outcome: str) -> int:
    """What gets through, by numbers alone."""
    if outcome == CRITICAL:
        return 0
    if outcome == FAILURE:
        return highest(command.damage) if command.most is None else command.most
    normal = scene.roll_expression("", "damage", "RBF-DEF-7", command.damage)
    return reduced(normal // 2 if outcome == SUCCESS else normal, command.armour)


def stabilize_numbers(scene: RbfScene, command: fighting.StabilizeNumbers) -> None:
    """The roll of stabilising, from numbers alone (RBF-STB-1)."""
    modifiers = (Modifier(command.mod, "modifier"),)
    edges = stated(command.advantage, command.disadvantage)
    test(scene, "", "stabilize", "RBF-STB-1", tn=stabilize_tn(scene, command.bad), modifiers=modifiers, edges=edges)
