"""Running totals of many fights, in constant memory."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import Self

from msgspec import Struct, field

from rbfcli.lab.odds import NORMAL_95, interval
from rbfcli.lab.play import STUCK, Fought

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
