"""Conditions shared by many games, in plain words; all others are `say` and your own words (GEN-CON-1)."""

from rbfcli.model.conditions import is_standing, read_conditions, refuse_if_barred
from rbfcli.systems.generic.sheet import Character

DOWN, DYING, DEAD, HIDDEN = "down", "dying", "dead", "hidden"

CONDITIONS = read_conditions(__package__)


def standing(combatant: Character) -> bool:
    """Return whether a combatant is still in the fight (GEN-HP-1)."""
    return is_standing(CONDITIONS, combatant)


def takes_damage(combatant: Character) -> bool:
    """Return whether a combatant can be attacked: standing or dying (GEN-ATK-2)."""
    return standing(combatant) or DYING in combatant.conditions


def barred(combatant: Character) -> str:
    """Return the first condition that keeps a combatant from acting, or an empty string (GEN-ATK-2)."""
    return refuse_if_barred(CONDITIONS, combatant, "act")
