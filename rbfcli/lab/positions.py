"""Where a fight stands for those who play it, and all ways in which it may go on from there."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from hashlib import blake2b
from typing import Any, Protocol

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Question
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sides import sides_standing
from rbfcli.lab.outcomes import SMALLER, TOO_LARGE, Outcomes, Unsolvable, bare, outcomes, state_of
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import OPTIMAL, SHIPPED, policy_named
from rbfcli.lab.state_of_play import moment_of
from rbfcli.lab.view import View

RANDOM = "random"
WITHOUT_END = LATER = 1 << 19
KEY_BYTES = 16
# What it takes to ask a policy, in steps.
ASKED = 300


class AllTried(Exception):
    """Everything that somebody could do has been tried."""


class AnyPosition(Protocol):
    """A position, however it is kept. Where it waits, the fight goes on, whatever the round."""

    @property
    def fight(self) -> Any:
        """The fight that stands there."""

    @property
    def deeds(self) -> int:
        """How many commands were given in the turn."""

    @property
    def done(self) -> tuple[str, ...]:
        """Who is done for the turn."""

    @property
    def idle(self) -> int:
        """The rounds since anybody did anything."""

    @property
    def answered(self) -> int:
        """How many answers were given to the command that waits."""

    @property
    def actor(self) -> str:
        """Whose command it is."""

    @property
    def waits(self) -> bool:
        """Whether a command waits for an answer."""

    @property
    def key(self) -> Hashable:
        """What no other position has."""


class Position(Struct, frozen=True):
    """A fight without its dice, and what is remembered of the turn: how much was done, and who is done.

    `idle` are the rounds since anybody did anything; `answered` and `actor` belong to a command that waits.
    """

    fight: Any
    deeds: int = 0
    done: tuple[str, ...] = ()
    idle: int = 0
    answered: int = 0
    actor: str = ""

    @property
    def waits(self) -> bool:
        """Whether a command waits for an answer there."""
        return bool(self.fight.questions)

    @property
    def key(self) -> bytes:
        """A short text that no other position has."""
        memory = encode((self.deeds, self.done, self.idle, self.answered, self.actor))
        return blake2b(state_of(self.fight) + memory, digest_size=KEY_BYTES).digest()


class Way(Struct, frozen=True):
    """Where chance leads: how likely, how many rounds begin on the way, and the position."""

    chance: Fraction
    rounds: int
    position: AnyPosition


class Choice(Struct, frozen=True):
    """One thing that may be done, where it leads, and whose it is; without a command it is to do nothing more."""

    ways: tuple[Way, ...]
    command: Command | None = None
    who: str = ""


class Positions(Playing):
    """Plays one command at a position in all ways; late rounds are `alike` where nobody reads their number.

    `busy` is called while that takes its time. Where a side plays the best way there is, or draws lots, everything that
    its people could do is tried. Such a turn of the best way has no limit of commands.
    """

    def __init__(self, rules: Rules, fight: Any, policies: Mapping[str, str], budget: Budget) -> None:
        known = {side: _unasked if name in (OPTIMAL, RANDOM) else policy_named(name) for side, name in policies.items()}
        super().__init__(rules, fight, known, "", told=False)
        self._names = policies
        self._chance = NoLots("")
        self.budget = budget
        self.busy: Callable[[], object] = bool
        self._tried: list[Choice] = []
        self._noting = self._whose = ""
        self._found: Outcomes = []
        self._small = set(policies.values()) <= {*SHIPPED, OPTIMAL}
        self.alike = self.gist(replace(fight, round=LATER)).round < LATER
        self.first: AnyPosition = Position(self.gist(bare(fight)))

    @property
    def names(self) -> Mapping[str, str]:
        """The names of the policies, by side."""
        return self._names

    def is_over(self, position: AnyPosition) -> bool:
        """Whether the fight is over, however few rounds it took."""
        fight = position.fight
        return not fight.questions and bool(fight.over or len(sides_standing(fight, self.rules)) <= 1)

    def winner(self, position: AnyPosition) -> str:
        """The side that is left alone; empty where there is none, or are several."""
        sides = sides_standing(position.fight, self.rules)
        return sides.pop() if len(sides) == 1 else ""

    def choices(self, position: AnyPosition) -> list[Choice]:
        """All that may be done next, to do nothing more as the last of it; none where the fight is over or stuck.

        Of a side that plays by a policy it is one choice. Raises LimitReached past the budget, Unsolvable, PolicyFault.
        """
        self._stand_at(position)
        self.budget.spend(ASKED, TOO_LARGE, SMALLER)
        try:
            ended = self.go_on(WITHOUT_END)
        except AllTried:
            tried, self._tried = self._tried, []
            return [_drawn(tried)] if self._noting == RANDOM else tried
        if ended:
            return []
        return [Choice(self._ways(self._found, self._deeds, self._idle, self._answered))]

    def _stand_at(self, position: AnyPosition) -> None:
        """Remember what is remembered there."""
        self.fight = position.fight
        self._moment = moment_of(self.fight)
        self._remember(position)

    def _remember(self, position: AnyPosition) -> None:
        self._deeds, self._done = position.deeds, set(position.done)
        self._idle = self.fight.round - position.idle
        self._answered, self._actor = position.answered, position.actor
        self._noting = ""

    def _wishes(self, side: str, people: tuple[str, ...], question: Question | None) -> Iterator[Any]:
        """Those of the policy; where everything is to be tried, all that the side could do, with a note of each."""
        name = self._names[side]
        if name not in (OPTIMAL, RANDOM):
            yield from super()._wishes(side, people, question)
            return
        view = View(self.rules, self.fight, side, self._chance, people=people, question=question)
        every = question.answers if question else everything(view, name)
        yield from self._tried_out(name, people, question, every)

    def _tried_out(
        self, name: str, people: tuple[str, ...], question: Question | None, every: Iterable[Any]
    ) -> Iterator[Any]:
        """Things to try, with a note of each. Raises AllTried behind them, if there were any that the rules take."""
        self._noting, self._whose = name, question.who if question else people[0]
        yield from every
        if self._tried:
            if not question:
                self._tried.append(self._nothing_more(people))
            raise AllTried
        self._noting = ""

    def _accepts(self, command: Command) -> bool:
        """Find all ways that a command goes; of what is tried a note is made, and it is passed over for the next."""
        found = self._outcomes(command)
        if found and self._noting:
            asked = bool(self.fight.questions)
            deeds = 0 if self._noting == OPTIMAL and not asked else self._deeds
            idle, answered = (self._idle, self._answered) if asked else (self.fight.round, 0)
            self._tried.append(Choice(self._ways(found, deeds, idle, answered), command, self._whose))
            return False
        self._found = found
        return bool(found)

    def _outcomes(self, command: Command) -> Outcomes:
        return outcomes(self.rules, self.fight, command, self.budget)

    def _nothing_more(self, people: tuple[str, ...]) -> Choice:
        """What follows where somebody is done for this turn: the same fight, in which others may act."""
        deeds = 0 if self._noting == OPTIMAL else self._deeds - 1
        here = self._here(deeds, tuple(sorted({*self._done, *people})), self.fight.round - self._idle)
        return Choice((Way(Fraction(1), 0, here),), None, self._whose)

    def _here(self, deeds: int, done: tuple[str, ...], idle: int) -> AnyPosition:
        """The same fight, with something else remembered."""
        return Position(self.fight, deeds, done, idle)

    def _ways(self, found: Outcomes, deeds: int, idle: int, answered: int) -> tuple[Way, ...]:
        """The positions that a command leads to, by what is remembered behind it."""
        return tuple([self._way(chance, after, deeds, idle, answered) for chance, after in found])

    def _way(self, chance: Fraction, after: Any, deeds: int, idle: int, answered: int) -> Way:
        """The position with a fight behind a command."""
        return Way(chance, after.round - self.fight.round, self._position(after, deeds, idle, answered))

    def _position(self, after: Any, deeds: int, idle: int, answered: int) -> AnyPosition:
        same = moment_of(after) == self._moment
        return Position(
            fight=self.gist(after),
            deeds=deeds if same else 0,
            done=tuple(sorted(self._done)) if same else (),
            idle=after.round - idle,
            answered=answered if after.questions else 0,
            actor=self._actor if after.questions else "",
        )

    def gist(self, fight: Any) -> Any:
        """The gist of a fight, or where a command waits, which is played again from its beginning, all of it."""
        return fight if fight.questions or not self._small else self.rules.gist(fight)


def everything(view: View, name: str) -> Iterable[Command]:
    """All that people could do who draw lots, or who play the best way there is: then all plain attacks come first."""
    if name == RANDOM:
        return view.deeds
    return dict.fromkeys([*(view.attack(who, foe) for who in view.people for foe in view.foes), *view.deeds])


class NoLots(Seeded):
    """The stream of a policy that has to do without one."""

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Raises Unsolvable."""
        del sides, count, low
        raise Unsolvable("a policy of a package draws lots of its own", hint="--exact takes policies that draw none")


def _unasked(_view: View) -> Iterable[Command]:
    """The policy of a side whose people try everything."""
    return ()


def _drawn(tried: list[Choice]) -> Choice:
    """One choice out of all, each as likely as another."""
    share = Fraction(1, len(tried))
    return Choice(tuple(Way(share * way.chance, way.rounds, way.position) for each in tried for way in each.ways))
