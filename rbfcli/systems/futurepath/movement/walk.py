"""Going a way square by square: what is met on it, and what happens where it ends (FP-MOV-10, FP-TRP-1)."""

from typing import Literal

from msgspec.structs import replace

from rbfcli.kernel.fight import Plain
from rbfcli.systems.futurepath.attack.blow import strike
from rbfcli.systems.futurepath.attack.strike import Attempt, prepare
from rbfcli.systems.futurepath.check import FpScene, character
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.defense import overcomes
from rbfcli.systems.futurepath.ground.map import place
from rbfcli.systems.futurepath.ground.paths import Way, height_at
from rbfcli.systems.futurepath.ground.squares import name_of
from rbfcli.systems.futurepath.hazards.traps import armed_on, notice, set_off

Leaving = Literal["square", "range", "nothing"]


class Walk(Plain, frozen=True, kw_only=True):
    """A way that somebody goes: the squares still to enter, whose leaving enemies may strike at, and what follows."""

    who: str
    rule: str
    path: tuple[str, ...] = ()
    gives: Leaving = "square"
    answer: str = ""
    offered: tuple[str, ...] = ()
    settled: bool = False
    height: int | None = None
    cover: str = "none"
    then: Literal["", "fall", "charge", "overrun", "push"] = ""
    attempt: Attempt | None = None
    beyond: tuple[str, ...] = ()
    misc: int = 0
    thing: str = ""
    thing_to: str = ""


def set_out(scene: FpScene, walker: Walk, way: Way) -> None:
    """Begin a way that was planned."""
    walk(scene, replace(walker, path=tuple(map(name_of, way.squares))))


def walk(scene: FpScene, way: Walk) -> None:
    """Go on until the way ends, an enemy may strike, or a trap is in it (FP-MOV-10, FP-TRP-1)."""
    from rbfcli.systems.futurepath.reactions import offer, strikers

    here = place(scene.fight, character(scene, way.who).square)
    for number, name in enumerate(way.path):
        square = place(scene.fight, name)
        foes = () if way.settled and not number else strikers(scene, way, here, square)
        if foes:
            offer(scene, replace(advanced(scene, way, number), settled=True), foes)
            return
        notice(scene, way.who, square)
        trap = armed_on(scene.fight.board, square)
        if trap:
            meet_trap(scene, way, number, trap)
            return
        here = square
    arrive(scene, advanced(scene, way, len(way.path)))


def advanced(scene: FpScene, way: Walk, steps: int) -> Walk:
    """The walker some squares further, and the rest of its way."""
    if steps:
        one, square = character(scene, way.who), place(scene.fight, way.path[steps - 1])
        scene.happen("moves", way.rule, who=way.who, start=one.square, end=name_of(square), feet=5 * steps)
        scene.change(way.who, "cover", "none", "FP-COV-1")
        scene.change(way.who, "square", name_of(square), way.rule)
        scene.change(way.who, "height", height_at(scene.fight, way.who, square), way.rule)
    return replace(way, path=way.path[steps:], settled=False if steps else way.settled)


def go_on(scene: FpScene, way: Walk) -> None:
    """The rest of a way, if the walker still can."""
    if hindrance(character(scene, way.who)):
        scene.happen("stopped", way.rule, who=way.who)
    else:
        walk(scene, way)


def meet_trap(scene: FpScene, way: Walk, steps: int, trap: str) -> None:
    """Stop before a trap that is seen; set off one that is not (FP-TRP-1)."""
    if scene.fight.board.traps[trap].found:
        advanced(scene, way, steps)
        scene.happen("halts", "FP-TRP-1", who=way.who, thing=scene.fight.board.traps[trap].name)
        return
    rest = advanced(scene, way, steps + 1)
    set_off(scene, trap)
    go_on(scene, rest)


def arrive(scene: FpScene, way: Walk) -> None:
    """What a way was gone for."""
    if way.height is not None:
        scene.change(way.who, "height", way.height, way.rule)
    if way.cover != "none":
        scene.change(way.who, "cover", way.cover, "FP-COV-1")
    match way.then:
        case "fall":
            scene.afflict(way.who, "prone", "FP-MOV-5")
        case "charge" if way.attempt:
            strike(scene, prepare(scene, way.attempt))
        case "overrun" if way.attempt:
            overrun(scene, way, way.attempt.target)
        case "push":
            scene.change("", f"board.objects.{way.thing}.square", way.thing_to, way.rule)
        case _:
            return


def overrun(scene: FpScene, way: Walk, target: str) -> None:
    """The enemy in the way saves or is run down, and the walker goes through (FP-FLD-2, FP-TEC-1)."""
    edge = way.attempt.advantage - way.attempt.disadvantage if way.attempt else 0
    if overcomes(scene, way.who, target, "overrun", misc=way.misc, edge=edge):
        scene.afflict(target, "prone", "FP-TEC-1", by=way.who)
        walk(scene, replace(way, path=way.beyond, beyond=(), then="", offered=(*way.offered, target)))
