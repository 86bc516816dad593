"""What many fights come to, added up as they end: memory does not grow with their number."""

from collections import Counter
from fractions import Fraction
from math import sqrt

from msgspec import Struct, field

from rbfcli.lab.odds import interval
from rbfcli.lab.play import STUCK, Fought

# The margin of a fight is told apart by so many steps from all lost to all kept.
MARGINS = 1_000


class Losses(Struct):
    """What befell somebody, in all fights together; `stuck` are those that got stuck with it still up."""

    down: int = 0
    stuck: int = 0
    left: int = 0
    dealt: int = 0
    taken: int = 0

    def join(self, other: "Losses") -> None:
        """Add what befell the same combatant in other fights."""
        self.down += other.down
        self.stuck += other.stuck
        self.left += other.left
        self.dealt += other.dealt
        self.taken += other.taken


class FightTally(Struct):
    """Fights added up: wins by side, how they ended, rounds, people, and for each margin its count and first fight.

    The first that got stuck is `stuck_at`; 0 where none did. `of_nobody` is damage that nobody of another side dealt.

    The margin is the part of its health that the first side has left, less that of all others.
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
        """Add one more fight."""
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
        """Add the fights of a tally whose numbers come later."""
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
        """The share of the fights that a side won."""
        return self.wins[side] / self.fights if self.fights else 0.0

    def between(self, side: str) -> tuple[float, float]:
        """Between which two chances a side's true one lies (Wilson, 95 %)."""
        return interval(Fraction(self.wins[side], self.fights), self.fights) if self.fights else (0.0, 1.0)

    def half_width(self, sides: tuple[str, ...]) -> float:
        """How far from the middle the widest interval of some sides reaches."""
        return max((high - low) / 2 for low, high in map(self.between, sides))

    @property
    def draws(self) -> int:
        """The fights that nobody won."""
        return self.wins[""]

    @property
    def worst(self) -> int:
        """The number of the first fight of those that went worst for the first side."""
        return self.margins[min(self.margins)][1]

    @property
    def median(self) -> int:
        """The number of a fight that went better for the first side than half of all, and worse than half."""
        return self.margins[_quantile({margin: count for margin, (count, _) in self.margins.items()}, 50)][1]

    def quantile(self, percent: int) -> int:
        """The number of rounds within which so many fights in a hundred were over."""
        return _quantile(self.rounds, percent)

    @property
    def mean_rounds(self) -> float:
        """The rounds of a fight on average."""
        return sum(rounds * count for rounds, count in self.rounds.items()) / self.fights


def _quantile(counts: dict[int, int], percent: int) -> int:
    """Return the least number that so many in a hundred do not exceed."""
    so_far, total = 0, sum(counts.values())
    for number in sorted(counts):
        so_far += counts[number]
        if 100 * so_far >= percent * total:
            break
    return number


class Pairs(Struct):
    """Fights played twice with the same dice, as they are and changed: who won the changed ones, who gained or lost.

    `gained` counts by side the fights that it won by the change, `lost` those that it lost; a draw is nobody's.
    """

    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    gained: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, before: str, after: str) -> None:
        """One more pair, by the winners."""
        self.fights += 1
        self.wins[after] += 1
        if before != after:
            self.gained[after] += 1
            self.lost[before] += 1

    def join(self, later: "Pairs") -> None:
        """Add other pairs."""
        self.fights += later.fights
        self.wins += later.wins
        self.gained += later.gained
        self.lost += later.lost

    def change(self, side: str) -> float:
        """How much larger the share of the fights is that a side wins."""
        return (self.gained[side] - self.lost[side]) / self.fights if self.fights else 0.0

    def between(self, side: str) -> tuple[float, float]:
        """Between which two changes the true one lies (95 %; Newcombe's method 10), never past -1 and 1."""
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
        """How alike the winners of both fights of a pair are (the phi coefficient, less so for a continuity)."""
        apart = before * (self.fights - before) * after * (self.fights - after)
        both = after - self.gained[side]
        neither = self.fights - after - self.lost[side]
        more = both * neither - self.gained[side] * self.lost[side]
        return (max(more - self.fights / 2, 0) if more > 0 else more) / sqrt(apart) if apart else 0.0


def _apart(one: float, other: float, alike: float) -> float:
    """How far two numbers that vary together so much may be off together."""
    return sqrt(max(0.0, one * one - 2 * alike * one * other + other * other))
