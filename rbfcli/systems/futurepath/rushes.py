"""The techniques that run at somebody: the charge and the overrun (FP-TEC-1, FP-FLD-2, FP-MOV-5)."""

from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.attack.blow import fumble_meant, strike_if_possible
from rbfcli.systems.futurepath.attack.strike import Attempt, prepare
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.conditions import is_dead
from rbfcli.systems.futurepath.defense import overcomes
from rbfcli.systems.futurepath.economy import spend
from rbfcli.systems.futurepath.ground.map import place, squares_of
from rbfcli.systems.futurepath.ground.paths import Gait, Way, cheapest, is_hard, step_costs, straightest
from rbfcli.systems.futurepath.ground.squares import FEET, Square, apart, around, footprint
from rbfcli.systems.futurepath.ground.standing import height_at, next_to
from rbfcli.systems.futurepath.movement.movement import require_upright, rush
from rbfcli.systems.futurepath.movement.walk import Walker, advance, walk
from rbfcli.systems.futurepath.movement.ways import Journey, budget, destinations, moved, plan, require_free_to_move
from rbfcli.systems.futurepath.sheet.sheet import OVERRUN, FuturePathFight

RULE = "FP-TEC-1"


def charge(scene: FpScene, command: fighting.Technique, kind: str, weapon: str) -> None:
    """Run up to somebody and strike with an advantage (FP-TEC-1, FP-MOV-5)."""
    attempt = Attempt(
        who=command.who,
        target=command.target,
        weapon=weapon,
        mod=command.mod,
        advantage=command.advantage,
        charging=scene.fight.options.charge_advantage,
        disadvantage=command.disadvantage,
        fumble=fumble_meant(command.fumble),
    )
    gait, walker = Gait(flies=scene.one(command.who).flies), runner(scene, command)
    way = run_at(scene, command, gait) if scene.fight.options.charge_straight else run_up(scene, command, gait)
    require_distance(scene, command, way)
    require_strike_there(scene, walker, way, attempt)
    spend(scene, command.who, kind, RULE)
    if rush(scene, walker, way, gait, misc=command.misc):
        strike_if_possible(scene, attempt)


def run_at(scene: FpScene, command: fighting.Technique, gait: Gait) -> Way:
    """The straight way to a square next to the target (FP-TEC-1)."""
    require_upright(scene, command.who)
    require_free_to_move(scene, command.who)
    goals = destinations(scene.fight, command.who, command.target)
    way = straightest(scene.fight, command.who, goals, gait)
    name = scene.one(command.target).name
    if way is None:
        raise impossible(f"no straight way leads to {name}", RULE, f"move {quoted(command.who)} …")
    require_feet(scene, command.who, way, gait)
    return way


def require_feet(scene: FpScene, who: str, way: Way, gait: Gait) -> None:
    """Nobody charges or overruns further than it runs then; uneven ground takes some off (FP-TEC-1, FP-MOV-4)."""
    feet = budget(scene.fight, who, way, gait, rushing_feet(scene, who))
    if way.cost * FEET > feet:
        reason = f"that takes {way.cost * FEET} ft of movement and {scene.one(who).name} has {feet} ft"
        scene.refuse(reason, RULE, "begin nearer to it")


def require_distance(scene: FpScene, command: fighting.Technique, way: Way) -> None:
    """Without a run-up there is no charge (FP-TEC-1)."""
    run, least = len(way.squares) * FEET, scene.fight.options.charge_least
    if run < least:
        scene.refuse(f"a charge takes at least {least} ft, not {run} ft", RULE, f"attack {quoted(command.who)} …")


def require_strike_there(scene: FpScene, walker: Walker, way: Way, attempt: Attempt) -> None:
    """Refuse a charge whose attack would be refused where the way ends (FP-ATK-1 to FP-ATK-4)."""

    def arrive_and_prepare(trial: FpScene) -> None:
        advance(trial, walker, list(way.squares))
        prepare(trial, attempt)

    if refusal := scene.rehearse(arrive_and_prepare):
        raise refusal


def overrun(scene: FpScene, command: fighting.Technique, kind: str) -> None:
    """Run up to an enemy, through its square and beyond (FP-TEC-1, FP-FLD-2)."""
    one = scene.one(command.who)
    gait, walker = Gait(flies=one.flies), runner(scene, command)
    approach = run_up(scene, command, gait)
    require_same_height(scene, command)
    beyond = way_through(scene, command, approach, gait)
    whole = Way((*approach.squares, *beyond.squares), approach.cost + beyond.cost)
    require_feet(scene, command.who, whole, gait)
    spend(scene, command.who, kind, RULE)
    hard_beyond = is_hard(scene.fight, command.who, beyond, replace(gait, through=(command.target,)))
    if rush(scene, walker, approach, gait, hard_beyond=hard_beyond) and run_down(scene, command):
        walker.passed = (*walker.passed, command.target)
        walk(scene, walker, beyond.squares)


def require_same_height(scene: FpScene, command: fighting.Technique) -> None:
    """Nobody runs over who is further up or down (FP-FLD-1, FP-TEC-1)."""
    other = scene.one(command.target)
    here = height_at(scene.fight, command.who, place(scene.fight, other.square))
    if other.height != here:
        far, side = abs(other.height - here) * FEET, "above" if other.height > here else "below"
        scene.refuse(
            f"{other.name} is {far} ft {side} {scene.one(command.who).name} there",
            RULE,
            f"attack {quoted(command.who)} …",
        )


def run_down(scene: FpScene, command: fighting.Technique) -> bool:
    """Whether the enemy in the way falls or has fallen already; who saves stops the runner (FP-FLD-2, FP-TEC-1)."""
    who, target = command.who, command.target
    if is_dead(scene.one(target)):
        return True
    misc, edge = command.misc + command.mod, command.advantage - command.disadvantage
    if not overcomes(scene, who, target, OVERRUN, misc=misc, edge=edge):
        return False
    if "prone" not in scene.one(target).conditions:
        scene.afflict(target, "prone", RULE, by=who)
    return True


def rushing_feet(scene: FpScene, who: str) -> int:
    """How far somebody charges or overruns."""
    return scene.one(who).speed * scene.fight.options.charge_factor


def runner(scene: FpScene, command: fighting.Technique) -> Walker:
    """Somebody who runs at somebody."""
    gives = scene.fight.options.opportunity
    return Walker(who=command.who, rule=RULE, gives=gives, answer=command.opportunities)


def run_up(scene: FpScene, command: fighting.Technique, gait: Gait) -> Way:
    """The way to a square next to the target."""
    require_upright(scene, command.who)
    feet = rushing_feet(scene, command.who)
    return plan(scene, Journey(who=command.who, to=command.target, feet=feet, rule=RULE, gait=gait))


def way_through(scene: FpScene, command: fighting.Technique, approach: Way, gait: Gait) -> Way:
    """From beside the target over its squares, all that lie in the way, to one beyond (FP-FLD-2)."""
    fight, who = scene.fight, command.who
    start = approach.squares[-1] if approach.squares else place(fight, scene.one(who).square)
    crossed = squares_of(scene.one(command.target))
    goals = destinations(fight, who, command.to) if command.to else furthest_side(scene, command, start)
    goals = [goal for goal in goals if apart(start, goal) > max(apart(start, each) for each in crossed)]
    if not goals:
        raise impossible(f"an overrun ends beyond {scene.one(command.target).name}", RULE, "--to a square beyond it")
    ways = ways_over(moved(fight, who, start), command, crossed, goals, gait)
    if not ways:
        raise impossible("no way leads on from there", "FP-FLD-2", "--to a square beyond the target")
    return min(ways, key=lambda way: way.cost)


def ways_over(
    fight: FuturePathFight, command: fighting.Technique, crossed: list[Square], goals: list[Square], gait: Gait
) -> list[Way]:
    """The cheapest way on over each square by which somebody can step onto another (FP-FLD-2)."""
    one, over = fight.combatants[command.who], replace(gait, through=(command.target,))
    start, cost_of = place(fight, one.square), step_costs(fight, command.who, over)
    onto = [square for square in around(start) if not {*footprint(square, one.size)}.isdisjoint(crossed)]
    ways = list[Way]()
    for square in onto:
        cost, rest = cost_of(start, square), cheapest(moved(fight, command.who, square), command.who, goals, over)
        if cost is not None and rest is not None:
            ways.append(Way((square, *rest.squares), cost + rest.cost))
    return ways


def furthest_side(scene: FpScene, command: fighting.Technique, start: Square) -> list[Square]:
    """The free squares next to the target that lie furthest from where the runner comes."""
    sides = next_to(scene.fight, command.who, squares_of(scene.one(command.target)))
    return [side for side in sides if apart(start, side) == max(apart(start, each) for each in sides)]
