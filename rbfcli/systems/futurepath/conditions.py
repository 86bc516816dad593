"""The conditions of FuturePath and their effects on a character (FP-DIE-1, FP-CDG-1, FP-MOV-8, FP-TEC-1)."""

from rbfcli.model.conditions import is_standing, read_conditions, refuse_if_barred, with_role
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight, constitution_left, members

CONDITIONS = read_conditions(__package__)
LOW = ("prone", "sitting", "kneeling")


def standing(combatant: Character) -> bool:
    """Return whether a character is still in the fight (FP-DIE-1)."""
    return is_standing(CONDITIONS, combatant)


def is_dying(combatant: Character) -> bool:
    """Return whether a character loses Constitution each round (FP-DIE-1)."""
    return bool(with_role(CONDITIONS, combatant, "dying"))


def is_dead(combatant: Character) -> bool:
    """Return whether a character is dead (FP-DIE-1)."""
    return bool(with_role(CONDITIONS, combatant, "dead"))


def hindrance(combatant: Character) -> str:
    """Return the condition that prevents acting, threatening and moving, or an empty string (FP-DIE-1, FP-CDG-1)."""
    return refuse_if_barred(CONDITIONS, combatant, "act")


def held_fast(combatant: Character) -> str:
    """Return the condition that prevents movement, or an empty string (FP-TEC-1)."""
    return refuse_if_barred(CONDITIONS, combatant, "move")


def held_by(combatant: Character) -> str:
    """Return the id of the character's grappler, or an empty string if there is none or it is unknown (FP-TEC-1)."""
    held = combatant.conditions.get("grappled")
    return held.by if held else ""


def helpless(combatant: Character) -> bool:
    """Return whether a character is down, helpless, at 0 HP or less, or without Strength (FP-CDG-1)."""
    return bool(hindrance(combatant)) or combatant.hp <= 0 or not combatant.strength or not constitution_left(combatant)


def takes_turns(fight: FuturePathFight, team: str) -> bool:
    """Return whether a team has a member still in the fight."""
    return any(standing(fight.combatants[who]) for who in members(fight, team))


def posture(combatant: Character) -> str:
    """Return prone, sitting or kneeling, or an empty string for a standing character (FP-MOV-8)."""
    return next((each for each in LOW if each in combatant.conditions), "")
