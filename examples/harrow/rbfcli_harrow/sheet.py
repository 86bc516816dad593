"""The sheet of a fencer, the house options, and the errors in a file."""

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
    """A fencer: two skills, armour by location, fatigue and health."""

    blade: Skill
    """skill for attacks (HAR-ATK-1)"""
    parry: Skill
    """skill for parries (HAR-ATK-1)"""
    speed: Natural = 0
    """added to the d20 for initiative (HAR-TURN-1)"""
    bite: Annotated[int, Meta(ge=1, le=8)] = 3
    """damage of its weapon (HAR-DMG-1)"""
    armour: Mapping[str, Thickness] = {}
    """damage reduction of armour by location: `armour = { head = 2, body = 3 }` (HAR-DMG-1)"""
    health: Natural = 8
    """wounds the fencer can take (HAR-OUT-1)"""
    most: Natural = 0
    """full health (default: the health at the start)"""
    fatigue: Natural = 0
    """current fatigue (HAR-FAT-1)"""
    endurance: Natural = 9
    """most fatigue with which the fencer can act (HAR-FAT-2)"""
    acted: bool = False
    """whether the action of this turn is spent (HAR-TURN-2)"""
    parried: Natural = 0
    """parries since its last turn (HAR-ATK-3)"""


class HarrowOptions(Options, frozen=True, kw_only=True):
    """The numbers that each table can change."""

    heavy: Annotated[int, Meta(ge=1, le=9, description="points of fatigue that cost 1 of both skills")] = 3
    telling: Annotated[int, Meta(ge=1, le=19, description="by how much a telling blow is won")] = 5


class HarrowFight(Fight, frozen=True, kw_only=True):
    """A fight in Harrow."""

    options: HarrowOptions = HarrowOptions()
    combatants: Mapping[str, Fencer] = {}


HarrowScene = Scene[HarrowFight, Fencer]


def prepare(_fight: HarrowFight, one: Fencer) -> Fencer:
    """Return a fencer who enters the fight, with the full health recorded."""
    return replace(one, most=one.most or one.health)


def mistakes(fight: HarrowFight, actor: str) -> Iterator[Mistake]:
    """Report armour for unknown locations, and values above their maximum."""
    if not actor:
        return
    one = fight.combatants[actor]
    for place in one.armour:
        if place not in PLACES:
            yield unknown(("combatants", actor, "armour", place), place, PLACES, "location")
    if one.most and one.health > one.most:
        path = ("combatants", actor, "health")
        yield Mistake(path, f"must be at most its full health ({one.most})", left_to_rules=True)
    if one.fatigue > one.endurance:
        path = ("combatants", actor, "fatigue")
        yield Mistake(path, f"must be at most its endurance ({one.endurance})", left_to_rules=True)
