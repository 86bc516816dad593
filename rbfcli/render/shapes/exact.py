"""The shapes of a fight that was solved exactly."""

from typing import TypedDict


class ExactChance(TypedDict):
    """A chance."""

    chance: float
    """the chance"""
    digits: str
    """the chance to twelve digits"""
    fraction: str
    """the chance as a fraction; empty where it is not known as one, or too long to print"""


class Unlimited(TypedDict):
    """What a fight comes to that nobody stops after any number of rounds."""

    sides: dict[str, ExactChance]
    """by side, the chance to win"""
    draws: ExactChance
    """the chance that nobody wins, or that it never ends"""
    endless: ExactChance
    """the chance that it never ends"""


class EndChances(TypedDict):
    """How the fight ends."""

    over: ExactChance
    """one side stands, or the rules say so"""
    rounds: ExactChance
    """it is stopped after the most rounds"""
    stuck: ExactChance
    """nobody does anything any more"""


class RoundChances(TypedDict):
    """How long the fight takes."""

    mean: float
    """rounds on average"""
    chances: dict[str, float]
    """by the number of rounds, its chance"""


class Prospects(TypedDict):
    """What befalls a combatant."""

    name: str
    """its name"""
    side: str
    """its side"""
    down: float
    """the chance to be out of the fight at its end"""
    left: float
    """the health it has at the end, on average"""


class FirstChoice(TypedDict):
    """What the best way to play chooses at one position."""

    round: int
    """the round"""
    reached: float
    """the chance to come to it"""
    who: str
    """the id of whose choice it is"""
    left: dict[str, int]
    """the health of everybody there"""
    line: str
    """what is best, as it is typed; `nothing more`: to end the turn"""
    chance: float
    """the chance to win then"""
    instead: str
    """the next best"""
    instead_chance: float
    """the chance to win after that"""


class BestWay(TypedDict):
    """The best way to play."""

    side: str
    """the side that plays it"""
    chance: ExactChance
    """its chance to win"""
    against: str
    """the policy it is compared with"""
    against_chance: ExactChance
    """its chance to win by that policy"""
    choices: list[FirstChoice]
    """what it chooses first"""


class Solved(TypedDict):
    """What `simulate --exact` answers."""

    source: str
    """the encounter or save that was named; empty: the fight at hand"""
    system: str
    """the rule system"""
    policies: dict[str, str]
    """by side, the policy that plays it"""
    most_rounds: int
    """after how many rounds a fight is stopped"""
    positions: int
    """the positions that the fight may come to"""
    ways: int
    """the ways between them"""
    sides: dict[str, ExactChance]
    """by side, the chance to win"""
    draws: ExactChance
    """the chance that nobody wins"""
    ended: EndChances
    """how it ends"""
    rounds: RoundChances
    """how long it takes"""
    combatants: dict[str, Prospects]
    """by id, what befalls whoever begins the fight"""
    unlimited: Unlimited | None
    """the same without a limit of rounds; null where that is no other answer, or not known"""
    best: BestWay | None
    """the best way to play, of a side whose policy is `optimal`"""
