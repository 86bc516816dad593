"""What techniques require: each says why it is not met, or nothing (RBF-TEC-4)."""

from collections.abc import Callable

from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.ground import STRAFE_METRES, metres_to
from rbfcli.systems.rbf.strike import Strike
from rbfcli.systems.rbf.talents import HAMMER_EXPERT, has

Requirement = Callable[[RbfScene, Strike], str]


def any_weapon(_scene: RbfScene, _strike: Strike) -> str:
    """Works with any weapon."""
    return ""


def a_metre_away(scene: RbfScene, strike: Strike) -> str:
    """Any weapon; a place named has to be within the metre (RBF-TEC-STRAFE)."""
    to = strike.command.to
    far = metres_to(scene.fight, fighter(scene, strike.who), to) if to else 0
    return f"moves {STRAFE_METRES} m, and {to} is {far} m away" if far > STRAFE_METRES else ""


def long_blade(_scene: RbfScene, strike: Strike) -> str:
    """A long bladed melee weapon (RBF-TEC-CLEAVE)."""
    fits = strike.weapon.skill == "melee" and {"blade", "long"} <= set(strike.weapon.traits)
    return "" if fits else "needs a long bladed melee weapon"


def blade(_scene: RbfScene, strike: Strike) -> str:
    """Any bladed weapon (RBF-TEC-LACERATE)."""
    return "" if "blade" in strike.weapon.traits else "needs a bladed weapon"


def melee_or_brawl(_scene: RbfScene, strike: Strike) -> str:
    """A melee weapon or the skill Brawl (RBF-TEC-LUNGE)."""
    return "needs a melee weapon or bare hands" if strike.ranged else ""


def brawl(_scene: RbfScene, strike: Strike) -> str:
    """An attack with Brawl (RBF-TEC-GRAPPLE)."""
    return "" if strike.weapon.skill == "brawl" else "needs Brawl: attack with bare hands (--with unarmed)"


def higher_ground(scene: RbfScene, strike: Strike) -> str:
    """A platform higher than the enemy, and melee or brawl (RBF-TEC-LEAP)."""
    if fighter(scene, strike.who).height <= fighter(scene, strike.target).height:
        return "needs a platform higher than the enemy"
    return melee_or_brawl(scene, strike)


def through(_scene: RbfScene, strike: Strike) -> str:
    """A projectile weapon or a long thrusting one (RBF-TEC-PIERCE)."""
    traits = set(strike.weapon.traits)
    return (
        "" if "projectile" in traits or {"long", "thrust"} <= traits else "needs a projectile or long thrusting weapon"
    )


def shaft(_scene: RbfScene, strike: Strike) -> str:
    """A thrusting weapon or a large projectile weapon (RBF-TEC-PIN)."""
    traits = set(strike.weapon.traits)
    return (
        ""
        if "thrust" in traits or {"large", "projectile"} <= traits
        else "needs a thrusting or large projectile weapon"
    )


def hammer(scene: RbfScene, strike: Strike) -> str:
    """The talent Hammer Expert and a blunt weapon (RBF-TEC-STUN)."""
    if not has(fighter(scene, strike.who), HAMMER_EXPERT):
        return f"needs the talent {HAMMER_EXPERT}"
    return "" if "blunt" in strike.weapon.traits else "needs a blunt weapon"


def weapon_held(scene: RbfScene, strike: Strike) -> str:
    """An enemy with a weapon in its hand (RBF-TEC-DISARM)."""
    return "" if fighter(scene, strike.target).held else "needs an enemy with a weapon in its hand"


def grappling(scene: RbfScene, strike: Strike) -> str:
    """Brawl, and holding the enemy already (RBF-TEC-THROW)."""
    grapple = fighter(scene, strike.target).conditions.get("grappled")
    held = grapple is not None and grapple.by == strike.who
    return brawl(scene, strike) or ("" if held else "needs a grapple on this enemy first")
