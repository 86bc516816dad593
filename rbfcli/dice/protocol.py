"""What a source of dice offers, and labels of rows of dice."""

from __future__ import annotations

from typing import Protocol


class Dice(Protocol):
    """A source of faces; a die of `sides` sides shows `low` to `low + sides - 1`.

    `sides` is 1 to 1,000,000; a fudge die is `row(3, 1, -1)`.
    """

    @property
    def given_left(self) -> int:
        """How many faces given by hand are still waiting; they come before all others."""

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces of `count` dice whose order matters."""

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces of `count` dice whose order does not matter: a source may hand them out sorted."""
