"""The conditions of FuturePath: who is down, who cannot act, who lies low (FP-DIE-1, FP-CDG-1, FP-MOV-8)."""

from rbfcli.systems.futurepath.sheet.sheet import Character, FuturePathFight, constitution_left, members

LOW = ("prone", "sitting", "kneeling")
CONDITIONS = (*LOW, "grappled", "helpless", "unconscious", "dying", "dead")
DOWN = frozenset(("dead", "dying", "unconscious"))
CANNOT_ACT = ("dead", "dying", "unconscious", "helpless")


def standing(one: Character) -> bool:
    """Whether it is still in the fight (FP-DIE-1)."""
    return DOWN.isdisjoint(one.conditions)


def hindrance(one: Character) -> str:
    """What keeps a character from acting; nothing where it can."""
    return next((each for each in CANNOT_ACT if each in one.conditions), "")


def helpless(one: Character) -> bool:
    """Whether it cannot defend itself: down, helpless, at 0 HP or less, or without Strength (FP-CDG-1)."""
    return bool(hindrance(one)) or one.hp <= 0 or not one.strength or not constitution_left(one)


def takes_turns(fight: FuturePathFight, team: str) -> bool:
    """Whether a team has anybody who is still in the fight."""
    return any(standing(fight.combatants[who]) for who in members(fight, team))


def posture(one: Character) -> str:
    """Whether somebody lies, sits or kneels; nothing where it stands (FP-MOV-8)."""
    return next((each for each in LOW if each in one.conditions), "")
