"""The map as plain text, and the player view of it."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from rbfcli.core.text import is_digits
from rbfcli.model.display import Picture, Strips, Visibility
from rbfcli.systems.futurepath.conditions import held_fast, standing
from rbfcli.systems.futurepath.map import (
    FEET,
    Square,
    column_name,
    has_uneven_ground,
    on_map,
    read_square,
    size_of,
    spot_on,
    squares_of,
    standing_in_the_way,
    terrain_at,
)
from rbfcli.systems.futurepath.messages import WORDS
from rbfcli.systems.futurepath.movement import gaits
from rbfcli.systems.futurepath.paths import Gait, in_zone, is_free, spread, threatened
from rbfcli.systems.futurepath.sheet import Field, FuturePathFight, Thing, Trap, knows_of

MARGIN = 3
HAZE = {WORDS[f"sign.{mark}"]: mark for mark in "!'\""}
LEGEND = {mark: f"{mark} {WORDS[f'sign.{mark}']}" for mark in "~,/#:%"}

MOVE, SPRINT, THREATENED = "m", "s", "t"
RAISED = f"1-9 {WORDS['sign.1-9']}"


def picture(fight: FuturePathFight) -> Picture:
    """Return the GM's map with combatants, objects, grenades and traps, including hidden ones.

    Returns nothing if no combatant has a square.
    """
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
    """Return the map with squares in reach of a move or a sprint, and squares enemies threaten (FP-FLD-3).

    Each cell shows the ground's mark, then the move's mark, as a capital letter if the square is threatened.
    """
    one = fight.combatants[actor]
    if not one.square:
        return ()
    feet = {MOVE: one.speed, SPRINT: one.speed * fight.options.sprint_factor}
    ways = {} if held_fast(one) else squares_in_reach(fight, actor, feet)
    danger = threatened(fight, actor)
    marks = {**dict.fromkeys((each for each in danger if on_map(fight.board, each)), THREATENED), **ways}
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
    for mark, most in sorted(feet.items(), key=lambda each: each[1]):
        for gait in gaits(fight.board, Gait(flies=one.flies)):
            is_slowed = gait.uneven and not gait.flies and has_uneven_ground(fight.board)
            room = max(0, most - fight.options.uneven_feet) if is_slowed else most
            for square, cost, _ in spread(fight, actor, gait):
                if cost * FEET > room:
                    break
                if square not in found and is_free(fight, actor, square):
                    found[square] = mark
    return found


def _map(fight: FuturePathFight, cells: dict[Square, str]) -> Strips:
    """Return the map by columns with numbered rows; a narrow screen shows the columns near combatants."""
    columns, rows = size_of(fight.board)
    there = [square[0] for one in fight.combatants.values() for square in squares_of(one)]
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
    name = column_name(column)
    return f"{'' if len(name) > 1 and column % 2 else name:<2}"


def ground_cell(fight: FuturePathFight, square: Square) -> str:
    """Return the cell of an empty square: the mark of its ground, and of haze over it."""
    spot = spot_on(fight.board, square)
    over = next((HAZE[zone.kind] for zone in fight.board.zones.values() if in_zone(fight.board, zone, spot)), " ")
    return terrain_at(fight.board, square).mark + over


def taken_cells(fight: FuturePathFight) -> dict[Square, str]:
    """Return the cells with something on them; a standing combatant covers all else."""
    cells: dict[Square, str] = {}
    board = fight.board
    for trap in board.traps.values():
        if trap.armed:
            _put(cells, trap.square, "^ ")
    for charge in board.charges.values():
        _put(cells, charge.square, "* ")
    for thing in board.objects.values():
        if thing.hardness >= 0:
            _put(cells, thing.square, f"{mark_of(thing)} ")
    marks = marks_of(fight)
    for who in sorted(fight.combatants, key=lambda each: standing(fight.combatants[each])):
        one = fight.combatants[who]
        mark = marks[who].upper() if standing(one) else marks[who]
        cells.update(dict.fromkeys(squares_of(one), mark))
    return cells


def mark_of(thing: Thing) -> str:
    """Return the mark of an object: a closed or open door, or anything else, which blocks or does not."""
    blocks = standing_in_the_way(thing)
    return ("+" if blocks else "-") if thing.opens else ("=" if blocks else "_")


def _put(cells: dict[Square, str], name: str, mark: str) -> None:
    square = read_square(name)
    if square is not None:
        cells[square] = mark


def marks_of(fight: FuturePathFight) -> Mapping[str, str]:
    """Return two letters for each combatant, unique if possible: `ha` for hale, `t1` for thug1."""
    return _marks(tuple(fight.combatants))


@lru_cache(maxsize=4)
def _marks(people: tuple[str, ...]) -> Mapping[str, str]:
    marks: dict[str, str] = {}
    taken: set[str] = set()
    for who in people:
        letters = [letter for letter in who.casefold() if letter.isascii() and letter.isalnum()] or ["x"]
        wanted = [letters[0] + each for each in (letters[-1:] if is_digits(letters[-1]) else letters[1:2])]
        others = [letters[0] + each for each in "".join(letters[1:]) + "0123456789abcdefghijklmnopqrstuvwxyz"]
        marks[who] = next((each for each in (*wanted, *others) if each not in taken), letters[0] + "?")
        taken.add(marks[who])
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
    armed = [trap for trap in board.traps.values() if trap.armed and trap.square]
    return things + [f"^ {trap.name} {trap.square}{_laid(trap)}{'' if trap.found else ', not found'}" for trap in armed]


def _laid(trap: Trap) -> str:
    """Return whose trap it is, as text; empty if unknown."""
    return f", laid by {trap.laid_by}" if trap.laid_by else ""


def sight() -> Visibility:
    """Return what players see: the map, weapons in hand, and actions taken; sheets do not mark players."""
    return Visibility(
        ground=picture,
        known=without_hidden_traps,
        fields=("square", "height", "size", "cover", "held", "off_hand", "team", "turn"),
        questions=("opportunity", "fumble", "disarm"),
    )
