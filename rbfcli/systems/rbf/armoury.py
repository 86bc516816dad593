"""Weapons that every RBF fight knows; an encounter's own of the same id come before them."""

from rbfcli.systems.rbf.sheet import UNARMED, UNARMED_ID, RbfFight, Weapon

WEAPONS = {
    UNARMED_ID: UNARMED,
    "knife": Weapon(name="knife", skill="melee", damage=4, traits=("blade",)),
    "club": Weapon(name="club", skill="melee", damage="1d6", traits=("blunt",)),
    "sword": Weapon(name="sword", skill="melee", damage=8, traits=("blade",)),
    "rapier": Weapon(name="rapier", skill="melee", damage=8, traits=("long", "thrust")),
    "spear": Weapon(name="spear", skill="melee", damage=8, hands=2, traits=("long", "thrust")),
    "axe": Weapon(name="axe", skill="melee", damage=12, hands=2, traits=("axe", "blade")),
    "claymore": Weapon(name="claymore", skill="melee", damage=12, hands=2, traits=("blade", "long")),
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
