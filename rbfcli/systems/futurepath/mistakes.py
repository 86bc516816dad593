"""What only FuturePath sees wrong in a fight: marks and squares of the map, and who stands on them."""

from collections.abc import Iterator

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.mistakes import Mistake, left_to_rules, mistake
from rbfcli.systems.futurepath.ground.map import check_map, is_wall, place
from rbfcli.systems.futurepath.ground.off_the_map import off_the_map, places
from rbfcli.systems.futurepath.ground.squares import footprint, name_of
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight


def mistakes(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """Where somebody stands, or all that is wrong with the map and what lies on it (FP-FLD-1)."""
    if who:
        yield from left_to_rules(_standing(fight, who))
        return
    try:
        check_map(fight.board)
    except RbfError as wrong:
        yield mistake(("board", "map"), wrong)
    for path, thing in places(fight):
        yield from left_to_rules(off_the_map(fight, thing.square, path))
    for number, lying in enumerate(fight.board.lying):
        yield from left_to_rules(off_the_map(fight, lying.where, ("board", "lying", number, "where")))


def _standing(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """Everybody stands on the map, and on no wall; two may share a square where one was overrun (FP-TEC-1)."""
    one, path = fight.combatants[who], ("combatants", who, "square")
    wrong = [*off_the_map(fight, one.square, path)]
    yield from wrong
    if wrong or not one.square:
        return
    for square in footprint(place(fight, one.square), one.size):
        if is_wall(fight.board, square):
            yield Mistake(path, f"{one.name} cannot stand on {name_of(square)}: it is a wall", "another square")
