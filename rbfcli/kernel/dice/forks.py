"""Throws on a path: the outcomes of each that are left to walk, and the dice that repeat a path and go on from it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, groupby, product
from math import comb, factorial, prod

from rbfcli.kernel.budget import Budget, too_much
from rbfcli.kernel.dice.totals import throws_by_total
from rbfcli.kernel.limits import THROWS_ON_A_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    Throw = tuple[list[int], int]
    Label = Callable[[list[int]], object]

# What a throw on a path takes, in steps; so many rows are labelled in one step.
THROW, ROWS_A_STEP = 3, 2
MANY_ROWS, MOST_LABELLED = 1_000, 1_000
TOO_MANY, FEWER = "too many outcomes to walk", "ask about fewer dice at once"


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
        """A row of each label, with the number of rows that have it."""
        if label is sum:
            totals, dice = count * (sides - 1) + 1, f"{count}d{sides}"
            self.budget.check(2 * THROW * totals, f"{TOO_MANY} at {dice}", FEWER)
            return throws_by_total((sides,) * count)
        asked = sides, count, label
        found = self._found.get(asked)
        if found is None:
            self.budget.spend(sides**count // ROWS_A_STEP, f"{TOO_MANY} at {count}d{sides}", FEWER)
            found = _labelled(range(1, sides + 1), count, label)
            if sides**count >= MANY_ROWS and len(self._found) < MOST_LABELLED:
                self._found[asked] = found
        return found


class Path:
    """A source that repeats the throws of a path and then goes on with the first outcome of each new one."""

    __slots__ = ("_forks", "_kind", "_labelled", "_pile", "_shown", "passed")

    given_left = 0

    def __init__(self, forks: list[Any], labelled: Labelled, kind: type[Fork] = Fork) -> None:
        self._forks = forks
        self._labelled = labelled
        self._kind = kind
        self.passed = self._shown = 0
        self._pile: tuple[int, ...] = ()

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Ordered faces."""
        if self.passed == len(self._forks):
            self._fork(_rows(range(low, low + sides), count), f"{count}d{sides}", sides**count, sides**count)
        return self._throw()

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Sorted faces."""
        if self.passed == len(self._forks):
            branches = comb(sides + count - 1, count)
            self._fork(pools(range(low, low + sides), count), f"{count}d{sides}", sides**count, branches)
        return self._throw()

    def alike(self, sides: int, count: int, label: Label) -> list[int]:
        """The first row of a label."""
        if self.passed == len(self._forks):
            self._fork(iter(self._labelled.rows(sides, count, label)), f"{count}d{sides}", sides**count)
        return self._throw()

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces of the pile's throw; until it is summed up those of its lowest total, which is walked first."""
        start = len(self._pile)
        self._pile += (sides,) * count
        self._shown = self.passed
        summed = next((fork for fork in self._forks[self.passed :] if fork.of_pile), None)
        return summed.faces[start : start + count] if summed else [1] * count

    def sum_up(self) -> None:
        """The pile is a throw of its total."""
        pile, self._pile = self._pile, ()
        if pile and self.passed == len(self._forks):
            totals = sum(pile) - len(pile) + 1
            self._fork(_totals(pile), f"{len(pile)} dice", prod(pile), totals, of_pile=True)
        self.passed += bool(pile)

    def latest(self, count: int) -> list[Any]:
        """The latest throws, if there are so many that were not asked for before, and no pile among them."""
        first = max(self._shown, self.passed - count)
        self._shown = self.passed
        return self._forks[first : self.passed] if self.passed - first == count else []

    def weight(self) -> Fraction:
        """The chance of the path."""
        return Fraction(prod(fork.weight for fork in self._forks), prod(fork.chances for fork in self._forks))

    def _fork(
        self, throws: Iterator[Throw], dice: str, chances: int, branches: int = 0, *, of_pile: bool = False
    ) -> None:
        if len(self._forks) >= THROWS_ON_A_WAY:
            raise too_much(f"{TOO_MANY} at {dice}", f"{THROWS_ON_A_WAY} throws", FEWER)
        self._labelled.budget.check(2 * THROW * branches, f"{TOO_MANY} at {dice}", FEWER)
        self._forks.append(self._kind(throws, chances, of_pile=of_pile))

    def _throw(self) -> list[int]:
        self.passed += 1
        return list(self._forks[self.passed - 1].faces)


def _totals(pile: tuple[int, ...]) -> Iterator[Throw]:
    """A throw of each total; they are counted when the first is asked for."""
    yield from throws_by_total(pile)


def _rows(faces: Iterable[int], count: int) -> Iterator[Throw]:
    return ((list(row), 1) for row in product(faces, repeat=count))


def pools(faces: Iterable[int], count: int) -> Iterator[Throw]:
    """Every sorted row, with the number of orders in which it can fall."""
    for row in combinations_with_replacement(faces, count):
        yield list(row), orders(row)


def orders(row: Sequence[int]) -> int:
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
