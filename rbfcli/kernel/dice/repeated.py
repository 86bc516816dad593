"""Dice that fell before, and then new ones: what a command is played with again that waited for an answer."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rbfcli.kernel.dice.source import Dice


class Repeated:
    """Hands out `faces` in draw order, then asks the source `then`; `faces` grows by what that one shows."""

    __slots__ = ("_next", "faces", "then")

    def __init__(self, faces: Iterable[int], then: Dice) -> None:
        self.faces = list(faces)
        self.then = then
        self._next = 0

    @property
    def left(self) -> int:
        """How many faces are still to fall again."""
        return len(self.faces) - self._next

    @property
    def given_left(self) -> int:
        """How many faces given by hand are waiting behind those that fell before."""
        return 0 if self._next < len(self.faces) else self.then.given_left

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """The next faces; raises UsageError for one that fell and that the die does not have."""
        if self._next < len(self.faces):
            return self._again(sides, count, low)
        return self._new(self.then.row(sides, count, low))

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """As `row`; new faces are asked for as a pool."""
        if self._next < len(self.faces):
            return self._again(sides, count, low)
        return self._new(self.then.pool(sides, count, low))

    def alike(self, sides: int, count: int, label: Callable[[list[int]], object]) -> list[int]:
        """As `row`; of new faces nothing but their label matters."""
        if self._next < len(self.faces):
            return self._again(sides, count, 1)
        return self._new(self.then.alike(sides, count, label))

    def pile(self, sides: int, count: int) -> list[int]:
        """As `row`; new faces are asked for as part of a pile."""
        if self._next < len(self.faces):
            return self._again(sides, count, 1)
        return self._new(self.then.pile(sides, count))

    def sum_up(self) -> None:
        """Tell the other source."""
        self.then.sum_up()

    def _again(self, sides: int, count: int, low: int) -> list[int]:
        again = self.faces[self._next : self._next + count]
        if len(again) < count or not all(low <= face < low + sides for face in again):
            raise UsageError("other dice fell before")
        self._next += len(again)
        return again

    def _new(self, faces: list[int]) -> list[int]:
        self.faces += faces
        self._next = len(self.faces)
        return faces
