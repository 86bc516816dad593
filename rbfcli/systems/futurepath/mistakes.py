"""What only FuturePath sees wrong in a fight: marks and squares of the map, and who stands on them."""

from collections.abc import Iterator
from typing import Any

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.mistakes import Mistake, Place, left_to_rules, mistake
from rbfcli.systems.futurepath.ground.map import check_map, is_wall, place
from rbfcli.systems.futurepath.ground.squares import footprint, name_of
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight

THINGS = ("objects", "traps", "zones", "charges")


def mistakes(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """Where somebody stands, or all that is wrong with the map and what lies on it (FP-FLD-1)."""
    if who:
        yield from left_to_rules(_standing(fight, who))
        return
    try:
        check_map(fight.board)
    except RbfError as wrong:
        yield mistake(("board", "map"), wrong)
    for path, thing in _places(fight):
        yield from left_to_rules(_square(fight, thing.square, path))
    for number, lying in enumerate(fight.board.lying):
        yield from left_to_rules(_square(fight, lying.where, ("board", "lying", number, "where")))


def put_off_the_map(before: FuturePathFight, fight: FuturePathFight) -> Iterator[Mistake]:
    """What was put on a square off the map; where the map got smaller, things stay where they were (FP-FLD-1)."""
    there = {path: thing.square for path, thing in _places(before)}
    for path, thing in _places(fight):
        if there.get(path) != thing.square:
            yield from _square(fight, thing.square, path)


def _places(fight: FuturePathFight) -> Iterator[tuple[Place, Any]]:
    """Everything on the board that has a square, with the path of that."""
    for table in THINGS:
        for name, thing in getattr(fight.board, table).items():
            yield ("board", table, name, "square"), thing


def _square(fight: FuturePathFight, square: str, path: Place) -> Iterator[Mistake]:
    try:
        if square:
            place(fight, square)
    except RbfError as wrong:
        yield mistake(path, wrong)


def _standing(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """Everybody stands on the map, and on no wall; two may share a square where one was overrun (FP-TEC-1)."""
    one, path = fight.combatants[who], ("combatants", who, "square")
    wrong = [*_square(fight, one.square, path)]
    yield from wrong
    if wrong or not one.square:
        return
    for square in footprint(place(fight, one.square), one.size):
        if is_wall(fight.board, square):
            yield Mistake(path, f"{one.name} cannot stand on {name_of(square)}: it is a wall", "another square")
