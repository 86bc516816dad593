"""What is best by the odds: deeds that roll dice, and answers; with the numbers of everybody known."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import LimitReached, PluginFault, RbfError
from rbfcli.kernel.fight import Question
from rbfcli.kernel.offers import rehearse
from rbfcli.kernel.rules import Candidate, Rules
from rbfcli.lab.answering import answer_to
from rbfcli.lab.ending import worth
from rbfcli.lab.odds import resolved
from rbfcli.lab.rank import ranking
from rbfcli.lab.view import View


def by_odds(view: View) -> Iterator[Command]:
    """What the people of a side might do that rolls dice, best first: what drops a foe most often, damage, hits."""
    rules, fight = view.rules, view._whole()  # noqa: SLF001 - with the numbers of everybody
    offers = [rehearse(rules, fight, Candidate(each, "", "")) for each in view.deeds]
    found = [(_whose(each.command, view.people), each) for each in offers if each.refusal is None]
    prospects = ranking(rules, fight, found).prospects
    yield from (each.offer.command for each in prospects if each.damage > 0 or each.drop > 0)


def _whose(command: Command, people: tuple[str, ...]) -> str:
    who = getattr(command, "who", "")
    return who if who in people else people[0]


def answers_by_odds(view: View, question: Question) -> tuple[str, ...]:
    """The answers to a question, best first for whoever is asked; those that are too much to weigh come last."""
    rules, fight = view.rules, view._whole()  # noqa: SLF001 - with the numbers of everybody
    if question.who not in fight.combatants:
        return question.answers
    worths = {each: _worth(rules, fight, question, each) for each in question.answers}
    return tuple(sorted(question.answers, key=lambda each: -worths[each]))


def _worth(rules: Rules, fight: Any, question: Question, answer: str) -> Fraction:
    try:
        ends = resolved(rules, fight, answer_to(fight, question, answer)).ends
    except (RbfError, LimitReached, PluginFault):
        return Fraction(-1_000_000)
    return worth(rules, fight, question.who, ends)
