"""Where somebody may stand and how high, what threatens it there, and the traps under it (FP-FLD, FP-TRP-1)."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from rbfcli.systems.futurepath.conditions import hindrance, is_dead
from rbfcli.systems.futurepath.ground.equal_fight import EqualFight
from rbfcli.systems.futurepath.ground.map import is_wall, squares_of
from rbfcli.systems.futurepath.ground.reach import ground_height, threat_range
from rbfcli.systems.futurepath.ground.squares import Square, apart, footprint, read_square
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight, enemies


def is_free(fight: FuturePathFight, who: str, square: Square) -> bool:
    """Whether somebody can stop on a square: on the map, no wall, and nobody else's who is not dead (FP-FLD-2)."""
    return _is_free(fight, who, square, taken_by_others(fight, who))


def _is_free(fight: FuturePathFight, who: str, square: Square, others: set[tuple[Square, int]]) -> bool:
    wanted = footprint(square, fight.combatants[who].size)
    if any(is_wall(fight.board, each) for each in wanted):
        return False
    height = height_at(fight, who, square)
    return not any((each, height) in others for each in wanted)


def taken_by_others(fight: FuturePathFight, who: str) -> set[tuple[Square, int]]:
    """Return the squares that anybody else takes up who is not dead, each with its height (FP-FLD-2)."""
    others = (one for other, one in fight.combatants.items() if other != who and not is_dead(one))
    return {(square, one.height) for one in others for square in squares_of(one)}


def height_at(fight: FuturePathFight, who: str, square: Square) -> int:
    """The height somebody has on a square: the ground's, or its own where it flies above that (FP-FLD-1)."""
    one, ground = fight.combatants[who], ground_height(fight.board, square)
    return max(one.height, ground) if one.flies else ground


def at_height(fight: FuturePathFight, who: str, height: int) -> FuturePathFight:
    """The fight with somebody higher or lower in the air, to look ahead from there (FP-FLD-1)."""
    return replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], height=height)})


def armed_under(fight: FuturePathFight, who: str, square: Square) -> tuple[str, ...]:
    """The armed traps that somebody treads on where it goes, flies or stands no higher than the ground (FP-TRP-1)."""
    if not fight.board.traps:
        return ()
    taken, height = footprint(square, fight.combatants[who].size), height_at(fight, who, square)
    armed = {name: read_square(trap.square) for name, trap in fight.board.traps.items() if trap.armed}
    return tuple(name for name, spot in armed.items() if spot in taken and height <= ground_height(fight.board, spot))


def stops_short(fight: FuturePathFight, who: str, square: Square) -> bool:
    """Whether nobody goes on over a square for a trap that is known to be there (FP-TRP-1)."""
    return any(fight.board.traps[name].found for name in armed_under(fight, who, square))


def threatened(fight: FuturePathFight, who: str) -> dict[Square, int]:
    """How many enemies threaten somebody on each square it could stand on (FP-FLD-3)."""
    one = fight.combatants[who]
    found: dict[Square, int] = {}
    for other in fight.combatants.values():
        if hindrance(other) or not enemies(fight, one, other):
            continue
        reach = threat_range(fight, other)
        near = range(1 - one.size - reach, reach + 1)
        for square in {(x + right, y + down) for x, y in squares_of(other) for right in near for down in near}:
            found[square] = found.get(square, 0) + 1
    return found


def next_to(fight: FuturePathFight, who: str, target: Iterable[Square]) -> list[Square]:
    """The squares on which somebody could stop to stand next to some squares; none next to nowhere."""
    taken = tuple(target)
    return list(_next_to(EqualFight(fight), who, taken)) if taken else []


@lru_cache(maxsize=4)
def _next_to(equal: EqualFight, who: str, taken: tuple[Square, ...]) -> tuple[Square, ...]:
    fight = equal.fight
    size = fight.combatants[who].size
    columns = range(min(x for x, _ in taken) - size, max(x for x, _ in taken) + 2)
    rows = range(min(y for _, y in taken) - size, max(y for _, y in taken) + 2)
    others = taken_by_others(fight, who)
    spots = [(x, y) for x in columns for y in rows if _is_free(fight, who, (x, y), others)]
    return tuple(spot for spot in spots if min(apart(a, b) for a in footprint(spot, size) for b in taken) == 1)
