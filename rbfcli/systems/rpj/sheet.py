"""RPJ's data: characters, weapons, regions and their links, and house options."""

from collections.abc import Mapping
from itertools import chain, takewhile
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rbfcli.model.fight import Board, Combatant, Count, Fight, Name, Natural, Options, PlainValue

Saves = tuple[Annotated[int, Meta(ge=0, le=1000)], ...]


class RpjOptions(Options, frozen=True, kw_only=True):
    """The numbers and choices that RPJ's sheet leaves open."""

    rounding: Annotated[
        Literal["down", "up"], Meta(description="how to round half an attribute or base attack modifier")
    ] = "down"
    untrained: Annotated[int, Meta(ge=-20, le=20, description="value of a weapon skill that is not on the sheet")] = 0
    base_saves: Annotated[Saves, Meta(description="base layer of a sheet without layers")] = (10, 12, 14)
    melee_base: Annotated[
        int, Meta(ge=0, le=1000, description="melee defense value of a sheet without one, plus half its Dexterity")
    ] = 15
    ranged_base: Annotated[
        int, Meta(ge=0, le=1000, description="ranged defense value of a sheet without one, plus half its Dexterity")
    ] = 16
    unarmed_damage: Annotated[int, Meta(ge=0, le=1000, description="damage of bare hands")] = 1
    initiative_dice: Annotated[
        int, Meta(ge=0, le=100, description="number of d6 added to Dexterity for initiative")
    ] = 4
    cover_actions: Annotated[int, Meta(ge=0, le=4, description="actions to take cover without moving")] = 1
    cover_left_behind: Annotated[bool, Meta(description="whether cover is lost by leaving the region or group")] = True
    overwatch_targets: Annotated[
        Literal["foes", "anyone"], Meta(description="targets that overwatch can shoot when they enter the region")
    ] = "foes"
    suppression_turns: Annotated[int, Meta(ge=1, le=100, description="turns of the shooter that suppression lasts")] = 1
    grapple_actions: Annotated[int, Meta(ge=0, le=4, description="actions to enter a grapple")] = 1
    grapple_damage: Annotated[
        int, Meta(ge=-100, le=100, description="damage to base saves from a won grapple check")
    ] = -4
    grapple_tie: Annotated[
        Literal["nothing", "acting", "other"],
        Meta(description="winner of a tied grapple check: the acting combatant, the other, or neither"),
    ] = "nothing"
    grapple_other_chooses: Annotated[
        bool,
        Meta(description="whether the other combatant can also leave or deal damage after winning a grapple check"),
    ] = False
    damage_restarts: Annotated[
        bool, Meta(description="whether new damage ends a stabilization and resets its failures")
    ] = True


Attribute = Literal["strength", "dexterity", "charisma", "intelligence", "willpower"]
LayerName = Annotated[str, Meta(pattern=r"^[^.\s]+\Z", max_length=64, description="a name without dots or spaces")]
Cover = Annotated[
    str, Meta(pattern=r"^(\+[0-9]{1,2}/([0-9]{1,2}f|\*))?\Z", description="a cover such as +3/1f or +2/*")
]
ACTIONS_BY_DEXTERITY = ((10, 4), (5, 3), (0, 2))


class Region(PlainValue, frozen=True, kw_only=True):
    """An area about 30 m across: its name, and its pieces of cover, such as `+3/1f` or `+2/*`."""

    name: str = ""
    """the name in messages; by default its id"""
    cover: Mapping[str, Cover] = {}
    """its pieces of cover by name, each as quality and flanking distance: +3/1f, or +2/* without one (RPJ-COV-1)"""


class Battlefield(Board, frozen=True, kw_only=True):
    """A line of regions 0 to length-1 (RPJ-FIELD-1), or with links a graph of named ones (RPJ-FIELD-2)."""

    length: Annotated[int, Meta(ge=1, le=100, description="number of regions in the line, if no links are given")] = 5
    links: tuple[tuple[Name, Name], ...] = ()
    """pairs of regions one move apart, which make the battlefield a graph instead of a line (RPJ-FIELD-2)"""
    regions: Mapping[str, Region] = {}
    """regions with a name or cover, by id: numbers from 0 on a line, or the ids in links (RPJ-FIELD-1)"""


class Weapon(PlainValue, frozen=True, kw_only=True):
    """A weapon: its skill and attribute, its damage, and its range in regions.

    Without a range it reaches everywhere.
    """

    name: Name
    """the name in messages"""
    skill: Name
    """the weapon skill added to attacks with it (RPJ-ACT-3)"""
    attribute: Attribute = "dexterity"
    """the attribute whose bonus is added to attacks with it (RPJ-ACT-3)"""
    damage: Natural = 0
    """damage, added to the target number of the damage save (RPJ-DMG-3)"""
    melee: bool = False
    """whether it is a melee weapon, for targets in the same adjacency group (RPJ-FIELD-4)"""
    range: Natural | None = None
    """its range in regions; without it, unlimited (RPJ-FIELD-5)"""
    blast: bool = False
    """whether it hits the target's whole adjacency group"""


class Character(Combatant, frozen=True, kw_only=True):
    """A character: layers of saves from outermost to base, crossed-out saves, and position.

    A missing defense value is derived (`defense`); `base` names the base layer if it is not called base.
    """

    in_play: ClassVar[frozenset[str]] = frozenset(
        {"initiative", "reoriented", "actions_left", "free_attack_spent", "overwatch", "grapple", "failures"}
    )

    strength: Natural = 0
    """strength, half of which is the bonus of attacks that use it (RPJ-ACT-3)"""
    dexterity: Natural = 0
    """dexterity: actions per turn, turn order, and derived defense values (RPJ-ACT-1, RPJ-ACT-7)"""
    charisma: Natural = 0
    """charisma, half of which is the bonus of attacks that use it (RPJ-ACT-3)"""
    intelligence: Natural = 0
    """intelligence, half of which is the bonus of attacks that use it (RPJ-ACT-3)"""
    willpower: Natural = 0
    """willpower, half of which is the bonus of attacks that use it (RPJ-ACT-3)"""
    bonuses: Mapping[Attribute, Count] = {}
    """attribute bonuses that are not half the attribute (RPJ-ACT-3)"""
    skills: Mapping[str, Natural] = {}
    """weapon skills by name, added to attacks (RPJ-ACT-3)"""
    grappling: Natural = 0
    """the Grappling skill, for grapple checks (RPJ-GRP-4)"""
    melee_defense: Natural | None = None
    """defense value against melee attacks; by default derived from dexterity (RPJ-ACT-3)"""
    ranged_defense: Natural | None = None
    """defense value against ranged attacks; by default derived from dexterity (RPJ-ACT-3)"""
    layers: Mapping[LayerName, Saves] = {}
    """layers of saves by name, outermost first, each a list of target numbers; the last or `base` is its base
    (RPJ-DMG-1)"""
    crossed: Mapping[LayerName, Saves] = {}
    """saves crossed out at the start of the fight, by layer (RPJ-DMG-4)"""
    base: str = ""
    """the base layer, if it is neither named base nor the last (RPJ-DMG-1)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries"""
    region: str = ""
    """the region where it starts; by default the first (RPJ-FIELD-1)"""
    group: str = ""
    """its adjacency group; members of the same group in a region are adjacent (RPJ-FIELD-3)"""
    cover: str = ""
    """its cover at the start: a piece of its region, or written out as +3/1f (RPJ-COV-1)"""
    reoriented: bool = False
    """whether its cover protects against attackers closer than the flanking distance"""
    actions_left: Natural = 0
    """actions left this turn"""
    free_attack_spent: bool = False
    """whether this round's free attack is spent"""
    overwatch: tuple[str, ...] = ()
    """the regions it watches, one action each"""
    grapple: str = ""
    """the id of its grapple opponent"""
    failures: Natural = 0
    """stabilize rolls failed in a row"""


class RpjFight(Fight, frozen=True, kw_only=True):
    """An RPJ fight."""

    options: RpjOptions = RpjOptions()
    board: Battlefield = Battlefield()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}


def actions_of(combatant: Character) -> int:
    """Return the actions per turn: 2, 3 from Dexterity 5, 4 from Dexterity 10 (RPJ-ACT-1)."""
    return next(actions for least, actions in ACTIONS_BY_DEXTERITY if combatant.dexterity >= least)


def saves_left(combatant: Character, layer: str) -> tuple[int, ...]:
    """Return a layer's target numbers that are not crossed out."""
    left = list(combatant.layers.get(layer, ()))
    for number in combatant.crossed.get(layer, ()):
        if number in left:
            left.remove(number)
    return tuple(left)


def outermost_layer(combatant: Character) -> str:
    """Return the outermost unbroken layer, or the base if all are broken (RPJ-DMG-2)."""
    return next((layer for layer in ordered_layers(combatant) if saves_left(combatant, layer)), base_layer(combatant))


def ordered_layers(combatant: Character) -> tuple[str, ...]:
    """Return the layers from outermost to base; layers added later are outside the others (RPJ-DMG-1)."""
    base = base_layer(combatant)
    later = tuple(takewhile(lambda each: each != base, reversed(tuple(combatant.layers))))
    return (*later, *(each for each in combatant.layers if each not in later))


def base_layer(combatant: Character) -> str:
    """Return the innermost layer: the one named base, otherwise the last one at entry (RPJ-DMG-1)."""
    named = (each for each in ("base", combatant.base) if each in combatant.layers)
    return next(chain(named, reversed(tuple(combatant.layers))), "")
