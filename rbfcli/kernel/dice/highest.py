"""Dice that always show their highest face: the most an expression can bring."""

from __future__ import annotations


class Highest:
    """A source of dice without chance."""

    given_left = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """`count` highest faces."""
        return [low + sides - 1] * count

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """`count` highest faces."""
        return [low + sides - 1] * count
