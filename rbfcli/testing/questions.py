"""The laws of questions and interruptions."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import LAPSE, execute
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Choose, Command, FightCommand
from rbfcli.model.events import (
    AnyEvent,
    QuestionAnswered,
    QuestionAsked,
    Rolled,
    without_pauses,
)
from rbfcli.model.fight import Fight, Question
from rbfcli.model.rules import Rules
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.output import facts_are_there
from rbfcli.testing.support import (
    is_done,
    lines_to_try,
    plain,
    require_law,
)

ROUNDS, MOST_ANSWERS, WEIGHED = 6, 20, 3


def answers_in_advance_change_no_result(path: str) -> None:
    """Check that answers in advance and answers one by one agree. Raises LawViolation."""
    for line, session, command in asking(path):
        fight, rules = session.fight, session.rules
        told, answers, after = _answered(rules, fight, command)
        try:
            whole = execute(rules, fight, replace(command, answer=tuple(f"{kind}={each}" for kind, each in answers)))
        except LimitReached:
            continue
        require_law(whole.fight == after, f"{line}: with the answers {answers} in advance, the fight is different")
        require_law(
            list(without_pauses(whole.events)) == told, f"{line}: with answers in advance, the events are different"
        )


def a_refused_answer_leaves_the_pause(path: str) -> None:
    """Check that invalid answers are refused and leave the pause as it was. Raises LawViolation.

    The fight must stay the same byte for byte.
    """
    for line, session, command in asking(path):
        paused = execute(session.rules, session.fight, command).fight
        before = plain(paused)
        for words in (("no such answer",), ("999",), ("nobody", "yes")):
            try:
                execute(session.rules, paused, Choose(words=words))
            except RbfError:
                require_law(plain(paused) == before, f"{line}: a refused answer changed the pause")
            else:
                require_law(kept=False, law=f"{line}: {' '.join(words)!r} was taken for an answer")


def says_when_an_offer_lapses(path: str) -> None:
    """Check that a command that lets an offer lapse says so. Raises LawViolation."""
    for line, session, command in asking(path):
        paused = execute(session.rules, session.fight, command).fight
        if all(each.lapses for each in paused.questions):
            played = execute(session.rules, paused, LAPSE)
            for question in paused.questions:
                told = next(each for each in played.events if _closes(each, question))
                facts_are_there(session.rules, told)
                said = narrate([told], paused, played.fight, session.rules, Style())
                require_law(said, f"{line}: the offer {question.kind} lapses, and no line says so")


def _closes(event: AnyEvent, question: Question) -> bool:
    return isinstance(event, QuestionAnswered) and (event.kind, event.who) == (question.kind, question.who)


def odds_agree_with_answers_in_advance(path: str) -> None:
    """Check that the odds under each fixed answer sum to 1. Raises LawViolation."""
    weighed = 0
    for line, session, command in asking(path):
        question = open_now(execute(session.rules, session.fight, command).fight)[0]
        for answer in question.answers:
            fixed = replace(command, answer=(f"{question.kind}={answer}",), dice=())
            try:
                odds = command_odds(session.rules, session.fight, fixed)
            except (LimitReached, RbfError):
                continue
            for chances in (odds.outcomes, *odds.losses.values()):
                require_law(sum(chances.values()) == 1, f"{line}, {answer}: the chances do not sum to 1")
            require_law(
                all(each.kind != question.kind or each.answer == answer for each in odds.answers),
                f"{line}: {question.kind} is asked although it was answered in advance",
            )
        weighed += 1
        if weighed == WEIGHED:
            return


@cache
def asking(path: str) -> tuple[tuple[str, Session, FightCommand], ...]:
    """Return commands that ask, each with the session before it.

    The lines are drawn over some rounds, the same every time.
    """
    found = []
    for number in range(ROUNDS):
        session = from_encounter(path, f"asking {number}", source=path)
        dice = SeededDice(f"asking {number}", 0)
        is_done(session, "init")
        for _ in range(ROUNDS):
            lines = lines_to_try(session)
            for _ in range(ROUNDS):
                line = lines[dice.row(len(lines), 1)[0] - 1]
                command = _asks(session, line)
                if command is not None:
                    found.append((line, Session(session.rules, session.fight), command))
            is_done(session, lines[dice.row(len(lines), 1)[0] - 1])
            while session.fight.questions:
                is_done(session, "choose 1")
            is_done(session, "turn next")
    return tuple(found)


def _asks(session: Session, line: str) -> FightCommand | None:
    if session.fight.paused is not None:
        return None
    try:
        command = read_line(line, session.rules, session.fight)
        paused = execute(session.rules, session.fight, command).fight.paused
    except RbfError:
        return None
    return command if paused is not None and isinstance(command, FightCommand) else None


def _answered(rules: Rules, fight: Fight, command: Command) -> tuple[list[AnyEvent], list[tuple[str, str]], Fight]:
    """Return the events, answers and final fight of a command that gets the first answer to each question."""
    played = execute(rules, fight, command)
    told = list(without_pauses(played.events))
    answers: list[tuple[str, str]] = []
    while played.fight.paused is not None and len(answers) < MOST_ANSWERS:
        question = open_now(played.fight)[0]
        answers.append((question.kind, question.answers[0]))
        words = (question.who, question.answers[0]) if len(played.fight.questions) > 1 else (question.answers[0],)
        played = execute(rules, played.fight, Choose(words=words))
        told += without_pauses(played.events)
    return told, answers, played.fight


LAWS_OF_QUESTIONS = (
    answers_in_advance_change_no_result,
    a_refused_answer_leaves_the_pause,
    says_when_an_offer_lapses,
    odds_agree_with_answers_in_advance,
)


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
        f"{line}: the deed goes on, and only then comes what {question.who} does ({question.kind}): {late[:1]}",
    )


def _behind_answer(events: list[AnyEvent], question: Question) -> list[AnyEvent]:
    """Return the events after the answer to a question."""
    places = [place for place, event in enumerate(events) if _closes(event, question)]
    return events[places[0] + 1 :] if places else []


def _key(event: AnyEvent) -> tuple[str, ...]:
    """Return the subject of an event without its numbers: its kind, its combatant, and its field or name."""
    about = [getattr(event, name, "") for name in ("field", "name", "what", "label", "kind")]
    asked = getattr(event, "question", None)
    whose = asked.who if asked is not None else getattr(event, "who", "")
    return (type(event).__name__, whose, *map(str, about), asked.kind if asked is not None else "")
