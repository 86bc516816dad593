"""Dice thrown by hand at the table: their faces come first, in draw order."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.numbers import other_digits, shown, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from rbfcli.kernel.dice.source import Dice


def read_faces(text: str, example: str) -> tuple[int, ...]:
    """Faces as they are typed: `5,7`. Raises UsageError with an example of how it is done."""
    from rbfcli.kernel.limits import DICE, SIDES

    words = text.replace(",", " ").split()
    if not words or len(words) > DICE:
        raise UsageError(f"1 to {DICE:,} faces can be given at once, not {len(words):,}", hint=example)
    faces = [whole_number(word, len(str(SIDES))) for word in words]
    if None in faces:
        wrong = words[faces.index(None)]
        raise UsageError(f"{shown(wrong)} is not the face of a die{other_digits(wrong)}", hint=example)
    return tuple(face for face in faces if face is not None)


def handed(faces: tuple[int, ...], dice: Dice) -> Dice:
    """A source that hands out faces given by hand first. Raises UsageError where earlier ones are left over."""
    require_none_left(dice)
    behind = dice.then if isinstance(dice, Given) else dice
    return Given(faces, behind) if faces else behind


def require_none_left(dice: Dice) -> None:
    """Raise UsageError if faces given by hand were not needed."""
    if isinstance(dice, Given):
        dice.finish()


class Given:
    """Hands out `faces` in draw order, then asks the source `then`."""

    __slots__ = ("_faces", "_next", "then")

    def __init__(self, faces: Iterable[int], then: Dice) -> None:
        self._faces = tuple(faces)
        self._next = 0
        self.then = then

    @property
    def given_left(self) -> int:
        """How many faces given by hand are still waiting."""
        return len(self._faces) - self._next + self.then.given_left

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces by hand as long as there are any; raises UsageError for one that the die does not have."""
        if self._next == len(self._faces):
            return self.then.row(sides, count, low)
        taken = self._take(sides, count, low)
        return taken + self.then.row(sides, count - len(taken), low) if len(taken) < count else taken

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """As `row`; what is left to the other source is asked for as a pool."""
        if self._next == len(self._faces):
            return self.then.pool(sides, count, low)
        taken = self._take(sides, count, low)
        return taken + self.then.pool(sides, count - len(taken), low) if len(taken) < count else taken

    def finish(self) -> None:
        """Raises UsageError if faces given by hand were not needed."""
        left = self._faces[self._next :]
        if left:
            listed = ", ".join(map(str, left))
            raise UsageError(
                f"{len(left)} of the faces given by hand {'was' if len(left) == 1 else 'were'} not needed: {listed}",
                hint=f"this roll draws {self._next} {'die' if self._next == 1 else 'dice'}",
            )

    def _take(self, sides: int, count: int, low: int) -> list[int]:
        taken = list(self._faces[self._next : self._next + count])
        for number, face in enumerate(taken, self._next + 1):
            if not low <= face < low + sides:
                die = f"d{sides}" if low == 1 else "fudge die"
                raise UsageError(
                    f"the face {face} given for die {number} is impossible: a {die} shows {low} to {low + sides - 1}"
                )
        self._next += len(taken)
        return taken
