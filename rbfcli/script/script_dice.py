"""The dice of a script: faces given by `dice` and not rolled yet, and the seed set by `seed`."""

from collections.abc import Sequence

from rbfcli.kernel.dice.given import Given, read_faces
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import FACES_AHEAD
from rbfcli.kernel.notation import roll
from rbfcli.kernel.notation.result import RollResult
from rbfcli.session.begin import chance


class ScriptDice:
    """The faces that are still to be rolled, and the seed of all other dice."""

    def __init__(self) -> None:
        self.faces: tuple[int, ...] = ()
        self.seed = ""
        self._used = 0

    def add_faces(self, text: str) -> None:
        """Give faces for the next rolls. Raises UsageError."""
        faces = read_faces(text, "dice 5,7")
        if len(self.faces) + len(faces) > FACES_AHEAD:
            raise UsageError(f"at most {FACES_AHEAD} faces can be given ahead of their rolls")
        self.faces += faces

    def drop_faces(self, drawn: Sequence[int]) -> None:
        """Drop the first faces, which have been rolled."""
        self.faces = self.faces[len(drawn) :]

    def set_seed(self, seed: str) -> None:
        """Seed the dice from here on."""
        self.seed, self._used = seed, 0

    def next_seed(self) -> str:
        """A seed for one roll outside a fight, or for a fight without a seed of its own."""
        self._used += 1
        return f"{self.seed}/{self._used}" if self.seed else chance()

    def roll(self, notation: str) -> RollResult:
        """A roll; given faces come first. Raises RbfError."""
        given = Given(self.faces, Seeded(self.next_seed()))
        rolled = roll(notation, given)
        self.drop_faces(self.faces[: len(self.faces) - given.given_left])
        return rolled
