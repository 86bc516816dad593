"""Squares that lie off the map: of what lies on the board, and of what was put there (FP-FLD-1)."""

from collections.abc import Iterator
from typing import Any

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.mistakes import Mistake, Place, mistake
from rbfcli.systems.futurepath.ground.map import place
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight

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
