"""Play one command on a fight: the one road from a command to the fight after it."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel import verbs
from rbfcli.kernel.answers import has_to_choose, open_now
from rbfcli.kernel.asking import say_if_nothing_changed
from rbfcli.kernel.command import Command, DicedCommand, FightCommand, verb_of
from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import LimitReached, RbfError, UsageError
from rbfcli.kernel.events import AnyEvent, BrokenOff, Paused, Resumed
from rbfcli.kernel.fight import Fight, Pause, Question
from rbfcli.kernel.pause import command_of, command_text, recall, remember
from rbfcli.kernel.recording import Pausing, Recording, RulesChanged, changed
from rbfcli.kernel.rules import Rules, VerbFunction
from rbfcli.kernel.scene import Scene, impossible

RANDOM = "@random"
EDITS = (verbs.Add, verbs.Remove, verbs.Set, verbs.Damage, verbs.Heal, verbs.ChangeCondition, verbs.Note)
ALWAYS_ALLOWED = (*EDITS, verbs.Choose, verbs.End)
LAPSE = verbs.Choose(words=())
MOST_LAPSES = 100


class Played(Struct, frozen=True):
    """What one command did: the fight after it, the events in order, its outcome in a word.

    `command` is the command as the journal has it, with what was short for something written out.
    """

    fight: Any
    events: tuple[AnyEvent, ...]
    outcome: str = ""
    command: Command | None = None


def play(rules: Rules, fight: Fight, command: Command, dice: Dice | None = None) -> Played:
    """Let a rule system answer a command; the fight given stays as it was. Raises RbfError where it is refused."""
    pause = fight.paused
    if pause is None:
        return _begin(rules, fight, command, dice)
    if isinstance(command, verbs.Choose):
        return _resume(rules, fight, pause, command, dice)
    if isinstance(command, verbs.End) or command.force:
        return _broken_off(rules, fight, command, dice)
    takes_part = isinstance(command, verbs.Remove) and not _people_of(rules, fight).isdisjoint(command.who)
    if isinstance(command, EDITS) and not takes_part:
        return replace(_resume(rules, fight, pause, command, dice), outcome="")
    if all(question.lapses for question in fight.questions):
        return _lapsed(rules, fight, command, dice)
    raise has_to_choose(open_now(fight))


def _begin(
    rules: Rules, fight: Fight, command: Command, dice: Dice | None, lapsed: tuple[Question, ...] = ()
) -> Played:
    """Play a command on a fight that waits for nothing."""
    if fight.over and not command.force and not isinstance(command, ALWAYS_ALLOWED):
        raise impossible("the fight is over", hint="undo takes the end back")
    return _run(rules, fight, command, Recording(Pause(before="", command="", lapsed=lapsed)), dice)


def _resume(rules: Rules, fight: Fight, pause: Pause, said: Command, dice: Dice | None) -> Played:
    """Play the command that waits again, hear what was said since, and go on with what is said now."""
    try:
        before = recall(pause.before, fight)
        command, *since = (command_of(text, rules.verbs) for text in (pause.command, *pause.since))
    except (LookupError, msgspec.MsgspecError) as wrong:
        raise changed(str(wrong)) from None
    recording = Recording(pause, (*since, said), fight)
    try:
        played = _run(rules, before, command, recording, dice)
    except RbfError as wrong:
        if recording.reached_now or isinstance(wrong, RulesChanged):
            raise
        raise changed(wrong.message) from wrong
    if not recording.is_heard:
        raise changed()
    return replace(played, events=(Resumed(), *played.events[recording.told :]), command=recording.now)


def _run(rules: Rules, fight: Fight, command: Command, recording: Recording, dice: Dice | None = None) -> Played:
    """Play a command from its beginning, to its end or to the first question that nobody has answered."""
    function = _function_for(rules, command)
    by_hand = Given(command.dice if isinstance(command, DicedCommand) else (), recording.dice_of(fight, dice))
    scene: Scene[Any, Any] = Scene(fight, by_hand, rules, force=command.force, recording=recording)
    if isinstance(command, FightCommand) and command.answer:
        scene.in_advance.take(command.answer, rules.question_kinds)
    try:
        function(scene, _with_targets_drawn(scene, command))
        if isinstance(command, EDITS):
            say_if_nothing_changed(scene, 0)
        by_hand.finish()
        rules.hooks.after_command(scene)
        by_hand.finish()
    except Pausing:
        by_hand.finish()
        scene.emit(Paused(pause=_waiting(scene, command)))
    return Played(scene.fight, tuple(scene.events), scene.outcome, command)


def _waiting(scene: Scene[Any, Any], command: Command) -> Pause:
    """What it takes to play a command again that stopped at a question."""
    pause, now = scene.recording.pause, scene.recording.now
    return Pause(
        before=remember(scene.before, scene.fight),
        command=pause.command or command_text(command),
        since=(*pause.since, command_text(now)) if now else pause.since,
        faces=scene.recording.faces,
        waiting=scene.waiting,
        lapsed=pause.lapsed,
    )


def _lapsed(rules: Rules, fight: Fight, command: Command, dice: Dice | None) -> Played:
    """Finish the command that waits without the offers that nobody took up, then play the next."""
    offers, first = fight.questions, Played(fight, ())
    for _ in range(MOST_LAPSES):
        pause = first.fight.paused
        if pause is None:
            return _after(first, _begin(rules, first.fight, command, dice, offers))
        if not all(question.lapses for question in first.fight.questions):
            raise has_to_choose(open_now(first.fight))
        first = _after(first, _resume(rules, first.fight, pause, LAPSE, dice))
    raise LimitReached(f"more than {MOST_LAPSES} offers in a row", hint="--force breaks off what waits")


def _broken_off(rules: Rules, fight: Fight, command: Command, dice: Dice | None) -> Played:
    """Give up the command that waits, and play another; what the first did stays done."""
    waiting = waiting_command(rules, fight)
    given_up = BrokenOff(rule="GM", verb=verb_of(waiting), who=str(getattr(waiting, "who", "")))
    after = replace(fight, paused=None, questions=())
    return _after(Played(after, (given_up,)), _begin(rules, after, command, dice))


def waiting_command(rules: Rules, fight: Fight) -> Command:
    """The command that waits for an answer. Raises RulesChanged where the rules have no such command any more."""
    try:
        return command_of(fight.paused.command if fight.paused else "", rules.verbs)
    except (LookupError, msgspec.MsgspecError) as wrong:
        raise changed(str(wrong)) from None


def _people_of(rules: Rules, fight: Fight) -> set[str]:
    """Whoever the command that waits names, and whoever it asks."""
    command = waiting_command(rules, fight)
    words = [getattr(command, field) for field in command.__struct_fields__]
    named = {each for word in words for each in (word if isinstance(word, tuple) else (word,)) if isinstance(each, str)}
    return named | {question.who for question in fight.questions}


def _after(first: Played, then: Played) -> Played:
    return replace(then, events=(*first.events, *then.events))


def _function_for(rules: Rules, command: Command) -> VerbFunction:
    function = rules.verbs.get(type(command))
    if function is None:
        raise no_such_verb(rules, verb_of(command))
    return function


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
