"""The map as plain text: two columns of letters a square, with everybody's mark in it (FP-FLD-1, FP-TIME-1)."""

from rbfcli.kernel.numbers import is_digits
from rbfcli.systems.futurepath.conditions import standing
from rbfcli.systems.futurepath.ground.cover import in_zone
from rbfcli.systems.futurepath.ground.map import size_of, squares_of, standing_in_the_way, terrain_at
from rbfcli.systems.futurepath.ground.reach import spot_on
from rbfcli.systems.futurepath.ground.squares import Square, column_name, read_square
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight

MOST_COLUMNS = 38
MARGIN = 3
HAZE = {"floodlight": "!", "smoke": "'", "fog": '"'}
LEGEND = {
    "~": "~ difficult",
    ",": ", uneven",
    "/": "/ narrow",
    "#": "# wall",
    ":": ": partial cover",
    "%": "% heavy cover, difficult",
}

RAISED = "1-9 raised, in squares"


def picture(fight: FuturePathFight) -> tuple[str, ...]:
    """The map with combatants, objects, grenades and known traps; nothing where nobody has a square."""
    if not any(one.square for one in fight.combatants.values()):
        return ()
    left, right = window(fight)
    head = "    " + "".join(f"{heading(column):<2}" for column in range(left, right)).rstrip()
    rows = size_of(fight.board)[1]
    cells = taken_cells(fight)
    lines = [_row(fight, cells, row, (left, right)) for row in range(rows)]
    return (head, *lines, *captions(fight))


def heading(column: int) -> str:
    """The letters over a column; of those with two, only every other has room for them."""
    name = column_name(column)
    return "" if len(name) > 1 and column % 2 else name


def window(fight: FuturePathFight) -> tuple[int, int]:
    """The columns that are drawn: all of them, or as many as fit from the leftmost combatant on."""
    columns = size_of(fight.board)[0]
    if columns <= MOST_COLUMNS:
        return 0, columns
    leftmost = min(square[0] for one in fight.combatants.values() for square in squares_of(one))
    left = max(0, min(leftmost - MARGIN, columns - MOST_COLUMNS))
    return left, left + MOST_COLUMNS


def _row(fight: FuturePathFight, cells: dict[Square, str], row: int, columns: tuple[int, int]) -> str:
    drawn = (cells.get((column, row)) or ground_cell(fight, (column, row)) for column in range(*columns))
    return f"{row + 1:>3} {''.join(drawn)}".rstrip()


def ground_cell(fight: FuturePathFight, square: Square) -> str:
    """An empty square: the mark of its ground, and of what hangs over it."""
    spot = spot_on(fight.board, square)
    over = next((HAZE[zone.kind] for zone in fight.board.zones.values() if in_zone(fight.board, zone, spot)), " ")
    return terrain_at(fight.board, square).mark + over


def taken_cells(fight: FuturePathFight) -> dict[Square, str]:
    """The squares with something on them: of two, the standing combatant shows."""
    cells: dict[Square, str] = {}
    board = fight.board
    for trap in board.traps.values():
        if trap.found and trap.armed:
            _put(cells, trap.square, "^ ")
    for charge in board.charges.values():
        _put(cells, charge.square, "* ")
    for thing in board.objects.values():
        if thing.hardness >= 0:
            _put(cells, thing.square, "+ " if standing_in_the_way(thing) else "- ")
    marks = marks_of(fight)
    for who in sorted(fight.combatants, key=lambda each: standing(fight.combatants[each])):
        one = fight.combatants[who]
        mark = marks[who].upper() if standing(one) else marks[who]
        cells.update(dict.fromkeys(squares_of(one), mark))
    return cells


def _put(cells: dict[Square, str], name: str, mark: str) -> None:
    square = read_square(name)
    if square is not None:
        cells[square] = mark


def marks_of(fight: FuturePathFight) -> dict[str, str]:
    """Two letters for everybody, no two alike where that can be had: `ha` of hale, `t1` of thug1."""
    marks: dict[str, str] = {}
    taken: set[str] = set()
    for who in fight.combatants:
        letters = [letter for letter in who.casefold() if letter.isascii() and letter.isalnum()] or ["x"]
        wanted = [letters[0] + each for each in (letters[-1:] if is_digits(letters[-1]) else letters[1:2])]
        others = [letters[0] + each for each in "".join(letters[1:]) + "0123456789abcdefghijklmnopqrstuvwxyz"]
        marks[who] = next((each for each in (*wanted, *others) if each not in taken), letters[0] + "?")
        taken.add(marks[who])
    return marks


def captions(fight: FuturePathFight) -> list[str]:
    """What the marks on the map mean, as far as they are on it, and how long the fight has lasted."""
    board = fight.board
    own = {each.mark for each in board.terrain.values()}
    legend = [text for mark, text in LEGEND.items() if mark in board.map and mark not in own]
    legend += [RAISED] if any(is_digits(mark) for mark in board.map) else []
    legend += [f"{each.mark} {name}" for name, each in board.terrain.items()]
    legend += [f"{HAZE[kind]} {kind}" for kind in dict.fromkeys(zone.kind for zone in board.zones.values())]
    legend += things_in_words(board)
    seconds = fight.round * fight.options.round_seconds
    clock = [f"about {seconds} seconds"] if fight.round else []
    return wrapped([*legend, *clock])


def things_in_words(board: Field) -> list[str]:
    """Objects, grenades and known traps, each with its square."""
    things = [
        f"{'+' if standing_in_the_way(thing) else '-'} {thing.name} {thing.square}"
        for thing in board.objects.values()
        if thing.hardness >= 0 and thing.square
    ]
    things += [f"* {charge.weapon} {charge.square}" for charge in board.charges.values()]
    return things + [f"^ {trap.name} {trap.square}" for trap in board.traps.values() if trap.found and trap.armed]


def wrapped(words: list[str], width: int = 80) -> list[str]:
    """Words in lines, separated by semicolons."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + len("; ") <= width:
            lines[-1] += f"; {word}"
        else:
            lines.append(word)
    return lines
