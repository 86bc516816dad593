"""The laws of questions and interruptions."""

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
                told = next(each for each in played.events if closes(each, question))
                facts_are_there(session.rules, told)
                said = narrate([told], paused, played.fight, session.rules, Style())
                require_law(said, f"{line}: the offer {question.kind} lapses, and no line says so")


def closes(event: AnyEvent, question: Question) -> bool:
    """Return whether an event closes a question."""
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
