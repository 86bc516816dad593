"""Dice that fell before, and then new ones: what a command is played with again that waited for an answer."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from rbfcli.kernel.dice.source import Dice


class Repeated:
    """Hands out `faces` in draw order, then asks the source `then`; `faces` grows by what that one shows.

    `left` says how many of them are still to fall again.
    """

    __slots__ = ("faces", "left", "then")

    def __init__(self, faces: Iterable[int], then: Dice) -> None:
        self.faces = list(faces)
        self.then = then
        self.left = len(self.faces)

    @property
    def given_left(self) -> int:
        """How many faces given by hand are waiting behind those that fell before."""
        return 0 if self.left else self.then.given_left

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """The next faces; raises UsageError for one that fell and that the die does not have."""
        if self.left:
            return self._again(sides, count, low)
        faces = self.then.row(sides, count, low)
        self.faces += faces
        return faces

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """As `row`; new faces are asked for as a pool."""
        if self.left:
            return self._again(sides, count, low)
        faces = self.then.pool(sides, count, low)
        self.faces += faces
        return faces

    def _again(self, sides: int, count: int, low: int) -> list[int]:
        place = len(self.faces) - self.left
        again = self.faces[place : place + count]
        if len(again) < count or not all(low <= face < low + sides for face in again):
            raise UsageError("other dice fell before")
        self.left -= count
        return again
