"""Divers, zones and clocks, the house options, and the errors in a file."""

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
    """A diver: three talents, health and stress."""

    fight: Talent = 1
    """dice of an attack (UND-ATK-1)"""
    work: Talent = 1
    """dice of work on a clock (UND-CLK-1)"""
    nerve: Talent = 1
    """dice to resist damage; also initiative (UND-RES-1, UND-TURN-1)"""
    guard: Annotated[int, Meta(ge=1, le=4)] = 1
    """successes needed to hit this diver (UND-ATK-1)"""
    health: Natural = 4
    """hits the fighter can take (UND-OUT-1)"""
    most: Natural = 0
    """full health (default: the health at the start)"""
    stress: Natural = 0
    """current stress (UND-STR-1)"""
    limit: Natural = 6
    """most stress; at this limit, the diver is shaken (UND-STR-2)"""
    harpoon: bool = False
    """whether attacks reach adjacent zones (UND-ZON-2)"""
    zone: str = ""
    """current zone; empty if there are no zones (UND-ZON-1)"""
    acted: bool = False
    """whether the action of this turn is spent (UND-TURN-2)"""
    moved: bool = False
    """whether the move of this turn is spent (UND-TURN-2)"""


class Zone(PlainValue, frozen=True, kw_only=True):
    """A zone and the zones next to it."""

    name: Name
    """its name"""
    beside: tuple[str, ...] = ()
    """adjacent zones, in both directions (UND-ZON-1)"""
    cover: bool = False
    """whether it takes one more success to hit combatants here (UND-ZON-3)"""


class Clock(PlainValue, frozen=True, kw_only=True):
    """A clock: a goal or a danger that approaches segment by segment."""

    name: Name
    """its name"""
    segments: Segments
    """number of segments (UND-CLK-1)"""
    filled: Natural = 0
    """filled segments"""
    serves: Name
    """the side it serves; only that side works on it, and other sides fill it as a cost (UND-CLK-1)"""
    each_round: Annotated[int, Meta(ge=0, le=3)] = 0
    """segments that fill at the start of each round (UND-CLK-2)"""
    zone: str = ""
    """the zone to work on it from; empty: any (UND-CLK-3)"""
    then: Text = ""
    """what happens when it is full"""


class UndertowBoard(Board, frozen=True, kw_only=True):
    """The place of the job."""

    zones: Mapping[str, Zone] = {}
    """the zones, by id"""
    clocks: Mapping[str, Clock] = {}
    """the clocks, by id"""


class UndertowOptions(Options, frozen=True, kw_only=True):
    """The numbers that each table can change."""

    success_on: Annotated[int, Meta(ge=2, le=6, description="the lowest face that is a success")] = 5
    breath: Annotated[int, Meta(ge=1, le=6, description="the stress that a breath takes off")] = 2


class UndertowFight(Fight, frozen=True, kw_only=True):
    """A fight in Undertow."""

    options: UndertowOptions = UndertowOptions()
    board: UndertowBoard = UndertowBoard()
    combatants: Mapping[str, Diver] = {}


UndertowScene = Scene[UndertowFight, Diver]


def prepare(fight: UndertowFight, one: Diver) -> Diver:
    """Return a diver who enters the fight, with full health recorded, by default in the first zone."""
    zone = one.zone or next(iter(fight.board.zones), "")
    return replace(one, most=one.most or one.health, zone=zone)


def neighbours(fight: UndertowFight, zone: str) -> list[str]:
    """Return the zones adjacent to one, in both directions (UND-ZON-1)."""
    zones = fight.board.zones
    return [each for each in zones if each != zone and (each in _beside(fight, zone) or zone in zones[each].beside)]


def _beside(fight: UndertowFight, zone: str) -> tuple[str, ...]:
    return fight.board.zones[zone].beside if zone in fight.board.zones else ()


def mistakes(fight: UndertowFight, actor: str) -> Iterator[Mistake]:
    """Report unknown zones, and values above their maximum."""
    if actor:
        yield from _on_sheet(fight.combatants[actor], actor)
        return
    board = fight.board
    for name, zone in board.zones.items():
        for place, other in enumerate(zone.beside):
            if other not in board.zones:
                yield unknown(("board", "zones", name, "beside", place), other, board.zones, "zone")
    for name, clock in board.clocks.items():
        if clock.filled > clock.segments:
            path = ("board", "clocks", name, "filled")
            yield Mistake(path, f"must be at most its segments ({clock.segments}), not {clock.filled}")


def _on_sheet(one: Diver, actor: str) -> Iterator[Mistake]:
    if one.most and one.health > one.most:
        path = ("combatants", actor, "health")
        yield Mistake(path, f"must be at most its full health ({one.most})", left_to_rules=True)
    if one.stress > one.limit:
        path = ("combatants", actor, "stress")
        yield Mistake(path, f"must be at most its limit ({one.limit})", left_to_rules=True)
