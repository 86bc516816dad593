"""The shapes of simulations."""

from typing import Annotated, TypedDict

from msgspec import Meta

from rbfcli.render.json_types.general import Judged


class SideResult(TypedDict):
    """How often a side won."""

    wins: Annotated[int, Meta(description="fights won")]
    chance: Annotated[float, Meta(description="its share of the fights")]
    low: Annotated[float, Meta(description="the lower bound of the chance, 95 %")]
    high: Annotated[float, Meta(description="the upper bound of the chance, 95 %")]


class Ends(TypedDict):
    """How the fights ended: the number of fights for each reason."""

    over: Annotated[int, Meta(description="one side was left, or the rules ended it")]
    rounds: Annotated[int, Meta(description="stopped at the round limit")]
    stuck: Annotated[int, Meta(description="no one could act any more")]


class Rounds(TypedDict):
    """How long the fights took."""

    mean: Annotated[float, Meta(description="the average")]
    p5: Annotated[int, Meta(description="5 % of the fights took this many rounds or fewer")]
    p50: Annotated[int, Meta(description="half of the fights took this many rounds or fewer")]
    p95: Annotated[int, Meta(description="95 % of the fights took this many rounds or fewer")]
    counts: Annotated[dict[str, int], Meta(description="the number of fights for each number of rounds")]


class Fate(TypedDict):
    """What happened to a combatant."""

    name: Annotated[str, Meta(description="the name")]
    side: Annotated[str, Meta(description="the side")]
    down: Annotated[float, Meta(description="the share of the fights that ended with this combatant down")]
    low: Annotated[float, Meta(description="the lower bound of that share, 95 %")]
    high: Annotated[float, Meta(description="the upper bound of that share, 95 %")]
    left: Annotated[float, Meta(description="average health left")]
    dealt: Annotated[float, Meta(description="average damage dealt")]
    taken: Annotated[float, Meta(description="average damage taken")]
    stuck: Annotated[
        int,
        Meta(description="the number of stuck fights that ended with this combatant standing"),
    ]


class OneFight(TypedDict):
    """One of the fights."""

    fight: Annotated[int, Meta(description="its number")]
    line: Annotated[str, Meta(description="the command that prints it as a script; empty for several simulations")]


class Simulation(TypedDict):
    """A fight played many times."""

    source: Annotated[str, Meta(description="the encounter or save; empty: the current fight")]
    system: Annotated[str, Meta(description="the rule system")]
    fights: Annotated[int, Meta(description="the number of fights")]
    stopped: Annotated[bool, Meta(description="whether it was interrupted")]
    seed: Annotated[str, Meta(description="the seed of all fights")]
    policies: Annotated[dict[str, str], Meta(description="the policy of each side")]
    most_rounds: Annotated[int, Meta(description="the round limit")]
    sides: Annotated[dict[str, SideResult], Meta(description="the result of each side")]
    draws: Annotated[int, Meta(description="fights without a winner")]
    ended: Annotated[Ends, Meta(description="how the fights ended")]
    stuck: Annotated[
        list[str],
        Meta(description="why attacks were refused in the first stuck fight"),
    ]
    rounds: Annotated[Rounds, Meta(description="how long the fights took")]
    combatants: Annotated[dict[str, Fate], Meta(description="the combatants at the start, by id")]
    of_nobody: Annotated[
        float,
        Meta(description="average health lost to anything but enemies: bleeding, burning, falls, friendly fire"),
    ]
    median: Annotated[OneFight, Meta(description="the median fight for the first side")]
    worst: Annotated[OneFight, Meta(description="the worst fight for the first side")]


class SweepStep(Simulation):
    """One value of a sweep."""

    value: Annotated[str, Meta(description="the value")]


class ChangedChance(TypedDict):
    """The effect of a change on a side's chance, with the same dice before and after."""

    before: Annotated[float, Meta(description="its share of the unchanged fights")]
    chance: Annotated[float, Meta(description="its share of the changed fights")]
    change: Annotated[float, Meta(description="the difference")]
    low: Annotated[float, Meta(description="the lower bound of the change, 95 %")]
    high: Annotated[float, Meta(description="the upper bound of the change, 95 %")]


class Change(TypedDict):
    """A small change of the fight and its effect."""

    what: Annotated[str, Meta(description="the change, such as `one more thug`")]
    fights: Annotated[int, Meta(description="the number of changed fights")]
    others: Annotated[int, Meta(description="the number of fights with a different winner")]
    sides: Annotated[dict[str, ChangedChance], Meta(description="the effect on each side's chance")]


class Simulated(Judged, Simulation):
    """The result of `simulate`: of the first fight in a comparison, of the first value in a sweep."""

    compared: Annotated[list[Simulation], Meta(description="the fights compared with")]
    sweep: Annotated[list[SweepStep], Meta(description="the values of a sweep")]
    what_matters: Annotated[list[Change], Meta(description="the effects of small changes, largest first")]
    changes_left_out: Annotated[int, Meta(description="the number of changes not played")]


class ReplayedFight(TypedDict):
    """One fight of a simulation as a script."""

    lines: Annotated[list[str], Meta(description="the lines of the script")]
    winner: Annotated[str, Meta(description="the side that won; empty: a draw")]


class ExactChance(TypedDict):
    """An exact chance, rounded down."""

    chance: Annotated[float, Meta(description="the nearest float")]
    exact: Annotated[str, Meta(description="the chance to twelve digits")]


class ExactFate(TypedDict):
    """What happens to a combatant in decided fights."""

    name: Annotated[str, Meta(description="the name")]
    side: Annotated[str, Meta(description="the side")]
    down: Annotated[float, Meta(description="how often it is down at the end")]
    left: Annotated[float, Meta(description="average health at the end")]


class ExactSimulation(TypedDict):
    """The result of `simulate --exact`."""

    source: Annotated[str, Meta(description="the encounter or save; empty: the current fight")]
    system: Annotated[str, Meta(description="the rule system")]
    policies: Annotated[dict[str, str], Meta(description="the policy of each side")]
    most_rounds: Annotated[int, Meta(description="the round limit")]
    positions: Annotated[int, Meta(description="the number of positions")]
    sides: Annotated[dict[str, ExactChance], Meta(description="each side's chance to win")]
    draws: Annotated[ExactChance, Meta(description="the chance of a draw")]
    undecided: Annotated[ExactChance, Meta(description="the chance not followed to an end")]
    mean_rounds: Annotated[float, Meta(description="the average number of rounds of a decided fight")]
    combatants: Annotated[dict[str, ExactFate], Meta(description="the combatants, by id")]
