"""Running one command on a fight, to its end or up to a question, and rehearsing the commands an actor could take."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from rbfcli.core.errors import Hint, LimitReached, PluginBug, RbfError, UsageError, misuse, refuse
from rbfcli.core.limits import Budget
from rbfcli.core.text import quoted
from rbfcli.dice.sources import MaxDice, handed, require_none_left
from rbfcli.engine.answers import has_to_choose, open_now
from rbfcli.engine.questions import NO_PAUSE, QuestionApi, Recording, RulesChanged, SuspendCommand, changed
from rbfcli.engine.scene import Scene
from rbfcli.model import commands, events
from rbfcli.model.commands import Choose, Command, DicedCommand, FightCommand, verb_name
from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import Fight, Pause, Question, canonical
from rbfcli.model.rules import CandidateAction, Rules

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice


F = TypeVar("F", bound=Fight)


class _Earlier(Struct, frozen=True):
    """The differences to an earlier fight: changed fields, who took part, and a fight that holds only these values."""

    fields: tuple[str, ...]
    people: tuple[str, ...] | None
    fight: Raw


def pause(scene: QuestionApi[Any], command: Command) -> None:
    """Pause at a question: store in the fight what is needed to replay the command and continue.

    In a rehearsal, only the number of open questions is stored. It is never continued, and writing the rest would
    take 4 of the 213 million instructions of `rbf actions`.
    """
    if not scene.recording.is_kept:
        scene.emit(events.Paused(pause=Pause(before="", command="", waiting=scene.waiting)))
        return
    before, now = scene.recording.pause, scene.recording.now
    paused = Pause(
        before=suspend(scene.before, scene.fight),
        command=before.command or command_text(command),
        since=(*before.since, command_text(now)) if now else before.since,
        faces=scene.recording.faces,
        waiting=scene.waiting,
        lapsed=before.lapsed,
    )
    scene.emit(events.Paused(pause=paused))


def suspend(earlier: Fight, now: Fight) -> str:
    """Return the differences between an earlier fight and the present one, as a JSON text."""
    fields = tuple(
        name
        for name in earlier.__struct_fields__
        if name not in ("combatants", "paused") and getattr(earlier, name) != getattr(now, name)
    )
    same_people = list(earlier.combatants) == list(now.combatants)
    sheets = {who: one for who, one in earlier.combatants.items() if one != now.combatants.get(who)}
    kept = {name: getattr(earlier, name) for name in fields}
    part = type(earlier)(**{"system": earlier.system, **kept, "combatants": sheets})
    people = None if same_people else tuple(earlier.combatants)
    return msgspec.json.encode(_Earlier(fields, people, Raw(msgspec.json.encode(canonical(part))))).decode()


def resume(text: str, now: F) -> F:
    """Return the earlier fight, rebuilt from its differences to the present one. Raises msgspec.MsgspecError."""
    earlier = msgspec.json.decode(text, type=_Earlier)
    part = msgspec.json.decode(earlier.fight, type=type(now))
    sheets = {**now.combatants, **part.combatants}
    people = now.combatants if earlier.people is None else earlier.people
    kept = {name: getattr(part, name) for name in earlier.fields}
    return replace(now, **kept, combatants={who: sheets[who] for who in people}, paused=None)


def command_text(command: Command) -> str:
    """Return a command as a JSON text."""
    return msgspec.json.encode(canonical(command)).decode()


def command_of(text: str, rules: Rules) -> Command:
    """Return the command in a JSON text, as the type with its verb. Raises LookupError or msgspec.MsgspecError."""
    return msgspec.json.decode(text, type=rules.verb_types[msgspec.json.decode(text, type=_Verb).verb])


class _Verb(Struct, frozen=True):
    verb: str


RANDOM = "@random"
EDITS = (
    commands.Add,
    commands.Remove,
    commands.Set,
    commands.Edit,
    commands.Damage,
    commands.Heal,
    commands.ChangeCondition,
    commands.Note,
    commands.EditCommand,
)
ALWAYS_ALLOWED = (*EDITS, commands.Choose, commands.End, commands.Switch)


class Played(Struct, frozen=True, gc=False):
    """The result of one command: the fight after it, its events in order, and its outcome in one word.

    `command` is the command as the journal records it, with abbreviated words written out.
    """

    fight: Any
    events: tuple[AnyEvent, ...]
    outcome: str = ""
    command: Command | None = None


def start_command(
    rules: Rules,
    fight: Fight,
    command: Command,
    dice: "Dice | None",
    lapsed: tuple[Question, ...] = (),
    *,
    recording: Recording | None = None,
) -> Played:
    """Run a command on a fight that is not paused. `lapsed` are the offers that were open when it came.

    A `recording` can answer questions as they are asked.
    """
    if fight.over and not command.force and not isinstance(command, ALWAYS_ALLOWED):
        raise refuse("the fight is over", hint=Hint("use {} to resume it", "undo"))
    recording = recording or Recording()
    recording.take_up(Pause(before="", command="", lapsed=lapsed) if lapsed else NO_PAUSE)
    return run(rules, fight, command, recording, dice)


def run(rules: Rules, fight: Fight, command: Command, recording: Recording, dice: "Dice | None" = None) -> Played:
    """Run a command from its beginning, to its end or up to the first unanswered question."""
    function = rules.verbs.get(type(command))
    if function is None:
        raise no_such_verb(rules, verb_name(command))
    scene = _scene_for(rules, fight, command, recording, dice)
    told = scene.mark()
    if isinstance(command, FightCommand) and command.answer:
        scene.take_answers(command)
    try:
        function(scene, _with_amount_rolled(scene, _with_targets_drawn(scene, command)))
        if scene.mark() == told and isinstance(command, EDITS):
            _tell_no_change(scene, command)
        require_none_left(scene.dice)
        rules.hooks.after_command(scene)
        require_none_left(scene.dice)
        if scene.in_advance and (unasked := scene.in_advance.unasked()):
            scene.emit(events.UnusedAnswers(rule="GM", answers=unasked))
    except SuspendCommand:
        _require_no_faces_behind(scene)
        pause(scene, command)
    return Played(scene.fight, scene.all_events(), scene.outcome, command)


def _require_no_faces_behind(scene: Scene[Any, Any]) -> None:
    """Raise UsageError if dice were given for rolls after a question; the hint shows how to answer in advance."""
    try:
        require_none_left(scene.dice)
    except UsageError as wrong:
        asked = scene.fight.questions[-scene.waiting]
        name = scene.fight.combatants[asked.who].name if asked.who in scene.fight.combatants else "the GM"
        answers = "|".join(quoted(each) for each in asked.answers)
        wrong.message = f"{name} has to choose {asked.kind.replace('-', ' ')} first, and {wrong.message}"
        wrong.hint = f"answer it in the same line: --answer {asked.kind}={answers}; or give these faces with the answer"
        raise


def _scene_for(
    rules: Rules, fight: Fight, command: Command, recording: Recording, dice: "Dice | None" = None
) -> Scene[Any, Any]:
    given = command.dice if isinstance(command, DicedCommand) else ()
    faces = recording.dice_of(fight, dice)
    kind = recording.scene_type or Scene
    return kind(fight, handed(given, faces) if given else faces, rules, force=command.force, recording=recording)


def no_such_verb(rules: Rules, verb: str) -> RbfError:
    """Return the error for a verb the system does not have, with the reason if the system gives one."""
    if verb in rules.no_verbs:
        return refuse(f"{rules.name} has no {verb} command", hint=rules.no_verbs[verb])
    return misuse(f"{rules.name} has no {verb} command")


def _with_targets_drawn(scene: Scene[Any, Any], command: Command) -> Command:
    """Return the command with each `@random` target replaced by a random enemy of the actor who is still standing."""
    if not isinstance(command, commands.Attack) or RANDOM not in command.targets:
        return command
    side = scene.one(command.who).side
    foes = [who for who, one in scene.fight.combatants.items() if one.side != side and scene.rules.standing(one)]
    if not foes:
        raise refuse(f"no enemy left for {RANDOM}")
    drawn = tuple(
        foes[scene.roll("", "random target", "GM", sides=len(foes), count=1).total - 1] if target == RANDOM else target
        for target in command.targets
    )
    return replace(command, targets=drawn)


def _tell_no_change(scene: Scene[Any, Any], command: Command) -> None:
    """Report that a GM command changed nothing; for healing, that the target is at full health."""
    healed = command.who if isinstance(command, commands.Heal) and not getattr(command, "temp", False) else ()
    told = scene.mark()
    for who in healed:
        now, most = scene.rules.health(scene.one(who))
        if now >= most:
            scene.happen("full-health", "GM", who=who, now=now, most=most)
    if scene.mark() == told:
        scene.happen(events.NOTHING_CHANGES, "GM")


def _with_amount_rolled(scene: Scene[Any, Any], command: Command) -> Command:
    """Return the command with its damage or healing dice rolled, once for all targets."""
    if not isinstance(command, commands.Damage | commands.Heal) or isinstance(command.amount, int):
        return command
    if getattr(command, "each", False):  # the system rolls once per target
        return command
    rolled = scene.roll_expression(
        "", "healing" if isinstance(command, commands.Heal) else "damage", "GM", command.amount
    )
    return replace(command, amount=max(0, rolled))


def execute(
    rules: Rules, fight: Fight, command: Command, dice: "Dice | None" = None, *, recording: Recording | None = None
) -> Played:
    """Run a command by the rules and return the result; the given fight does not change. Raises RbfError if refused.

    In a paused fight, an answer continues the paused command, and a GM edit is recorded with it. If only offers are
    open, they lapse. `force` and `end` break the paused command off. Any other command is refused. A `recording` can
    answer questions as they are asked.
    """
    if fight.paused is None:
        return start_command(rules, fight, command, dice, recording=recording)
    recording = recording or Recording()
    if isinstance(command, commands.Choose):
        return _resume(rules, fight, command, dice, recording)
    if isinstance(command, commands.End) or command.force:
        return _broken_off(rules, fight, command, dice, recording)
    takes_part = isinstance(command, commands.Remove) and not _people_of(rules, fight).isdisjoint(command.who)
    if isinstance(command, EDITS) and not takes_part:
        return replace(_resume(rules, fight, command, dice, recording), outcome="")
    if all(question.lapses for question in fight.questions):
        return _lapsed(rules, fight, command, dice, recording)
    raise has_to_choose(open_now(fight), fight)


# Steps to rehearse a command, and combatants per further step.
REHEARSAL, PEOPLE_A_STEP = 100, 10


class Offer(Struct, frozen=True):
    """A command an actor could use, with its cost, its rule, and why it is refused now (None if it is accepted).

    `played` is the result with every die at its highest face, up to the first question. It cannot be continued from
    there.
    """

    command: Command
    cost: str
    rule: str
    refusal: RbfError | None = None
    played: Played | None = None


def offers(rules: Rules, fight: Any, actor: str, budget: Budget | None = None) -> tuple[Offer, ...]:
    """Return what an actor can do now: answers to open questions first, then commands. Raises LimitReached."""
    return tuple(each for each in dry_run(rules, fight, actor, budget or Budget()) if each.refusal is None)


def dry_run(
    rules: Rules, fight: Any, actor: str, budget: Budget, wanted: Callable[[Command], bool] = lambda _: True
) -> Iterator[Offer]:
    """Rehearse every command the actor might use, if `wanted` accepts it. Raises LimitReached."""
    for each in _candidates(rules, fight, actor):
        if not wanted(each.command):
            continue
        budget.spend(REHEARSAL + len(fight.combatants) // PEOPLE_A_STEP, "too much could be done to list it")
        yield rehearse(rules, fight, each)


def revalidate(rules: Rules, fight: Any, actor: str, command: Command) -> Offer | None:
    """Return the offer of a command to an actor now, or None if the rules would not propose it."""
    found = next((each for each in _candidates(rules, fight, actor) if each.command == command), None)
    return rehearse(rules, fight, found) if found else None


def refusal(rules: Rules, fight: Any, command: Command) -> RbfError | None:
    """Return why a command would be refused now, or None. Changes nothing."""
    return rehearse(rules, fight, CandidateAction(command, "", "")).refusal


def rehearse(rules: Rules, fight: Any, candidate: CandidateAction) -> Offer:
    """Return the offer for a candidate: its result, or why it would be refused. Does not change the fight."""
    refused, played, recording = None, None, Recording()
    recording.is_kept = fight.paused is not None
    try:
        played = execute(rules, fight, candidate.command, MaxDice(), recording=recording)
    except RbfError as refusal:
        refused = refusal
    except PluginBug as fault:
        refused = fault.failure()
    return Offer(candidate.command, candidate.cost, candidate.rule, refused, played)


def _candidates(rules: Rules, fight: Any, actor: str) -> Iterable[CandidateAction]:
    waiting = open_now(fight)
    for question in waiting:
        if question.who == actor:
            whose = (actor,) if len(fight.questions) > 1 else ()
            yield from (CandidateAction(Choose(words=(*whose, each)), "", question.rule) for each in question.answers)
    if all(question.lapses for question in waiting):
        yield from rules.candidates(fight, actor)


def _resume(rules: Rules, fight: Fight, said: Command, dice: "Dice | None", recording: Recording) -> Played:
    """Replay the paused command with everything entered since, then continue with the new command."""
    before, command, *since = _remembered(rules, fight)
    recording.take_up(fight.paused or NO_PAUSE, (*since, said), fight)
    try:
        played = run(rules, before, command, recording, dice)
    except RbfError as wrong:
        if recording.reached_now or isinstance(wrong, RulesChanged | LimitReached):
            raise
        raise changed(wrong.message) from wrong
    if not recording.is_heard:
        raise changed()
    return replace(played, events=(events.Resumed(), *played.events[recording.told :]), command=recording.now)


def _remembered(rules: Rules, fight: Fight) -> tuple[Any, ...]:
    """Return the fight before the paused command, the command, and the commands entered since. Raises RulesChanged."""
    pause = fight.paused or NO_PAUSE
    try:
        said = (command_of(text, rules) for text in (pause.command, *pause.since))
        return resume(pause.before, fight), *said
    except (LookupError, msgspec.MsgspecError) as wrong:
        raise changed(str(wrong)) from None


def _lapsed(rules: Rules, fight: Fight, command: Command, dice: "Dice | None", recording: Recording) -> Played:
    """Finish the paused command without the open offers, then run the next command."""
    recording.passes_over = True
    first = _resume(rules, fight, commands.Choose(words=()), dice, recording)
    recording.passes_over = False
    then = start_command(rules, first.fight, command, dice, fight.questions, recording=recording)
    taken_up = getattr(command, "reaction", False)
    return _after(_without_lapses(first, getattr(command, "who", "")) if taken_up else first, then)


def _without_lapses(played: Played, actor: str) -> Played:
    """Return the result without an actor's lapsed offers, which the next command takes up after all."""
    told = (
        replace(each, lapsed=None) if isinstance(each, events.QuestionAnswered) and each.who == actor else each
        for each in played.events
    )
    return replace(played, events=tuple(told))


def _broken_off(rules: Rules, fight: Fight, command: Command, dice: "Dice | None", recording: Recording) -> Played:
    """Abandon the paused command and run another. What it has already done is kept."""
    after = replace(fight, paused=None, questions=())
    return _after(
        Played(after, (_given_up(rules, fight.paused or NO_PAUSE),)),
        start_command(rules, after, command, dice, recording=recording),
    )


def _given_up(rules: Rules, pause: Pause) -> events.ActionInterrupted:
    """Return the event for an abandoned command, even if the rules no longer know the command."""
    try:
        waiting = command_of(pause.command, rules)
    except (LookupError, msgspec.MsgspecError):
        return events.ActionInterrupted(rule="GM", verb="a command that the rules do not know")
    return events.ActionInterrupted(rule="GM", verb=verb_name(waiting), who=str(getattr(waiting, "who", "")))


def _people_of(rules: Rules, fight: Fight) -> set[str]:
    """Return the combatants that the paused command names or has drawn, and those in its questions."""
    before, command, *_ = _remembered(rules, fight)
    drawn = _with_targets_drawn(_scene_for(rules, before, command, Recording(fight.paused or NO_PAUSE)), command)
    words = [getattr(drawn, field) for field in drawn.__struct_fields__]
    facts = [fact for question in fight.questions for fact in (question.who, *question.facts.values())]
    several = [each if isinstance(each, tuple | list) else (each,) for each in (*words, *facts)]
    return {each for some in several for each in some if isinstance(each, str)}


def _after(first: Played, then: Played) -> Played:
    return replace(then, events=(*first.events, *then.events))
