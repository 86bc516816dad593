"""What FuturePath finds odd in a sound fight: keys that nothing reads, an armour class of 0, ground that parts foes."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import never_read, no_foes, zero_defense
from rbfcli.systems.futurepath.ground.map import is_wall, on_map, squares_of
from rbfcli.systems.futurepath.ground.squares import Square, around
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import Character, FuturePathFight, Weapon, enemies


def warnings(fight: FuturePathFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight (FP-ATK-1, FP-ATK-4, FP-FLD-1, FP-FLD-3)."""
    if who:
        one = fight.combatants[who]
        if not one.ac:
            yield zero_defense(("combatants", who, "ac"), "FP-ATK-1")
        if _is_walled_in(fight, one):
            message = f"walls part {one.name} from all its foes, and it has nothing to shoot or throw"
            yield Mistake(("combatants", who, "square"), message, "another square", rule="FP-FLD-3")
        return
    yield from no_foes(fight)
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


def _is_walled_in(fight: FuturePathFight, one: Character) -> bool:
    """Whether somebody who only strikes gets to no foe, however far it goes."""
    weapons = [fight.weapons[each] for each in one.weapons]
    if not one.square or one.flies or any(each.ranged or each.grenade for each in weapons):
        return False
    foes = [other for other in fight.combatants.values() if other.square and enemies(fight, one, other)]
    return bool(foes) and not _meets(fight, squares_of(one), {each for other in foes for each in squares_of(other)})


def _meets(fight: FuturePathFight, begin: list[Square], sought: set[Square]) -> bool:
    """Whether steps past walls lead from squares to one that is sought."""
    known, left = set(begin), [*begin]
    while left:
        square = left.pop()
        if square in sought:
            return True
        for each in around(square):
            if each not in known and on_map(fight.board, each) and not is_wall(fight.board, each):
                known.add(each)
                left.append(each)
    return False
