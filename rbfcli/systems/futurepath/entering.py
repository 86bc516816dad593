"""A character as it enters a fight (FP-FLD-1, FP-MOV-6, FP-MOV-7)."""

from collections.abc import Iterable

from msgspec.structs import replace

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.futurepath.ground.map import check_board, is_wall, place, size_of, squares_of, terrain_at
from rbfcli.systems.futurepath.ground.squares import Square, footprint, name_of, ring
from rbfcli.systems.futurepath.sheet.sheet import TECHNIQUES, UNARMED_ID, Character, FuturePathFight


def prepare(fight: FuturePathFight, one: Character) -> Character:
    """Full health noted, weapon in hand, magazines full, standing on its square of the map. Raises RbfError."""
    check_board(fight)
    check_words(one, "weapon", one.weapons, fight.weapons)
    check_words(one, "weapon on it", (one.held, one.off_hand), ("", UNARMED_ID, *one.weapons))
    check_words(one, "technique", (*one.techniques, *one.technique_actions), TECHNIQUES)
    known = {each: fight.weapons[each] for each in one.weapons}
    loaded = {each: weapon.ammo for each, weapon in known.items() if weapon.ammo}
    ready = [each for each, weapon in known.items() if not weapon.grenade]
    square, height = standing_place(fight, one)
    return replace(
        one,
        max_hp=one.max_hp or max(one.hp, 0),
        held=one.held or (ready[0] if ready else ""),
        ammo={**loaded, **one.ammo},
        square=square,
        height=height,
    )


def check_words(one: Character, what: str, words: Iterable[str], known: Iterable[str]) -> None:
    """Raises UsageError for a word of a sheet that means nothing."""
    names = tuple(name for name in known if name)
    if wrong := next((word for word in words if word not in known), ""):
        listed = ", ".join(names) or "none"
        raise UsageError(f"{one.name}: there is no {what} {wrong!r}", hint=f"known: {listed}", suggestions=names)


def standing_place(fight: FuturePathFight, one: Character) -> tuple[str, int]:
    """The square by its proper name, or the nearest free one where it is taken; and the height of its ground."""
    if not one.square:
        return "", one.height
    wanted = place(fight, one.square)
    if any(is_wall(fight.board, each) for each in footprint(wanted, one.size)):
        raise UsageError(f"{one.name} cannot stand on {name_of(wanted)}: it is a wall", hint="another square")
    columns, rows = size_of(fight.board)
    rings = (square for reach in range(max(columns, rows)) for square in ring(wanted, reach))
    square = next((each for each in rings if room_for(fight, one, each)), None)
    if square is None:
        raise UsageError(f"there is no room on the map for {one.name}", hint="a larger map")
    return name_of(square), one.height or terrain_at(fight.board, square).height


def room_for(fight: FuturePathFight, one: Character, square: Square) -> bool:
    """Whether somebody who enters finds a square free of walls and others."""
    others = {each for other in fight.combatants.values() for each in squares_of(other)}
    return not any(is_wall(fight.board, each) or each in others for each in footprint(square, one.size))
