"""Odds of a command: its rules are walked over every outcome and answer, or played many times where those are too many.

A sample plays it with dice of a seed of their own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import hypot, sqrt
from typing import Any, NamedTuple

from msgspec import Struct

from rbfcli.core.errors import LimitReached, UsageError
from rbfcli.core.limits import CHOICES_IN_A_ROW, PLAYS_OF_ODDS
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import Played, execute
from rbfcli.engine.questions import AnsweredAtOnce
from rbfcli.lab.seen import Amount
from rbfcli.lab.walk import NO_ANSWERS, Choice, Node, Walk
from rbfcli.model.commands import Command, Init
from rbfcli.model.fight import Combatant, Fight, Question
from rbfcli.model.rules import Rules

Chances = dict[Any, Fraction]
# A play among more combatants takes longer: so many of them are played as often as the limit says, more less often.
MANY_PEOPLE = 10
# Where odds are those of a sample, the command is played so often for it.
MOST_PLAYS = 2_000
FEWEST_PLAYS = 100
# By so many standard errors one answer has to do better than another before it counts as better.
SURELY = 3
# Every order of turns is another fight, far too many to walk, and odds would say no more of them than `done`.
NO_ODDS_OF_INIT = "there are no odds of init: it settles the order of turns, and odds count outcomes and lost health"
ONE = Fraction(1)
NORMAL_95 = 1.959964


class Touched(Struct, frozen=True):
    """Somebody whose sheet is another at the end: the health it loses, whether it stands, and whether it is there.

    What it loses is each number with its weight, where nothing else depends on the number.
    """

    who: str
    lost: tuple[tuple[int, int], ...]
    stands: bool
    there: bool = True

    def losses(self) -> Chances:
        """Return each number that it can lose with its chance."""
        of = sum(weight for _, weight in self.lost)
        return {lost: Fraction(weight, of) for lost, weight in self.lost}

    def mean_loss(self) -> Fraction:
        """Return what it loses on average."""
        return Fraction(sum(lost * weight for lost, weight in self.lost), sum(weight for _, weight in self.lost))

    def chance_of_loss(self) -> Fraction:
        """Return how often it loses anything."""
        return sum((chance for lost, chance in self.losses().items() if lost > 0), Fraction(0))


class Ending(Struct, frozen=True):
    """What counts of how a command can end: its outcome, and whom it touched."""

    outcome: str
    touched: tuple[Touched, ...]


Ends = dict[Ending, Fraction]
Asked = tuple[str, str]
Count = Counter[Ending]


def ending_of(rules: Rules, fight: Fight, played: Played) -> Ending:
    """What counts of a fight that ended, for those who took part from the beginning."""
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
    """What endings are worth to somebody: health taken from other sides less that of its own, and who goes down."""
    people = fight.combatants
    side = people[actor].side if actor in people else ""
    return sum(
        (chance * (-1 if people[each.who].side == side else 1) * _harm(rules, people[each.who], each)
         for ending, chance in ends.items()
         for each in ending.touched),
        Fraction(0),
    )  # fmt: skip


def _harm(rules: Rules, combatant: Combatant, touched: Touched) -> Fraction:
    """The part of somebody's health that is lost, and 1 more where it goes down."""
    down = rules.is_up(combatant) and not touched.stands
    return touched.mean_loss() / max(1, rules.health(combatant)[1]) + int(down)


class AnswerChances(Struct, frozen=True):
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
    answers: tuple[AnswerChances, ...] = ()
    plays: int = 0
    walked: int = 0

    def mean_loss(self, actor: str) -> Fraction:
        """The health somebody loses on average."""
        return mean(self.losses[actor])


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
    """A walk in which every choice is answered as is best for its chooser, the last choices first."""

    def __init__(self, rules: Rules, fight: Fight, node: Node, plays: int) -> None:
        self.plays = plays
        self._rules = rules
        self._fight = fight
        self._known: dict[Node, tuple[Ends, dict[Choice, Fraction]]] = {}
        self._answered: dict[Choice, Answered] = {}
        self.ends, self._choices = self._follow(node)

    def answers(self) -> Iterator[AnswerChances]:
        """Yield what follows from each answer, the choices of one kind and chooser together."""
        asked: dict[Asked, Fraction] = {}
        best: dict[Asked, set[str]] = {}
        ends: dict[Asked, dict[str, Ends]] = {}
        for choice, chance in self._choices.items():
            key, answered = (choice.question.kind, choice.question.who), self._answered[choice]
            asked[key] = asked.get(key, Fraction(0)) + chance
            best.setdefault(key, set()).update(answered.best)
            for answer, each in answered.ends.items():
                add(each, chance, ends.setdefault(key, {}).setdefault(answer, {}))
        for key, answers in ends.items():
            for answer, each in answers.items():
                conditional = {ending: chance / asked[key] for ending, chance in each.items()}
                harm = harm_of(self._rules, self._fight, conditional)
                yield AnswerChances(*key, answer, asked[key], answer in best[key], *harm)

    def _follow(self, node: Node) -> tuple[Ends, dict[Choice, Fraction]]:
        """Return the endings after a node, and the choices on the way, each with its chance."""
        if node not in self._known:
            ends: Ends = dict(node.ends)  # type: ignore[arg-type]
            choices: dict[Choice, Fraction] = {}
            for choice, chance in node.choices.items():
                own, later = self._follow(choice.answers[self._answer(choice).counted])
                add(own, chance, ends)
                add({choice: ONE, **later}, chance, choices)
            self._known[node] = ends, choices
        return self._known[node]

    def _answer(self, choice: Choice) -> Answered:
        """Answer a choice; the GM's is counted as if it let things be, which the last answer does."""
        if choice not in self._answered:
            ends, who = {answer: self._follow(node)[0] for answer, node in choice.answers.items()}, choice.question.who
            if who not in self._fight.combatants:
                self._answered[choice] = Answered(ends, list(ends)[-1], frozenset())
            else:
                worths = {answer: worth(self._rules, self._fight, who, each) for answer, each in ends.items()}
                best = [answer for answer, each in worths.items() if each == max(worths.values())]
                told = frozenset(best) if len(best) < len(worths) else frozenset()
                self._answered[choice] = Answered(ends, best[0], told)
        return self._answered[choice]


def add(chances: dict[Any, Fraction], chance: Fraction, to: dict[Any, Fraction]) -> None:
    """Add chances that hold with a further chance."""
    for each, own in chances.items():
        to[each] = to.get(each, 0) + chance * own


def plays_among(fight: Fight, most: int) -> int:
    """Return how often a command of a fight is played: less often among very many combatants."""
    return max(1, most * MANY_PEOPLE // max(MANY_PEOPLE, len(fight.combatants)))


def resolved(rules: Rules, fight: Fight, command: Command) -> Resolved:
    """Walk a command to all its endings. Raises what the command raises, and LimitReached."""

    def ending(played: Played) -> Ending:
        return ending_of(rules, fight, played)

    walk = Walk(rules, fight, command, ending, most=plays_among(fight, PLAYS_OF_ODDS), keeps_unread=True)
    return Resolved(rules, fight, walk.node, walk.plays)


def command_odds(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Return the exact odds of a command.

    Raises what the command raises, and LimitReached where it can go too many ways, with what would be less.
    """
    found = resolved(rules, fight, command)
    return _odds_of(rules, fight, found.ends, found.answers(), walked=found.plays)


def _odds_of(
    rules: Rules, fight: Fight, ends: Ends, answers: Iterable[AnswerChances], *, plays: int = 0, walked: int
) -> CommandOdds:
    """Return the odds of endings."""
    outcomes = _gathered((ending.outcome, chance) for ending, chance in ends.items())
    losses, downs = harm_of(rules, fight, ends)
    return CommandOdds(outcomes, losses, downs, harmful_outcomes(ends), tuple(answers), plays, walked)


def odds_or_sample(rules: Rules, fight: Fight, command: Command) -> CommandOdds:
    """Return exact odds, or those of a sample where a command can go too many ways.

    Raises what the command raises, and UsageError for `init`.
    """
    if isinstance(command, Init):
        raise UsageError(NO_ODDS_OF_INIT, hint="`odds attack WHO FOE`, or `simulate`, which plays the whole fight")
    try:
        return command_odds(rules, fight, command)
    except LimitReached as limit:
        try:
            return sampled_odds(rules, fight, command)
        except LimitReached:
            raise limit from None


def sampled_odds(rules: Rules, fight: Fight, command: Command, seed: str = "", plays: int = MOST_PLAYS) -> CommandOdds:
    """Return the odds of a command as a sample has them: the same for the same fight. Raises as `Sample` does."""
    sample = Sample(rules, fight, command, seed, plays)
    return _odds_of(rules, fight, sample.ends, sample.answers(), plays=sample.plays, walked=sample.plays)


def harm_of(rules: Rules, fight: Fight, ends: Ends) -> tuple[dict[str, Chances], dict[str, Fraction]]:
    """What endings take from everybody whom any of them touches and leaves in the fight, and how often it goes down."""
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


def harmful_outcomes(ends: Ends) -> dict[str, dict[str, Fraction]]:
    """Of each outcome, how often it comes about and somebody loses health, by whom that befalls."""
    harmful: dict[str, dict[str, Fraction]] = {}
    for ending, chance in ends.items():
        for each in ending.touched:
            if harm := each.chance_of_loss():
                chances = harmful.setdefault(ending.outcome, {})
                chances[each.who] = chances.get(each.who, Fraction(0)) + chance * harm
    return harmful


def _with_the_rest(pairs: Iterable[tuple[int, Fraction]]) -> Chances:
    """Losses with their chances; nothing is lost in whatever is left of 1."""
    listed = list(pairs)
    rest = 1 - sum((chance for _, chance in listed), Fraction(0))
    return _gathered([*listed, (0, rest)] if rest else listed)


def _gathered(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    chances: Chances = {}
    for value, chance in pairs:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return dict(sorted(chances.items(), key=lambda each: each[0] if isinstance(each[0], int) else 0))


class Answers(AnsweredAtOnce):
    """Answer the questions of one play: as is known to be best (`counted`), else as dice fall.

    `given` has for each kind of question and chooser the answers that there were, and whether each was given.
    """

    def __init__(self, dice: SeededDice, counted: dict[Asked, str]) -> None:
        super().__init__()
        self._dice = dice
        self._counted = counted
        self._asked = 0
        self.given: dict[Asked, dict[str, bool]] = {}

    def answer(self, _scene: Any, question: Question) -> str:
        """Answer a question, with the last answer where there is no end of them. Raises LimitReached past that."""
        self._asked += 1
        if self._asked > 2 * CHOICES_IN_A_ROW:
            raise LimitReached(f"more than {2 * CHOICES_IN_A_ROW} choices in a row")
        if not question.answers:
            raise LimitReached(NO_ANSWERS, hint=f"--answer {question.kind}=ANSWER")
        asked = question.kind, question.who
        answer = self._counted.get(asked, "")
        if answer not in question.answers and self._asked > CHOICES_IN_A_ROW:
            answer = question.answers[-1]
        elif answer not in question.answers:
            answer = question.answers[self._dice.row(len(question.answers), 1)[0] - 1]
        given = self.given.setdefault(asked, {})
        for each in question.answers:
            given[each] = given.get(each, False) or each == answer
        return answer


class Sample:
    """A command played many times, the same way each time it is asked for.

    Where the rules ask, answers are drawn too in half of the plays, to compare them; the rest are played with the best
    of them for each chooser, and they alone count. An answer is best if it is surely better than the last one, which
    lets things be; chance alone chooses nothing. `plays` is their number, `ends` are their endings. Raises what the
    command raises.
    """

    def __init__(self, rules: Rules, fight: Fight, command: Command, seed: str = "", plays: int = MOST_PLAYS) -> None:
        self._rules = rules
        self._fight = fight
        self._command = command
        self._seed = seed or f"odds {fight.seed}"
        self._drawn = 0
        self._compared: dict[Asked, dict[str, Count]] = {}
        self._counted: dict[Asked, str] = {}
        self._best: dict[Asked, frozenset[str]] = {}
        self._asked: Counter[Asked] = Counter()
        self._count: Count = Counter()
        most = max(FEWEST_PLAYS, plays_among(fight, plays))
        self._play(most // 2)
        if self._compared:
            self._choose()
            self._asked, self._count = Counter(), Counter()
        self._play(most - self._count.total())
        self.plays = self._count.total()
        self.ends = shares(self._count)

    def answers(self) -> Iterator[AnswerChances]:
        """Yield what follows from each answer that was given."""
        for asked, answers in self._compared.items():
            chance, best = Fraction(self._asked[asked], self.plays), self._best.get(asked, frozenset())
            for answer, count in answers.items():
                if chance and count:
                    harm = harm_of(self._rules, self._fight, shares(count))
                    yield AnswerChances(*asked, answer, chance, answer in best, *harm, count.total())

    def _play(self, times: int) -> None:
        """Play so many times, to the end."""
        for _ in range(times):
            dice = SeededDice(f"{self._seed} {self._drawn}")
            self._drawn += 1
            answers = Answers(dice, self._counted)
            played = execute(self._rules, self._fight, self._command, dice, recording=answers)
            ending = ending_of(self._rules, self._fight, played)
            self._count[ending] += 1
            for asked, given in answers.given.items():
                self._asked[asked] += 1
                compared = self._compared.setdefault(asked, {})
                for answer, is_given in given.items():
                    compared.setdefault(answer, Counter())
                    if is_given and asked not in self._counted:
                        compared[answer][ending] += 1

    def _choose(self) -> None:
        """Find the answer of each question that counts, and those that are surely better than the last."""
        for asked, compared in self._compared.items():
            _, who = asked
            worths = {answer: self._worth(who, count) for answer, count in compared.items() if count}
            last = list(worths)[-1]
            better = {
                answer: mean
                for answer, (mean, error) in worths.items()
                if who in self._fight.combatants and mean - worths[last][0] > SURELY * hypot(error, worths[last][1])
            }
            counted = self._counted[asked] = max(better, key=better.__getitem__, default=last)
            self._best[asked] = frozenset(
                answer
                for answer, mean in better.items()
                if better[counted] - mean <= SURELY * hypot(worths[answer][1], worths[counted][1])
            )

    def _worth(self, actor: str, count: Count) -> tuple[float, float]:
        """What the endings of an answer are worth to somebody on average, and the standard error of that."""
        plays = count.total()
        values = [(float(worth(self._rules, self._fight, actor, {each: ONE})), times) for each, times in count.items()]
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
