"""What the tracker writes down: characters, weapons, the two rows of spaces, and house options."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from rbfcli.model.fight import Board, Combatant, Count, Fight, Name, Natural, Options, PlainValue, Text
from rbfcli.model.sheets import with_options_then

Attribute = Literal["eyes", "jaws", "limbs", "nerves"]
Phase = Literal["offense", "defence"]
Wear = Literal["damaged", "broken"]
Score = Annotated[int, Meta(ge=-10, le=10)]
Amount = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]
ULTRAS_ROLLED, ACCESSORIES_SPENT = 1, 4  # the last formats of saves with these defaults
Spaces = Annotated[tuple[Annotated[int, Meta(ge=1, le=12)], ...], Meta(min_length=1, max_length=20)]


class ThreatOptions(Options, frozen=True, kw_only=True):
    """The numbers and choices the page leaves open."""

    crew: Annotated[Name, Meta(description="the players' side: PCs and allied NPCs")] = "crew"
    threat: Annotated[int, Meta(ge=0, le=20, description="the combat threat a fight starts with")] = 3
    first_phase: Annotated[Phase, Meta(description="the phase combat starts on")] = "offense"
    sheet: Annotated[
        Literal["five", "seven"], Meta(description="the spaces below, or the printed sheet of threat 0 to 6")
    ] = "five"
    lowest_threat: Annotated[int, Meta(ge=0, le=10, description="the threat of the first column")] = 1
    offense_spaces: Annotated[Spaces, Meta(description="Offense actions under each threat")] = (3, 3, 3, 2, 1)
    defence_spaces: Annotated[Spaces, Meta(description="Defence actions under each threat")] = (1, 2, 3, 3, 3)
    attribute_limit: Annotated[
        int, Meta(ge=0, le=10, description="an attribute counts at most this, plus or minus")
    ] = 3
    defence_attribute: Annotated[Attribute, Meta(description="what a defence uses if nothing is said")] = "limbs"
    enemy_attributes: Annotated[
        bool, Meta(description="an attacking enemy's attribute with its weapon is taken off the defence")
    ] = False
    edge_dice: Annotated[int, Meta(ge=0, le=10, description="most dice that advantage or disadvantage adds")] = 1
    tag_ultra: Annotated[bool, Meta(description="two 6s of a tag team are an ultra success")] = True
    tag_damage: Annotated[
        Literal["better", "both"], Meta(description="a tag team does the better weapon's damage, or both")
    ] = "better"
    complications: Annotated[
        Literal["roll", "ask"], Meta(description="a complication nobody stated is rolled, or asked for")
    ] = "roll"
    complication_threat: Annotated[
        bool, Meta(description="a complication's roll adds the combat threat; past the table its last line counts")
    ] = False
    ultras: Annotated[
        Literal["ask", "roll"], Meta(description="an ultra result nobody stated is asked for, or rolled")
    ] = "ask"
    destroyed: Annotated[
        Literal["ask", "first"],
        Meta(description="what is destroyed of armour and accessories: asked for, or armour before accessories"),
    ] = "ask"
    ultra_again: Annotated[
        bool, Meta(description="an ultra result that means nothing in this phase is rolled again")
    ] = True
    factor_first: Annotated[bool, Meta(description="damage is halved or doubled before armour is taken off")] = True
    broken_unusable: Annotated[bool, Meta(description="what is broken cannot be used")] = True
    unarmed_damage: Annotated[Amount, Meta(description="damage of bare hands")] = 1
    accessory: Annotated[
        Literal["spend", "ask", "keep"],
        Meta(description="whether a PC's accessory takes the damage: asked for, always or never"),
    ] = "ask"
    at_zero: Annotated[
        Literal["ask", "knocked-out", "last-stand"], Meta(description="what a PC at 0 HP does if nothing is said")
    ] = "ask"
    boss_moves: Annotated[int, Meta(ge=0, le=100, description="boss moves of one boss in a mission")] = 1
    boss_again: Annotated[bool, Meta(description="a boss with too few enemies beside it may attack again")] = True


def of_today(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """Give a fight of an older save the options that it was played by, where it names none."""
    then = {"accessory": "spend", "destroyed": "first"} if number <= ACCESSORIES_SPENT else {}
    if number <= ULTRAS_ROLLED:
        then["ultras"] = "roll"
    return with_options_then(fight, then) if then else fight


ATTRIBUTES: tuple[Attribute, ...] = ("eyes", "jaws", "limbs", "nerves")
ARMOUR = "armour"
UNARMED = "unarmed"


class Weapon(PlainValue, frozen=True, kw_only=True):
    """A weapon: its damage, the attribute it is used with, and what it does besides."""

    name: str
    """what it is called"""
    damage: Amount
    """damage in HP: a number or dice such as 1d6+1 (THR-DMG-1)"""
    attribute: Attribute = "jaws"
    """the attribute that an attack with it adds (THR-ROLL-2)"""
    bonus: Score = 0
    """what it adds to the roll of an attack, or takes off the defence against it (THR-ROLL-2)"""
    piercing: bool = False
    """whether it ignores armour (THR-DMG-1)"""
    doubles: tuple[str, ...] = ()
    """the traits of those whom it does double damage (THR-DMG-1)"""
    shreds: Natural = 0
    """points of armour that an amazing success with it takes away for good (THR-ULT-2)"""


class Character(Combatant, frozen=True, kw_only=True):
    """Anybody in the fight: a PC, an ally (an NPC on the crew's side) or an enemy (on any other side)."""

    in_play: ClassVar[frozenset[str]] = frozenset({"initiative", "boss_moves_made"})

    hp: Count
    """hit points as the fight begins (THR-DMG-3)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: as many as it begins with"""
    pc: bool = False
    """whether it is a player's character, who at 0 HP may make a last stand (THR-DMG-3)"""
    traits: tuple[str, ...] = ()
    """what it is, such as drone, for weapons that do double damage to such (THR-DMG-1)"""
    eyes: Score = 0
    """the attribute Eyes, added to rolls made with it (THR-ROLL-2)"""
    jaws: Score = 0
    """the attribute Jaws, added to rolls made with it (THR-ROLL-2)"""
    limbs: Score = 0
    """the attribute Limbs, added to rolls made with it (THR-ROLL-2)"""
    nerves: Score = 0
    """the attribute Nerves, added to rolls made with it (THR-ROLL-2)"""
    armour: Natural = 0
    """what its armour takes off each damage (THR-DMG-1)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first is used where none is named"""
    accessories: tuple[str, ...] = ()
    """accessories, each of which takes all damage of one source in its bearer's place (THR-DMG-2)"""
    wear: Mapping[str, Wear] = {}
    """what of its things is damaged or broken, by weapon id or `armour` (THR-CMP-2)"""
    in_zone: bool = True
    """whether it is inside the combat zone; who is not takes no part (THR-START-1)"""
    noticed: bool = True
    """whether the enemy has noticed it; who is not noticed takes no part (THR-START-1)"""
    boss: bool = False
    """whether it is a boss, with a boss move of its own (THR-BOSS-1)"""
    boss_move: Text = ""
    """what happens in its boss move, in words (THR-BOSS-1)"""
    boss_damage: Amount = 0
    """damage in HP of its boss move, a number or dice; 0: it does none (THR-BOSS-1)"""
    boss_moves_made: Natural = 0
    """boss moves made in this mission"""


class Tracks(Board, frozen=True, kw_only=True):
    """The tracker: the threat, the phase the rounds begin with, the space it stands on, who has acted and how."""

    in_play: ClassVar[frozenset[str]] = frozenset({"threat", "first", "spaces", "tracker", "acted"})

    threat: Natural = 0
    """the present threat; an encounter sets it by the option threat"""
    first: Phase = "offense"
    """the phase that rounds begin with"""
    spaces: Natural = 0
    """spaces of the tracker in this phase"""
    tracker: Natural = 0
    """the space the tracker stands on"""
    acted: Mapping[str, Literal["attacked", "tag team"]] = {}
    """who has acted in this phase, and how"""


class ThreatFight(Fight, frozen=True, kw_only=True):
    """A fight by the threat and action tracker."""

    options: ThreatOptions = ThreatOptions()
    board: Tracks = Tracks()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}


def crew_side(fight: ThreatFight) -> str:
    """The players' side: the one the option names, or if nobody is on it, that of the PCs (THR-OFF-1)."""
    named = fight.options.crew
    for one in fight.combatants.values():
        if one.side == named:
            return named
    return next((one.side for one in fight.combatants.values() if one.pc), named)


def is_enemy(fight: ThreatFight, combatant: Character) -> bool:
    """Whether it is on another side than the crew of PCs and allies (THR-OFF-1)."""
    return combatant.side != crew_side(fight)


def enemies(fight: ThreatFight) -> dict[str, Character]:
    """All enemies, neutralised or not."""
    side = crew_side(fight)
    return {who: one for who, one in fight.combatants.items() if one.side != side}


def crew(fight: ThreatFight) -> dict[str, Character]:
    """All of the crew, standing or not."""
    side = crew_side(fight)
    return {who: one for who, one in fight.combatants.items() if one.side == side}


def enemy_blocks(fight: ThreatFight) -> list[str]:
    """The stat blocks of enemies, among them those that name no side (THR-CMP-2)."""
    ours = crew_side(fight)
    return [name for name in fight.blocks if _side_of(fight.blocks, name) != ours]


def _side_of(blocks: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """The side that a stat block has, or takes from the one it builds on; empty where none says."""
    for _ in blocks:
        block = blocks.get(name, {})
        if "side" in block:
            return str(block["side"])
        name = block.get("from", "")
    return ""
