"""Dice sources: seeded, given by hand, replayed or always the highest."""

from __future__ import annotations

from struct import unpack

from rbfcli.core.errors import Hint, UsageError, misuse, must_be, to_try
from rbfcli.core.limits import DICE, SIDES
from rbfcli.core.text import other_digits, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    class Dice(Protocol):
        """A source of faces; a die of `sides` sides shows `low` to `low + sides - 1`.

        `sides` is 1 to 1,000,000; a fudge die is `row(3, 1, -1)`.
        """

        @property
        def given_left(self) -> int:
            """Return how many faces given by hand are still unused; they come before all others."""

        def row(self, sides: int, count: int, low: int = 1) -> list[int]:
            """Return the faces of `count` dice, in draw order."""


def read_faces(text: str, *examples: str) -> tuple[int, ...]:
    """Parse typed faces such as `5,7`. Raises UsageError with `examples` of what to type as the hint."""
    words = text.replace(",", " ").split()
    if not words or len(words) > DICE:
        raise must_be("the number of faces", f"from 1 to {DICE:,}", len(words), hint=to_try(*examples))
    faces = [whole_number(word, len(str(SIDES))) for word in words]
    if None in faces:
        wrong = words[faces.index(None)]
        raise must_be("each face", "a whole number", wrong, hint=other_digits(wrong) or to_try(*examples))
    return tuple(face for face in faces if face is not None)


def handed(faces: tuple[int, ...], dice: Dice) -> Dice:
    """Return a source that gives these faces first. Raises UsageError if earlier ones are left over."""
    require_none_left(dice)
    behind = dice.then if isinstance(dice, ManualDice) else dice
    return ManualDice(faces, behind) if faces else behind


def require_none_left(dice: Dice) -> None:
    """Raise UsageError if faces given by hand were not needed."""
    if isinstance(dice, ManualDice):
        dice.finish()


class KnownFaces:
    """Known faces, in draw order, followed by faces from the source `then`."""

    __slots__ = ("faces", "left", "then")

    def __init__(self, faces: Iterable[int], then: Dice) -> None:
        self.faces: list[int] = list(faces)
        self.left: int = len(self.faces)
        self.then: Dice = then

    def _taken(self, count: int) -> list[int]:
        place = len(self.faces) - self.left
        taken = self.faces[place : place + count]
        self.left -= len(taken)
        return taken


class ManualDice(KnownFaces):
    """Faces given by hand."""

    __slots__ = ()

    @property
    def given_left(self) -> int:
        """Return how many faces given by hand are still unused."""
        return self.left + self.then.given_left

    def finish(self) -> None:
        """Raise UsageError if faces given by hand were not needed."""
        drawn = len(self.faces) - self.left
        if self.left:
            listed = ", ".join(map(str, self.faces[drawn:]))
            raise misuse(
                f"too many faces: {listed} {'was' if self.left == 1 else 'were'} not needed",
                hint=f"this roll takes {drawn} {'die' if drawn == 1 else 'dice'}",
            )

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the given faces while there are any, then others. Raises UsageError for one the die does not have."""
        first = len(self.faces) - self.left + 1
        taken = self._taken(count)
        for number, face in enumerate(taken, first):
            if not low <= face < low + sides:
                die = f"d{sides}" if low == 1 else "fudge die"
                raise must_be(f"face {number}", f"from {low} to {low + sides - 1} on a {die}", face)
        return taken + self.then.row(sides, count - len(taken), low) if len(taken) < count else taken


class ReplayedDice(KnownFaces):
    """Faces rolled earlier; `faces` grows by those that the other source shows."""

    __slots__ = ()

    @property
    def given_left(self) -> int:
        """Return how many faces given by hand follow the replayed ones; 0 while any of those are left."""
        return 0 if self.left else self.then.given_left

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the replayed faces, then others. Raises UsageError if the dice were different before."""
        if not self.left:
            faces = self.then.row(sides, count, low)
            self.faces.extend(faces)
            return faces
        again = self._taken(count)
        if len(again) < count or not all(low <= face < low + sides for face in again):
            raise misuse("the dice were different before")
        return again


class MaxDice:
    """A dice source that always shows the highest face."""

    given_left = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the highest face `count` times."""
        return [low + sides - 1] * count


class MissingFaces(UsageError):
    """An error for dice that are rolled at the table and whose faces were not given."""


class TableDice:
    """A source that rolls nothing: all dice are rolled at the table."""

    given_left = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Raise MissingFaces with the dice to roll next."""
        die = f"d{sides}" if low == 1 else "fudge dice"
        raise MissingFaces(f"roll {count}{die}", hint=Hint("use {}, such as 5,7", "--dice FACES"))


try:
    from _blake2 import blake2b
except ImportError:  # an interpreter without built-in BLAKE2: starts 2 ms slower
    from hashlib import blake2b

_WORDS_A_BLOCK = 16
_RANGE = 1 << 32
_MOST_SIDES = 1 << 20


class SeededDice:
    """Counter-based dice from a seed.

    The complete definition: K is the 32-byte BLAKE2b digest of the seed in UTF-8. Block b is the 64-byte BLAKE2b digest
    of K followed by b as 8 little-endian bytes: 16 words of 32 bits, little-endian. Die n (from 0) uses word
    n mod 16 of block n div 16. A word below 2**32 - 2**32 mod sides gives the face `low + word mod sides`; any other
    word would favour low faces and is replaced by the first word of the BLAKE2b digest of K, n and attempt (each as 8
    little-endian bytes), attempt counting 1, 2, 3 and so on until one fits.

    `drawn` is the number of the next die: the seed and this counter are the complete state.
    """

    __slots__ = ("_key", "drawn", "seed")

    given_left = 0

    def __init__(self, seed: str, drawn: int = 0) -> None:
        self.seed: str = seed
        self.drawn: int = drawn
        self._key = b""  # hashed with the first block, because many sources are never used

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the faces of the next `count` dice. Raises ValueError above 1,048,576 sides."""
        if not 0 < sides <= _MOST_SIDES:
            raise ValueError(f"a die has 1 to {_MOST_SIDES} sides, not {sides}")
        words = self._next_words(count)
        fair = _RANGE - _RANGE % sides
        if max(words, default=0) >= fair:
            words = tuple([self._replaced(word, number, fair) for number, word in enumerate(words, self.drawn)])
        self.drawn += count
        return [word % sides + low for word in words]

    def _replaced(self, word: int, number: int, fair: int) -> int:
        """Return the word of a die, or the first fair word that replaces it."""
        attempt = 0
        while word >= fair:
            attempt += 1
            place = number.to_bytes(8, "little") + attempt.to_bytes(8, "little")
            word = int.from_bytes(blake2b(self._key + place).digest()[:4], "little")
        return word

    def _next_words(self, count: int) -> tuple[int, ...]:
        self._key = self._key or blake2b(self.seed.encode("utf-8", "surrogatepass"), digest_size=32).digest()
        block, start = divmod(self.drawn, _WORDS_A_BLOCK)
        blocks = range(block, block - (-(start + count) // _WORDS_A_BLOCK))
        stream = b"".join([blake2b(self._key + number.to_bytes(8, "little")).digest() for number in blocks])
        return unpack(f"<{len(blocks) * _WORDS_A_BLOCK}I", stream)[start : start + count]
