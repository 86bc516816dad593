"""How large the graph of a fight is at least, found by playing it: how many positions come once, and how many twice."""

from collections import Counter
from collections.abc import Hashable
from math import sqrt

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.limits import POSITIONS, STEPS_OF_A_GRAPH
from rbfcli.kernel.play import play
from rbfcli.lab.outcomes import bare, state_of, too_large
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import OPTIMAL, policy_named
from rbfcli.lab.positions import RANDOM, Positions

# The first look is at so much work, each other at several times as much as the one before.
FIRST_LOOK, LATER_LOOKS = 2_500_000, 2
# The bound is low: of 80,000 positions that were counted it told less than a tenth. So a part of the most is enough.
PART = 2
# So many commands are played at a time, so many in all; no more once they tell little that is new (an estimate that
# grows by a tenth) and it is far from too much.
AT_A_TIME, MOST_COMMANDS, LITTLE, FAR_FEWER = 3_000, 60_000, 10, 3
# A command among so many people takes about twice as long as one among few.
PEOPLE_A_COMMAND = 10
COMMANDS_OF_A_FIGHT = 60
# An estimate is taken for certain less so many of its standard errors.
SURELY = 2
# From so many positions on it is known how much work one is.
ENOUGH_LOOKED_AT = 300
STEPS_A_MINUTE = 60_000_000


class Foresight:
    """What is known of the size of a graph from fights that were played beside it."""

    def __init__(self, positions: Positions, rounds: int) -> None:
        self._positions = positions
        self._rounds = rounds
        self._next_look = FIRST_LOOK
        self._fights = self._commands = 0
        self._in_fights: Counter[Hashable] = Counter()
        names = positions.names.items()
        self._policies = {side: policy_named(RANDOM if name == OPTIMAL else name) for side, name in names}

    def look(self, looked_at: int) -> None:
        """After much work, raise LimitReached if a graph, so far looked at, is as good as certainly too large."""
        spent = self._positions.budget.most - self._positions.budget.steps
        if spent < self._next_look:
            return
        while self._next_look <= spent:
            self._next_look *= LATER_LOOKS
        steps = spent // looked_at if looked_at >= ENOUGH_LOOKED_AT else 0
        most = min(POSITIONS // PART, STEPS_OF_A_GRAPH // steps) if steps else POSITIONS // PART
        least = self.least(most)
        if least > POSITIONS // PART:
            why = "trial fights hardly ever come to the same position, so it has far more than"
            raise too_large(f"{why} {rounded(least):,} positions; {POSITIONS:,} can be solved")
        if least > most:
            minutes, longest = -(-least * steps // STEPS_A_MINUTE), STEPS_OF_A_GRAPH // STEPS_A_MINUTE
            size = f"about {minutes:,} min or more, for {rounded(least):,} positions or more"
            raise too_large(f"it takes {size}; {longest} min at most")

    def least(self, most: int) -> int:
        """How many positions there are, as good as certainly, at least; it is no matter how many above the `most`."""
        before = 0
        found = self._estimate()
        dearer = 1 + len(self._positions.first.fight.combatants) // PEOPLE_A_COMMAND
        while self._commands < MOST_COMMANDS // dearer and found <= most:
            until = self._commands + AT_A_TIME // dearer
            while self._commands < until:
                self._positions.busy()
                self._play()
            before, found = found, self._estimate()
            if found * FAR_FEWER < most and found - before < found // LITTLE:
                break
        return found

    def _play(self) -> None:
        """One more fight; all positions that come up in it count once."""
        self._fights += 1
        first = self._positions.first.fight
        game = UnevenPlaying(self._positions.rules, first, self._policies, f"foreseen {self._fights}", told=False)
        reached = set[Hashable]()
        before = 0
        for _ in range(COMMANDS_OF_A_FIGHT):
            self._commands += 1
            if game.go_on(first.round + self._rounds):
                break
            fight = game.fight
            if not fight.questions:
                before = hash(state_of(self._positions.gist(bare(fight))))
                reached.add(before)
            elif self._positions.names[game.side_of(fight, open_now(fight)[0])] == OPTIMAL:
                reached.add((before, fight.paused.command, str(open_now(fight)[0])))
        self._in_fights.update(reached)

    def _estimate(self) -> int:
        """How many positions there are at least: Chao's bound, by how many came in one fight, and how many in two.

        Anne Chao, Estimating the population size for capture-recapture data with unequal catchability, 1987.
        """
        times = Counter(self._in_fights.values())
        once, twice = times[1], max(1, times[2])
        part = once / twice
        error = sqrt(twice * (part**4 / 4 + part**3 + part**2 / 2))
        return max(len(self._in_fights), int(len(self._in_fights) + once**2 / (2 * twice) - SURELY * error))


class UnevenPlaying(Playing):
    """A fight whose dice fall high together and low together, so that what is rare comes more often."""

    def _accepts(self, command: Command) -> bool:
        try:
            played = play(self.rules, self.fight, command, Uneven(self._chance))
        except RbfError:
            return False
        self._keep(command, played)
        return True


class Uneven:
    """Dice of one throw of which none is more than a face away from a level that is drawn."""

    given_left = 0

    def __init__(self, chance: Seeded) -> None:
        self._chance = chance

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces."""
        if count <= 1:
            return self._chance.row(sides, count, low)
        (level,) = self._chance.row(sides, 1, 0)
        return [low + min(sides - 1, max(0, level + off)) for off in self._chance.row(3, count, -1)]

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces in order."""
        return sorted(self.row(sides, count, low))

    def alike(self, sides: int, count: int, _label: object) -> list[int]:
        """Faces."""
        return self.row(sides, count)

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces."""
        return self.row(sides, count)

    def sum_up(self) -> None:
        """Nothing: every face was drawn."""


def rounded(number: int) -> int:
    """A number with two digits and noughts."""
    return round(number, -max(0, len(str(number)) - 2))
