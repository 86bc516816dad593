"""The words that only RBF knows: weapons, techniques, conditions, places, skills, spells, items."""

from collections.abc import Iterable

from rbfcli.systems.rbf.armoury import WEAPONS
from rbfcli.systems.rbf.complications import COMPLICATIONS
from rbfcli.systems.rbf.defense import DEFENSE_SKILLS, PLACED
from rbfcli.systems.rbf.hits import EFFECTS
from rbfcli.systems.rbf.items import RAGE
from rbfcli.systems.rbf.sheet import COMBAT_SKILLS, UNARMED_ID, Fighter, RbfFight
from rbfcli.systems.rbf.talents import BERSERKER, has
from rbfcli.systems.rbf.techniques import TECHNIQUES

CONDITIONS = (
    *(each for each in PLACED if each != "none"),
    "leaking",
    "sundered",
    "surprised",
    "hidden",
    "spotted",
    "watching",
    "raging",
    "out",
    "dying",
    "unconscious",
    "dead",
)
BASIC_SKILLS = ("athletics", "stealth", "perception", "leadership", "medicine")


def vocabulary(fight: RbfFight, kind: str, who: str) -> tuple[str, ...]:
    """The words of a kind; weapons, items and skills are those of the one who acts, if somebody does."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return unique((*(one.weapons if one else (*fight.weapons, *WEAPONS)), UNARMED_ID))
        case "technique":
            return tuple(TECHNIQUES)
        case "critical":
            return ("double", *EFFECTS, *TECHNIQUES)
        case "complication":
            return COMPLICATIONS
        case "condition":
            return CONDITIONS
        case "place":
            return tuple(fight.board.places)
        case "spell":
            return tuple(fight.spells)
        case "thing":
            return things(fight, one)
        case "skill":
            return unique((*(one.skills if one else ()), *COMBAT_SKILLS, *DEFENSE_SKILLS, *BASIC_SKILLS))
        case _:
            return ()


def things(fight: RbfFight, one: Fighter | None) -> tuple[str, ...]:
    """What somebody can use."""
    if one is None:
        return tuple(fight.items)
    return unique((*one.items, *((RAGE,) if has(one, BERSERKER) else ())))


def unique(words: Iterable[str]) -> tuple[str, ...]:
    """Words in their order, each once."""
    return tuple(dict.fromkeys(words))
