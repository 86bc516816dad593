"""Where blows land, what armour takes off, and what is left of them."""

from rbfcli.core.errors import refuse

from rbfcli_harrow.conditions import standing
from rbfcli_harrow.sheet import LOCATIONS, PLACES, HarrowScene

BREATH = 2
WORST = {"head": "dazed", "arm": "weak-armed", "leg": "lamed"}


def aimed(place: str) -> str:
    """A place that somebody aims at, which has to be one. Raises Refusal."""
    if place and place not in PLACES:
        raise refuse(f"unknown place {place!r}", "HAR-LOC-1", hint=f"places: {', '.join(PLACES)}")
    return place


def place_hit(scene: HarrowScene, who: str, target: str, at: str) -> str:
    """The place that was aimed at, else where a d6 says (HAR-LOC-1)."""
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
    """A blow lands, armour there takes its number off, and what is left is a wound (HAR-DMG-1)."""
    place = place_hit(scene, who, target, at)
    armour = scene.one(target).armour.get(place, 0)
    left = max(0, damage - armour)
    scene.happen("landed", "HAR-DMG-1", who=who, target=target, place=place, damage=damage, armour=armour)
    if left:
        wound(scene, target, left, place)


def wound(scene: HarrowScene, who: str, amount: int, place: str) -> None:
    """A wound costs health, and does to its place what it does (HAR-LOC-2)."""
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
    """Health goes; whoever has none left is down (HAR-OUT-1)."""
    scene.change(who, "health", max(0, scene.one(who).health - amount), rule)
    if not scene.one(who).health and standing(scene.one(who)):
        scene.afflict(who, "down", "HAR-OUT-1")
