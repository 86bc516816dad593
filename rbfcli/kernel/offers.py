"""What somebody can do now: candidates that the rules accept in rehearsal, and why they refuse the others."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.kernel.play import play
from rbfcli.kernel.recording import Rehearsed
from rbfcli.kernel.rules import Candidate, Rules
from rbfcli.kernel.run import Played, begin
from rbfcli.kernel.verbs import Choose

# What it takes to rehearse a command, in steps, and how many combatants are gone through in one.
REHEARSAL, PEOPLE_A_STEP = 100, 10


class Offer(Struct, frozen=True):
    """Something to do: the command, what it costs, its rule, and why it is refused now (None where it is not).

    `played` is what it comes to with dice that show their highest face, as far as its first question: nobody can answer
    that, for what it takes to go on is not written down.
    """

    command: Command
    cost: str
    rule: str
    refusal: RbfError | None = None
    played: Played | None = None


def offers(rules: Rules, fight: Any, who: str, budget: Budget | None = None) -> tuple[Offer, ...]:
    """What somebody can do now: answers to its questions first, then what the rules accept. Raises LimitReached."""
    return tuple(each for each in rehearsed(rules, fight, who, budget or Budget()) if each.refusal is None)


def rehearsed(rules: Rules, fight: Any, who: str, budget: Budget) -> Iterator[Offer]:
    """Everything that could come to mind, each as it comes out when it is rehearsed. Raises LimitReached."""
    for each in _candidates(rules, fight, who):
        budget.spend(REHEARSAL + len(fight.combatants) // PEOPLE_A_STEP, "too much could be done to list it")
        yield rehearse(rules, fight, each)


def again(rules: Rules, fight: Any, who: str, command: Command) -> Offer | None:
    """A command as it would be offered to somebody now; None where it would not come to mind."""
    found = next((each for each in _candidates(rules, fight, who) if each.command == command), None)
    return rehearse(rules, fight, found) if found else None


def refusal(rules: Rules, fight: Any, command: Command) -> RbfError | None:
    """Why a command would be refused now, or None; nothing comes of it."""
    return rehearse(rules, fight, Candidate(command, "", "")).refusal


def rehearse(rules: Rules, fight: Any, candidate: Candidate) -> Offer:
    """What comes of a candidate, or why it would be refused now; the fight stays as it is."""
    refused, played = None, None
    try:
        played = _tried(rules, fight, candidate.command)
    except RbfError as refusal:
        refused = refusal
    except PluginFault as fault:
        refused = fault.failure()
    return Offer(candidate.command, candidate.cost, candidate.rule, refused, played)


def _tried(rules: Rules, fight: Any, command: Command) -> Played:
    """A command on dice that show their highest face; where it comes to a question, it cannot be gone on with."""
    if fight.paused is None:
        return begin(rules, fight, command, Highest(), recording=Rehearsed())
    return play(rules, fight, command, Highest())


def _candidates(rules: Rules, fight: Any, who: str) -> Iterable[Candidate]:
    waiting = open_now(fight)
    for question in waiting:
        if question.who == who:
            whose = (who,) if len(fight.questions) > 1 else ()
            yield from (Candidate(Choose(words=(*whose, each)), "", question.rule) for each in question.answers)
    if all(question.lapses for question in waiting):
        yield from rules.candidates(fight, who)
