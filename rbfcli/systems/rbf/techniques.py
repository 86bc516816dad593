"""Techniques: what a hit can do besides, or instead of, damage (RBF-TEC)."""

from collections.abc import Callable

from msgspec import Struct

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.actions import fighter
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.strike import Strike

Requirement = Callable[[RbfScene, Strike], str]
Effect = Callable[[RbfScene, Strike, str, int], None]


class Technique(Struct, frozen=True, kw_only=True):
    """One technique: what it needs (a reason where it is missing), what it does, whether it harms by itself."""

    rule: str
    needs: Requirement
    effect: Effect
    harms: bool = False


def require(scene: RbfScene, strike: Strike) -> None:
    """Refuse a technique whose requirement is missing, with the reason (RBF-TEC-4)."""
    name = strike.command.technique
    if not name:
        return
    if name not in TECHNIQUES:
        raise impossible(f"there is no technique {name!r}", "RBF-TEC-4", f"known: {', '.join(TECHNIQUES)}")
    missing = TECHNIQUES[name].needs(scene, strike)
    if missing:
        scene.refuse(f"{name} {missing}", TECHNIQUES[name].rule)


def possible(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """The techniques whose requirements an attack meets."""
    return tuple(name for name, each in TECHNIQUES.items() if not each.needs(scene, strike))


def apply(scene: RbfScene, strike: Strike, name: str, target: str, margin: int) -> None:
    """Let a technique take effect on one target."""
    TECHNIQUES[name].effect(scene, strike, target, margin)


def any_weapon(_scene: RbfScene, _strike: Strike) -> str:
    """Works with any weapon."""
    return ""


def long_blade(_scene: RbfScene, strike: Strike) -> str:
    """Needs a long bladed melee weapon (RBF-TEC-CLEAVE)."""
    return "" if {"blade", "long"} <= set(strike.weapon.traits) else "needs a long bladed melee weapon"


def something_held(scene: RbfScene, strike: Strike) -> str:
    """Works on an enemy that holds something (RBF-TEC-DISARM)."""
    return "" if fighter(scene, strike.targets[0]).held else "needs an enemy that holds a weapon"


def afflicts(name: str, rule: str) -> Effect:
    """A technique that lays a condition on the enemy for as long as the option says (RBF-TEC-2)."""

    def effect(scene: RbfScene, strike: Strike, target: str, _margin: int) -> None:
        scene.afflict(target, name, rule, rounds=scene.fight.options.condition_rounds, by=strike.who)

    return effect


def trip(scene: RbfScene, strike: Strike, target: str, _margin: int) -> None:
    """The enemy falls prone, until it stands up (RBF-TEC-TRIP)."""
    scene.afflict(target, "prone", "RBF-TEC-TRIP", by=strike.who)


def disarm(scene: RbfScene, strike: Strike, target: str, _margin: int) -> None:
    """The enemy drops the weapon in its hand (RBF-TEC-DISARM)."""
    dropped = fighter(scene, target).held
    if dropped:
        scene.change(target, "held", "", "RBF-TEC-DISARM")
        scene.happen("dropped", "RBF-TEC-DISARM", who=target, target=strike.who, thing=dropped)


def same_damage(_scene: RbfScene, _strike: Strike, _target: str, _margin: int) -> None:
    """The damage is the technique: up to two adjacent enemies take the same (RBF-TEC-CLEAVE)."""


TECHNIQUES = {
    "blind": Technique(rule="RBF-TEC-BLIND", needs=any_weapon, effect=afflicts("blinded", "RBF-TEC-BLIND")),
    "cleave": Technique(rule="RBF-TEC-CLEAVE", needs=long_blade, effect=same_damage, harms=True),
    "cripple": Technique(rule="RBF-TEC-CRIPPLE", needs=any_weapon, effect=afflicts("crippled", "RBF-TEC-CRIPPLE")),
    "disarm": Technique(rule="RBF-TEC-DISARM", needs=something_held, effect=disarm),
    "trip": Technique(rule="RBF-TEC-TRIP", needs=any_weapon, effect=trip),
}
