"""How an RBF fight stands: the columns of its table, its ground in a few lines, its words, the next step."""

from collections.abc import Iterable, Mapping

from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.ground import cover_of, metres_between
from rbfcli.systems.rbf.sheet import (
    BERSERKER,
    COMBAT_SKILLS,
    RAGE,
    UNARMED_ID,
    WEAPONS,
    Fighter,
    Place,
    RbfFight,
    has,
    weapon_named,
)

WIDTH = 76
LASTING = (
    *("leaking", "sundered", "surprised", "hidden", "spotted", "watching", "raging"),
    *("out", "dying", "unconscious", "dead"),
)
BASIC_SKILLS = ("athletics", "stealth", "perception", "leadership", "medicine")


def status(fight: RbfFight, who: str) -> Mapping[str, str]:
    """The facts of one fighter that a table shows, by their column."""
    one = fight.combatants[who]
    cover = cover_of(fight, one)
    return {
        "HP": f"{one.hp}/{one.max_hp}",
        "TN": "" if one.tn is None else str(one.tn),
        "actions": actions_in_words(one) if who == fight.active else "",
        "weapon": " + ".join(filter(None, (weapon_in_words(fight, one, each) for each in (one.held, one.off_hand)))),
        "armour": "" if not one.armour else f"{one.armour} broken" if one.armour_broken else str(one.armour),
        "place": one.place or ("" if one.at is None else f"{one.at} m"),
        "cover": "" if cover == "none" else cover,
        "aim": str(one.aim or ""),
        "overwatch": one.overwatch or "attack" if "watching" in one.conditions else "",
        "intent": one.intent,
    }


def actions_in_words(one: Fighter) -> str:
    """The actions left of a turn, and the bonus action."""
    return f"{one.actions_left}/{one.actions}" + (" + bonus" if one.bonus_left else "")


def weapon_in_words(fight: RbfFight, one: Fighter, weapon_id: str) -> str:
    """A weapon in hand, with the rounds in it."""
    weapon = weapon_named(fight, weapon_id)
    if weapon is None:
        return ""
    if not weapon.ammo:
        return f"{weapon.name} (reload)" if one.ammo.get(weapon_id, 1) == 0 else weapon.name
    return f"{weapon.name} {one.ammo.get(weapon_id, 0)}/{weapon.ammo}"


def picture(fight: RbfFight) -> tuple[str, ...]:
    """When it is, and who stands where along the ground (RBF-TIME-1, RBF-MODE-1)."""
    return (*clock(fight), *(line[:WIDTH] for line in ground_lines(fight)))


def clock(fight: RbfFight) -> tuple[str, ...]:
    """The seconds that this round covers; a crisis says that it is one."""
    mode = ("crisis: " if fight.board.mode == "crisis" else "") if fight.round else ""
    if not fight.round:
        return ("a crisis",) if fight.board.mode == "crisis" else ()
    seconds = fight.options.round_seconds
    return (f"{mode}second {(fight.round - 1) * seconds} to {fight.round * seconds}",)


def ground_lines(fight: RbfFight) -> list[str]:
    """A line for each spot that is named or stood on, along the ground: metre, name, cover, who is there."""
    spots = dict(fight.board.places)
    for one in fight.combatants.values():
        if one.at is not None and not one.place:
            spots.setdefault(f"{one.at} m", Place(at=one.at, height=one.height))
    ordered = sorted(spots.items(), key=lambda each: 0 if each[1].at is None else each[1].at)
    return [spot_line(fight, name, place) for name, place in ordered]


def spot_line(fight: RbfFight, name: str, place: Place) -> str:
    """One spot of the ground."""
    there = [who for who, one in fight.combatants.items() if (one.place or f"{one.at} m") == name]
    metre = "" if place.at is None else f"{place.at} m"
    facts = [f"{place.height} m up" if place.height else "", "" if place.cover == "none" else f"{place.cover} cover"]
    facts += ["low" if place.low else "", "prepared" if place.prepared else ""]
    about = ", ".join(filter(None, facts))
    spot = "  ".join(filter(None, (f"{metre:>6}", "" if name == metre else name)))
    return f"{spot}{f' ({about})' if about else ''}: {', '.join(there)}".rstrip(" :")


def distance(fight: RbfFight, one: str, other: str) -> int | None:
    """Metres between two fighters, where the ground says."""
    return metres_between(fight.combatants[one], fight.combatants[other])


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
    return (*fight.weapons, *WEAPONS)


def technique_words(kind: str) -> tuple[str, ...]:
    """The techniques; a critical success may double and do other things too."""
    from rbfcli.systems.rbf.attack.outcomes import EFFECTS
    from rbfcli.systems.rbf.attack.techniques import TECHNIQUES

    return ("double", *EFFECTS, *TECHNIQUES) if kind == "critical" else tuple(TECHNIQUES)


def mishaps(kind: str) -> tuple[str, ...]:
    """The complications, or the conditions."""
    from rbfcli.systems.rbf.attack.outcomes import COMPLICATIONS
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


def next_steps(fight: RbfFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    steps = [f"stabilize {who}" for who, one in fight.combatants.items() if "dying" in one.conditions]
    active = fight.combatants.get(fight.active)
    if active is not None and (not active.actions_left or not standing(active) or "surprised" in active.conditions):
        steps.append("turn next")
    return tuple(steps)
