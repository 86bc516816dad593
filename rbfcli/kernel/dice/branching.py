"""Every outcome of whatever rolls dice, with its exact weight: the same function is played once for each path."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, groupby, product
from math import comb, factorial, prod

from rbfcli.kernel.budget import Budget, too_much
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.dice.totals import throws_by_total
from rbfcli.kernel.limits import THROWS_ON_A_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from rbfcli.kernel.dice.source import Dice

    Outcome = TypeVar("Outcome")
    Throw = tuple[list[int], int]
    Label = Callable[[list[int]], object]

# What a throw on a path takes, in steps; so many rows are labelled in one step.
THROW, ROWS_A_STEP = 3, 2
MANY_ROWS, MOST_LABELLED = 1_000, 1_000
TOO_MANY, FEWER = "too many outcomes to walk", "ask about fewer dice at once"
MANY_PATHS, PROBES, SEVERAL, SURELY = 300, 31, 4, 2


def walk(play: Callable[[Dice], Outcome], budget: Budget | None = None) -> list[tuple[Fraction, Outcome]]:
    """All that `walked` comes to."""
    return list(walked(play, budget or Budget()))


def walked(play: Callable[[Dice], Outcome], budget: Budget) -> Iterator[tuple[Fraction, Outcome]]:
    """Play once for every outcome of the dice; the weights sum to exactly 1.

    `play` gets a fresh source each time and must depend on nothing but its faces. A pool branches over sorted
    multisets, a row over ordered faces, a pile over its totals, where it is summed up. Raises LimitReached past the
    budget, or 200 throws on one path; and once there are many paths, where it is as good as certain that the rest
    would come to that. Nothing is kept of a path but what is left to walk.
    """
    path: list[Fork] = []
    labelled = Labelled(budget)
    before, throws, paths = budget.steps, 0, 0
    while True:
        dice = Path(path, labelled)
        outcome = play(dice)
        dice.sum_up()
        yield dice.weight(), outcome
        throws, paths = throws + 1 + len(path), paths + 1
        budget.spend(THROW * (1 + len(path)), TOO_MANY, FEWER)
        if not _advance(path):
            return
        if paths == MANY_PATHS:
            foresee(play, labelled, (before - budget.steps) / throws)


def foresee(play: Callable[[Dice], object], labelled: Labelled, steps_a_throw: float) -> None:
    """Raise LimitReached where the budget is as good as certainly too small for the rest of a walk."""
    budget = labelled.budget
    if _throws_for_certain(play, labelled) * steps_a_throw > SURELY * budget.steps:
        budget.check(budget.steps + 1, TOO_MANY, FEWER)


def _throws_for_certain(play: Callable[[Dice], object], labelled: Labelled) -> int:
    """How many throws a walk has, as good as certainly, by paths found by chance; a path counts as one more.

    The ways into which all would divide, if every path were like the one found, come to the number of paths on average.
    So that number is at least the part of the paths found that have some ways or more, times those ways.
    """
    chance = Seeded("probes")
    probes = [_Probe(chance, labelled) for _ in range(PROBES)]
    for probe in probes:
        play(probe)
        probe.sum_up()
    most_first = sorted((probe.ways * (1 + probe.throws) for probe in probes), reverse=True)
    return max(throws * rank // PROBES for rank, throws in enumerate(most_first, 1) if rank >= SEVERAL)


class Fork:
    """One throw on a path: the outcomes not yet walked, the one being walked, and out of how many."""

    __slots__ = ("chances", "faces", "of_pile", "rest", "weight")

    def __init__(self, throws: Iterator[Throw], chances: int, *, of_pile: bool = False) -> None:
        self.rest = throws
        self.chances = chances
        self.of_pile = of_pile
        self.faces, self.weight = next(throws)


class Labelled:
    """One row of each label; where they are many, they are found once for each function that labels them."""

    __slots__ = ("_found", "budget")

    def __init__(self, budget: Budget) -> None:
        self._found: dict[tuple[int, int, Label], list[Throw]] = {}
        self.budget = budget

    def rows(self, sides: int, count: int, label: Label) -> list[Throw]:
        """One row of each label, with the weight of all that share it."""
        asked = sides, count, label
        found = self._found.get(asked)
        if found is None:
            self.budget.spend(sides**count // ROWS_A_STEP, f"{TOO_MANY} at {count}d{sides}", FEWER)
            found = _labelled(range(1, sides + 1), count, label)
            if sides**count >= MANY_ROWS and len(self._found) < MOST_LABELLED:
                self._found[asked] = found
        return found


class _Probe:
    """Dice that fall by chance: how many `throws` there were, and into how many ways like this one all would divide."""

    __slots__ = ("_dice", "_labelled", "_pile", "_piled", "throws", "ways")

    given_left = 0

    def __init__(self, dice: Seeded, labelled: Labelled) -> None:
        self._dice = dice
        self._labelled = labelled
        self.throws = 0
        self.ways = 1
        self._pile: tuple[int, ...] = ()
        self._piled = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        return self._thrown(sides, count, low)

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        faces = sorted(self._thrown(sides, count, low))
        self.ways //= _orders(faces)
        return faces

    def alike(self, sides: int, count: int, label: Label) -> list[int]:
        rows = self._labelled.rows(sides, count, label)
        faces = self._thrown(sides, count, 1)
        same = label(faces)
        self.ways //= next(weight for row, weight in rows if label(row) == same)
        return faces

    def pile(self, sides: int, count: int) -> list[int]:
        faces = self._dice.row(sides, count)
        self._pile += (sides,) * count
        self._piled += sum(faces)
        return faces

    def sum_up(self) -> None:
        pile, self._pile = self._pile, ()
        above, self._piled = self._piled - len(pile), 0
        if pile:
            dice, totals = f"{len(pile)} dice", sum(pile) - len(pile) + 1
            self._count_throw(prod(pile), dice)
            self._labelled.budget.check(2 * THROW * totals, f"{TOO_MANY} at {dice}", FEWER)
            self.ways //= throws_by_total(pile)[above][1]

    def _thrown(self, sides: int, count: int, low: int) -> list[int]:
        self._count_throw(sides**count, f"{count}d{sides}")
        return self._dice.row(sides, count, low)

    def _count_throw(self, chances: int, dice: str) -> None:
        if self.throws >= THROWS_ON_A_WAY:
            raise too_much(f"{TOO_MANY} at {dice}", f"{THROWS_ON_A_WAY} throws", FEWER)
        self.throws += 1
        self.ways *= chances


class Path:
    """A source that repeats the throws of a path and then goes on with the first outcome of each new one."""

    __slots__ = ("_forks", "_labelled", "_pile", "thrown")

    given_left = 0

    def __init__(self, forks: list[Fork], labelled: Labelled) -> None:
        self._forks = forks
        self._labelled = labelled
        self.thrown = 0
        self._pile: tuple[int, ...] = ()

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces whose order matters."""
        if self.thrown == len(self._forks):
            self._fork(_rows(range(low, low + sides), count), f"{count}d{sides}", sides**count, sides**count)
        return self._throw()

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces whose order does not."""
        if self.thrown == len(self._forks):
            branches = comb(sides + count - 1, count)
            self._fork(_pools(range(low, low + sides), count), f"{count}d{sides}", sides**count, branches)
        return self._throw()

    def alike(self, sides: int, count: int, label: Label) -> list[int]:
        """One row of each label."""
        if self.thrown == len(self._forks):
            self._fork(iter(self._labelled.rows(sides, count, label)), f"{count}d{sides}", sides**count)
        return self._throw()

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces of the pile's throw; until it is summed up those of its lowest total, which is walked first."""
        start = len(self._pile)
        self._pile += (sides,) * count
        summed = next((fork for fork in self._forks[self.thrown :] if fork.of_pile), None)
        return summed.faces[start : start + count] if summed else [1] * count

    def sum_up(self) -> None:
        """One throw of each total of the pile."""
        pile, self._pile = self._pile, ()
        if pile and self.thrown == len(self._forks):
            totals = sum(pile) - len(pile) + 1
            self._fork(_totals(pile), f"{len(pile)} dice", prod(pile), totals, of_pile=True)
        self.thrown += bool(pile)

    def weight(self) -> Fraction:
        """How likely the path is."""
        return Fraction(prod(fork.weight for fork in self._forks), prod(fork.chances for fork in self._forks))

    def _fork(
        self, throws: Iterator[Throw], dice: str, chances: int, branches: int = 0, *, of_pile: bool = False
    ) -> None:
        if len(self._forks) >= THROWS_ON_A_WAY:
            raise too_much(f"{TOO_MANY} at {dice}", f"{THROWS_ON_A_WAY} throws", FEWER)
        self._labelled.budget.check(2 * THROW * branches, f"{TOO_MANY} at {dice}", FEWER)
        self._forks.append(Fork(throws, chances, of_pile=of_pile))

    def _throw(self) -> list[int]:
        self.thrown += 1
        return list(self._forks[self.thrown - 1].faces)


def _totals(pile: tuple[int, ...]) -> Iterator[Throw]:
    """A throw of each total; they are counted when the first is asked for."""
    yield from throws_by_total(pile)


def _rows(faces: Iterable[int], count: int) -> Iterator[Throw]:
    return ((list(row), 1) for row in product(faces, repeat=count))


def _pools(faces: Iterable[int], count: int) -> Iterator[Throw]:
    for row in combinations_with_replacement(faces, count):
        yield list(row), _orders(row)


def _orders(row: Sequence[int]) -> int:
    """In how many orders a sorted row can fall."""
    return factorial(len(row)) // prod(factorial(len(list(same))) for _, same in groupby(row))


def _labelled(faces: Iterable[int], count: int, label: Label) -> list[Throw]:
    """One row of each label, with the weight of all rows that share it."""
    found: dict[object, tuple[list[int], int]] = {}
    for row in map(list, product(faces, repeat=count)):
        key = label(row)
        first, weight = found.get(key, (row, 0))
        found[key] = (first, weight + 1)
    return list(found.values())


def _advance(path: list[Fork]) -> bool:
    """Turn the last throw that has outcomes left to its next one; False when all paths are walked."""
    while path:
        fork = path[-1]
        try:
            fork.faces, fork.weight = next(fork.rest)
        except StopIteration:
            path.pop()
        else:
            return True
    return False
