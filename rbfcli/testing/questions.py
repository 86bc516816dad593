"""The laws of questions and interruptions."""

from functools import cache

from rbfcli.core.errors import RbfError
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import LAPSE, execute
from rbfcli.language.parser import read_line
from rbfcli.model.commands import FightCommand
from rbfcli.model.events import (
    AnyEvent,
    QuestionAnswered,
)
from rbfcli.model.fight import Question
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.output import facts_are_there
from rbfcli.testing.support import (
    is_done,
    lines_to_try,
    require_law,
)

ROUNDS, MOST_ANSWERS = 6, 20


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


LAWS_OF_QUESTIONS = (says_when_an_offer_lapses,)
