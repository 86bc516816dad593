"""Exact chances of a whole fight: probability is pushed through its positions, command by command, by the walk of odds.

Equal positions are one, and what follows from one is found once. Whatever is too unlikely to matter, or has not ended
when the rounds are over, is told as undecided.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, field, json
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, Refusal
from rbfcli.core.limits import POSITIONS
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import Played
from rbfcli.lab.play import ROUNDS, Playing, moment_of
from rbfcli.lab.policies import Policy
from rbfcli.lab.walk import Walk
from rbfcli.model.commands import Command
from rbfcli.model.fight import Question
from rbfcli.model.rules import Rules

# Probability is counted in whole parts of all of it; a position with fewer than the least is left undecided, and all of
# them together are when so little is left.
WHOLE, LEAST, REST = 1 << 160, 1 << 138, 1 << 151
SMALLER = "simulate -n 10000 plays it, and tells each chance with its interval"
TOO_LARGE = "this fight is too large for --exact"


# How a fight ended at a position (empty: not yet), and the positions that come next, each with its chance.
Ways = tuple[str, list[tuple[Fraction, Hashable]]]


class FightPosition(Struct, frozen=True):
    """A fight without its dice, and what is remembered of its turn: how many deeds, who is done, and when any was."""

    fight: Any
    deeds: int = 0
    done: tuple[str, ...] = ()
    idle: int = 0
    actor: str = ""

    @property
    def key(self) -> Hashable:
        """What two equal positions have in common."""
        return json.encode(self.fight), self.deeds, self.done, self.idle, self.actor


class ExactFight(Struct):
    """What comes of a fight, in parts of WHOLE: who wins (nobody: a draw), who is out, and the health that is left.

    `undecided` had not ended; the other numbers are of what had. `positions` is how many were looked at.
    """

    wins: dict[str, int] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)
    down: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    decided: int = 0
    positions: int = 0

    @property
    def undecided(self) -> int:
        """What has not ended."""
        return WHOLE - self.decided


class NoLots(SeededDice):
    """The stream of policies that have to do without one."""

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Raise Refusal."""
        del sides, count, low
        raise Refusal("--exact cannot follow a policy that draws lots", hint="--policy weakest or nearest")


class Pushing(Playing):
    """A fight that stands at one position after the other, to find where the next command leads from each."""

    def __init__(self, rules: Rules, fight: Any, policies: Mapping[str, Policy], rounds: int) -> None:
        super().__init__(rules, fight, policies, fight.seed, told=False)
        self._chance = NoLots("")
        self.first = fight.round
        self._last = fight.round + rounds
        self.found: list[tuple[Fraction, Any]] = []
        self.known: dict[Hashable, FightPosition] = {}
        self.start = self._noted(FightPosition(self.fight))

    def _noted(self, position: FightPosition) -> Hashable:
        """Return the key of a position, known by it from here on."""
        key = position.key
        self.known.setdefault(key, position)
        return key

    def next_of(self, key: Hashable) -> Ways:
        """Return how the fight ended at a position; where it goes on, the positions that come next. Raises RbfError."""
        position = self.known[key]
        self.fight, self._moment = position.fight, moment_of(position.fight)
        self._deeds, self._done, self._actor = position.deeds, set(position.done), position.actor
        self._idle = self.fight.round - position.idle
        ended = self.go_on(self._last)
        return ended, [] if ended else [(chance, self._noted(self._position(after))) for chance, after in self.found]

    def _position(self, fight: Any) -> FightPosition:
        idle = fight.round - self._idle
        if moment_of(fight) != self._moment:
            return FightPosition(fight, idle=idle)
        return FightPosition(fight, self._deeds, tuple(sorted(self._done)), idle, self._actor)

    def _accepts(self, command: Command) -> bool:
        """Find all fights that a command leads to, without seed or drawn dice; False where the rules refuse it."""
        found: dict[bytes, Any] = {}

        def ending(played: Played) -> bytes:
            after = replace(played.fight, drawn=0, seed="")
            text = json.encode(after)
            found.setdefault(text, after)
            return text

        try:
            ends: dict[Any, Fraction] = Walk(self.rules, self.fight, command, ending, answer=self._say).node.ends
        except LimitReached as limit:
            why = f"one command alone can go {limit.message.removesuffix(' to play it')}"
            raise LimitReached(f"{TOO_LARGE}: {why}", hint=SMALLER) from limit
        except RbfError:
            return False
        self.found = [(chance, found[text]) for text, chance in ends.items()]
        return True

    def _say(self, fight: Any, question: Question) -> str:
        """Return the answer of whoever is asked."""
        side = self.side_of(fight, question)
        return str(next(iter(self._wishes(fight, side, (), question)), question.answers[-1]))


def push(
    rules: Rules,
    fight: Any,
    policies: Mapping[str, Policy],
    rounds: int,
    tell: Callable[[int, float], object] = lambda _positions, _decided: None,
) -> ExactFight:
    """Return the exact chances of a fight. Raises LimitReached, with an estimate, past too many positions."""
    game, exact = Pushing(rules, fight, policies, rounds), ExactFight()
    ways: dict[Hashable, Ways] = {}
    layer, over = {game.start: WHOLE}, 0
    while layer and sum(layer.values()) > REST:
        after: dict[Hashable, int] = {}
        for key, mass in layer.items():
            if key not in ways:
                ways[key] = game.next_of(key)
                tell(len(ways), exact.decided / WHOLE)
                _require_few(len(game.known), over)
            ended, found = ways[key]
            if ended:
                over += mass
                _count(game, game.known[key].fight, ended, mass, exact)
            for chance, to in found:
                share = mass * chance.numerator // chance.denominator
                if share >= LEAST:
                    after[to] = after.get(to, 0) + share
        layer = after
    exact.positions = len(ways)
    return exact


def _require_few(known: int, over: int) -> None:
    """Raise LimitReached once a tenth of the positions that can be looked at shows that there are too many of them."""
    if known > POSITIONS // 10 and known * WHOLE > POSITIONS * over:
        done = over / WHOLE
        all_of_them = f", so it has {int(known / done):,} or more" if 100 * done >= 1 else ""
        why = f"{known:,} positions decide {100 * done:.1f} % of it{all_of_them}; {POSITIONS:,} can be looked at"
        raise LimitReached(f"{TOO_LARGE}: {why}", hint=SMALLER)


def _count(game: Pushing, fight: Any, ended: str, mass: int, exact: ExactFight) -> None:
    """Count what comes to an end; what the rounds did not suffice for is not decided."""
    if ended == ROUNDS:
        return
    game.fight = fight
    fought = game._fought(ended, game.first)  # noqa: SLF001
    exact.decided += mass
    exact.wins[fought.winner] = exact.wins.get(fought.winner, 0) + mass
    exact.rounds[fought.rounds] = exact.rounds.get(fought.rounds, 0) + mass
    for who, health in fought.left.items():
        exact.left[who] = exact.left.get(who, 0) + mass * health
        exact.down[who] = exact.down.get(who, 0) + mass * (who in fought.down)
