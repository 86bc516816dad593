"""What is written down: divers, zones and clocks, the numbers left to the table, and what is wrong in a file."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace
from rbfcli.core.mistakes import Mistake, unknown
from rbfcli.engine.scene import Scene
from rbfcli.model.fight import Board, Combatant, Fight, Name, Natural, Options, PlainValue, Text

Talent = Annotated[int, Meta(ge=0, le=5)]
Segments = Annotated[int, Meta(ge=2, le=12)]


class Diver(Combatant, frozen=True, kw_only=True):
    """Somebody in the water: three talents, and how much body and mind can take."""

    fight: Talent = 1
    """dice of an attack (UND-ATK-1)"""
    work: Talent = 1
    """dice of work on a clock (UND-CLK-1)"""
    nerve: Talent = 1
    """dice against damage, and who acts first (UND-RES-1, UND-TURN-1)"""
    guard: Annotated[int, Meta(ge=1, le=4)] = 1
    """successes it takes to hit (UND-ATK-1)"""
    health: Natural = 4
    """hits it can take (UND-OUT-1)"""
    most: Natural = 0
    """its full health; by default its health as it enters"""
    stress: Natural = 0
    """the stress it has taken (UND-STR-1)"""
    limit: Natural = 6
    """the stress it can hold; full of it, one is shaken (UND-STR-2)"""
    harpoon: bool = False
    """whether it hits into the zones beside its own (UND-ZON-2)"""
    zone: str = ""
    """the zone it is in; empty where the place has none (UND-ZON-1)"""
    acted: bool = False
    """whether the action of this turn is spent (UND-TURN-2)"""
    moved: bool = False
    """whether the move of this turn is spent (UND-TURN-2)"""


class Zone(PlainValue, frozen=True, kw_only=True):
    """A part of the place, and what is beside it."""

    name: Name
    """what it is called"""
    beside: tuple[str, ...] = ()
    """the zones one can swim to from here, and back (UND-ZON-1)"""
    cover: bool = False
    """whether whoever is in it is harder to hit by one success (UND-ZON-3)"""


class Clock(PlainValue, frozen=True, kw_only=True):
    """Something that comes nearer, segment by segment."""

    name: Name
    """what it is called"""
    segments: Segments
    """how many segments make it full (UND-CLK-1)"""
    filled: Natural = 0
    """how many of them are full already"""
    serves: Name
    """the side that it serves: the others do not work on it, and it is what a cost of theirs fills (UND-CLK-1)"""
    each_round: Annotated[int, Meta(ge=0, le=3)] = 0
    """segments that fill by themselves as a round begins (UND-CLK-2)"""
    zone: str = ""
    """the zone that one has to be in to work on it; empty: any (UND-CLK-3)"""
    then: Text = ""
    """what happens once it is full"""


class UndertowBoard(Board, frozen=True, kw_only=True):
    """Where the job is done."""

    zones: Mapping[str, Zone] = {}
    """the zones, by id"""
    clocks: Mapping[str, Clock] = {}
    """the clocks, by id"""


class UndertowOptions(Options, frozen=True, kw_only=True):
    """The numbers that the rules leave to the table."""

    success_on: Annotated[int, Meta(ge=2, le=6, description="the lowest face that is a success")] = 5
    breath: Annotated[int, Meta(ge=1, le=6, description="the stress that a breath takes off")] = 2


class UndertowFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of Undertow."""

    options: UndertowOptions = UndertowOptions()
    board: UndertowBoard = UndertowBoard()
    combatants: Mapping[str, Diver] = {}


UndertowScene = Scene[UndertowFight, Diver]


def prepare(fight: UndertowFight, one: Diver) -> Diver:
    """A diver as it enters: its full health noted, in the first zone unless another is named."""
    zone = one.zone or next(iter(fight.board.zones), "")
    return replace(one, most=one.most or one.health, zone=zone)


def neighbours(fight: UndertowFight, zone: str) -> list[str]:
    """The zones beside one, whichever of the two names the other (UND-ZON-1)."""
    zones = fight.board.zones
    return [each for each in zones if each != zone and (each in _beside(fight, zone) or zone in zones[each].beside)]


def _beside(fight: UndertowFight, zone: str) -> tuple[str, ...]:
    return fight.board.zones[zone].beside if zone in fight.board.zones else ()


def validate(fight: UndertowFight) -> Iterator[Mistake]:
    """What the types of a file do not show: zones that are not there, and more than what fits."""
    board = fight.board
    for name, zone in board.zones.items():
        for place, other in enumerate(zone.beside):
            if other not in board.zones:
                yield unknown(("board", "zones", name, "beside", place), other, board.zones, "zone")
    for name, clock in board.clocks.items():
        if clock.filled > clock.segments:
            path = ("board", "clocks", name, "filled")
            yield Mistake(path, f"must be at most its segments ({clock.segments}), not {clock.filled}")
    for who, one in fight.combatants.items():
        if one.most and one.health > one.most:
            path = ("combatants", who, "health")
            yield Mistake(path, f"must be at most its full health ({one.most})", left_to_rules=True)
        if one.stress > one.limit:
            path = ("combatants", who, "stress")
            yield Mistake(path, f"must be at most its limit ({one.limit})", left_to_rules=True)
