"""Moments of fights that the laws look at: commands that ask, turns of each side, attacks of everyone on everyone."""

from collections.abc import Iterator
from functools import cache

from rbfcli.core.errors import RbfError
from rbfcli.core.text import quoted
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import execute
from rbfcli.language.parser import read_line
from rbfcli.model.commands import FightCommand
from rbfcli.model.events import AnyEvent, QuestionAnswered
from rbfcli.model.fight import Question
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.support import TIME, acting, is_done, lines_to_try

ROUNDS, MOST_ANSWERS, MOST_TURNS = 6, 20, 12


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


def turns_of_sides(path: str) -> Iterator[Session]:
    """Yield a fight at its start and in the first turn of each further side.

    In phases without individual turns, yield it in each phase.
    """
    session = from_encounter(path, "sides", source=path)
    seen: set[tuple[str, ...]] = set()
    for step in range(MOST_TURNS):
        if not any(is_done(session, line) for line in (TIME if step else ("init",))):
            return
        moment = whose_turn(session)
        if moment not in seen:
            seen.add(moment)
            yield Session(session.rules, session.fight)


def whose_turn(session: Session) -> tuple[str, ...]:
    """Return the acting sides, or the phase if there are no individual turns."""
    people = session.fight.combatants
    return tuple(dict.fromkeys(people[who].side for who in acting(session))) or (session.fight.phase,)


def attacks(session: Session) -> list[str]:
    """Return attacks of every combatant on every other, forced to ignore the turn order."""
    people = [quoted(who) for who in session.fight.combatants]
    return [f"attack {one} {other} --force" for one in people for other in reversed(people) if one != other]
