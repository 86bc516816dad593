"""Odds of a command: its rules are walked over every outcome and answer, or sampled where those are too many."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.forks import FEWER, TOO_MANY
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Init
from rbfcli.lab.ending import Ends, Touched
from rbfcli.lab.endings import Branch, Endings

Chances = dict[Any, Fraction]
# What an ending takes of which a distribution is made, in steps, for each whom it touches.
TOLD = 5


class AnswerOdds(Struct, frozen=True):
    """What follows from one answer to a question, given that it is asked; `best` is the one its chooser would give.

    `plays` is how often the answer was given in a sample, in which other answers were drawn (0: every outcome counts).
    """

    kind: str
    who: str
    answer: str
    asked: Fraction
    best: bool
    losses: dict[str, Chances]
    downs: dict[str, Fraction]
    plays: int = 0


class CommandOdds(Struct, frozen=True):
    """The chances of each outcome, of each loss of health by whom it befalls, and of going down.

    They hold where everybody answers as is best for their side; `answers` tells what follows from each answer. They are
    exact, unless they come from a sample of so many `plays`. `harmful` has for each outcome who loses health in it, and
    how often both happen.
    """

    outcomes: Chances
    losses: dict[str, Chances]
    downs: dict[str, Fraction]
    harmful: dict[str, dict[str, Fraction]]
    answers: tuple[AnswerOdds, ...] = ()
    plays: int = 0

    def mean_loss(self, who: str) -> Fraction:
        """The health somebody loses on average."""
        return mean(self.losses[who])


def mean(chances: Chances) -> Fraction:
    """The average of numbers with their chances."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def command_odds(rules: Rules, fight: Fight, command: Command, budget: Budget | None = None) -> CommandOdds:
    """Walk a command to all its endings. Raises what the command raises, and LimitReached with what would be less."""
    try:
        return _command_odds(rules, fight, command, budget or Budget())
    except LimitReached as limit:
        if limit.hint == FEWER:
            limit.hint = _less(command)
        raise


def odds_or_sample(
    rules: Rules, fight: Fight, command: Command, budget: Budget, spare: Budget | None = None
) -> CommandOdds:
    """Exact odds, or where they take more than the budget those of a sample, out of the `spare` budget or what is left.

    Raises what the command raises, and LimitReached where there is not even enough left for a sample.
    """
    try:
        return command_odds(rules, fight, command, budget)
    except LimitReached as limit:
        try:
            return sampled_odds(rules, fight, command, spare or budget)
        except LimitReached:
            raise limit from None


def sampled_odds(rules: Rules, fight: Fight, command: Command, budget: Budget, seed: str = "") -> CommandOdds:
    """The odds of a command as a sample has them: the same for the same fight. Raises as `Sample` does."""
    from rbfcli.lab.sampling import Sample, shares

    sample, free = Sample(rules, fight, command, budget, seed), Budget()
    losses, downs = harm_of(rules, fight, sample.ends, free)
    answers = []
    for (kind, who), compared in sample.compared.items():
        asked = Fraction(sample.asked[kind, who], sample.plays)
        for answer, count in compared.given.items() if asked else ():
            harm = harm_of(rules, fight, shares(count), free)
            answers.append(AnswerOdds(kind, who, answer, asked, answer == compared.best, *harm, count.total()))
    outcomes = _gathered((ending.outcome, chance) for ending, chance in sample.ends.items())
    return CommandOdds(outcomes, losses, downs, harmful_outcomes(sample.ends), tuple(answers), sample.plays)


def _less(command: Command) -> str:
    """What to settle beforehand, so that fewer outcomes are left of a command."""
    if isinstance(command, Init):
        return "say what some of them roll: odds init --set WHO=N"
    return "settle some of it beforehand: --dice 5,7 for the first dice, or --answer KIND=ANSWER"


def _command_odds(rules: Rules, fight: Fight, command: Command, budget: Budget) -> CommandOdds:
    endings = Endings(rules, fight, command, budget)
    losses, downs = harm_of(rules, fight, endings.ends, budget)
    return CommandOdds(
        outcomes=_gathered((ending.outcome, chance) for ending, chance in endings.ends.items()),
        losses=losses,
        downs=downs,
        harmful=harmful_outcomes(endings.ends),
        answers=tuple(
            _answer_odds(rules, fight, branch, answer, budget)
            for branch in endings.branches()
            for answer in branch.answers
        ),
    )


def _answer_odds(rules: Rules, fight: Fight, branch: Branch, answer: str, budget: Budget) -> AnswerOdds:
    ends = {ending: chance / branch.chance for ending, chance in branch.answers[answer].items()}
    losses, downs = harm_of(rules, fight, ends, budget)
    return AnswerOdds(
        kind=branch.kind,
        who=branch.who,
        answer=answer,
        asked=branch.chance,
        best=answer in branch.best,
        losses=losses,
        downs=downs,
    )


def harm_of(rules: Rules, fight: Fight, ends: Ends, budget: Budget) -> tuple[dict[str, Chances], dict[str, Fraction]]:
    """What endings take from everybody whom any of them touches and leaves in the fight, and how often it goes down."""
    budget.spend(TOLD * sum(1 + len(ending.touched) for ending in ends), TOO_MANY, FEWER)
    found: dict[str, list[tuple[Touched, Fraction]]] = {}
    for ending, chance in ends.items():
        for each in ending.touched:
            found.setdefault(each.who, []).append((each, chance))
    touched = [who for who in fight.combatants if any(each.there for each, _ in found.get(who, ()))]
    losses = {who: _with_the_rest((each.lost, chance) for each, chance in found[who]) for who in touched}
    downs = {
        who: sum((chance for each, chance in found[who] if not each.stands), Fraction(0))
        for who in touched
        if rules.standing(fight.combatants[who])
    }
    return losses, downs


def harmful_outcomes(ends: Ends) -> dict[str, dict[str, Fraction]]:
    """Of each outcome, how often it comes about and somebody loses health, by whom that befalls."""
    harmful: dict[str, dict[str, Fraction]] = {}
    for ending, chance in ends.items():
        for each in ending.touched:
            if each.lost > 0:
                chances = harmful.setdefault(ending.outcome, {})
                chances[each.who] = chances.get(each.who, Fraction(0)) + chance
    return harmful


def _with_the_rest(pairs: Iterable[tuple[int, Fraction]]) -> Chances:
    """Losses with their chances; nothing is lost in whatever is left of 1."""
    listed = list(pairs)
    rest = 1 - sum((chance for _, chance in listed), Fraction(0))
    return _gathered([*listed, (0, rest)] if rest else listed)


def _gathered(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    chances: Counter[Any] = Counter()
    for value, chance in pairs:
        chances[value] += chance  # type: ignore[assignment]
    return dict(sorted(chances.items(), key=lambda each: each[0] if isinstance(each[0], int) else 0))  # type: ignore[arg-type]
