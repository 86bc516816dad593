"""Techniques that run: the charge and the overrun (FP-TEC-1, FP-FLD-2, FP-MOV-5)."""

from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.attempt import Attempt
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.contest import RULE
from rbfcli.systems.futurepath.economy import spend
from rbfcli.systems.futurepath.ground import squares_of
from rbfcli.systems.futurepath.journeys import Journey, destinations, moved, plan
from rbfcli.systems.futurepath.movement import require_upright, rush
from rbfcli.systems.futurepath.paths import Gait, Way, cheapest, next_to
from rbfcli.systems.futurepath.people import character
from rbfcli.systems.futurepath.squares import FEET, Square, apart, name_of, read_square
from rbfcli.systems.futurepath.strike import melee_weapon
from rbfcli.systems.futurepath.walking import Walk


def charge(scene: FpScene, command: commands.Technique, kind: str) -> None:
    """Run up to somebody and strike with an advantage (FP-TEC-1, FP-MOV-5)."""
    options = scene.fight.options
    attempt = Attempt(
        who=command.who,
        target=command.target,
        weapon=command.weapon or melee_weapon(scene, command.who),
        mod=command.mod,
        advantage=command.advantage,
        charging=options.charge_advantage,
        disadvantage=command.disadvantage,
        fumble=command.fumble,
    )
    gait = Gait(flies=character(scene, command.who).flies)
    way = run_up(scene, command, gait)
    spend(scene, command.who, kind, RULE)
    rush(scene, replace(runner(scene, command), then="charge", attempt=attempt), way, gait, misc=command.misc)


def overrun(scene: FpScene, command: commands.Technique, kind: str) -> None:
    """Run up to an enemy, through its square and beyond (FP-TEC-1, FP-FLD-2)."""
    one = character(scene, command.who)
    gait = Gait(flies=one.flies)
    approach = run_up(scene, command, gait)
    beyond = way_through(scene, command, approach)
    cost, feet = (approach.cost + beyond.cost) * FEET, rushing_feet(scene, command.who)
    if cost > feet:
        scene.refuse(f"that takes {cost} ft of movement and {one.name} has {feet} ft", RULE, "start from nearer")
    spend(scene, command.who, kind, RULE)
    attempt = Attempt(
        who=command.who, target=command.target, advantage=command.advantage, disadvantage=command.disadvantage
    )
    names, misc = tuple(map(name_of, beyond.squares)), command.misc + command.mod
    walker = replace(runner(scene, command), then="overrun", attempt=attempt, beyond=names, misc=misc)
    rush(scene, walker, approach, gait)


def rushing_feet(scene: FpScene, who: str) -> int:
    """How far somebody charges or overruns."""
    return character(scene, who).speed * scene.fight.options.charge_factor


def runner(scene: FpScene, command: commands.Technique) -> Walk:
    """Somebody who runs at somebody."""
    gives = scene.fight.options.opportunity
    return Walk(who=command.who, rule=RULE, gives=gives, answer=command.opportunities)


def run_up(scene: FpScene, command: commands.Technique, gait: Gait) -> Way:
    """The way to a square next to the target."""
    require_upright(scene, command.who)
    feet = rushing_feet(scene, command.who)
    return plan(scene, Journey(who=command.who, to=command.target, feet=feet, rule=RULE, gait=gait))


def way_through(scene: FpScene, command: commands.Technique, approach: Way) -> Way:
    """From beside the target over its square to one beyond (FP-FLD-2)."""
    fight, who = scene.fight, command.who
    start = approach.squares[-1] if approach.squares else read_square(character(scene, who).square)
    through = read_square(character(scene, command.target).square)
    if start is None or through is None:
        raise impossible("an overrun needs both on the map", "FP-FLD-1", f"set {command.target} square=C4")
    goals = destinations(fight, who, command.to) if command.to else furthest_side(scene, command, start)
    there = moved(fight, who, through)
    rest = cheapest(there, who, goals, Gait(through=(command.target,)))
    if rest is None:
        raise impossible("no way leads on from there", "FP-FLD-2", "--to a square beyond the target")
    return Way((through, *rest.squares), fight.options.difficult_factor + rest.cost)


def furthest_side(scene: FpScene, command: commands.Technique, start: Square) -> list[Square]:
    """The free squares next to the target that lie furthest from where the runner comes."""
    sides = next_to(scene.fight, command.who, squares_of(character(scene, command.target)))
    far = max((apart(start, side) for side in sides), default=0)
    return [side for side in sides if apart(start, side) == far]
