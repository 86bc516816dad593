"""Odds of a command that has too many outcomes to walk: it is played many times with dice of a seed of their own."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import hypot, sqrt
from typing import Any

from rbfcli.core.errors import LimitReached
from rbfcli.core.limits import CHOICES_IN_A_ROW
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import execute
from rbfcli.lab.answering import AnsweredAtOnce
from rbfcli.lab.ending import Ending, Ends, ending_of, worth
from rbfcli.lab.odds import MANY_PEOPLE, MOST_PLAYS
from rbfcli.lab.walk import NO_ANSWERS
from rbfcli.model.commands import Command
from rbfcli.model.fight import Fight, Question
from rbfcli.model.rules import Rules

FEWEST_PLAYS = 100
# By so many standard errors one answer has to do better than another before it counts as better.
SURELY = 3
ONE = Fraction(1)
NORMAL_95 = 1.959964

Asked = tuple[str, str]
Count = Counter[Ending]


class Compared:
    """One kind of question to one chooser: how often each answer was given, and what followed.

    `counted` is the answer that counts once they are compared, and `best` are those that were surely better.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Count] = {}
        self.counted = ""
        self.best: frozenset[str] = frozenset()

    @property
    def given(self) -> dict[str, Count]:
        """The answers that were given, in the order in which they can be chosen."""
        return {answer: count for answer, count in self.answers.items() if count}


class Answers(AnsweredAtOnce):
    """What is answered to the questions of one play, as they come up.

    `given` are the answers to each kind of question and chooser, `possible` those there were.
    """

    def __init__(self, answer: Callable[[Question, bool], str]) -> None:
        super().__init__()
        self._give = answer
        self._asked = 0
        self.given: dict[Asked, set[str]] = {}
        self.possible: dict[Asked, dict[str, None]] = {}

    def answer(self, _scene: Any, question: Question) -> str:
        """As every such recording. Raises LimitReached for questions without an end."""
        self._asked += 1
        if self._asked > 2 * CHOICES_IN_A_ROW:
            raise LimitReached(f"more than {2 * CHOICES_IN_A_ROW} choices in a row")
        if not question.answers:
            raise LimitReached(NO_ANSWERS, hint=f"--answer {question.kind}=ANSWER")
        answer = self._give(question, self._asked > CHOICES_IN_A_ROW)
        asked = question.kind, question.who
        self.given.setdefault(asked, set()).add(answer)
        self.possible.setdefault(asked, {}).update(dict.fromkeys(question.answers))
        return answer


class Sample:
    """A command played many times, the same way each time it is asked for.

    Where the rules ask, answers are drawn too in half of the plays, to compare them; the rest are played with the best
    of them for whoever chooses, and they alone count. An answer is best if it is surely better than the last one, which
    lets things be; chance alone chooses nothing. `plays` is their number, `ends` are their endings, `compared` the
    answers, and `asked` says how often a question came up. Raises what the command raises.
    """

    def __init__(self, rules: Rules, fight: Fight, command: Command, seed: str = "", plays: int = MOST_PLAYS) -> None:
        self._rules = rules
        self._fight = fight
        self._command = command
        self._seed = seed or f"odds {fight.seed}"
        self._drawn = 0
        self.compared: dict[Asked, Compared] = {}
        self.asked: Counter[Asked] = Counter()
        self._count: Count = Counter()
        most = max(FEWEST_PLAYS, plays * MANY_PEOPLE // max(MANY_PEOPLE, len(fight.combatants)))
        self._play(most // 2)
        if self.compared:
            self._choose()
            self.asked, self._count = Counter(), Counter()
        self._play(most - self._count.total())
        self.plays = self._count.total()

    @property
    def ends(self) -> Ends:
        """The endings, each with its share."""
        return shares(self._count)

    def _play(self, times: int) -> None:
        """Play from the beginning to the end, whatever is asked on the way."""
        for _ in range(times):
            dice = SeededDice(f"{self._seed} {self._drawn}")
            self._drawn += 1
            answers = Answers(partial(self._answer, dice))
            played = execute(self._rules, self._fight, self._command, dice, recording=answers)
            ending = ending_of(self._rules, self._fight, played)
            self._count[ending] += 1
            for asked, given in answers.given.items():
                self.asked[asked] += 1
                compared = self.compared.setdefault(asked, Compared())
                for each in answers.possible[asked]:
                    compared.answers.setdefault(each, Counter())
                for answer in () if compared.counted else given:
                    compared.answers[answer][ending] += 1

    def _answer(self, dice: SeededDice, question: Question, last: bool) -> str:  # noqa: FBT001 - as `Answers` calls it
        """The best answer, one that is drawn where none is known yet, or the last where there is no end of them."""
        compared = self.compared.get((question.kind, question.who))
        if compared and compared.counted in question.answers:
            return compared.counted
        if last:
            return question.answers[-1]
        return question.answers[dice.row(len(question.answers), 1)[0] - 1]

    def _choose(self) -> None:
        """Find the answer of each question that counts, and those that are surely better than the last."""
        for (_, who), compared in self.compared.items():
            worths = {answer: self._worth(who, count) for answer, count in compared.given.items()}
            last = list(worths)[-1]
            better = {
                answer: mean
                for answer, (mean, error) in worths.items()
                if who in self._fight.combatants and mean - worths[last][0] > SURELY * hypot(error, worths[last][1])
            }
            compared.counted = max(better, key=better.__getitem__, default=last)
            compared.best = frozenset(
                answer
                for answer, mean in better.items()
                if better[compared.counted] - mean <= SURELY * hypot(worths[answer][1], worths[compared.counted][1])
            )

    def _worth(self, who: str, count: Count) -> tuple[float, float]:
        """What the endings of an answer are worth to somebody on average, and the standard error of that."""
        plays = count.total()
        values = [(float(worth(self._rules, self._fight, who, {each: ONE})), times) for each, times in count.items()]
        mean = sum(value * times for value, times in values) / plays
        spread = sum((value - mean) ** 2 * times for value, times in values) / plays
        return mean, sqrt((spread + 1 / plays) / plays)


def shares(count: Count) -> Ends:
    """Endings with the share of each."""
    plays = count.total()
    return {ending: Fraction(number, plays) for ending, number in count.items()}


def interval(chance: Fraction, plays: int) -> tuple[float, float]:
    """Between which two chances the true one lies in 95 of 100 samples (Wilson); the chance itself without plays."""
    share = float(chance)
    if not plays:
        return share, share
    square = NORMAL_95**2
    middle = (share + square / (2 * plays)) / (1 + square / plays)
    wide = NORMAL_95 * sqrt(share * (1 - share) / plays + square / (4 * plays**2)) / (1 + square / plays)
    return (middle - wide if share > 0 else 0.0), (middle + wide if share < 1 else 1.0)
