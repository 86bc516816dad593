"""Techniques: what each needs and does, and the critical effects that are possible."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import listed
from rbfcli.engine.weapons import drop
from rbfcli.systems.rbf import map as field
from rbfcli.systems.rbf.checks import RbfScene, chosen
from rbfcli.systems.rbf.conditions import lies_for_good
from rbfcli.systems.rbf.health import fall, lay_condition
from rbfcli.systems.rbf.map import STRAFE_METRES
from rbfcli.systems.rbf.sheet import UNARMED_ID, Fighter, Place, RbfFight
from rbfcli.systems.rbf.strike import (
    AttackRoll,
    Strike,
    check_further_targets,
    check_reach,
    check_target,
    swings_an_axe,
)

Requirement = Callable[[RbfScene, Strike], str]
Effect = Callable[[RbfScene, AttackRoll, str], None]
THROW_METRES_A_LEVEL = 3


def a_metre_away(scene: RbfScene, strike: Strike) -> str:
    """Require a destination within one metre (RBF-TEC-STRAFE)."""
    to = strike.command.to
    far = field.metres_to(scene.fight, scene.one(strike.who), field.spot_named(scene.fight, to)[1]) if to else 0
    return f"moves {STRAFE_METRES} m, and {to} is {far} m away" if far > STRAFE_METRES else ""


def long_blade(scene: RbfScene, strike: Strike) -> str:
    """Require a long bladed melee weapon, or an expert's axe (RBF-TEC-CLEAVE, RBF-TAL-1)."""
    long = strike.weapon.skill == "melee" and {"blade", "long"} <= set(strike.weapon.traits)
    return "" if long or swings_an_axe(scene.one(strike.who), strike) else "needs a long bladed melee weapon"


def with_traits(missing: str, *wanted: set[str]) -> Requirement:
    """Return the requirement of a weapon with all the traits of one of these sets (RBF-TEC-4)."""
    return lambda _scene, strike: "" if any(each <= set(strike.weapon.traits) for each in wanted) else missing


def melee_or_brawl(_scene: RbfScene, strike: Strike) -> str:
    """Require a melee weapon or Brawl (RBF-TEC-LUNGE)."""
    return "needs a melee weapon or bare hands" if strike.ranged else ""


def brawl(_scene: RbfScene, strike: Strike) -> str:
    """Require an attack with Brawl (RBF-TEC-GRAPPLE)."""
    return "" if strike.weapon.skill == "brawl" else "needs Brawl: attack with bare hands (--with unarmed)"


def higher_ground(scene: RbfScene, strike: Strike) -> str:
    """Require a position higher than the enemy, and melee or Brawl (RBF-TEC-LEAP)."""
    if scene.one(strike.who).height <= scene.one(strike.target).height:
        return "needs a platform higher than the enemy"
    return melee_or_brawl(scene, strike)


def hammer(scene: RbfScene, strike: Strike) -> str:
    """Require the talent Hammer Expert and a blunt weapon (RBF-TEC-STUN)."""
    if not scene.one(strike.who).has("Hammer Expert"):
        return "needs the talent Hammer Expert"
    return "" if "blunt" in strike.weapon.traits and strike.weapon_id != UNARMED_ID else "needs a blunt weapon"


def grappling(scene: RbfScene, strike: Strike) -> str:
    """Require Brawl, a grapple on this enemy, and a throw within range (RBF-TEC-THROW)."""
    grapple = scene.one(strike.target).conditions.get("grappled")
    held = grapple is not None and grapple.by == strike.who
    return brawl(scene, strike) or ("" if held else "needs a grapple on this enemy first") or too_far(scene, strike)


def too_far(scene: RbfScene, strike: Strike) -> str:
    """Return why a throw cannot reach its destination; falling takes no strength (RBF-TEC-THROW)."""
    to, most = strike.command.to, throw_metres(scene, strike.who)
    if to and strike.command.metres:
        return "takes --to or --metres, not both"
    far = metres_thrown(scene.one(strike.target), field.spot_named(scene.fight, to)[1]) if to else 0
    return f"reaches {most} m, and {to} is {far} m away" if far > most else ""


def throw_metres(scene: RbfScene, actor: str) -> int:
    """Return the combatant's throwing distance: 3 m per level of Brawl (RBF-TEC-THROW)."""
    return THROW_METRES_A_LEVEL * max(0, scene.one(actor).skills.get("brawl", 0))


def metres_thrown(target: Fighter, place: Place) -> int:
    """Return the metres of a throw, along the ground or up, whichever is more; unknown distances are 0."""
    along = 0 if target.at is None or place.at is None else abs(place.at - target.at)
    return max(along, place.height - target.height)


def lacerate(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Make the enemy bleed, or a machine leak, at the start of each of its turns (RBF-TEC-LACERATE)."""
    name = "leaking" if scene.one(target).machine else "bleeding"
    lay_condition(scene, target, name, roll.strike.who, "RBF-TEC-LACERATE")


def disarm(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Make the enemy drop its weapon; it deals less damage until it is armed again (RBF-TEC-DISARM)."""
    held = scene.one(target).held
    if held:
        drop(scene, target, held, "RBF-TEC-DISARM")
        scene.afflict(target, "disarmed", "RBF-TEC-DISARM", by=roll.strike.who)


def strafe(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Move the attacker one metre as part of the attack; without positions the GM decides where (RBF-TEC-STRAFE)."""
    who, to = roll.strike.who, roll.strike.command.to
    if not to and (away := direction(scene, who, (who, target), ("away", "toward"), "RBF-TEC-STRAFE")):
        to = str((scene.one(who).at or 0) + away * STRAFE_METRES)
    scene.happen("strafed", "RBF-TEC-STRAFE", who=who, metres=STRAFE_METRES)
    if to:
        field.arrive(scene, who, to, "RBF-TEC-STRAFE")


def direction(scene: RbfScene, actor: str, apart: tuple[str, str], answers: tuple[str, str], rule: str) -> int:
    """Ask for a direction: 1 up the ground, -1 down, 0 without positions; the first answer is away from the other."""
    if any(scene.one(each).at is None for each in apart):
        return 0
    answer = scene.ask("direction", actor, answers, rule)
    at, centre = (scene.one(each).at or 0 for each in apart)
    return field.away_from(centre, at) if answer == answers[0] else -field.away_from(centre, at)


def shove(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Push the target back by the margin; a shot pushes it only one metre (RBF-TEC-SHOVE)."""
    far = max(1, roll.margin // scene.fight.options.shove_points)
    metres = scene.fight.options.shove_by_shot if roll.strike.ranged else far
    push_away(scene, target, roll.strike.who, metres, "RBF-TEC-SHOVE")


def push_away(scene: RbfScene, target: str, by: str, metres: int, rule: str) -> None:
    """Push a combatant back; off a height it falls (RBF-TEC-SHOVE, RBF-ATK-2)."""
    if deep := field.drive_back(scene, target, by, metres, rule):
        scene.happen("falls", rule, who=target, metres=deep)
        fall(scene, target, deep, rule)
        scene.afflict(target, "prone", rule)


def sunder(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Lower the defense TN by 1, and by 1 more per three points of margin (RBF-TEC-SUNDER)."""
    options = scene.fight.options
    before = scene.one(target).conditions.get("sundered")
    points = 1 + max(0, roll.margin) // options.sunder_points + (before.amount if before else 0)
    scene.afflict(
        target, "sundered", "RBF-TEC-SUNDER", rounds=options.condition_rounds, by=roll.strike.who, amount=points
    )
    scene.happen("sundered", "RBF-TEC-SUNDER", target=target, points=points)


def throw(scene: RbfScene, roll: AttackRoll, target: str) -> None:
    """Throw the target up to 3 m per level of Brawl; it lands prone, is free, and takes falling damage.

    The damage is by the metres thrown or fallen, whichever is more, or by the option the metres fallen alone
    (RBF-TEC-THROW).
    """
    who, command = roll.strike.who, roll.strike.command
    most = throw_metres(scene, who)
    metres = min(command.metres or most, most)
    asks = metres and not command.to
    way = direction(scene, who, (target, who), ("away", "over"), "RBF-TEC-THROW") if asks else 0
    before, spot, place = scene.one(target), "", Place()
    if command.to:
        spot, place = field.spot_named(scene.fight, command.to)
        metres = metres_thrown(before, place)
    elif way:
        place = field.open_ground(before, way * metres)
    where = spot or ("" if place.at is None else f"metre {place.at}")
    scene.happen("thrown", "RBF-TEC-THROW", who=target, target=who, metres=metres, to=f", to {where}" if where else "")
    scene.relieve(target, "grappled", "RBF-TEC-THROW")
    scene.relieve(target, "pinned", "RBF-TEC-PIN")
    if command.to or way:
        field.stand_at(scene, target, "RBF-TEC-THROW", spot, place)
    scene.afflict(target, "prone", "RBF-TEC-THROW", by=who)
    fallen = max(0, before.height - scene.one(target).height)
    by_fall_alone = scene.fight.options.throw_damage == "fallen"
    fall(scene, target, fallen if by_fall_alone else max(metres, fallen), "RBF-TEC-THROW")


class Technique(Struct, frozen=True, kw_only=True):
    """A technique: its requirement (which returns what is missing), the condition it `lays`, and further effects.

    It may deal damage, stack when used twice, work on objects, and apply even to the fallen and immune. One with
    damage alone is only a reach or extra targets (RBF-TEC-LUNGE, RBF-TEC-PIERCE).
    """

    rule: str
    needs: Requirement = lambda _scene, _strike: ""
    lays: str = ""
    effect: Effect = lambda _scene, _roll, _target: None
    harms: bool = False
    adds_up: bool = False
    on_things: bool = False
    on_anybody: bool = False


TECHNIQUES = {
    "blind": Technique(rule="RBF-TEC-BLIND", lays="blinded"),
    "cleave": Technique(rule="RBF-TEC-CLEAVE", needs=long_blade, harms=True),
    "strafe": Technique(rule="RBF-TEC-STRAFE", needs=a_metre_away, effect=strafe, on_things=True, on_anybody=True),
    "cripple": Technique(rule="RBF-TEC-CRIPPLE", lays="crippled"),
    "disarm": Technique(
        rule="RBF-TEC-DISARM",
        needs=lambda scene, strike: "" if scene.one(strike.target).held else "needs an enemy with a weapon in hand",
        effect=disarm,
    ),
    "grapple": Technique(rule="RBF-TEC-GRAPPLE", needs=brawl, lays="grappled"),
    "lacerate": Technique(
        rule="RBF-TEC-LACERATE", needs=with_traits("needs a bladed weapon", {"blade"}), effect=lacerate
    ),
    "leap": Technique(rule="RBF-TEC-LEAP", needs=higher_ground, harms=True),
    "lunge": Technique(rule="RBF-TEC-LUNGE", needs=melee_or_brawl, harms=True),
    "pierce": Technique(
        rule="RBF-TEC-PIERCE",
        needs=with_traits("needs a projectile or long thrusting weapon", {"projectile"}, {"long", "thrust"}),
        harms=True,
    ),
    "pin": Technique(
        rule="RBF-TEC-PIN",
        needs=with_traits("needs a thrusting or large projectile weapon", {"thrust"}, {"large", "projectile"}),
        lays="pinned",
    ),
    "shove": Technique(rule="RBF-TEC-SHOVE", effect=shove, adds_up=True, on_things=True),
    "stun": Technique(rule="RBF-TEC-STUN", needs=hammer, lays="stunned"),
    "sunder": Technique(rule="RBF-TEC-SUNDER", effect=sunder, adds_up=True),
    "throw": Technique(rule="RBF-TEC-THROW", needs=grappling, effect=throw),
    "trip": Technique(rule="RBF-TEC-TRIP", lays="prone"),
}


EFFECTS = ("silent", "thrown", "stunned")
ON_THINGS = ("thrown",)


def critical_word(word: str) -> str:
    """Return a stated critical effect: double, an effect, a technique, or your own words (RBF-ATK-2)."""
    return chosen(word, ("double", *EFFECTS, *TECHNIQUES), "critical effect", "RBF-ATK-2")


def harms(scene: RbfScene, strike: Strike) -> bool:
    """Return whether a hit deals damage, with or without a technique (RBF-TEC-1)."""
    technique = TECHNIQUES.get(strike.command.technique)
    return technique is None or technique.harms or scene.one(strike.who).has("Expert Fighter")


def require(scene: RbfScene, strike: Strike) -> None:
    """Refuse a technique or critical effect that is not possible, with the reason (RBF-TEC-4)."""
    extra = strike.command.critical
    for name in (strike.command.technique, extra):
        if name in TECHNIQUES:
            require_one(scene, strike, name)
    if not fits(scene, strike, extra):
        missing = effect_lacks(scene, strike, extra)
        scene.refuse(f"{extra} {missing}", "RBF-ATK-2", hint=listed("possible now", brings(scene, strike)))


def effect_lacks(scene: RbfScene, strike: Strike, effect: str) -> str:
    """Return why a stated critical effect is not possible (RBF-ATK-2)."""
    if strike.weapon.kind in scene.one(strike.target).immune:
        return f"has no effect: {scene.one(strike.target).name} is immune to {strike.weapon.kind}"
    if effect in EFFECTS and scene.one(strike.target).object:
        return "needs an enemy, not an object"
    return "does not apply to this attack"


def require_one(scene: RbfScene, strike: Strike, name: str) -> None:
    """Refuse a technique if its requirement is not met."""
    if missing := lacks(scene, strike, TECHNIQUES[name]):
        anywhere = possible(scene, replace(strike, command=replace(strike.command, to="", metres=0)))
        others = listed("possible now", anywhere if name not in anywhere else ())
        scene.refuse(f"{name} {missing}", TECHNIQUES[name].rule, hint=others)


def lacks(scene: RbfScene, strike: Strike, technique: Technique) -> str:
    """Return why a technique is not possible for an attack; most need an enemy, not an object."""
    target = scene.one(strike.target)
    if strike.spell:
        return "needs a weapon, not a spell"
    if strike.weapon.kind in target.immune and not (technique.harms or technique.on_anybody):
        return f"has no effect: {target.name} is immune to {strike.weapon.kind}"
    if target.object and not (technique.harms or technique.on_things):
        return "needs an enemy, not an object"
    return technique.needs(scene, strike)


def possible(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """Return the techniques whose requirements an attack meets."""
    return tuple(name for name, each in TECHNIQUES.items() if not lacks(scene, strike, each))


def brings(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """Return the critical effects possible here: double damage, effects, further techniques (RBF-ATK-2)."""
    further = (name for name in possible(scene, strike) if adds(scene, strike, name))
    return (*double_or_effect(scene, strike), *further)


def double_or_effect(scene: RbfScene, strike: Strike) -> tuple[str, ...]:
    """Return the basic critical effects: none for the immune, no second stun (RBF-ATK-2, RBF-IMM-1)."""
    target = scene.one(strike.target)
    if strike.weapon.kind in target.immune:
        return ("double",)
    stunned = "stunned" in target.conditions or strike.command.technique == "stun"
    effects = ON_THINGS if target.object else EFFECTS
    return ("double", *(each for each in effects if not (each == "stunned" and stunned)))


def fits(scene: RbfScene, strike: Strike, choice: str) -> bool:
    """Return whether a stated critical effect is possible here; your own words always are (RBF-ATK-2)."""
    return choice not in (*EFFECTS, *TECHNIQUES) or choice in brings(scene, strike)


def adds(scene: RbfScene, strike: Strike, name: str) -> bool:
    """Return whether a technique adds to a hit; one with damage alone needs extra targets or a drop (RBF-ATK-2)."""
    technique = TECHNIQUES[name]
    if already_done(scene.fight, strike.who, strike.target, name):
        return False
    if name == strike.command.technique or not technique.harms:
        return technique.adds_up or name != strike.command.technique
    if name == "leap":
        drop = scene.one(strike.who).height - scene.one(strike.target).height
        return harms(scene, strike) and drop >= scene.fight.options.fall_metres
    return harms(scene, strike) and bool(seconds(scene, strike, name))


LEAVES = {"grapple": ("grappled",), "lacerate": ("bleeding", "leaking"), "pin": ("pinned",), "trip": ("prone",)}


def already_done(fight: RbfFight, actor: str, target: str, name: str) -> bool:
    """Return whether the enemy already has the technique's condition until it is removed (RBF-TEC-4)."""
    return any(lies_for_good(fight.combatants[target], each, actor) for each in LEAVES.get(name, ()))


def seconds(scene: RbfScene, strike: Strike, name: str) -> tuple[str, ...]:
    """Return extra targets for a cleave or pierce: enemies adjacent to or behind the target (RBF-TEC-CLEAVE)."""
    if name not in ("cleave", "pierce") or len(strike.targets) > 1:
        return ()
    wider = replace(strike, command=replace(strike.command, technique=name))
    others = (each for each in scene.fight.combatants if each != strike.target)
    return tuple(each for each in others if scene.rehearse(partial(check_second, strike=wider, second=each)) is None)


def check_second(scene: RbfScene, strike: Strike, second: str) -> None:
    """Refuse an invalid second target of a cleave or pierce (RBF-TEC-CLEAVE, RBF-TEC-PIERCE)."""
    scene.force = False
    check_target(scene, strike, second)
    if strike.command.technique == "cleave":
        check_reach(scene, strike, second)
    check_further_targets(scene, replace(strike, targets=(strike.target, second)))
