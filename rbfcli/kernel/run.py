"""Run one command from its beginning: the function of its verb, on a scene, to its end or to the first question."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Command, DicedCommand, FightCommand, verb_of
from rbfcli.kernel.dice.given import handed, require_none_left
from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.events import NOTHING_CHANGES, AnyEvent
from rbfcli.kernel.fight import Fight, Pause, Question
from rbfcli.kernel.recording import NO_PAUSE, Pausing, Recording
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene, impossible

if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice

RANDOM = "@random"
EDITS = (verbs.Add, verbs.Remove, verbs.Set, verbs.Edit, verbs.Damage, verbs.Heal, verbs.ChangeCondition, verbs.Note)
ALWAYS_ALLOWED = (*EDITS, verbs.Choose, verbs.End)


class Played(Struct, frozen=True, gc=False):
    """What one command did: the fight after it, the events in order, its outcome in a word.

    `command` is the command as the journal has it, with what was short for something written out.
    """

    fight: Any
    events: tuple[AnyEvent, ...]
    outcome: str = ""
    command: Command | None = None


def begin(
    rules: Rules,
    fight: Fight,
    command: Command,
    dice: "Dice | None",
    lapsed: tuple[Question, ...] = (),
    *,
    recording: Recording | None = None,
) -> Played:
    """Play a command on a fight that waits for nothing; `lapsed` are the offers nobody had taken up when it came.

    A `recording` of one's own answers questions as they are asked.
    """
    if fight.over and not command.force and not isinstance(command, ALWAYS_ALLOWED):
        raise impossible("the fight is over", hint="undo takes the end back")
    recording = recording or Recording()
    recording.take_up(Pause(before="", command="", lapsed=lapsed) if lapsed else NO_PAUSE)
    return run(rules, fight, command, recording, dice)


def run(rules: Rules, fight: Fight, command: Command, recording: Recording, dice: "Dice | None" = None) -> Played:
    """Play a command from its beginning, to its end or to the first question that nobody has answered."""
    function = rules.verbs.get(type(command))
    if function is None:
        raise no_such_verb(rules, verb_of(command))
    scene = _scene_for(rules, fight, command, recording, dice)
    told = scene.mark()
    if isinstance(command, FightCommand) and command.answer:
        scene.take_answers(command)
    try:
        function(scene, _with_targets_drawn(scene, command))
        if scene.mark() == told and isinstance(command, EDITS):
            scene.happen(NOTHING_CHANGES, "GM")
        require_none_left(scene.dice)
        rules.hooks.after_command(scene)
        require_none_left(scene.dice)
        if scene.in_advance:
            scene.tell_unasked(scene.in_advance)
        recording.finish()
    except Pausing:
        require_none_left(scene.dice)
        from rbfcli.kernel.pause import pause

        pause(scene, command)
    return Played(scene.fight, scene.all_events(), scene.outcome, command)


def as_drawn(rules: Rules, fight: Fight, command: Command, recording: Recording) -> Command:
    """A command that was played, with the targets that were drawn for it."""
    return _with_targets_drawn(_scene_for(rules, fight, command, recording), command)


def _scene_for(
    rules: Rules, fight: Fight, command: Command, recording: Recording, dice: "Dice | None" = None
) -> Scene[Any, Any]:
    """The scene in which a command begins."""
    given = command.dice if isinstance(command, DicedCommand) else ()
    faces = recording.dice_of(fight, dice)
    kind = recording.scene_type or Scene
    return kind(fight, handed(given, faces) if given else faces, rules, force=command.force, recording=recording)


def no_such_verb(rules: Rules, verb: str) -> RbfError:
    """The error for a verb a system does not know, with the reason where it has one."""
    if verb in rules.no_verbs:
        return impossible(f"{rules.name} has no {verb}: {rules.no_verbs[verb]}")
    return UsageError(f"{rules.name} has no verb {verb!r}")


def _with_targets_drawn(scene: Scene[Any, Any], command: Command) -> Command:
    """The command with each `@random` among its targets drawn from the standing foes of the one who acts."""
    if not isinstance(command, verbs.Attack) or RANDOM not in command.targets:
        return command
    side = scene.one(command.who).side
    foes = [who for who, one in scene.fight.combatants.items() if one.side != side and scene.rules.standing(one)]
    if not foes:
        raise impossible(f"{RANDOM} is nobody now")
    drawn = tuple(_drawn(scene, foes) if target == RANDOM else target for target in command.targets)
    return replace(command, targets=drawn)


def _drawn(scene: Scene[Any, Any], among: list[str]) -> str:
    return among[scene.roll("", "random target", "GM", sides=len(among), count=1).total - 1]
