"""The law of interruptions: they come before what they interrupt, with all their questions, whatever deed it is."""

from collections.abc import Iterator, Sequence

from rbfcli.conformance.law_broken import hold
from rbfcli.conformance.lines import in_turn, sampled_lines
from rbfcli.conformance.pauses import asking
from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Answered, AnyEvent, Asked, Changed, Relieved, Rolled, without_pauses
from rbfcli.kernel.evolve import evolve
from rbfcli.kernel.fight import Combatant, Fight, Question
from rbfcli.kernel.pause import command_of, recall
from rbfcli.kernel.play import play
from rbfcli.kernel.reactions import Occasion, Reaction
from rbfcli.kernel.recording import Recording
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import EDITS, Played, run
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.verbs import Choose
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session

SAMPLED, MOST_TURNS, MOST_ANSWERS = 120, 12, 40
FIRST, LAST = 0, -1
DOES = (Rolled.__name__, Asked.__name__)
Judged = Iterator[tuple[Fight, AnyEvent, frozenset[tuple[str, str]]]]


def comes_before_what_it_interrupts(rules: Rules, before: Fight, played: Played, line: str) -> int:
    """No deed changes what a reaction comes `before` while somebody may still react; how often it was judged."""
    rows = [row for row in rules.reactions if row.before]
    command = played.command
    if not rows or command is None or isinstance(command, EDITS):
        return 0
    start, deed, events = _whole(rules, before, command, played)
    doer = str(getattr(deed, "who", ""))
    judged = 0
    for fight, event, answered in _one_by_one(start, events):
        for row in rows:
            if isinstance(event, Changed) and event.who == doer and event.field in row.before:
                asked = {question.who for question in fight.questions if question.kind == row.kind}
                waiting = asked.union(_who_may(rules, fight, row, doer)) - {
                    who for kind, who in answered if kind == row.kind
                }
                told = ", ".join(sorted(waiting))
                hold(not waiting, f"{line}: {doer} has acted, and {told} could come before that ({row.kind})")
                judged += 1
    return judged


def _who_may(rules: Rules, fight: Fight, row: Reaction, doer: str) -> Iterator[str]:
    """Whoever could react now to a deed of somebody's."""
    scene: Scene[Fight, Combatant] = Scene(fight, Highest(), rules)
    for who, one in fight.combatants.items():
        bears = not row.bearing or row.bearing in one.conditions
        if bears and row.may(scene, who, Occasion(row.on, doer)):
            yield who


def _one_by_one(fight: Fight, events: tuple[AnyEvent, ...]) -> Judged:
    """Each event with the fight before it, and who has answered which kind of question by then."""
    answered: frozenset[tuple[str, str]] = frozenset()
    for event in events:
        yield fight, event, answered
        if isinstance(event, Answered):
            answered |= {(event.kind, event.who)}
        fight = evolve(fight, event)


def _whole(
    rules: Rules, before: Fight, command: Command, played: Played
) -> tuple[Fight, Command, tuple[AnyEvent, ...]]:
    """A command from its beginning, where it waited for an answer: the fight it began in, itself, and its events."""
    pause = before.paused
    if pause is None or not isinstance(command, Choose):
        return before, command, played.events
    start = recall(pause.before, before)
    waiting, *since = (command_of(text, rules.verbs) for text in (pause.command, *pause.since))
    return start, waiting, run(rules, start, waiting, Recording(pause, (*since, command), before)).events


def every_deed_sets_off_who_waits(paths: Sequence[str]) -> None:
    """With everybody else waiting, whatever anybody does is interrupted before it costs anything. Raises LawBroken.

    In one of the encounters of a system each reaction that comes `before` something has to come about. A system without
    such a reaction interrupts nothing.
    """
    missing: set[str] = set()
    shown: set[str] = set()
    for path in paths:
        for session, who in _turns(path):
            for row in _waited_for(session.rules):
                missing.add(row.kind)
                waiting = _waiting(session, who, row)
                lines = dict.fromkeys((*in_turn(waiting), *sampled_lines(waiting, who, SAMPLED)))
                shown.update([row.kind for line in lines if _is_interrupted(waiting, line, row)])
    hold(missing <= shown, f"nothing that anybody does is ever interrupted by {', '.join(sorted(missing - shown))}")


def _waited_for(rules: Rules) -> Iterator[Reaction]:
    return (row for row in rules.reactions if row.before and row.bearing)


def _turns(path: str) -> Iterator[tuple[Session, str]]:
    """The first turn of each side."""
    session = from_encounter(path, "interruptions", source=path)
    seen: set[str] = set()
    for line in ("init", *["turn next"] * MOST_TURNS):
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            return
        fight = session.fight
        for who in session.rules.members(fight, fight.active) if fight.active else ():
            if fight.combatants[who].side not in seen:
                seen.add(fight.combatants[who].side)
                yield session, who


def _waiting(session: Session, who: str, row: Reaction) -> Session:
    """The same fight, with everybody else on the watch for a reaction."""
    waiting = Session(session.rules, session.fight)
    for other in session.fight.combatants:
        if other != who:
            waiting.perform(read_line(f"condition add {other} {row.bearing}", waiting.rules, waiting.fight))
    return waiting


def _is_interrupted(session: Session, line: str, row: Reaction) -> bool:
    """Whether somebody came before a line; one that nobody comes before is judged."""
    try:
        command = read_line(line, session.rules, session.fight)
        played = play(session.rules, session.fight, command)
    except RbfError:
        return False
    comes_before_what_it_interrupts(session.rules, session.fight, played, line)
    return any(isinstance(event, Relieved) and event.name == row.bearing for event in played.events)


def a_reaction_is_over_before_the_deed_goes_on(paths: Sequence[str]) -> None:
    """What a deed does next, it does after the whole of a reaction, with all its questions. Raises LawBroken.

    A deed is played to its end where nobody reacts, and where somebody does: what comes first behind the reaction's
    question in the one comes in the other behind everything of whoever reacts that is the reaction's. Every system that
    has reactions has to come to one in one of its encounters.
    """
    compared, kinds = 0, set()
    for path in paths:
        for line, session, command in asking(path):
            kinds = {row.kind for row in session.rules.reactions}
            question = open_now(play(session.rules, session.fight, command).fight)[0]
            if question.kind in kinds:
                let_be, reacted = (_to_its_end(session, command, kinds, place) for place in (LAST, FIRST))
                _goes_on_after(let_be, reacted, question, line)
                compared += 1
    hold(compared or not kinds, f"nobody ever reacts: {', '.join(sorted(kinds))}")


def _to_its_end(session: Session, command: Command, kinds: set[str], place: int) -> list[AnyEvent]:
    """What a command does where the first question of a reaction gets one answer, and every other lets things be."""
    played = play(session.rules, session.fight, command)
    told = list(without_pauses(played.events))
    for _ in range(MOST_ANSWERS):
        waiting = open_now(played.fight)
        if not waiting:
            break
        whose = (waiting[0].who,) if len(played.fight.questions) > 1 else ()
        reacts = waiting[0].kind in kinds
        answer = waiting[0].answers[place if reacts else FIRST]
        place = LAST if reacts else place
        played = play(session.rules, played.fight, Choose(words=(*whose, answer)))
        told += without_pauses(played.events)
    return told


def _goes_on_after(let_be: list[AnyEvent], reacted: list[AnyEvent], question: Question, line: str) -> None:
    """Whoever reacts rolls and chooses nothing more behind what the deed does first where nobody reacts."""
    known = [_key(event) for event in let_be]
    further = [_key(event) for event in _behind_answer(let_be, question)]
    after = [_key(event) for event in _behind_answer(reacted, question)]
    goes_on = next((place for place, key in enumerate(after) if further and key == further[0]), len(after))
    late = [key for key in after[goes_on:] if key[0] in DOES and key not in known and key[1] == question.who]
    hold(
        not late,
        f"{line}: the deed goes on, and only then comes what {question.who} does ({question.kind}): {late[:1]}",
    )


def _behind_answer(events: list[AnyEvent], question: Question) -> list[AnyEvent]:
    """What follows the answer to a question."""
    places = [
        place
        for place, event in enumerate(events)
        if isinstance(event, Answered) and (event.kind, event.who) == (question.kind, question.who)
    ]
    return events[places[0] + 1 :] if places else []


def _key(event: AnyEvent) -> tuple[str, ...]:
    """What an event is about, whatever its numbers: its kind, whose it is, and of what."""
    about = [getattr(event, name, "") for name in ("field", "name", "what", "label", "kind")]
    asked = getattr(event, "question", None)
    whose = asked.who if asked is not None else getattr(event, "who", "")
    return (type(event).__name__, whose, *map(str, about), asked.kind if asked is not None else "")


LAWS_OF_INTERRUPTIONS = (every_deed_sets_off_who_waits, a_reaction_is_over_before_the_deed_goes_on)
