"""The words of a line that only FuturePath knows."""

from rbfcli.systems.futurepath.people import teams
from rbfcli.systems.futurepath.sheet import UNARMED_ID, FuturePathFight
from rbfcli.systems.futurepath.terms import CONDITIONS, FUMBLES, SKILLS, TECHNIQUES


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
