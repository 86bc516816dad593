"""Drawing among things as dice do, the same every time."""

from collections.abc import Sequence
from typing import TypeVar

from rbfcli.kernel.dice.seeded import Seeded

T = TypeVar("T")


class Draw:
    """Draws by a seed."""

    def __init__(self, seed: str) -> None:
        self._dice = Seeded(seed, 0)

    def number(self, low: int, high: int) -> int:
        """A number from low to high."""
        return self._dice.row(high - low + 1, 1)[0] - 1 + low

    def of(self, things: Sequence[T]) -> T:
        """One of some things."""
        return things[self.number(0, len(things) - 1)]

    def happens(self, percent: int) -> bool:
        """Whether something comes about that has such a chance."""
        return self.number(1, 100) <= percent
