"""Sources of dice: from a seed, thrown by hand, replayed, always the highest."""

from __future__ import annotations

from struct import unpack

from rbfcli.core.errors import UsageError
from rbfcli.core.limits import DICE, SIDES
from rbfcli.core.text import natural, other_digits, shown, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from rbfcli.dice.protocol import Dice


def read_faces(text: str, example: str) -> tuple[int, ...]:
    """Faces as they are typed: `5,7`. Raises UsageError with an example of how it is done."""
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
    behind = dice.then if isinstance(dice, ManualDice) else dice
    return ManualDice(faces, behind) if faces else behind


def require_none_left(dice: Dice) -> None:
    """Raise UsageError if faces given by hand were not needed."""
    if isinstance(dice, ManualDice):
        dice.finish()


class ManualDice:
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


class MaxDice:
    """A source of dice without chance."""

    given_left = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """`count` highest faces."""
        return [low + sides - 1] * count

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """`count` highest faces."""
        return [low + sides - 1] * count


def highest(amount: str) -> int:
    """The most an amount can come to. Raises NotationError."""
    number = natural(amount)
    if number is not None:
        return number
    from rbfcli.dice.roll import roll  # noqa: PLC0415 - few amounts are dice

    return roll(amount, MaxDice()).total


class ReplayedDice:
    """Hands out `faces` in draw order, then asks the source `then`; `faces` grows by what that one shows.

    `left` says how many of them are still to fall again.
    """

    __slots__ = ("faces", "left", "then")

    def __init__(self, faces: Iterable[int], then: Dice) -> None:
        self.faces = list(faces)
        self.then = then
        self.left = len(self.faces)

    @property
    def given_left(self) -> int:
        """How many faces given by hand are waiting behind those that fell before."""
        return 0 if self.left else self.then.given_left

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """The next faces; raises UsageError for one that fell and that the die does not have."""
        if self.left:
            return self._again(sides, count, low)
        faces = self.then.row(sides, count, low)
        self.faces += faces
        return faces

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """As `row`; new faces are asked for as a pool."""
        if self.left:
            return self._again(sides, count, low)
        faces = self.then.pool(sides, count, low)
        self.faces += faces
        return faces

    def _again(self, sides: int, count: int, low: int) -> list[int]:
        place = len(self.faces) - self.left
        again = self.faces[place : place + count]
        if len(again) < count or not all(low <= face < low + sides for face in again):
            raise UsageError("other dice fell before")
        self.left -= count
        return again


try:
    from _blake2 import blake2b
except ImportError:  # an interpreter built without its own BLAKE2: 2 ms slower to start
    from hashlib import blake2b

_WORDS_A_BLOCK = 16
_MOST_BLOCKS = 256
_FEW = 8
_RANGE = 1 << 32
_MOST_SIDES = 1 << 20
_SUSPECT = _RANGE - _MOST_SIDES
_LATEST_KEY: dict[str, bytes] = {}
_LATEST_BLOCK: dict[tuple[bytes, int], tuple[bytes, tuple[int, ...]]] = {}
_LEFT: list[SeededDice] = []


def stream(seed: str, drawn: int) -> SeededDice:
    """The dice of a seed from a place on: those that were left there, if nobody has taken them up since."""
    left = _LEFT.pop() if _LEFT else None
    return left if left is not None and left.drawn == drawn and left.seed == seed else SeededDice(seed, drawn)


def leave(dice: SeededDice) -> None:
    """Leave dice to whoever goes on behind them; who leaves them draws no more of them."""
    _LEFT[:] = (dice,)


class SeededDice:
    """Counter-based dice.

    The definition, in full. K is the 32-byte BLAKE2b digest of the seed in UTF-8. Block b is the 64-byte BLAKE2b digest
    of K followed by b as 8 little-endian bytes: 16 words of 32 bits, little-endian. Die n (from 0) looks at word
    n mod 16 of block n div 16. A word below 2**32 - 2**32 mod sides gives the face `low + word mod sides`; any other
    would favour low faces and is replaced by the first word of the BLAKE2b digest of K, n and attempt (each as 8
    little-endian bytes), attempt counting 1, 2, 3 and so on until one fits.

    `drawn` is the number of the next die: a seed and a counter are the whole state.
    """

    __slots__ = ("_at", "_base", "_high", "_key", "_safe", "_words", "seed")

    given_left = 0

    def __init__(self, seed: str, drawn: int = 0) -> None:
        self.seed = seed
        self._key = b""  # hashed with the first block: many a stream is never drawn of
        self._words: tuple[int, ...] = ()
        self._high = b""
        self._base = drawn
        self._at = 0
        self._safe = 0

    @property
    def drawn(self) -> int:
        """How many dice of the seed are behind us."""
        return self._base + self._at

    def go_back(self, drawn: int) -> bool:
        """Draw again from an earlier die on; False where that is further back than is remembered."""
        if not self._base <= drawn <= self.drawn:
            return False
        self._at = drawn - self._base
        self._safe = self._next_suspect()
        return True

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces of the next `count` dice; raises ValueError past 1,048,576 sides."""
        start = self._at
        end = start + count
        if end > self._safe or sides > _MOST_SIDES:
            return self._row_with_care(sides, count, low)
        self._at = end
        if count == 1:
            return [self._words[start] % sides + low]
        if count == 2:  # noqa: PLR2004 - what most rolls take
            one, other = self._words[start:end]
            return [one % sides + low, other % sides + low]
        if count > _FEW:
            return [word % sides + low for word in self._words[start:end]]
        faces = []
        for word in self._words[start:end]:  # for a few words quicker than the list above
            faces.append(word % sides + low)  # noqa: PERF401
        return faces

    pool = row

    def _row_with_care(self, sides: int, count: int, low: int) -> list[int]:
        """A row that needs fresh words, or has a word so high that it may have to be replaced."""
        if not 0 < sides <= _MOST_SIDES:
            raise ValueError(f"a die has 1 to {_MOST_SIDES} sides, not {sides}")
        faces: list[int] = []
        while len(faces) < count:
            wanted = count - len(faces)
            if self._at == len(self._words):
                self._refill(wanted)
            end = min(self._at + wanted, self._safe)
            faces += [word % sides + low for word in self._words[self._at : end]]
            self._at = end
            if end == self._safe < len(self._words) and len(faces) < count:
                faces.append(self._checked(_RANGE - _RANGE % sides) % sides + low)
        return faces

    def _checked(self, fair: int) -> int:
        """The next word, which is suspect, or what replaces it."""
        word = self._words[self._at]
        number = self.drawn
        self._at += 1
        self._safe = self._next_suspect()
        return word if word < fair else self._replacement(number, fair)

    def _replacement(self, number: int, fair: int) -> int:
        attempt = 1
        while True:
            place = number.to_bytes(8, "little") + attempt.to_bytes(8, "little")
            word = int.from_bytes(blake2b(self._key + place).digest()[:4], "little")
            if word < fair:
                return word
            attempt += 1

    def _refill(self, wanted: int) -> None:
        """Hash the next blocks: as many as are wanted at first, more the longer the source is in use."""
        self._key = self._key or _key(self.seed)
        drawn = self.drawn
        first, self._at = divmod(drawn, _WORDS_A_BLOCK)
        self._base = drawn - self._at
        count = min(_MOST_BLOCKS, max(2 * len(self._words), wanted + self._at - 1) // _WORDS_A_BLOCK + 1)
        self._high, self._words = _block(self._key, first) if count == 1 else _blocks(self._key, first, count)
        self._safe = self._next_suspect()

    def _next_suspect(self) -> int:
        """Index of the next word that some die might have to replace; up to it no word needs a look."""
        index = self._high.find(255, self._at)
        while index >= 0 and self._words[index] < _SUSPECT:
            index = self._high.find(255, index + 1)
        return index if index >= 0 else len(self._words)


def _key(seed: str) -> bytes:
    """The key of a seed; the latest is remembered, for every command has a source of its own."""
    if seed not in _LATEST_KEY:
        _LATEST_KEY.clear()
        _LATEST_KEY[seed] = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=32).digest()
    return _LATEST_KEY[seed]


def _block(key: bytes, number: int) -> tuple[bytes, tuple[int, ...]]:
    """One block, its high bytes and its words; the latest is remembered, for the next command mostly goes on in it."""
    if (key, number) not in _LATEST_BLOCK:
        _LATEST_BLOCK.clear()
        _LATEST_BLOCK[key, number] = _blocks(key, number, 1)
    return _LATEST_BLOCK[key, number]


def _blocks(key: bytes, first: int, count: int) -> tuple[bytes, tuple[int, ...]]:
    """The high bytes and the words of some blocks."""
    stream = b"".join([blake2b(key + number.to_bytes(8, "little")).digest() for number in range(first, first + count)])
    return stream[3::4], unpack(f"<{count * _WORDS_A_BLOCK}I", stream)
