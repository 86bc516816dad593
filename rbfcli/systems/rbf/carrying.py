"""Weapons in hand: what handling them costs, and a rifle swung as a club (RBF-ACT-2, RBF-ACT-3, RBF-RNG-1)."""

from msgspec.structs import replace

from rbfcli.kernel import carrying, verbs
from rbfcli.kernel.handling import Carrying, Handling
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.economy import spend
from rbfcli.systems.rbf.ground import spot_of
from rbfcli.systems.rbf.sheet import RANGED, UNARMED, RbfFight, Weapon, weapon_named


def handling() -> Carrying:
    """What RBF says of weapons in hand (RBF-ACT-2, RBF-ACT-3, RBF-DUAL-1)."""
    return Carrying(
        drawing="RBF-ACT-2",
        reloading="RBF-ACT-3",
        find=weapon_named,
        spend=pay_for,
        loads=lambda weapon: weapon.skill in RANGED,
        two_handed=lambda weapon: weapon.hands > 1,
        where=spot_of,
    )


def pay_for(scene: RbfScene, who: str, way: Handling, _weapon: Weapon) -> None:
    """Drawing, switching, putting away and reloading are an action each (RBF-ACT-2, RBF-ACT-3)."""
    spend(scene, who, "RBF-ACT-3" if way == "reload" else "RBF-ACT-2")


def draw(scene: RbfScene, command: verbs.Draw) -> None:
    """Take another weapon in hand, or one from the floor (RBF-ACT-2, RBF-DUAL-1)."""
    carrying.draw(scene, command)
    scene.relieve(command.who, "disarmed", "RBF-TEC-DISARM")


def holster(scene: RbfScene, command: verbs.Holster) -> None:
    """Put a weapon away (RBF-ACT-2)."""
    carrying.holster(scene, command)


def reload_weapon(scene: RbfScene, command: fighting.Reload) -> None:
    """Fill the magazine of a weapon in hand (RBF-ACT-3)."""
    carrying.reload(scene, replace(command, weapon=command.weapon or command.which))


def weapon_of(fight: RbfFight, weapon_id: str, *, club: bool) -> Weapon:
    """A weapon by its id, as it is or swung as a club."""
    weapon = weapon_named(fight, weapon_id) or UNARMED
    return as_a_club(fight, weapon) if club else weapon


def as_a_club(fight: RbfFight, weapon: Weapon) -> Weapon:
    """A two-handed ranged weapon, swung as a club (RBF-RNG-1)."""
    if weapon.skill not in RANGED or weapon.hands == 1:
        raise impossible(f"the {weapon.name} is no two-handed ranged weapon to swing as a club", "RBF-RNG-1")
    damage = fight.options.club_damage
    name = f"{weapon.name} as a club"
    return replace(
        weapon, name=name, skill="melee", damage=damage, kind="", radius=0, autofire=False, traits=("blunt",)
    )
