"""Every outcome of whatever rolls dice, with its exact weight: the same function is played once for each path."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, groupby, product
from math import comb, factorial, prod

from rbfcli.kernel.dice.totals import throws_by_total
from rbfcli.kernel.errors import LimitReached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from rbfcli.kernel.dice.source import Dice

    Outcome = TypeVar("Outcome")
    Throw = tuple[list[int], int]
    Label = Callable[[list[int]], object]
    Labelled = dict[tuple[int, int, Label], list[Throw]]

MOST_PATHS = 200_000
MOST_THROWS = 200
MANY_ROWS, MOST_LABELLED = 1_000, 1_000


def walk(play: Callable[[Dice], Outcome], limit: int = MOST_PATHS) -> list[tuple[Fraction, Outcome]]:
    """Play once for every outcome of the dice; the weights sum to exactly 1.

    `play` gets a fresh source each time and must depend on nothing but its faces. A pool branches over sorted
    multisets, a row over ordered faces, a pile over its totals, where it is summed up. Raises LimitReached past `limit`
    paths or 200 throws on one path.
    """
    path: list[_Fork] = []
    labelled: Labelled = {}
    walked = []
    while True:
        dice = _Path(path, limit, labelled)
        outcome = play(dice)
        dice.sum_up()
        walked.append((dice.weight(), outcome))
        if len(walked) > limit:
            raise LimitReached(f"more than {limit} outcomes to walk", hint="ask about fewer dice at once")
        if not _advance(path):
            return walked


class _Fork:
    """One throw on a path: the outcomes not yet walked, the one being walked, and out of how many."""

    __slots__ = ("chances", "faces", "of_pile", "rest", "weight")

    def __init__(self, throws: Iterator[Throw], chances: int, *, of_pile: bool = False) -> None:
        self.rest = throws
        self.chances = chances
        self.of_pile = of_pile
        self.faces, self.weight = next(throws)


class _Path:
    """A source that repeats the throws of a path and then goes on with the first outcome of each new one."""

    __slots__ = ("_forks", "_labelled", "_limit", "_next", "_pile")

    given_left = 0

    def __init__(self, forks: list[_Fork], limit: int, labelled: Labelled) -> None:
        self._forks = forks
        self._limit = limit
        self._labelled = labelled
        self._next = 0
        self._pile: tuple[int, ...] = ()

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        if self._next == len(self._forks):
            self._fork(_rows(range(low, low + sides), count), f"{count}d{sides}", sides**count)
        return self._throw()

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        if self._next == len(self._forks):
            branches = comb(sides + count - 1, count)
            self._fork(_pools(range(low, low + sides), count), f"{count}d{sides}", sides**count, branches)
        return self._throw()

    def alike(self, sides: int, count: int, label: Label) -> list[int]:
        if self._next == len(self._forks):
            self._fork(iter(self._rows_alike(sides, count, label)), f"{count}d{sides}", sides**count)
        return self._throw()

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces of the pile's throw; until it is summed up those of its lowest total, which is walked first."""
        start = len(self._pile)
        self._pile += (sides,) * count
        summed = next((fork for fork in self._forks[self._next :] if fork.of_pile), None)
        return summed.faces[start : start + count] if summed else [1] * count

    def sum_up(self) -> None:
        pile, self._pile = self._pile, ()
        if pile and self._next == len(self._forks):
            totals = sum(pile) - len(pile) + 1
            self._fork(_summed(pile), f"{len(pile)} dice", prod(pile), totals, of_pile=True)
        self._next += bool(pile)

    def _rows_alike(self, sides: int, count: int, label: Label) -> list[Throw]:
        """One row of each label; where they are many, they are found once for each function that labels them."""
        asked = sides, count, label
        found = self._labelled.get(asked)
        if found is None:
            found = _labelled(range(1, sides + 1), count, label)
            if sides**count >= MANY_ROWS and len(self._labelled) < MOST_LABELLED:
                self._labelled[asked] = found
        return found

    def weight(self) -> Fraction:
        return Fraction(prod(fork.weight for fork in self._forks), prod(fork.chances for fork in self._forks))

    def _fork(
        self, throws: Iterator[Throw], dice: str, chances: int, branches: int = 0, *, of_pile: bool = False
    ) -> None:
        if (branches or chances) > self._limit or len(self._forks) >= MOST_THROWS:
            raise LimitReached(f"too many outcomes to walk at {dice}", hint="ask about fewer dice at once")
        self._forks.append(_Fork(throws, chances, of_pile=of_pile))

    def _throw(self) -> list[int]:
        self._next += 1
        return list(self._forks[self._next - 1].faces)


def _rows(faces: Iterable[int], count: int) -> Iterator[Throw]:
    return ((list(row), 1) for row in product(faces, repeat=count))


def _pools(faces: Iterable[int], count: int) -> Iterator[Throw]:
    ways = factorial(count)
    for row in combinations_with_replacement(faces, count):
        yield list(row), ways // prod(factorial(len(list(same))) for _, same in groupby(row))


def _summed(pile: tuple[int, ...]) -> Iterator[Throw]:
    yield from throws_by_total(pile)


def _labelled(faces: Iterable[int], count: int, label: Label) -> list[Throw]:
    """One row of each label, with the weight of all rows that share it."""
    found: dict[object, tuple[list[int], int]] = {}
    for row in map(list, product(faces, repeat=count)):
        key = label(row)
        first, weight = found.get(key, (row, 0))
        found[key] = (first, weight + 1)
    return list(found.values())


def _advance(path: list[_Fork]) -> bool:
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
