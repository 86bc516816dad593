"""Odds of a command that has too many outcomes to walk: it is played many times with dice of a seed of their own."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.forks import FEWER, TOO_MANY
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.limits import CHOICES_IN_A_ROW
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played, begin
from rbfcli.lab.answering import AnsweredAtOnce, answer_to
from rbfcli.lab.ending import Ending, Ends, ending_of, worth
from rbfcli.lab.endings import steps_of

MOST_PLAYS, FEWEST_PLAYS = 2_000, 10
NORMAL_95 = 1.959964

Asked = tuple[str, str]
Count = Counter[Ending]


class Compared:
    """One kind of question to one chooser: how often each answer was given, and what came of it."""

    def __init__(self) -> None:
        self.answers: dict[str, Count] = {}
        self.best = ""

    @property
    def given(self) -> dict[str, Count]:
        """The answers that were given, in the order in which they can be chosen."""
        return {answer: count for answer, count in self.answers.items() if count}


class Answers(AnsweredAtOnce):
    """What is answered to the questions of one play, as they come up: to play all of it again for each would be dear.

    `given` are the answers to each kind of question and chooser, `possible` those there were.
    """

    def __init__(self, answer: Callable[[Question, bool], str]) -> None:
        super().__init__()
        self._give = answer
        self._asked = 0
        self.given: dict[Asked, set[str]] = {}
        self.possible: dict[Asked, dict[str, None]] = {}

    def played(self, rules: Rules, fight: Fight, command: Command, dice: Dice, budget: Budget) -> Played:
        """A command played to its end. Raises what it raises, and LimitReached for questions without an end."""
        if fight.paused is None:
            played = begin(rules, fight, command, dice, recording=self)
            budget.spend(steps_of(played), TOO_MANY, FEWER)
            return played
        while True:
            played = play(rules, fight, command, dice)
            budget.spend(steps_of(played), TOO_MANY, FEWER)
            fight = played.fight
            if fight.paused is None:
                return played
            question = open_now(fight)[0]
            command = answer_to(fight, question, self.answer(None, question))

    def answer(self, _scene: Any, question: Question) -> str:
        """As every such recording."""
        self._asked += 1
        if self._asked > 2 * CHOICES_IN_A_ROW:
            raise LimitReached(f"more than {2 * CHOICES_IN_A_ROW} choices in a row")
        answer = self._give(question, self._asked > CHOICES_IN_A_ROW)
        asked = question.kind, question.who
        self.given.setdefault(asked, set()).add(answer)
        self.possible.setdefault(asked, {}).update(dict.fromkeys(question.answers))
        return answer


class Sample:
    """A command played as often as a budget allows, the same way each time it is asked for.

    Where the rules ask, answers are drawn too in half of the plays, to compare them; the rest are played with the best
    of them for whoever chooses, and they alone count. `plays` is their number, `ends` are their endings, `compared`
    the answers, and `asked` says how often a question came up. Raises what the command raises, and LimitReached where
    not even FEWEST_PLAYS can be played.
    """

    def __init__(self, rules: Rules, fight: Fight, command: Command, budget: Budget, seed: str = "") -> None:
        self._rules = rules
        self._fight = fight
        self._command = command
        self._seed = seed or f"odds {fight.seed}"
        self._drawn = 0
        self.compared: dict[Asked, Compared] = {}
        self.asked: Counter[Asked] = Counter()
        self._count: Count = Counter()
        half = budget.share(2)
        self._played(half, MOST_PLAYS // 2)
        budget.give_back(half)
        if self.compared:
            self._choose()
            self.asked, self._count = Counter(), Counter()
        self._played(budget, MOST_PLAYS - self._count.total())
        self.plays = self._count.total()
        if self.plays < FEWEST_PLAYS:
            budget.check(budget.steps + 1, TOO_MANY, FEWER)

    @property
    def ends(self) -> Ends:
        """The endings, each with its share."""
        return shares(self._count)

    def _played(self, budget: Budget, most: int) -> None:
        """Play so often, as far as the budget goes."""
        dearest = 0
        for _ in range(most):
            before = budget.steps
            if dearest > before:
                return
            try:
                self._once(budget)
            except LimitReached:
                if budget.steps >= 0:
                    raise
                return
            dearest = max(dearest, before - budget.steps)

    def _once(self, budget: Budget) -> None:
        """Play from the beginning to the end, whatever is asked on the way."""
        dice = Seeded(f"{self._seed} {self._drawn}")
        self._drawn += 1
        answers = Answers(lambda question, last: self._answer(question, dice, last=last))
        played = answers.played(self._rules, self._fight, self._command, dice, budget)
        ending = ending_of(self._rules, self._fight, played)
        self._count[ending] += 1
        for asked, given in answers.given.items():
            self.asked[asked] += 1
            compared = self.compared.setdefault(asked, Compared())
            for each in answers.possible[asked]:
                compared.answers.setdefault(each, Counter())
            for answer in () if compared.best else given:
                compared.answers[answer][ending] += 1

    def _answer(self, question: Question, dice: Seeded, *, last: bool) -> str:
        """The best answer, one that is drawn where none is known yet, or the last where there is no end of them."""
        compared = self.compared.get((question.kind, question.who))
        if compared and compared.best in question.answers:
            return compared.best
        if last:
            return question.answers[-1]
        return question.answers[dice.row(len(question.answers), 1)[0] - 1]

    def _choose(self) -> None:
        """The best answer of each question of which a play came to its end; the budget may have stopped it before."""
        for (_, who), compared in self.compared.items():
            worths = {answer: self._worth(who, count) for answer, count in compared.given.items()}
            compared.best = max(worths, key=worths.__getitem__, default="")

    def _worth(self, who: str, count: Count) -> Fraction:
        return worth(self._rules, self._fight, who, shares(count))


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
