"""Going a way square by square: whom it gives a Tactical Opportunity, and the traps on it (FP-MOV-10, FP-TRP-1)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.conditions import held_fast, hindrance
from rbfcli.systems.futurepath.ground.cover import screen_of
from rbfcli.systems.futurepath.ground.map import place
from rbfcli.systems.futurepath.ground.reach import Spot, threatens
from rbfcli.systems.futurepath.ground.squares import FEET, Square, footprint, name_of, read_square
from rbfcli.systems.futurepath.ground.standing import armed_under, at_height, height_at, is_free, threatened
from rbfcli.systems.futurepath.hazards.traps import notice, set_off
from rbfcli.systems.futurepath.sheet.sheet import Character


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
    """One step of a way, or in the same square up or down to a height."""

    walker: Walker
    here: Square
    there: Square
    height: int | None = None


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
            if not gets_past(scene, step, foes):
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
    step = Step(walker, here, here, height)
    if (foes := strikers(scene, step)) and not gets_past(scene, step, foes):
        return False
    notice(scene, who, replace(passing(scene, who, here), height=height))
    traps = armed_under(at_height(scene.fight, who, height), who, here)
    if traps and halts(scene, walker, [], traps):
        return False
    scene.change(who, "height", height, walker.rule)
    return treads_on(scene, walker, here, traps)


def passing(scene: FpScene, who: str, square: Square) -> Spot:
    """Where somebody is as it passes a square, with all that it takes up (FP-FLD-1)."""
    return Spot(tuple(footprint(square, scene.one(who).size)), height_at(scene.fight, who, square))


def gets_past(scene: FpScene, step: Step, foes: tuple[str, ...]) -> bool:
    """Whether somebody goes on after what enemies did that it leaves behind (FP-MOV-10)."""
    walker = step.walker
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


def strikers(scene: FpScene, step: Step) -> tuple[str, ...]:
    """The enemies that a step gives a Tactical Opportunity, each once on a way (FP-MOV-10)."""
    others = (who for who in scene.fight.combatants if who not in step.walker.passed)
    return tuple(who for who in others if may_strike(scene, who, step))


def may_strike(scene: FpScene, foe: str, step: Step) -> bool:
    """Whether a step lets an enemy strike: out of a square it threatens, or out of its reach (FP-MOV-9, FP-MOV-10)."""
    other, before = scene.one(foe), standing_on(scene, step.walker, step.here)
    return (
        other.turn.opportunities < scene.fight.options.opportunities
        and threatens(scene.fight, foe, before)
        and not (step.walker.gives == "range" and threatens(scene.fight, foe, behind(scene, step, before)))
        and not screen_of(scene.fight, other, before).solid
    )


def behind(scene: FpScene, step: Step, before: Character) -> Character:
    """Whoever walks, as it is once the step is done."""
    if step.height is not None:
        return replace(before, height=step.height)
    return standing_on(scene, step.walker, step.there)


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
    able = can_go_on(scene, walker, here)
    if not able:
        scene.happen("stopped", walker.rule, who=walker.who)
    return able


def can_go_on(scene: FpScene, walker: Walker, here: Square) -> bool:
    """Whether somebody is still up, free to move, and where it was on its way (FP-TEC-1)."""
    one = scene.one(walker.who)
    free = scene.force or not held_fast(one)
    return free and not hindrance(one) and read_square(one.square) == here
