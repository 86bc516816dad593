"""What is done out of turn: Tactical Opportunities, and waiting for a trigger (FP-MOV-10, FP-RDY-1)."""

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.events import Answered, Modifier
from rbfcli.kernel.fight import Question
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.attack.blow import strike
from rbfcli.systems.futurepath.attack.strike import Attempt, melee_weapon, prepare
from rbfcli.systems.futurepath.check import D20, FpScene, character
from rbfcli.systems.futurepath.commands import moving
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.economy import FULL_ROUND, end_own_turn, may_spend
from rbfcli.systems.futurepath.ground.cover import screen_of
from rbfcli.systems.futurepath.ground.map import threatens
from rbfcli.systems.futurepath.ground.squares import Square, name_of
from rbfcli.systems.futurepath.movement.walk import Walk, go_on
from rbfcli.systems.futurepath.sheet.sheet import score_of
from rbfcli.systems.futurepath.verdict import FAILURE, SUCCESS

OPPORTUNITY, READY = "FP-MOV-10", "FP-RDY-1"


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
            scene.ask("opportunity", foe, ("strike", "pass"), OPPORTUNITY, facts={"walk": plain})
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
            scene.emit(Answered(rule=OPPORTUNITY, kind=each.kind, who=each.who, answer=""))
        others = []
    if not others:
        go_on(scene, way)


def strike_opportunity(scene: FpScene, who: str, target: str) -> None:
    """A Tactical Opportunity: one melee attack out of turn (FP-MOV-10)."""
    taken = character(scene, who).turn.opportunities
    scene.change(who, "turn.opportunities", taken + 1, OPPORTUNITY)
    scene.happen("opportunity", OPPORTUNITY, who=who, target=target)
    strike(scene, prepare(scene, Attempt(who=who, target=target, weapon=melee_weapon(scene, who))))


def ready(scene: FpScene, command: moving.Ready) -> None:
    """Give up the turn for a trigger, or act because it has come (FP-RDY-1)."""
    if command.now:
        act_at_once(scene, command)
    else:
        lie_in_wait(scene, command)


def lie_in_wait(scene: FpScene, command: moving.Ready) -> None:
    """The whole turn goes, and nothing may have been done in it (FP-RDY-1)."""
    if not command.trigger:
        raise impossible("what it waits for has to be said", READY, f'ready {command.who} "the door opens"')
    may_spend(scene, command.who, FULL_ROUND, READY)
    trigger = " ".join(command.trigger)
    end_own_turn(scene, command.who, READY)
    scene.change(command.who, "ready", trigger, READY)
    scene.happen("waits", READY, who=command.who, trigger=trigger)


def act_at_once(scene: FpScene, command: moving.Ready) -> None:
    """The trigger comes: one action now; if it would affect somebody's roll, the higher initiative goes first."""
    one = character(scene, command.who)
    if not one.ready:
        raise impossible(f"{one.name} waits for nothing", READY, f'ready {command.who} "the door opens"')
    if lies := hindrance(one):
        raise impossible(f"{one.name} is {lies} and cannot act", "FP-DIE-1")
    if command.against:
        first = is_first(scene, command.who, command.against, command.mod)
        scene.conclude(SUCCESS if first else FAILURE)
    scene.change(command.who, "ready", "", READY)
    scene.change(command.who, "turn.instant", after=True, rule=READY)
    scene.happen("acts-at-once", READY, who=command.who)


def is_first(scene: FpScene, who: str, other: str, mod: int) -> bool:
    """Both roll d20 and their initiative score; of equals the one who waited goes first (FP-RDY-1)."""
    ours, theirs = (rolled_initiative(scene, each, added) for each, added in ((who, mod), (other, 0)))
    first, second = (who, other) if ours >= theirs else (other, who)
    scene.happen("goes-first", READY, who=first, target=second)
    return ours >= theirs


def rolled_initiative(scene: FpScene, who: str, mod: int) -> int:
    """An initiative check of one."""
    score = Modifier(score_of(character(scene, who)), "initiative", "FP-INI-2")
    modifiers = (score, Modifier(mod, "modifier"))
    return scene.roll(who, "initiative check", READY, sides=D20, count=1, modifiers=modifiers).total
