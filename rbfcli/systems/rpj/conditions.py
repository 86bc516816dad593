"""The conditions of RPJ: suppressed, cautious, incapacitated, stabilized, dead (RPJ-SUP, RPJ-CAU, RPJ-STB)."""

from rbfcli.model.conditions import is_standing, read_conditions, with_role
from rbfcli.systems.rpj.sheet import Character

INCAPACITATED, STABILIZED, DEAD, CAUTIOUS = "incapacitated", "stabilized", "dead", "cautious"
SUPPRESSED, SUPPRESSED_BY = "suppressed", "suppressed by"
CONDITIONS = read_conditions(__package__)


def standing(combatant: Character) -> bool:
    """Return whether a combatant is still in the fight (RPJ-DMG-7)."""
    return is_standing(CONDITIONS, combatant)


def incapacitated(combatant: Character) -> bool:
    """Return whether a combatant is alive with its base layer broken (RPJ-DMG-7)."""
    return bool(with_role(CONDITIONS, combatant, "dying")) and not dead(combatant)


def dying(combatant: Character) -> bool:
    """Return whether a combatant must still roll to stabilize (RPJ-STB-1)."""
    return incapacitated(combatant) and STABILIZED not in combatant.conditions


def dead(combatant: Character) -> bool:
    """Return whether a combatant is dead (RPJ-STB-2)."""
    return bool(with_role(CONDITIONS, combatant, "dead"))


def suppressed(combatant: Character) -> bool:
    """Return whether a combatant is suppressed by any attacker (RPJ-SUP-2)."""
    return SUPPRESSED in combatant.conditions or bool(suppressors(combatant))


def suppressors(combatant: Character) -> tuple[str, ...]:
    """Return the ids of those who suppress a combatant (RPJ-SUP-2)."""
    of_somebody = f"{SUPPRESSED_BY} "
    return tuple(name.removeprefix(of_somebody) for name in combatant.conditions if name.startswith(of_somebody))
