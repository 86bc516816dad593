"""What a character attacks with, and its base attack modifier: weapon skill and attribute bonus (RPJ-ACT-3)."""

from collections.abc import Iterable

from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.matching import match_named
from rbfcli.systems.rpj.check import RpjScene, half
from rbfcli.systems.rpj.conditions import suppressed
from rbfcli.systems.rpj.ground.ground import adjacent, place_in_words, range_between, region_in_words, way_to
from rbfcli.systems.rpj.sheet import Character, RpjFight, Weapon

UNARMED = "unarmed"


def weapon_of(fight: RpjFight, weapon_id: str) -> Weapon:
    """The weapon of an id; bare hands need no entry."""
    if weapon_id != UNARMED or UNARMED in fight.weapons:
        return fight.weapons[weapon_id]
    damage = fight.options.unarmed_damage
    return Weapon(name="bare hands", skill=UNARMED, attribute="strength", damage=damage, melee=True)


def carried(fight: RpjFight, one: Character) -> tuple[str, ...]:
    """The weapons a character carries and the fight knows."""
    return tuple(each for each in one.weapons if each in fight.weapons)


def weapon_names(fight: RpjFight, weapons: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Weapons by their ids, each with its name; bare hands are always among them."""
    return {each: (weapon_of(fight, each).name,) for each in (*weapons, UNARMED)}


def melee_weapon(fight: RpjFight, one: Character) -> str:
    """The first melee weapon it carries, else its hands."""
    return next((each for each in carried(fight, one) if fight.weapons[each].melee), UNARMED)


def ranged_weapon(fight: RpjFight, one: Character, region: str) -> str:
    """The first weapon it carries that shoots into a region; empty where there is none."""
    return next((each for each in carried(fight, one) if shoots_into(fight, one, region, fight.weapons[each])), "")


def shoots_into(fight: RpjFight, one: Character, region: str, weapon: Weapon) -> bool:
    """Whether a weapon shoots that far from where somebody is; without a range it reaches everywhere (RPJ-FIELD-5)."""
    distance = range_between(fight.board, one.region, region)
    return not weapon.melee and distance is not None and (weapon.range is None or distance <= weapon.range)


def reaches(fight: RpjFight, one: Character, other: Character, weapon: Weapon) -> bool:
    """Whether a weapon can be used on somebody from where both are (RPJ-FIELD-4, RPJ-FIELD-5)."""
    return adjacent(one, other) if weapon.melee else shoots_into(fight, one, other.region, weapon)


def choose_weapon(scene: RpjScene, who: str, target_id: str, wanted: str) -> str:
    """The weapon asked for, else the first carried that reaches the target."""
    fight, one, target = scene.fight, scene.one(who), scene.one(target_id)
    if wanted:
        known = weapon_names(fight, carried(fight, one))
        return match_named(wanted, known, f"weapon on {one.name}", Refusal, "RPJ-ACT-3")
    return usual_weapon(fight, one, target)


def usual_weapon(fight: RpjFight, one: Character, target: Character) -> str:
    """The first weapon carried that reaches the target, a melee weapon before others; else the first, or bare hands."""
    known = carried(fight, one)
    reaching = [each for each in known if reaches(fight, one, target, fight.weapons[each])]
    melee = [each for each in reaching if fight.weapons[each].melee]
    return next(iter(melee or reaching or known), UNARMED)


def check_reach(scene: RpjScene, who: str, target_id: str, weapon: Weapon) -> None:
    """Refuse a melee attack outside the adjacency group and a shot out of range (RPJ-FIELD-4, RPJ-FIELD-5)."""
    fight, one, target = scene.fight, scene.one(who), scene.one(target_id)
    if reaches(fight, one, target, weapon):
        return
    distance = range_between(fight.board, one.region, target.region)
    if weapon.melee:
        places = [f"{each.name} is in {place_in_words(fight, each.region, each.group)}" for each in (one, target)]
        message = f"{' and '.join(places)}: a melee attack needs one adjacency group"
        scene.refuse(message, "RPJ-FIELD-4", way_to(fight, who, target_id))
    elif distance is None:
        place = region_in_words(fight.board, target.region)
        scene.refuse(f"no links lead to {place}: {target.name} is out of range", "RPJ-FIELD-2")
    else:
        message = f"{target.name} is at range {distance}; the {weapon.name} reaches {weapon.range}"
        scene.refuse(message, "RPJ-FIELD-5", way_to(fight, who, target_id))


def base_attack(fight: RpjFight, one: Character, weapon: Weapon) -> tuple[Modifier, Modifier]:
    """Base weapon skill and the bonus of the weapon's attribute: half of it, unless the sheet says (RPJ-ACT-3)."""
    skill = one.skills.get(weapon.skill, fight.options.untrained)
    attribute = weapon.attribute
    bonus = one.bonuses.get(attribute, half(getattr(one, attribute), fight.options.rounding))
    return (
        Modifier(skill, f"{weapon.skill} skill", "RPJ-ACT-3"),
        Modifier(bonus, f"{attribute} bonus", "RPJ-ACT-3"),
    )


def effective_attack(fight: RpjFight, one: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """The base attack modifier as it is now: under suppression half of it (RPJ-SUP-3)."""
    parts = base_attack(fight, one, weapon)
    base = sum(each.value for each in parts)
    if not suppressed(one):
        return parts
    return (*parts, Modifier(half(base, fight.options.rounding) - base, "suppressed: half", "RPJ-SUP-3"))
