"""The shapes of rolls and odds."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from rbfcli.model.events import Modifier
from rbfcli.render.json_types.general import Place


class DieChange(TypedDict):
    """What a modifier did to a die."""

    what: Annotated[str, Meta(description="what it did: dropped, rerolled, added, raised, counted and the like")]
    by: Annotated[str, Meta(description="the modifier, as it is written")]


class ThrownDie(TypedDict):
    """One die of a roll, with what its modifiers did to it."""

    sides: Annotated[int, Meta(description="how many sides it has")]
    low: Annotated[int, Meta(description="its lowest face")]
    face: Annotated[int, Meta(description="the face that fell")]
    value: Annotated[int, Meta(description="what it counts for")]
    kept: Annotated[bool, Meta(description="whether it counts")]
    given: Annotated[bool, Meta(description="whether it was rolled by hand")]
    why: Annotated[list[DieChange], Meta(description="what was done to it, first to last")]


class Thrown(TypedDict):
    """A roll of dice notation: the event `rolled` with the whole history of its dice."""

    event: Annotated[Literal["rolled"], Meta(description="the name of the event")]
    rule: Annotated[str, Meta(description="empty: no rule rolls")]
    who: Annotated[str, Meta(description="empty: nobody of a fight rolls")]
    target: Annotated[str, Meta(description="empty")]
    label: Annotated[str, Meta(description="what the roll is for, from `--label` or the comment of the expression")]
    dice: Annotated[list[ThrownDie], Meta(description="all dice, in the order in which they fell")]
    edge_dice: Annotated[list[ThrownDie], Meta(description="empty: advantages are written in the notation")]
    total: Annotated[int, Meta(description="what it came to, cut toward zero")]
    exact: Annotated[str, Meta(description="what it came to, exactly: `7/2`")]
    modifiers: Annotated[list[Modifier], Meta(description="empty: they are part of the expression")]
    edges: Annotated[list[Modifier], Meta(description="empty")]
    expression: Annotated[str, Meta(description="the expression, as it was understood")]
    against: Annotated[int | None, Meta(description="the number it was held against")]
    margin: Annotated[int | None, Meta(description="by how much it passed or missed that")]
    outcome: Annotated[str, Meta(description="how it came out, in the word of the `--system`")]
    under: Annotated[bool, Meta(description="whether it was to stay under the number")]
    counting: Annotated[int, Meta(description="0: faces that count are written in the notation")]
    hidden: Annotated[bool, Meta(description="false")]


class RollReply(TypedDict):
    """Rolls of dice notation."""

    seed: Annotated[str, Meta(description="the seed that rolls the same again")]
    outcome: Annotated[str, Meta(description="that of the roll, if there is just one")]
    events: Annotated[list[Thrown], Meta(description="the rolls, in their order")]


class Exact(TypedDict):
    """A number, exact and rounded."""

    p: Annotated[str, Meta(description="the exact number: `7/16`, `1`")]
    p_float: Annotated[float, Meta(description="the nearest float")]


class Outcome(Exact):
    """A value with its chance."""

    value: Annotated[int | str, Meta(description="the value; a fraction is a text")]
    at_least: Annotated[str, Meta(description="the exact chance of this value or more")]
    at_least_float: Annotated[float, Meta(description="the same as a float")]
    at_most: Annotated[str, Meta(description="the exact chance of this value or less")]
    at_most_float: Annotated[float, Meta(description="the same as a float")]


class ExpressionOdds(TypedDict):
    """The odds of an expression."""

    expression: Annotated[str, Meta(description="the expression, as it was understood")]
    mean: Annotated[str, Meta(description="the exact mean")]
    mean_float: Annotated[float, Meta(description="the same as a float")]
    deviation: Annotated[float, Meta(description="the standard deviation")]
    quantiles: Annotated[
        dict[str, int | str], Meta(description="the least values that 5, 25, 50, 75 and 95 % do not exceed")
    ]
    left_out: Annotated[Exact, Meta(description="the chance of what is not counted, such as endless explosions")]
    outcomes: Annotated[list[Outcome], Meta(description="every value, from the lowest")]
    mean_in_the_limit: Annotated[
        str | None, Meta(description="the exact mean with all that is left out, where something is and it can be had")
    ]
    against: Annotated[int | None, Meta(description="the number of `--vs`")]
    at_least: Annotated[Exact | None, Meta(description="the chance to reach it")]
    exactly: Annotated[Exact | None, Meta(description="the chance of just that number")]
    less: Annotated[Exact | None, Meta(description="the chance to stay below it")]


class Duel(TypedDict):
    """How the first of two expressions stands against the second."""

    beats: Annotated[Exact, Meta(description="the chance that it is higher")]
    ties: Annotated[Exact, Meta(description="the chance that both are the same")]
    loses: Annotated[Exact, Meta(description="the chance that it is lower")]


class DiceOdds(TypedDict):
    """The odds of dice notation."""

    odds: Annotated[list[ExpressionOdds], Meta(description="those of each expression")]
    first: Annotated[Duel | None, Meta(description="the first against the second, where there are just two")]


class Chance(Exact):
    """A chance; of a sample it lies between `low` and `high` in 95 of 100 cases."""

    low: Annotated[float, Meta(description="the lower bound")]
    high: Annotated[float, Meta(description="the upper bound")]


class AnswerOdds(TypedDict):
    """What follows from an answer to a question of the rules."""

    kind: Annotated[str, Meta(description="what kind of choice it is")]
    who: Annotated[str, Meta(description="the id of who decides")]
    answer: Annotated[str, Meta(description="the answer")]
    n: Annotated[int, Meta(description="how often a sample gave it; 0: every outcome was counted")]
    asked: Annotated[Chance, Meta(description="how often the question comes up")]
    best: Annotated[bool, Meta(description="whether it is the best for whoever decides; the totals count on it")]
    losses: Annotated[dict[str, Exact], Meta(description="the health that each one loses on average, by id")]
    downs: Annotated[dict[str, Chance], Meta(description="how often each one goes down, by id")]


class Odds(TypedDict):
    """The odds of a command."""

    sampled: Annotated[bool, Meta(description="whether they come from a sample")]
    n: Annotated[int, Meta(description="how often the command was played for it; 0: every outcome was counted")]
    outcomes: Annotated[dict[str, Chance], Meta(description="the chance of each outcome")]
    losses: Annotated[dict[str, dict[str, Chance]], Meta(description="by id, the chance of each loss of health")]
    downs: Annotated[dict[str, Chance], Meta(description="by id, the chance to go down")]
    answers: Annotated[list[AnswerOdds], Meta(description="what follows from each answer to what the rules may ask")]


class OddsReply(Place, Odds):
    """The odds of a command of a fight, or of a one-liner."""


class LineOdds(Odds):
    """The odds of one of several commands."""

    line: Annotated[str, Meta(description="its line")]


class OddsBeside(Place):
    """The odds of several commands side by side."""

    odds: Annotated[list[LineOdds], Meta(description="those of each, in the order of the line")]


class Refused(TypedDict):
    """Why an action is refused."""

    message: Annotated[str, Meta(description="the reason")]
    rule: Annotated[str, Meta(description="the id of the rule")]


class Action(TypedDict):
    """A line that somebody can type now, or with `--all` one that the rules refuse."""

    number: Annotated[int | None, Meta(description="its number in the list; null where it is refused")]
    line: Annotated[str, Meta(description="the line")]
    cost: Annotated[str, Meta(description="what of a turn it costs")]
    effect: Annotated[str, Meta(description="what it does, or which roll it takes")]
    rule: Annotated[str, Meta(description="the id of the rule that offers it")]
    odds: Annotated[Odds | None, Meta(description="its odds, where `--odds` asks for them and they can be had")]
    allowed: Annotated[bool, Meta(description="whether the rules accept it")]
    refusal: Annotated[Refused | None, Meta(description="why they do not")]


class AvailableActions(Place):
    """What somebody can do now."""

    actions: Annotated[list[Action], Meta(description="line by line")]


class Drop(Chance):
    """How likely somebody goes down."""

    who: Annotated[str, Meta(description="the id; empty where nobody does")]


class Hit(Chance):
    """How likely a foe is hit."""

    who: Annotated[str, Meta(description="the id; empty where none is")]


class Prospect(TypedDict):
    """A line that somebody can type now, with the odds that rank it."""

    number: Annotated[int, Meta(description="its number in the list")]
    who: Annotated[str, Meta(description="the id of whoever would do it")]
    side: Annotated[str, Meta(description="the side of that combatant")]
    line: Annotated[str, Meta(description="the line")]
    cost: Annotated[str, Meta(description="what of a turn it costs")]
    rule: Annotated[str, Meta(description="the id of the rule that offers it")]
    hit: Annotated[Hit, Meta(description="the chance to hit, and whom")]
    partly: Annotated[Chance, Meta(description="the chance that it falls short of a hit and harms a foe all the same")]
    damage: Annotated[Exact, Meta(description="the health that foes lose on average")]
    drop: Annotated[Drop, Meta(description="whom it puts down most likely")]
    own_loss: Annotated[Exact, Meta(description="the health that one's own side loses on average; below 0 it gains")]
    sampled: Annotated[bool, Meta(description="whether the odds come from a sample")]
    n: Annotated[int, Meta(description="how often it was played for that; 0: every outcome was counted")]


class Suggested(Place):
    """What somebody could best do now."""

    ranked: Annotated[list[Prospect], Meta(description="the best first")]
    without_dice: Annotated[int, Meta(description="how many more there are that roll no dice")]
    left_out: Annotated[int, Meta(description="how many were not looked at")]
