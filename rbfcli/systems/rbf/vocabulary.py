"""The words that only RBF knows: weapons, techniques, conditions, places, skills, spells, items."""

from collections.abc import Iterable

from rbfcli.systems.rbf.sheet import COMBAT_SKILLS, UNARMED_ID, Fighter, RbfFight
from rbfcli.systems.rbf.talents import BERSERKER, RAGE, has

LASTING = (
    *("leaking", "sundered", "surprised", "hidden", "spotted", "watching", "raging"),
    *("out", "dying", "unconscious", "dead"),
)
BASIC_SKILLS = ("athletics", "stealth", "perception", "leadership", "medicine")


def vocabulary(fight: RbfFight, kind: str, who: str) -> tuple[str, ...]:
    """The words of a kind; weapons, items and skills are those of the one who acts, if somebody does."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return unique((*(one.weapons if one else all_weapons(fight)), UNARMED_ID))
        case "technique" | "critical":
            return technique_words(kind)
        case "complication" | "condition":
            return mishaps(kind)
        case "place":
            return tuple(fight.board.places)
        case "spell":
            return tuple(fight.spells)
        case "thing":
            return things(fight, one)
        case "skill":
            return skills(fight, one)
        case _:
            return ()


def all_weapons(fight: RbfFight) -> tuple[str, ...]:
    """The encounter's own weapons, and those of the armoury."""
    from rbfcli.systems.rbf.armoury import WEAPONS

    return (*fight.weapons, *WEAPONS)


def technique_words(kind: str) -> tuple[str, ...]:
    """The techniques; a critical success may double and do other things too."""
    from rbfcli.systems.rbf.hits import EFFECTS
    from rbfcli.systems.rbf.techniques import TECHNIQUES

    return ("double", *EFFECTS, *TECHNIQUES) if kind == "critical" else tuple(TECHNIQUES)


def mishaps(kind: str) -> tuple[str, ...]:
    """The complications, or the conditions."""
    from rbfcli.systems.rbf.complications import COMPLICATIONS
    from rbfcli.systems.rbf.defense import PLACED

    return COMPLICATIONS if kind == "complication" else (*(each for each in PLACED if each != "none"), *LASTING)


def skills(fight: RbfFight, one: Fighter | None) -> tuple[str, ...]:
    """Somebody's own skills first, then those that everybody may roll, and the arcane ones."""
    from rbfcli.systems.rbf.defense import DEFENSE_SKILLS

    own = one.skills if one else ()
    return unique((*own, *COMBAT_SKILLS, *DEFENSE_SKILLS, *BASIC_SKILLS, *fight.options.arcane_skills))


def things(fight: RbfFight, one: Fighter | None) -> tuple[str, ...]:
    """What somebody can use."""
    if one is None:
        return tuple(fight.items)
    return unique((*one.items, *((RAGE,) if has(one, BERSERKER) else ())))


def unique(words: Iterable[str]) -> tuple[str, ...]:
    """Words in their order, each once."""
    return tuple(dict.fromkeys(words))
