"""What only bosses can do (RBF-TEC-3)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import orders
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import DOWN, fighter, must_stand
from rbfcli.systems.rbf.sheet import BOSS_ACTIONS, is_boss

COST = 5


def shake_off(scene: RbfScene, command: orders.ShakeOff) -> None:
    """A boss ends a condition that lies on it, for 5 HP, whoever's turn it is (RBF-TEC-3)."""
    one = fighter(scene, command.who)
    must_stand(scene, command.who)
    if command.name not in one.conditions or command.name in DOWN:
        has = ", ".join(each for each in one.conditions if each not in DOWN) or "none"
        raise impossible(f"{one.name} has no condition {command.name} to shake off", "RBF-TEC-3", f"it has: {has}")
    if not is_boss(one):
        scene.refuse(f"{one.name} is no boss", "RBF-TEC-3", f"an enemy of {BOSS_ACTIONS} actions or more can")
    if one.hp <= COST:
        scene.refuse(f"{one.name} has {one.hp} HP, and shaking off costs {COST}", "RBF-TEC-3")
    scene.relieve(command.who, command.name, "RBF-TEC-3")
    scene.change(command.who, "hp", max(0, one.hp - COST), "RBF-TEC-3")
