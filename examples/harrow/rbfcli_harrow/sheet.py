"""What is written down: fencers with their armour, the numbers left to the table, and what is wrong in a file."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace
from rbfcli.core.mistakes import Mistake, unknown
from rbfcli.engine.scene import Scene
from rbfcli.model.fight import Combatant, Fight, Natural, Options

Skill = Annotated[int, Meta(ge=1, le=19)]
Thickness = Annotated[int, Meta(ge=0, le=6)]
# Where a blow lands, by the d6 that says so (HAR-LOC-1).
LOCATIONS = {1: "head", 2: "arm", 3: "body", 4: "body", 5: "leg", 6: "leg"}
PLACES = tuple(dict.fromkeys(LOCATIONS.values()))


class Fencer(Combatant, frozen=True, kw_only=True):
    """Somebody with a blade: two skills, armour by location, and how much breath and blood there is."""

    blade: Skill
    """the skill of its attacks (HAR-ATK-1)"""
    parry: Skill
    """the skill of its parries (HAR-ATK-1)"""
    speed: Natural = 0
    """added to the d20 for the order of turns (HAR-TURN-1)"""
    bite: Annotated[int, Meta(ge=1, le=8)] = 3
    """damage of its weapon (HAR-DMG-1)"""
    armour: Mapping[str, Thickness] = {}
    """what armour takes off by location: `armour = { head = 2, body = 3 }` (HAR-DMG-1)"""
    health: Natural = 8
    """wounds it can take (HAR-OUT-1)"""
    most: Natural = 0
    """its full health; by default its health as it enters"""
    fatigue: Natural = 0
    """how tired it is (HAR-FAT-1)"""
    endurance: Natural = 9
    """the fatigue it can bear (HAR-FAT-2)"""
    acted: bool = False
    """whether the action of this turn is spent (HAR-TURN-2)"""
    parried: Natural = 0
    """parries since its last turn (HAR-ATK-3)"""


class HarrowOptions(Options, frozen=True, kw_only=True):
    """The numbers that the rules leave to the table."""

    heavy: Annotated[int, Meta(ge=1, le=9, description="points of fatigue that cost 1 of both skills")] = 3
    telling: Annotated[int, Meta(ge=1, le=19, description="by how much a telling blow is won")] = 5


class HarrowFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of Harrow."""

    options: HarrowOptions = HarrowOptions()
    combatants: Mapping[str, Fencer] = {}


HarrowScene = Scene[HarrowFight, Fencer]


def prepare(_fight: HarrowFight, one: Fencer) -> Fencer:
    """A fencer as it enters, its full health noted."""
    return replace(one, most=one.most or one.health)


def validate(fight: HarrowFight) -> Iterator[Mistake]:
    """What the types of a file do not show: armour for what nobody has, and more than what fits."""
    for who, one in fight.combatants.items():
        for place in one.armour:
            if place not in PLACES:
                yield unknown(("combatants", who, "armour", place), place, PLACES, "location")
        if one.most and one.health > one.most:
            path = ("combatants", who, "health")
            yield Mistake(path, f"must be at most its full health ({one.most})", left_to_rules=True)
        if one.fatigue > one.endurance:
            path = ("combatants", who, "fatigue")
            yield Mistake(path, f"must be at most its endurance ({one.endurance})", left_to_rules=True)
