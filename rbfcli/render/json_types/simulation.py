"""The shapes of simulations."""

from typing import Annotated, TypedDict

from rbfcli.render.json_types.general import Judged, about


class SideResult(TypedDict):
    """How often a side won."""

    wins: Annotated[int, about("fights won")]
    chance: Annotated[float, about("its share of the fights")]
    low: Annotated[float, about("the lower bound of the chance, 95 %")]
    high: Annotated[float, about("the upper bound of the chance, 95 %")]


class Ends(TypedDict):
    """How the fights ended: the number of fights for each reason."""

    over: Annotated[int, about("one side was left, or the rules ended it")]
    rounds: Annotated[int, about("stopped at the round limit")]
    stuck: Annotated[int, about("no one could act any more")]


class Rounds(TypedDict):
    """How long the fights took."""

    mean: Annotated[float, about("the average")]
    p5: Annotated[int, about("5 % of the fights took this many rounds or fewer")]
    p50: Annotated[int, about("half of the fights took this many rounds or fewer")]
    p95: Annotated[int, about("95 % of the fights took this many rounds or fewer")]
    counts: Annotated[dict[str, int], about("the number of fights for each number of rounds")]


class Fate(TypedDict):
    """What happened to a combatant."""

    name: Annotated[str, about("the name")]
    side: Annotated[str, about("the side")]
    down: Annotated[float, about("the share of the fights that ended with this combatant down")]
    low: Annotated[float, about("the lower bound of that share, 95 %")]
    high: Annotated[float, about("the upper bound of that share, 95 %")]
    left: Annotated[float, about("average health left")]
    dealt: Annotated[float, about("average damage dealt")]
    taken: Annotated[float, about("average damage taken")]
    stuck: Annotated[int, about("the number of stuck fights that ended with this combatant standing")]


class OneFight(TypedDict):
    """One of the fights."""

    fight: Annotated[int, about("its number")]
    line: Annotated[str, about("the command that prints it as a script; empty for several simulations")]


class Simulation(TypedDict):
    """A fight played many times."""

    source: Annotated[str, about("the encounter or save; empty: the current fight")]
    system: Annotated[str, about("the rule system")]
    fights: Annotated[int, about("the number of fights")]
    stopped: Annotated[bool, about("whether it was interrupted")]
    seed: Annotated[str, about("the seed of all fights")]
    policies: Annotated[dict[str, str], about("the policy of each side")]
    most_rounds: Annotated[int, about("the round limit")]
    sides: Annotated[dict[str, SideResult], about("the result of each side")]
    draws: Annotated[int, about("fights without a winner")]
    ended: Annotated[Ends, about("how the fights ended")]
    stuck: Annotated[list[str], about("why attacks were refused in the first stuck fight")]
    rounds: Annotated[Rounds, about("how long the fights took")]
    combatants: Annotated[dict[str, Fate], about("the combatants at the start, by id")]
    of_nobody: Annotated[
        float, about("average health lost to anything but enemies: bleeding, burning, falls, friendly fire")
    ]
    median: Annotated[OneFight, about("the median fight for the first side")]
    worst: Annotated[OneFight, about("the worst fight for the first side")]


class SweepStep(Simulation):
    """One value of a sweep."""

    value: Annotated[str, about("the value")]


class ChangedChance(TypedDict):
    """The effect of a change on a side's chance, with the same dice before and after."""

    before: Annotated[float, about("its share of the unchanged fights")]
    chance: Annotated[float, about("its share of the changed fights")]
    change: Annotated[float, about("the difference")]
    low: Annotated[float, about("the lower bound of the change, 95 %")]
    high: Annotated[float, about("the upper bound of the change, 95 %")]


class Change(TypedDict):
    """A small change of the fight and its effect."""

    what: Annotated[str, about("the change, such as `one more thug`")]
    fights: Annotated[int, about("the number of changed fights")]
    others: Annotated[int, about("the number of fights with a different winner")]
    sides: Annotated[dict[str, ChangedChance], about("the effect on each side's chance")]


class Simulated(Judged, Simulation):
    """The result of `simulate`: of the first fight in a comparison, of the first value in a sweep."""

    compared: Annotated[list[Simulation], about("the fights compared with")]
    sweep: Annotated[list[SweepStep], about("the values of a sweep")]
    what_matters: Annotated[list[Change], about("the effects of small changes, largest first")]
    changes_left_out: Annotated[int, about("the number of changes not played")]


class ReplayedFight(TypedDict):
    """One fight of a simulation as a script."""

    lines: Annotated[list[str], about("the lines of the script")]
    winner: Annotated[str, about("the side that won; empty: a draw")]


class ExactChance(TypedDict):
    """An exact chance, rounded down."""

    chance: Annotated[float, about("the nearest float")]
    exact: Annotated[str, about("the chance to twelve digits")]


class ExactFate(TypedDict):
    """What happens to a combatant in decided fights."""

    name: Annotated[str, about("the name")]
    side: Annotated[str, about("the side")]
    down: Annotated[float, about("how often it is down at the end")]
    left: Annotated[float, about("average health at the end")]


class ExactSimulation(TypedDict):
    """The result of `simulate --exact`."""

    source: Annotated[str, about("the encounter or save; empty: the current fight")]
    system: Annotated[str, about("the rule system")]
    policies: Annotated[dict[str, str], about("the policy of each side")]
    most_rounds: Annotated[int, about("the round limit")]
    positions: Annotated[int, about("the number of positions")]
    sides: Annotated[dict[str, ExactChance], about("each side's chance to win")]
    draws: Annotated[ExactChance, about("the chance of a draw")]
    undecided: Annotated[ExactChance, about("the chance not followed to an end")]
    mean_rounds: Annotated[float, about("the average number of rounds of a decided fight")]
    combatants: Annotated[dict[str, ExactFate], about("the combatants, by id")]
