"""Waiting for a trigger, and acting when it comes (FP-RDY-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands_turn
from rbfcli.systems.futurepath.check import D20, FpScene
from rbfcli.systems.futurepath.economy import FULL_ROUND, end_own_turn, may_spend
from rbfcli.systems.futurepath.initiative import score_of
from rbfcli.systems.futurepath.people import character, hindrance
from rbfcli.systems.futurepath.verdict import FAILURE, SUCCESS

RULE = "FP-RDY-1"


def ready(scene: FpScene, command: commands_turn.Ready) -> None:
    """Give up the turn for a trigger, or act because it has come (FP-RDY-1)."""
    if command.now:
        act_at_once(scene, command)
    else:
        lie_in_wait(scene, command)


def lie_in_wait(scene: FpScene, command: commands_turn.Ready) -> None:
    """The whole turn goes, and nothing may have been done in it (FP-RDY-1)."""
    if not command.trigger:
        raise impossible("what it waits for has to be said", RULE, f'ready {command.who} "the door opens"')
    may_spend(scene, command.who, FULL_ROUND, RULE)
    trigger = " ".join(command.trigger)
    end_own_turn(scene, command.who, RULE)
    scene.change(command.who, "ready", trigger, RULE)
    scene.happen("waits", RULE, who=command.who, trigger=trigger)


def act_at_once(scene: FpScene, command: commands_turn.Ready) -> None:
    """The trigger comes: one action now; if it would affect somebody's roll, the higher initiative goes first."""
    one = character(scene, command.who)
    if not one.ready:
        raise impossible(f"{one.name} waits for nothing", RULE, f'ready {command.who} "the door opens"')
    if lies := hindrance(one):
        raise impossible(f"{one.name} is {lies} and cannot act", "FP-DIE-1")
    if command.against:
        first = is_first(scene, command.who, command.against, command.mod)
        scene.conclude(SUCCESS if first else FAILURE)
    scene.change(command.who, "ready", "", RULE)
    scene.change(command.who, "turn.instant", after=True, rule=RULE)
    scene.happen("acts-at-once", RULE, who=command.who)


def is_first(scene: FpScene, who: str, other: str, mod: int) -> bool:
    """Both roll d20 and their initiative score; of equals the one who waited goes first (FP-RDY-1)."""
    ours, theirs = (rolled_initiative(scene, each, added) for each, added in ((who, mod), (other, 0)))
    first, second = (who, other) if ours >= theirs else (other, who)
    scene.happen("goes-first", RULE, who=first, target=second)
    return ours >= theirs


def rolled_initiative(scene: FpScene, who: str, mod: int) -> int:
    """An initiative check of one."""
    score = Modifier(score_of(character(scene, who)), "initiative", "FP-INI-2")
    modifiers = (score, Modifier(mod, "modifier"))
    return scene.roll(who, "initiative check", RULE, sides=D20, count=1, modifiers=modifiers).total
