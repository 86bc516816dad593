"""Squares, the map on them, and how far things are from one another."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rbfcli.core.errors import RbfError, UsageError
from rbfcli.core.matching import match_named, not_found
from rbfcli.core.mistakes import Mistake, Place, mistake
from rbfcli.core.text import natural, other_digits, quoted, shown
from rbfcli.engine.scene import impossible
from rbfcli.systems.futurepath.checks import FpScene
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.sheet import (
    UNARMED,
    UNARMED_ID,
    Character,
    Field,
    FuturePathFight,
    Terrain,
    Thing,
    Weapon,
    enemies,
)

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


COMPASS = {
    **dict.fromkeys(("north", "n", "up"), (0, -1)),
    **dict.fromkeys(("south", "s", "down"), (0, 1)),
    **dict.fromkeys(("east", "e", "right"), (1, 0)),
    **dict.fromkeys(("west", "w", "left"), (-1, 0)),
    **dict.fromkeys(("northeast", "ne"), (1, -1)),
    **dict.fromkeys(("northwest", "nw"), (-1, -1)),
    **dict.fromkeys(("southeast", "se"), (1, 1)),
    **dict.fromkeys(("southwest", "sw"), (-1, 1)),
}
UNITS = ("square", "squares")


def place_meant(fight: FuturePathFight, actor: str, words: str) -> str:
    """Return the square to which `north 3`, `2 east` or `3 towards gunner1` leads; empty for other words (FP-FLD-1).

    North is up on the map. Raises UsageError where the direction is missing.
    """
    here = read_square(fight.combatants[actor].square)
    said = [each for each in words.casefold().split() if each not in UNITS]
    if (square := read_square(words)) is not None:
        return name_of(square)
    if here is None or not said or (" " not in words and not words.startswith("+")):
        return ""
    numbers = [natural(each.removeprefix("+"), MOST_DIGITS) for each in said]
    if said[0] in ("toward", "towards") or said[1:2] in (["toward"], ["towards"]):
        at = 0 if said[0].startswith("toward") else 1
        return _towards(fight, here, " ".join(said[at + 1 :]), numbers[0] if at else None)
    if len(said) == 1 and numbers[0] is not None:
        example = f"`move {quoted(actor)} north {numbers[0]}`, or `move {quoted(actor)} {numbers[0]} towards WHO`"
        raise UsageError(f"{numbers[0]} squares in which direction?", hint=example)
    if len(said) % 2:
        return ""
    x, y = here
    for one, other in zip(said[::2], said[1::2], strict=True):
        way, count = COMPASS.get(one) or COMPASS.get(other), natural(other, MOST_DIGITS) or natural(one, MOST_DIGITS)
        if way is None or count is None:
            return ""
        x, y = x + way[0] * count, y + way[1] * count
    if x < 0 or y < 0:
        raise UsageError(f"{shown(words)} leads off the map from {name_of(here)}")
    return name_of((x, y))


def _towards(fight: FuturePathFight, here: Square, to: str, squares: int | None) -> str:
    """Return the square so many squares towards somebody or a square; without a number, what is moved to."""
    people = {who: one.name for who, one in fight.combatants.items()}
    target = read_square(to)
    if target is None:
        to = match_named(to, people, "square or combatant")
        target = read_square(fight.combatants[to].square)
    if squares is None or target is None:
        return to
    x, y = here
    for _ in range(min(squares, max(abs(target[0] - x), abs(target[1] - y)))):
        x += (target[0] > x) - (target[0] < x)
        y += (target[1] > y) - (target[1] < y)
    return name_of((x, y))


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


def squares_of(combatant: Character) -> list[Square]:
    """The squares a character takes up; none where nobody says where it is."""
    square = read_square(combatant.square)
    return [] if square is None else footprint(square, combatant.size)


def all_squares(combatant: Character) -> tuple[str, ...]:
    """The names of the squares a character takes up; an empty one where nobody says where it is."""
    return (combatant.square, *map(name_of, squares_of(combatant)[1:]))


def lying_under(board: Field, combatant: Character) -> tuple[str, ...]:
    """The weapons that lie on any of the squares somebody takes up (FP-MOV-12)."""
    squares = all_squares(combatant)
    return tuple([each.weapon for each in board.lying if each.where in squares])


THINGS = ("objects", "traps", "zones", "charges")


def put_off_the_map(before: FuturePathFight, fight: FuturePathFight) -> Iterator[Mistake]:
    """What was put on a square off the map; where the map got smaller, things stay where they were (FP-FLD-1)."""
    there = {path: thing.square for path, thing in places(before)}
    for path, thing in places(fight):
        if there.get(path) != thing.square:
            yield from off_the_map(fight, thing.square, path)


def places(fight: FuturePathFight) -> Iterator[tuple[Place, Any]]:
    """Everything on the board that has a square, with the path of that."""
    for table in THINGS:
        for name, thing in getattr(fight.board, table).items():
            yield ("board", table, name, "square"), thing


def off_the_map(fight: FuturePathFight, square: str, path: Place) -> Iterator[Mistake]:
    """What is wrong with a square that is named at a path."""
    try:
        if square:
            place(fight, square)
    except RbfError as wrong:
        yield mistake(path, wrong)


class Spot(Struct, frozen=True):
    """Where something is: the squares it takes up, none where nobody says, and its height in squares."""

    squares: tuple[Square, ...]
    height: int = 0


NOWHERE = Spot(())


def spot_of(combatant: Character) -> Spot:
    """Where a character is."""
    return Spot(tuple(squares_of(combatant)), combatant.height)


def spot_on(board: Field, square: Square | None) -> Spot:
    """The ground of a square."""
    return NOWHERE if square is None else Spot((square,), ground_height(board, square))


def ground_height(board: Field, square: Square) -> int:
    """How high the ground of a square is, in squares."""
    return terrain_at(board, square).height if on_map(board, square) else 0


def gap(one: Spot, other: Spot) -> int | None:
    """How many squares apart two things are, height counted; None where the map does not say."""
    if not one.squares or not other.squares:
        return None
    near = min([apart(a, b) for a in one.squares for b in other.squares])
    return max(near, abs(one.height - other.height))


def line(one: Spot, other: Spot) -> list[Square]:
    """The squares from one thing to another where they are nearest, both ends included."""
    if not one.squares or not other.squares:
        return []
    start, end = min(((a, b) for a in one.squares for b in other.squares), key=lambda pair: apart(*pair))
    return [start, *between(start, end), end]


def sight(one: Spot, other: Spot) -> list[Spot]:
    """The squares of a line with its height over each, both ends included; a steep one passes some twice (FP-FLD-1)."""
    squares, rise = line(one, other), other.height - one.height
    last = len(squares) - 1
    steps = max(last, abs(rise)) if squares else -1
    return [
        Spot((squares[rounded(step * last, steps)],), one.height + rounded(step * rise, steps))
        for step in range(steps + 1)
    ]


def walls_between(board: Field, one: Spot, other: Spot) -> list[Square]:
    """The walls and closed doors strictly between two things."""
    return [square for square in line(one, other)[1:-1] if is_wall(board, square)]


def reaches(board: Field, one: Spot, other: Spot, squares: int, *, walls: bool = True) -> bool:
    """Whether something gets from one place to another that is so many squares away, unless `walls` stop it.

    Where the map does not say, nothing is out of reach.
    """
    far = gap(one, other)
    return far is None or (far <= squares and not (walls and walls_between(board, one, other)))


def distance(combatant: Character, other: Character) -> int | None:
    """How many squares apart two characters are, height counted; None where the map does not say."""
    return gap(spot_of(combatant), spot_of(other))


def squares_apart(fight: FuturePathFight, one: str, other: str) -> int | None:
    """How many squares apart two combatants are; None where the map does not say, or one of them is none."""
    people = fight.combatants
    return distance(people[one], people[other]) if one in people and other in people else None


def reach_of(weapon: Weapon) -> int:
    """How many squares a weapon reaches in melee: 5 ft, and its own reach (FP-FLD-3)."""
    return 1 + (0 if weapon.ranged or weapon.grenade else weapon.reach // FEET)


def melee_weapons(fight: FuturePathFight, combatant: Character) -> dict[str, Weapon]:
    """Return what somebody can strike with up close: the weapons in hand that are for that, and bare hands."""
    hands = [each for each in (combatant.held, combatant.off_hand) if each in combatant.weapons]
    found = {each: fight.weapons[each] for each in hands if each in fight.weapons}
    fit = {each: weapon for each, weapon in found.items() if not (weapon.ranged or weapon.grenade)}
    return {**{each: fit[each] for each in fit if _is_loaded(combatant, each, fit[each])}, UNARMED_ID: UNARMED}


def _is_loaded(combatant: Character, weapon_id: str, weapon: Weapon) -> bool:
    return not weapon.ammo or combatant.ammo.get(weapon_id, weapon.ammo) > 0


def melee_weapon(fight: FuturePathFight, combatant: Character) -> str:
    """Return what somebody strikes with up close if nobody says: the first weapon in hand for that, or bare hands."""
    return next(iter(melee_weapons(fight, combatant)))


def threat_range(fight: FuturePathFight, combatant: Character) -> int:
    """The threat range in squares: the longest reach of what somebody can strike with up close (FP-FLD-3)."""
    return max(map(reach_of, melee_weapons(fight, combatant).values()))


def threatens(fight: FuturePathFight, actor: str, target: Character) -> bool:
    """Whether somebody who can act has an enemy in its threat range (FP-FLD-3)."""
    one = fight.combatants[actor]
    if hindrance(one) or not enemies(fight, one, target):
        return False
    far = distance(one, target)
    return far is not None and far <= threat_range(fight, one)


def known_thing(scene: FpScene, name: str, rule: str) -> Thing:
    """An object that is whole. Raises Refusal for any other."""
    thing = scene.fight.board.objects.get(name)
    if thing is None:
        raise impossible(f"there is no object {name!r}", rule)
    if thing.hardness < 0:
        raise impossible(f"the {thing.name} is broken", rule)
    return thing


def within_reach(scene: FpScene, actor: str, name: str, rule: str) -> Thing:
    """An object one stands next to."""
    thing, one = known_thing(scene, name, rule), scene.one(actor)
    if not reaches(scene.fight.board, spot_of(one), spot_on(scene.fight.board, read_square(thing.square)), 1):
        scene.refuse(f"{one.name} does not stand next to the {thing.name}", rule, f"move {quoted(actor)} …")
    return thing
