"""The laws of answers: in advance or one by one, right or wrong."""

from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import execute
from rbfcli.lab.odds import command_odds
from rbfcli.model.commands import Choose, Command
from rbfcli.model.events import (
    AnyEvent,
    without_pauses,
)
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.testing.support import plain, require_law
from tests.laws.moments import MOST_ANSWERS, asking

WEIGHED = 3


def answers_in_advance_change_no_result(path: str) -> None:
    """Check that answers in advance and answers one by one agree."""
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
    """Check that invalid answers are refused and leave the pause as it was.

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


def odds_agree_with_answers_in_advance(path: str) -> None:
    """Check that the odds under each fixed answer sum to 1."""
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


LAWS_OF_ANSWERS = (
    answers_in_advance_change_no_result,
    a_refused_answer_leaves_the_pause,
    odds_agree_with_answers_in_advance,
)
