"""What techniques do to the enemy that is hit (RBF-TEC)."""

from collections.abc import Callable

from rbfcli.systems.rbf.armoury import weapon_named
from rbfcli.systems.rbf.blow import Blow
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.ground import STRAFE_METRES, arrive, drive_back, fall

Effect = Callable[[RbfScene, Blow, str], None]
THROW_METRES_A_LEVEL = 3


def only_damage(_scene: RbfScene, _blow: Blow, _target: str) -> None:
    """The damage is the technique: how far it reaches, whom it goes through (RBF-TEC-LUNGE, RBF-TEC-PIERCE)."""


def afflicts(name: str, rule: str) -> Effect:
    """A technique that lays a condition on the enemy for as long as the option says (RBF-TEC-2)."""

    def effect(scene: RbfScene, blow: Blow, target: str) -> None:
        scene.afflict(target, name, rule, rounds=scene.fight.options.condition_rounds, by=blow.strike.who)

    return effect


def holds(name: str, rule: str) -> Effect:
    """A technique that holds the enemy until it frees itself (RBF-TEC-GRAPPLE, RBF-TEC-PIN)."""

    def effect(scene: RbfScene, blow: Blow, target: str) -> None:
        scene.afflict(target, name, rule, rounds=scene.fight.options.hold_rounds, by=blow.strike.who)

    return effect


def lacerate(scene: RbfScene, blow: Blow, target: str) -> None:
    """It bleeds at the start of each of its turns; a machine leaks instead (RBF-TEC-LACERATE)."""
    name = "leaking" if fighter(scene, target).machine else "bleeding"
    rounds = scene.fight.options.bleeding_rounds
    scene.afflict(target, name, "RBF-TEC-LACERATE", rounds=rounds, by=blow.strike.who)


def trip(scene: RbfScene, blow: Blow, target: str) -> None:
    """The enemy falls prone, until it stands up (RBF-TEC-TRIP)."""
    scene.afflict(target, "prone", "RBF-TEC-TRIP", by=blow.strike.who)


def disarm(scene: RbfScene, _blow: Blow, target: str) -> None:
    """The enemy drops the weapon in its hand (RBF-TEC-DISARM)."""
    dropped = fighter(scene, target).held
    if dropped:
        scene.change(target, "held", "", "RBF-TEC-DISARM")
        weapon = weapon_named(scene.fight, dropped)
        scene.happen("dropped", "RBF-TEC-DISARM", who=target, thing=weapon.name if weapon else dropped)


def strafe(scene: RbfScene, blow: Blow, _target: str) -> None:
    """The attacker moves a metre as part of the attack; where to, if not said, is the GM's (RBF-TEC-STRAFE)."""
    who, to = blow.strike.who, blow.strike.command.to
    scene.happen("strafed", "RBF-TEC-STRAFE", who=who, metres=STRAFE_METRES)
    if to:
        arrive(scene, who, to, "RBF-TEC-STRAFE")


def shove(scene: RbfScene, blow: Blow, target: str) -> None:
    """Pushed back by how well the attack went; by a shot only a metre (RBF-TEC-SHOVE)."""
    far = max(1, blow.margin // scene.fight.options.shove_points)
    metres = scene.fight.options.shove_by_shot if blow.strike.ranged else far
    drive_back(scene, target, blow.strike.who, metres, "RBF-TEC-SHOVE")


def sunder(scene: RbfScene, blow: Blow, target: str) -> None:
    """The defense TN goes down by 1, and by 1 more for each three points of margin (RBF-TEC-SUNDER)."""
    options = scene.fight.options
    before = fighter(scene, target).conditions.get("sundered")
    points = 1 + max(0, blow.margin) // options.sunder_points + (before.amount if before else 0)
    scene.afflict(
        target, "sundered", "RBF-TEC-SUNDER", rounds=options.condition_rounds, by=blow.strike.who, amount=points
    )
    scene.happen("sundered", "RBF-TEC-SUNDER", target=target, points=points)


def throw(scene: RbfScene, blow: Blow, target: str) -> None:
    """Thrown up to 3 m a level of Brawl: it falls, lies prone, and is free of the grapple (RBF-TEC-THROW)."""
    who = blow.strike.who
    most = THROW_METRES_A_LEVEL * max(0, fighter(scene, who).skills.get("brawl", 0))
    metres = min(blow.strike.command.metres or most, most)
    scene.relieve(target, "grappled", "RBF-TEC-THROW")
    drive_back(scene, target, who, metres, "RBF-TEC-THROW")
    scene.afflict(target, "prone", "RBF-TEC-THROW", by=who)
    fall(scene, target, metres, "RBF-TEC-THROW")
