"""What the tracker writes down: characters, weapons and the two rows of spaces; who is an enemy."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Plain, Text
from rbfcli.systems.threat.options import Amount, Attribute, Phase, Score, ThreatOptions, Wear

ATTRIBUTES: tuple[Attribute, ...] = ("eyes", "jaws", "limbs", "nerves")
ARMOUR = "armour"
UNARMED = "unarmed"


class Weapon(Plain, frozen=True, kw_only=True):
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


def is_enemy(fight: ThreatFight, one: Character) -> bool:
    """Whether it is on another side than the crew of PCs and allies (THR-OFF-1)."""
    return one.side != crew_side(fight)


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
