"""Aiming, reloading, and what one holds (RBF-ACT-2, RBF-ACT-3, RBF-ACT-5)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands, orders
from rbfcli.systems.rbf.armoury import weapon_named
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter, spend
from rbfcli.systems.rbf.sheet import RANGED


def aim(scene: RbfScene, command: orders.Aim) -> None:
    """+1 accuracy on the next attack, stacking (RBF-ACT-5)."""
    spend(scene, command.who, "RBF-ACT-5", aim="kept")
    bonus = fighter(scene, command.who).aim + 1
    scene.change(command.who, "aim", bonus, "RBF-ACT-5")
    scene.happen("aims", "RBF-ACT-5", who=command.who, bonus=bonus)


def draw(scene: RbfScene, command: orders.Draw) -> None:
    """Take another weapon in hand, or one from the floor (RBF-ACT-2, RBF-DUAL-1)."""
    one, weapon_id = fighter(scene, command.who), command.weapon
    weapon = weapon_named(scene.fight, weapon_id)
    if weapon is None or weapon_id not in one.weapons:
        carried = ", ".join(one.weapons) or "nothing"
        raise impossible(f"{one.name} carries no {weapon_id}", "RBF-ACT-2", f"carried: {carried}")
    if weapon_id in (one.held, one.off_hand):
        raise impossible(f"{one.name} has the {weapon.name} in hand", "RBF-ACT-2")
    spend(scene, command.who, "RBF-ACT-2")
    scene.change(command.who, "off_hand" if command.off_hand else "held", weapon_id, "RBF-ACT-2")
    if weapon.hands > 1:
        scene.change(command.who, "off_hand", "", "RBF-ACT-2")
    scene.happen("drew", "RBF-ACT-2", who=command.who, thing=weapon.name)


def reload_weapon(scene: RbfScene, command: commands.Reload) -> None:
    """Fill the magazine of a weapon in hand (RBF-ACT-3)."""
    one = fighter(scene, command.who)
    weapon_id = command.weapon or one.held
    weapon = weapon_named(scene.fight, weapon_id)
    if weapon is None or weapon.skill not in RANGED or weapon_id not in (one.held, one.off_hand):
        raise impossible(f"{one.name} holds no {weapon_id or 'weapon'} to reload", "RBF-ACT-3")
    spend(scene, command.who, "RBF-ACT-3")
    scene.change(command.who, f"ammo.{weapon_id}", weapon.ammo or None, "RBF-ACT-3")
    scene.happen("reloaded", "RBF-ACT-3", who=command.who, thing=weapon.name)
