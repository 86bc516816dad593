"""What FuturePath finds odd in a sound fight: keys that nothing reads, an armour class of 0, ground that parts foes."""

from collections.abc import Iterator, Mapping

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import never_read, no_foes, zero_defense
from rbfcli.systems.futurepath.ground.map import is_wall, size_of, squares_of
from rbfcli.systems.futurepath.ground.squares import Square, around
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import Character, FuturePathFight, Weapon, enemies


def warnings(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight (FP-ATK-1, FP-ATK-4, FP-FLD-1, FP-FLD-3)."""
    if who:
        if not fight.combatants[who].ac:
            yield zero_defense(("combatants", who, "ac"), "FP-ATK-1")
        return
    yield from no_foes(fight)
    yield from _parted(fight)
    for name, weapon in fight.weapons.items():
        yield from _of_weapon(weapon, ("weapons", name))
    for key in ("columns", "rows") if fight.board.map else ():
        if getattr(fight.board, key) != getattr(Field(), key):
            yield never_read(("board", key), "the map says how large the field is", "FP-FLD-1")


def _of_weapon(weapon: Weapon, at: tuple[str, str]) -> Iterator[Mistake]:
    plain, kind = Weapon(name=""), "grenade" if weapon.grenade else "ranged" if weapon.ranged else "melee"
    unread = {
        "grenade": (("reach", "FP-FLD-3"), ("ap", "FP-COV-2"), ("reload", "FP-MOV-7"), ("versatile", "FP-OFF-2")),
        "ranged": (("reach", "FP-FLD-3"), *GRENADES),
        "melee": (("range", "FP-ATK-4"), ("ap", "FP-COV-2"), *GRENADES),
    }[kind]
    for key, rule in unread:
        if getattr(weapon, key) != getattr(plain, key):
            yield never_read((*at, key), f"it is a {kind}{' weapon' * (kind != 'grenade')}", rule)
    if weapon.grenade and weapon.haze is None and weapon.haze_rounds != plain.haze_rounds:
        yield never_read((*at, "haze_rounds"), "it leaves no haze", "FP-COV-3")
    if weapon.grenade and weapon.haze and weapon.dc is not None:
        yield never_read((*at, "dc"), "what leaves haze does no harm", "FP-GRN-3")


GRENADES = (("area", "FP-GRN-3"), ("dc", "FP-GRN-3"), ("haze", "FP-COV-3"), ("haze_rounds", "FP-COV-3"))


def _parted(fight: FuturePathFight) -> Iterator[Mistake]:
    """Those who only strike, and whom walls part from all their foes (FP-FLD-3)."""
    parts = _parts(fight) if any(one.square for one in fight.combatants.values()) else {}
    near: dict[int, dict[str, Character]] = {}
    every: dict[str, Character] = {}
    for one in fight.combatants.values():
        if one.square:
            near.setdefault(_part(parts, one), {}).setdefault(one.side, one)
            every.setdefault(one.side, one)
    for who, one in fight.combatants.items():
        if _only_strikes(fight, one) and _has_foe(fight, one, every) > _has_foe(fight, one, near[_part(parts, one)]):
            message = f"walls part {one.name} from all their foes, and they have nothing that shoots"
            yield Mistake(("combatants", who, "square"), message, "another square", rule="FP-FLD-3")


def _part(parts: Mapping[Square, int], one: Character) -> int:
    square = next(iter(squares_of(one)), None)
    return -1 if square is None else parts.get(square, -1)


def _has_foe(fight: FuturePathFight, one: Character, sides: Mapping[str, Character]) -> bool:
    """Whether one of these, one of each side, is a foe."""
    return any(enemies(fight, one, other) for other in sides.values())


def _only_strikes(fight: FuturePathFight, one: Character) -> bool:
    weapons = [fight.weapons[each] for each in one.weapons]
    return bool(one.square) and not one.flies and not any(each.ranged or each.grenade for each in weapons)


def _parts(fight: FuturePathFight) -> dict[Square, int]:
    """The squares of a drawn map that are no wall, each with the number of the part that steps join it to."""
    columns, rows = size_of(fight.board)
    every = ((column, row) for column in range(columns) for row in range(rows)) if fight.board.map else ()
    left = {square for square in every if not is_wall(fight.board, square)}
    found: dict[Square, int] = {}
    while left:
        number, edge = len(found), [left.pop()]
        while edge:
            square = edge.pop()
            found[square] = number
            new = left.intersection(around(square))
            left -= new
            edge += new
    return found
