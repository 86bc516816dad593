"""What RBF writes down: fighters, weapons, spells, items, and the ground they fight on."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Plain, Text
from rbfcli.systems.rbf.options import RbfOptions

Cover = Literal["none", "light", "medium", "heavy", "full"]
Trait = Literal["axe", "blade", "blast", "blunt", "bow", "large", "long", "projectile", "silenced", "thrust"]
Amount = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]

COVER_BONUS = {"none": 0, "light": 1, "medium": 2, "heavy": 3, "full": 3}
COMBAT_SKILLS = ("melee", "shoot", "brawl", "heavy")
RANGED = ("shoot", "heavy")
BOSS_ACTIONS = 3


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its combat skill, damage (a number or dice) of a kind, and what it can do; ammo 0 is not counted."""

    name: str
    skill: Literal["melee", "shoot", "brawl", "heavy"]
    damage: Amount = 0
    kind: str = ""
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    range: Natural = 0
    radius: Natural = 0
    ammo: Natural = 0
    autofire: bool = False
    traits: tuple[Trait, ...] = ()


class Spell(Plain, frozen=True, kw_only=True):
    """A spell: its arcane focus skill, its damage of a kind, its range, and the condition it lays."""

    name: str
    skill: str = ""
    damage: Amount = 0
    kind: str = ""
    range: Natural = 0
    condition: str = ""


class Item(Plain, frozen=True, kw_only=True):
    """An item: the test that using it needs, the HP it gives back, what it ends, and whether it is used up."""

    name: str
    skill: str = ""
    tn: Natural = 0
    heals: Amount = 0
    cures: tuple[str, ...] = ()
    repairs: bool = False
    used_up: bool = False


class Fighter(Combatant, frozen=True, kw_only=True):
    """A player with skills, or an enemy with a target number `tn` and damage of its own."""

    hp: Count = 0
    max_hp: Natural = 0
    tn: Natural | None = None
    damage: Amount | None = None
    damage_max: Natural | None = None
    skills: Mapping[str, Annotated[int, Meta(ge=-6, le=20)]] = {}
    talents: tuple[str, ...] = ()
    critical_range: Natural = 0
    graze: Natural = 0
    experience: Natural = 0
    items: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    held: str = ""
    off_hand: str = ""
    ammo: Mapping[str, Natural] = {}
    armour: Natural = 0
    armour_broken: bool = False
    immune: tuple[str, ...] = ()
    machine: bool = False
    speed: Natural = 10
    actions: Natural = 2
    actions_left: Natural = 0
    counts: tuple[Count, ...] = ()
    bonus_left: Natural = 0
    reactions: Natural = 1
    reactions_left: Natural = 0
    aim: Natural = 0
    overwatch: str = ""
    overwatch_asks: bool = False
    seen_by: tuple[str, ...] = ()
    intent: Text = ""
    place: str = ""
    at: Count | None = None
    height: Count = 0
    cover: Cover = "none"


class Place(Plain, frozen=True, kw_only=True):
    """A named spot: its metre along the ground, its height, its cover, and what somebody prepared there."""

    name: str = ""
    at: Count | None = None
    height: Count = 0
    cover: Cover = "none"
    low: bool = False
    prepared: bool = False
    disguised: bool = False


class Ground(Board, frozen=True, kw_only=True):
    """Where it takes place: named places, combat or crisis, and the last attack that missed."""

    mode: Literal["combat", "crisis"] = "combat"
    places: Mapping[str, Place] = {}
    missed: Mapping[str, Any] = {}


class RbfFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of RBF."""

    options: RbfOptions = RbfOptions()
    board: Ground = Ground()
    combatants: Mapping[str, Fighter] = {}
    weapons: Mapping[str, Weapon] = {}
    spells: Mapping[str, Spell] = {}
    items: Mapping[str, Item] = {}


UNARMED_ID = "unarmed"
UNARMED = Weapon(name="bare hands", skill="brawl", damage=2, traits=("blunt",))


def is_enemy(fighter: Fighter) -> bool:
    """Whether players roll against it: it has a target number instead of skills."""
    return fighter.tn is not None


def is_boss(fighter: Fighter) -> bool:
    """Whether it is an enemy with three actions or more (RBF-INI-5)."""
    return is_enemy(fighter) and fighter.actions >= BOSS_ACTIONS


def vigour(one: Fighter) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp
