"""Where a FuturePath fight takes place: a map of squares, and the objects, traps, haze and grenades on it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Board, Count, Natural, Plain, Text

Cover = Literal["none", "partial", "heavy", "full"]
Haze = Literal["floodlight", "smoke", "fog"]
Mark = Annotated[str, Meta(min_length=1, max_length=1)]
Side = Annotated[int, Meta(ge=1, le=200)]


class Terrain(Plain, frozen=True, kw_only=True):
    """What a mark of the map stands for: how it is walked on, the cover it gives, its height in squares."""

    mark: Mark
    ground: Literal["open", "difficult", "uneven", "narrow", "wall"] = "open"
    cover: Cover = "none"
    height: Count = 0
    weak: bool = False


class Thing(Plain, frozen=True, kw_only=True):
    """An object: its hardness is its health; what blocks stands in the way of steps and shots until open or broken."""

    name: str
    square: str = ""
    hardness: Count = 10
    weight: Literal["light", "medium", "heavy"] = "medium"
    blocks: bool = False
    opens: bool = False
    open: bool = False
    weak: bool = False
    moves: bool = False
    ac: Natural = 10


class Trap(Plain, frozen=True, kw_only=True):
    """A trap: the numbers that find and disable it, and what it does to everyone within `area` feet."""

    name: str
    square: str = ""
    perception: Natural = 15
    disable: Natural = 15
    damage: str = "2d6"
    area: Natural = 0
    found: bool = False
    armed: bool = True
    wait: Natural = 0


class Zone(Plain, frozen=True, kw_only=True):
    """Haze or glare around a square that hinders the eye; for some more rounds, or until removed (0)."""

    kind: Haze = "smoke"
    square: str = ""
    area: Natural = 10
    rounds: Natural = 0


class Charge(Plain, frozen=True, kw_only=True):
    """A thrown grenade that waits for an edge of a team's turn."""

    weapon: str
    team: str
    by: str = ""
    target: str = ""
    square: str = ""
    edge: Literal["start", "end"] = "end"


class Field(Board, frozen=True, kw_only=True):
    """The field: a map drawn with marks, or an open one of so many columns and rows."""

    map: Text = ""
    columns: Side = 20
    rows: Side = 12
    gravity: Literal["normal", "low", "zero"] = "normal"
    terrain: Mapping[str, Terrain] = {}
    objects: Mapping[str, Thing] = {}
    traps: Mapping[str, Trap] = {}
    zones: Mapping[str, Zone] = {}
    charges: Mapping[str, Charge] = {}
