"""Dice that always show their highest face: the most an expression can bring."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Highest:
    """A source of dice without chance."""

    given_left = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """`count` highest faces."""
        return [low + sides - 1] * count

    def alike(self, sides: int, count: int, label: Callable[[list[int]], object]) -> list[int]:  # noqa: ARG002 - no chance
        """`count` highest faces."""
        return self.row(sides, count)

    def pile(self, sides: int, count: int) -> list[int]:
        """`count` highest faces."""
        return self.row(sides, count)

    def sum_up(self) -> None:
        """Nothing: there is but one total."""

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """`count` highest faces."""
        return [low + sides - 1] * count
