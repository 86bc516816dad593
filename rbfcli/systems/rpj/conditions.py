"""The conditions of RPJ and what they say of somebody: down, dying, suppressed (RPJ-DMG-7, RPJ-STB-1, RPJ-SUP-2)."""

from rbfcli.systems.rpj.sheet import Character

SUPPRESSED_BY = "suppressed by "


def standing(one: Character) -> bool:
    """Whether it is still in the fight (RPJ-DMG-7)."""
    return not ("incapacitated" in one.conditions or "dead" in one.conditions)


def dying(one: Character) -> bool:
    """Whether it still has to roll for its life (RPJ-STB-1)."""
    return "incapacitated" in one.conditions and not ("stabilized" in one.conditions or "dead" in one.conditions)


def suppressed(one: Character) -> bool:
    """Whether anybody suppresses it (RPJ-SUP-2)."""
    return any(name.startswith("suppressed") for name in one.conditions)


def suppressors(one: Character) -> tuple[str, ...]:
    """Who suppresses it (RPJ-SUP-2)."""
    return tuple(name.removeprefix(SUPPRESSED_BY) for name in one.conditions if name.startswith(SUPPRESSED_BY))
