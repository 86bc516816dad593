"""The conditions of the tracker, including those that take a character out of the fight (THR-DMG-3)."""

from rbfcli.model.conditions import is_standing, read_conditions
from rbfcli.systems.threat.sheet import Character

DISADVANTAGE = "disadvantage"
FREE_ATTACK = "free-attack"
LAST_STAND = "last-stand"
KNOCKED_OUT = "knocked-out"
DEAD = "dead"

CONDITIONS = read_conditions(__package__)


def standing(combatant: Character) -> bool:
    """Return whether a character is still in the fight, as a PC on its last stand is (THR-DMG-3)."""
    return is_standing(CONDITIONS, combatant)
