"""Squares by name: a column's letters and a row's number, such as C4; distances, lines and directions (FP-FLD-1)."""

from functools import lru_cache

from rbfcli.kernel.numbers import natural

FEET = 5
LETTERS = 26
MOST_LETTERS = 2
MOST_DIGITS = 3

Square = tuple[int, int]


@lru_cache(maxsize=4096)
def read_square(text: str) -> Square | None:
    """The column and row, counted from 0, of a name such as C4; None for anything else."""
    letters = text.rstrip("0123456789").upper()
    row = natural(text[len(letters) :], MOST_DIGITS)
    known = letters.isascii() and letters.isalpha() and len(letters) <= MOST_LETTERS
    if not known or not row:
        return None
    column = 0
    for letter in letters:
        column = column * LETTERS + ord(letter) - ord("A") + 1
    return column - 1, row - 1


def name_of(square: Square) -> str:
    """The name of a square: column 2 and row 3 are C4."""
    return f"{column_name(square[0])}{square[1] + 1}"


def column_name(column: int) -> str:
    """The letters of a column: A to Z, then AA."""
    first, last = divmod(column, LETTERS)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)


def around(square: Square) -> list[Square]:
    """The eight squares next to one, straight ones first (FP-FLD-1)."""
    x, y = square
    straight = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
    return [*straight, (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), (x - 1, y - 1)]


def ring(square: Square, reach: int) -> list[Square]:
    """The squares exactly so many squares away, in reading order."""
    x, y = square
    steps = range(-reach, reach + 1)
    return [(x + right, y + down) for down in steps for right in steps if max(abs(right), abs(down)) == reach]


def footprint(square: Square, size: int) -> list[Square]:
    """The squares that somebody of a size takes up, its named square being the upper left one."""
    if size == 1:
        return [square]
    return [(square[0] + right, square[1] + down) for down in range(size) for right in range(size)]


def apart(one: Square, other: Square) -> int:
    """How many squares apart two are: a diagonal counts one (FP-FLD-1)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def between(one: Square, other: Square) -> list[Square]:
    """The squares strictly between two on a straight line, nearest first."""
    steps = apart(one, other)
    return [
        (one[0] + rounded(step * (other[0] - one[0]), steps), one[1] + rounded(step * (other[1] - one[1]), steps))
        for step in range(1, steps)
    ]


def rounded(part: int, whole: int) -> int:
    """A quotient rounded half away from zero, so that a line is the same in every direction."""
    sign = 1 if part >= 0 else -1
    return sign * ((2 * abs(part) + whole) // (2 * whole))


def direction(one: Square, other: Square) -> Square:
    """One step of the eight directions that points from one square toward another; north where they are the same."""
    right, down = other[0] - one[0], other[1] - one[1]
    if (right, down) == (0, 0):
        return 0, -1
    flat, steep = abs(right) > 2 * abs(down), abs(down) > 2 * abs(right)
    return (0 if steep else _sign(right)), (0 if flat else _sign(down))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
