"""The shapes of the odds of commands, and of the lists that are made with them."""

from typing import TypedDict

from rbfcli.render.shapes.dice import Exact
from rbfcli.render.shapes.envelope import Place


class Chance(Exact):
    """A chance; of a sample it lies between `low` and `high` in 95 of 100 cases."""

    low: float
    """the lower bound"""
    high: float
    """the upper bound"""


class AnswerOdds(TypedDict):
    """What follows from an answer to a question of the rules."""

    kind: str
    """what kind of choice it is"""
    who: str
    """the id of who decides"""
    answer: str
    """the answer"""
    n: int
    """how often a sample gave it; 0: every outcome was counted"""
    asked: Chance
    """how often the question comes up"""
    best: bool
    """whether it is the best for whoever decides; the totals count on it"""
    losses: dict[str, Exact]
    """the health that each one loses on average, by id"""
    downs: dict[str, Chance]
    """how often each one goes down, by id"""


class Odds(TypedDict):
    """The odds of a command."""

    sampled: bool
    """whether they come from a sample"""
    n: int
    """how often the command was played for it; 0: every outcome was counted"""
    outcomes: dict[str, Chance]
    """the chance of each outcome"""
    losses: dict[str, dict[str, Chance]]
    """by id, the chance of each loss of health"""
    downs: dict[str, Chance]
    """by id, the chance to go down"""
    answers: list[AnswerOdds]
    """what follows from each answer to what the rules may ask"""


class CommandOdds(Place, Odds):
    """The odds of a command of a fight, or of a one-liner."""


class LineOdds(Odds):
    """The odds of one of several commands."""

    line: str
    """its line"""


class OddsBeside(Place):
    """The odds of several commands side by side."""

    odds: list[LineOdds]
    """those of each, in the order of the line"""


class Refused(TypedDict):
    """Why an action is refused."""

    message: str
    """the reason"""
    rule: str
    """the id of the rule"""


class Action(TypedDict):
    """A line that somebody can type now, or with `--all` one that the rules refuse."""

    number: int | None
    """its number in the list; null where it is refused"""
    line: str
    """the line"""
    cost: str
    """what of a turn it costs"""
    effect: str
    """what it does, or which roll it takes"""
    rule: str
    """the id of the rule that offers it"""
    odds: Odds | None
    """its odds, where `--odds` asks for them and they can be had"""
    allowed: bool
    """whether the rules accept it"""
    refusal: Refused | None
    """why they do not"""


class Actions(Place):
    """What somebody can do now."""

    actions: list[Action]
    """line by line"""


class Drop(Chance):
    """How likely somebody goes down."""

    who: str
    """the id; empty where nobody does"""


class Hit(Chance):
    """How likely a foe is hit."""

    who: str
    """the id; empty where none is"""


class Prospect(TypedDict):
    """A line that somebody can type now, with the odds that rank it."""

    number: int
    """its number in the list"""
    who: str
    """the id of whoever would do it"""
    side: str
    """the side of that combatant"""
    line: str
    """the line"""
    cost: str
    """what of a turn it costs"""
    rule: str
    """the id of the rule that offers it"""
    hit: Hit
    """the chance to hit, and whom"""
    partly: Chance
    """the chance that it falls short of a hit and harms a foe all the same"""
    damage: Exact
    """the health that foes lose on average"""
    drop: Drop
    """whom it puts down most likely"""
    own_loss: Exact
    """the health that one's own side loses on average; below 0 it gains"""
    sampled: bool
    """whether the odds come from a sample"""
    n: int
    """how often it was played for that; 0: every outcome was counted"""


class Suggested(Place):
    """What somebody could best do now."""

    ranked: list[Prospect]
    """the best first"""
    without_dice: int
    """how many more there are that roll no dice"""
    left_out: int
    """how many were not looked at"""
