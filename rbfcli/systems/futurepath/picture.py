"""The map as plain text, the player view of it, and the `map` verb, which draws on it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase, digits

from msgspec.structs import replace

from rbfcli.core.errors import Refusal, for_example, missing, misuse, must_be, refuse, shown
from rbfcli.core.limits import TEXT_LETTERS
from rbfcli.core.matching import match
from rbfcli.core.text import is_digits, quoted, read_number
from rbfcli.model.display import Picture, Strips, Visibility
from rbfcli.model.rules import read_messages
from rbfcli.model.sheets import free_id
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.checks import FpScene
from rbfcli.systems.futurepath.conditions import held_fast, standing
from rbfcli.systems.futurepath.map import DRAWN_THINGS, FEET, OPEN, ROW, Square
from rbfcli.systems.futurepath.movement import gaits
from rbfcli.systems.futurepath.paths import Gait, in_zone, is_free, spread, threatened
from rbfcli.systems.futurepath.sheet import Character, Field, FuturePathFight, Thing, knows_of

WORDS = read_messages(__package__)
MARGIN = 3
HAZE = {WORDS[f"sign.{mark}"]: mark for mark in "!'\""}
LEGEND = {mark: f"{mark} {WORDS[f'sign.{mark}']}" for mark in "~,/#:%"}

MOVE, SPRINT, THREATENED = "m", "s", "t"
RAISED = f"1-9 {WORDS['sign.1-9']}"


def picture(fight: FuturePathFight) -> Picture:
    """Return the GM's map with everything on it, hidden things included; empty if no combatant has a square."""
    if not any(one.square for one in fight.combatants.values()):
        return ()
    return (_map(fight, taken_cells(fight)), *captions(fight))


def without_hidden_traps(fight: FuturePathFight, side: str) -> FuturePathFight:
    """Return the fight without traps unknown to a side, or without unfound traps if no side is given."""
    every = fight.board.traps
    traps = {name: trap for name, trap in every.items() if (knows_of(side, trap) if side else trap.found)}
    if len(traps) == len(fight.board.traps):
        return fight
    return replace(fight, board=replace(fight.board, traps=traps))


def reach(fight: FuturePathFight, actor: str) -> Picture:
    """Return the map with the squares in reach of a move or a sprint; capital letters are threatened (FP-FLD-3)."""
    one = fight.combatants[actor]
    if not one.square:
        return ()
    feet = {MOVE: one.speed, SPRINT: one.speed * fight.options.sprint_factor}
    ways = {} if held_fast(one) else squares_in_reach(fight, actor, feet)
    danger = threatened(fight, actor)
    marks = {**dict.fromkeys((each for each in danger if grid.on_map(fight.board, each)), THREATENED), **ways}
    cells = {
        square: ground_cell(fight, square)[0] + (mark.upper() if square in danger else mark)
        for square, mark in marks.items()
    }
    legend = (
        f"{MOVE} a move, {feet[MOVE]} ft",
        f"{SPRINT} a sprint, {feet[SPRINT]} ft",
        "M, S, T threatened by enemies",
    )
    known = without_hidden_traps(fight, one.side)
    return (_map(fight, {**cells, **taken_cells(known)}), legend, *captions(known))


def squares_in_reach(fight: FuturePathFight, actor: str, feet: Mapping[str, int]) -> dict[Square, str]:
    """Return the free squares a combatant can reach, each with the move that gets there (FP-MOV-1, FP-MOV-4)."""
    one, found = fight.combatants[actor], dict[Square, str]()
    for mark, most in feet.items():
        for gait in gaits(fight.board, Gait(flies=one.flies)):
            is_slowed = gait.uneven and not gait.flies and grid.has_uneven_ground(fight.board)
            room = max(0, most - fight.options.uneven_feet) if is_slowed else most
            for square, cost, _ in spread(fight, actor, gait):
                if cost * FEET > room:
                    break
                if square not in found and is_free(fight, actor, square):
                    found[square] = mark
    return found


def _map(fight: FuturePathFight, cells: dict[Square, str]) -> Strips:
    """Return the map by columns with numbered rows; a narrow screen shows the columns near combatants."""
    columns, rows = grid.size_of(fight.board)
    there = [square[0] for one in fight.combatants.values() for square in grid.squares_of(one)]
    strips = (
        (heading(column), *(cells.get((column, row)) or ground_cell(fight, (column, row)) for row in range(rows)))
        for column in range(columns)
    )
    return Strips(
        strips=tuple(strips),
        labels=("", *(f"{row + 1:>3}" for row in range(rows))),
        gap=0,
        from_strip=max(0, min(there) - MARGIN),
        to_strip=min(columns, max(there) + 1 + MARGIN),
    )


def heading(column: int) -> str:
    """Return a column's letters; two-letter names appear only on every other column."""
    name = grid.column_name(column)
    return f"{'' if len(name) > 1 and column % 2 else name:<2}"


def ground_cell(fight: FuturePathFight, square: Square) -> str:
    """Return the cell of an empty square: the mark of its ground, and of haze over it."""
    spot = grid.spot_on(fight.board, square)
    over = next((HAZE[zone.kind] for zone in fight.board.zones.values() if in_zone(fight.board, zone, spot)), " ")
    return grid.terrain_at(fight.board, square).mark + over


def taken_cells(fight: FuturePathFight) -> dict[Square, str]:
    """Return the cells with something on them; a standing combatant covers all else."""
    board = fight.board
    things = [(trap.square, "^ ") for trap in board.traps.values() if trap.armed]
    things += [(charge.square, "* ") for charge in board.charges.values()]
    things += [(thing.square, f"{mark_of(thing)} ") for thing in board.objects.values() if thing.hardness >= 0]
    cells = {square: mark for name, mark in things if (square := grid.read_square(name)) is not None}
    marks = marks_of(tuple(fight.combatants))
    for who in sorted(fight.combatants, key=lambda each: standing(fight.combatants[each])):
        one = fight.combatants[who]
        mark = marks[who].upper() if standing(one) else marks[who]
        cells.update(dict.fromkeys(grid.squares_of(one), mark))
    return cells


def mark_of(thing: Thing) -> str:
    """Return the mark of an object: a closed or open door, or anything else, which blocks or does not."""
    blocks = grid.standing_in_the_way(thing)
    return ("+" if blocks else "-") if thing.opens else ("=" if blocks else "_")


@lru_cache(maxsize=4)
def marks_of(people: tuple[str, ...]) -> Mapping[str, str]:
    """Return two letters for each combatant, unique if possible: `ha` for hale, `t1` for thug1."""
    marks: dict[str, str] = {}
    for who in people:
        letters = [letter for letter in who.casefold() if letter.isascii() and letter.isalnum()] or ["x"]
        wanted = letters[-1:] if is_digits(letters[-1]) else letters[1:2]
        found = (letters[0] + each for each in (*wanted, *letters[1:], *digits, *ascii_lowercase))
        marks[who] = next((each for each in found if each not in marks.values()), letters[0] + "?")
    return marks


def captions(fight: FuturePathFight) -> Picture:
    """Return the legend of the marks on the map, and the time elapsed."""
    board = fight.board
    own = {each.mark for each in board.terrain.values()}
    legend = [text for mark, text in LEGEND.items() if mark in board.map and mark not in own]
    legend += [RAISED] if any(is_digits(mark) for mark in board.map) else []
    legend += [f"{each.mark} {name}" for name, each in board.terrain.items()]
    legend += [f"{HAZE[kind]} {kind}" for kind in dict.fromkeys(zone.kind for zone in board.zones.values())]
    legend += things_in_words(board)
    seconds = fight.round * fight.options.round_seconds
    clock = [f"elapsed: about {seconds} seconds"] if fight.round else []
    return ((*legend, *clock),) if legend or clock else ()


def things_in_words(board: Field) -> list[str]:
    """Return objects, grenades and traps, each with its square."""
    things = [
        f"{mark_of(thing)} {thing.name} {thing.square}"
        for thing in board.objects.values()
        if thing.hardness >= 0 and thing.square
    ]
    things += [f"* {charge.weapon} {charge.square}" for charge in board.charges.values()]
    for trap in board.traps.values():
        if trap.armed and trap.square:
            laid, hidden = f", laid by {trap.laid_by}" if trap.laid_by else "", "" if trap.found else ", not found"
            things.append(f"^ {trap.name} {trap.square}{laid}{hidden}")
    return things


def sight() -> Visibility:
    """Return what players see: the map, weapons in hand, and actions taken; sheets do not mark players."""
    return Visibility(
        ground=picture,
        known=without_hidden_traps,
        fields=("square", "height", "size", "cover", "held", "off_hand", "team", "turn"),
        questions=("opportunity", "fumble", "disarm"),
    )


RULE = "GM"
RANGE, MOST_ROWS, MOST_THINGS = "..", 200, 50
# Squares drawn per step of the budget.
SQUARES_A_STEP = 20


def draw(scene: FpScene, command: commands.Map) -> None:
    """Draw ground on squares, put doors or barrels there, or write a row of marks (FP-FLD-1)."""
    board = scene.fight.board
    known = grid.grounds(board)
    what = match(command.what, (*known, ROW), "ground", Refusal)
    is_row, is_thing = what == ROW, what in DRAWN_THINGS and what not in board.terrain
    marks = (
        _row_of(board, command.where) if is_row else dict.fromkeys(_squares_named(scene, command.where), known[what])
    )
    after = _with_things(board, DRAWN_THINGS[what], marks) if is_thing else replace(board, map=_map_with(board, marks))
    if what == "open":
        _refuse_things(scene, marks)
    if after == board:
        return
    grid.check_map(after)
    if len(after.map) > TEXT_LETTERS:
        raise refuse(f"a map can have at most {TEXT_LETTERS:,} characters, not {len(after.map):,}", RULE)
    on_it = [
        (who, one) for who, one in scene.fight.combatants.items() if not marks.keys().isdisjoint(grid.squares_of(one))
    ]
    for _, one in on_it:
        _refuse_walling_in(scene, after, one)
    scene.happen("drawn", RULE, text=" ".join((what, *command.where)))
    scene.change("", ("board", "map"), after.map, RULE)
    for name, thing in after.objects.items():
        scene.change("", ("board", "objects", name), thing, RULE)
    for who, one in on_it:
        scene.change(who, "height", _height_after(board, after, one), "FP-FLD-1")


def _squares_named(scene: FpScene, words: Iterable[str]) -> Iterator[Square]:
    """Yield the squares of names such as G5, and of ranges between two corners such as G4..G6."""
    for word in words:
        first, dots, last = word.partition(RANGE)
        if not dots and (other := next((mark for mark in "-:" if mark in word), "")):
            raise misuse(f"{shown(word)} is not a square", hint=f"for a range, write {word.replace(other, RANGE)}")
        (left, top), (right, bottom) = grid.place(scene.fight, first), grid.place(scene.fight, last if dots else first)
        scene.spend((abs(left - right) + 1) * (abs(top - bottom) + 1) // SQUARES_A_STEP)
        for row in range(min(top, bottom), max(top, bottom) + 1):
            yield from ((column, row) for column in range(min(left, right), max(left, right) + 1))


def _map_with(board: Field, marks: Mapping[Square, str]) -> str:
    """Return the map with other marks on some squares, as large as it was or as these need."""
    columns = max(grid.size_of(board)[0], *(x + 1 for x, _ in marks))
    height = max(grid.size_of(board)[1], *(y + 1 for _, y in marks))
    drawn = grid.drawn_rows(board.map)
    rows = (*drawn, *[""] * (height - len(drawn)))
    before = [row.replace(" ", OPEN.mark).ljust(columns, OPEN.mark) for row in rows]
    after = [
        "".join(marks.get((column, number), mark) for column, mark in enumerate(row))
        for number, row in enumerate(before)
    ]
    return board.map if after == before and (columns, height) == grid.size_of(board) else "\n".join(after)


def _row_of(board: Field, words: Sequence[str]) -> dict[Square, str]:
    """Return the marks of a row from column A on; more marks, or the row after the last, extend the map."""
    rows, example = grid.size_of(board)[1], 'map row 3 "..##.."'
    if len(words) != 2:  # noqa: PLR2004 - a number and the marks
        raise missing("row number or marks", example)
    number = read_number(words[0], "row", low=1, high=min(rows + 1, MOST_ROWS), hint=for_example(example))
    marks = words[1].replace(" ", OPEN.mark)
    if not 0 < len(marks) <= MOST_ROWS:
        raise must_be("a row", f"1 to {MOST_ROWS} marks", hint=for_example(example))
    return {(column, number - 1): mark for column, mark in enumerate(marks)}


def _with_things(board: Field, thing: Thing, squares: Collection[Square]) -> Field:
    """Return the board with a new object on each square without one; walls there become open ground."""
    if len(squares) > MOST_THINGS:
        raise refuse(f"one command can draw at most {MOST_THINGS} {thing.name}s, not {len(squares):,}", RULE)
    objects = dict(board.objects)
    there = {grid.read_square(each.square) for each in objects.values() if each.hardness >= 0}
    new = [square for square in squares if square not in there]
    for square in new:
        objects[free_id(thing.name, objects)] = replace(thing, square=grid.name_of(square))
    walls = dict.fromkeys((each for each in new if grid.terrain_at(board, each).ground == "wall"), OPEN.mark)
    return replace(board, objects=objects, map=_map_with(board, walls) if walls else board.map)


def _refuse_things(scene: FpScene, squares: Collection[Square]) -> None:
    """Refuse to call squares open on which an object still blocks (FP-OBJ-1)."""
    for name, thing in scene.fight.board.objects.items():
        if grid.standing_in_the_way(thing) and grid.read_square(thing.square) in squares:
            opened = quoted(f"board.objects.{name}.open=true")
            hint = f"set fight {opened}" if thing.opens else f"remove object {quoted(name)}"
            scene.refuse(f"the {thing.name} blocks {thing.square}", "FP-OBJ-1", hint)


def _refuse_walling_in(scene: FpScene, after: Field, combatant: Character) -> None:
    """Refuse a wall or an object where a combatant stands (FP-FLD-1)."""
    for square in grid.squares_of(combatant):
        if grid.is_wall(after, square) and not grid.is_wall(scene.fight.board, square):
            scene.refuse(f"{combatant.name} is on {grid.name_of(square)}", "FP-FLD-1")


def _height_after(board: Field, after: Field, combatant: Character) -> int:
    """Return a combatant's height once the ground under its square is drawn anew: it stands on the ground."""
    square = grid.read_square(combatant.square)
    if square is None:
        return combatant.height
    before, now = grid.ground_height(board, square), grid.ground_height(after, square)
    return now if combatant.height == before else max(combatant.height, now)
