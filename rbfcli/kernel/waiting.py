"""A fight that waits for an answer: what it takes to go on, and what every command means meanwhile."""

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from rbfcli.kernel import verbs
from rbfcli.kernel.answers import has_to_choose, open_now
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.kernel.events import BrokenOff, Resumed
from rbfcli.kernel.fight import Fight, Pause
from rbfcli.kernel.limits import LAPSES
from rbfcli.kernel.pause import command_of, recall
from rbfcli.kernel.recording import Recording, RulesChanged, changed
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import EDITS, Played, as_drawn, begin, run

if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice

LAPSE = verbs.Choose(words=())


def play_while_waiting(
    rules: Rules, fight: Fight, command: Command, dice: "Dice | None", recording: Recording | None = None
) -> Played:
    """An answer goes on, the GM's edits are remembered, offers lapse, force breaks off; all else has to wait."""
    recording, pause = recording or Recording(), pause_of(fight)
    if isinstance(command, verbs.Choose):
        return _resume(rules, fight, command, dice, recording)
    if isinstance(command, verbs.End) or command.force:
        return _broken_off(rules, fight, command, dice, recording)
    takes_part = isinstance(command, verbs.Remove) and not _people_of(rules, fight, pause).isdisjoint(command.who)
    if isinstance(command, EDITS) and not takes_part:
        return replace(_resume(rules, fight, command, dice, recording), outcome="")
    if all(question.lapses for question in fight.questions):
        return _lapsed(rules, fight, command, dice, recording)
    raise has_to_choose(open_now(fight), fight)


def _resume(rules: Rules, fight: Fight, said: Command, dice: "Dice | None", recording: Recording) -> Played:
    """Play the command that waits again, hear what was said since, and go on with what is said now."""
    pause = pause_of(fight)
    before, command, *since = _remembered(rules, fight, pause)
    recording.take_up(pause, (*since, said), fight)
    try:
        played = run(rules, before, command, recording, dice)
    except RbfError as wrong:
        if recording.reached_now or isinstance(wrong, RulesChanged | LimitReached):
            raise
        raise changed(wrong.message) from wrong
    if not recording.is_heard:
        raise changed()
    return replace(played, events=(Resumed(), *played.events[recording.told :]), command=recording.now)


def pause_of(fight: Fight) -> Pause:
    """The pause of a fight that waits. Raises ValueError for any other."""
    if fight.paused is None:
        raise ValueError("the fight waits for nothing")
    return fight.paused


def _remembered(rules: Rules, fight: Fight, pause: Pause) -> tuple[Any, ...]:
    """The fight before the command that waits, the command, and what was said since. Raises RulesChanged."""
    try:
        said = (command_of(text, rules.verbs) for text in (pause.command, *pause.since))
        return recall(pause.before, fight), *said
    except (LookupError, msgspec.MsgspecError) as wrong:
        raise changed(str(wrong)) from None


def _lapsed(rules: Rules, fight: Fight, command: Command, dice: "Dice | None", recording: Recording) -> Played:
    """Finish the command that waits without the offers that nobody took up, then play the next."""
    offers, first = fight.questions, Played(fight, ())
    for _ in range(LAPSES):
        pause = first.fight.paused
        if pause is None:
            recording.passes_over = False
            return _after(first, begin(rules, first.fight, command, dice, offers, recording=recording))
        if not all(question.lapses for question in first.fight.questions):
            raise has_to_choose(open_now(first.fight), first.fight)
        recording.passes_over = True
        first = _after(first, _resume(rules, first.fight, LAPSE, dice, recording))
    raise LimitReached(f"more than {LAPSES} offers in a row", hint="--force breaks off what waits")


def _broken_off(rules: Rules, fight: Fight, command: Command, dice: "Dice | None", recording: Recording) -> Played:
    """Give up the command that waits, and play another; what the first did stays done."""
    after = replace(fight, paused=None, questions=())
    return _after(
        Played(after, (_given_up(rules, pause_of(fight)),)), begin(rules, after, command, dice, recording=recording)
    )


def _given_up(rules: Rules, pause: Pause) -> BrokenOff:
    """Whose command is given up; the rules need not know it any more."""
    try:
        waiting = command_of(pause.command, rules.verbs)
    except (LookupError, msgspec.MsgspecError):
        return BrokenOff(rule="GM", verb="a command that the rules do not know")
    return BrokenOff(rule="GM", verb=verb_of(waiting), who=str(getattr(waiting, "who", "")))


def _people_of(rules: Rules, fight: Fight, pause: Pause) -> set[str]:
    """Whoever the command that waits names or has drawn, and whoever is asked or spoken of in its questions."""
    before, command, *_ = _remembered(rules, fight, pause)
    drawn = as_drawn(rules, before, command, Recording(pause))
    words = [getattr(drawn, field) for field in drawn.__struct_fields__]
    facts = [fact for question in fight.questions for fact in (question.who, *question.facts.values())]
    several = [each if isinstance(each, tuple | list) else (each,) for each in (*words, *facts)]
    return {each for some in several for each in some if isinstance(each, str)}


def _after(first: Played, then: Played) -> Played:
    return replace(then, events=(*first.events, *then.events))
