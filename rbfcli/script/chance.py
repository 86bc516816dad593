"""The chance of a script: faces that wait to be rolled by hand, and the seed that dice grow from."""

from collections.abc import Sequence

from rbfcli.kernel.dice.given import Given, read_faces
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation import roll
from rbfcli.session.begin import chance

MOST_WAITING = 1_000


class Chance:
    """What `dice` and `seed` have laid down, as far as it is not used up."""

    def __init__(self) -> None:
        self.faces: tuple[int, ...] = ()
        self.seed = ""
        self._used = 0

    def give(self, text: str) -> None:
        """Let faces wait for the next rolls. Raises UsageError."""
        faces = read_faces(text, "dice 5,7")
        if len(self.faces) + len(faces) > MOST_WAITING:
            raise UsageError(f"at most {MOST_WAITING} faces can wait")
        self.faces += faces

    def spend(self, drawn: Sequence[int]) -> None:
        """Take away faces that have been drawn, the first ones."""
        self.faces = self.faces[len(drawn) :]

    def begin(self, seed: str) -> None:
        """Let dice grow from a seed from here on."""
        self.seed, self._used = seed, 0

    def next_seed(self) -> str:
        """A seed of its own for one roll outside a fight, and for a fight where no seed is laid down."""
        self._used += 1
        return f"{self.seed}/{self._used}" if self.seed else chance()

    def roll(self, notation: str) -> int:
        """The total of dice; faces by hand come first. Raises RbfError."""
        given = Given(self.faces, Seeded(self.next_seed()))
        total = roll(notation, given).total
        self.spend(self.faces[: len(self.faces) - given.by_hand])
        return total
