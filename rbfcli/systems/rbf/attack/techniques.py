"""Techniques: what each requires, and what a hit does besides, or instead of, damage (RBF-TEC)."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from rbfcli.kernel.carrying import drop
from rbfcli.systems.rbf.attack.roll import AttackRoll
from rbfcli.systems.rbf.attack.strike import Strike, swings_an_axe
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.damage import fall
from rbfcli.systems.rbf.ground import STRAFE_METRES, arrive, drive_back, metres_to
from rbfcli.systems.rbf.sheet import HAMMER_EXPERT, UNARMED_ID, has

Requirement = Callable[[RbfScene, Strike], str]
Effect = Callable[[RbfScene, AttackRoll, str], None]
THROW_METRES_A_LEVEL = 3


def any_weapon(_scene: RbfScene, _strike: Strike) -> str:
    """Works with any weapon."""
    return ""


def a_metre_away(scene: RbfScene, strike: Strike) -> str:
    """Any weapon; a place named has to be within the metre (RBF-TEC-STRAFE)."""
    to = strike.command.to
    far = metres_to(scene.fight, scene.one(strike.who), to) if to else 0
    return f"moves {STRAFE_METRES} m, and {to} is {far} m away" if far > STRAFE_METRES else ""


def long_blade(scene: RbfScene, strike: Strike) -> str:
    """A long bladed melee weapon, or an axe in the hands of an expert (RBF-TEC-CLEAVE, RBF-TAL-1)."""
    long = strike.weapon.skill == "melee" and {"blade", "long"} <= set(strike.weapon.traits)
    return "" if long or swings_an_axe(scene.one(strike.who), strike) else "needs a long bladed melee weapon"


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
    if scene.one(strike.who).height <= scene.one(strike.target).height:
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
    if not has(scene.one(strike.who), HAMMER_EXPERT):
        return f"needs the talent {HAMMER_EXPERT}"
    return "" if "blunt" in strike.weapon.traits and strike.weapon_id != UNARMED_ID else "needs a blunt weapon"


def weapon_held(scene: RbfScene, strike: Strike) -> str:
    """An enemy with a weapon in its hand (RBF-TEC-DISARM)."""
    return "" if scene.one(strike.target).held else "needs an enemy with a weapon in hand"


def grappling(scene: RbfScene, strike: Strike) -> str:
    """Brawl, and holding the enemy already (RBF-TEC-THROW)."""
    grapple = scene.one(strike.target).conditions.get("grappled")
    held = grapple is not None and grapple.by == strike.who
    return brawl(scene, strike) or ("" if held else "needs a grapple on this enemy first")


def only_damage(_scene: RbfScene, _roll: AttackRoll, _target: str) -> None:
    """The damage is the technique: how far it reaches, whom it goes through (RBF-TEC-LUNGE, RBF-TEC-PIERCE)."""


def afflict(scene: RbfScene, roll: AttackRoll, target: str, *, name: str, rule: str) -> None:
    """Lay a condition on the enemy for as long as the option says (RBF-TEC-2)."""
    scene.afflict(target, name, rule, rounds=scene.fight.options.condition_rounds, by=roll.strike.who)


def hold(scene: RbfScene, roll: AttackRoll, target: str, *, name: str, rule: str) -> None:
    """Hold the enemy until it frees itself (RBF-TEC-GRAPPLE, RBF-TEC-PIN)."""
    scene.afflict(target, name, rule, rounds=scene.fight.options.hold_rounds, by=roll.strike.who)


def lacerate(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """It bleeds at the start of each of its turns; a machine leaks instead (RBF-TEC-LACERATE)."""
    name = "leaking" if scene.one(target).machine else "bleeding"
    rounds = scene.fight.options.bleeding_rounds
    scene.afflict(target, name, "RBF-TEC-LACERATE", rounds=rounds, by=roll.strike.who)


def trip(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """The enemy falls prone, until it stands up (RBF-TEC-TRIP)."""
    scene.afflict(target, "prone", "RBF-TEC-TRIP", by=roll.strike.who)


def disarm(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """The enemy drops the weapon in its hand, and does less until it has one again (RBF-TEC-DISARM)."""
    held = scene.one(target).held
    if held:
        drop(scene, target, held, "RBF-TEC-DISARM")
        scene.afflict(target, "disarmed", "RBF-TEC-DISARM", by=roll.strike.who)


def strafe(scene: RbfScene, roll: AttackRoll, _target: str) -> None:
    """The attacker moves a metre as part of the attack; where to, if not said, is the GM's (RBF-TEC-STRAFE)."""
    who, to = roll.strike.who, roll.strike.command.to
    scene.happen("strafed", "RBF-TEC-STRAFE", who=who, metres=STRAFE_METRES)
    if to:
        arrive(scene, who, to, "RBF-TEC-STRAFE")


def shove(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Pushed back by how well the attack went; by a shot only a metre (RBF-TEC-SHOVE)."""
    far = max(1, roll.margin // scene.fight.options.shove_points)
    metres = scene.fight.options.shove_by_shot if roll.strike.ranged else far
    drive_back(scene, target, roll.strike.who, metres, "RBF-TEC-SHOVE")


def sunder(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """The defense TN goes down by 1, and by 1 more for each three points of margin (RBF-TEC-SUNDER)."""
    options = scene.fight.options
    before = scene.one(target).conditions.get("sundered")
    points = 1 + max(0, roll.margin) // options.sunder_points + (before.amount if before else 0)
    scene.afflict(
        target, "sundered", "RBF-TEC-SUNDER", rounds=options.condition_rounds, by=roll.strike.who, amount=points
    )
    scene.happen("sundered", "RBF-TEC-SUNDER", target=target, points=points)


def throw(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Thrown up to 3 m a level of Brawl: it falls, lies prone, and is free of the grapple (RBF-TEC-THROW)."""
    who = roll.strike.who
    most = THROW_METRES_A_LEVEL * max(0, scene.one(who).skills.get("brawl", 0))
    metres = min(roll.strike.command.metres or most, most)
    scene.relieve(target, "grappled", "RBF-TEC-THROW")
    drive_back(scene, target, who, metres, "RBF-TEC-THROW")
    scene.afflict(target, "prone", "RBF-TEC-THROW", by=who)
    fall(scene, target, metres, "RBF-TEC-THROW")


class Technique(Struct, frozen=True, kw_only=True):
    """One technique: what it needs (a reason where it is missing), and what it does.

    It may do harm by itself, add up when it is done twice, and work on things as on enemies.
    """

    rule: str
    needs: Requirement
    effect: Effect
    harms: bool = False
    adds_up: bool = False
    on_things: bool = False


TECHNIQUES = {
    "blind": Technique(
        rule="RBF-TEC-BLIND", needs=any_weapon, effect=partial(afflict, name="blinded", rule="RBF-TEC-BLIND")
    ),
    "cleave": Technique(rule="RBF-TEC-CLEAVE", needs=long_blade, effect=only_damage, harms=True),
    "strafe": Technique(rule="RBF-TEC-STRAFE", needs=a_metre_away, effect=strafe, on_things=True),
    "cripple": Technique(
        rule="RBF-TEC-CRIPPLE", needs=any_weapon, effect=partial(afflict, name="crippled", rule="RBF-TEC-CRIPPLE")
    ),
    "disarm": Technique(rule="RBF-TEC-DISARM", needs=weapon_held, effect=disarm),
    "grapple": Technique(
        rule="RBF-TEC-GRAPPLE", needs=brawl, effect=partial(hold, name="grappled", rule="RBF-TEC-GRAPPLE")
    ),
    "lacerate": Technique(rule="RBF-TEC-LACERATE", needs=blade, effect=lacerate),
    "leap": Technique(rule="RBF-TEC-LEAP", needs=higher_ground, effect=only_damage, harms=True),
    "lunge": Technique(rule="RBF-TEC-LUNGE", needs=melee_or_brawl, effect=only_damage, harms=True),
    "pierce": Technique(rule="RBF-TEC-PIERCE", needs=through, effect=only_damage, harms=True),
    "pin": Technique(rule="RBF-TEC-PIN", needs=shaft, effect=partial(hold, name="pinned", rule="RBF-TEC-PIN")),
    "shove": Technique(rule="RBF-TEC-SHOVE", needs=any_weapon, effect=shove, adds_up=True, on_things=True),
    "stun": Technique(rule="RBF-TEC-STUN", needs=hammer, effect=partial(afflict, name="stunned", rule="RBF-TEC-STUN")),
    "sunder": Technique(rule="RBF-TEC-SUNDER", needs=any_weapon, effect=sunder, adds_up=True),
    "throw": Technique(rule="RBF-TEC-THROW", needs=grappling, effect=throw),
    "trip": Technique(rule="RBF-TEC-TRIP", needs=any_weapon, effect=trip),
}
