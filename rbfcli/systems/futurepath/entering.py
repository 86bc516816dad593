"""A character as it enters a fight (FP-FLD-1, FP-MOV-6, FP-MOV-7)."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import unknown_word
from rbfcli.systems.futurepath.ground.map import is_wall, place, size_of, squares_of, terrain_at
from rbfcli.systems.futurepath.ground.squares import Square, footprint, name_of, ring
from rbfcli.systems.futurepath.sheet.sheet import UNARMED_ID, Character, FuturePathFight


def prepare(fight: FuturePathFight, one: Character) -> Character:
    """Full health noted, weapon in hand, magazines full, standing on its square of the map. Raises RbfError."""
    known = {each: fight.weapons[each] for each in one.weapons if each in fight.weapons}
    loaded = {each: weapon.ammo for each, weapon in known.items() if weapon.ammo}
    ready = [each for each, weapon in known.items() if not weapon.grenade]
    square, height = standing_place(fight, one)
    return replace(
        one,
        max_hp=one.max_hp or max(one.hp, 0),
        held=in_hand(one, one.held or next(iter(ready), "")),
        off_hand=in_hand(one, one.off_hand),
        ammo={**loaded, **one.ammo},
        square=square,
        height=height,
    )


def in_hand(one: Character, word: str) -> str:
    """What a hand holds. Raises UsageError where it is nothing that is carried."""
    if word not in ("", UNARMED_ID, *one.weapons):
        raise unknown_word(word, one.weapons, f"weapon on {one.name}")
    return "" if word == UNARMED_ID else word


def standing_place(fight: FuturePathFight, one: Character) -> tuple[str, int]:
    """The square by its proper name, or the nearest free one where it is taken; and the height of its ground."""
    if not one.square:
        return "", one.height
    wanted = place(fight, one.square)
    if any(is_wall(fight.board, each) for each in footprint(wanted, one.size)):
        raise UsageError(f"{one.name} cannot stand on {name_of(wanted)}: it is a wall", hint="another square")
    columns, rows = size_of(fight.board)
    rings = (square for reach in range(max(columns, rows)) for square in ring(wanted, reach))
    others = {each for other in fight.combatants.values() for each in squares_of(other)}
    square = next((each for each in rings if _is_free(fight, others, footprint(each, one.size))), None)
    if square is None:
        raise UsageError(f"there is no room on the map for {one.name}", hint="a larger map")
    return name_of(square), one.height or terrain_at(fight.board, square).height


def _is_free(fight: FuturePathFight, others: Collection[Square], squares: Iterable[Square]) -> bool:
    """Whether squares are free of walls and of others."""
    return not any(each in others or is_wall(fight.board, each) for each in squares)
