"""One fight played to its end, and running totals of many.

Policies propose commands, the rules accept or refuse them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import Any, Self

from msgspec import MsgspecError, Struct, field
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, failed
from rbfcli.core.limits import ACTIONS_OF_A_TURN, ANSWERS_ON_A_WAY, IDLE_ROUNDS
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.answers import open_now
from rbfcli.engine.causes import cause_of_loss
from rbfcli.engine.play import command_of, execute
from rbfcli.engine.questions import command_for
from rbfcli.engine.turns import multiple_sides_standing, sides_standing
from rbfcli.lab.odds import NORMAL_95, interval
from rbfcli.lab.policies import Policy, PolicyFault
from rbfcli.lab.view import View, actor_of, turn_is_over
from rbfcli.language.grammar import line_for
from rbfcli.model.commands import Command, Set
from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import Fight, Moment, Question, moment_of
from rbfcli.model.rules import Rules

Loss = tuple[str, int, str]


def is_over(rules: Rules, fight: Fight) -> bool:
    """Return whether a fight is over or only one side is left."""
    return bool(fight.over) or not multiple_sides_standing(fight, rules)


def actors(rules: Rules, fight: Fight) -> dict[str, str]:
    """Return the combatants who may act now, with their sides.

    They are the active ones or, in a phase, those who are up and have a turn left.
    """
    people, active = fight.combatants, fight.active
    if active:
        return {who: people[who].side for who in rules.members(fight, active) if who in people}
    up = {who: one.side for who, one in people.items() if rules.standing(one)}
    if not fight.phase:
        return up
    attacks = rules.can_attack
    return {
        who: side
        for who, side in up.items()
        if rules.takes_turns(fight, who) or (attacks is not None and attacks(fight, who))
    }


def losses(rules: Rules, actor: str, before: Fight, after: Fight, happened: Sequence[AnyEvent]) -> list[Loss]:
    """Return the damage between two states of a fight, and who of another side is responsible, if anyone."""
    health, people, found = rules.health, after.combatants, []
    for who, one in before.combatants.items():
        now = people.get(who)
        if now is not one and now is not None:
            lost = health(one)[0] - health(now)[0]
            if lost > 0:
                by = cause_of_loss(rules, actor, who, before, happened)
                found.append((who, lost, by if by and before.combatants[by].side != one.side else ""))
    return found


ROUNDS, STUCK, OVER = "rounds", "stuck", "over"


class Fought(Struct, frozen=True, kw_only=True):
    """The result of a fight: the winning side (empty: a draw), why it ended, its length and each combatant's fate.

    `left` is each combatant's health at the end, `down` the combatants out of action; `dealt` and `taken` are
    damage. Damage not dealt by another side has an empty name.
    """

    winner: str
    ended: str
    rounds: int
    left: dict[str, int]
    down: tuple[str, ...]
    dealt: dict[str, int]
    taken: dict[str, int]
    lines: tuple[str, ...] = ()


class Playing:
    """A fight in progress. Raises PolicyFault for invalid policy output, and the errors of plugins."""

    def __init__(self, rules: Rules, fight: Any, policies: Mapping[str, Policy], seed: str, *, told: bool) -> None:
        self.rules = rules
        self.fight, self._actor = replace(fight, seed=seed), ""
        if fight.paused and fight.seed != seed:
            self.fight = execute(rules, fight, Set(who="fight", pairs=(f"seed={seed}",))).fight
        if fight.paused:
            with suppress(LookupError, MsgspecError):  # the rules no longer know the command that waits
                self._actor = actor_of(command_of(fight.paused.command, rules))
        self._policies = policies
        self._chance = SeededDice(f"{seed} policies")
        self._turn, self._init = rules.verb_types["turn"], rules.verb_types["init"]
        self._actions = 0
        self._moment: Moment | None = None
        self._done: set[str] = set()
        self._told = told
        self._answered = 0
        self._idle = fight.round
        self.lines: list[str] = []
        self.dealt: dict[str, int] = {}
        self.taken: dict[str, int] = {}

    def to_the_end(self, rounds: int) -> Fought:
        """Play until one side is left or `rounds` rounds have passed."""
        first, ended = self.fight.round, ""
        while not ended:
            ended = self.go_on(first + rounds)
        fought = self._fought(ended, first)
        return replace(fought, rounds=min(fought.rounds, rounds)) if ended == ROUNDS else fought

    def go_on(self, last: int) -> str:
        """Play the next command or answer.

        Returns the reason if there is none: the fight is over, the last round has passed, or no combatant acts.
        """
        if self.fight.questions:
            self._answer()
        elif is_over(self.rules, self.fight):
            return OVER
        elif self.fight.round > last:
            return ROUNDS
        elif not self._step():
            return STUCK
        return ""

    def _step(self) -> bool:
        fight = self.fight
        if not fight.round and not fight.phase:
            return self._try([self._init()])
        if turn_is_over(self.rules, self.fight):
            return self._next_turn()
        moment = moment_of(fight)
        if moment != self._moment:
            self._moment, self._actions, self._done = moment, 0, set()
        self._actions += 1
        if self._actions <= ACTIONS_OF_A_TURN and self._somebody_acts():
            self._idle = fight.round
            return True
        return self._next_turn()

    def _somebody_acts(self) -> bool:
        """Play an action of the first combatant who has one that the rules accept.

        Combatants without one are done for this turn. Returns whether one acted.
        """
        for who, side in actors(self.rules, self.fight).items():
            if who not in self._done:
                if self._try(self._wishes(self.fight, side, (who,), None)):
                    return True
                self._done.add(who)
        return False

    def _next_turn(self) -> bool:
        """Start the next turn, by force if needed. Returns False after many rounds without action."""
        return self.fight.round <= self._idle + IDLE_ROUNDS and self._try([self._turn(), self._turn(force=True)])

    def _wishes(self, fight: Any, side: str, people: tuple[str, ...], question: Question | None) -> Iterable[Any]:
        view = View(self.rules, fight, side, self._chance, people=people, question=question)
        return self._policies[side](view)

    def _try(self, wishes: Iterable[Command]) -> bool:
        """Play the first command that the rules accept, and return whether there was one."""
        for command in wishes:
            self._actor = actor_of(command)
            if self._accepts(command):
                self._answered = 0
                return True
        return False

    def _accepts(self, command: Command) -> bool:
        """Play a command or an answer, and return whether the rules accepted it. Raises LimitReached."""
        try:
            played = execute(self.rules, self.fight, command)
        except LimitReached:
            raise
        except RbfError:
            return False
        if self._told:
            self.lines.append(line_for(played.command or command))
        before, self.fight = self.fight, played.fight
        if before.combatants is not self.fight.combatants:
            for who, amount, by in losses(self.rules, self._actor, before, self.fight, played.events):
                self.taken[who] = self.taken.get(who, 0) + amount
                self.dealt[by] = self.dealt.get(by, 0) + amount
        return True

    def _answer(self) -> None:
        """Answer the first open question; in endless chains of questions, with the last answer."""
        question = open_now(self.fight)[0]
        side = self.side_of(self.fight, question)
        self._answered += 1
        if self._answered > ANSWERS_ON_A_WAY or not question.answers:
            wishes: Iterable[str] = reversed(question.answers)
        else:
            wishes = self._wishes(self.fight, side, (), question)
        if not any(self._accepts(command_for(self.fight, question, answer)) for answer in wishes):
            policy = getattr(self._policies.get(side), "__name__", side)
            raise failed(f"the policy {policy!r} gave no valid answer to {question.kind!r}", error=PolicyFault)

    def side_of(self, fight: Fight, question: Question) -> str:
        """Return the side whose policy answers a question: the chooser's, or the actor's by default."""
        one = fight.combatants.get(question.who) or fight.combatants.get(self._actor)
        return one.side if one else next(iter(self._policies))

    def _fought(self, ended: str, first: int) -> Fought:
        people, rules = self.fight.combatants, self.rules
        sides = sides_standing(self.fight, rules)
        return Fought(
            winner=sides.pop() if len(sides) == 1 and ended == OVER else "",
            ended=ended,
            rounds=self.fight.round - first,
            left={who: rules.health(one)[0] for who, one in people.items()},
            down=tuple(who for who, one in people.items() if not rules.is_up(one)),
            dealt=self.dealt,
            taken=self.taken,
            lines=tuple(self.lines),
        )


# The number of steps of a fight's margin, from all health lost to all kept.
MARGINS = 1_000


class Totals(Struct):
    """Totals of some fights, to which those of other fights are added: the wins by side, an empty one for draws."""

    wins: Counter[str] = field(default_factory=Counter)

    @property
    def fights(self) -> int:
        """Return the number of fights."""
        return self.wins.total()

    def join(self, later: Self) -> None:
        """Add the totals of later fights."""
        for name in self.__struct_fields__:
            getattr(self, name).update(getattr(later, name))


class FightTally(Totals):
    """Totals of fights: endings, rounds, margins, and of each combatant; `first` has the first fight of each.

    `stuck` counts, for each combatant, the fights that got stuck while it was still up. Damage not dealt by a
    combatant of another side has an empty name.

    The margin is the fraction of health that the first side has left, minus the fraction that all others have left.
    """

    ended: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)
    down: Counter[str] = field(default_factory=Counter)
    stuck: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    first: dict[str | int, int] = field(default_factory=dict)

    def add(self, number: int, fought: Fought, margin: int) -> None:
        """Add one fight."""
        self.wins[fought.winner] += 1
        self.ended[fought.ended] += 1
        self.rounds[fought.rounds] += 1
        self.margins[margin] += 1
        self.down.update(fought.down)
        self.left.update(fought.left)
        self.taken.update(fought.taken)
        for who, amount in fought.dealt.items():
            self.dealt[who if who in fought.left else ""] += amount
        if fought.ended == STUCK:
            self.stuck.update(fought.left.keys() - fought.down)
        for what in (fought.ended, margin):
            self.first.setdefault(what, number)

    def join(self, later: Self) -> None:
        """Add a tally of later fights."""
        first = {**later.first, **self.first}
        Totals.join(self, later)
        self.first = first

    def chance(self, side: str) -> float:
        """Return the share of fights that a side won."""
        return self.wins[side] / self.fights

    def between(self, side: str) -> tuple[float, float]:
        """Return the 95 % Wilson interval of a side's chance to win."""
        return interval(Fraction(self.wins[side], self.fights), self.fights)

    @property
    def draws(self) -> int:
        """Return the number of draws."""
        return self.wins[""]

    @property
    def worst(self) -> int:
        """Return the number of the first fight with the worst margin for the first side."""
        return self.first[min(self.margins)]

    @property
    def median(self) -> int:
        """Return the number of a fight with the median margin for the first side."""
        return self.first[_quantile(self.margins, 50)]

    def quantile(self, percent: int) -> int:
        """Return the number of rounds within which this percentage of fights was over."""
        return _quantile(self.rounds, percent)

    @property
    def mean_rounds(self) -> float:
        """Return the average number of rounds."""
        return sum(rounds * count for rounds, count in self.rounds.items()) / self.fights


def _quantile(counts: Counter[int], percent: int) -> int:
    """Return the smallest number that at least this percentage does not exceed."""
    numbers = sorted(counts)
    reached = accumulate(counts[number] for number in numbers)
    return next(each for each, so_far in zip(numbers, reached, strict=True) if 100 * so_far >= percent * counts.total())


class Pairs(Totals):
    """Fights played twice with the same dice, unchanged and changed, with the wins of the changed ones.

    `gained` counts, by side, the fights won because of the change, `lost` those lost; draws have an empty side.
    """

    gained: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, before: str, after: str) -> None:
        """Add one pair, by its winners."""
        self.wins[after] += 1
        if before != after:
            self.gained[after] += 1
            self.lost[before] += 1

    def change(self, side: str) -> float:
        """Return the increase in a side's share of wins."""
        return (self.gained[side] - self.lost[side]) / self.fights

    def between(self, side: str) -> tuple[float, float]:
        """Return the 95 % interval of the change in a side's share, within -1 and 1, by Bonett and Price."""
        more, less, fights = self.gained[side] + 1, self.lost[side] + 1, self.fights + 2
        change = (more - less) / fights
        wide = NORMAL_95 * sqrt(more + less - (more - less) ** 2 / fights) / fights
        return max(-1.0, change - wide), min(1.0, change + wide)
