"""Squares, the map, and distances."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rbfcli.core.errors import RbfError, Refusal, misuse, refuse, shown, unknown
from rbfcli.core.matching import match_named
from rbfcli.core.mistakes import Mistake, Place, mistake
from rbfcli.core.text import natural, other_digits, quoted
from rbfcli.engine.weapons import rounds_left
from rbfcli.systems.futurepath import sheet
from rbfcli.systems.futurepath.checks import FpScene
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.sheet import UNARMED_ID, Character, Field, FuturePathFight, Terrain, Thing, Weapon

FEET = 5
LETTERS = 26
MOST_LETTERS = 2
MOST_DIGITS = 3

Square = tuple[int, int]


@lru_cache(maxsize=4096)
def read_square(text: str) -> Square | None:
    """Return the column and row, counted from 0, of a name such as C4, or None for other text."""
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
    """Return the name of a square; column 2 and row 3 are C4."""
    return f"{column_name(square[0])}{square[1] + 1}"


def column_name(column: int) -> str:
    """Return the letters of a column: A to Z, then AA."""
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
    """Return the square that `north 3` (up), `2 east` or `3 towards gunner1` leads to; empty for other words."""
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
        move, far = f"move {quoted(actor)}", numbers[0]
        lines = f"{move} north {far}", f"{move} {far} towards WHO"
        raise misuse(f"missing direction for {far} square{'s' * (far != 1)}", *lines)
    if len(said) % 2:
        return ""
    x, y = here
    for one, other in zip(said[::2], said[1::2], strict=True):
        way, count = COMPASS.get(one) or COMPASS.get(other), natural(other, MOST_DIGITS) or natural(one, MOST_DIGITS)
        if way is None or count is None:
            return ""
        x, y = x + way[0] * count, y + way[1] * count
    if x < 0 or y < 0:
        raise misuse(f"{shown(words)} leads off the map from {name_of(here)}")
    return name_of((x, y))


def _towards(fight: FuturePathFight, here: Square, to: str, squares: int | None) -> str:
    """Return the square a number of squares towards a target; without a number, return the target itself."""
    people = {who: one.name for who, one in fight.combatants.items()}
    target = read_square(to)
    if target is None:
        to = match_named(to, people, "square or combatant")
        target = read_square(fight.combatants[to].square)
    if squares is None or target is None:
        return to
    x, y = (at + max(-squares, min(squares, end - at)) for at, end in zip(here, target, strict=True))
    return name_of((x, y))


def around(square: Square) -> list[Square]:
    """Return the eight adjacent squares, orthogonal ones first (FP-FLD-1)."""
    x, y = square
    straight = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
    return [*straight, (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), (x - 1, y - 1)]


def ring(square: Square, reach: int) -> list[Square]:
    """Return the squares at exactly this distance, in reading order."""
    x, y = square
    steps = range(-reach, reach + 1)
    return [(x + right, y + down) for down in steps for right in steps if max(abs(right), abs(down)) == reach]


def footprint(square: Square, size: int) -> list[Square]:
    """Return the squares occupied by a combatant of this size, with its named square at the upper left."""
    if size == 1:
        return [square]
    return [(square[0] + right, square[1] + down) for down in range(size) for right in range(size)]


def apart(one: Square, other: Square) -> int:
    """Return the distance between two squares; a diagonal counts one (FP-FLD-1)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def between(one: Square, other: Square) -> list[Square]:
    """Return the squares strictly between two squares in a straight line, nearest first."""
    steps = apart(one, other)
    return [
        (one[0] + rounded(step * (other[0] - one[0]), steps), one[1] + rounded(step * (other[1] - one[1]), steps))
        for step in range(1, steps)
    ]


def rounded(part: int, whole: int) -> int:
    """Return a quotient rounded half away from zero, so that a line is the same in every direction."""
    sign = 1 if part >= 0 else -1
    return sign * ((2 * abs(part) + whole) // (2 * whole))


def direction(one: Square, other: Square) -> Square:
    """Return the step, one of eight, from one square towards another; north if they are the same."""
    right, down = other[0] - one[0], other[1] - one[1]
    if (right, down) == (0, 0):
        return 0, -1
    flat, steep = abs(right) > 2 * abs(down), abs(down) > 2 * abs(right)
    return (0 if steep else _sign(right)), (0 if flat else _sign(down))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


OPEN = Terrain(mark=".")
GROUNDS = {
    "open": OPEN,
    "wall": Terrain(mark="#", ground="wall"),
    "difficult": Terrain(mark="~", ground="difficult"),
    "uneven": Terrain(mark=",", ground="uneven"),
    "narrow": Terrain(mark="/", ground="narrow"),
    "partial": Terrain(mark=":", cover="partial"),
    "heavy": Terrain(mark="%", ground="difficult", cover="heavy"),
    **{str(height): Terrain(mark=str(height), height=height) for height in range(1, 10)},
}
KNOWN = {" ": OPEN, **{each.mark: each for each in GROUNDS.values()}}


@lru_cache(maxsize=16)
def drawn_rows(text: str) -> tuple[str, ...]:
    """Return the rows of a drawn map, or an empty tuple if nothing is drawn."""
    return tuple(line.rstrip() for line in text.strip("\n").split("\n")) if text.strip() else ()


@lru_cache(maxsize=16)
def ground_plan(text: str, own: tuple[Terrain, ...]) -> Mapping[Square, Terrain]:
    """Return the terrain of every drawn square, using the known marks and the board's own."""
    marks = {**KNOWN, **{each.mark: each for each in reversed(own)}}
    return {
        (column, row): marks.get(mark, OPEN)
        for row, line in enumerate(drawn_rows(text))
        for column, mark in enumerate(line)
    }


@lru_cache(maxsize=16)
def drawn_size(text: str) -> Square:
    """Return the number of columns and rows of a drawn map."""
    rows = drawn_rows(text)
    return max(map(len, rows), default=0), len(rows)


def size_of(board: Field) -> Square:
    """Return the number of columns and rows of a field."""
    drawn = drawn_size(board.map)
    return drawn if drawn[1] else (board.columns, board.rows)


def check_map(board: Field) -> None:
    """Raise UsageError if the map has an unknown mark."""
    known = {*KNOWN, *(each.mark for each in board.terrain.values())}
    for number, row in enumerate(drawn_rows(board.map), 1):
        if strange := next((mark for mark in row if mark not in known), ""):
            marks = " ".join(sorted(known - {" "}))
            raise unknown(
                f"mark on row {number} of the map", strange, hint=f"marks: {marks}, and those of board.terrain"
            )


def ground_of(board: Field) -> Mapping[Square, Terrain]:
    """Return the terrain of every drawn square; any other square is open."""
    return ground_plan(board.map, tuple(board.terrain.values()))


def terrain_at(board: Field, square: Square) -> Terrain:
    """Return the terrain of a square."""
    return ground_of(board).get(square, OPEN)


def terrain_name(board: Field, terrain: Terrain) -> str:
    """Return the name of a kind of terrain: the board's own, or what it is."""
    own = next((name for name, each in board.terrain.items() if each == terrain), "")
    return own or ("wall" if terrain.ground == "wall" else "the ground")


def has_uneven_ground(board: Field) -> bool:
    """Return whether the field has any uneven ground, which a path can avoid (FP-MOV-4)."""
    return any(each.ground == "uneven" for each in ground_of(board).values())


def on_map(board: Field, square: Square) -> bool:
    """Return whether a square is on the field."""
    columns, rows = size_of(board)
    return 0 <= square[0] < columns and 0 <= square[1] < rows


def place(fight: FuturePathFight, word: str) -> Square:
    """Return the square with this name. Raises Refusal if this map does not have it."""
    square = read_square(word)
    columns, rows = size_of(fight.board)
    last = name_of((columns - 1, rows - 1))
    if square is None:
        hint = other_digits(word) or f"squares: A1 to {last}"
        raise unknown("square", word, hint=hint, rule="FP-FLD-1", error=Refusal)
    if not on_map(fight.board, square):
        raise refuse(f"{name_of(square)} is off the map", "FP-FLD-1", hint=f"squares: A1 to {last}")
    return square


def standing_in_the_way(thing: Thing) -> bool:
    """Return whether an object still blocks: neither open nor broken."""
    return thing.blocks and not thing.open and thing.hardness >= 0


def thing_at(board: Field, square: Square) -> Thing | None:
    """Return the object that blocks a square, or None."""
    blocking = (one for one in board.objects.values() if standing_in_the_way(one))
    return next((one for one in blocking if read_square(one.square) == square), None)


def is_wall(board: Field, square: Square) -> bool:
    """Return whether a square is impassable: a wall, a closed door, or off the map."""
    return bool(why_blocked(board, square))


def why_blocked(board: Field, square: Square) -> str:
    """Return why a square is impassable, such as `it is a wall`; empty if it is not."""
    if not on_map(board, square):
        return "it is off the map"
    if thing := thing_at(board, square):
        return f"the {thing.name} is there"
    return "it is a wall" if terrain_at(board, square).ground == "wall" else ""


def squares_of(combatant: Character) -> list[Square]:
    """Return the squares a character occupies, or an empty list if it has no position."""
    square = read_square(combatant.square)
    return [] if square is None else footprint(square, combatant.size)


def all_squares(combatant: Character) -> tuple[str, ...]:
    """Return the names of the squares a character occupies; an empty name if it has no position."""
    return (combatant.square, *map(name_of, squares_of(combatant)[1:]))


def lying_under(board: Field, combatant: Character) -> tuple[str, ...]:
    """Return the dropped weapons on any square a character occupies (FP-MOV-12)."""
    squares = all_squares(combatant)
    return tuple([each.weapon for each in board.lying if each.where in squares])


THINGS = ("objects", "traps", "zones", "charges")


def put_off_the_map(before: FuturePathFight, fight: FuturePathFight) -> Iterator[Mistake]:
    """Yield errors for things newly placed off the map; a smaller map does not affect the others (FP-FLD-1)."""
    there = {path: thing.square for path, thing in places(before)}
    for path, thing in places(fight):
        if there.get(path) != thing.square:
            yield from off_the_map(fight, thing.square, path)


def places(fight: FuturePathFight) -> Iterator[tuple[Place, Any]]:
    """Yield everything on the board that has a square, with the path of that square."""
    for table in THINGS:
        for name, thing in getattr(fight.board, table).items():
            yield ("board", table, name, "square"), thing


def off_the_map(fight: FuturePathFight, square: str, path: Place) -> Iterator[Mistake]:
    """Yield an error if the square named at a path is invalid."""
    try:
        if square:
            place(fight, square)
    except RbfError as wrong:
        yield mistake(path, wrong)


class Spot(Struct, frozen=True):
    """A position: the squares occupied, none if unknown, and the height in squares."""

    squares: tuple[Square, ...]
    height: int = 0


NOWHERE = Spot(())


def spot_of(combatant: Character) -> Spot:
    """Return a character's position."""
    return Spot(tuple(squares_of(combatant)), combatant.height)


def spot_on(board: Field, square: Square | None) -> Spot:
    """Return a square's ground-level position."""
    return NOWHERE if square is None else Spot((square,), ground_height(board, square))


def ground_height(board: Field, square: Square) -> int:
    """Return the ground height of a square, in squares."""
    return terrain_at(board, square).height if on_map(board, square) else 0


def gap(one: Spot, other: Spot) -> int | None:
    """Return the distance between two positions in squares, height included, or None if one is unknown."""
    if not one.squares or not other.squares:
        return None
    near = min([apart(a, b) for a in one.squares for b in other.squares])
    return max(near, abs(one.height - other.height))


def line(one: Spot, other: Spot) -> list[Square]:
    """Return the squares between the nearest points of two positions, both ends included."""
    if not one.squares or not other.squares:
        return []
    start, end = min(((a, b) for a in one.squares for b in other.squares), key=lambda pair: apart(*pair))
    return [start, *between(start, end), end]


def sight(one: Spot, other: Spot) -> list[Spot]:
    """Return the line between two positions, ends included, with its height over each square (FP-FLD-1)."""
    squares, rise = line(one, other), other.height - one.height
    last = len(squares) - 1
    steps = max(last, abs(rise)) if squares else -1
    return [
        Spot((squares[rounded(step * last, steps)],), one.height + rounded(step * rise, steps))
        for step in range(steps + 1)
    ]


def walls_between(board: Field, one: Spot, other: Spot) -> list[Square]:
    """Return the walls and closed doors strictly between two positions."""
    return [square for square in line(one, other)[1:-1] if is_wall(board, square)]


def reaches(board: Field, one: Spot, other: Spot, squares: int, *, walls: bool = True) -> bool:
    """Return whether a position is unknown, or within a number of squares and not behind walls that count."""
    far = gap(one, other)
    return far is None or (far <= squares and not (walls and walls_between(board, one, other)))


def distance(combatant: Character, other: Character) -> int | None:
    """Return the distance between two characters in squares, height included, or None if unknown."""
    return gap(spot_of(combatant), spot_of(other))


def squares_apart(fight: FuturePathFight, one: str, other: str) -> int | None:
    """Return the distance between two combatants in squares, or None if unknown or not combatants."""
    people = fight.combatants
    return distance(people[one], people[other]) if one in people and other in people else None


def reach_of(weapon: Weapon) -> int:
    """Return a weapon's melee reach in squares: 5 ft plus its own reach (FP-FLD-3)."""
    return 1 + (0 if weapon.ranged or weapon.grenade else weapon.reach // FEET)


def melee_weapons(fight: FuturePathFight, combatant: Character) -> dict[str, Weapon]:
    """Return the weapons for close combat: loaded melee weapons in hand, and bare hands."""
    hands = [each for each in (combatant.held, combatant.off_hand) if each in combatant.weapons]
    found = {each: fight.weapons[each] for each in hands if each in fight.weapons}
    fit = {each: weapon for each, weapon in found.items() if not (weapon.ranged or weapon.grenade)}
    return {**{each: fit[each] for each in fit if rounds_left(combatant, each, fit[each])}, UNARMED_ID: sheet.UNARMED}


def threat_range(fight: FuturePathFight, combatant: Character) -> int:
    """Return the threat range in squares: the longest reach among the melee weapons in hand (FP-FLD-3)."""
    return max(map(reach_of, melee_weapons(fight, combatant).values()))


def threatens(fight: FuturePathFight, actor: str, target: Character) -> bool:
    """Return whether a combatant who can act has an enemy in its threat range (FP-FLD-3)."""
    one = fight.combatants[actor]
    if hindrance(one) or not sheet.enemies(fight, one, target):
        return False
    far = distance(one, target)
    return far is not None and far <= threat_range(fight, one)


def known_thing(scene: FpScene, name: str, rule: str) -> Thing:
    """Return an unbroken object. Raises Refusal for any other."""
    thing = scene.fight.board.objects.get(name)
    if thing is None:
        raise unknown("object", name, rule=rule, error=Refusal)
    if thing.hardness < 0:
        raise refuse(f"the {thing.name} is broken", rule)
    return thing


def within_reach(scene: FpScene, actor: str, name: str, rule: str) -> Thing:
    """Return an adjacent object. Raises Refusal for any other."""
    thing, one = known_thing(scene, name, rule), scene.one(actor)
    if not reaches(scene.fight.board, spot_of(one), spot_on(scene.fight.board, read_square(thing.square)), 1):
        scene.refuse(f"{one.name} is not adjacent to the {thing.name}", rule, f"move {quoted(actor)} …")
    return thing


ROW = "row"
DRAWN_THINGS = {"door": Thing(name="door", blocks=True, opens=True), "barrel": Thing(name="barrel", blocks=True)}


def grounds(board: Field) -> dict[str, str]:
    """Return everything that can be drawn on squares, with the marks of grounds; the board's own terrain first."""
    own = {name: each.mark for name, each in board.terrain.items()}
    taken = set(own.values())
    usual = {name: each.mark for name, each in GROUNDS.items() if each.mark not in taken}
    return {**dict.fromkeys(DRAWN_THINGS, ""), **usual, **own}
