"""Going a way square by square: whom it gives a Tactical Opportunity, and the traps on it (FP-MOV-10, FP-TRP-1)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.conditions import held_fast, hindrance
from rbfcli.systems.futurepath.ground.cover import screen_of
from rbfcli.systems.futurepath.ground.map import place
from rbfcli.systems.futurepath.ground.reach import threatens
from rbfcli.systems.futurepath.ground.squares import FEET, Square, name_of, read_square
from rbfcli.systems.futurepath.ground.standing import armed_under, height_at, is_free, threatened
from rbfcli.systems.futurepath.hazards.traps import notice, set_off
from rbfcli.systems.futurepath.sheet.sheet import Character


def _nothing(_here: Square) -> None:
    """Do nothing: most walkers push nothing along."""


class Walker(Struct, kw_only=True):
    """Somebody on its way: by which rule, which steps give enemies a chance, what those do, and who has had it.

    `on_arrival` is what it does wherever it gets to.
    """

    who: str
    rule: str
    gives: Literal["square", "range", "nothing"] = "square"
    answer: str = ""
    passed: tuple[str, ...] = ()
    on_arrival: Callable[[Square], None] = _nothing


class Step(Struct, frozen=True):
    """One step of a way."""

    walker: Walker
    here: Square
    there: Square


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
        step = Step(walker, gone[-1], there)
        if step.here in danger and (foes := strikers(scene, step)):
            stretch = advance(scene, walker, stretch)
            scene.trigger("leaving", walker.who, step=step, foes=foes)
            if not goes_on(scene, walker, step.here):
                return False
            walker.passed, danger = (*walker.passed, *foes), dangers(scene, walker)
        notice(scene, walker.who, there)
        stretch.append(there)
        if traps := armed_under(scene.fight, walker.who, there):
            if not passes_traps(scene, walker, stretch, traps):
                return False
            stretch = []
        gone.append(there)
    advance(scene, walker, stretch)
    return True


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


def strikers(scene: FpScene, step: Step) -> tuple[str, ...]:
    """The enemies that a step gives a Tactical Opportunity, each once on a way (FP-MOV-10)."""
    others = (who for who in scene.fight.combatants if who not in step.walker.passed)
    return tuple(who for who in others if may_strike(scene, who, step))


def may_strike(scene: FpScene, foe: str, step: Step) -> bool:
    """Whether a step lets an enemy strike: out of a square it threatens, or out of its reach (FP-MOV-9, FP-MOV-10)."""
    other = scene.one(foe)
    before, after = (standing_on(scene, step.walker, square) for square in (step.here, step.there))
    return (
        other.turn.opportunities < scene.fight.options.opportunities
        and threatens(scene.fight, foe, before)
        and not (step.walker.gives == "range" and threatens(scene.fight, foe, after))
        and not screen_of(scene.fight, other, before, "", weak=False).solid
    )


def standing_on(scene: FpScene, walker: Walker, square: Square) -> Character:
    """Whoever walks, as it is on a square of its way: on the height of the ground, without the cover it had."""
    one = scene.one(walker.who)
    if square == read_square(one.square):
        return one
    return replace(one, square=name_of(square), height=height_at(scene.fight, walker.who, square), cover="none")


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


def passes_traps(scene: FpScene, walker: Walker, stretch: list[Square], traps: tuple[str, ...]) -> bool:
    """Stop before a trap that is seen; set off all that are not; whether the way goes on (FP-TRP-1)."""
    there, known = stretch[-1], [scene.fight.board.traps[each] for each in traps]
    if seen := next((each.name for each in known if each.found), ""):
        advance(scene, walker, stretch[:-1])
        scene.happen("halts", "FP-TRP-1", who=walker.who, thing=seen)
        return False
    advance(scene, walker, stretch)
    for each in traps:
        set_off(scene, each)
    return goes_on(scene, walker, there)


def goes_on(scene: FpScene, walker: Walker, here: Square) -> bool:
    """Whether somebody goes on after what came in between, and says so where not."""
    able = can_go_on(scene, walker, here)
    if not able:
        scene.happen("stopped", walker.rule, who=walker.who)
    return able


def can_go_on(scene: FpScene, walker: Walker, here: Square) -> bool:
    """Whether somebody is still up, free to move, and where it was on its way (FP-TEC-1)."""
    one = scene.one(walker.who)
    free = scene.force or not held_fast(one)
    return free and not hindrance(one) and read_square(one.square) == here
