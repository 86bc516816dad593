"""Hit locations, armour and wounds."""

from rbfcli.core.errors import listed, refuse

from rbfcli_harrow.conditions import standing
from rbfcli_harrow.sheet import LOCATIONS, PLACES, HarrowScene

BREATH = 2
WORST = {"head": "dazed", "arm": "weak-armed", "leg": "lamed"}


def aimed(place: str) -> str:
    """Return the location aimed at. Raises Refusal for an unknown one."""
    if place and place not in PLACES:
        raise refuse(f"unknown place {place!r}", "HAR-LOC-1", hint=listed("places", PLACES))
    return place


def place_hit(scene: HarrowScene, who: str, target: str, at: str) -> str:
    """Return the location aimed at, or that of a d6 (HAR-LOC-1)."""
    if at:
        return at
    rolled = scene.roll(
        who,
        "location",
        "HAR-LOC-1",
        target=target,
        sides=6,
        count=1,
        judge=lambda total, _faces: LOCATIONS[total],
    )
    return rolled.outcome


def land(scene: HarrowScene, who: str, target: str, damage: int, at: str) -> None:
    """Reduce a hit by the armour at its location; the rest is a wound (HAR-DMG-1)."""
    place = place_hit(scene, who, target, at)
    armour = scene.one(target).armour.get(place, 0)
    left = max(0, damage - armour)
    scene.happen("landed", "HAR-DMG-1", who=who, target=target, place=place, damage=damage, armour=armour)
    if left:
        wound(scene, target, left, place)


def wound(scene: HarrowScene, who: str, amount: int, place: str) -> None:
    """Take health for a wound, and apply the effect of its location (HAR-LOC-2)."""
    hurt(scene, who, amount, "HAR-DMG-1")
    if not standing(scene.one(who)):
        return
    if place == "body":
        one = scene.one(who)
        scene.change(who, "fatigue", max(one.fatigue, min(one.endurance, one.fatigue + BREATH)), "HAR-LOC-2")
    elif place == "head":
        scene.afflict(who, WORST[place], "HAR-LOC-2", rounds=1)
    elif WORST[place] not in scene.one(who).conditions:
        scene.afflict(who, WORST[place], "HAR-LOC-2")


def hurt(scene: HarrowScene, who: str, amount: int, rule: str) -> None:
    """Take health from a fencer; at 0, they are down (HAR-OUT-1)."""
    scene.change(who, "health", max(0, scene.one(who).health - amount), rule)
    if not scene.one(who).health and standing(scene.one(who)):
        scene.afflict(who, "down", "HAR-OUT-1")
