"""The tracker's data: characters, weapons, the two tracks, and house options."""

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
ULTRAS_ROLLED, ACCESSORIES_SPENT = 1, 4  # the last save formats with these defaults
Spaces = Annotated[tuple[Annotated[int, Meta(ge=1, le=12)], ...], Meta(min_length=1, max_length=20)]


class ThreatOptions(Options, frozen=True, kw_only=True):
    """The numbers and choices that the source leaves open."""

    crew: Annotated[Name, Meta(description="the players' side, with PCs and allied NPCs")] = "crew"
    threat: Annotated[int, Meta(ge=0, le=20, description="combat threat at the start of a fight")] = 3
    first_phase: Annotated[Phase, Meta(description="first phase of a fight")] = "offense"
    sheet: Annotated[
        Literal["five", "seven"],
        Meta(description="tracker sheet: five columns (the spaces below), or the printed sheet for threat 0 to 6"),
    ] = "five"
    lowest_threat: Annotated[int, Meta(ge=0, le=10, description="threat of the first column")] = 1
    offense_spaces: Annotated[Spaces, Meta(description="Offense actions for each threat")] = (3, 3, 3, 2, 1)
    defence_spaces: Annotated[Spaces, Meta(description="Defence actions for each threat")] = (1, 2, 3, 3, 3)
    attribute_limit: Annotated[int, Meta(ge=0, le=10, description="largest attribute that counts, plus or minus")] = 3
    defence_attribute: Annotated[Attribute, Meta(description="attribute for defence if the command names none")] = (
        "limbs"
    )
    enemy_attributes: Annotated[
        bool, Meta(description="whether the attacker's attribute is subtracted from the defence")
    ] = False
    edge_dice: Annotated[int, Meta(ge=0, le=10, description="most dice added by advantage or disadvantage")] = 1
    tag_ultra: Annotated[bool, Meta(description="whether two 6s in a tag team are an ultra success")] = True
    tag_damage: Annotated[
        Literal["better", "both"], Meta(description="damage of a tag team: the better weapon's, or both")
    ] = "better"
    complications: Annotated[
        Literal["roll", "ask"], Meta(description="complication if the command names none: roll, or ask")
    ] = "roll"
    complication_threat: Annotated[
        bool,
        Meta(
            description="whether to add the combat threat to the complication roll (at most the last line of the table)"
        ),
    ] = False
    ultras: Annotated[
        Literal["ask", "roll"], Meta(description="ultra result if the command names none: ask, or roll")
    ] = "ask"
    destroyed: Annotated[
        Literal["ask", "first"],
        Meta(description="what an ultra result destroys: ask, or armour first, then accessories"),
    ] = "ask"
    ultra_again: Annotated[
        bool, Meta(description="whether to reroll an ultra result that has no effect in this phase")
    ] = True
    factor_first: Annotated[
        bool, Meta(description="whether damage is halved or doubled before armour is subtracted")
    ] = True
    broken_unusable: Annotated[bool, Meta(description="whether broken things cannot be used")] = True
    unarmed_damage: Annotated[Amount, Meta(description="damage of bare hands")] = 1
    accessory: Annotated[
        Literal["spend", "ask", "keep"],
        Meta(description="whether a PC's accessory takes the damage: ask, spend (always) or keep (never)"),
    ] = "ask"
    at_zero: Annotated[
        Literal["ask", "knocked-out", "last-stand"],
        Meta(description="a PC at 0 HP, if the command does not say: ask, knocked out, or last stand"),
    ] = "ask"
    boss_moves: Annotated[int, Meta(ge=0, le=100, description="boss moves per boss and mission")] = 1
    boss_again: Annotated[
        bool, Meta(description="whether a boss can attack again in a Defence with more actions than enemies")
    ] = True


def of_today(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """Return a fight of an older save with its former defaults stated as options."""
    then = {"accessory": "spend", "destroyed": "first"} if number <= ACCESSORIES_SPENT else {}
    if number <= ULTRAS_ROLLED:
        then["ultras"] = "roll"
    return with_options_then(fight, then) if then else fight


ATTRIBUTES: tuple[Attribute, ...] = ("eyes", "jaws", "limbs", "nerves")
ARMOUR = "armour"
UNARMED = "unarmed"


class Weapon(PlainValue, frozen=True, kw_only=True):
    """A weapon: its damage, its attribute, and its traits."""

    name: str
    """the name in messages"""
    damage: Amount
    """damage in HP: a number or dice such as 1d6+1 (THR-DMG-1)"""
    attribute: Attribute = "jaws"
    """the attribute added to attacks with it (THR-ROLL-2)"""
    bonus: Score = 0
    """bonus to attack rolls, and penalty to defences against it (THR-ROLL-2)"""
    piercing: bool = False
    """whether it ignores armour (THR-DMG-1)"""
    doubles: tuple[str, ...] = ()
    """the traits of targets that take double damage (THR-DMG-1)"""
    shreds: Natural = 0
    """points of armour that an ultra success with it removes permanently (THR-ULT-2)"""


class Character(Combatant, frozen=True, kw_only=True):
    """A combatant: a PC, an ally (an NPC on the crew's side) or an enemy (on any other side)."""

    in_play: ClassVar[frozenset[str]] = frozenset({"initiative", "boss_moves_made"})

    hp: Count
    """hit points at the start of the fight (THR-DMG-3)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: the same as at the start"""
    pc: bool = False
    """whether it is a player character, who can make a last stand at 0 HP (THR-DMG-3)"""
    traits: tuple[str, ...] = ()
    """its traits, such as drone, for weapons that deal double damage to them (THR-DMG-1)"""
    eyes: Score = 0
    """the attribute Eyes, added to rolls that use it (THR-ROLL-2)"""
    jaws: Score = 0
    """the attribute Jaws, added to rolls that use it (THR-ROLL-2)"""
    limbs: Score = 0
    """the attribute Limbs, added to rolls that use it (THR-ROLL-2)"""
    nerves: Score = 0
    """the attribute Nerves, added to rolls that use it (THR-ROLL-2)"""
    armour: Natural = 0
    """the points its armour subtracts from damage (THR-DMG-1)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first usable one is the default"""
    accessories: tuple[str, ...] = ()
    """accessories, each of which can negate all damage from one source (THR-DMG-2)"""
    wear: Mapping[str, Wear] = {}
    """its damaged or broken things, by weapon id or `armour` (THR-CMP-2)"""
    in_zone: bool = True
    """whether it is in the combat zone; if not, it takes no part (THR-START-1)"""
    noticed: bool = True
    """whether the enemy has noticed it; if not, it takes no part (THR-START-1)"""
    boss: bool = False
    """whether it is a boss, with a boss move (THR-BOSS-1)"""
    boss_move: Text = ""
    """a description of its boss move (THR-BOSS-1)"""
    boss_damage: Amount = 0
    """damage of its boss move in HP, a number or dice; 0: none (THR-BOSS-1)"""
    boss_moves_made: Natural = 0
    """boss moves made in this mission"""


class Tracks(Board, frozen=True, kw_only=True):
    """The tracks of a fight: threat, first phase, tracker, and who has acted and how."""

    in_play: ClassVar[frozenset[str]] = frozenset({"threat", "first", "spaces", "tracker", "acted"})

    threat: Natural = 0
    """the current threat; an encounter sets it with the option threat"""
    first: Phase = "offense"
    """the phase that begins each round"""
    spaces: Natural = 0
    """the tracker's spaces this phase"""
    tracker: Natural = 0
    """the tracker's current space"""
    acted: Mapping[str, Literal["attacked", "tag team"]] = {}
    """who has acted this phase, and how"""


class ThreatFight(Fight, frozen=True, kw_only=True):
    """A fight of the Threat & Action Tracker."""

    options: ThreatOptions = ThreatOptions()
    board: Tracks = Tracks()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}

    def weapon_at(self, weapon: str) -> Weapon:
        """Return the weapon with this id, or bare hands."""
        return self.weapons.get(weapon) or Weapon(name="bare hands", damage=self.options.unarmed_damage)

    def crew_side(self) -> str:
        """Return the players' side: the option `crew`, or the PCs' side if no combatant is on it (THR-OFF-1)."""
        named = self.options.crew
        for one in self.combatants.values():
            if one.side == named:
                return named
        return next((one.side for one in self.combatants.values() if one.pc), named)

    def is_enemy(self, combatant: Character) -> bool:
        """Return whether a character is not on the crew's side (THR-OFF-1)."""
        return combatant.side != self.crew_side()

    def enemies(self) -> dict[str, Character]:
        """Return all enemies, standing or not."""
        side = self.crew_side()
        return {who: one for who, one in self.combatants.items() if one.side != side}

    def crew(self) -> dict[str, Character]:
        """Return all crew members, standing or not."""
        side = self.crew_side()
        return {who: one for who, one in self.combatants.items() if one.side == side}


def enemy_blocks(fight: ThreatFight) -> list[str]:
    """Return the stat blocks of enemies, including those without a side (THR-CMP-2)."""
    ours = fight.crew_side()
    return [name for name in fight.blocks if _side_of(fight.blocks, name) != ours]


def _side_of(blocks: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """Return a stat block's side, its own or inherited, or an empty string."""
    for _ in blocks:
        block = blocks.get(name, {})
        if "side" in block:
            return str(block["side"])
        name = block.get("from", "")
    return ""
