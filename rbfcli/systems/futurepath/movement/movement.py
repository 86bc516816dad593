"""Moving: running, sprinting, withdrawing, the 5-foot step, postures, and pushing objects (FP-MOV)."""

from itertools import pairwise

from msgspec.structs import replace

from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene, skill_check
from rbfcli.systems.futurepath.commands import moving
from rbfcli.systems.futurepath.conditions import LOW, posture
from rbfcli.systems.futurepath.economy import (
    FREE,
    FULL_ROUND,
    SIMPLE,
    STANDARD,
    end_own_turn,
    may_spend,
    spend,
    spend_during,
)
from rbfcli.systems.futurepath.ground.map import is_wall, place, squares_of
from rbfcli.systems.futurepath.ground.paths import Gait, Way, is_hard, step_costs
from rbfcli.systems.futurepath.ground.reach import within_reach
from rbfcli.systems.futurepath.ground.squares import FEET, Square, apart, between, name_of, read_square
from rbfcli.systems.futurepath.ground.standing import at_height, height_at, is_free
from rbfcli.systems.futurepath.movement.walk import Walker, walk
from rbfcli.systems.futurepath.movement.ways import Journey, budget, destinations, plan, require_free_to_move
from rbfcli.systems.futurepath.sheet.board import Thing
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight
from rbfcli.systems.futurepath.verdict import BAD

ACROBATICS_DC = 15
SLOW = ("climb", "crawl", "swim")
TOO_WEAK = 3


def move(scene: FpScene, command: moving.Move) -> None:
    """A Standard move at speed; walking, climbing, crawling and swimming at half (FP-MOV-1, FP-MOV-3)."""
    one = scene.one(command.who)
    require_manner(scene, command)
    rule = "FP-MOV-3" if command.how in SLOW else "FP-MOV-1"
    kind = FULL_ROUND if command.full_round else STANDARD
    may_spend(scene, command.who, kind, rule)
    if not read_square(one.square):
        enter_map(scene, command, kind, rule)
        return
    gait = Gait(climbs=command.how == "climb", flies=one.flies)
    feet = one.speed if command.how == "run" or command.full_round else one.speed // 2
    way = plan(scene, Journey(who=command.who, to=command.to, feet=feet, rule=rule, gait=gait, via=command.via))
    require_height(scene, command, feet, way)
    if command.height is None and not command.cover:
        require_way(scene, command.who, way, rule)
    spend(scene, command.who, kind, rule)
    if command.stealthy:
        scene.happen("stealthily", "FP-MOV-3", who=command.who)
    gives = scene.fight.options.opportunity
    walker = Walker(who=command.who, rule=rule, gives=gives, answer=command.opportunities, height=command.height)
    if walk(scene, walker, way.squares) and command.cover:
        scene.change(command.who, "cover", command.cover, "FP-COV-1")


def require_manner(scene: FpScene, command: moving.Move) -> None:
    """Who lies can only crawl; only slow ways are Full Round, and those not stealthy (FP-MOV-3, FP-MOV-8)."""
    one = scene.one(command.who)
    low = posture(one)
    if low and command.how != "crawl":
        scene.refuse(f"{one.name} is {low}", "FP-MOV-8", "first stand up, or --how crawl")
    if command.full_round and command.how not in SLOW:
        raise impossible("running for a whole round is a sprint", "FP-MOV-2", f"sprint {quoted(command.who)} …")
    if command.full_round and command.stealthy:
        scene.refuse(f"nobody can {command.how} that fast and be stealthy", "FP-MOV-3", "without --full-round")


def require_height(scene: FpScene, command: moving.Move, feet: int, way: Way) -> None:
    """Only fliers choose a height, where there is room, and it costs movement like any other way (FP-FLD-1)."""
    one, fight, height = scene.one(command.who), scene.fight, command.height
    there = way.squares[-1] if way.squares else read_square(one.square)
    if height is None or there is None:
        return
    if not one.flies:
        raise impossible(f"{one.name} cannot fly", "FP-FLD-1", "the height is that of the ground")
    if abs(height - one.height) * FEET > feet:
        scene.refuse(f"height {height} is too far up or down for {feet} ft", "FP-MOV-1")
    if height < height_at(at_height(fight, command.who, 0), command.who, there):
        raise impossible(f"height {height} is below the ground of {name_of(there)}", "FP-FLD-1")
    if not is_free(at_height(fight, command.who, height), command.who, there):
        raise impossible(
            f"{name_of(there)} is taken at height {height}", "FP-FLD-2", "a free square, or another height"
        )


def require_way(scene: FpScene, who: str, way: Way, rule: str) -> None:
    """Nobody spends an action to stay where it is."""
    if not way.squares:
        raise impossible(f"{scene.one(who).name} is there already", rule)


def enter_map(scene: FpScene, command: moving.Move, kind: str, rule: str) -> None:
    """Who stood nowhere yet comes onto the map where the GM says (FP-FLD-1)."""
    square = name_of(destinations(scene.fight, command.who, command.to)[0])
    spend(scene, command.who, kind, rule)
    scene.change(command.who, "square", square, "FP-FLD-1")
    scene.happen("enters", "FP-FLD-1", who=command.who, square=square)


def sprint(scene: FpScene, command: moving.Sprint) -> None:
    """Up to three times one's speed; the turn ends (FP-MOV-2)."""
    options = scene.fight.options
    walker = Walker(who=command.who, rule="FP-MOV-2", gives=options.opportunity, answer=command.opportunities)
    hurry(scene, command, options.sprint_factor, walker)


def withdraw(scene: FpScene, command: moving.Withdraw) -> None:
    """Away from enemies without a Tactical Opportunity; the turn ends (FP-MOV-10)."""
    walker = Walker(who=command.who, rule="FP-MOV-10", gives="nothing")
    hurry(scene, command, scene.fight.options.withdraw_factor, walker)


def hurry(scene: FpScene, command: moving.Sprint | moving.Withdraw, factor: int, walker: Walker) -> None:
    """A Full Round of moving; over difficult terrain Acrobatics decides whether one falls (FP-MOV-5)."""
    one, rule = scene.one(command.who), walker.rule
    require_upright(scene, command.who)
    may_spend(scene, command.who, FULL_ROUND, rule)
    gait = Gait(flies=one.flies)
    journey = Journey(who=command.who, to=command.to, feet=one.speed * factor, rule=rule, gait=gait, via=command.via)
    way = plan(scene, journey)
    require_way(scene, command.who, way, rule)
    spend(scene, command.who, FULL_ROUND, rule)
    rush(scene, walker, way, gait, misc=command.misc, mod=command.mod)


def require_upright(scene: FpScene, who: str) -> None:
    """Who lies, sits or kneels has to stand up first (FP-MOV-8)."""
    one = scene.one(who)
    low = posture(one)
    if low:
        scene.refuse(f"{one.name} is {low}", "FP-MOV-8", "first stand up")


def rush(
    scene: FpScene,
    walker: Walker,
    way: Way,
    gait: Gait,
    *,
    hard_beyond: bool = False,
    misc: int = 0,
    mod: int = 0,
) -> bool:
    """Over difficult terrain: Acrobatics against 15, or prone about halfway and the action fails (FP-MOV-5)."""
    if hard_beyond or is_hard(scene.fight, walker.who, way, gait):
        rolled = skill_check(scene, walker.who, "acrobatics", "FP-MOV-5", dc=ACROBATICS_DC + misc, mod=mod)
        scene.conclude(rolled.outcome)
        if rolled.outcome in BAD:
            if walk(scene, walker, half_of(scene.fight, walker.who, way)):
                scene.afflict(walker.who, "prone", "FP-MOV-5")
            return False
    return walk(scene, walker, way.squares)


def half_of(fight: FuturePathFight, who: str, way: Way) -> tuple[Square, ...]:
    """About half of a way, to a square where somebody can lie (FP-MOV-5, FP-FLD-2)."""
    squares = way.squares[: len(way.squares) // 2]
    while squares and not is_free(fight, who, squares[-1]):
        squares = squares[:-1]
    return squares


def step(scene: FpScene, command: moving.Step) -> None:
    """One square; the turn ends, and only leaving a threat range gives a Tactical Opportunity (FP-MOV-9)."""
    one = scene.one(command.who)
    require_upright(scene, command.who)
    may_spend(scene, command.who, SIMPLE, "FP-MOV-9")
    there, here = place(scene.fight, command.to), read_square(one.square)
    if here is not None and apart(here, there) > 1:
        raise impossible(f"{name_of(there)} is more than one square away", "FP-MOV-9", f"move {quoted(command.who)} …")
    gait = Gait(flies=one.flies)
    way = plan(scene, Journey(who=command.who, to=command.to, feet=FEET, rule="FP-MOV-9", gait=gait))
    require_way(scene, command.who, way, "FP-MOV-9")
    spend(scene, command.who, SIMPLE, "FP-MOV-9")
    end_own_turn(scene, command.who, "FP-MOV-9")
    walker = Walker(who=command.who, rule="FP-MOV-9", gives="range", answer=command.opportunities)
    walk(scene, walker, way.squares)


def prone(scene: FpScene, command: moving.Prone) -> None:
    """Dropping is Free, where there is weight to fall with; getting up is not (FP-MOV-8)."""
    one, gravity = scene.one(command.who), scene.fight.board.gravity
    low = posture(one)
    if command.to == low:
        raise impossible(f"{one.name} is {command.to} already", "FP-MOV-8")
    if low and LOW.index(command.to) > LOW.index(low):
        scene.refuse(
            f"{one.name} is {low}, and nobody drops up to {command.to}", "FP-MOV-8", f"stand {quoted(command.who)}"
        )
    if gravity != "normal":
        scene.refuse(f"nobody drops in {gravity} gravity", "FP-MOV-8")
    if command.during:
        spend_during(scene, command.who, "FP-MOV-8")
    else:
        spend(scene, command.who, FREE, "FP-MOV-8")
    scene.afflict(command.who, command.to, "FP-MOV-8")


def stand(scene: FpScene, command: moving.Stand) -> None:
    """Standing up from lying, sitting or kneeling is Simple (FP-MOV-8)."""
    one = scene.one(command.who)
    low = posture(one)
    if not low:
        raise impossible(f"{one.name} is on its feet", "FP-MOV-8")
    spend(scene, command.who, SIMPLE, "FP-MOV-8")
    scene.relieve(command.who, low, "FP-MOV-8")


def drag(scene: FpScene, command: moving.Drag) -> None:
    """Push an object: half speed if it is medium or heavier, twice that as a Full Round (FP-MOV-11)."""
    one = scene.one(command.who)
    thing = within_reach(scene, command.who, command.thing, "FP-MOV-11")
    kind = FULL_ROUND if command.full_round else STANDARD
    may_spend(scene, command.who, kind, "FP-MOV-11")
    if one.strength <= TOO_WEAK:
        scene.refuse(f"{one.name} with Strength {one.strength} is too weak to move anything", "FP-MOV-11")
    require_free_to_move(scene, command.who)
    require_upright(scene, command.who)
    path = pushed_over(scene, command, thing)
    require_near_enough(scene, command, thing, way_behind(scene, command, path))
    spend(scene, command.who, kind, "FP-MOV-11")

    def push(here: Square) -> None:
        there = path[path.index(here) + 1]
        scene.change("", ("board", "objects", command.thing, "square"), name_of(there), "FP-MOV-11")
        scene.happen("pushes", "FP-MOV-11", who=command.who, thing=thing.name, square=name_of(there))

    gives, answer = scene.fight.options.opportunity, command.opportunities
    walk(scene, Walker(who=command.who, rule="FP-MOV-11", gives=gives, answer=answer, on_arrival=push), path[:-1])


def way_behind(scene: FpScene, command: moving.Drag, path: list[Square]) -> Way:
    """The way of whoever pushes, behind the object, over the ground as it is (FP-MOV-4)."""
    one, here, behind = scene.one(command.who), place(scene.fight, scene.one(command.who).square), path[:-1]
    cost_of = step_costs(pushed_to(scene.fight, command.thing, path[-1]), command.who, Gait(flies=one.flies))
    costs = [cost_of(before, square) for before, square in pairwise((here, *behind))]
    if None in costs:
        raise impossible(f"no way leads {one.name} along behind it", "FP-FLD-2", "another square")
    return Way(tuple(behind), sum(cost or 0 for cost in costs))


def pushed_to(fight: FuturePathFight, thing: str, square: Square) -> FuturePathFight:
    """The fight with an object on another square, to look ahead."""
    objects = {**fight.board.objects, thing: replace(fight.board.objects[thing], square=name_of(square))}
    return replace(fight, board=replace(fight.board, objects=objects))


def require_near_enough(scene: FpScene, command: moving.Drag, thing: Thing, way: Way) -> None:
    """A light object moves at speed, others at half; a Full Round doubles that (FP-MOV-11)."""
    one = scene.one(command.who)
    speed = (one.speed if thing.weight == "light" else one.speed // 2) * (2 if command.full_round else 1)
    feet = budget(scene.fight, command.who, way, Gait(flies=one.flies), speed)
    if way.cost * FEET > feet:
        reason = f"the way to {command.to} takes {way.cost * FEET} ft of movement and the {thing.name} moves {feet} ft"
        scene.refuse(reason, "FP-MOV-11", "" if command.full_round else "--full-round")


def pushed_over(scene: FpScene, command: moving.Drag, thing: Thing) -> list[Square]:
    """The straight line an object is pushed along, its own square first; whoever pushes comes after it."""
    start, end = read_square(thing.square), place(scene.fight, command.to)
    if start is None or start == end:
        raise impossible(f"the {thing.name} is on no other square", "FP-MOV-11")
    line = [start, *between(start, end), end]
    people = {square for each in scene.fight.combatants.values() for square in squares_of(each)}
    if any(is_wall(scene.fight.board, each) or each in people for each in line[1:]):
        raise impossible(f"something stands in the way of the {thing.name}", "FP-MOV-11", "another square")
    return line
