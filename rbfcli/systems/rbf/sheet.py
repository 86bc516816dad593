"""What RBF writes down: fighters, weapons, spells, items, the ground they fight on; talents; common weapons."""

from collections.abc import Mapping
from typing import Annotated, Literal

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

# The talents whose effect the engine knows (RBF-TAL-1); any other name is a note on the sheet.
EXPERT_FIGHTER = "Expert Fighter"
EXPERT_DUELIST = "Expert Duelist"
EXPERT_TELEKINETIC = "Expert Telekinetic"
HAMMER_EXPERT = "Hammer Expert"
AXE_EXPERT = "Axe Expert"
COUNTERSPELL = "Counterspell"
STALKER = "Stalker"
SNIPER = "Sniper"
BERSERKER = "Berserker"
BRUTE = "Brute"
SPEEDY = "Speedy"

RAGE = "rage"
MEDICAL_KIT, REPAIR_KIT = "medical kit", "repair kit"
BONUS_ACTIONS = {"hide": STALKER, "cast": EXPERT_TELEKINETIC}
REACTIONS = {"riposte": EXPERT_DUELIST, "counterspell": COUNTERSPELL}


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
    """A player with skills, or an enemy with a target number `tn` and damage of its own.

    `tn` is what an enemy's attacks demand and what attacks on it have to reach; a sheet may say either apart. An
    `object` has a TN and HP, and does nothing: a fuel tank, a door.
    """

    hp: Count = 0
    max_hp: Natural = 0
    tn: Natural | None = None
    attack_tn: Natural | None = None
    defense_tn: Natural | None = None
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
    object: bool = False
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


class Struggle(Plain, frozen=True, kw_only=True):
    """A player's attack that just fell short: what a hit would do if it were pushed, and the damage done already."""

    who: str
    targets: tuple[str, ...]
    weapon: str
    dealt: Natural = 0
    bonus: tuple[tuple[Count, str, str], ...] = ()
    drop: Natural = 0
    technique: str = ""
    to: str = ""
    metres: Natural = 0
    club: bool = False
    nonlethal: bool = False


class Ground(Board, frozen=True, kw_only=True):
    """Where it takes place: named places, combat or crisis, and the struggle that may be pushed."""

    mode: Literal["combat", "crisis"] = "combat"
    places: Mapping[str, Place] = {}
    struggle: Struggle | None = None


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


def attack_tn_of(fighter: Fighter) -> int:
    """What a defense against an enemy has to reach (RBF-DEF-1)."""
    return (fighter.tn or 0) if fighter.attack_tn is None else fighter.attack_tn


def defense_tn_of(fighter: Fighter) -> int:
    """What an attack on an enemy has to reach (RBF-ATK-1)."""
    return (fighter.tn or 0) if fighter.defense_tn is None else fighter.defense_tn


def talents() -> tuple[str, ...]:
    """The talents whose effect the engine knows (RBF-TAL-1)."""
    weapons = (EXPERT_FIGHTER, EXPERT_DUELIST, EXPERT_TELEKINETIC, HAMMER_EXPERT, AXE_EXPERT)
    return (*weapons, COUNTERSPELL, STALKER, SNIPER, BERSERKER, BRUTE, SPEEDY)


def acts(fighter: Fighter) -> bool:
    """Whether it is somebody rather than something."""
    return not fighter.object


def is_boss(fighter: Fighter) -> bool:
    """Whether it is an enemy with three actions or more (RBF-INI-5)."""
    return is_enemy(fighter) and fighter.actions >= BOSS_ACTIONS


def health(one: Fighter) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def has(fighter: Fighter, talent: str) -> bool:
    """Whether a fighter has a talent, however it is capitalised."""
    return any(each.casefold() == talent.casefold() for each in fighter.talents)


def grants_bonus_action(fighter: Fighter) -> bool:
    """Whether any feature of a fighter grants a bonus action (RBF-BON-1)."""
    return any(has(fighter, talent) for talent in BONUS_ACTIONS.values())


WEAPONS = {
    UNARMED_ID: UNARMED,
    "knife": Weapon(name="knife", skill="melee", damage=4, traits=("blade",)),
    "club": Weapon(name="club", skill="melee", damage="1d6", traits=("blunt",)),
    "sword": Weapon(name="sword", skill="melee", damage=8, traits=("blade",)),
    "rapier": Weapon(name="rapier", skill="melee", damage=8, traits=("long", "thrust")),
    "spear": Weapon(name="spear", skill="melee", damage=8, hands=2, traits=("long", "thrust")),
    "axe": Weapon(name="axe", skill="melee", damage=12, hands=2, traits=("axe", "blade")),
    "claymore": Weapon(name="claymore", skill="melee", damage=12, hands=2, traits=("blade", "long")),
    "bardiche": Weapon(name="bardiche", skill="melee", damage=12, hands=2, traits=("axe", "blade", "long")),
    "labrys": Weapon(name="labrys", skill="melee", damage=12, hands=2, traits=("axe", "blade", "long")),
    "wakizashi": Weapon(name="wakizashi", skill="melee", damage=8, traits=("blade", "long")),
    "javelin": Weapon(name="javelin", skill="melee", damage=8, traits=("long", "thrust")),
    "trident": Weapon(name="trident", skill="melee", damage=8, hands=2, traits=("long", "thrust")),
    "foil": Weapon(name="foil", skill="melee", damage=8, traits=("thrust",)),
    "mace": Weapon(name="mace", skill="melee", damage=8, traits=("blunt",)),
    "maul": Weapon(name="maul", skill="melee", damage=8, hands=2, traits=("blunt",)),
    "pistol": Weapon(name="pistol", skill="shoot", damage=6, range=30, ammo=6, traits=("projectile",)),
    "second-pistol": Weapon(name="second pistol", skill="shoot", damage=6, range=30, ammo=6, traits=("projectile",)),
    "machine-pistol": Weapon(
        name="machine pistol", skill="shoot", damage=7, range=30, ammo=12, autofire=True, traits=("projectile",)
    ),
    "bow": Weapon(name="bow", skill="shoot", damage=8, hands=2, range=60, traits=("bow", "projectile", "silenced")),
    "crossbow": Weapon(
        name="crossbow", skill="shoot", damage=8, hands=2, range=60, ammo=1, traits=("large", "projectile", "silenced")
    ),
    "hunting-rifle": Weapon(
        name="hunting rifle", skill="shoot", damage=10, hands=2, range=200, ammo=4, traits=("projectile",)
    ),
    "auto-rifle": Weapon(
        name="auto-rifle", skill="shoot", damage=12, hands=2, range=100, ammo=20, autofire=True, traits=("projectile",)
    ),
    "grenade": Weapon(name="grenade", skill="heavy", damage=15, range=30, radius=2, ammo=1, traits=("blast",)),
    "rocket-launcher": Weapon(
        name="rocket launcher", skill="heavy", damage=30, hands=2, range=200, radius=4, ammo=1, traits=("blast",)
    ),
}


def weapon_named(fight: RbfFight, weapon_id: str) -> Weapon | None:
    """The weapon of an id: the encounter's own, else a common one."""
    return fight.weapons.get(weapon_id) or WEAPONS.get(weapon_id)
