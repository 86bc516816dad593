"""Data types of BGC: combatants, weapons, armour, and house options."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from rbfcli.model.fight import Board, Combatant, Count, Fight, Natural, Options, PlainValue
from rbfcli.systems.bgc.commands import Quality


class BgcOptions(Options, frozen=True, kw_only=True):
    """House options for the numbers and readings that BGC leaves open, with their defaults."""

    critical_band: Annotated[
        int, Meta(ge=0, le=50, description="highest roll that is a critical success, if it passes")
    ] = 5
    botch_from: Annotated[int, Meta(ge=51, le=101, description="lowest roll that is a botch; 101: none")] = 96
    undecided: Annotated[
        Literal["defender", "attacker"], Meta(description="who wins opposed rolls that tie or both fail")
    ] = "defender"
    critical_wins: Annotated[
        bool,
        Meta(description="whether a critical beats a plain success between attack and Defend, regardless of margins"),
    ] = False
    most_actions: Annotated[int, Meta(ge=1, le=20, description="actions per round with a Speed above 100")] = 6
    least_actions: Annotated[int, Meta(ge=0, le=6, description="fewest actions per round")] = 1
    speed_steps_stack: Annotated[
        bool, Meta(description="whether a wide margin and a critical (or botch) both change the number of actions")
    ] = False
    order_ties: Annotated[
        Literal["speed", "file"], Meta(description="order of equal margins: by Speed, or as in the file")
    ] = "speed"
    must_declare: Annotated[bool, Meta(description="whether actions must be declared before they are taken")] = True
    strike_back_rolls: Annotated[bool, Meta(description="whether an attack on a botched opening must roll to hit")] = (
        False
    )
    miss_uses_defend: Annotated[bool, Meta(description="whether a miss uses up the Defend against it")] = True
    risk_step: Annotated[int, Meta(ge=1, le=100, description="penalty per extra action")] = 10
    called_least: Annotated[int, Meta(ge=0, le=100, description="smallest penalty for a called shot")] = 25
    called_most: Annotated[int, Meta(ge=0, le=100, description="largest penalty for a called shot")] = 50
    gap_penalty: Annotated[int, Meta(ge=0, le=100, description="penalty for attacking a gap in partial armour")] = 15
    least_damage: Annotated[int, Meta(ge=0, le=10, description="fewest levels lost when armour is penetrated")] = 0
    bare_body: Annotated[
        Literal["above", "reach"],
        Meta(description="what bare hands must roll: above natural armour, or at least its value"),
    ] = "above"
    mega_factor: Annotated[
        int,
        Meta(ge=1, le=100, description="size of an attacker that kills outright, in multiples of the target's size"),
    ] = 2
    wound_penalty: Annotated[bool, Meta(description="whether lost levels give a penalty to all actions")] = True
    wound_step: Annotated[int, Meta(ge=1, le=100, description="lost levels per step of that penalty")] = 5
    wound_cost: Annotated[int, Meta(ge=0, le=100, description="penalty per step")] = 5
    will_half: Annotated[int, Meta(ge=-1000, le=1000, description="Willpower modifier on dropping below half")] = 15
    quarter_mark: Annotated[Literal["up", "down"], Meta(description="how to round a quarter of the levels")] = "up"
    will_quarter: Annotated[int, Meta(ge=-1000, le=1000, description="Willpower modifier on dropping to a quarter")] = 0
    will_zero: Annotated[int, Meta(ge=-1000, le=1000, description="Willpower modifier at 0")] = -15
    every_shock: Annotated[
        bool, Meta(description="whether a hit that crosses several thresholds needs a test for each")
    ] = False
    wake_quarter: Annotated[
        int, Meta(ge=-1000, le=1000, description="modifier to wake or treat a patient at a quarter or less")
    ] = -10
    bleed_rounds: Annotated[int, Meta(ge=1, le=100, description="rounds between losses from bleeding")] = 5
    bleed_levels: Annotated[int, Meta(ge=0, le=20, description="levels lost to bleeding below a quarter")] = 1
    bleed_below_zero: Annotated[int, Meta(ge=0, le=20, description="levels lost to bleeding below 0")] = 3
    bleed_chance: Annotated[
        int, Meta(ge=0, le=100, description="chance in percent that a bleeding fighter loses one more level")
    ] = 50
    treat_above_zero: Annotated[bool, Meta(description="whether treatment also stops bleeding above 0 levels")] = True
    death_below: Annotated[int, Meta(ge=-10_000, le=0, description="levels below which a character is dead")] = -10
    npc_dies_at_zero: Annotated[bool, Meta(description="whether NPCs die at 0 levels")] = True


Stat = Annotated[int, Meta(ge=1, le=150)]
Percent = Annotated[int, Meta(ge=0, le=200)]
Actions = Annotated[int, Meta(ge=0, le=100)]
Category = Literal["attack", "defend", "movement", "other"]

CATEGORIES: tuple[Category, ...] = ("attack", "defend", "movement", "other")
QUALITIES = ("normal", "good", "amazing")
UNARMED = "unarmed"


class Weapon(PlainValue, frozen=True, kw_only=True):
    """A weapon: skill, damage in levels, penetration in percent, quality. With ammo 0, rounds are not counted."""

    name: str
    """the name in messages"""
    skill: str
    """skill rolled to attack with it, in percent on the sheet (BGC-ATK-1)"""
    damage: Natural
    """damage levels lost on a hit (BGC-DMG-4)"""
    penetration: Percent
    """percent rolled to penetrate armour (BGC-DMG-2)"""
    quality: Quality = "normal"
    """quality; a difference from the armour's quality changes the damage (BGC-DMG-3)"""
    ammo: Natural = 0
    """rounds when full; 0: not counted (BGC-ACT-2)"""


BARE_HANDS = Weapon(name="bare hands", skill="brawl", damage=0, penetration=0)


class Armour(PlainValue, frozen=True, kw_only=True):
    """Worn armour, added to natural armour or replacing it; partial armour has gaps."""

    value: Percent
    """percent added to natural armour, or replacing it (BGC-DMG-2)"""
    quality: Quality = "normal"
    """quality, compared with the weapon's (BGC-DMG-3)"""
    replaces: bool = False
    """whether it replaces natural armour instead of adding to it (BGC-DRV-4)"""
    partial: bool = False
    """whether it has gaps that can be attacked (BGC-ARM-1)"""


class Extra(PlainValue, frozen=True, kw_only=True):
    """An extra action taken as a risk and not used yet: its category and its penalty."""

    category: Category
    """category of the extra action"""
    penalty: Natural
    """penalty on its roll"""


class Fighter(Combatant, frozen=True, kw_only=True):
    """A character, robot or vehicle. Without `will` it feels no shock and does not bleed.

    The fields from `actions` on are the state of the round.
    """

    in_play: ClassVar[frozenset[str]] = frozenset(
        {"initiative", "actions", "declared", "acted", "defended", "moved", "risks", "at_risk", "skips"}
    )

    speed: Stat
    """Speed in percent, which determines actions per round and turn order (BGC-INI-1, BGC-INI-2)"""
    tough: Stat
    """Tough in percent, from which damage levels, natural armour and bare hands are derived (BGC-DRV-1)"""
    will: Stat | None = None
    """Willpower in percent, tested against shock; without it, no shock and no bleeding (BGC-WND-2)"""
    player: bool = False
    """whether it is a player character, who does not die at 0 levels (BGC-WND-5)"""
    skills: Mapping[str, Percent] = {}
    """skills in percent by name; `defend` opposes attacks (BGC-TST-2)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first starts in its hand"""
    held: str = ""
    """the id of the weapon in its hand; by default the first it carries"""
    ammo: Mapping[str, Natural] = {}
    """rounds left by weapon, if it does not start full (BGC-ACT-2)"""
    armour: Armour | None = None
    """worn armour (BGC-DMG-2)"""
    levels: Count | None = None
    """damage levels at the start of the fight; by default all of them (BGC-DRV-1)"""
    max_levels: Natural = 0
    """maximum damage levels; 0: derived from Tough (BGC-DRV-1)"""
    size: Annotated[int, Meta(ge=1, le=1000)] = 2
    """size in metres (BGC-MEGA-1)"""
    mega_proof: bool = False
    """whether it is protected against instant death from a far larger attacker (BGC-MEGA-1)"""
    hardened: bool = False
    """whether wounds do not hinder it (BGC-EFF-1)"""
    engaged: bool = True
    """whether it is engaged, so that at most half of its actions are Movement (BGC-ACT-3)"""
    speed_bonus: Annotated[int, Meta(ge=-200, le=200)] = 0
    """situational modifier to its Speed tests, in percent (BGC-INI-1)"""
    failed: tuple[str, ...] = ()
    """the ids of its failed weapons (BGC-BOT-1)"""
    actions: Actions = 0
    """actions this round"""
    declared: tuple[Category, ...] = ()
    """actions declared and not used"""
    acted: Natural = 0
    """actions used this round"""
    defended: Natural = 0
    """used actions that were Defend"""
    moved: Natural = 0
    """used actions that were Movement"""
    risks: Natural = 0
    """extra actions taken this round"""
    at_risk: tuple[Extra, ...] = ()
    """extra actions taken and not used"""
    skips: Natural = 0
    """phases still to miss"""


class BgcFight(Fight, frozen=True, kw_only=True):
    """A fight under the rules of BGC."""

    options: BgcOptions = BgcOptions()
    board: Board = Board()
    combatants: Mapping[str, Fighter] = {}
    weapons: Mapping[str, Weapon] = {}


def damage_levels(tough: int) -> int:
    """Return the Damage Levels: Tough / 5, rounded up, plus 10 (BGC-DRV-1)."""
    return rounded_up(tough, 5) + 10


def unarmed_damage(tough: int) -> int:
    """Return Tough / 30, rounded up (BGC-DRV-2)."""
    return rounded_up(tough, 30)


def unarmed_penetration(tough: int) -> int:
    """Return Tough / 4, rounded up (BGC-DRV-3)."""
    return rounded_up(tough, 4)


def natural_armour(tough: int) -> int:
    """Return Tough / 3, rounded up, plus 10 (BGC-DRV-4)."""
    return rounded_up(tough, 3) + 10


def rounded_up(number: int, parts: int) -> int:
    """Return a fraction of a number, rounded up, as all derived values are."""
    return -(-number // parts)


def quarter_mark(options: BgcOptions, most: int) -> int:
    """Return a quarter of the maximum levels, rounded up or by house rule (BGC-WND-3)."""
    return rounded_up(most, 4) if options.quarter_mark == "up" else most // 4


def bare_hands(fighter: Fighter) -> Weapon:
    """Return the unarmed weapon of a combatant (BGC-DRV-2, BGC-DRV-3)."""
    skill = "martial arts" if "martial arts" in fighter.skills else BARE_HANDS.skill
    damage, penetration = unarmed_damage(fighter.tough), unarmed_penetration(fighter.tough)
    return replace(BARE_HANDS, skill=skill, damage=damage, penetration=penetration)


def levels(fighter: Fighter) -> int:
    """Return the Damage Levels left."""
    return fighter.max_levels if fighter.levels is None else fighter.levels
