"""What BGC writes down: fighters in percent, weapons, armour, and the numbers its page leaves open."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Options, Plain

Quality = Literal["normal", "good", "amazing"]
Stat = Annotated[int, Meta(ge=1, le=150)]
Percent = Annotated[int, Meta(ge=0, le=200)]
Category = Literal["attack", "defend", "movement", "other"]

CATEGORIES = ("attack", "defend", "movement", "other")
QUALITIES = ("normal", "good", "amazing")
UNARMED = "unarmed"


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its skill, damage in levels, penetration in percent and quality; ammo 0 is uncounted."""

    name: str
    skill: str
    damage: Natural
    penetration: Percent
    quality: Quality = "normal"
    ammo: Natural = 0


class Armour(Plain, frozen=True, kw_only=True):
    """Worn armour: added to natural armour or in its place; a partial suit leaves gaps."""

    value: Percent
    quality: Quality = "normal"
    replaces: bool = False
    partial: bool = False


class Fighter(Combatant, frozen=True, kw_only=True):
    """A character, robot or vehicle; without `will` it cannot be shocked out of its senses."""

    speed: Stat
    tough: Stat
    will: Stat | None = None
    player: bool = False
    skills: Mapping[str, Percent] = {}
    weapons: tuple[str, ...] = ()
    held: str = ""
    ammo: Mapping[str, Natural] = {}
    armour: Armour | None = None
    levels: Count | None = None
    max_levels: Natural = 0
    size: Annotated[int, Meta(ge=1, le=1000)] = 2
    mega_proof: bool = False
    hardened: bool = False
    engaged: bool = True
    actions: Natural = 0
    declared: tuple[Category, ...] = ()
    acted: Natural = 0
    risks: Natural = 0
    risk_left: str = ""
    skips: Natural = 0
    failed: tuple[str, ...] = ()


class BgcOptions(Options, frozen=True, kw_only=True):
    """The numbers BGC leaves open."""

    critical_band: Annotated[int, Meta(ge=0, le=50, description="rolls up to this are critical, if they pass")] = 5
    botch_from: Annotated[int, Meta(ge=51, le=101, description="rolls from this on are botches; 101: none")] = 96
    called_least: Annotated[int, Meta(ge=0, le=100, description="the smallest penalty of a called shot")] = 25
    called_most: Annotated[int, Meta(ge=0, le=100, description="the largest penalty of a called shot")] = 50
    gap_penalty: Annotated[int, Meta(ge=0, le=100, description="penalty for striking a gap in partial armour")] = 15
    risk_step: Annotated[int, Meta(ge=1, le=100, description="penalty each extra action adds")] = 10
    wound_penalty: Annotated[bool, Meta(description="lost levels hinder all actions")] = True
    wound_step: Annotated[int, Meta(ge=1, le=100, description="levels lost for one step of that hindrance")] = 5
    least_actions: Annotated[int, Meta(ge=0, le=6, description="actions a round nobody falls below")] = 1
    most_actions: Annotated[int, Meta(ge=1, le=20, description="actions a round from Speed alone, above 100 too")] = 6
    must_declare: Annotated[bool, Meta(description="actions have to be declared before they are taken")] = True
    will_half: Annotated[int, Meta(description="Willpower bonus on dropping below half")] = 15
    will_quarter: Annotated[int, Meta(description="Willpower bonus on dropping to a quarter")] = 0
    will_zero: Annotated[int, Meta(description="Willpower bonus at 0")] = -15
    wake_quarter: Annotated[int, Meta(description="bonus for waking or treating someone at a quarter or less")] = -10
    bleed_rounds: Annotated[int, Meta(ge=1, le=100, description="rounds between two losses by bleeding")] = 5
    bleed_levels: Annotated[int, Meta(ge=0, le=20, description="levels lost then below a quarter")] = 1
    bleed_below_zero: Annotated[int, Meta(ge=0, le=20, description="levels lost then below 0")] = 3
    bleed_chance: Annotated[int, Meta(ge=0, le=100, description="percent chance of one more in a fight")] = 50
    death_below: Annotated[int, Meta(le=0, description="below this many levels there is only death")] = -10
    mega_factor: Annotated[int, Meta(ge=1, le=100, description="how many times the target's size kills outright")] = 2
    npc_dies_at_zero: Annotated[bool, Meta(description="an NPC at 0 levels is dead")] = True


class BgcFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of BGC."""

    options: BgcOptions = BgcOptions()
    board: Board = Board()
    combatants: Mapping[str, Fighter] = {}
    weapons: Mapping[str, Weapon] = {}


def damage_levels(tough: int) -> int:
    """Damage Levels: a fifth of Tough, rounded up, and 10 (BGC-DRV-1)."""
    return rounded_up(tough, 5) + 10


def unarmed_damage(tough: int) -> int:
    """A thirtieth of Tough, rounded up (BGC-DRV-2)."""
    return rounded_up(tough, 30)


def unarmed_penetration(tough: int) -> int:
    """A quarter of Tough, rounded up (BGC-DRV-3)."""
    return rounded_up(tough, 4)


def natural_armour(tough: int) -> int:
    """A third of Tough, rounded up, and 10 (BGC-DRV-4)."""
    return rounded_up(tough, 3) + 10


def rounded_up(number: int, parts: int) -> int:
    """A part of a number, rounded up, as all derived values are."""
    return -(-number // parts)


def bare_hands(one: Fighter) -> Weapon:
    """What a fighter strikes with when it holds nothing (BGC-DRV-2, BGC-DRV-3)."""
    skill = "martial arts" if "martial arts" in one.skills else "brawl"
    damage, penetration = unarmed_damage(one.tough), unarmed_penetration(one.tough)
    return Weapon(name="bare hands", skill=skill, damage=damage, penetration=penetration)


def levels(one: Fighter) -> int:
    """Damage Levels left."""
    return one.max_levels if one.levels is None else one.levels


def prepare(fight: BgcFight, one: Fighter) -> Fighter:
    """A fighter as it enters: its levels derived, a weapon in hand, magazines full."""
    most = one.max_levels or damage_levels(one.tough)
    loaded = {
        each: fight.weapons[each].ammo for each in one.weapons if each in fight.weapons and fight.weapons[each].ammo
    }
    return replace(
        one,
        max_levels=most,
        levels=most if one.levels is None else one.levels,
        held=one.held or (one.weapons[0] if one.weapons else ""),
        ammo={**loaded, **one.ammo},
    )
