"""How somebody stands in a FuturePath fight, as a table shows it."""

from collections.abc import Mapping

from rbfcli.systems.futurepath.economy import FULL_ROUND, left
from rbfcli.systems.futurepath.people import hindrance, members
from rbfcli.systems.futurepath.picture import marks_of
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight, constitution_left


def status(fight: FuturePathFight, who: str) -> Mapping[str, str]:
    """The facts of one character that a table shows, by their column."""
    one = fight.combatants[who]
    mark = marks_of(fight)[who]
    return {
        "map": mark.upper() if one.square else "",
        "square": one.square + (f" +{one.height}" if one.height else ""),
        "HP": f"{one.hp}/{one.max_hp}",
        "Con": f"{constitution_left(one)}/{one.constitution}" if one.constitution_lost else "",
        "AC": str(one.ac),
        "weapon": ", ".join(filter(None, (_weapon_in_words(fight, one, each) for each in (one.held, one.off_hand)))),
        "cover": "" if one.cover == "none" else one.cover,
        "left": _left_in_words(fight, who),
        "waits for": one.ready,
    }


def _weapon_in_words(fight: FuturePathFight, one: Character, weapon_id: str) -> str:
    weapon = fight.weapons.get(weapon_id)
    if weapon is None:
        return ""
    return f"{weapon.name} {one.ammo.get(weapon_id, 0)}/{weapon.ammo}" if weapon.ammo else weapon.name


def _left_in_words(fight: FuturePathFight, who: str) -> str:
    one = fight.combatants[who]
    if not fight.round or who not in members(fight, fight.active) or hindrance(one):
        return ""
    return ", ".join(kind for kind in left(one.turn) if kind != FULL_ROUND) or "nothing"
