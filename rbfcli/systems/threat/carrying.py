"""With what somebody attacks, and what wears out (THR-DMG-1, THR-CMP-2)."""

from collections.abc import Iterable, Sequence

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.matching import match_named
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.sheet import ARMOUR, UNARMED, Character, ThreatFight, Weapon


def weapon_at(fight: ThreatFight, weapon: str) -> Weapon:
    """The weapon of an id; bare hands are one."""
    return fight.weapons.get(weapon) or Weapon(name="bare hands", damage=fight.options.unarmed_damage)


def chosen_weapon(scene: ThreatScene, who: str, wanted: str) -> str:
    """The weapon asked for, otherwise the first that is not broken, otherwise bare hands (THR-CMP-2)."""
    one = scene.one(who)
    if not wanted:
        return usual_weapon(scene.fight, one)
    weapon = match_named(wanted, weapons_of(scene.fight, one), f"weapon on {one.name}", Refusal, "THR-DMG-1")
    if not usable(scene.fight, one, weapon):
        scene.refuse(f"the {weapon_at(scene.fight, weapon).name} of {one.name} is broken", "THR-CMP-2")
    return weapon


def usual_weapon(fight: ThreatFight, one: Character) -> str:
    """The first weapon somebody can use, otherwise bare hands (THR-CMP-2)."""
    return next((each for each in one.weapons if usable(fight, one, each)), UNARMED)


def weapons_of(fight: ThreatFight, one: Character) -> dict[str, tuple[str, ...]]:
    """What somebody can fight with, by id and name: the weapons it carries, and bare hands."""
    return {each: (weapon_at(fight, each).name,) for each in (*one.weapons, UNARMED)}


def usable(fight: ThreatFight, one: Character, thing: str) -> bool:
    """Whether a thing is not broken, or broken things still serve (THR-CMP-2)."""
    return one.wear.get(thing) != "broken" or not fight.options.broken_unusable


def better_armed(fight: ThreatFight, armed: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Of bearers with a weapon each, the one whose weapon can do most (THR-TAG-2)."""
    if len(armed) == 1:
        return armed[0]
    return max(armed, key=lambda bearer: highest(str(weapon_at(fight, bearer[1]).damage)))


def damage_of(fight: ThreatFight, weapon: str, weapons: Iterable[str]) -> str:
    """The damage of the better weapon, or of all of a tag team's where the option says so (THR-TAG-2)."""
    counted = weapons if fight.options.tag_damage == "both" else (weapon,)
    return " + ".join(str(weapon_at(fight, each).damage) for each in counted)


def handling(fight: ThreatFight, weapon: str) -> Modifier:
    """What a weapon adds to the roll made with it."""
    return Modifier(weapon_at(fight, weapon).bonus, weapon_at(fight, weapon).name, "THR-ROLL-2")


def armour_against(fight: ThreatFight, target: Character, weapon: str) -> int:
    """What armour takes off: nothing when it is broken, or the weapon goes through (THR-DMG-1, THR-CMP-2)."""
    through = weapon_at(fight, weapon).piercing
    return 0 if through or not usable(fight, target, ARMOUR) else target.armour


def wear_down(scene: ThreatScene, who: str, thing: str) -> None:
    """A weapon or armour goes from good to damaged to broken (THR-CMP-2)."""
    one = scene.one(who)
    if thing == UNARMED or (thing == ARMOUR and not one.armour) or one.wear.get(thing) == "broken":
        scene.happen("nothing-wears", "THR-CMP-2", who=who)
        return
    state = "broken" if one.wear.get(thing) == "damaged" else "damaged"
    scene.change(who, "wear", {**one.wear, thing: state}, "THR-CMP-2")
    name = thing if thing == ARMOUR else weapon_at(scene.fight, thing).name
    scene.happen("worn", "THR-CMP-2", who=who, thing=name, state=state)
