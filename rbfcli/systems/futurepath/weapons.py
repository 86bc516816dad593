"""Weapons: which one is in hand, the die of its level, its magazine (FP-ATK-2, FP-ATK-3, FP-MOV-7)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.check import FpScene, dice_of
from rbfcli.systems.futurepath.people import character
from rbfcli.systems.futurepath.sheet import UNARMED, UNARMED_ID, Character, Weapon


def weapon_of(scene: FpScene, weapon_id: str) -> Weapon:
    """The weapon of an id. Raises Refusal where the fight knows none."""
    if weapon_id == UNARMED_ID:
        return scene.fight.weapons.get(UNARMED_ID, UNARMED)
    if weapon_id not in scene.fight.weapons:
        raise impossible(f"there is no weapon {weapon_id!r}", hint=f"known: {', '.join(scene.fight.weapons) or 'none'}")
    return scene.fight.weapons[weapon_id]


def carried(scene: FpScene, who: str, weapon_id: str, rule: str) -> Weapon:
    """A weapon that somebody has on it, in hand or not."""
    one = character(scene, who)
    if weapon_id not in one.weapons:
        raise impossible(f"{one.name} carries no {weapon_id}", rule, f"carried: {', '.join(one.weapons) or 'nothing'}")
    return weapon_of(scene, weapon_id)


def weapon_in_hand(scene: FpScene, who: str, wanted: str) -> tuple[str, Weapon]:
    """The weapon an attack is made with; another than those in hand has to be drawn first (FP-ATK-2)."""
    one = character(scene, who)
    chosen = wanted or one.held or UNARMED_ID
    if chosen == UNARMED_ID:
        return chosen, weapon_of(scene, chosen)
    weapon = carried(scene, who, chosen, "FP-ATK-2")
    if chosen not in (one.held, one.off_hand):
        scene.refuse(f"{one.name} has to draw the {weapon.name} first", "FP-ATK-2", f"draw {who} {chosen}")
    return chosen, weapon


def require_loaded(scene: FpScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """An empty weapon does not fire (FP-MOV-7)."""
    if weapon.ammo and not character(scene, who).ammo.get(weapon_id, 0):
        scene.refuse(f"the {weapon.name} is empty", "FP-MOV-7", f"reload {who}")


def use_ammunition(scene: FpScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """A shot takes one round out of the magazine (FP-MOV-7)."""
    if weapon.ammo:
        loaded = character(scene, who).ammo.get(weapon_id, 0)
        scene.change(who, f"ammo.{weapon_id}", max(0, loaded - 1), "FP-MOV-7")


def damage_die(scene: FpScene, weapon: Weapon, lower: int = 0) -> str:
    """The die of a weapon's level, or its own; so many levels lower, and below 1d2 just 1 (FP-ATK-3, FP-OFF-4)."""
    ladder = list(scene.fight.options.damage_dice)
    die = weapon.damage or ladder[weapon.level]
    if not lower:
        return die
    place = ladder.index(die) if die in ladder else weapon.level
    return ladder[place - lower] if place >= lower else "1"


def roll_dice(
    scene: FpScene, who: str, label: str, rule: str, *, die: str, times: int, flat: tuple[Modifier, ...] = ()
) -> int:
    """Roll a damage die so many times and add `flat` once; a die that has shrunk to 1 is 1 each time (FP-OFF-4)."""
    if die == "1":
        return times + sum(each.value for each in flat)
    number, sides = dice_of(die)
    return scene.roll(who, label, rule, sides=sides, count=number * times, modifiers=flat).total


def proficiency(one: Character, weapon_id: str) -> int | None:
    """The advantages of being proficient with a weapon; None where one is not."""
    return one.proficiencies.get(weapon_id)
