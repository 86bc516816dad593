"""What can lie on a character, and which of it takes one out of the fight (THR-DMG-3)."""

from rbfcli.systems.threat.sheet import Character

KNOCKED_OUT = "knocked-out"
DOWN = frozenset(("dead", KNOCKED_OUT, "out"))
LAST_STAND = "last-stand"
FREE_ATTACK = "free-attack"
DISADVANTAGE = "disadvantage"
CONDITIONS = (DISADVANTAGE, FREE_ATTACK, LAST_STAND, *sorted(DOWN))


def standing(one: Character) -> bool:
    """Whether it is still in the fight; a PC on its last stand is (THR-DMG-3)."""
    return DOWN.isdisjoint(one.conditions)
