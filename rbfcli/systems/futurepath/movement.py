"""Movement: planned paths walked square by square, postures, pushing objects."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Hint, Refusal, refuse
from rbfcli.core.matching import match_named
from rbfcli.core.text import quoted
from rbfcli.model.commands import Command
from rbfcli.systems.futurepath import commands, economy, paths
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.checks import FpScene, skill_check
from rbfcli.systems.futurepath.conditions import CONDITIONS, LOW, held_fast, hindrance, posture
from rbfcli.systems.futurepath.economy import FULL_ROUND, SIMPLE, STANDARD
from rbfcli.systems.futurepath.hazards import notice
from rbfcli.systems.futurepath.health import set_off
from rbfcli.systems.futurepath.map import FEET, Square
from rbfcli.systems.futurepath.outcome import BAD
from rbfcli.systems.futurepath.paths import EASY_STEP, Gait, Way
from rbfcli.systems.futurepath.sheet import Character, Field, FuturePathFight, Thing, knows_of

Gives = Literal["square", "range", "nothing"]


class Walker(Struct, kw_only=True):
    """A combatant on a move: where it goes, how far and how, and what can happen on the way.

    It can spend `feet`, passes through `via`, and a flier ends at `height` and is now at `high`. `gives` decides which
    steps give enemies an opportunity, `answer` is their answer stated in advance, and `passed` lists the enemies who
    had their chance. `braved` lists the traps it ignores; with `detours` it can go around known ones, but if it is
    `easy` not over difficult terrain. `on_arrival` is called at every stop.
    """

    who: str
    to: str
    rule: str
    feet: int
    gait: Gait = Gait()
    via: tuple[str, ...] = ()
    height: int | None = None
    high: int | None = None
    gives: Gives = "square"
    answer: str = ""
    passed: tuple[str, ...] = ()
    braved: tuple[str, ...] = ()
    detours: bool = False
    easy: bool = False
    on_arrival: Callable[[Square], None] | None = None


class Step(Struct, frozen=True):
    """One step of a walker, from its position before to the one after it, on another square or at another height."""

    walker: Walker
    before: Character
    after: Character


def walk(scene: FpScene, walker: Walker, path: Iterable[Square]) -> bool:
    """Walk a path to its end, unless an enemy or a trap stops it; return whether it arrived (FP-MOV-10, FP-TRP-1)."""
    gone = [grid.place(scene.fight, scene.one(walker.who).square)]
    walker.high = scene.one(walker.who).height
    only_rises = [] if walker.height in (None, walker.high) else [*gone]
    arrived = _go(scene, walker, [*path] or only_rises, gone)
    make_room(scene, walker, gone)
    return arrived


def _go(scene: FpScene, walker: Walker, ahead: list[Square], gone: list[Square]) -> bool:
    """Walk step by step and return whether the walker arrived; `gone` collects the squares so far."""
    while ahead:
        who, here, there, height = walker.who, gone[-1], ahead[0], sloping(walker, len(ahead) - 1)
        before, after = (paths.placed(scene.fight, who, *each) for each in ((here, walker.high), (there, height)))
        step = Step(walker, before, after)
        if foes := enemies_with_opportunity(scene, step):
            advance(scene, walker, gone)
            scene.trigger("leaving", who, step=step, foes=foes)
            walker.passed = (*walker.passed, *foes)
            if not goes_on(scene, walker, here):
                return False
        seen = notice(scene, who, grid.spot_of(after))
        traps = paths.armed_under(scene.fight, who, there, height)
        rest = chosen_way(scene, walker, traps, gone, ahead)
        if rest is ahead:
            gone.append(ahead.pop(0))
            walker.high = height
            if traps:
                advance(scene, walker, gone)
                for each in traps:
                    set_off(scene, each)
                if not goes_on(scene, walker, gone[-1]):
                    return False
            others = tuple(each for each in seen if ahead and each not in traps)
            rest = chosen_way(scene, walker, others, gone, ahead)
        if rest is None:
            return False
        ahead = rest
    advance(scene, walker, gone)
    return True


def sloping(walker: Walker, left: int) -> int | None:
    """Return a flier's height after a step with `left` more to go (FP-FLD-1).

    Returns None for a walker that keeps its height or walks. The last step takes the rest, so that no climb is left
    to do within the target's reach.
    """
    if walker.height is None or walker.high is None or not left:
        return walker.height
    if abs(walker.height - walker.high) <= left:
        return walker.high
    return walker.high + (1 if walker.height > walker.high else -1)


def make_room(scene: FpScene, walker: Walker, gone: list[Square]) -> None:
    """Move a walker that stopped on a taken square back to the last free square of its path (FP-FLD-2)."""
    here = grid.read_square(scene.one(walker.who).square)
    if here in gone and not paths.is_free(scene.fight, walker.who, here):
        passed = reversed(gone[: gone.index(here)])
        back = next((square for square in passed if paths.is_free(scene.fight, walker.who, square)), here)
        paths.come_to(scene, walker.who, back, "FP-FLD-2")
        scene.happen("makes-room", "FP-FLD-2", who=walker.who, square=grid.name_of(back))


def enemies_with_opportunity(scene: FpScene, step: Step) -> tuple[str, ...]:
    """Return the enemies who get a Tactical Opportunity from a step, each once per move (FP-MOV-10)."""
    others = () if step.walker.gives == "nothing" else scene.fight.combatants
    return tuple(who for who in others if who not in step.walker.passed and gives_opportunity(scene, who, step))


def gives_opportunity(scene: FpScene, foe: str, step: Step) -> bool:
    """Return whether a step leaves a square, or for some moves the range, that an enemy threatens (FP-MOV-10)."""
    other = scene.one(foe)
    return (
        other.turn.opportunities < scene.fight.options.opportunities
        and grid.threatens(scene.fight, foe, step.before)
        and not (step.walker.gives == "range" and grid.threatens(scene.fight, foe, step.after))
        and not paths.screen_of(scene.fight, other, step.before).solid
    )


def advance(scene: FpScene, walker: Walker, gone: list[Square]) -> None:
    """Move the walker along the part of the path after its current square."""
    who, start = walker.who, scene.one(walker.who).square
    stretch = gone[len(gone) - gone[::-1].index(grid.place(scene.fight, start)) :]
    if stretch:
        end, feet = stretch[-1], FEET * len(stretch)
        path = "-".join([start, *map(grid.name_of, stretch)])
        scene.happen("moves", walker.rule, who=who, start=start, end=grid.name_of(end), path=path, feet=feet)
    paths.come_to(scene, who, gone[-1], walker.rule, walker.high)
    if stretch and walker.on_arrival:
        walker.on_arrival(gone[-1])


STOP, AROUND, ON = "stop", "around", "on"


def chosen_way(
    scene: FpScene, walker: Walker, traps: tuple[str, ...], gone: list[Square], ahead: list[Square]
) -> list[Square] | None:
    """Ask a walker that sees traps to go around, stop or continue; return the path ahead, or None (FP-TRP-1)."""
    side, known = scene.one(walker.who).side, scene.fight.board.traps
    traps = tuple(each for each in traps if each not in walker.braved and knows_of(side, known[each]))
    if not traps:
        return ahead
    advance(scene, walker, gone)
    who, here, trap = walker.who, gone[-1], known[traps[0]]
    is_in_the_way = any(paths.treads_knowingly(scene.fight, who, each) for each in ahead)
    way = way_around(scene, walker, gone) if is_in_the_way and walker.detours else None
    answers = [*([AROUND] if way else []), *([STOP, ON] if is_in_the_way else [ON, STOP])]
    answer = scene.ask(
        "trap", who, answers, "FP-TRP-1", still=lambda: can_go_on(scene, walker.who, here),
        thing=trap.name, square=trap.square,
    )  # fmt: skip
    if not goes_on(scene, walker, here):
        return None
    if answer == STOP:
        scene.happen("halts", "FP-TRP-1", who=who, thing=trap.name)
        return None
    if answer == AROUND:
        return [*(way or ())]
    walker.braved = (*walker.braved, *traps)
    return ahead


def goes_on(scene: FpScene, walker: Walker, here: Square) -> bool:
    """Return whether the walker continues after an interruption, and report it if not."""
    able = can_go_on(scene, walker.who, here)
    walker.high = scene.one(walker.who).height
    if not able:
        scene.happen("stopped", walker.rule, who=walker.who)
    return able


def can_go_on(scene: FpScene, actor: str, here: Square | None) -> bool:
    """Return whether a combatant is still up, free to move, and on its path (FP-TEC-1)."""
    one = scene.one(actor)
    free = scene.force or not held_fast(one)
    return free and not hindrance(one) and grid.read_square(one.square) == here


def plan(scene: FpScene, walker: Walker) -> Way:
    """Return the cheapest path, which can have detours. Raises Refusal if there is none short enough (FP-MOV-1)."""
    who, one = walker.who, scene.one(walker.who)
    require_free_to_move(scene, who)
    goals, stops = goals_of(scene.fight, walker), [grid.place(scene.fight, each) for each in walker.via]
    named = replace(walker.gait, names=(*stops, *goals))
    for gait in gaits(scene.fight.board, named):
        way = stitched(scene.fight, who, [*([stop] for stop in stops), goals], gait)
        if way is not None and way.cost * FEET <= budget(scene.fight, who, way, gait, walker.feet):
            break
    else:
        if way is None:
            raise refuse(f"{one.name} cannot reach {walker.to}: walls or enemies block every path", "FP-FLD-2")
        allowed = budget(scene.fight, who, way, walker.gait, walker.feet)
        scene.refuse(
            f"the path to {walker.to} takes {way.cost * FEET} ft of movement, and {one.name} has {allowed} ft",
            walker.rule,
            faster(scene, walker, way),
            hint="use a nearer square",
        )
    require_height(scene, walker, way)
    walker.detours = True
    walker.easy = walker.rule != "FP-MOV-1" and not paths.is_hard(scene.fight, who, way, walker.gait)
    return way


def goals_of(fight: FuturePathFight, walker: Walker) -> list[Square]:
    """Return the squares where a move can end, free at a flier's final height (FP-FLD-1)."""
    ahead = fight if walker.height is None else paths.at_height(fight, walker.who, walker.height)
    return destinations(ahead, walker.who, walker.to)


def way_around(scene: FpScene, walker: Walker, gone: list[Square]) -> tuple[Square, ...] | None:
    """Return the rest of a path around known traps within the feet left, or None (FP-TRP-1, FP-MOV-5)."""
    fight, who, cost_of = scene.fight, walker.who, paths.step_costs(scene.fight, walker.who, walker.gait)
    spent = sum(cost_of(before, square) or EASY_STEP for before, square in pairwise(gone))
    stops = [stop for stop in (grid.place(fight, each) for each in walker.via) if stop not in gone]
    try:
        legs = [*([stop] for stop in stops), goals_of(fight, walker)]
    except Refusal:
        return None
    for gait in gaits(fight.board, walker.gait):
        rest = stitched(fight, who, legs, gait)
        if rest is None or (walker.easy and paths.is_hard(fight, who, rest, gait)):
            continue
        whole = Way((*gone[1:], *rest.squares), spent + rest.cost)
        if whole.cost * FEET <= budget(fight, who, whole, gait, walker.feet):
            return rest.squares
    return None


def height_beside(fight: FuturePathFight, actor: str, word: str) -> int | None:
    """Return the height of a flier's destination; None for a plain square and for walkers (FP-FLD-1)."""
    if not fight.combatants[actor].flies:
        return None
    name, beside = place_named(fight, word)
    if name in fight.combatants and name != actor:
        return fight.combatants[name].height
    return grid.ground_height(fight.board, beside[0]) if beside else None


def gaits(board: Field, gait: Gait) -> tuple[Gait, ...]:
    """Return the gaits to try: on foot, first around uneven ground if there is any, then across it (FP-MOV-4)."""
    return (replace(gait, uneven=False), gait) if grid.has_uneven_ground(board) and not gait.flies else (gait,)


def faster(scene: FpScene, walker: Walker, way: Way) -> str:
    """Return the sprint command that would reach the destination, or an empty string (FP-MOV-2)."""
    feet = scene.one(walker.who).speed * scene.fight.options.sprint_factor
    allowed = budget(scene.fight, walker.who, way, walker.gait, feet)
    fits = walker.rule == "FP-MOV-1" and way.cost * FEET <= allowed
    may = fits and economy.is_left(scene, walker.who, FULL_ROUND)
    return f"sprint {quoted(walker.who)} {quoted(walker.to)}" if may else ""


def require_free_to_move(scene: FpScene, actor: str) -> None:
    """Raise Refusal if a combatant is held or has no position (FP-TEC-1)."""
    one = scene.one(actor)
    if not grid.read_square(one.square):
        raise refuse(f"{one.name} is not on the map yet", "FP-FLD-1", f"set {quoted(actor)} square=A1")
    if held := held_fast(one):
        scene.refuse(f"{one.name} is {held} and cannot move", CONDITIONS[held].rule)


def budget(fight: FuturePathFight, actor: str, way: Way, gait: Gait, feet: int) -> int:
    """Return a move's feet, reduced by uneven ground for walkers (FP-MOV-4)."""
    return max(0, feet - fight.options.uneven_feet) if paths.crosses_uneven(fight, actor, way, gait) else feet


def stitched(fight: FuturePathFight, actor: str, legs: Iterable[list[Square]], gait: Gait) -> Way | None:
    """Return one path made of legs, each to the nearest of its goals, or None."""
    walker, cost = fight, 0
    squares: tuple[Square, ...] = ()
    for goals in legs:
        leg = paths.cheapest(walker, actor, goals, gait)
        if leg is None:
            return None
        squares, cost = (*squares, *leg.squares), cost + leg.cost
        if squares:
            walker = moved(walker, actor, squares[-1])
    return Way(squares, cost)


def moved(fight: FuturePathFight, actor: str, square: Square) -> FuturePathFight:
    """Return the fight with a combatant on another square, to plan from there."""
    return replace(fight, combatants={**fight.combatants, actor: paths.placed(fight, actor, square)})


def destinations(fight: FuturePathFight, actor: str, word: str) -> list[Square]:
    """Return the squares a word means: one by name, or those adjacent to a combatant or object (FP-FLD-1)."""
    name, beside = place_named(fight, word)
    if beside and name != actor:
        goals = paths.next_to(fight, actor, beside)
        if not goals:
            raise refuse(f"every square next to {name} is occupied or has a known trap", "FP-FLD-2")
        return goals
    square = grid.place(fight, name)
    if square != grid.read_square(fight.combatants[actor].square) and not paths.is_free(fight, actor, square):
        size = fight.combatants[actor].size
        is_blocked = any(grid.is_wall(fight.board, each) for each in grid.footprint(square, size))
        reason = "blocked" if is_blocked else "occupied"
        raise refuse(f"{grid.name_of(square)} is {reason}", "FP-FLD-2", hint="use a free square")
    return [square]


def place_named(fight: FuturePathFight, word: str) -> tuple[str, list[Square]]:
    """Return the id and squares of the combatant or object that a word means, or the name of a square (FP-FLD-1)."""
    people, objects = fight.combatants, fight.board.objects
    if grid.read_square(word) is None:
        names = {each: one.name for each, one in people.items()} | {each: thing.name for each, thing in objects.items()}
        try:
            word = match_named(word, names, "place", Refusal, "FP-FLD-1")
        except Refusal as unknown:
            if unknown.suggestions:
                raise
            grid.place(fight, word)
    if word in people:
        return word, grid.squares_of(people[word])
    square = grid.read_square(objects[word].square) if word in objects else None
    return word, [] if square is None else [square]


ACROBATICS_DC = 15
SLOW = ("climb", "crawl", "swim")
TOO_WEAK = 3


def move(scene: FpScene, command: commands.Move) -> None:
    """Make a Standard move at speed; walking, climbing, crawling and swimming at half (FP-MOV-1, FP-MOV-3)."""
    one = scene.one(command.who)
    require_manner(scene, command)
    rule = "FP-MOV-3" if command.how in SLOW else "FP-MOV-1"
    kind = FULL_ROUND if command.full_round else STANDARD
    economy.may_spend(scene, command.who, kind, rule)
    if not grid.read_square(one.square):
        enter_map(scene, command, kind, rule)
        return
    if command.height is not None and not one.flies:
        raise refuse(f"{one.name} cannot fly", "FP-FLD-1", hint="remove --height")
    feet = one.speed if command.how == "run" or command.full_round else one.speed // 2
    walker = walker_of(scene, command, rule, feet, command.height, climbs=command.how == "climb")
    way = plan(scene, walker)
    if not command.cover:
        require_way(scene, walker, way)
    economy.spend(scene, command.who, kind, rule)
    if command.stealthy:
        scene.happen("stealthily", "FP-MOV-3", who=command.who)
    if walk(scene, walker, way.squares) and command.cover:
        scene.change(command.who, "cover", command.cover, "FP-COV-1")


GIVES: dict[type[Command], Gives] = {commands.Withdraw: "nothing", commands.Step: "range"}
Going = commands.Move | commands.Sprint | commands.Withdraw | commands.Step | commands.Technique


def walker_of(
    scene: FpScene, command: Going, rule: str, feet: int, height: int | None = None, *, climbs: bool = False
) -> Walker:
    """Return the walker that a command sets off, by default to the height of its destination (FP-FLD-1, FP-MOV-10)."""
    who = command.who
    to = command.target if isinstance(command, commands.Technique) else command.to
    return Walker(
        who=who,
        to=to,
        rule=rule,
        feet=feet,
        gait=Gait(climbs=climbs, flies=scene.one(who).flies),
        via=() if isinstance(command, commands.Step | commands.Technique) else command.via,
        height=height_beside(scene.fight, who, to) if height is None else height,
        gives=GIVES.get(type(command), scene.fight.options.opportunity),
        answer="" if isinstance(command, commands.Withdraw) else command.opportunities,
    )


def require_manner(scene: FpScene, command: commands.Move) -> None:
    """Refuse all but crawling when low, running as a Full Round, and stealth as one (FP-MOV-3, FP-MOV-8)."""
    if command.how != "crawl":
        require_upright(scene, command.who, Hint("stand up first, or use {}", "--how crawl"))
    if command.full_round and command.how not in SLOW:
        line = f"sprint {quoted(command.who)} {quoted(command.to)}"
        raise refuse("running for a full round is a sprint", "FP-MOV-2", line)
    if command.full_round and command.stealthy:
        name = scene.one(command.who).name
        scene.refuse(f"{name} cannot {command.how} this fast stealthily", "FP-MOV-3", hint="remove --full-round")


def end_of(fight: FuturePathFight, actor: str, way: Way) -> Square:
    """Return the square where a path ends, which is the combatant's own if there is no step."""
    return way.squares[-1] if way.squares else grid.place(fight, fight.combatants[actor].square)


def require_height(scene: FpScene, walker: Walker, way: Way) -> None:
    """Refuse a flier's final height that is too far, below ground or taken; the change costs movement (FP-FLD-1)."""
    one, fight, height = scene.one(walker.who), scene.fight, walker.height
    if height is None:
        return
    there = end_of(fight, walker.who, way)
    if abs(height - one.height) * FEET > walker.feet:
        scene.refuse(f"height {height} is more than {walker.feet} ft up or down", "FP-MOV-1")
    if height < paths.height_at(paths.at_height(fight, walker.who, 0), walker.who, there):
        raise refuse(f"height {height} is below ground on {grid.name_of(there)}", "FP-FLD-1")
    if not paths.is_free(paths.at_height(fight, walker.who, height), walker.who, there):
        raise refuse(
            f"{grid.name_of(there)} is occupied at height {height}",
            "FP-FLD-2",
            hint="use a free square or another height",
        )


def require_way(scene: FpScene, walker: Walker, way: Way) -> None:
    """Raise Refusal for a move that ends where it starts."""
    one = scene.one(walker.who)
    if not way.squares and walker.height in (None, one.height):
        raise refuse(f"{one.name} is already there", walker.rule)


def enter_map(scene: FpScene, command: commands.Move, kind: str, rule: str) -> None:
    """Place a combatant without a position on the map where the GM says (FP-FLD-1)."""
    economy.refuse_needless(command, ("via",), "without a square to start from", "FP-FLD-1")
    walker = walker_of(scene, command, rule, 0, command.height)
    square = goals_of(scene.fight, walker)[0]
    economy.spend(scene, command.who, kind, rule)
    paths.come_to(scene, command.who, square, "FP-FLD-1", walker.height)
    scene.change(command.who, "cover", command.cover or "none", "FP-COV-1")
    scene.happen("enters", "FP-FLD-1", who=command.who, square=grid.name_of(square))


def hurry(scene: FpScene, command: commands.Sprint | commands.Withdraw) -> None:
    """Sprint, or withdraw from enemies, as a Full Round action (FP-MOV-2, FP-MOV-10)."""
    options, sprints = scene.fight.options, isinstance(command, commands.Sprint)
    factor, rule = (options.sprint_factor, "FP-MOV-2") if sprints else (options.withdraw_factor, "FP-MOV-10")
    require_upright(scene, command.who)
    economy.may_spend(scene, command.who, FULL_ROUND, rule)
    walker = walker_of(scene, command, rule, scene.one(command.who).speed * factor)
    way = plan(scene, walker)
    require_way(scene, walker, way)
    economy.spend(scene, command.who, FULL_ROUND, rule)
    rush(scene, walker, way, misc=command.misc, mod=command.mod)


def require_upright(scene: FpScene, actor: str, hint: str | Hint = "stand up first") -> None:
    """Raise Refusal if a combatant is prone, sitting or kneeling (FP-MOV-8)."""
    one = scene.one(actor)
    if low := posture(one):
        scene.refuse(f"{one.name} is {low}", "FP-MOV-8", hint=hint)


def rush(scene: FpScene, walker: Walker, way: Way, *, hard_beyond: bool = False, misc: int = 0, mod: int = 0) -> bool:
    """Move, with Acrobatics against 15 + misc over difficult terrain; on a failure fall halfway (FP-MOV-5)."""
    if hard_beyond or paths.is_hard(scene.fight, walker.who, way, walker.gait):
        rolled = skill_check(scene, walker.who, "acrobatics", "FP-MOV-5", dc=ACROBATICS_DC + misc, mod=mod)
        scene.conclude(rolled.outcome)
        if rolled.outcome in BAD:
            falling = replace(walker, height=None, detours=False)
            if walk(scene, falling, half_of(scene.fight, walker.who, way)):
                scene.afflict(walker.who, "prone", "FP-MOV-5")
            return False
    return walk(scene, walker, way.squares)


def half_of(fight: FuturePathFight, actor: str, way: Way) -> tuple[Square, ...]:
    """Return about half of a path, ending on a square where the combatant can stop (FP-MOV-5, FP-FLD-2)."""
    squares = way.squares[: len(way.squares) // 2]
    while squares and not paths.is_free(fight, actor, squares[-1]):
        squares = squares[:-1]
    return squares


def step(scene: FpScene, command: commands.Step) -> None:
    """Move one square and end the turn; only leaving a threat range gives a Tactical Opportunity (FP-MOV-9)."""
    one = scene.one(command.who)
    require_upright(scene, command.who)
    economy.may_spend(scene, command.who, SIMPLE, "FP-MOV-9")
    there, here = grid.read_square(command.to), grid.read_square(one.square)
    if here and there and grid.apart(here, there) > 1:
        line = f"move {quoted(command.who)} …"
        raise refuse(f"{grid.name_of(there)} is more than one square away", "FP-MOV-9", line)
    walker = walker_of(scene, command, "FP-MOV-9", FEET)
    way = plan(scene, walker)
    require_way(scene, walker, way)
    economy.spend(scene, command.who, SIMPLE, "FP-MOV-9")
    economy.end_own_turn(scene, command.who, "FP-MOV-9")
    walk(scene, walker, way.squares)


def prone(scene: FpScene, command: commands.Prone) -> None:
    """Drop prone, sit or kneel as a Free action, with normal gravity only (FP-MOV-8)."""
    one, gravity = scene.one(command.who), scene.fight.board.gravity
    low = posture(one)
    if command.to == low:
        raise refuse(f"{one.name} is already {command.to}", "FP-MOV-8")
    if low and LOW.index(command.to) > LOW.index(low):
        scene.refuse(f"{one.name} is {low} and cannot drop to {command.to}", "FP-MOV-8", f"stand {quoted(command.who)}")
    if gravity != "normal":
        scene.refuse(f"dropping is not possible in {gravity} gravity", "FP-MOV-8")
    here = grid.read_square(one.square)
    if one.flies and here and one.height > (ground := grid.ground_height(scene.fight.board, here)):
        line = f"move {quoted(command.who)} … --height {ground}"
        scene.refuse(f"{one.name} is in the air", "FP-MOV-8", line)
    economy.spend_free(scene, command.who, "FP-MOV-8", during=command.during)
    scene.afflict(command.who, command.to, "FP-MOV-8")


def stand(scene: FpScene, command: commands.Stand) -> None:
    """Stand up from prone, sitting or kneeling as a Simple action (FP-MOV-8)."""
    one = scene.one(command.who)
    low = posture(one)
    if not low:
        raise refuse(f"{one.name} is already standing", "FP-MOV-8")
    economy.spend(scene, command.who, SIMPLE, "FP-MOV-8")
    scene.relieve(command.who, low, "FP-MOV-8")


def drag(scene: FpScene, command: commands.Drag) -> None:
    """Push an object at half speed if medium or heavier, twice that as a Full Round (FP-MOV-11)."""
    one = scene.one(command.who)
    thing = grid.within_reach(scene, command.who, command.thing, "FP-MOV-11")
    kind = FULL_ROUND if command.full_round else STANDARD
    economy.may_spend(scene, command.who, kind, "FP-MOV-11")
    if one.strength <= TOO_WEAK:
        scene.refuse(f"{one.name} with Strength {one.strength} is too weak to move anything", "FP-MOV-11")
    require_free_to_move(scene, command.who)
    require_upright(scene, command.who)
    path = pushed_over(scene, command, thing)
    require_near_enough(scene, command, thing, path)
    economy.spend(scene, command.who, kind, "FP-MOV-11")

    def push(here: Square) -> None:
        there = path[path.index(here) + 1]
        scene.change("", ("board", "objects", command.thing, "square"), grid.name_of(there), "FP-MOV-11")
        scene.happen("pushes", "FP-MOV-11", who=command.who, thing=thing.name, square=grid.name_of(there))

    walker = Walker(who=command.who, to=command.to, rule="FP-MOV-11", feet=0, answer=command.opportunities)
    walk(scene, replace(walker, gives=scene.fight.options.opportunity, on_arrival=push), path[:-1])


def require_near_enough(scene: FpScene, command: commands.Drag, thing: Thing, path: list[Square]) -> None:
    """Refuse to push an object beyond the speed, half if not light, twice that as a Full Round (FP-MOV-11)."""
    fight, one, gait = scene.fight, scene.one(command.who), Gait(flies=scene.one(command.who).flies)
    objects = {**fight.board.objects, command.thing: replace(thing, square=grid.name_of(path[-1]))}
    pushed = replace(fight, board=replace(fight.board, objects=objects))
    cost_of = paths.step_costs(pushed, command.who, gait)
    costs = [cost_of(before, square) for before, square in pairwise((grid.place(fight, one.square), *path[:-1]))]
    if None in costs:
        raise refuse(f"{one.name} cannot follow the {thing.name} there", "FP-FLD-2", hint="use another square")
    way = Way(tuple(path[:-1]), sum(cost or 0 for cost in costs))
    speed = (one.speed if thing.weight == "light" else one.speed // 2) * (2 if command.full_round else 1)
    feet = budget(fight, command.who, way, gait, speed)
    if way.cost * FEET > feet:
        reason = f"the path to {command.to} takes {way.cost * FEET} ft, and the {thing.name} can move {feet} ft"
        scene.refuse(reason, "FP-MOV-11", "" if command.full_round else "--full-round")


def pushed_over(scene: FpScene, command: commands.Drag, thing: Thing) -> list[Square]:
    """Return the straight line an object is pushed along, from its own square; the pusher follows it."""
    start, end = grid.read_square(thing.square), grid.place(scene.fight, command.to)
    if start is None or start == end:
        raise refuse(f"the {thing.name} must move to another square", "FP-MOV-11")
    line = [start, *grid.between(start, end), end]
    people = {square for each in scene.fight.combatants.values() for square in grid.squares_of(each)}
    if any(grid.is_wall(scene.fight.board, each) or each in people for each in line[1:]):
        raise refuse(f"something blocks the {thing.name}", "FP-MOV-11", hint="use another square")
    return line
