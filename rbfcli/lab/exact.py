"""Exact chances of a whole fight, from moving probability through its positions command by command.

Each command is walked as for odds. Equal positions are merged, and their successors are computed once. Positions
that are too unlikely to matter, or that have not ended after the last round, are reported as undecided.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, field, json
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, refuse, to_try, too_much
from rbfcli.core.limits import POSITIONS
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import Played
from rbfcli.lab.play import ROUNDS, Playing
from rbfcli.lab.policies import Policy
from rbfcli.lab.walk import Walk
from rbfcli.model.commands import Command
from rbfcli.model.fight import Question, moment_of
from rbfcli.model.rules import Rules

# Probability is counted in integer parts of WHOLE. Positions with less than LEAST stay undecided, and all positions do
# once they have at most REST together.
WHOLE, LEAST, REST = 1 << 160, 1 << 138, 1 << 151
SMALLER = "simulate -n 10000 estimates each chance, with its interval"
TOO_LARGE = "this fight is too large for --exact"


# How a fight ended at a position (empty: not yet), and the next positions with their chances.
Ways = tuple[str, list[tuple[Fraction, Hashable]]]


# A fight without its dice, with the state of its turn: the number of actions, the combatants that are done, the rounds
# without action and the actor.
FightPosition = tuple[Any, int, tuple[str, ...], int, str]


class ExactFight(Struct):
    """The result of a fight, in parts of WHOLE: wins by side, combatants out of action and health left.

    An empty side means a draw. `undecided` is the part that had not ended; all other numbers are of the part that
    had. `positions` is the number of positions examined.
    """

    wins: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    down: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    positions: int = 0

    @property
    def decided(self) -> int:
        """Return the part that has ended."""
        return self.wins.total()

    @property
    def undecided(self) -> int:
        """Return the part that has not ended."""
        return WHOLE - self.decided


class NoLots(SeededDice):
    """A random stream that refuses to be used, for policies without randomness."""

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Raise Refusal."""
        del sides, count, low
        raise refuse(
            "--exact cannot follow a policy that plays at random", hint=to_try("--policy weakest", "--policy nearest")
        )


class Pushing(Playing):
    """A fight set to one position after another, to find the successors of each."""

    def __init__(self, rules: Rules, fight: Any, policies: Mapping[str, Policy], rounds: int) -> None:
        super().__init__(rules, fight, policies, fight.seed, told=False)
        self._chance = NoLots("")
        self.first = fight.round
        self._last = fight.round + rounds
        self.found: list[tuple[Fraction, Any]] = []
        self.known: dict[Hashable, FightPosition] = {}
        self.start = self._noted((self.fight, 0, (), 0, ""))

    def _noted(self, position: FightPosition) -> Hashable:
        key = json.encode(position[0]), *position[1:]
        self.known.setdefault(key, position)
        return key

    def next_of(self, key: Hashable) -> Ways:
        """Return how the fight ended at a position and, if it goes on, the next positions. Raises RbfError."""
        self.fight, self._actions, done, idle, self._actor = self.known[key]
        self._done, self._moment, self._idle = set(done), moment_of(self.fight), self.fight.round - idle
        ended = self.go_on(self._last)
        return ended, [] if ended else [(chance, self._noted(self._position(after))) for chance, after in self.found]

    def _position(self, fight: Any) -> FightPosition:
        idle = fight.round - self._idle
        if moment_of(fight) != self._moment:
            return fight, 0, (), idle, ""
        return fight, self._actions, tuple(sorted(self._done)), idle, self._actor

    def _accepts(self, command: Command) -> bool:
        """Find all fights that a command can lead to, ignoring seed and drawn dice.

        Returns False if the rules refuse it.
        """
        found: dict[bytes, Any] = {}

        def ending(played: Played) -> bytes:
            after = replace(played.fight, drawn=0, seed="")
            text = json.encode(after)
            found.setdefault(text, after)
            return text

        try:
            ends: dict[Any, Fraction] = Walk(self.rules, self.fight, command, ending, answer=self._say).node.ends
        except LimitReached as limit:
            why = f"in one command, {limit.message}"
            raise too_much(f"{TOO_LARGE}: {why}", hint=SMALLER) from limit
        except RbfError:
            return False
        self.found = [(chance, found[text]) for text, chance in ends.items()]
        return True

    def _say(self, fight: Any, question: Question) -> str:
        side = self.side_of(fight, question)
        return str(next(iter(self._wishes(fight, side, (), question)), question.answers[-1]))


def push(
    rules: Rules,
    fight: Any,
    policies: Mapping[str, Policy],
    rounds: int,
    tell: Callable[[int, float], object] = lambda _positions, _decided: None,
) -> ExactFight:
    """Return the exact chances of a fight. Raises LimitReached, with an estimate, if it has too many positions."""
    game, exact = Pushing(rules, fight, policies, rounds), ExactFight()
    ways: dict[Hashable, Ways] = {}
    layer, over = Counter({game.start: WHOLE}), 0
    while layer.total() > REST:
        after = Counter[Hashable]()
        for key, mass in layer.items():
            if key not in ways:
                ways[key] = game.next_of(key)
                tell(len(ways), exact.decided / WHOLE)
                _require_few(len(game.known), over)
            ended, found = ways[key]
            if ended:
                over += mass
                _count(game, game.known[key][0], ended, mass, exact)
            for chance, to in found:
                share = mass * chance.numerator // chance.denominator
                if share >= LEAST:
                    after[to] += share
        layer = after
    exact.positions = len(ways)
    return exact


def _require_few(known: int, over: int) -> None:
    """Raise LimitReached once a tenth of the allowed positions shows that there are too many."""
    if known > POSITIONS // 10 and known * WHOLE > POSITIONS * over:
        done = over / WHOLE
        all_of_them = f", so it has {int(known / done):,} or more" if 100 * done >= 1 else ""
        why = f"{known:,} positions decide {100 * done:.1f} % of it{all_of_them}; {POSITIONS:,} can be looked at"
        raise too_much(f"{TOO_LARGE}: {why}", hint=SMALLER)


def _count(game: Pushing, fight: Any, ended: str, mass: int, exact: ExactFight) -> None:
    """Add a finished fight to the result. Fights that ran out of rounds remain undecided."""
    if ended == ROUNDS:
        return
    game.fight = fight
    fought = game._fought(ended, game.first)  # noqa: SLF001
    exact.wins[fought.winner] += mass
    exact.rounds[fought.rounds] += mass
    for who, health in fought.left.items():
        exact.left[who] += mass * health
        exact.down[who] += mass * (who in fought.down)
