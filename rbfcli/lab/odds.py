"""Exact odds of a command: the rules themselves are walked over every outcome of their dice and every answer."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.branching import FEWER, TOO_MANY
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Init
from rbfcli.lab.endings import SOMEBODY_AN_ENDING, Branch, Ending, Endings, Ends, weighted

Chances = dict[Any, Fraction]
TOUCHED_AN_ENDING = 5


class AnswerOdds(Struct, frozen=True):
    """What follows from one answer to a question, given that it is asked; `best` is the one its chooser would give."""

    kind: str
    who: str
    answer: str
    asked: Fraction
    best: bool
    losses: dict[str, Chances]
    downs: dict[str, Fraction]


class CommandOdds(Struct, frozen=True):
    """The chances of each outcome, of each loss of health by whom it befalls, and of going down.

    They hold where everybody answers as is best for their side; `answers` tells what follows from each answer.
    """

    outcomes: Chances
    losses: dict[str, Chances]
    downs: dict[str, Fraction]
    answers: tuple[AnswerOdds, ...] = ()

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


def _less(command: Command) -> str:
    """What to settle beforehand, so that fewer outcomes are left of a command."""
    if isinstance(command, Init):
        return "say what some of them roll: odds init --set WHO=N"
    return "settle some of it beforehand: --dice 5,7 for the first dice, or --answer KIND=ANSWER"


def _command_odds(rules: Rules, fight: Fight, command: Command, budget: Budget) -> CommandOdds:
    endings = Endings(rules, fight, command, budget)
    ends = endings.ends
    touched = _touched(fight, ends, budget)
    return CommandOdds(
        outcomes=_gathered((ending.outcome, chance) for chance, ending in ends),
        losses=_losses(rules, fight, ends, touched),
        downs=_downs(rules, fight, ends, touched),
        answers=tuple(
            _answer_odds(rules, fight, branch, answer, budget)
            for branch in endings.branches()
            for answer in branch.answers
        ),
    )


def _answer_odds(rules: Rules, fight: Fight, branch: Branch, answer: str, budget: Budget) -> AnswerOdds:
    ends = weighted(branch.answers[answer], 1 / branch.chance)
    touched = _touched(fight, ends, budget)
    return AnswerOdds(
        kind=branch.kind,
        who=branch.who,
        answer=answer,
        asked=branch.chance,
        best=answer in branch.best,
        losses=_losses(rules, fight, ends, touched),
        downs=_downs(rules, fight, ends, touched),
    )


def _losses(
    rules: Rules, fight: Fight, ends: Iterable[tuple[Fraction, Ending]], touched: list[str]
) -> dict[str, Chances]:
    listed = list(ends)
    return {
        who: _gathered(
            (_health(rules, fight, who) - _health(rules, ending.fight, who), chance) for chance, ending in listed
        )
        for who in touched
    }


def _downs(
    rules: Rules, fight: Fight, ends: Iterable[tuple[Fraction, Ending]], touched: list[str]
) -> dict[str, Fraction]:
    listed = list(ends)
    return {
        who: sum((chance for chance, ending in listed if not _stands(rules, ending.fight, who)), Fraction(0))
        for who in touched
        if _stands(rules, fight, who)
    }


def _gathered(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    chances: Counter[Any] = Counter()
    for value, chance in pairs:
        chances[value] += chance  # type: ignore[assignment]
    return dict(sorted(chances.items(), key=lambda each: each[0] if isinstance(each[0], int) else 0))  # type: ignore[arg-type]


def _touched(fight: Fight, ends: Ends, budget: Budget) -> list[str]:
    """Whom any ending changes; what is asked of each of them in each ending is paid for."""
    people = fight.combatants
    budget.spend(int(len(people) * len(ends) * SOMEBODY_AN_ENDING), TOO_MANY, FEWER)
    changed = {who for _, each in ends for who, one in each.fight.combatants.items() if one is not people.get(who)}
    budget.spend(len(changed) * len(ends) * TOUCHED_AN_ENDING, TOO_MANY, FEWER)
    return [who for who in people if who in changed]


def _health(rules: Rules, fight: Fight, who: str) -> int:
    return rules.health(fight.combatants[who])[0] if who in fight.combatants else 0


def _stands(rules: Rules, fight: Fight, who: str) -> bool:
    return who in fight.combatants and rules.standing(fight.combatants[who])
