"""The conditions of BGC and their effects on a combatant (BGC-WND)."""

from rbfcli.model.conditions import is_standing, read_conditions, refuse_if_barred
from rbfcli.systems.bgc.sheet import Fighter

CONDITIONS = read_conditions(__package__)


def awake(fighter: Fighter) -> bool:
    """Return whether a combatant is conscious and can at least crawl."""
    return not refuse_if_barred(CONDITIONS, fighter, "move")


def standing(fighter: Fighter) -> bool:
    """Return whether a combatant is still in the fight."""
    return is_standing(CONDITIONS, fighter)
