"""Every outcome of dice, the plain way: a function is played once for each row of faces that can fall.

Exact odds are held against it (`conformance.odds`), so it shares nothing with them.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, groupby, product
from math import factorial, prod
from typing import TypeVar

from rbfcli.kernel.dice.source import Dice

T = TypeVar("T")

MOST_PLAYS = 200_000


class TooMany(Exception):
    """There are more ways than are worth playing."""


class Rows:
    """Dice that fall as a script says, and the highest number of ways that are left behind it.

    `path` has for each throw so far the rows that are left of it, the one that falls now first.
    """

    given_left = 0

    def __init__(self, path: list[list[tuple[tuple[int, ...], Fraction]]], *, in_order: bool, most: int) -> None:
        self._path = path
        self._in_order = in_order
        self._most = most
        self._passed = 0
        self.weight = Fraction(1)

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the faces of dice in the order in which they fall."""
        return self._next(lambda: in_order(sides, count), sides**count, low)

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the faces of dice, in order or, where order is not to be looked at, sorted."""
        if self._in_order:
            return self.row(sides, count, low)
        return self._next(lambda: without_order(sides, count), sides**count // factorial(count) + 1, low)

    def _next(self, rows: Callable[[], Iterator[tuple[tuple[int, ...], Fraction]]], number: int, low: int) -> list[int]:
        if self._passed == len(self._path):
            if number > self._most:
                raise TooMany
            self._path.append(list(rows()))
        faces, chance = self._path[self._passed][0]
        self._passed += 1
        self.weight *= chance
        return [face + low - 1 for face in faces]


def in_order(sides: int, count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield each row of faces with its chance."""
    chance = Fraction(1, sides**count)
    for row in product(range(1, sides + 1), repeat=count):
        yield row, chance


def without_order(sides: int, count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield each throw, sorted, with its chance."""
    for row in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(factorial(len(list(same))) for _, same in groupby(row))
        yield row, Fraction(ways, sides**count)


def every_way(
    play: Callable[[Dice], T], *, sort_pools: bool = False, most: int = MOST_PLAYS
) -> list[tuple[Fraction, T]]:
    """Return what each play comes to, with its chance; they sum to 1. Raises TooMany.

    `play` gets a fresh source each time and depends on nothing but its faces. Pools are played in every order, or
    sorted.
    """
    path: list[list[tuple[tuple[int, ...], Fraction]]] = []
    found: list[tuple[Fraction, T]] = []
    while True:
        dice = Rows(path, in_order=not sort_pools, most=most)
        result = play(dice)
        found.append((dice.weight, result))
        if len(found) > most:
            raise TooMany
        while path:
            del path[-1][0]
            if path[-1]:
                break
            path.pop()
        else:
            return found
