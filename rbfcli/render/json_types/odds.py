"""The shapes of rolls and odds."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from rbfcli.model.events import Modifier
from rbfcli.render.json_types.general import Place


class DieChange(TypedDict):
    """The effect of a modifier on a die."""

    what: Annotated[str, Meta(description="its effect: dropped, rerolled, added, raised, counted and so on")]
    by: Annotated[str, Meta(description="the modifier as written")]


class ThrownDie(TypedDict):
    """One die of a roll, with the effects of its modifiers."""

    sides: Annotated[int, Meta(description="the number of sides")]
    low: Annotated[int, Meta(description="its lowest face")]
    face: Annotated[int, Meta(description="the face rolled")]
    value: Annotated[int, Meta(description="the value it counts as")]
    kept: Annotated[bool, Meta(description="whether it counts")]
    given: Annotated[bool, Meta(description="whether it was rolled at the table")]
    why: Annotated[list[DieChange], Meta(description="the modifiers that changed it, in order")]


class Thrown(TypedDict):
    """A roll of dice notation: the event `rolled` with the full history of its dice."""

    event: Annotated[Literal["rolled"], Meta(description="the name of the event")]
    rule: Annotated[str, Meta(description="empty: no rule rolls")]
    who: Annotated[str, Meta(description="empty: no combatant rolls")]
    target: Annotated[str, Meta(description="empty")]
    label: Annotated[str, Meta(description="what the roll is for, from `--label` or the comment of the expression")]
    dice: Annotated[list[ThrownDie], Meta(description="all dice, in the order rolled")]
    edge_dice: Annotated[list[ThrownDie], Meta(description="empty: advantages are written in the notation")]
    total: Annotated[int, Meta(description="the total, rounded toward zero")]
    exact: Annotated[str, Meta(description="the exact total: `7/2`")]
    modifiers: Annotated[list[Modifier], Meta(description="empty: they are part of the expression")]
    edges: Annotated[list[Modifier], Meta(description="empty")]
    expression: Annotated[str, Meta(description="the expression as understood")]
    against: Annotated[int | None, Meta(description="the target number")]
    margin: Annotated[int | None, Meta(description="the difference from the target number")]
    outcome: Annotated[str, Meta(description="the outcome, in the word of the `--system`")]
    under: Annotated[bool, Meta(description="whether it must stay under the number")]
    counting: Annotated[int, Meta(description="0: faces that count are written in the notation")]
    hidden: Annotated[bool, Meta(description="false")]


class RollReply(TypedDict):
    """Rolls of dice notation."""

    seed: Annotated[str, Meta(description="the seed that rolls the same again")]
    outcome: Annotated[str, Meta(description="the outcome, if there is only one roll")]
    events: Annotated[list[Thrown], Meta(description="the rolls, in order")]


class Exact(TypedDict):
    """A number, exact and as a float."""

    p: Annotated[str, Meta(description="the exact number: `7/16`, `1`")]
    p_float: Annotated[float, Meta(description="the nearest float")]


class Outcome(Exact):
    """A value and its chance."""

    value: Annotated[int | str, Meta(description="the value; fractions are strings")]
    at_least: Annotated[str, Meta(description="the exact chance of this value or more")]
    at_least_float: Annotated[float, Meta(description="the same as a float")]
    at_most: Annotated[str, Meta(description="the exact chance of this value or less")]
    at_most_float: Annotated[float, Meta(description="the same as a float")]


class ExpressionOdds(TypedDict):
    """The odds of an expression."""

    expression: Annotated[str, Meta(description="the expression as understood")]
    mean: Annotated[str, Meta(description="the exact mean")]
    mean_float: Annotated[float, Meta(description="the same as a float")]
    deviation: Annotated[float, Meta(description="the standard deviation")]
    quantiles: Annotated[dict[str, int | str], Meta(description="the 5, 25, 50, 75 and 95 % quantiles")]
    left_out: Annotated[Exact, Meta(description="the chance not counted, such as endless explosions")]
    outcomes: Annotated[list[Outcome], Meta(description="every value, lowest first")]
    mean_in_the_limit: Annotated[
        str | None, Meta(description="the exact mean including what is left out, if it can be computed")
    ]
    against: Annotated[int | None, Meta(description="the number of `--vs`")]
    at_least: Annotated[Exact | None, Meta(description="the chance to reach it")]
    exactly: Annotated[Exact | None, Meta(description="the chance of exactly that number")]
    less: Annotated[Exact | None, Meta(description="the chance to roll less")]


class Duel(TypedDict):
    """The first of two expressions compared with the second."""

    beats: Annotated[Exact, Meta(description="the chance that it is higher")]
    ties: Annotated[Exact, Meta(description="the chance that both are the same")]
    loses: Annotated[Exact, Meta(description="the chance that it is lower")]


class DiceOdds(TypedDict):
    """The odds of dice notation."""

    odds: Annotated[list[ExpressionOdds], Meta(description="the odds of each expression")]
    first: Annotated[Duel | None, Meta(description="the first compared with the second, if there are two")]


class Chance(Exact):
    """A chance; if it is sampled, `low` and `high` are its 95 % interval."""

    low: Annotated[float, Meta(description="the lower bound")]
    high: Annotated[float, Meta(description="the upper bound")]


class AnswerOdds(TypedDict):
    """The odds after one answer to a question."""

    kind: Annotated[str, Meta(description="the kind of question")]
    who: Annotated[str, Meta(description="the id of who decides")]
    answer: Annotated[str, Meta(description="the answer")]
    n: Annotated[int, Meta(description="the number of sampled plays with this answer; 0: exact")]
    asked: Annotated[Chance, Meta(description="how often the question comes up")]
    best: Annotated[
        bool, Meta(description="whether it is the best answer for the side that decides; the totals assume it")
    ]
    losses: Annotated[dict[str, Exact], Meta(description="average health lost, by id")]
    downs: Annotated[dict[str, Chance], Meta(description="how often each combatant goes down, by id")]


class Odds(TypedDict):
    """The odds of a command."""

    sampled: Annotated[bool, Meta(description="whether the odds are sampled")]
    n: Annotated[int, Meta(description="the number of sampled plays; 0: exact")]
    outcomes: Annotated[dict[str, Chance], Meta(description="the chance of each outcome")]
    losses: Annotated[dict[str, dict[str, Chance]], Meta(description="the chance of each loss of health, by id")]
    downs: Annotated[dict[str, Chance], Meta(description="the chance to go down, by id")]
    answers: Annotated[list[AnswerOdds], Meta(description="the odds of each answer to each possible question")]


class OddsReply(Place, Odds):
    """The odds of a command in a fight, or of a one-liner."""


class LineOdds(Odds):
    """The odds of one of several commands."""

    line: Annotated[str, Meta(description="the command")]


class OddsBeside(Place):
    """The odds of several commands side by side."""

    odds: Annotated[list[LineOdds], Meta(description="the odds of each command, in the order given")]


class Refused(TypedDict):
    """Why an action is refused."""

    message: Annotated[str, Meta(description="the reason")]
    rule: Annotated[str, Meta(description="the id of the rule")]


class Action(TypedDict):
    """A command the actor can use now; with `--all`, also one the rules refuse."""

    number: Annotated[int | None, Meta(description="its number in the list; null if refused")]
    line: Annotated[str, Meta(description="the line")]
    cost: Annotated[str, Meta(description="the cost")]
    effect: Annotated[str, Meta(description="its effect, or its roll")]
    rule: Annotated[str, Meta(description="the id of the rule")]
    odds: Annotated[Odds | None, Meta(description="its odds, with `--odds`")]
    allowed: Annotated[bool, Meta(description="whether the rules allow it")]
    refusal: Annotated[Refused | None, Meta(description="the reason if they do not")]


class AvailableActions(Place):
    """The actor's options."""

    actions: Annotated[list[Action], Meta(description="the actions")]


class Drop(Chance):
    """The chance that a combatant goes down."""

    who: Annotated[str, Meta(description="the id; empty: no one")]


class Hit(Chance):
    """The chance that a foe is hit."""

    who: Annotated[str, Meta(description="the id; empty: no one")]


class Prospect(TypedDict):
    """A command the actor can use now, with the odds that rank it."""

    number: Annotated[int, Meta(description="its number in the list")]
    who: Annotated[str, Meta(description="the id of the actor")]
    side: Annotated[str, Meta(description="the actor's side")]
    line: Annotated[str, Meta(description="the line")]
    cost: Annotated[str, Meta(description="the cost")]
    rule: Annotated[str, Meta(description="the id of the rule")]
    hit: Annotated[Hit, Meta(description="the chance to hit, and the foe")]
    partly: Annotated[Chance, Meta(description="the chance to harm a foe without a full hit")]
    damage: Annotated[Exact, Meta(description="average health lost by foes")]
    drop: Annotated[Drop, Meta(description="the foe most likely to go down")]
    own_loss: Annotated[Exact, Meta(description="average health lost by the actor's side; negative: gained")]
    sampled: Annotated[bool, Meta(description="whether the odds are sampled")]
    n: Annotated[int, Meta(description="the number of sampled plays; 0: exact")]


class Suggested(Place):
    """The actor's best options."""

    ranked: Annotated[list[Prospect], Meta(description="the best first")]
    without_dice: Annotated[int, Meta(description="the number of further options without dice")]
    left_out: Annotated[int, Meta(description="the number of options not ranked")]
