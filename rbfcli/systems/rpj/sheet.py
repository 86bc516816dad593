"""What RPJ writes down: regions and their links, characters with layers of saves, weapons, and the fight of them."""

from collections.abc import Mapping
from itertools import chain, takewhile
from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Name, Natural, Plain
from rbfcli.systems.rpj.options import RpjOptions, Saves

Attribute = Literal["strength", "dexterity", "charisma", "intelligence", "willpower"]
LayerName = Annotated[str, Meta(pattern=r"^[^.\s]+\Z", max_length=64)]
Cover = Annotated[str, Meta(pattern=r"^(\+[0-9]{1,2}/([0-9]{1,2}f|\*))?\Z")]
ACTIONS_BY_DEXTERITY = ((10, 4), (5, 3), (0, 2))


class Region(Plain, frozen=True, kw_only=True):
    """A stretch about 30 m across: what it is called, and its pieces of cover, such as `+3/1f` or `+2/*`."""

    name: str = ""
    cover: Mapping[str, Cover] = {}


class Battlefield(Board, frozen=True, kw_only=True):
    """A line of regions 0 to length-1 (RPJ-FIELD-1), or, where links are given, a graph of named ones (RPJ-FIELD-2)."""

    length: Annotated[int, Meta(ge=1, le=100, description="regions of the line, where no links are given")] = 5
    links: tuple[tuple[Name, Name], ...] = ()
    regions: Mapping[str, Region] = {}


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: the skill and attribute it is used with, its damage, and how many regions it reaches if it shoots.

    Without a range it reaches everywhere.
    """

    name: Name
    skill: Name
    attribute: Attribute = "dexterity"
    damage: Natural = 0
    melee: bool = False
    range: Natural | None = None
    blast: bool = False


class Character(Combatant, frozen=True, kw_only=True):
    """A character: layers of saves from the outermost to the base, those crossed out, and where it is.

    A defense value that is missing is derived (`defense`); `base` is the base layer where none is named so.
    """

    strength: Natural = 0
    dexterity: Natural = 0
    charisma: Natural = 0
    intelligence: Natural = 0
    willpower: Natural = 0
    bonuses: Mapping[Attribute, Count] = {}
    skills: Mapping[str, Natural] = {}
    grappling: Natural = 0
    melee_defense: Natural | None = None
    ranged_defense: Natural | None = None
    layers: Mapping[LayerName, Saves] = {}
    crossed: Mapping[LayerName, Saves] = {}
    base: str = ""
    weapons: tuple[str, ...] = ()
    region: str = ""
    group: str = ""
    cover: str = ""
    reoriented: bool = False
    actions_left: Natural = 0
    free_attack_spent: bool = False
    overwatch: str = ""
    grapple: str = ""
    failures: Natural = 0


class RpjFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of RPJ."""

    options: RpjOptions = RpjOptions()
    board: Battlefield = Battlefield()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}


def actions_of(one: Character) -> int:
    """Actions per turn: 2, 3 from Dexterity 5, 4 from Dexterity 10 (RPJ-ACT-1)."""
    return next(actions for least, actions in ACTIONS_BY_DEXTERITY if one.dexterity >= least)


def saves_left(one: Character, layer: str) -> tuple[int, ...]:
    """The target numbers of a layer still standing."""
    left = list(one.layers.get(layer, ()))
    for number in one.crossed.get(layer, ()):
        if number in left:
            left.remove(number)
    return tuple(left)


def outermost_layer(one: Character) -> str:
    """The outermost layer that is not broken; the base where all are (RPJ-DMG-2)."""
    return next((layer for layer in ordered_layers(one) if saves_left(one, layer)), base_layer(one))


def ordered_layers(one: Character) -> tuple[str, ...]:
    """The layers from the outermost to the base; what was put on later, over the others (RPJ-DMG-1)."""
    base = base_layer(one)
    later = tuple(takewhile(lambda each: each != base, reversed(tuple(one.layers))))
    return (*later, *(each for each in one.layers if each not in later))


def base_layer(one: Character) -> str:
    """The layer under which there is nothing: the one named base, else the last one as it entered (RPJ-DMG-1)."""
    named = (each for each in ("base", one.base) if each in one.layers)
    return next(chain(named, reversed(tuple(one.layers))), "")
