"""Weapons carried and in hand: drawing, reloading, the die of their level (FP-ATK-2, FP-ATK-3, FP-MOV-6, FP-MOV-7)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.commands import moving
from rbfcli.systems.futurepath.economy import SIMPLE, STANDARD, spend
from rbfcli.systems.futurepath.sheet.sheet import UNARMED, UNARMED_ID, Character, Weapon


def weapon_of(scene: FpScene, weapon_id: str) -> Weapon:
    """The weapon of an id. Raises Refusal where the fight knows none."""
    if weapon_id == UNARMED_ID:
        return scene.fight.weapons.get(UNARMED_ID, UNARMED)
    if weapon_id not in scene.fight.weapons:
        raise impossible(f"there is no weapon {weapon_id!r}", hint=f"known: {', '.join(scene.fight.weapons) or 'none'}")
    return scene.fight.weapons[weapon_id]


def carried(scene: FpScene, who: str, weapon_id: str, rule: str) -> Weapon:
    """A weapon that somebody has on it, in hand or not."""
    one = scene.one(who)
    if weapon_id not in one.weapons:
        raise impossible(f"{one.name} carries no {weapon_id}", rule, f"carried: {', '.join(one.weapons) or 'nothing'}")
    return weapon_of(scene, weapon_id)


def weapon_in_hand(scene: FpScene, who: str, wanted: str) -> tuple[str, Weapon]:
    """The weapon an attack is made with; another than those in hand has to be drawn first (FP-ATK-2)."""
    one = scene.one(who)
    chosen = wanted or one.held or UNARMED_ID
    if chosen == UNARMED_ID:
        return chosen, weapon_of(scene, chosen)
    weapon = carried(scene, who, chosen, "FP-ATK-2")
    if chosen not in (one.held, one.off_hand):
        scene.refuse(f"{one.name} has to draw the {weapon.name} first", "FP-ATK-2", f"draw {who} {chosen}")
    return chosen, weapon


def require_loaded(scene: FpScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """An empty weapon does not fire (FP-MOV-7)."""
    if weapon.ammo and not scene.one(who).ammo.get(weapon_id, 0):
        scene.refuse(f"the {weapon.name} is empty", "FP-MOV-7", f"reload {who}")


def use_ammunition(scene: FpScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """A shot takes one round out of the magazine (FP-MOV-7)."""
    if weapon.ammo:
        loaded = scene.one(who).ammo.get(weapon_id, 0)
        scene.change(who, f"ammo.{weapon_id}", max(0, loaded - 1), "FP-MOV-7")


def damage_die(scene: FpScene, weapon: Weapon, lower: int = 0) -> str:
    """The die of a weapon's level, or its own; so many levels lower, and below 1d2 just 1 (FP-ATK-3, FP-OFF-4)."""
    ladder = list(scene.fight.options.damage_dice)
    die = weapon.damage or ladder[weapon.level]
    if not lower:
        return die
    place = ladder.index(die) if die in ladder else weapon.level
    return ladder[place - lower] if place >= lower else "1"


def proficiency(one: Character, weapon_id: str) -> int | None:
    """The advantages of being proficient with a weapon; None where one is not."""
    return one.proficiencies.get(weapon_id)


def draw(scene: FpScene, command: moving.Draw) -> None:
    """Drawing is Simple; changing what is in hand for something else is Standard (FP-MOV-6)."""
    hand = "off_hand" if command.off_hand else "held"
    weapon = carried(scene, command.who, command.weapon, "FP-MOV-6")
    one = scene.one(command.who)
    if command.weapon in (one.held, one.off_hand):
        raise impossible(f"{one.name} has the {weapon.name} in hand already", "FP-MOV-6")
    holding = one.off_hand if command.off_hand else one.held
    kind = STANDARD if holding and holding != UNARMED_ID else SIMPLE
    spend(scene, command.who, kind, "FP-MOV-6")
    scene.change(command.who, hand, command.weapon, "FP-MOV-6")
    scene.happen("switched" if kind == STANDARD else "drew", "FP-MOV-6", who=command.who, thing=weapon.name)


def holster(scene: FpScene, command: moving.Holster) -> None:
    """Putting a weapon away is Simple (FP-MOV-6)."""
    one = scene.one(command.who)
    hand = "off_hand" if command.off_hand else "held"
    holding = one.off_hand if command.off_hand else one.held
    if not holding:
        raise impossible(f"{one.name} holds nothing there", "FP-MOV-6")
    spend(scene, command.who, SIMPLE, "FP-MOV-6")
    scene.change(command.who, hand, "", "FP-MOV-6")
    scene.happen("holstered", "FP-MOV-6", who=command.who, thing=weapon_of(scene, holding).name)


def reload_weapon(scene: FpScene, command: moving.Reload) -> None:
    """Filling a magazine is Standard, or what the weapon's reload speed says (FP-MOV-7)."""
    one = scene.one(command.who)
    weapon_id = command.weapon or one.held
    weapon = carried(scene, command.who, weapon_id, "FP-MOV-7") if weapon_id else None
    if weapon is None or not weapon.ammo or weapon.grenade:
        raise impossible(f"{one.name} holds nothing that is reloaded", "FP-MOV-7")
    if one.ammo.get(weapon_id, 0) >= weapon.ammo:
        raise impossible(f"the {weapon.name} is full", "FP-MOV-7")
    spend(scene, command.who, weapon.reload, "FP-MOV-7")
    scene.change(command.who, f"ammo.{weapon_id}", weapon.ammo, "FP-MOV-7")
