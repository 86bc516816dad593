"""How the dice of a roll can fall: the faces that count and what edge dice add, each with its exact weight."""

from collections.abc import Iterator
from itertools import product

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.totals import sums
from rbfcli.kernel.events import Rolled
from rbfcli.kernel.limits import EDGES_OF_A_STORY, ROWS_OF_A_STORY

Row = tuple[tuple[int, ...], int]

MOST_FOUND = 64
ROWS_A_STEP = 2
TOO_MANY = "the odds of all rolls are too much to count"
_found: dict[tuple[int, int, int], tuple[Row, ...]] = {}


def rows_of(rolled: Rolled, keep: int, budget: Budget) -> tuple[Row, ...] | None:
    """The rows of faces that count, in their order, each with the number of throws that show it.

    None where there are too many throws to count. Raises LimitReached.
    """
    count, sides = len(rolled.dice), rolled.dice[0].sides if rolled.dice else 1
    steps = sides * count if abs(keep) == 1 else sides**count
    if steps > ROWS_OF_A_STORY:
        return None
    if (sides, count, keep) not in _found:
        budget.spend(steps // ROWS_A_STEP, TOO_MANY)
        if len(_found) >= MOST_FOUND:
            _found.clear()
        _found[sides, count, keep] = _rows(sides, count, keep)
    return _found[sides, count, keep]


def edges_of(rolled: Rolled) -> list[tuple[int, int]] | None:
    """What the edge dice of a roll can come to, each total with its number of throws; None where they are too many."""
    if sum(die.sides for die in rolled.edge_dice) > EDGES_OF_A_STORY:
        return None
    return list(sums(rolled.edge_dice[0].sides if rolled.edge_dice else 1, len(rolled.edge_dice)).items())


def _rows(sides: int, count: int, keep: int) -> tuple[Row, ...]:
    if abs(keep) == 1 and count:
        return tuple(_extremes(sides, count, highest=keep > 0))
    found: dict[tuple[int, ...], int] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        kept = faces if abs(keep) >= count else _kept(faces, keep)
        found[kept] = found.get(kept, 0) + 1
    return tuple(found.items())


def _extremes(sides: int, count: int, *, highest: bool) -> Iterator[Row]:
    """The highest face of all dice, or the lowest, and how often it is that."""
    for face in range(1, sides + 1):
        rank = face if highest else sides + 1 - face
        yield (face,), rank**count - (rank - 1) ** count


def _kept(faces: tuple[int, ...], keep: int) -> tuple[int, ...]:
    """The highest faces, the lowest where `keep` is negative, in the order in which they fell; the earliest of ties."""
    places = sorted(range(len(faces)), key=faces.__getitem__, reverse=keep > 0)[: abs(keep)]
    return tuple(faces[place] for place in sorted(places))
