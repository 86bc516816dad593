"""Going a way square by square: what it gives enemies to strike at, and what happens where it ends (FP-MOV-10)."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.events import Answered
from rbfcli.kernel.fight import Plain, Question
from rbfcli.systems.futurepath.attempt import Attempt
from rbfcli.systems.futurepath.blows import strike, strike_opportunity
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.contest import overcomes
from rbfcli.systems.futurepath.cover import screen_of
from rbfcli.systems.futurepath.ground import place, threatens
from rbfcli.systems.futurepath.paths import Way, height_at
from rbfcli.systems.futurepath.people import character, hindrance
from rbfcli.systems.futurepath.squares import Square, name_of
from rbfcli.systems.futurepath.strike import prepare
from rbfcli.systems.futurepath.traps import armed_on, notice, set_off

RULE = "FP-MOV-10"

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


def strikers(scene: FpScene, way: Walk, here: Square, there: Square) -> tuple[str, ...]:
    """The enemies that a step gives a Tactical Opportunity (FP-MOV-9, FP-MOV-10)."""
    if way.gives == "nothing":
        return ()
    one = character(scene, way.who)
    cover = one.cover if name_of(here) == one.square else "none"
    before, after = (replace(one, square=name_of(square), cover=cover) for square in (here, there))
    most = scene.fight.options.opportunities
    return tuple(
        foe
        for foe, other in scene.fight.combatants.items()
        if foe not in way.offered
        and other.turn.opportunities < most
        and threatens(scene.fight, foe, before)
        and not (way.gives == "range" and threatens(scene.fight, foe, after))
        and not screen_of(scene.fight, other, before, "", weak=False).solid
    )


def offer(scene: FpScene, way: Walk, foes: tuple[str, ...]) -> None:
    """Ask the enemies that may strike, or do what was said beforehand (FP-MOV-10)."""
    waiting = replace(way, offered=(*way.offered, *foes))
    if not way.answer:
        for foe in foes:
            plain = msgspec.json.decode(msgspec.json.encode(waiting))
            scene.ask("opportunity", foe, ("strike", "pass"), RULE, facts={"walk": plain})
        return
    for foe in foes if way.answer == "strike" else ():
        if not hindrance(character(scene, way.who)):
            strike_opportunity(scene, foe, way.who)
    go_on(scene, waiting)


def answer_opportunity(scene: FpScene, question: Question, answer: str) -> None:
    """An enemy strikes or lets the walker pass; after the last of them the walker goes on (FP-MOV-10)."""
    way = msgspec.convert(question.facts["walk"], Walk)
    if way.who not in scene.fight.combatants:
        return
    if answer == "strike" and not hindrance(character(scene, question.who)):
        strike_opportunity(scene, question.who, way.who)
    others = [each for each in scene.fight.questions if each.kind == "opportunity"]
    if hindrance(character(scene, way.who)):
        for each in others:
            scene.emit(Answered(rule=RULE, kind=each.kind, who=each.who, answer=""))
        others = []
    if not others:
        go_on(scene, way)


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
