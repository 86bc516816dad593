"""The things of RBF: weapons with the common ones, spells and items."""

from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Natural, Plain

Trait = Literal["axe", "blade", "blast", "blunt", "bow", "large", "long", "projectile", "silenced", "thrust"]
Amount = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its combat skill, damage (a number or dice) of a kind, and what it can do; ammo 0 is not counted."""

    name: str
    """what it is called"""
    skill: Literal["melee", "shoot", "brawl", "heavy"]
    """the combat skill it is used with (RBF-ATK-1)"""
    damage: Amount = 0
    """damage of a hit in HP, before the skill is added: a number or dice such as 1d6+1 (RBF-ATK-3)"""
    kind: str = ""
    """the kind of its damage, such as fire, for those who are immune to it (RBF-IMM-1)"""
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    """how many hands it takes (RBF-DUAL-1, RBF-RNG-1)"""
    range: Natural = 0
    """metres it carries; 0: no limit for a shot, and in melee the usual reach (RBF-ACT-2)"""
    radius: Natural = 0
    """metres around the target that its blast reaches; 0: it is no blast that spreads (RBF-ATK-7)"""
    ammo: Natural = 0
    """rounds when it is full; 0: nobody counts them (RBF-ACT-3)"""
    autofire: bool = False
    """whether it can fire bursts (RBF-ACT-7)"""
    traits: tuple[Trait, ...] = ()
    """what it is like, which decides the techniques it can be used for (RBF-TEC-4)"""


class Spell(Plain, frozen=True, kw_only=True):
    """A spell: its arcane focus skill, its damage of a kind, its range, and the condition it lays."""

    name: str
    """what it is called"""
    skill: str = ""
    """the arcane focus skill it is cast with; empty: the caster's best (RBF-ACT-6)"""
    damage: Amount = 0
    """damage in HP, a number or dice; 0: it does none, and an enemy's does what its sheet says (RBF-ACT-6)"""
    kind: str = ""
    """the kind of its damage, such as cold, for those who are immune to it (RBF-IMM-1)"""
    range: Natural = 0
    """metres it carries; 0: as far as one sees (RBF-ACT-6)"""
    condition: str = ""
    """the condition that it lays on whoever it hits; empty: none (RBF-ACT-6)"""


class Item(Plain, frozen=True, kw_only=True):
    """An item: the test that using it needs, the HP it gives back, what it ends, and whether it is used up."""

    name: str
    """what it is called"""
    skill: str = ""
    """the skill that using it is rolled with; empty: no roll (RBF-ACT-2)"""
    tn: Natural = 0
    """the target number of that roll (RBF-ACT-2)"""
    heals: Amount = 0
    """HP that it gives back, a number or dice (RBF-ACT-2)"""
    cures: tuple[str, ...] = ()
    """the conditions that it ends (RBF-ACT-2)"""
    repairs: bool = False
    """whether it mends broken armour (RBF-DEF-6)"""
    used_up: bool = False
    """whether using it uses it up (RBF-ACT-2)"""


UNARMED_ID = "unarmed"
UNARMED = Weapon(name="bare hands", skill="brawl", damage=2, traits=("blunt",))
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
