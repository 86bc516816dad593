"""What can lie on a fighter of BGC, and what it leaves of one (BGC-WND)."""

from rbfcli.systems.bgc.sheet import Fighter

CONDITIONS = ("unconscious", "incapacitated", "bleeding", "dead")
DOWN = frozenset(("dead", "unconscious"))


def awake(one: Fighter) -> bool:
    """Whether someone has its senses."""
    return DOWN.isdisjoint(one.conditions)


def standing(one: Fighter) -> bool:
    """Whether someone is still in the fight."""
    return awake(one) and "incapacitated" not in one.conditions
