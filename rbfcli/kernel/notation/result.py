"""What a roll came to: the total at once, the history of every die when somebody asks."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.notation.rolled_tree import RolledDie, RolledPart
    from rbfcli.kernel.notation.tree import RollLine

    Table: TypeAlias = tuple[RolledPart, RolledPart | None, tuple[RolledDie, ...]]


class RollResult:
    """A line once rolled.

    `total` is the exact value cut toward zero. The dice are kept as their natural `faces` in draw order, the first
    `given_count` of them given by hand; that is enough to lay the whole table out again.
    """

    __slots__ = ("_table", "faces", "given_count", "line", "total")

    def __init__(
        self, line: RollLine, total: int, faces: Sequence[int], given_count: int, table: Table | None = None
    ) -> None:
        self.line = line
        self.total = total
        self.faces = faces
        self.given_count = given_count
        self._table = table

    @property
    def part(self) -> RolledPart:
        """The rolled tree of the expression."""
        return self._laid_out()[0]

    @property
    def dice(self) -> tuple[RolledDie, ...]:
        """Every die thrown, in draw order: sides, face, value, kept, given and why."""
        return self._laid_out()[2]

    @property
    def exact(self) -> Exact:
        """The value before it is cut."""
        return self.part.value

    @property
    def against(self) -> int | None:
        """What the total is held against (`vs`), if anything."""
        held = self._laid_out()[1]
        return None if held is None else int(held.value)

    @property
    def margin(self) -> int | None:
        """Total less what it is held against."""
        against = self.against
        return None if against is None else self.total - against

    def _laid_out(self) -> Table:
        if self._table is None:
            from rbfcli.kernel.notation.table import lay_out, replayed

            self._table = lay_out(self.line, replayed(self.faces, self.given_count))
        return self._table
