"""What a turn holds in RBF, and the small actions that fill it (RBF-ACT)."""

from rbfcli.kernel.scene import impossible, named
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.sheet import Fighter

DOWN = frozenset(("out", "dead", "dying", "unconscious"))
CANNOT_ACT = ("out", "dead", "dying", "unconscious", "surprised")


def fighter(scene: RbfScene, who: str) -> Fighter:
    """The fighter of an id, as it is now."""
    named(scene.fight, who)
    return scene.fight.combatants[who]


def standing(one: Fighter) -> bool:
    """Whether it is still in the fight (RBF-HP-1)."""
    return DOWN.isdisjoint(one.conditions)


def may_act(scene: RbfScene, who: str, cost: int = 1) -> None:
    """Refuse where it is not one's turn, or no action is left (RBF-ACT-1)."""
    one = fighter(scene, who)
    hindrance = next((each for each in CANNOT_ACT if each in one.conditions), "")
    if hindrance:
        scene.refuse(
            f"{one.name} is {hindrance} and cannot act", "RBF-STL-1" if hindrance == "surprised" else "RBF-HP-1"
        )
    if not scene.fight.round:
        return
    if scene.fight.active != who:
        scene.refuse(f"it is not {one.name}'s turn", "RBF-INI-3", "turn next")
    if one.actions_left < cost:
        scene.refuse(f"{one.name} has no action left this turn", "RBF-ACT-1", "turn next")


def spend(scene: RbfScene, who: str, rule: str, *, cost: int = 1, keeps_aim: bool = False) -> None:
    """Take actions off a turn; doing anything but aiming loses the aim (RBF-ACT-1, RBF-ACT-5)."""
    may_act(scene, who, cost)
    one = fighter(scene, who)
    if scene.fight.round:
        scene.change(who, "actions_left", max(0, one.actions_left - cost), rule)
    if not keeps_aim:
        scene.change(who, "aim", 0, "RBF-ACT-5")


def aim(scene: RbfScene, command: commands.Aim) -> None:
    """+1 accuracy on the next attack, stacking (RBF-ACT-5)."""
    spend(scene, command.who, "RBF-ACT-5", keeps_aim=True)
    scene.change(command.who, "aim", fighter(scene, command.who).aim + 1, "RBF-ACT-5")


def reload_weapon(scene: RbfScene, command: commands.Reload) -> None:
    """Fill the magazine of the weapon in hand (RBF-ACT-3)."""
    one = fighter(scene, command.who)
    weapon = scene.fight.weapons.get(one.held)
    if weapon is None or not weapon.ammo:
        raise impossible(f"{one.name} holds nothing that is reloaded", "RBF-ACT-3")
    spend(scene, command.who, "RBF-ACT-3")
    scene.change(command.who, f"ammo.{one.held}", weapon.ammo, "RBF-ACT-3")


def draw(scene: RbfScene, command: commands.Draw) -> None:
    """Take another weapon in hand (RBF-ACT-2)."""
    one = fighter(scene, command.who)
    if command.weapon not in one.weapons:
        raise impossible(
            f"{one.name} carries no {command.weapon}", "RBF-ACT-2", f"carried: {', '.join(one.weapons) or 'nothing'}"
        )
    spend(scene, command.who, "RBF-ACT-2")
    scene.change(command.who, "held", command.weapon, "RBF-ACT-2")
    scene.happen("drew", "RBF-ACT-2", who=command.who, thing=scene.fight.weapons[command.weapon].name)
