"""The shapes of `roll` and of the odds of dice."""

from typing import Literal, TypedDict

from rbfcli.kernel.events import Modifier


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
