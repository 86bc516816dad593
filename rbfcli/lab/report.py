"""Running totals of many fights, in constant memory."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Self

from msgspec import Struct, field

from rbfcli.lab.odds import interval
from rbfcli.lab.play import STUCK, Fought

# The number of steps of a fight's margin, from all health lost to all kept.
MARGINS = 1_000


class Totals(Struct):
    """Totals of some fights, to which those of other fights are added."""

    def join(self, other: Self) -> None:
        """Add the totals of other fights."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Losses(Totals):
    """A combatant's totals over all fights; `stuck` counts fights that got stuck while it was still up."""

    down: int = 0
    stuck: int = 0
    left: int = 0
    dealt: int = 0
    taken: int = 0


class FightTally(Struct):
    """Totals of fights: wins by side, endings, rounds, combatants, and each margin's count and first fight.

    `stuck_at` is the first fight that got stuck, or 0. `of_nobody` is damage not dealt by another side.

    The margin is the fraction of health that the first side has left, minus the fraction that all others have left.
    """

    fights: int = 0
    stuck_at: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    people: dict[str, Losses] = field(default_factory=dict)
    of_nobody: int = 0
    margins: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, number: int, fought: Fought, margin: int) -> None:
        """Add one fight."""
        stuck, dealt, taken = fought.ended == STUCK, fought.dealt, fought.taken
        one = FightTally(
            fights=1,
            stuck_at=number if stuck else 0,
            wins=Counter((fought.winner,)),
            ended=Counter((fought.ended,)),
            rounds=Counter((fought.rounds,)),
            of_nobody=sum(amount for who, amount in dealt.items() if who not in fought.left),
            margins={margin: (1, number)},
        )
        for who, left in fought.left.items():
            down = who in fought.down
            one.people[who] = Losses(down, stuck and not down, left, dealt.get(who, 0), taken.get(who, 0))
        self.join(one)

    def join(self, later: "FightTally") -> None:
        """Add a tally of later fights."""
        self.fights += later.fights
        self.wins += later.wins
        self.ended += later.ended
        self.stuck_at = self.stuck_at or later.stuck_at
        self.rounds += later.rounds
        self.of_nobody += later.of_nobody
        for margin, (count, first) in later.margins.items():
            before, earliest = self.margins.get(margin, (0, first))
            self.margins[margin] = before + count, earliest
        for who, other in later.people.items():
            self.people.setdefault(who, Losses()).join(other)

    def chance(self, side: str) -> float:
        """Return the share of fights that a side won."""
        return self.wins[side] / self.fights if self.fights else 0.0

    def between(self, side: str) -> tuple[float, float]:
        """Return the 95 % Wilson interval of a side's chance to win."""
        return interval(Fraction(self.wins[side], self.fights), self.fights) if self.fights else (0.0, 1.0)

    @property
    def draws(self) -> int:
        """Return the number of draws."""
        return self.wins[""]

    @property
    def worst(self) -> int:
        """Return the number of the first fight with the worst margin for the first side."""
        return self.margins[min(self.margins)][1]

    @property
    def median(self) -> int:
        """Return the number of a fight with the median margin for the first side."""
        return self.margins[_quantile({margin: count for margin, (count, _) in self.margins.items()}, 50)][1]

    def quantile(self, percent: int) -> int:
        """Return the number of rounds within which this percentage of fights was over."""
        return _quantile(self.rounds, percent)

    @property
    def mean_rounds(self) -> float:
        """Return the average number of rounds."""
        return sum(rounds * count for rounds, count in self.rounds.items()) / self.fights


def _quantile(counts: dict[int, int], percent: int) -> int:
    """Return the smallest number that at least this percentage does not exceed."""
    so_far, total = 0, sum(counts.values())
    for number in sorted(counts):
        so_far += counts[number]
        if 100 * so_far >= percent * total:
            break
    return number


class Pairs(Totals):
    """Fights played twice with the same dice, unchanged and changed, with the wins of the changed ones.

    `gained` counts, by side, the fights won because of the change, `lost` those lost; draws have an empty side.
    """

    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    gained: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, before: str, after: str) -> None:
        """Add one pair, by its winners."""
        self.fights += 1
        self.wins[after] += 1
        if before != after:
            self.gained[after] += 1
            self.lost[before] += 1

    def change(self, side: str) -> float:
        """Return the increase in a side's share of wins."""
        return (self.gained[side] - self.lost[side]) / self.fights if self.fights else 0.0

    def between(self, side: str) -> tuple[float, float]:
        """Return the 95 % interval of the change in a side's share, within -1 and 1.

        It is Newcombe's method 10.
        """
        if not self.fights:
            return -1.0, 1.0
        after = self.wins[side]
        before = after - self.gained[side] + self.lost[side]
        (low, high), (least, most) = (interval(Fraction(won, self.fights), self.fights) for won in (before, after))
        was, now, alike = before / self.fights, after / self.fights, self._alike(before, after, side)
        down = _apart(now - least, high - was, alike)
        up = _apart(most - now, was - low, alike)
        return max(-1.0, now - was - down), min(1.0, now - was + up)

    def _alike(self, before: int, after: int, side: str) -> float:
        """Return the correlation of winners within a pair: the phi coefficient with a continuity correction."""
        apart = before * (self.fights - before) * after * (self.fights - after)
        both = after - self.gained[side]
        neither = self.fights - after - self.lost[side]
        more = both * neither - self.gained[side] * self.lost[side]
        return (max(more - self.fights / 2, 0) if more > 0 else more) / sqrt(apart) if apart else 0.0


def _apart(one: float, other: float, alike: float) -> float:
    """Return the joint error of two numbers with this correlation."""
    return sqrt(max(0.0, one * one - 2 * alike * one * other + other * other))
