"""Rounds in the magazine: shooting, bursts, reloading (RBF-ACT-3, RBF-ACT-7)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.armoury import weapon_named
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter, spend
from rbfcli.systems.rbf.sheet import RANGED, Fighter, RbfFight
from rbfcli.systems.rbf.strike import Strike


def is_empty(one: Fighter, weapon_id: str) -> bool:
    """Whether a weapon has to be reloaded; one whose rounds nobody counts is ready until a burst or a mishap."""
    return one.ammo.get(weapon_id, 1) == 0


def counts_rounds(fight: RbfFight, weapon_id: str) -> bool:
    """Whether single shots empty a weapon."""
    weapon = weapon_named(fight, weapon_id)
    return weapon is not None and weapon.ammo > 0


def shoot(scene: RbfScene, strike: Strike) -> None:
    """A shot takes a round out of each weapon fired, a burst all of them (RBF-ACT-3, RBF-ACT-7)."""
    if not strike.ranged:
        return
    one = fighter(scene, strike.who)
    for weapon_id in (one.held, one.off_hand) if strike.command.dual else (strike.weapon_id,):
        if strike.command.autofire:
            scene.change(strike.who, f"ammo.{weapon_id}", 0, "RBF-ACT-7")
        elif counts_rounds(scene.fight, weapon_id):
            scene.change(strike.who, f"ammo.{weapon_id}", max(0, one.ammo.get(weapon_id, 0) - 1), "RBF-ACT-3")


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
