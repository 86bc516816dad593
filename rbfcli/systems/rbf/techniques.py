"""Techniques: what a hit can do besides, or instead of, damage (RBF-TEC)."""

from msgspec import Struct

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import effects, needs
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.effects import Effect
from rbfcli.systems.rbf.needs import Requirement
from rbfcli.systems.rbf.strike import Strike


class Technique(Struct, frozen=True, kw_only=True):
    """One technique: what it needs (a reason where it is missing), what it does, whether it harms by itself."""

    rule: str
    needs: Requirement
    effect: Effect
    harms: bool = False


def require(scene: RbfScene, strike: Strike) -> None:
    """Refuse a technique whose requirement is missing, with the reason (RBF-TEC-4)."""
    for name in (strike.command.technique, strike.command.critical):
        if name in TECHNIQUES:
            require_one(scene, strike, name)
        elif name and name == strike.command.technique:
            raise impossible(f"there is no technique {name!r}", "RBF-TEC-4", f"known: {', '.join(TECHNIQUES)}")


def require_one(scene: RbfScene, strike: Strike, name: str) -> None:
    """Refuse one technique whose requirement is missing."""
    missing = TECHNIQUES[name].needs(scene, strike)
    if missing:
        scene.refuse(f"{name} {missing}", TECHNIQUES[name].rule, f"possible now: {', '.join(possible(scene, strike))}")


def possible(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """The techniques whose requirements an attack meets."""
    return tuple(name for name, each in TECHNIQUES.items() if not each.needs(scene, strike))


def further(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """The techniques that a critical success may add to a hit: those that do more than harm (RBF-ATK-2)."""
    return tuple(name for name in possible(scene, strike) if not TECHNIQUES[name].harms)


TECHNIQUES = {
    "blind": Technique(
        rule="RBF-TEC-BLIND", needs=needs.any_weapon, effect=effects.afflicts("blinded", "RBF-TEC-BLIND")
    ),
    "cleave": Technique(rule="RBF-TEC-CLEAVE", needs=needs.long_blade, effect=effects.only_damage, harms=True),
    "strafe": Technique(rule="RBF-TEC-STRAFE", needs=needs.a_metre_away, effect=effects.strafe),
    "cripple": Technique(
        rule="RBF-TEC-CRIPPLE", needs=needs.any_weapon, effect=effects.afflicts("crippled", "RBF-TEC-CRIPPLE")
    ),
    "disarm": Technique(rule="RBF-TEC-DISARM", needs=needs.weapon_held, effect=effects.disarm),
    "grapple": Technique(
        rule="RBF-TEC-GRAPPLE", needs=needs.brawl, effect=effects.holds("grappled", "RBF-TEC-GRAPPLE")
    ),
    "lacerate": Technique(rule="RBF-TEC-LACERATE", needs=needs.blade, effect=effects.lacerate),
    "leap": Technique(rule="RBF-TEC-LEAP", needs=needs.higher_ground, effect=effects.only_damage, harms=True),
    "lunge": Technique(rule="RBF-TEC-LUNGE", needs=needs.melee_or_brawl, effect=effects.only_damage, harms=True),
    "pierce": Technique(rule="RBF-TEC-PIERCE", needs=needs.through, effect=effects.only_damage, harms=True),
    "pin": Technique(rule="RBF-TEC-PIN", needs=needs.shaft, effect=effects.holds("pinned", "RBF-TEC-PIN")),
    "shove": Technique(rule="RBF-TEC-SHOVE", needs=needs.any_weapon, effect=effects.shove),
    "stun": Technique(rule="RBF-TEC-STUN", needs=needs.hammer, effect=effects.afflicts("stunned", "RBF-TEC-STUN")),
    "sunder": Technique(rule="RBF-TEC-SUNDER", needs=needs.any_weapon, effect=effects.sunder),
    "throw": Technique(rule="RBF-TEC-THROW", needs=needs.grappling, effect=effects.throw),
    "trip": Technique(rule="RBF-TEC-TRIP", needs=needs.any_weapon, effect=effects.trip),
}
