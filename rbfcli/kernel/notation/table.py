"""Line × dice → everything on the table: the rolled tree, what it is held against, and the dice in draw order."""

from __future__ import annotations

from rbfcli.kernel.notation.cup import Cup
from rbfcli.kernel.notation.roller import roll_node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.cup import Source
    from rbfcli.kernel.notation.rolled_tree import RolledDie, RolledPart
    from rbfcli.kernel.notation.tree import RollLine


def lay_out(line: RollLine, dice: Source) -> tuple[RolledPart, RolledPart | None, tuple[RolledDie, ...]]:
    """Roll a line's expression, then what it is held against."""
    cup = Cup(dice)
    part = roll_node(line.expression, cup)
    against = None if line.against is None else roll_node(line.against, cup)
    return part, against, tuple(cup.thrown)


def replayed(faces: Sequence[int], given_left: int) -> Source:
    """A source that gives these faces again, the first of them as given by hand."""
    return _Replay(faces, given_left)


class _Replay:
    __slots__ = ("_faces", "_left", "_next")

    def __init__(self, faces: Sequence[int], given_left: int) -> None:
        self._faces = faces
        self._left = given_left
        self._next = 0

    @property
    def given_left(self) -> int:
        return max(0, self._left - self._next)

    def pool(self, _sides: int, count: int, _low: int = 1) -> list[int]:
        start = self._next
        self._next += count
        return list(self._faces[start : self._next])
