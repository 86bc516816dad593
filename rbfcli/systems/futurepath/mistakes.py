"""What only FuturePath sees wrong in a fight: marks and squares of the map, and who stands on them."""

from collections.abc import Iterator

from msgspec.structs import replace

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.mistakes import Mistake, left_to_rules, mistake, unknown
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


def _in_hand(fight: FuturePathFight, who: str, hand: str) -> Iterator[Mistake]:
    """A weapon in hand is one that is carried (FP-ATK-2); one that there is not at all is told of already."""
    one = fight.combatants[who]
    word = getattr(one, hand)
    if word in fight.weapons and word not in one.weapons:
        wrong = unknown(("combatants", who, hand), word, one.weapons, f"weapon on {one.name}")
        yield replace(wrong, because="weapons")


def _standing(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """Everybody stands on the map, and on no wall; two may share a square where one was overrun (FP-TEC-1)."""
    for hand in ("held", "off_hand"):
        yield from _in_hand(fight, who, hand)
    one, path = fight.combatants[who], ("combatants", who, "square")
    wrong = [*off_the_map(fight, one.square, path)]
    yield from wrong
    if wrong or not one.square:
        return
    for square in footprint(place(fight, one.square), one.size):
        if is_wall(fight.board, square):
            yield Mistake(path, f"{one.name} cannot stand on {name_of(square)}: it is a wall", "another square")
