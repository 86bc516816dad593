"""The shapes of rolls and odds."""

from typing import Literal, TypedDict

from rbfcli.model.events import Modifier
from rbfcli.render.json_types.general import Place


class DieChange(TypedDict):
    """What a modifier did to a die."""

    what: str
    """what it did: dropped, rerolled, added, raised, counted and the like"""
    by: str
    """the modifier, as it is written"""


class ThrownDie(TypedDict):
    """One die of a roll, with what its modifiers did to it."""

    sides: int
    """how many sides it has"""
    low: int
    """its lowest face"""
    face: int
    """the face that fell"""
    value: int
    """what it counts for"""
    kept: bool
    """whether it counts"""
    given: bool
    """whether it was rolled by hand"""
    why: list[DieChange]
    """what was done to it, first to last"""


class Thrown(TypedDict):
    """A roll of dice notation: the event `rolled` with the whole history of its dice."""

    event: Literal["rolled"]
    """the name of the event"""
    rule: str
    """empty: no rule rolls"""
    who: str
    """empty: nobody of a fight rolls"""
    target: str
    """empty"""
    label: str
    """what the roll is for, from `--label` or the comment of the expression"""
    dice: list[ThrownDie]
    """all dice, in the order in which they fell"""
    edge_dice: list[ThrownDie]
    """empty: advantages are written in the notation"""
    total: int
    """what it came to, cut toward zero"""
    exact: str
    """what it came to, exactly: `7/2`"""
    modifiers: list[Modifier]
    """empty: they are part of the expression"""
    edges: list[Modifier]
    """empty"""
    expression: str
    """the expression, as it was understood"""
    against: int | None
    """the number it was held against"""
    margin: int | None
    """by how much it passed or missed that"""
    outcome: str
    """how it came out, in the word of the `--system`"""
    under: bool
    """whether it was to stay under the number"""
    counting: int
    """0: faces that count are written in the notation"""
    hidden: bool
    """false"""


class Roll(TypedDict):
    """Rolls of dice notation."""

    seed: str
    """the seed that rolls the same again"""
    outcome: str
    """that of the roll, if there is just one"""
    events: list[Thrown]
    """the rolls, in their order"""


class Exact(TypedDict):
    """A number, exact and rounded."""

    p: str
    """the exact number: `7/16`, `1`"""
    p_float: float
    """the nearest float"""


class Outcome(Exact):
    """A value with its chance."""

    value: int | str
    """the value; a fraction is a text"""
    at_least: str
    """the exact chance of this value or more"""
    at_least_float: float
    """the same as a float"""
    at_most: str
    """the exact chance of this value or less"""
    at_most_float: float
    """the same as a float"""


class ExpressionOdds(TypedDict):
    """The odds of an expression."""

    expression: str
    """the expression, as it was understood"""
    mean: str
    """the exact mean"""
    mean_float: float
    """the same as a float"""
    deviation: float
    """the standard deviation"""
    quantiles: dict[str, int | str]
    """the least values that 5, 25, 50, 75 and 95 % do not exceed"""
    left_out: Exact
    """the chance of what is not counted, such as endless explosions"""
    outcomes: list[Outcome]
    """every value, from the lowest"""
    mean_in_the_limit: str | None
    """the exact mean with all that is left out, where something is and it can be had"""
    against: int | None
    """the number of `--vs`"""
    at_least: Exact | None
    """the chance to reach it"""
    exactly: Exact | None
    """the chance of just that number"""
    less: Exact | None
    """the chance to stay below it"""


class Duel(TypedDict):
    """How the first of two expressions stands against the second."""

    beats: Exact
    """the chance that it is higher"""
    ties: Exact
    """the chance that both are the same"""
    loses: Exact
    """the chance that it is lower"""


class DiceOdds(TypedDict):
    """The odds of dice notation."""

    odds: list[ExpressionOdds]
    """those of each expression"""
    first: Duel | None
    """the first against the second, where there are just two"""


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
