"""The laws of questions: a pause changes nothing but when things are said."""

from functools import cache

from msgspec.structs import replace

from rbfcli.conformance.law_broken import hold, plain
from rbfcli.conformance.lines import lines_to_try
from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command, FightCommand
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.kernel.events import AnyEvent, without_pauses
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Choose
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session

ROUNDS, MOST_ANSWERS, WEIGHED = 6, 20, 3


def answers_in_advance_come_to_the_same(path: str) -> None:
    """A command whose questions are answered one by one does what it does with the answers given. Raises LawBroken."""
    for line, session, command in asking(path):
        fight, rules = session.fight, session.rules
        told, answers, after = _answered(rules, fight, command)
        try:
            whole = play(rules, fight, replace(command, answer=tuple(f"{kind}={each}" for kind, each in answers)))
        except LimitReached:
            continue
        hold(whole.fight == after, f"{line}: with the answers {answers} in advance it comes to another fight")
        hold(list(without_pauses(whole.events)) == told, f"{line}: answered beforehand, other things happen")


def a_refused_answer_leaves_the_pause(path: str) -> None:
    """What is no answer is refused, and so is any other command; the pause stays byte for byte. Raises LawBroken."""
    for line, session, command in asking(path):
        paused = play(session.rules, session.fight, command).fight
        before = plain(paused)
        for words in (("no such answer",), ("999",), ("nobody", "yes")):
            try:
                play(session.rules, paused, Choose(words=words))
            except RbfError:
                hold(plain(paused) == before, f"{line}: a refused answer changed the pause")
            else:
                hold(kept=False, law=f"{line}: {' '.join(words)!r} was taken for an answer")


def odds_agree_with_answers_in_advance(path: str) -> None:
    """Under each answer, fixed in advance, the chances sum to 1. Raises LawBroken."""
    weighed = 0
    for line, session, command in asking(path):
        question = open_now(play(session.rules, session.fight, command).fight)[0]
        for answer in question.answers:
            fixed = replace(command, answer=(f"{question.kind}={answer}",), dice=())
            try:
                odds = command_odds(session.rules, session.fight, fixed)
            except (LimitReached, RbfError):
                continue
            for chances in (odds.outcomes, *odds.losses.values()):
                hold(sum(chances.values()) == 1, f"{line}, {answer}: the chances do not sum to 1")
            hold(
                all(each.kind != question.kind or each.answer == answer for each in odds.answers),
                f"{line}: {question.kind} is asked although it was answered in advance",
            )
        weighed += 1
        if weighed == WEIGHED:
            return


@cache
def asking(path: str) -> tuple[tuple[str, Session, FightCommand], ...]:
    """Commands that ask, each with the session before it: lines tried over some rounds, drawn the same every time."""
    found = []
    for number in range(ROUNDS):
        session = from_encounter(path, f"asking {number}", source=path)
        dice = Seeded(f"asking {number}", 0)
        _perform(session, "init")
        for _ in range(ROUNDS):
            lines = lines_to_try(session)
            for _ in range(ROUNDS):
                line = lines[dice.row(len(lines), 1)[0] - 1]
                command = _asks(session, line)
                if command is not None:
                    found.append((line, Session(session.rules, session.fight), command))
            _perform(session, lines[dice.row(len(lines), 1)[0] - 1])
            while session.fight.questions:
                _perform(session, "choose 1")
            _perform(session, "turn next")
    return tuple(found)


def _asks(session: Session, line: str) -> FightCommand | None:
    if session.fight.paused is not None:
        return None
    try:
        command = read_line(line, session.rules, session.fight)
        paused = play(session.rules, session.fight, command).fight.paused
    except RbfError:
        return None
    return command if paused is not None and isinstance(command, FightCommand) else None


def _perform(session: Session, line: str) -> None:
    try:
        session.perform(read_line(line, session.rules, session.fight))
    except RbfError:
        return


def _answered(rules: Rules, fight: Fight, command: Command) -> tuple[list[AnyEvent], list[tuple[str, str]], Fight]:
    """What a command does with the first answer to each question: its events, the answers, and the fight after it."""
    played = play(rules, fight, command)
    told = list(without_pauses(played.events))
    answers: list[tuple[str, str]] = []
    while played.fight.paused is not None and len(answers) < MOST_ANSWERS:
        question = open_now(played.fight)[0]
        answers.append((question.kind, question.answers[0]))
        words = (question.who, question.answers[0]) if len(played.fight.questions) > 1 else (question.answers[0],)
        played = play(rules, played.fight, Choose(words=words))
        told += without_pauses(played.events)
    return told, answers, played.fight


LAWS_OF_QUESTIONS = (
    answers_in_advance_come_to_the_same,
    a_refused_answer_leaves_the_pause,
    odds_agree_with_answers_in_advance,
)
