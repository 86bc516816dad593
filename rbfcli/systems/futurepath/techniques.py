"""Combat Techniques: a condition rather than damage, and the charge and the overrun (FP-TEC-1, FP-FLD-2, FP-MOV-5)."""

from collections.abc import Callable

from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.attack.strike import Attempt, melee_weapon, require_reach
from rbfcli.systems.futurepath.check import FpScene, character
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.defense import overcomes
from rbfcli.systems.futurepath.economy import FULL_ROUND, may_spend, require_target, spend
from rbfcli.systems.futurepath.ground.map import squares_of
from rbfcli.systems.futurepath.ground.paths import Gait, Way, cheapest, is_free, next_to
from rbfcli.systems.futurepath.ground.squares import FEET, Square, apart, direction, name_of, read_square
from rbfcli.systems.futurepath.movement.movement import require_upright, rush
from rbfcli.systems.futurepath.movement.walk import Walk
from rbfcli.systems.futurepath.movement.ways import Journey, destinations, moved, plan
from rbfcli.systems.futurepath.sheet.sheet import CHARGE, OVERRUN, TECHNIQUES

RULE = "FP-TEC-1"

Effect = Callable[[FpScene, str, str], None]


def technique(scene: FpScene, command: fighting.Technique) -> None:
    """A Full Round, unless the sheet says otherwise; the target's save decides (FP-TEC-1)."""
    if command.technique not in TECHNIQUES:
        raise impossible(f"there is no technique {command.technique!r}", RULE, f"known: {', '.join(TECHNIQUES)}")
    one = character(scene, command.who)
    kind = one.technique_actions.get(command.technique, FULL_ROUND)
    may_spend(scene, command.who, kind, RULE)
    require_target(scene, command.who, command.target)
    if command.technique == CHARGE:
        charge(scene, command, kind)
    elif command.technique == OVERRUN:
        overrun(scene, command, kind)
    else:
        at_hand(scene, command, kind)


def at_hand(scene: FpScene, command: fighting.Technique, kind: str) -> None:
    """A technique on somebody in reach (FP-TEC-1)."""
    require_reach(scene, command.who, command.target)
    if command.technique == "disarm" and not character(scene, command.target).held:
        raise impossible(f"{character(scene, command.target).name} holds nothing", RULE)
    spend(scene, command.who, kind, RULE)
    edge = command.advantage - command.disadvantage
    misc = command.misc + command.mod
    if overcomes(scene, command.who, command.target, command.technique, misc=misc, edge=edge):
        EFFECTS[command.technique](scene, command.who, command.target)


def bull_rush(scene: FpScene, who: str, target: str) -> None:
    """The target is pushed straight away, until something stops it."""
    here, there = (read_square(character(scene, each).square) for each in (who, target))
    if here is None or there is None:
        scene.happen("pushed", RULE, who=target, feet=scene.fight.options.bull_rush_feet)
        return
    right, down = direction(here, there)
    steps = 0
    while steps * FEET < scene.fight.options.bull_rush_feet and is_free(
        scene.fight, target, (there[0] + right, there[1] + down)
    ):
        there, steps = (there[0] + right, there[1] + down), steps + 1
    scene.change(target, "square", name_of(there), RULE)
    scene.happen("pushed", RULE, who=target, feet=steps * FEET)


def grapple(scene: FpScene, who: str, target: str) -> None:
    """The target is held fast; who is held by it breaks free instead."""
    held = character(scene, who).conditions.get("grappled")
    if held is not None and held.by == target:
        scene.relieve(who, "grappled", RULE)
    else:
        scene.afflict(target, "grappled", RULE, by=who)


def trip(scene: FpScene, who: str, target: str) -> None:
    """The target falls prone."""
    scene.afflict(target, "prone", RULE, by=who)


def disarm(scene: FpScene, who: str, target: str) -> None:
    """The target drops what it holds."""
    thing = character(scene, target).held
    scene.change(target, "held", "", RULE)
    scene.happen("dropped", RULE, who=target, target=who, thing=thing)


def charge(scene: FpScene, command: fighting.Technique, kind: str) -> None:
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


def overrun(scene: FpScene, command: fighting.Technique, kind: str) -> None:
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


def runner(scene: FpScene, command: fighting.Technique) -> Walk:
    """Somebody who runs at somebody."""
    gives = scene.fight.options.opportunity
    return Walk(who=command.who, rule=RULE, gives=gives, answer=command.opportunities)


def run_up(scene: FpScene, command: fighting.Technique, gait: Gait) -> Way:
    """The way to a square next to the target."""
    require_upright(scene, command.who)
    feet = rushing_feet(scene, command.who)
    return plan(scene, Journey(who=command.who, to=command.target, feet=feet, rule=RULE, gait=gait))


def way_through(scene: FpScene, command: fighting.Technique, approach: Way) -> Way:
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


def furthest_side(scene: FpScene, command: fighting.Technique, start: Square) -> list[Square]:
    """The free squares next to the target that lie furthest from where the runner comes."""
    sides = next_to(scene.fight, command.who, squares_of(character(scene, command.target)))
    far = max((apart(start, side) for side in sides), default=0)
    return [side for side in sides if apart(start, side) == far]


EFFECTS: dict[str, Effect] = {"bull-rush": bull_rush, "grapple": grapple, "trip": trip, "disarm": disarm}
