"""Every ending of a command: over all outcomes of its dice, and where the rules ask, behind every answer."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.asking import Asking
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.folding import FoldedPath, PartDone, folded
from rbfcli.kernel.dice.forks import FEWER, TOO_MANY
from rbfcli.kernel.dice.labels import Judge
from rbfcli.kernel.dice.probes import Probe
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.events import Answered, AnyEvent, Rolled
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.limits import ANSWERS_ON_A_WAY, CHOICES_IN_A_ROW
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.lab.answering import Said, answer_to, asked_next, said_in_advance
from rbfcli.lab.ending import Ending, Ends, ending_of, worth
from rbfcli.lab.looking import Earlier, Rolls, Untracked
from rbfcli.lab.pauses import Known, PartsOver, Place, place_of

# What a command, one of its events, an ending and a kilobyte of a fight that waits take, in steps.
PLAYED, EVENT, ENDING, KILOBYTE, PEOPLE_A_STEP = 60, 25, 2, 3, 20
SOMEBODY_AN_ENDING = 0.15
LEAST_CHANCE = Fraction(1, 1_000_000)


class Endless(LimitReached):
    """Answers given in advance bring further questions, perhaps for ever."""


Waiting = tuple[Known, str, Said]


class Branch:
    """One kind of question to one chooser: how likely it is asked, and the endings behind each of its answers."""

    def __init__(self, kind: str, who: str) -> None:
        self.kind = kind
        self.who = who
        self.chance = Fraction(0)
        self.answers: dict[str, Ends] = {}
        self.best: set[str] = set()


class Waits(NamedTuple):
    """A fight that waits for an answer, and what was looked at of the rolls before it did."""

    fight: Fight
    looks: Earlier


class Walked(Struct, frozen=True):
    """A command walked: its endings, equal ones as one, and the pauses it comes to, each with its chance."""

    ends: Ends
    pauses: dict[Waiting, Fraction]


class Choice(Struct, frozen=True):
    """A pause: its question, the answer that is best for whoever chooses, and what follows from each.

    It is `settled` where the answer was said in advance: nothing is told of it then.
    """

    question: Question
    best: str
    answers: dict[str, Walked]
    settled: bool = False


class Endings:
    """Walks one command of a fight; equal pauses are walked once. Raises what the command raises, and LimitReached.

    A strike may be answered by a strike, and so on for ever: at a choice that is less likely than LEAST_CHANCE the last
    answer is taken, which lets things be, and the choice is not told. Where answers in advance make such a chain, they
    are given one by one instead, at the choices it comes to.
    """

    def __init__(self, rules: Rules, fight: Fight, command: Command, budget: Budget) -> None:
        self._rules = replace(rules, watch=self._viewed, part=self._part)
        self._budget = budget
        self._fight = fight
        try:
            self._all = self._walked_to_the_end(command)
        except Untracked:
            self._rules = replace(rules, watch=None)
            self._all = self._walked_to_the_end(command)

    def _walked_to_the_end(self, command: Command) -> Walked:
        self._begin()
        try:
            return self._walked(self._fight, command, Fraction(1))
        except Endless:
            said = said_in_advance(self._rules, command)
            if not said:
                raise
            self._begin()
            return self._walked(self._fight, replace(command, answer=()), Fraction(1), said)

    def _begin(self) -> None:
        self._choices: dict[Waiting, Choice] = {}
        self._in_a_row = 0

    @property
    def ends(self) -> Ends:
        """The endings with their chances, which sum to 1."""
        return self._all.ends

    def branches(self) -> list[Branch]:
        """What is asked on the way, in the order in which it comes up."""
        found: dict[tuple[str, str], Branch] = {}
        self._follow(self._all, Fraction(1), found)
        return list(found.values())

    def _follow(self, walked: Walked, reached: Fraction, found: dict[tuple[str, str], Branch]) -> None:
        for key, chance in walked.pauses.items():
            choice, asked = self._choices[key], reached * chance
            if not choice.settled:
                self._tell(choice, asked, found)
            self._follow(choice.answers[choice.best], asked, found)

    def _tell(self, choice: Choice, asked: Fraction, found: dict[tuple[str, str], Branch]) -> None:
        """Add a choice that comes up with some chance to the others of its kind and chooser."""
        question = choice.question
        branch = found.setdefault((question.kind, question.who), Branch(question.kind, question.who))
        branch.chance += asked
        branch.best.add(choice.best)
        for answer, after in choice.answers.items():
            self._add(after.ends, asked, branch.answers.setdefault(answer, {}))

    def _add(self, ends: Ends, chance: Fraction, to: Ends) -> None:
        """Add endings that come about with a further chance."""
        self._spend(ENDING * (1 + len(ends)))
        for ending, each in ends.items():
            to[ending] = to.get(ending, 0) + chance * each

    def _walked(
        self, fight: Fight, command: Command, reached: Fraction, said: Said = (), earlier: Earlier = ()
    ) -> Walked:
        """All that follows from a command, or from an answer, that is `reached` with some chance."""
        if self._in_a_row > CHOICES_IN_A_ROW:
            raise LimitReached(f"more than {CHOICES_IN_A_ROW} choices in a row", hint="--answer KIND=ANSWER fixes some")
        self._in_a_row += 1
        waiting: dict[Waiting, Waits] = {}

        def came_to(dice: FoldedPath | Probe) -> Ending | Waiting:
            self._rolls, self._over = Rolls(dice, earlier), PartsOver()
            played = self._played(fight, command, dice)
            if played.fight.paused is None:
                return self._ending(played)
            key = self._state(played.fight), played.outcome, said
            waiting.setdefault(key, Waits(played.fight, self._rolls.looks))
            return key

        found = folded(came_to, self._budget)
        ends: Ends = {key: chance for key, chance in found.items() if isinstance(key, Ending)}
        pauses = {key: chance for key, chance in found.items() if not isinstance(key, Ending)}
        told = {key: chance for key, chance in pauses.items() if reached * chance >= LEAST_CHANCE}
        for key, chance in pauses.items():
            waits = waiting[key]
            after = self._after_best(key, waits, reached * chance) if key in told else self._let_be(waits)
            self._add(after.ends, chance, ends)
        self._in_a_row -= 1
        return Walked(ends, told)

    def _played(self, fight: Fight, command: Command, dice: FoldedPath | Probe) -> Played:
        """One way that a command goes. Raises Endless past so many questions that were answered.

        Behind a question, all that came before it is played again.
        """
        try:
            played = play(self._rules, fight, command, dice)
        except PartDone as done:
            self._spend(done.steps)
            raise
        self._spend(steps_of(played))
        _require_an_end(played.events)
        return played

    def _viewed(self, rolled: Rolled, judge: Judge | None, kept: int, sign: int) -> Rolled | None:
        """What rules see of a roll: what they look at is noted."""
        return self._rolls.view(rolled, judge, kept, sign)

    def _part(self, scene: Asking[Any], act: Callable[[], Any]) -> Any:
        """A part of a command: equal fights that it leaves behind go on as one."""
        dice = self._rolls.dice
        if not dice.begin_part():
            return act()
        begin = place_of(scene)
        try:
            answer = act()
        except LimitReached:
            raise
        except Exception as wrong:
            self._end_part(scene, begin, (type(wrong), str(wrong), str(vars(wrong))))
            raise
        self._end_part(scene, begin, answer)
        return answer

    def _end_part(self, scene: Asking[Any], begin: Place, answer: Hashable) -> None:
        fight, outcome, *in_hand = self._left_by(scene)
        self._rolls.dice.end_part((answer, fight, outcome, *in_hand), _steps_so_far(scene))
        self._over.add(begin, scene, (answer, *in_hand))

    def _left_by(self, scene: Asking[Any]) -> tuple[Any, ...]:
        """What a part of a command leaves for the rest of it to see. Raises Endless as `_played` does."""
        _require_an_end(scene.events)
        state = msgspec.json.encode(replace(scene.fight, drawn=0))
        self._spend(KILOBYTE * len(state) / 1_000)
        return (
            state,
            scene.outcome,
            scene.dice.given_left,
            scene.force,
            repr(scene.lapsing),
            scene.in_advance and scene.in_advance.left,
        )

    def _after_best(self, key: Waiting, waits: Waits, reached: Fraction) -> Walked:
        choice = self._choice(key, waits, reached)
        return choice.answers[choice.best]

    def _let_be(self, waits: Waits) -> Walked:
        """What follows from the last answer alone, here and at all further choices."""
        question = open_now(waits.fight)[0]
        answer = answer_to(waits.fight, question, question.answers[-1])
        return self._walked(waits.fight, answer, Fraction(0), earlier=waits.looks)

    def _choice(self, key: Waiting, waits: Waits, reached: Fraction) -> Choice:
        """What follows from each answer to the first question that is open, or from what was said to it in advance."""
        if key not in self._choices:
            fight = waits.fight
            question, said, left = asked_next(fight, key[2])
            answers = {
                each: self._walked(fight, answer_to(fight, question, each), reached, left, waits.looks)
                for each in ((said,) if said else question.answers)
            }
            best = max(answers, key=lambda each: self._worth(question.who, answers[each].ends))
            self._choices[key] = Choice(question, best, answers, settled=bool(said))
        return self._choices[key]

    def _ending(self, played: Played) -> Ending:
        """What counts of an ending; whom it touches is found among everybody."""
        self._spend(len(self._fight.combatants) * SOMEBODY_AN_ENDING)
        return ending_of(self._rules, self._fight, played)

    def _worth(self, who: str, ends: Ends) -> Fraction:
        """What endings are worth to somebody, which is found for each whom they touch."""
        self._spend(sum(len(ending.touched) for ending in ends) * SOMEBODY_AN_ENDING)
        return worth(self._rules, self._fight, who, ends)

    def _state(self, fight: Fight) -> Known:
        """What there is to know of a fight that waits, with dice like those that fell: a rule may hold on to them."""
        state = self._over.known(fight)
        self._spend(KILOBYTE * len(state[0]) / 1_000)
        self._budget.hold(len(state[0]), TOO_MANY, FEWER)
        return state

    def _spend(self, steps: float) -> None:
        self._budget.spend(1 + int(steps), TOO_MANY, FEWER)


def _require_an_end(events: Sequence[AnyEvent]) -> None:
    """Raise Endless past so many questions that were answered."""
    if sum(isinstance(event, Answered) for event in events) > ANSWERS_ON_A_WAY:
        raise Endless(f"more than {ANSWERS_ON_A_WAY} questions are answered on one way to walk")


def steps_of(played: Played) -> int:
    """What it takes to play a command, in steps."""
    return _steps(played.fight, played.effort, len(played.events))


def _steps_so_far(scene: Asking[Any]) -> int:
    return _steps(scene.fight, scene.effort, len(scene.events))


def _steps(fight: Fight, effort: int, events: int) -> int:
    return PLAYED + effort + (EVENT + len(fight.combatants) // PEOPLE_A_STEP) * events
