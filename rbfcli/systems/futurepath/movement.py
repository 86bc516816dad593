"""Moving: ways planned and gone square by square, postures, pushing objects."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Refusal
from rbfcli.core.matching import match_named
from rbfcli.core.text import quoted
from rbfcli.engine.scene import impossible
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.checks import FpScene, skill_check
from rbfcli.systems.futurepath.conditions import CONDITIONS, LOW, held_fast, hindrance, posture
from rbfcli.systems.futurepath.economy import (
    FREE,
    FULL_ROUND,
    SIMPLE,
    STANDARD,
    end_own_turn,
    is_left,
    may_spend,
    spend,
    spend_during,
)
from rbfcli.systems.futurepath.hazards import notice, set_off
from rbfcli.systems.futurepath.map import (
    FEET,
    Spot,
    Square,
    apart,
    between,
    footprint,
    has_uneven_ground,
    is_wall,
    name_of,
    place,
    read_square,
    squares_of,
    threatens,
    within_reach,
)
from rbfcli.systems.futurepath.outcome import BAD
from rbfcli.systems.futurepath.paths import (
    Gait,
    Way,
    armed_under,
    at_height,
    cheapest,
    crosses_uneven,
    height_at,
    is_free,
    is_hard,
    next_to,
    screen_of,
    step_costs,
    threatened,
)
from rbfcli.systems.futurepath.sheet import Character, Field, FuturePathFight, Thing


def _nothing(_here: Square) -> None:
    """Do nothing: most walkers push nothing along."""


class Walker(Struct, kw_only=True):
    """Somebody on its way: by which rule, which steps give enemies a chance, what those do, and who has had it.

    `height` is the one a flier wants to have at the end, `on_arrival` what it does wherever it gets to.
    """

    who: str
    rule: str
    gives: Literal["square", "range", "nothing"] = "square"
    answer: str = ""
    passed: tuple[str, ...] = ()
    height: int | None = None
    on_arrival: Callable[[Square], None] = _nothing


class Step(Struct, frozen=True):
    """One step of somebody's way, or in the same square up or down to a height, and what it gives enemies."""

    who: str
    here: Square
    there: Square
    gives: str
    answer: str
    height: int | None = None


def step_of(walker: Walker, here: Square, there: Square, height: int | None = None) -> Step:
    """Return a step of a walker."""
    return Step(walker.who, here, there, walker.gives, walker.answer, height)


def walk(scene: FpScene, walker: Walker, path: Iterable[Square]) -> bool:
    """Go a way to its end, unless an enemy or a trap stops it; whether it was gone (FP-MOV-10, FP-TRP-1)."""
    gone = [place(scene.fight, scene.one(walker.who).square)]
    arrived = _go(scene, walker, path, gone)
    make_room(scene, walker, gone)
    return arrived


def _go(scene: FpScene, walker: Walker, path: Iterable[Square], gone: list[Square]) -> bool:
    """Step by step; `gone` are the squares so far."""
    danger, stretch = dangers(scene, walker), list[Square]()
    for there in path:
        step = step_of(walker, gone[-1], there)
        if step.here in danger and (foes := strikers(scene, walker, step)):
            stretch = advance(scene, walker, stretch)
            if not gets_past(scene, walker, step, foes):
                return False
            danger = dangers(scene, walker)
        notice(scene, walker.who, passing(scene, walker.who, there))
        stretch.append(there)
        traps = armed_under(scene.fight, walker.who, there)
        if traps and halts(scene, walker, stretch[:-1], traps):
            return False
        gone.append(there)
        if traps:
            stretch = advance(scene, walker, stretch)
            if not treads_on(scene, walker, there, traps):
                return False
    advance(scene, walker, stretch)
    return rise(scene, walker, gone[-1])


def rise(scene: FpScene, walker: Walker, here: Square) -> bool:
    """Up or down to the height a flier wants: that is a step as well, out of reach or onto a trap (FP-FLD-1)."""
    who, height = walker.who, walker.height
    if height is None or height == scene.one(who).height:
        return True
    step = step_of(walker, here, here, height)
    if (foes := strikers(scene, walker, step)) and not gets_past(scene, walker, step, foes):
        return False
    notice(scene, who, replace(passing(scene, who, here), height=height))
    traps = armed_under(at_height(scene.fight, who, height), who, here)
    if traps and halts(scene, walker, [], traps):
        return False
    scene.change(who, "height", height, walker.rule)
    return treads_on(scene, walker, here, traps)


def passing(scene: FpScene, actor: str, square: Square) -> Spot:
    """Where somebody is as it passes a square, with all that it takes up (FP-FLD-1)."""
    return Spot(tuple(footprint(square, scene.one(actor).size)), height_at(scene.fight, actor, square))


def gets_past(scene: FpScene, walker: Walker, step: Step, foes: tuple[str, ...]) -> bool:
    """Whether somebody goes on after what enemies did that it leaves behind (FP-MOV-10)."""
    scene.trigger("leaving", walker.who, step=step, foes=foes)
    walker.passed = (*walker.passed, *foes)
    return goes_on(scene, walker, step.here)


def make_room(scene: FpScene, walker: Walker, gone: list[Square]) -> None:
    """Who came to a stop where somebody else is gets back to the last free square of its way (FP-FLD-2)."""
    here = read_square(scene.one(walker.who).square)
    if here in gone and not is_free(scene.fight, walker.who, here):
        passed = reversed(gone[: gone.index(here)])
        back = next((square for square in passed if is_free(scene.fight, walker.who, square)), here)
        scene.change(walker.who, "square", name_of(back), "FP-FLD-2")
        scene.change(walker.who, "height", height_at(scene.fight, walker.who, back), "FP-FLD-2")
        scene.happen("makes-room", "FP-FLD-2", who=walker.who, square=name_of(back))


def dangers(scene: FpScene, walker: Walker) -> Mapping[Square, int]:
    """The squares that enemies threaten, as far as leaving them gives those anything (FP-FLD-3)."""
    return {} if walker.gives == "nothing" else threatened(scene.fight, walker.who)


def strikers(scene: FpScene, walker: Walker, step: Step) -> tuple[str, ...]:
    """The enemies that a step gives a Tactical Opportunity, each once on a way (FP-MOV-10)."""
    others = (who for who in scene.fight.combatants if who not in walker.passed)
    return tuple(who for who in others if may_strike(scene, who, step))


def may_strike(scene: FpScene, foe: str, step: Step) -> bool:
    """Whether a step lets an enemy strike: out of a square it threatens, or out of its reach (FP-MOV-9, FP-MOV-10)."""
    other, before = scene.one(foe), standing_on(scene, step.who, step.here)
    return (
        other.turn.opportunities < scene.fight.options.opportunities
        and threatens(scene.fight, foe, before)
        and not (step.gives == "range" and threatens(scene.fight, foe, behind(scene, step, before)))
        and not screen_of(scene.fight, other, before).solid
    )


def behind(scene: FpScene, step: Step, before: Character) -> Character:
    """Whoever walks, as it is once the step is done."""
    if step.height is not None:
        return replace(before, height=step.height)
    return standing_on(scene, step.who, step.there)


def standing_on(scene: FpScene, actor: str, square: Square) -> Character:
    """Whoever walks, as it is on a square of its way: on the height of the ground, without the cover it had."""
    one = scene.one(actor)
    if square == read_square(one.square):
        return one
    return replace(one, square=name_of(square), height=height_at(scene.fight, actor, square), cover="none")


def advance(scene: FpScene, walker: Walker, stretch: list[Square]) -> list[Square]:
    """Move along a stretch of the way; what is left of it is nothing."""
    if stretch:
        who, end = walker.who, stretch[-1]
        start, feet = scene.one(who).square, FEET * len(stretch)
        path = "-".join([start, *map(name_of, stretch)])
        scene.happen("moves", walker.rule, who=who, start=start, end=name_of(end), path=path, feet=feet)
        scene.change(who, "cover", "none", "FP-COV-1")
        scene.change(who, "square", name_of(end), walker.rule)
        scene.change(who, "height", height_at(scene.fight, who, end), walker.rule)
        walker.on_arrival(end)
    return []


def halts(scene: FpScene, walker: Walker, stretch: list[Square], traps: tuple[str, ...]) -> bool:
    """Whether somebody stops before a trap that is seen, at the end of a stretch (FP-TRP-1)."""
    known = (scene.fight.board.traps[each] for each in traps)
    seen = next((trap.name for trap in known if trap.found), "")
    if seen:
        advance(scene, walker, stretch)
        scene.happen("halts", "FP-TRP-1", who=walker.who, thing=seen)
    return bool(seen)


def treads_on(scene: FpScene, walker: Walker, there: Square, traps: tuple[str, ...]) -> bool:
    """Whether somebody goes on after the traps it treads on have gone off (FP-TRP-1)."""
    for each in traps:
        set_off(scene, each)
    return not traps or goes_on(scene, walker, there)


def goes_on(scene: FpScene, walker: Walker, here: Square) -> bool:
    """Whether somebody goes on after what came in between, and says so where not."""
    able = can_go_on(scene, walker.who, here)
    if not able:
        scene.happen("stopped", walker.rule, who=walker.who)
    return able


def can_go_on(scene: FpScene, actor: str, here: Square) -> bool:
    """Whether somebody is still up, free to move, and where it was on its way (FP-TEC-1)."""
    one = scene.one(actor)
    free = scene.force or not held_fast(one)
    return free and not hindrance(one) and read_square(one.square) == here


class Journey(Struct, frozen=True, kw_only=True):
    """What is asked of a way: who goes where, how far in feet, how, and by which rule."""

    who: str
    to: str
    feet: int
    rule: str
    gait: Gait = Gait()
    via: tuple[str, ...] = ()


def plan(scene: FpScene, journey: Journey) -> Way:
    """The cheapest way there. Raises Refusal where there is none, or none short enough (FP-MOV-1)."""
    one = scene.one(journey.who)
    require_free_to_move(scene, journey.who)
    goals = destinations(scene.fight, journey.who, journey.to)
    stops = [place(scene.fight, each) for each in journey.via]
    for gait in gaits(scene.fight.board, journey.gait):
        way = stitched(scene.fight, journey.who, [*([stop] for stop in stops), goals], gait)
        if way is not None and way.cost * FEET <= budget(scene.fight, journey.who, way, gait, journey.feet):
            return way
    if way is None:
        raise impossible(f"no way leads {one.name} to {journey.to}", "FP-FLD-2", "walls and enemies stand in it")
    allowed = budget(scene.fight, journey.who, way, journey.gait, journey.feet)
    scene.refuse(
        f"the way to {journey.to} takes {way.cost * FEET} ft of movement and {one.name} has {allowed} ft",
        journey.rule,
        faster(scene, journey, way) or "a nearer square",
    )
    return way


def gaits(board: Field, gait: Gait) -> tuple[Gait, ...]:
    """How a way is looked for: on foot around uneven ground, where there is some, before across it (FP-MOV-4)."""
    return (replace(gait, uneven=False), gait) if has_uneven_ground(board) and not gait.flies else (gait,)


def faster(scene: FpScene, journey: Journey, way: Way) -> str:
    """The sprint that would get somebody there; empty where none does (FP-MOV-2)."""
    feet = scene.one(journey.who).speed * scene.fight.options.sprint_factor
    allowed = budget(scene.fight, journey.who, way, journey.gait, feet)
    fits = journey.rule == "FP-MOV-1" and way.cost * FEET <= allowed
    may = fits and is_left(scene, journey.who, FULL_ROUND)
    return f"sprint {quoted(journey.who)} {quoted(journey.to)}" if may else ""


def require_free_to_move(scene: FpScene, actor: str) -> None:
    """Who is held fast goes nowhere (FP-TEC-1)."""
    one = scene.one(actor)
    if not read_square(one.square):
        raise impossible(f"{one.name} is on no square yet", "FP-FLD-1", f"set {quoted(actor)} square=A1")
    if held := held_fast(one):
        scene.refuse(f"{one.name} is {held} and cannot move", CONDITIONS[held].rule)


def budget(fight: FuturePathFight, actor: str, way: Way, gait: Gait, feet: int) -> int:
    """The feet a move has: uneven ground takes some off, in the air none (FP-MOV-4)."""
    return max(0, feet - fight.options.uneven_feet) if crosses_uneven(fight, actor, way, gait) else feet


def stitched(fight: FuturePathFight, actor: str, legs: Iterable[list[Square]], gait: Gait) -> Way | None:
    """One way out of its legs, each to the nearest of some squares."""
    walker, cost = fight, 0
    squares: tuple[Square, ...] = ()
    for goals in legs:
        leg = cheapest(walker, actor, goals, gait)
        if leg is None:
            return None
        squares, cost = (*squares, *leg.squares), cost + leg.cost
        if squares:
            walker = moved(walker, actor, squares[-1])
    return Way(squares, cost)


def moved(fight: FuturePathFight, actor: str, square: Square) -> FuturePathFight:
    """The fight with somebody on another square, to look ahead from there."""
    one = replace(fight.combatants[actor], square=name_of(square))
    return replace(fight, combatants={**fight.combatants, actor: one})


def destinations(fight: FuturePathFight, actor: str, word: str) -> list[Square]:
    """The squares a word means: one by its name, or those next to somebody or something (FP-FLD-1)."""
    word = place_meant(fight, word)
    beside = beside_which(fight, word)
    if beside and word != actor:
        goals = next_to(fight, actor, beside)
        if not goals:
            raise impossible(f"every square next to {word} is taken", "FP-FLD-2")
        return goals
    square = place(fight, word)
    if square != read_square(fight.combatants[actor].square) and not is_free(fight, actor, square):
        size = fight.combatants[actor].size
        is_blocked = any(is_wall(fight.board, each) for each in footprint(square, size))
        reason = "is blocked: nobody" if is_blocked else "is taken: nobody else"
        raise impossible(f"{name_of(square)} {reason} can stop there", "FP-FLD-2", "a free square")
    return [square]


def place_meant(fight: FuturePathFight, word: str) -> str:
    """A place as it is called: a square, or the id of a combatant or object. Raises RbfError (FP-FLD-1)."""
    if read_square(word) is not None:
        return word
    people = {who: one.name for who, one in fight.combatants.items()}
    names = {**people, **{each: thing.name for each, thing in fight.board.objects.items()}}
    try:
        return match_named(word, names, "place", Refusal, "FP-FLD-1")
    except Refusal as unknown:
        if unknown.suggestions:
            raise
    return name_of(place(fight, word))


def beside_which(fight: FuturePathFight, word: str) -> list[Square]:
    """The squares of the combatant or object of an id; none if it is neither."""
    if word in fight.combatants:
        return squares_of(fight.combatants[word])
    thing = fight.board.objects.get(word)
    square = read_square(thing.square) if thing else None
    return [] if square is None else [square]


ACROBATICS_DC = 15
SLOW = ("climb", "crawl", "swim")
TOO_WEAK = 3


def move(scene: FpScene, command: commands.Move) -> None:
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


def require_manner(scene: FpScene, command: commands.Move) -> None:
    """Who lies can only crawl; only slow ways are Full Round, and those not stealthy (FP-MOV-3, FP-MOV-8)."""
    one = scene.one(command.who)
    low = posture(one)
    if low and command.how != "crawl":
        scene.refuse(f"{one.name} is {low}", "FP-MOV-8", "first stand up, or --how crawl")
    if command.full_round and command.how not in SLOW:
        raise impossible("running for a whole round is a sprint", "FP-MOV-2", f"sprint {quoted(command.who)} …")
    if command.full_round and command.stealthy:
        scene.refuse(f"nobody can {command.how} that fast and be stealthy", "FP-MOV-3", "without --full-round")


def require_height(scene: FpScene, command: commands.Move, feet: int, way: Way) -> None:
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


def require_way(scene: FpScene, actor: str, way: Way, rule: str) -> None:
    """Nobody spends an action to stay where it is."""
    if not way.squares:
        raise impossible(f"{scene.one(actor).name} is there already", rule)


def enter_map(scene: FpScene, command: commands.Move, kind: str, rule: str) -> None:
    """Who stood nowhere yet comes onto the map where the GM says (FP-FLD-1)."""
    square = name_of(destinations(scene.fight, command.who, command.to)[0])
    spend(scene, command.who, kind, rule)
    scene.change(command.who, "square", square, "FP-FLD-1")
    scene.happen("enters", "FP-FLD-1", who=command.who, square=square)


def sprint(scene: FpScene, command: commands.Sprint) -> None:
    """Up to three times one's speed; the turn ends (FP-MOV-2)."""
    options = scene.fight.options
    walker = Walker(who=command.who, rule="FP-MOV-2", gives=options.opportunity, answer=command.opportunities)
    hurry(scene, command, options.sprint_factor, walker)


def withdraw(scene: FpScene, command: commands.Withdraw) -> None:
    """Away from enemies without a Tactical Opportunity; the turn ends (FP-MOV-10)."""
    walker = Walker(who=command.who, rule="FP-MOV-10", gives="nothing")
    hurry(scene, command, scene.fight.options.withdraw_factor, walker)


def hurry(scene: FpScene, command: commands.Sprint | commands.Withdraw, factor: int, walker: Walker) -> None:
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


def require_upright(scene: FpScene, actor: str) -> None:
    """Who lies, sits or kneels has to stand up first (FP-MOV-8)."""
    one = scene.one(actor)
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


def half_of(fight: FuturePathFight, actor: str, way: Way) -> tuple[Square, ...]:
    """About half of a way, to a square where somebody can lie (FP-MOV-5, FP-FLD-2)."""
    squares = way.squares[: len(way.squares) // 2]
    while squares and not is_free(fight, actor, squares[-1]):
        squares = squares[:-1]
    return squares


def step(scene: FpScene, command: commands.Step) -> None:
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


def prone(scene: FpScene, command: commands.Prone) -> None:
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


def stand(scene: FpScene, command: commands.Stand) -> None:
    """Standing up from lying, sitting or kneeling is Simple (FP-MOV-8)."""
    one = scene.one(command.who)
    low = posture(one)
    if not low:
        raise impossible(f"{one.name} is on its feet", "FP-MOV-8")
    spend(scene, command.who, SIMPLE, "FP-MOV-8")
    scene.relieve(command.who, low, "FP-MOV-8")


def drag(scene: FpScene, command: commands.Drag) -> None:
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


def way_behind(scene: FpScene, command: commands.Drag, path: list[Square]) -> Way:
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


def require_near_enough(scene: FpScene, command: commands.Drag, thing: Thing, way: Way) -> None:
    """A light object moves at speed, others at half; a Full Round doubles that (FP-MOV-11)."""
    one = scene.one(command.who)
    speed = (one.speed if thing.weight == "light" else one.speed // 2) * (2 if command.full_round else 1)
    feet = budget(scene.fight, command.who, way, Gait(flies=one.flies), speed)
    if way.cost * FEET > feet:
        reason = f"the way to {command.to} takes {way.cost * FEET} ft of movement and the {thing.name} moves {feet} ft"
        scene.refuse(reason, "FP-MOV-11", "" if command.full_round else "--full-round")


def pushed_over(scene: FpScene, command: commands.Drag, thing: Thing) -> list[Square]:
    """The straight line an object is pushed along, its own square first; whoever pushes comes after it."""
    start, end = read_square(thing.square), place(scene.fight, command.to)
    if start is None or start == end:
        raise impossible(f"the {thing.name} is on no other square", "FP-MOV-11")
    line = [start, *between(start, end), end]
    people = {square for each in scene.fight.combatants.values() for square in squares_of(each)}
    if any(is_wall(scene.fight.board, each) or each in people for each in line[1:]):
        raise impossible(f"something stands in the way of the {thing.name}", "FP-MOV-11", "another square")
    return line
