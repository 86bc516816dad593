"""Where the dice of one line are thrown: in draw order, bounded, each knowing whether it came by hand."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import DICE
from rbfcli.kernel.notation.rolled_tree import RolledDie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Source(Protocol):
        """The part of `kernel.dice.source.Dice` that notation needs."""

        @property
        def given_left(self) -> int:
            """How many faces given by hand are still waiting."""

        def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
            """Faces of `count` dice."""


class Cup:
    """A source of dice and all it has thrown so far."""

    __slots__ = ("_dice", "thrown")

    def __init__(self, dice: Source) -> None:
        self._dice = dice
        self.thrown: list[RolledDie] = []

    def throw(self, sides: int, count: int, low: int) -> list[RolledDie]:
        """Throw `count` dice; raises LimitReached where the line would draw more than 1,000."""
        if len(self.thrown) + count > DICE:
            raise LimitReached(f"at most {DICE:,} dice are drawn for one line")
        given_left = self._dice.given_left
        faces = self._dice.pool(sides, count, low)
        dice = [RolledDie(sides, face, low, given=place < given_left) for place, face in enumerate(faces)]
        self.thrown += dice
        return dice
