"""How somebody stands in a FuturePath fight, what comes next, and the words of a line that only it knows."""

from collections.abc import Mapping

from rbfcli.systems.futurepath.conditions import CONDITIONS, hindrance
from rbfcli.systems.futurepath.economy import FULL_ROUND, left
from rbfcli.systems.futurepath.sheet.sheet import (
    FUMBLES,
    KIT,
    MEDICINE,
    SKILLS,
    TECHNIQUES,
    UNARMED_ID,
    Character,
    FuturePathFight,
    constitution_left,
    members,
    teams,
)


def status(fight: FuturePathFight, who: str) -> Mapping[str, str]:
    """The facts of one character that a table shows, by their column."""
    from rbfcli.systems.futurepath.picture import marks_of

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


def next_steps(fight: FuturePathFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    dying = {who: one for who, one in fight.combatants.items() if "dying" in one.conditions}
    steps = [f"stabilize {who}" for who, one in dying.items() if has_medic(fight, one)]
    team = [fight.combatants[who] for who in members(fight, fight.active)] if fight.active else []
    if team and not any(left(one.turn) and not hindrance(one) for one in team):
        steps.append("turn next")
    return tuple(steps)


def has_medic(fight: FuturePathFight, patient: Character) -> bool:
    """Whether somebody of the same side could treat a wound (FP-STB-1)."""
    others = (one for one in fight.combatants.values() if one.side == patient.side and not hindrance(one))
    return any(KIT in one.items and one.skills.get(MEDICINE) for one in others)


def vocabulary(fight: FuturePathFight, kind: str, who: str) -> tuple[str, ...]:
    """The words of a kind; weapons and feats are those of the one who acts."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return (*(one.weapons if one else fight.weapons), UNARMED_ID)
        case "technique":
            return TECHNIQUES
        case "condition":
            return CONDITIONS
        case "fumble":
            return FUMBLES
        case "skill":
            return (*SKILLS, *(one.feats if one else ()))
        case "team":
            return teams(fight)
        case "object" | "place":
            return tuple(fight.board.objects)
        case "trap":
            return tuple(name for name, trap in fight.board.traps.items() if trap.found and trap.armed)
        case _:
            return ()
