"""Weapons: in hand, drawn, loaded, empty, let go of (RBF-ACT-2, RBF-ACT-3, RBF-DUAL-1)."""

from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.economy import spend
from rbfcli.systems.rbf.sheet import RANGED, UNARMED, UNARMED_ID, Fighter, RbfFight, Weapon, weapon_named


def weapon_in_hand(scene: RbfScene, command: fighting.Attack) -> tuple[str, Weapon]:
    """The weapon an attack is made with; another than those in hand has to be drawn first (RBF-ACT-2)."""
    attacker = scene.one(command.who)
    chosen = command.weapon or attacker.held or UNARMED_ID
    weapon = weapon_named(scene.fight, chosen)
    if weapon is None or (chosen != UNARMED_ID and chosen not in attacker.weapons):
        carried = ", ".join((*attacker.weapons, UNARMED_ID))
        raise impossible(f"{attacker.name} carries no {chosen}", "RBF-ACT-2", f"carried: {carried}")
    if chosen not in (UNARMED_ID, attacker.held, attacker.off_hand):
        scene.refuse(
            f"{attacker.name} has to draw the {weapon.name} first", "RBF-ACT-2", f"draw {command.who} {chosen}"
        )
    return chosen, weapon_of(scene.fight, chosen, club=command.club)


def weapon_of(fight: RbfFight, weapon_id: str, *, club: bool) -> Weapon:
    """A weapon by its id; a two-handed ranged one may be swung as a club (RBF-RNG-1)."""
    weapon = weapon_named(fight, weapon_id) or UNARMED
    if not club:
        return weapon
    if weapon.skill not in RANGED or weapon.hands == 1:
        raise impossible(f"the {weapon.name} is no two-handed ranged weapon to swing as a club", "RBF-RNG-1")
    damage = fight.options.club_damage
    name = f"{weapon.name} as a club"
    return replace(weapon, name=name, skill="melee", damage=damage, kind="", autofire=False, traits=("blunt",))


def is_empty(one: Fighter, weapon_id: str) -> bool:
    """Whether a weapon has to be reloaded; one whose rounds nobody counts is ready until a burst or a mishap."""
    return one.ammo.get(weapon_id, 1) == 0


def leave_rounds(scene: RbfScene, who: str, weapon_id: str, weapon: Weapon, rounds: int) -> None:
    """So many rounds are left; it is said when there are none."""
    scene.change(who, f"ammo.{weapon_id}", rounds, "RBF-ACT-3")
    if not rounds:
        scene.happen("emptied", "RBF-ACT-3", who=who, thing=weapon.name)


def draw(scene: RbfScene, command: fighting.Draw) -> None:
    """Take another weapon in hand, or one from the floor (RBF-ACT-2, RBF-DUAL-1)."""
    one, weapon_id = scene.one(command.who), command.weapon
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


def reload_weapon(scene: RbfScene, command: fighting.Reload) -> None:
    """Fill the magazine of a weapon in hand (RBF-ACT-3)."""
    one = scene.one(command.who)
    weapon_id = command.weapon or one.held
    weapon = weapon_named(scene.fight, weapon_id)
    if weapon is None or weapon.skill not in RANGED or weapon_id not in (one.held, one.off_hand):
        raise impossible(f"{one.name} holds no {weapon_id or 'weapon'} to reload", "RBF-ACT-3")
    spend(scene, command.who, "RBF-ACT-3")
    scene.change(command.who, f"ammo.{weapon_id}", weapon.ammo or None, "RBF-ACT-3")
    scene.happen("reloaded", "RBF-ACT-3", who=command.who, thing=weapon.name)


def let_go(scene: RbfScene, who: str, weapon_id: str) -> None:
    """The weapon is in neither hand any more."""
    for hand in ("held", "off_hand"):
        if getattr(scene.fight.combatants[who], hand) == weapon_id:
            scene.change(who, hand, "", "RBF-ATK-5")
