"""What dice that are summed up can come to: each total, with a throw that shows it and the number of throws that do."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.dice.source import Dice


class Sums:
    """Another source of dice, for whoever sums up each pool and looks at nothing else of it."""

    __slots__ = ("_dice",)

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    @property
    def given_left(self) -> int:
        """How many faces given by hand are still waiting."""
        return self._dice.given_left

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces of which nothing but the sum matters."""
        return self._dice.alike(sides, count, sum) if low == 1 else self._dice.pool(sides, count, low)


@lru_cache(maxsize=64)
def throws_by_total(dice: tuple[int, ...]) -> list[tuple[list[int], int]]:
    """A throw of dice with so many sides each for every total, lowest first, and how many throws come to it."""
    ways = [1]
    for sides in dice:
        ways = _with_one_more(ways, sides)
    return [(_faces(dice, above), number) for above, number in enumerate(ways)]


def _with_one_more(ways: Sequence[int], sides: int) -> list[int]:
    """How many throws come to each total, counted from the lowest, with a further die."""
    up_to = [0, *accumulate([*ways, *[0] * (sides - 1)])]
    return [up_to[most + 1] - up_to[max(0, most + 1 - sides)] for most in range(len(ways) + sides - 1)]


def _faces(dice: Sequence[int], above: int) -> list[int]:
    """Faces that come to so much more than the lowest total: the first dice show their highest."""
    faces = []
    for sides in dice:
        more = min(above, sides - 1)
        faces.append(1 + more)
        above -= more
    return faces
