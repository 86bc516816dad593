"""What follows from one cell alone, whatever the others are: such as a field of what is in it."""

from collections.abc import Callable
from typing import Any

from rbfcli.lab.tracked.kept import Kept


class Alone:
    """What follows from one cell alone, by the ids of its values."""

    __slots__ = ("_kept", "_of", "cell", "index", "known")

    def __init__(self, kept: Kept, index: int, cell: int, of: Callable[[Any], Any]) -> None:
        self._kept = kept
        self._of = of
        self.index = index
        self.cell = cell
        self.known: dict[int, int] = {}

    def of_id(self, found: int) -> int:
        """The id of what follows from the value of an id. Raises Untracked where there is no room."""
        if found not in self.known:
            self.known[found] = self._kept.id_of(self._of(self._kept.values[found]))
        return self.known[found]
