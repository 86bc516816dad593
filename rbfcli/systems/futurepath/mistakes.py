"""What only FuturePath sees wrong in a fight: marks and squares of the map, and who stands on them."""

from collections.abc import Iterator

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.mistakes import Mistake, Place, left_to_rules, mistake
from rbfcli.systems.futurepath.ground.map import check_map, is_wall, place
from rbfcli.systems.futurepath.ground.squares import footprint, name_of
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight

THINGS = ("objects", "traps", "zones", "charges")


def mistakes(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """Where somebody stands, or all that is wrong with the map and what lies on it (FP-FLD-1)."""
    return left_to_rules(_standing(fight, who) if who else _on_the_map(fight))


def _on_the_map(fight: FuturePathFight) -> Iterator[Mistake]:
    try:
        check_map(fight.board)
    except RbfError as wrong:
        yield mistake(("board", "map"), wrong)
    for table in THINGS:
        for name, thing in getattr(fight.board, table).items():
            yield from _square(fight, thing.square, ("board", table, name, "square"))
    for number, lying in enumerate(fight.board.lying):
        yield from _square(fight, lying.where, ("board", "lying", number, "where"))


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
