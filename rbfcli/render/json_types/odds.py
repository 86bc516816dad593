"""The shapes of rolls and odds."""

from typing import Annotated, Literal, TypedDict

from rbfcli.model.events import Modifier
from rbfcli.render.json_types.general import Place, about


class DieChange(TypedDict):
    """The effect of a modifier on a die."""

    what: Annotated[str, about("its effect: dropped, rerolled, added, raised, counted and so on")]
    by: Annotated[str, about("the modifier as written")]


class ThrownDie(TypedDict):
    """One die of a roll, with the effects of its modifiers."""

    sides: Annotated[int, about("the number of sides")]
    low: Annotated[int, about("its lowest face")]
    face: Annotated[int, about("the face rolled")]
    value: Annotated[int, about("the value it counts as")]
    kept: Annotated[bool, about("whether it counts")]
    given: Annotated[bool, about("whether it was rolled at the table")]
    why: Annotated[list[DieChange], about("the modifiers that changed it, in order")]


class Thrown(TypedDict):
    """A roll of dice notation: the event `rolled` with the full history of its dice."""

    event: Annotated[Literal["rolled"], about("the name of the event")]
    rule: Annotated[str, about("empty: no rule rolls")]
    who: Annotated[str, about("empty: no combatant rolls")]
    target: Annotated[str, about("empty")]
    label: Annotated[str, about("what the roll is for, from `--label` or the comment of the expression")]
    dice: Annotated[list[ThrownDie], about("all dice, in the order rolled")]
    edge_dice: Annotated[list[ThrownDie], about("empty: advantages are written in the notation")]
    total: Annotated[int, about("the total, rounded toward zero")]
    exact: Annotated[str, about("the exact total: `7/2`")]
    modifiers: Annotated[list[Modifier], about("empty: they are part of the expression")]
    edges: Annotated[list[Modifier], about("empty")]
    expression: Annotated[str, about("the expression as understood")]
    against: Annotated[int | None, about("the target number")]
    margin: Annotated[int | None, about("the difference from the target number")]
    outcome: Annotated[str, about("the outcome, in the word of the `--system`")]
    under: Annotated[bool, about("whether it must stay under the number")]
    counting: Annotated[int, about("0: faces that count are written in the notation")]
    hidden: Annotated[bool, about("false")]


class RollReply(TypedDict):
    """Rolls of dice notation."""

    seed: Annotated[str, about("the seed that rolls the same again")]
    outcome: Annotated[str, about("the outcome, if there is only one roll")]
    events: Annotated[list[Thrown], about("the rolls, in order")]


class Exact(TypedDict):
    """A number, exact and as a float."""

    p: Annotated[str, about("the exact number: `7/16`, `1`")]
    p_float: Annotated[float, about("the nearest float")]


class Outcome(Exact):
    """A value and its chance."""

    value: Annotated[int | str, about("the value; fractions are strings")]
    at_least: Annotated[str, about("the exact chance of this value or more")]
    at_least_float: Annotated[float, about("the same as a float")]
    at_most: Annotated[str, about("the exact chance of this value or less")]
    at_most_float: Annotated[float, about("the same as a float")]


class ExpressionOdds(TypedDict):
    """The odds of an expression."""

    expression: Annotated[str, about("the expression as understood")]
    mean: Annotated[str, about("the exact mean")]
    mean_float: Annotated[float, about("the same as a float")]
    deviation: Annotated[float, about("the standard deviation")]
    quantiles: Annotated[dict[str, int | str], about("the 5, 25, 50, 75 and 95 % quantiles")]
    left_out: Annotated[Exact, about("the chance not counted, such as endless explosions")]
    outcomes: Annotated[list[Outcome], about("every value, lowest first")]
    mean_in_the_limit: Annotated[str | None, about("the exact mean including what is left out, if it can be computed")]
    against: Annotated[int | None, about("the number of `--vs`")]
    at_least: Annotated[Exact | None, about("the chance to reach it")]
    exactly: Annotated[Exact | None, about("the chance of exactly that number")]
    less: Annotated[Exact | None, about("the chance to roll less")]


class Duel(TypedDict):
    """The first of two expressions compared with the second."""

    beats: Annotated[Exact, about("the chance that it is higher")]
    ties: Annotated[Exact, about("the chance that both are the same")]
    loses: Annotated[Exact, about("the chance that it is lower")]


class DiceOdds(TypedDict):
    """The odds of dice notation."""

    odds: Annotated[list[ExpressionOdds], about("the odds of each expression")]
    first: Annotated[Duel | None, about("the first compared with the second, if there are two")]


class Chance(Exact):
    """A chance; if it is sampled, `low` and `high` are its 95 % interval."""

    low: Annotated[float, about("the lower bound")]
    high: Annotated[float, about("the upper bound")]


class AnswerOdds(TypedDict):
    """The odds after one answer to a question."""

    kind: Annotated[str, about("the kind of question")]
    who: Annotated[str, about("the id of who decides")]
    answer: Annotated[str, about("the answer")]
    n: Annotated[int, about("the number of sampled plays with this answer; 0: exact")]
    asked: Annotated[Chance, about("how often the question comes up")]
    best: Annotated[bool, about("whether it is the best answer for the side that decides; the totals assume it")]
    losses: Annotated[dict[str, Exact], about("average health lost, by id")]
    downs: Annotated[dict[str, Chance], about("how often each combatant goes down, by id")]


class Odds(TypedDict):
    """The odds of a command."""

    sampled: Annotated[bool, about("whether the odds are sampled")]
    n: Annotated[int, about("the number of sampled plays; 0: exact")]
    outcomes: Annotated[dict[str, Chance], about("the chance of each outcome")]
    losses: Annotated[dict[str, dict[str, Chance]], about("the chance of each loss of health, by id")]
    downs: Annotated[dict[str, Chance], about("the chance to go down, by id")]
    answers: Annotated[list[AnswerOdds], about("the odds of each answer to each possible question")]


class OddsReply(Place, Odds):
    """The odds of a command in a fight, or of a one-liner."""


class LineOdds(Odds):
    """The odds of one of several commands."""

    line: Annotated[str, about("the command")]


class OddsBeside(Place):
    """The odds of several commands side by side."""

    odds: Annotated[list[LineOdds], about("the odds of each command, in the order given")]


class Refused(TypedDict):
    """Why an action is refused."""

    message: Annotated[str, about("the reason")]
    rule: Annotated[str, about("the id of the rule")]


class Action(TypedDict):
    """A command the actor can use now; with `--all`, also one the rules refuse."""

    number: Annotated[int | None, about("its number in the list; null if refused")]
    line: Annotated[str, about("the line")]
    cost: Annotated[str, about("the cost")]
    effect: Annotated[str, about("its effect, or its roll")]
    rule: Annotated[str, about("the id of the rule")]
    odds: Annotated[Odds | None, about("its odds, with `--odds`")]
    allowed: Annotated[bool, about("whether the rules allow it")]
    refusal: Annotated[Refused | None, about("the reason if they do not")]


class AvailableActions(Place):
    """The actor's options."""

    actions: Annotated[list[Action], about("the actions")]


class Drop(Chance):
    """The chance that a combatant goes down."""

    who: Annotated[str, about("the id; empty: no one")]


class Hit(Chance):
    """The chance that a foe is hit."""

    who: Annotated[str, about("the id; empty: no one")]


class Prospect(TypedDict):
    """A command the actor can use now, with the odds that rank it."""

    number: Annotated[int, about("its number in the list")]
    who: Annotated[str, about("the id of the actor")]
    side: Annotated[str, about("the actor's side")]
    line: Annotated[str, about("the line")]
    cost: Annotated[str, about("the cost")]
    rule: Annotated[str, about("the id of the rule")]
    hit: Annotated[Hit, about("the chance to hit, and the foe")]
    partly: Annotated[Chance, about("the chance to harm a foe without a full hit")]
    damage: Annotated[Exact, about("average health lost by foes")]
    drop: Annotated[Drop, about("the foe most likely to go down")]
    own_loss: Annotated[Exact, about("average health lost by the actor's side; negative: gained")]
    sampled: Annotated[bool, about("whether the odds are sampled")]
    n: Annotated[int, about("the number of sampled plays; 0: exact")]


class Suggested(Place):
    """The actor's best options."""

    ranked: Annotated[list[Prospect], about("the best first")]
    without_dice: Annotated[int, about("the number of further options without dice")]
    left_out: Annotated[int, about("the number of options not ranked")]
