"""What BGC writes down: fighters in percent, weapons, armour, and the values derived from Tough."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Plain
from rbfcli.systems.bgc.commands import Quality
from rbfcli.systems.bgc.options import BgcOptions

Stat = Annotated[int, Meta(ge=1, le=150)]
Percent = Annotated[int, Meta(ge=0, le=200)]
Actions = Annotated[int, Meta(ge=0, le=100)]
Category = Literal["attack", "defend", "movement", "other"]

CATEGORIES: tuple[Category, ...] = ("attack", "defend", "movement", "other")
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


BARE_HANDS = Weapon(name="bare hands", skill="brawl", damage=0, penetration=0)


class Armour(Plain, frozen=True, kw_only=True):
    """Worn armour: added to natural armour or in its place; a partial suit leaves gaps."""

    value: Percent
    quality: Quality = "normal"
    replaces: bool = False
    partial: bool = False


class Extra(Plain, frozen=True, kw_only=True):
    """An extra action that was taken on and not used yet: its category, and what its roll is made at less."""

    category: Category
    penalty: Natural


class Fighter(Combatant, frozen=True, kw_only=True):
    """A character, robot or vehicle, its size in metres; what has no `will` feels no shock and does not bleed.

    `speed_bonus` is what the situation adds to its Speed tests, `hardened` spares it the hindrance of wounds. The
    fields from `actions` on belong to the round: what it declared and has not used, how many actions it used and how
    many of those to defend, and its extra actions.
    """

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
    speed_bonus: Annotated[int, Meta(ge=-200, le=200)] = 0
    failed: tuple[str, ...] = ()
    actions: Actions = 0
    declared: tuple[Category, ...] = ()
    acted: Natural = 0
    defended: Natural = 0
    moved: Natural = 0
    risks: Natural = 0
    at_risk: tuple[Extra, ...] = ()
    skips: Natural = 0


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


def quarter_mark(options: BgcOptions, most: int) -> int:
    """A quarter of somebody's levels, rounded as derived values are or by house rule (BGC-WND-3)."""
    return rounded_up(most, 4) if options.quarter_mark == "up" else most // 4


def bare_hands(fighter: Fighter) -> Weapon:
    """What a fighter strikes with when it holds nothing (BGC-DRV-2, BGC-DRV-3)."""
    skill = "martial arts" if "martial arts" in fighter.skills else BARE_HANDS.skill
    damage, penetration = unarmed_damage(fighter.tough), unarmed_penetration(fighter.tough)
    return replace(BARE_HANDS, skill=skill, damage=damage, penetration=penetration)


def levels(fighter: Fighter) -> int:
    """Damage Levels left."""
    return fighter.max_levels if fighter.levels is None else fighter.levels
