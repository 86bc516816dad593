"""What all forms of one run share: the values of cells by their ids, and the room there is for all that is kept."""

from gc import collect
from typing import Any, TypeVar

from rbfcli.kernel.evolve import with_field
from rbfcli.kernel.rules import Rules
from rbfcli.lab.tracked.reading import Untracked
from rbfcli.lab.tracked.tree import Room
from rbfcli.lab.tracked.views import Moves, key_of

# After so many new steps what they left behind is thrown away; after more, what was still in use then.
TIDIED, TIDIED_WELL = 4, 100
# States have one in so many parts of the room.
STATES = 10
# Of so many steps it is known that they came once.
GLIMPSED = 1_000

T = TypeVar("T")


def _with_moved(value: Any, by: int | Moves) -> Any:
    if isinstance(by, int):
        return value + by
    for key, name, plus in by:
        value = with_field(value, (key, name), getattr(value[key], name) + plus)
    return value


class Kept:
    """What is kept of one run, by one set of rules, of fights of whatever shape."""

    def __init__(self, rules: Rules, most: int) -> None:
        self.rules = rules
        self.room = Room(most)
        self.values: list[Any] = []
        self.seen: dict[Any, Any] = {}
        self.missed = 0
        self._ids: dict[Any, int] = {}
        self._glimpsed: set[int] = set()
        self._moved: dict[tuple[int, int | Moves], int] = {}
        self._ones: dict[Any, Any] = {}

    @property
    def size(self) -> int:
        """How many entries are kept, and values of cells."""
        return len(self.values) + self.room.taken

    @property
    def is_full(self) -> bool:
        """Whether nothing more is kept."""
        return len(self.values) + self.room.taken >= self.room.most

    @property
    def has_room_for_states(self) -> bool:
        """Whether another state is kept, which come by the thousand where fights are large."""
        return self.room.of_states * STATES < self.room.most and not self.is_full

    @property
    def is_choosy(self) -> bool:
        """Whether only steps are kept that come for the second time: there is little room left."""
        return self.size * 2 >= self.room.most

    def is_new(self, step: int) -> bool:
        """Whether a step, by something to know it again, did not come lately."""
        if step in self._glimpsed:
            return False
        if len(self._glimpsed) >= GLIMPSED:
            self._glimpsed.clear()
        self._glimpsed.add(step)
        return True

    def miss(self) -> None:
        """One more step was played on a view, which leaves circles behind; the program seldom looks for such things."""
        self.missed += 1
        if self.missed % TIDIED == 0:
            collect(int(self.missed % TIDIED_WELL == 0))

    def one(self, value: T) -> T:
        """The one value that is kept of all that are equal: entries have most of theirs in common."""
        found: T = self._ones.setdefault(value, value)
        return found

    def moved(self, found: int, by: int | Moves) -> int:
        """The id of a value in which numbers are others by so much. Raises Untracked where there is no room."""
        after = self._moved.get((found, by))
        if after is None:
            after = self._moved[found, by] = self.id_of(_with_moved(self.values[found], by))
        return after

    def id_of(self, value: Any) -> int:
        """The id of a value, the same for the same value of the same types. Raises Untracked where there is no room."""
        key = key_of(value)
        found = self._ids.get(key)
        if found is None:
            if self.is_full:
                raise Untracked
            found = self._ids[key] = len(self.values)
            self.values.append(value)
        return found
