"""What the tracker writes down: characters, weapons and the two rows of spaces; who is an enemy."""

from collections.abc import Mapping
from typing import Any, Literal

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Plain, Text
from rbfcli.systems.threat.options import Amount, Attribute, Phase, Score, ThreatOptions, Wear

ATTRIBUTES: tuple[Attribute, ...] = ("eyes", "jaws", "limbs", "nerves")
ARMOUR = "armour"
UNARMED = "unarmed"


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its damage, the attribute it is used with, and what it does besides."""

    name: str
    damage: Amount
    attribute: Attribute = "jaws"
    bonus: Score = 0
    piercing: bool = False
    doubles: tuple[str, ...] = ()
    shreds: Natural = 0


class Character(Combatant, frozen=True, kw_only=True):
    """Anybody in the fight: a PC, an ally (an NPC on the crew's side) or an enemy (on any other side)."""

    hp: Count
    max_hp: Natural = 0
    pc: bool = False
    traits: tuple[str, ...] = ()
    eyes: Score = 0
    jaws: Score = 0
    limbs: Score = 0
    nerves: Score = 0
    armour: Natural = 0
    weapons: tuple[str, ...] = ()
    accessories: tuple[str, ...] = ()
    wear: Mapping[str, Wear] = {}
    in_zone: bool = True
    noticed: bool = True
    boss: bool = False
    boss_move: Text = ""
    boss_damage: Amount = 0
    boss_moves_made: Natural = 0


class Tracks(Board, frozen=True, kw_only=True):
    """The tracker: the threat, the phase the rounds begin with, the space it stands on, who has acted and how."""

    threat: Natural = 0
    first: Phase = "offense"
    spaces: Natural = 0
    tracker: Natural = 0
    acted: Mapping[str, Literal["attacked", "tag team"]] = {}


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
