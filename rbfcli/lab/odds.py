"""Odds of a command: its rules are walked over every outcome and answer, or sampled where those are too many."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from rbfcli.core.errors import LimitReached
from rbfcli.core.limits import PLAYS_OF_ODDS
from rbfcli.engine.play import Played
from rbfcli.lab.ending import Ending, Ends, Touched, ending_of, worth
from rbfcli.lab.walk import FEWER, Choice, Node, Walk
from rbfcli.model.commands import Command, Init
from rbfcli.model.fight import Fight, Question
from rbfcli.model.rules import Rules

Chances = dict[Any, Fraction]
# A play among more combatants takes longer: so many of them are played as often as the limit says, more less often.
MANY_PEOPLE = 10
# Where odds are those of a sample, the command is played so often for it.
MOST_PLAYS = 2_000


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
    how often both happen; `walked` is how often the command was played to find all this.
    """

    outcomes: Chances
    losses: dict[str, Chances]
    downs: dict[str, Fraction]
    harmful: dict[str, dict[str, Fraction]]
    answers: tuple[AnswerOdds, ...] = ()
    plays: int = 0
    walked: int = 0

    def mean_loss(self, who: str) -> Fraction:
        """The health somebody loses on average."""
        return mean(self.losses[who])


def mean(chances: Chances) -> Fraction:
    """The average of numbers with their chances."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


class Answered(NamedTuple):
    """A choice answered: what follows from each answer, the answer that is counted, and those that are best.

    None is best where nothing that odds count depends on the choice, or where the GM makes it.
    """

    ends: dict[str, Ends]
    counted: str
    best: frozenset[str]


class Resolved:
    """A walk in which every choice is answered as is best for whoever makes it, the last choices first."""

    def __init__(self, rules: Rules, fight: Fight, node: Node, plays: int = 0) -> None:
        self.plays = plays
        self._rules = rules
        self._fight = fight
        self._node = node
        self._known: dict[Node, Ends] = {}
        self._answered: dict[Choice, Answered] = {}
        self._reached: dict[Node, dict[Choice, Fraction]] = {}
        self.ends = self._ends(node)

    def choices(self) -> Iterator[tuple[Question, Fraction, Answered]]:
        """Yield each choice that comes up, with the chance that it does."""
        for choice, chance in self._choices(self._node).items():
            yield choice.question, chance, self._answered[choice]

    def _ends(self, node: Node) -> Ends:
        if not node.choices:
            return node.ends  # type: ignore[return-value]
        if node not in self._known:
            ends: Ends = dict(node.ends)  # type: ignore[arg-type]
            for choice, chance in node.choices.items():
                answered = self._answer(choice)
                add(answered.ends[answered.counted], chance, ends)
            self._known[node] = ends
        return self._known[node]

    def _answer(self, choice: Choice) -> Answered:
        if choice not in self._answered:
            ends = {answer: self._ends(node) for answer, node in choice.answers.items()}
            self._answered[choice] = answered(self._rules, self._fight, choice.question, ends)
        return self._answered[choice]

    def _choices(self, node: Node) -> dict[Choice, Fraction]:
        """Return the choices behind a node, as it is answered, with the chance of each."""
        if node not in self._reached:
            found: dict[Choice, Fraction] = {}
            for choice, chance in node.choices.items():
                add({choice: Fraction(1)}, chance, found)
                add(self._choices(choice.answers[self._answer(choice).counted]), chance, found)
            self._reached[node] = found
        return self._reached[node]


def add(chances: dict[Any, Fraction], chance: Fraction, to: dict[Any, Fraction]) -> None:
    """Add chances that hold with a further chance."""
    for each, own in chances.items():
        to[each] = to.get(each, 0) + chance * own


def answered(rules: Rules, fight: Fight, question: Question, ends: dict[str, Ends]) -> Answered:
    """Return a choice with its best answers; the GM's is counted as if it let things be, which the last answer does."""
    if question.who not in fight.combatants:
        return Answered(ends, list(ends)[-1], frozenset())
    worths = {answer: worth(rules, fight, question.who, each) for answer, each in ends.items()}
    most = max(worths.values())
    best = [answer for answer, each in worths.items() if each == most]
    return Answered(ends, best[0], frozenset(best) if len(best) < len(worths) else frozenset())


def most_plays(fight: Fight, most: int) -> int:
    """Return how often a command of a fight is played at most: less often among very many combatants."""
    return most if len(fight.combatants) <= MANY_PEOPLE else max(1, most * MANY_PEOPLE // len(fight.combatants))


def resolved(rules: Rules, fight: Fight, command: Command) -> Resolved:
    """Walk a command to all its endings. Raises what the command raises, and LimitReached."""

    def ending(played: Played) -> Ending:
        return ending_of(rules, fight, played)

    walk = Walk(rules, fight, command, ending, most=most_plays(fight, PLAYS_OF_ODDS))
    return Resolved(rules, fight, walk.node, walk.plays)


def command_odds(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Return the exact odds of a command.

    Raises what the command raises, and LimitReached where it can go too many ways, with what would be less.
    """
    try:
        found = resolved(rules, fight, command)
    except LimitReached as limit:
        if limit.hint == FEWER:
            limit.hint = _less(command)
        raise
    losses, downs = harm_of(rules, fight, found.ends)
    return CommandOdds(
        outcomes=_gathered((ending.outcome, chance) for ending, chance in found.ends.items()),
        losses=losses,
        downs=downs,
        harmful=harmful_outcomes(found.ends),
        answers=_answer_odds(rules, fight, found),
        walked=found.plays,
    )


def odds_or_sample(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Return exact odds, or those of a sample where a command can go too many ways. Raises what the command raises."""
    try:
        return command_odds(rules, fight, command)
    except LimitReached as limit:
        try:
            return sampled_odds(rules, fight, command)
        except LimitReached:
            raise limit from None


def sampled_odds(rules: Rules, fight: Fight, command: Command, seed: str = "", plays: int = MOST_PLAYS) -> CommandOdds:
    """Return the odds of a command as a sample has them: the same for the same fight. Raises as `Sample` does."""
    from rbfcli.lab.sampling import Sample, shares  # noqa: PLC0415 - `sampling` imports this module

    sample = Sample(rules, fight, command, seed, plays)
    losses, downs = harm_of(rules, fight, sample.ends)
    answers = []
    for (kind, who), compared in sample.compared.items():
        asked = Fraction(sample.asked[kind, who], sample.plays)
        for answer, count in compared.given.items() if asked else ():
            harm = harm_of(rules, fight, shares(count))
            answers.append(AnswerOdds(kind, who, answer, asked, answer in compared.best, *harm, count.total()))
    outcomes = _gathered((ending.outcome, chance) for ending, chance in sample.ends.items())
    return CommandOdds(
        outcomes, losses, downs, harmful_outcomes(sample.ends), tuple(answers), sample.plays, PLAYS_OF_ODDS
    )


def _less(command: Command) -> str:
    """Return what to settle beforehand, so that a command can go fewer ways."""
    if isinstance(command, Init):
        return "say what some of them roll: odds init --set WHO=N"
    return "settle some of it beforehand: --dice 5,7 for the first dice, or --answer KIND=ANSWER"


def _answer_odds(rules: Rules, fight: Fight, found: Resolved) -> tuple[AnswerOdds, ...]:
    """Return what follows from each answer, the choices of one kind and chooser together."""
    asked: dict[tuple[str, str], Fraction] = {}
    best: dict[tuple[str, str], set[str]] = {}
    ends: dict[tuple[str, str], dict[str, Ends]] = {}
    for question, chance, choice in found.choices():
        key = question.kind, question.who
        asked[key] = asked.get(key, Fraction(0)) + chance
        best.setdefault(key, set()).update(choice.best)
        for answer, each in choice.ends.items():
            add(each, chance, ends.setdefault(key, {}).setdefault(answer, {}))
    return tuple(
        AnswerOdds(*key, answer, asked[key], answer in best[key], *harm_of(rules, fight, conditional(each)))
        for key, answers in ends.items()
        for answer, each in answers.items()
    )


def conditional(ends: Ends) -> Ends:
    """Return endings with their chances among themselves."""
    of = sum(ends.values())
    return {ending: chance / of for ending, chance in ends.items()}


def harm_of(rules: Rules, fight: Fight, ends: Ends) -> tuple[dict[str, Chances], dict[str, Fraction]]:
    """What endings take from everybody whom any of them touches and leaves in the fight, and how often it goes down."""
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
