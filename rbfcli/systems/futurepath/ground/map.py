"""The map as it is now: what lies on a square, what stands in the way, who threatens it (FP-FLD, FP-MOV-4)."""

from collections.abc import Mapping
from functools import lru_cache

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import not_found
from rbfcli.kernel.numbers import other_digits, shown
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.ground.squares import Square, footprint, name_of, read_square
from rbfcli.systems.futurepath.sheet.board import Field, Terrain, Thing
from rbfcli.systems.futurepath.sheet.sheet import Character, FuturePathFight

OPEN = Terrain(mark=".")
KNOWN = {
    ".": OPEN,
    " ": OPEN,
    "~": Terrain(mark="~", ground="difficult"),
    ",": Terrain(mark=",", ground="uneven"),
    "/": Terrain(mark="/", ground="narrow"),
    "#": Terrain(mark="#", ground="wall"),
    ":": Terrain(mark=":", cover="partial"),
    "%": Terrain(mark="%", ground="difficult", cover="heavy"),
    **{str(height): Terrain(mark=str(height), height=height) for height in range(1, 10)},
}


@lru_cache(maxsize=16)
def drawn_rows(text: str) -> tuple[str, ...]:
    """The rows of a map as it is drawn; none where nothing is drawn."""
    return tuple(line.rstrip() for line in text.strip("\n").split("\n")) if text.strip() else ()


@lru_cache(maxsize=16)
def ground_plan(text: str, own: tuple[Terrain, ...]) -> Mapping[Square, Terrain]:
    """The ground of every square that is drawn, by the marks that are known and those of the board."""
    marks = {**KNOWN, **{each.mark: each for each in reversed(own)}}
    return {
        (column, row): marks.get(mark, OPEN)
        for row, line in enumerate(drawn_rows(text))
        for column, mark in enumerate(line)
    }


@lru_cache(maxsize=16)
def drawn_size(text: str) -> Square:
    """How many columns and rows a map has as it is drawn."""
    rows = drawn_rows(text)
    return max(map(len, rows), default=0), len(rows)


def size_of(board: Field) -> Square:
    """How many columns and rows a field has."""
    drawn = drawn_size(board.map)
    return drawn if drawn[1] else (board.columns, board.rows)


def check_map(board: Field) -> None:
    """Raises UsageError where the map has a mark that means nothing."""
    known = {*KNOWN, *(each.mark for each in board.terrain.values())}
    for number, row in enumerate(drawn_rows(board.map), 1):
        if strange := next((mark for mark in row if mark not in known), ""):
            raise UsageError(
                f"row {number} of the map has {strange!r}, which stands for nothing",
                hint=f"marks: {' '.join(sorted(known - {' '}))}, and those of board.terrain",
            )


def ground_of(board: Field) -> Mapping[Square, Terrain]:
    """Return the ground of every square that is drawn; that of any other is open."""
    return ground_plan(board.map, tuple(board.terrain.values()))


def terrain_at(board: Field, square: Square) -> Terrain:
    """What the ground of a square is."""
    return ground_of(board).get(square, OPEN)


def has_uneven_ground(board: Field) -> bool:
    """Whether there is uneven ground anywhere, which a way may be led around (FP-MOV-4)."""
    return any(each.ground == "uneven" for each in ground_of(board).values())


def on_map(board: Field, square: Square) -> bool:
    """Whether a square lies on the field."""
    columns, rows = size_of(board)
    return 0 <= square[0] < columns and 0 <= square[1] < rows


def place(fight: FuturePathFight, word: str) -> Square:
    """The square of a name. Raises Refusal where there is none on this map."""
    square = read_square(word)
    columns, rows = size_of(fight.board)
    last = name_of((columns - 1, rows - 1))
    if square is None:
        message, hint = f"{shown(word)} is no square{other_digits(word)}", f"a letter and a number, A1 to {last}"
        raise not_found(word, message, hint, "FP-FLD-1")
    if not on_map(fight.board, square):
        raise impossible(f"{name_of(square)} is off the map", "FP-FLD-1", f"squares go from A1 to {last}")
    return square


def standing_in_the_way(thing: Thing) -> bool:
    """Whether an object still blocks: closed and whole."""
    return thing.blocks and not thing.open and thing.hardness >= 0


def thing_at(board: Field, square: Square) -> Thing | None:
    """The object that blocks a square, if one does."""
    blocking = (one for one in board.objects.values() if standing_in_the_way(one))
    return next((one for one in blocking if read_square(one.square) == square), None)


def is_wall(board: Field, square: Square) -> bool:
    """Whether nothing can stand on a square: a wall, a closed door, or beyond the edge."""
    return (
        not on_map(board, square) or terrain_at(board, square).ground == "wall" or thing_at(board, square) is not None
    )


def blocked_squares(board: Field) -> set[Square | None]:
    """Return the squares of all closed doors and other objects that stand in the way."""
    return {read_square(one.square) for one in board.objects.values() if standing_in_the_way(one)}


def squares_of(one: Character) -> list[Square]:
    """The squares a character takes up; none where nobody says where it is."""
    square = read_square(one.square)
    return [] if square is None else footprint(square, one.size)


def all_squares(one: Character) -> tuple[str, ...]:
    """The names of the squares a character takes up; an empty one where nobody says where it is."""
    return (one.square, *map(name_of, squares_of(one)[1:]))


def lying_under(board: Field, one: Character) -> tuple[str, ...]:
    """The weapons that lie on any of the squares somebody takes up (FP-MOV-12)."""
    squares = all_squares(one)
    return tuple([each.weapon for each in board.lying if each.where in squares])
