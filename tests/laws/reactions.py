"""The law of reactions: each ends before the action goes on."""

from collections.abc import Sequence

from rbfcli.engine.answers import open_now
from rbfcli.engine.play import execute
from rbfcli.model.commands import Choose, Command
from rbfcli.model.events import (
    AnyEvent,
    QuestionAsked,
    Rolled,
    without_pauses,
)
from rbfcli.model.fight import Question
from rbfcli.session.session import Session
from rbfcli.testing.support import require_law
from tests.laws.moments import asking, closes

MOST_INTERRUPTIONS = 40
FIRST, LAST = 0, -1
DOES = (Rolled.__name__, QuestionAsked.__name__)


def reactions_end_before_the_action_goes_on(paths: Sequence[str]) -> None:
    """Check that a reaction ends before the action continues. Raises LawViolation.

    An action is played to its end with and without the reaction. The first event after the reaction's question in
    the play without it must come, in the other play, after everything that belongs to the reaction, including its
    questions. Every system with reactions must have one in one of its encounters.
    """
    compared, kinds = 0, set()
    for path in paths:
        for line, session, command in asking(path):
            kinds = {row.kind for row in session.rules.reactions}
            question = open_now(execute(session.rules, session.fight, command).fight)[0]
            if question.kind in kinds:
                let_be, reacted = (_to_its_end(session, command, kinds, place) for place in (LAST, FIRST))
                _goes_on_after(let_be, reacted, question, line)
                compared += 1
    require_law(compared or not kinds, f"these reactions never happen: {', '.join(sorted(kinds))}")


def _to_its_end(session: Session, command: Command, kinds: set[str], place: int) -> list[AnyEvent]:
    """Return the events of a command whose first reaction gets one answer, and all later ones the last."""
    played = execute(session.rules, session.fight, command)
    told = list(without_pauses(played.events))
    for _ in range(MOST_INTERRUPTIONS):
        waiting = open_now(played.fight)
        if not waiting:
            break
        whose = (waiting[0].who,) if len(played.fight.questions) > 1 else ()
        reacts = waiting[0].kind in kinds
        answer = waiting[0].answers[place if reacts else FIRST]
        place = LAST if reacts else place
        played = execute(session.rules, played.fight, Choose(words=(*whose, answer)))
        told += without_pauses(played.events)
    return told


def _goes_on_after(let_be: list[AnyEvent], reacted: list[AnyEvent], question: Question, line: str) -> None:
    """Check that the reacting combatant rolls and chooses nothing more once the action continues."""
    known = [_key(event) for event in let_be]
    further = [_key(event) for event in _behind_answer(let_be, question)]
    after = [_key(event) for event in _behind_answer(reacted, question)]
    goes_on = next((place for place, key in enumerate(after) if further and key == further[0]), len(after))
    late = [key for key in after[goes_on:] if key[0] in DOES and key not in known and key[1] == question.who]
    require_law(
        not late,
        f"{line}: the action goes on, and only then comes what {question.who} does ({question.kind}): {late[:1]}",
    )


def _behind_answer(events: list[AnyEvent], question: Question) -> list[AnyEvent]:
    """Return the events after the answer to a question."""
    places = [place for place, event in enumerate(events) if closes(event, question)]
    return events[places[0] + 1 :] if places else []


def _key(event: AnyEvent) -> tuple[str, ...]:
    """Return the subject of an event without its numbers: its kind, its combatant, and its field or name."""
    about = [getattr(event, name, "") for name in ("field", "name", "what", "label", "kind")]
    asked = getattr(event, "question", None)
    whose = asked.who if asked is not None else getattr(event, "who", "")
    return (type(event).__name__, whose, *map(str, about), asked.kind if asked is not None else "")
