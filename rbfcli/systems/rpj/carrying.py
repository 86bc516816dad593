"""What a character attacks with, and its base attack modifier: weapon skill and attribute bonus (RPJ-ACT-3)."""

from collections.abc import Iterable

from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.matching import match_named
from rbfcli.systems.rpj.check import RpjScene, half
from rbfcli.systems.rpj.ground.ground import adjacent, place_in_words, range_between, region_in_words, way_to
from rbfcli.systems.rpj.sheet import Character, RpjFight, Weapon

UNARMED = "unarmed"


def weapon_of(fight: RpjFight, weapon_id: str) -> Weapon:
    """The weapon of an id; bare hands need no entry."""
    hands = Weapon(
        name="bare hands", skill=UNARMED, attribute="strength", damage=fight.options.unarmed_damage, melee=True
    )
    return fight.weapons.get(weapon_id, hands)


def carried(fight: RpjFight, one: Character) -> tuple[str, ...]:
    """The weapons a character carries and the fight knows."""
    return tuple(each for each in one.weapons if each in fight.weapons)


def weapon_names(fight: RpjFight, weapons: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Weapons by their ids, each with its name; bare hands are always among them."""
    return {each: (weapon_of(fight, each).name,) for each in (*weapons, UNARMED)}


def melee_weapon(fight: RpjFight, one: Character) -> str:
    """The first melee weapon it carries, else its hands."""
    return next((each for each in carried(fight, one) if fight.weapons[each].melee), UNARMED)


def ranged_weapon(fight: RpjFight, one: Character, distance: int | None) -> str:
    """The first weapon it carries that shoots that far; empty where there is none."""
    found = (each for each in carried(fight, one) if shoots_to(fight.weapons[each], distance))
    return next(found, "")


def shoots_to(weapon: Weapon, distance: int | None) -> bool:
    """Whether a weapon shoots, and so many regions far (RPJ-FIELD-5)."""
    return not weapon.melee and distance is not None and distance <= weapon.range


def choose_weapon(scene: RpjScene, who: str, target_id: str, wanted: str) -> str:
    """The weapon asked for, else the first carried that reaches the target."""
    fight, one, target = scene.fight, scene.one(who), scene.one(target_id)
    if wanted:
        known = weapon_names(fight, carried(fight, one))
        return match_named(wanted, known, f"weapon on {one.name}", Refusal, "RPJ-ACT-3")
    return usual_weapon(fight, one, target)


def usual_weapon(fight: RpjFight, one: Character, target: Character) -> str:
    """The first weapon carried that reaches the target, else the first carried, else bare hands."""
    known = carried(fight, one)
    by_hand = next((each for each in known if fight.weapons[each].melee), "") if adjacent(one, target) else ""
    shot = ranged_weapon(fight, one, range_between(fight.board, one.region, target.region))
    return by_hand or shot or (known[0] if known else UNARMED)


def check_reach(scene: RpjScene, who: str, target_id: str, weapon: Weapon) -> None:
    """Refuse a melee attack outside the adjacency group and a shot out of range (RPJ-FIELD-4, RPJ-FIELD-5)."""
    fight, one, target = scene.fight, scene.one(who), scene.one(target_id)
    if weapon.melee:
        if not adjacent(one, target):
            places = [f"{each.name} is in {place_in_words(fight, each.region, each.group)}" for each in (one, target)]
            scene.refuse(
                f"{' and '.join(places)}: a melee attack needs one adjacency group",
                "RPJ-FIELD-4",
                way_to(fight, who, target_id),
            )
        return
    distance = range_between(fight.board, one.region, target.region)
    if distance is None:
        place = region_in_words(fight.board, target.region)
        scene.refuse(f"no links lead to {place}: {target.name} is out of range", "RPJ-FIELD-2")
    elif distance > weapon.range:
        scene.refuse(f"{target.name} is at range {distance}; the {weapon.name} reaches {weapon.range}", "RPJ-FIELD-5")


def base_attack(fight: RpjFight, one: Character, weapon: Weapon) -> tuple[Modifier, Modifier]:
    """Base weapon skill and the bonus of the weapon's attribute: half of it, unless the sheet says (RPJ-ACT-3)."""
    skill = one.skills.get(weapon.skill, fight.options.untrained)
    attribute = weapon.attribute
    bonus = one.bonuses.get(attribute, half(getattr(one, attribute), fight.options.rounding))
    return (
        Modifier(skill, f"{weapon.skill} skill", "RPJ-ACT-3"),
        Modifier(bonus, f"{attribute} bonus", "RPJ-ACT-3"),
    )
