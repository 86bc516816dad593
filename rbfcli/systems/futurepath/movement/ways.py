"""Planning a way: where it leads, how far it may be, and what refuses it (FP-FLD, FP-MOV)."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.matching import match_named
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.conditions import CONDITIONS, held_fast
from rbfcli.systems.futurepath.economy import FULL_ROUND, is_left
from rbfcli.systems.futurepath.ground.map import has_uneven_ground, is_wall, place, squares_of
from rbfcli.systems.futurepath.ground.paths import Gait, Way, cheapest, crosses_uneven
from rbfcli.systems.futurepath.ground.squares import FEET, Square, footprint, name_of, read_square
from rbfcli.systems.futurepath.ground.standing import is_free, next_to
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight


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


def require_free_to_move(scene: FpScene, who: str) -> None:
    """Who is held fast goes nowhere (FP-TEC-1)."""
    one = scene.one(who)
    if not read_square(one.square):
        raise impossible(f"{one.name} is on no square yet", "FP-FLD-1", f"set {quoted(who)} square=A1")
    if held := held_fast(one):
        scene.refuse(f"{one.name} is {held} and cannot move", CONDITIONS[held].rule)


def budget(fight: FuturePathFight, who: str, way: Way, gait: Gait, feet: int) -> int:
    """The feet a move has: uneven ground takes some off, in the air none (FP-MOV-4)."""
    return max(0, feet - fight.options.uneven_feet) if crosses_uneven(fight, who, way, gait) else feet


def stitched(fight: FuturePathFight, who: str, legs: Iterable[list[Square]], gait: Gait) -> Way | None:
    """One way out of its legs, each to the nearest of some squares."""
    walker, cost = fight, 0
    squares: tuple[Square, ...] = ()
    for goals in legs:
        leg = cheapest(walker, who, goals, gait)
        if leg is None:
            return None
        squares, cost = (*squares, *leg.squares), cost + leg.cost
        if squares:
            walker = moved(walker, who, squares[-1])
    return Way(squares, cost)


def moved(fight: FuturePathFight, who: str, square: Square) -> FuturePathFight:
    """The fight with somebody on another square, to look ahead from there."""
    one = replace(fight.combatants[who], square=name_of(square))
    return replace(fight, combatants={**fight.combatants, who: one})


def destinations(fight: FuturePathFight, who: str, word: str) -> list[Square]:
    """The squares a word means: one by its name, or those next to somebody or something (FP-FLD-1)."""
    word = place_meant(fight, word)
    beside = beside_which(fight, word)
    if beside and word != who:
        goals = next_to(fight, who, beside)
        if not goals:
            raise impossible(f"every square next to {word} is taken", "FP-FLD-2")
        return goals
    square = place(fight, word)
    if square != read_square(fight.combatants[who].square) and not is_free(fight, who, square):
        size = fight.combatants[who].size
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
