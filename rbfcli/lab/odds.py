"""Odds of a command, exact or from a sample.

Its rules are walked over every outcome and answer. If there are too many, the command is played many times with dice
from separate seeds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from math import hypot, sqrt
from typing import Any

from msgspec import Struct

from rbfcli.core.errors import LimitReached, at_most, misuse, to_try
from rbfcli.core.limits import CHOICES_IN_A_ROW, PLAYS_OF_ODDS
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import Played, execute
from rbfcli.engine.questions import Recording
from rbfcli.lab.seen import Amount
from rbfcli.lab.walk import NO_ANSWERS, Choice, Node, Walk
from rbfcli.model.commands import Command, Init
from rbfcli.model.fight import Combatant, Fight, Question
from rbfcli.model.rules import Rules

Chances = dict[Any, Fraction]
# The full number of plays is used up to this number of combatants; with more, plays are slower and fewer.
MANY_PEOPLE = 10
# The number of plays of a sample.
MOST_PLAYS = 2_000
FEWEST_PLAYS = 100
# The number of standard errors within which two sampled answers count as equal.
SURELY = 3
# Every turn order is a different fight: there are far too many to walk, and their odds would only say `done`.
NO_ODDS_OF_INIT = "init has no odds: it only sets the turn order, and odds are of outcomes and lost health"
ONE = Fraction(1)
NORMAL_95 = 1.959964


class Touched(Struct, frozen=True):
    """A combatant whose sheet changed: the health lost, whether it is up and whether it is still there.

    `lost` has every possible loss with its weight, if nothing else depends on the number.
    """

    who: str
    lost: tuple[tuple[int, int], ...]
    stands: bool
    there: bool = True

    def losses(self) -> Chances:
        """Return each possible loss of health with its chance."""
        of = sum(weight for _, weight in self.lost)
        return {lost: Fraction(weight, of) for lost, weight in self.lost}

    def mean_loss(self) -> Fraction:
        """Return the average loss of health."""
        return Fraction(sum(lost * weight for lost, weight in self.lost), sum(weight for _, weight in self.lost))

    def chance_of_loss(self) -> Fraction:
        """Return the chance of any loss of health."""
        return sum((chance for lost, chance in self.losses().items() if lost > 0), Fraction(0))


class Ending(Struct, frozen=True):
    """A possible ending of a command: its outcome and the combatants it affected."""

    outcome: str
    touched: tuple[Touched, ...]


Ends = dict[Ending, Fraction]
Asked = tuple[str, str]
Count = Counter[Ending]
# An ending of a play, and the answers that its questions offered: whether each was given.
SampledPlay = tuple[Ending, dict[Asked, dict[str, bool]]]


def ending_of(rules: Rules, fight: Fight, played: Played) -> Ending:
    """Return the ending of a played command, for the combatants present at the start."""
    after = played.fight.combatants
    changed = ((who, one, after.get(who)) for who, one in fight.combatants.items() if one is not after.get(who))
    return Ending(played.outcome, tuple([_touched(rules, who, one, now) for who, one, now in changed]))


def _touched(rules: Rules, actor: str, combatant: Combatant, now: Combatant | None) -> Touched:
    health = rules.health(combatant)[0]
    if now is None:
        return Touched(actor, ((health, 1),), stands=False, there=False)
    lost: Any = health - rules.health(now)[0]
    stands = rules.is_up(now)
    weights = lost.weights() if isinstance(lost, Amount) else {lost: 1}
    return Touched(actor, tuple(sorted(weights.items())), stands)


def worth(rules: Rules, fight: Fight, actor: str, ends: Ends) -> Fraction:
    """Return the value of the endings to the actor.

    It is the harm to other sides minus the harm to the actor's own side; see `_harm`.
    """
    people = fight.combatants
    side = people[actor].side if actor in people else ""
    return sum(
        (chance * (-1 if people[each.who].side == side else 1) * _harm(rules, people[each.who], each)
         for ending, chance in ends.items()
         for each in ending.touched),
        Fraction(0),
    )  # fmt: skip


def _harm(rules: Rules, combatant: Combatant, touched: Touched) -> Fraction:
    """Return the fraction of a combatant's health that is lost, plus 1 if it goes down."""
    down = rules.is_up(combatant) and not touched.stands
    return touched.mean_loss() / max(1, rules.health(combatant)[1]) + int(down)


class AnswerChances(Struct, frozen=True):
    """The results of one answer to a question, given that it is asked.

    `best` means that its chooser would give it. `plays` is how often a sample gave the answer, with other answers
    drawn at random (0: exact).
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
    """The chances of each outcome, of each combatant's loss of health, and of going down.

    They assume that each chooser gives the best answer for its side; `answers` has the results of every answer. They
    are exact unless they come from a sample of `plays` plays. `walked` is the number of plays needed.
    """

    ends: Ends
    outcomes: Chances
    losses: dict[str, Chances]
    downs: dict[str, Fraction]
    answers: tuple[AnswerChances, ...] = ()
    plays: int = 0
    walked: int = 0

    def mean_loss(self, actor: str) -> Fraction:
        """Return a combatant's average loss of health."""
        return mean(self.losses[actor])


def mean(chances: Chances) -> Fraction:
    """Return the average of numbers, weighted by their chances."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


class Resolved:
    """A walk of a command in which each chooser gives its best answer, resolved from the last choice to the first.

    Raises the command's errors and LimitReached.
    """

    def __init__(self, rules: Rules, fight: Fight, command: Command) -> None:
        most = plays_among(fight, PLAYS_OF_ODDS)
        walk = Walk(rules, fight, command, partial(ending_of, rules, fight), most=most, keeps_unread=True)
        self.plays: int = walk.plays
        self._rules = rules
        self._fight = fight
        self._known: dict[Node, tuple[Ends, dict[Choice, Fraction], dict[Asked, Fraction]]] = {}
        # The endings of each answer to a choice, the answer that counts, and the best answers.
        self._answered: dict[Choice, tuple[dict[str, Ends], str, frozenset[str]]] = {}
        self.ends, self._choices, self._asked = self._follow(walk.node)

    def answers(self) -> Iterator[AnswerChances]:
        """Yield the results of each answer, with choices of the same kind and chooser combined."""
        weights: dict[Asked, Fraction] = {}
        best: dict[Asked, set[str]] = {}
        ends: dict[Asked, dict[str, Ends]] = {}
        for choice, chance in self._choices.items():
            key, (after, _, preferred) = _key(choice.question), self._answered[choice]
            add({key: ONE}, chance, weights)
            best.setdefault(key, set()).update(preferred)
            for answer, each in after.items():
                add(each, chance, ends.setdefault(key, {}).setdefault(answer, {}))
        for key, answers in ends.items():
            for answer, each in answers.items():
                conditional = {ending: chance / weights[key] for ending, chance in each.items()}
                harm = harm_of(self._rules, self._fight, conditional)
                yield AnswerChances(*key, answer, self._asked[key], answer in best[key], *harm)

    def _follow(self, node: Node) -> tuple[Ends, dict[Choice, Fraction], dict[Asked, Fraction]]:
        """Return the endings after a node, the choices on the way, and the chance that each question is asked.

        A question can be asked more than once on the way, as for each target of a blast.
        """
        if node not in self._known:
            ends: Ends = dict(node.ends)  # type: ignore[arg-type]
            choices: dict[Choice, Fraction] = {}
            asked: dict[Asked, Fraction] = {}
            for choice, chance in node.choices.items():
                own, later, asked_later = self._follow(choice.answers[self._counted(choice)])
                add(own, chance, ends)
                add({choice: ONE, **later}, chance, choices)
                add({**asked_later, _key(choice.question): ONE}, chance, asked)
            self._known[node] = ends, choices, asked
        return self._known[node]

    def _counted(self, choice: Choice) -> str:
        if choice not in self._answered:
            ends, who = {answer: self._follow(node)[0] for answer, node in choice.answers.items()}, choice.question.who
            worths = {answer: (worth(self._rules, self._fight, who, each), 0.0) for answer, each in ends.items()}
            self._answered[choice] = ends, *chosen(self._fight, who, worths)
        return self._answered[choice][1]


def chosen(fight: Fight, who: str, worths: dict[str, tuple[Any, float]]) -> tuple[str, frozenset[str]]:
    """Return the answer that counts, and the best ones, from each answer's value to its chooser and standard error.

    The GM gives the last answer, which changes nothing. No answer is best if all are.
    """
    if who not in fight.combatants:
        return list(worths)[-1], frozenset()
    top, of_top = max(worths.values())
    best = [answer for answer, (value, error) in worths.items() if top - value <= SURELY * hypot(error, of_top)]
    return best[0], frozenset(best if len(best) < len(worths) else ())


def _key(question: Question) -> Asked:
    return question.kind, question.who


def add(chances: dict[Any, Fraction], chance: Fraction, to: dict[Any, Fraction]) -> None:
    """Add chances to a table, each multiplied by a further chance."""
    for each, own in chances.items():
        to[each] = to.get(each, 0) + chance * own


def plays_among(fight: Fight, most: int) -> int:
    """Return how often a command is played: less often in fights with very many combatants."""
    return max(1, most * MANY_PEOPLE // max(MANY_PEOPLE, len(fight.combatants)))


def command_odds(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Return the exact odds of a command.

    Raises the command's errors, and LimitReached with a hint if it has too many outcomes.
    """
    found = Resolved(rules, fight, command)
    return _odds_of(rules, fight, found.ends, found.answers(), walked=found.plays)


def _odds_of(
    rules: Rules, fight: Fight, ends: Ends, answers: Iterable[AnswerChances], *, plays: int = 0, walked: int
) -> CommandOdds:
    outcomes = _gathered((ending.outcome, chance) for ending, chance in ends.items())
    losses, downs = harm_of(rules, fight, ends)
    return CommandOdds(ends, outcomes, losses, downs, tuple(answers), plays, walked)


def odds_or_sample(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Return exact odds or, if the command has too many outcomes, odds from a sample.

    Raises the command's errors, and UsageError for `init`.
    """
    if isinstance(command, Init):
        raise misuse(NO_ODDS_OF_INIT, "odds attack WHO FOE", "simulate")
    try:
        return command_odds(rules, fight, command)
    except LimitReached as limit:
        try:
            return sampled_odds(rules, fight, command)
        except LimitReached:
            raise limit from None


def sampled_odds(rules: Rules, fight: Fight, command: Command, seed: str = "", plays: int = MOST_PLAYS) -> CommandOdds:
    """Return the odds of a command from a sample, reproducible for the same fight. Raises the command's errors.

    If the rules ask questions, half as many plays use random answers first, to find the best for each chooser. Only
    plays with the best answers count.
    """
    most = max(FEWEST_PLAYS, plays_among(fight, plays))
    half = most // 2

    def played(numbers: range, counted: dict[Asked, str]) -> Iterator[SampledPlay]:
        for number in numbers:
            dice = SeededDice(f"{seed or f'odds {fight.seed}'} {number}")
            answers = Answers(dice, counted)
            done = execute(rules, fight, command, dice, recording=answers)
            yield ending_of(rules, fight, done), answers.given

    tried = [*played(range(half), {})]
    compared = _by_answer(tried)
    best: dict[Asked, frozenset[str]] = {}
    counted: dict[Asked, str] = {}
    for asked, each in compared.items():
        who = asked[1]
        worths = {answer: _worth(rules, fight, who, count) for answer, count in each.items()}
        counted[asked], best[asked] = chosen(fight, who, worths)
    found = [*played(range(half, half + most), counted)] if compared else [*tried, *played(range(half, most), {})]
    times = Counter(asked for _, given in found for asked in given)
    answers = []
    for asked, each in compared.items():
        chance = Fraction(times[asked], most)
        for answer, count in each.items() if chance else ():
            harm, is_best = harm_of(rules, fight, shares(count)), answer in best[asked]
            answers.append(AnswerChances(*asked, answer, chance, is_best, *harm, count.total()))
    ends = shares(Counter(ending for ending, _ in found))
    return _odds_of(rules, fight, ends, answers, plays=most, walked=most)


def _by_answer(plays: Iterable[SampledPlay]) -> dict[Asked, dict[str, Count]]:
    """Return the endings of each answer that some plays gave, by question, in the order of its answers."""
    found: dict[Asked, dict[str, Count]] = {}
    for ending, given in plays:
        for asked, answers in given.items():
            for answer, is_given in answers.items():
                count = found.setdefault(asked, {}).setdefault(answer, Counter())
                if is_given:
                    count[ending] += 1
    return {asked: {answer: count for answer, count in each.items() if count} for asked, each in found.items()}


def _worth(rules: Rules, fight: Fight, actor: str, count: Count) -> tuple[float, float]:
    """Return the average value of an answer's endings to the actor, and its standard error."""
    plays = count.total()
    values = [(float(worth(rules, fight, actor, {each: ONE})), times) for each, times in count.items()]
    mean = sum(value * times for value, times in values) / plays
    spread = sum((value - mean) ** 2 * times for value, times in values) / plays
    return mean, sqrt((spread + 1 / plays) / plays)


def harm_of(rules: Rules, fight: Fight, ends: Ends) -> tuple[dict[str, Chances], dict[str, Fraction]]:
    """Return the losses and the chance of going down for every affected combatant that stays in the fight."""
    found: dict[str, list[tuple[Touched, Fraction]]] = {}
    for ending, chance in ends.items():
        for each in ending.touched:
            found.setdefault(each.who, []).append((each, chance))
    touched = [who for who in fight.combatants if any(each.there for each, _ in found.get(who, ()))]
    losses = {
        who: _with_the_rest((lost, chance * own) for each, chance in found[who] for lost, own in each.losses().items())
        for who in touched
    }
    downs = {
        who: sum((chance for each, chance in found[who] if not each.stands), Fraction(0))
        for who in touched
        if rules.is_up(fight.combatants[who])
    }
    return losses, downs


def _with_the_rest(pairs: Iterable[tuple[int, Fraction]]) -> Chances:
    """Return losses with their chances, the remainder to 1 as a loss of 0."""
    listed = list(pairs)
    rest = 1 - sum((chance for _, chance in listed), Fraction(0))
    return _gathered([*listed, (0, rest)] if rest else listed)


def _gathered(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    chances: Chances = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return dict(sorted(chances.items(), key=lambda each: each[0] if isinstance(each[0], int) else 0))


class Answers(Recording):
    """Answers to the questions of one play: the known best ones (`counted`), otherwise random ones.

    `given` has, for each kind of question and chooser, the available answers and whether each was given.
    """

    def __init__(self, dice: SeededDice, counted: dict[Asked, str]) -> None:
        super().__init__()
        self._dice = dice
        self._counted = counted
        self._asked = 0
        self.given: dict[Asked, dict[str, bool]] = {}

    def answer(self, _scene: Any, question: Question) -> str:
        """Answer a question. Very long chains of questions get the last answer, then LimitReached."""
        self._asked += 1
        if self._asked > 2 * CHOICES_IN_A_ROW:
            raise at_most("a play", f"{2 * CHOICES_IN_A_ROW} choices in a row")
        if not question.answers:
            raise LimitReached(NO_ANSWERS, hint=to_try(f"--answer {question.kind}=ANSWER"))
        asked = _key(question)
        answer = self._counted.get(asked, "")
        if answer not in question.answers:
            is_endless = self._asked > CHOICES_IN_A_ROW
            answer = question.answers[-1 if is_endless else self._dice.row(len(question.answers), 1)[0] - 1]
        given = self.given.setdefault(asked, {})
        for each in question.answers:
            given[each] = given.get(each, False) or each == answer
        return answer


def shares(count: Count) -> Ends:
    """Return endings with their share of the plays."""
    plays = count.total()
    return {ending: Fraction(number, plays) for ending, number in count.items()}


def interval(chance: Fraction, plays: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a chance; without plays, the chance itself twice."""
    share = float(chance)
    if not plays:
        return share, share
    square = NORMAL_95**2
    middle = (share + square / (2 * plays)) / (1 + square / plays)
    wide = NORMAL_95 * sqrt(share * (1 - share) / plays + square / (4 * plays**2)) / (1 + square / plays)
    return (middle - wide if share > 0 else 0.0), (middle + wide if share < 1 else 1.0)
