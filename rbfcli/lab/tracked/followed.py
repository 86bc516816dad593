"""Positions that are rows of cells: laid out, and made fights of again where somebody wants to see one."""

from array import array
from collections.abc import Callable, Hashable
from typing import Any

from rbfcli.lab.state_of_play import actor_of
from rbfcli.lab.tracked.chance_nodes import Asked
from rbfcli.lab.tracked.chances import Chances
from rbfcli.lab.tracked.form import DERIVED, STALE, Form
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.parts import Misfit, Moved, Path
from rbfcli.lab.tracked.reading import Reader, Untracked

# The cells of what follows from others, before anybody asks for it.
UNKNOWN = [STALE] * DERIVED
ID = "I"

Writes = tuple[tuple[int, int], ...]
Moves = tuple[tuple[int, Any], ...]


class Relaid(Exception):
    """Something changed that never did before: fights of that shape are laid out anew, and positions found again."""


class Followed:
    """A position without questions, as the ids of its cells."""

    __slots__ = ("deeds", "done", "form", "idle", "ids")

    waits = False
    answered = 0
    actor = ""

    def __init__(self, form: Form, cells: list[int], deeds: int, done: tuple[str, ...], idle: int) -> None:
        self.form = form
        self.ids = array(ID, cells[: form.first]).tobytes()
        self.deeds = deeds
        self.done = done
        self.idle = idle

    @property
    def cells(self) -> list[int]:
        """The cells of its fight, and those of what follows from them, stale."""
        return array(ID, self.ids).tolist() + UNKNOWN

    @property
    def fight(self) -> Any:
        """The fight that stands there."""
        return self.form.fight(self.cells, "", 0)

    @property
    def key(self) -> Hashable:
        """Something that no other position has."""
        return self.ids, self.form.layout.shape, self.deeds, self.done, self.idle


class AtQuestion:
    """A position in the middle of a command, where somebody chooses an answer: before the command, and what led there.

    `found` makes the fight as it stands at the question.
    """

    __slots__ = ("asked", "before", "chances", "found")

    waits = True
    answered = 0

    def __init__(self, before: Followed, chances: Chances, asked: Asked, found: "Callable[[AtQuestion], Any]") -> None:
        self.before = before
        self.chances = chances
        self.asked = asked
        self.found = found

    @property
    def fight(self) -> Any:
        """The fight that stands there, without what waits."""
        return self.found(self)

    @property
    def deeds(self) -> int:
        """As `AnyPosition`."""
        return self.before.deeds

    @property
    def done(self) -> tuple[str, ...]:
        """As `AnyPosition`."""
        return self.before.done

    @property
    def idle(self) -> int:
        """As `AnyPosition`."""
        return self.before.idle

    @property
    def actor(self) -> str:
        """As `AnyPosition`."""
        return actor_of(self.chances.command)

    @property
    def key(self) -> Hashable:
        """Something that no other position has."""
        return self.asked, self.before.key


class Rows:
    """Lays fights out as rows of cells, after their `gist`."""

    def __init__(self, gear: Gear, gist: Callable[[Any], Any]) -> None:
        self.gear = gear
        self._gist = gist

    def followed(self, fight: Any, deeds: int = 0, done: tuple[str, ...] = (), idle: int = 0) -> Followed | None:
        """The position of a fight; None where it cannot be followed. Raises Relaid."""
        form = None if fight.questions else self.gear.form_of(fight)
        if form is None:
            return None
        try:
            return Followed(form, form.cells_of(fight), deeds, done, idle)
        except Misfit as misfit:
            self.lay_out_anew(form, misfit.args[0])
        except Untracked:
            pass
        return None

    def gist_of(self, form: Form, cells: list[int]) -> Writes:
        """The cells that are others in the gist of a fight. Raises Untracked, and Relaid."""
        place = form.place("gist", lambda: lambda view, reader: self._changed(form, view, reader))
        found: Writes = form.value(cells, place)
        return found

    def _changed(self, form: Form, view: Any, reader: Reader) -> Writes:
        gist = self._gist(view)
        return () if gist is view else self.written(form, gist, reader)[0]

    def written(self, form: Form, after: Any, reader: Reader) -> tuple[Writes, Moves]:
        """The cells that a step has changed, in their order; and those whose numbers it has, by how much.

        Raises Untracked, and Relaid.
        """
        try:
            found = form.layout.writes(after, reader)
        except Misfit as misfit:
            self.lay_out_anew(form, misfit.args[0])
            raise Untracked from None
        cells = sorted(found)
        moves = tuple([(cell, found[cell].by) for cell in cells if type(found[cell]) is Moved])
        ids = [(cell, self.gear.id_of(found[cell])) for cell in cells if type(found[cell]) is not Moved]
        return tuple([each for each in ids if each[0] not in reader.seen or reader.cells[each[0]] != each[1]]), moves

    def lay_out_anew(self, form: Form, paths: set[Path]) -> None:
        """Raise Relaid if that lets fights fit."""
        if self.gear.vary(form, paths):
            raise Relaid
