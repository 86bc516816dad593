"""Where a FuturePath fight takes place: a map of squares, and the objects, traps, haze and grenades on it."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Board, Count, Natural, Plain, Text

Cover = Literal["none", "partial", "heavy", "full"]
Haze = Literal["floodlight", "smoke", "fog"]
Mark = Annotated[str, Meta(min_length=1, max_length=1)]
Side = Annotated[int, Meta(ge=1, le=200)]


class Terrain(Plain, frozen=True, kw_only=True):
    """What a mark of the map stands for: how it is walked on, the cover it gives, its height in squares."""

    mark: Mark
    """the letter or sign of the map that it stands for (FP-FLD-1)"""
    ground: Literal["open", "difficult", "uneven", "narrow", "wall"] = "open"
    """how it is walked on: difficult costs more, uneven shortens a move, narrow squeezes, a wall stops (FP-MOV-4,
    FP-FLD-4)"""
    cover: Cover = "none"
    """the cover that whoever stands on it has (FP-COV-1)"""
    height: Count = 0
    """its height in squares of 5 feet (FP-FLD-1)"""
    weak: bool = False
    """whether it is a weak barrier, which shots can come through (FP-COV-2)"""


class Thing(Plain, frozen=True, kw_only=True):
    """An object: its hardness is its health; what blocks stands in the way of steps and shots until open or broken."""

    name: str
    """what it is called"""
    square: str = ""
    """the square where it stands, such as B4 (FP-FLD-1)"""
    hardness: Count = 10
    """damage that it stands before it breaks, below zero (FP-OBJ-1)"""
    weight: Literal["light", "medium", "heavy"] = "medium"
    """how heavy it is: what is not light moves at half speed (FP-MOV-11)"""
    blocks: bool = False
    """whether it stands in the way of steps and shots until it is open or broken (FP-OBJ-1)"""
    opens: bool = False
    """whether it can be opened and closed, as a door (FP-MOV-12)"""
    open: bool = False
    """whether it is open as the fight begins (FP-MOV-12)"""
    weak: bool = False
    """whether it is a weak barrier, which shots can come through (FP-COV-2)"""
    moves: bool = False
    """whether it moves, so that hitting it takes a check (FP-OBJ-1)"""
    ac: Natural = 10
    """armour class that an attack on it has to reach, if it moves or is far off (FP-OBJ-1)"""


class Trap(Plain, frozen=True, kw_only=True):
    """A trap: the numbers that find and disable it, and what it does to everyone within `area` feet."""

    in_play: ClassVar[frozenset[str]] = frozenset({"wait"})

    name: str
    """what it is called"""
    square: str = ""
    """the square where it lies, such as C5 (FP-TRP-1)"""
    perception: Natural = 15
    """what Perception has to reach to find it (FP-TRP-1)"""
    disable: Natural = 15
    """what Disable Device has to reach to make it safe (FP-TRP-1)"""
    damage: str = "2d6"
    """dice of damage in HP when it goes off (FP-TRP-1)"""
    area: Natural = 0
    """feet around it within which it harms everyone; 0: only who treads on it (FP-TRP-1)"""
    found: bool = False
    """whether it is known as the fight begins (FP-TRP-1)"""
    armed: bool = True
    """whether it can go off (FP-TRP-1)"""
    wait: Natural = 0
    """the round after which it may be tried again"""


class Zone(Plain, frozen=True, kw_only=True):
    """Haze or glare around a square that hinders the eye; for some more rounds, or until removed (0)."""

    kind: Haze = "smoke"
    """what hinders the eye: glare, smoke or fog (FP-COV-3)"""
    square: str = ""
    """the square in its middle, such as D6"""
    area: Natural = 10
    """feet around its middle that it fills (FP-COV-3)"""
    rounds: Natural = 0
    """rounds that it lasts; 0: until it is removed (FP-COV-3)"""


class Charge(Plain, frozen=True, kw_only=True):
    """A thrown grenade that waits for an edge of a team's turn."""

    weapon: str
    """the id of the grenade"""
    team: str
    """the team at whose turn it goes off"""
    by: str = ""
    """the id of who threw it"""
    target: str = ""
    """the id of whom it was thrown at"""
    square: str = ""
    """the square where it lies"""
    edge: Literal["start", "end"] = "end"
    """the edge of that turn at which it goes off"""


class Field(Board, frozen=True, kw_only=True):
    """The field: a map drawn with marks, or an open one of so many columns and rows."""

    in_play: ClassVar[frozenset[str]] = frozenset({"charges"})

    map: Text = ""
    """the map, a line a row and a mark a square of 5 feet: . open, # wall, ~ difficult, a comma uneven, / narrow, :
    and % cover, 1 to 9 height, others as terrain says (FP-FLD-1)"""
    columns: Side = 20
    """squares from left to right, where there is no map (FP-FLD-1)"""
    rows: Side = 12
    """squares from top to bottom, where there is no map (FP-FLD-1)"""
    gravity: Literal["normal", "low", "zero"] = "normal"
    """how things fall here; without gravity nobody drops prone (FP-MOV-8)"""
    terrain: Mapping[str, Terrain] = {}
    """what further marks of the map stand for, by names of one's own (FP-FLD-1)"""
    objects: Mapping[str, Thing] = {}
    """doors, crates and other things on the field, by id (FP-OBJ-1)"""
    traps: Mapping[str, Trap] = {}
    """traps on the field, by id (FP-TRP-1)"""
    zones: Mapping[str, Zone] = {}
    """smoke, fog and glare that hang there as the fight begins, by id (FP-COV-3)"""
    charges: Mapping[str, Charge] = {}
    """thrown grenades that have not gone off yet"""
