"""The shapes of simulations and solved fights."""

from typing import Annotated, TypedDict

from msgspec import Meta

from rbfcli.render.json_types.general import Judged


class SideResult(TypedDict):
    """How often a side won."""

    wins: Annotated[int, Meta(description="the fights it won")]
    chance: Annotated[float, Meta(description="its share of the fights")]
    low: Annotated[float, Meta(description="the lower bound of the chance, 95 %")]
    high: Annotated[float, Meta(description="the upper bound of the chance, 95 %")]


class Ends(TypedDict):
    """How the fights ended, in numbers of them."""

    over: Annotated[int, Meta(description="one side stood, or the rules said so")]
    rounds: Annotated[int, Meta(description="stopped after the most rounds")]
    stuck: Annotated[int, Meta(description="nobody did anything any more")]


class Rounds(TypedDict):
    """How long the fights took."""

    mean: Annotated[float, Meta(description="rounds on average")]
    p5: Annotated[int, Meta(description="5 % of the fights took no more rounds than this")]
    p50: Annotated[int, Meta(description="half of the fights took no more rounds than this")]
    p95: Annotated[int, Meta(description="95 % of the fights took no more rounds than this")]
    counts: Annotated[dict[str, int], Meta(description="the fights by their number of rounds")]


class Fate(TypedDict):
    """What befell somebody."""

    name: Annotated[str, Meta(description="the name")]
    side: Annotated[str, Meta(description="the side")]
    down: Annotated[float, Meta(description="the share of the fights that ended with this one out of it")]
    low: Annotated[float, Meta(description="the lower bound of that share, 95 %")]
    high: Annotated[float, Meta(description="the upper bound of that share, 95 %")]
    left: Annotated[float, Meta(description="the health left on average")]
    dealt: Annotated[float, Meta(description="the health taken from others on average")]
    taken: Annotated[float, Meta(description="the health lost on average")]
    stuck: Annotated[
        int,
        Meta(
            description="how many fights, of those in which nobody did anything any more, ended with this one still up"
        ),
    ]


class OneFight(TypedDict):
    """One of the fights."""

    fight: Annotated[int, Meta(description="its number")]
    line: Annotated[
        str, Meta(description="the line that prints it as a script; empty where several simulations were asked for")
    ]


class Simulation(TypedDict):
    """A fight that was played many times."""

    source: Annotated[str, Meta(description="the encounter or save that was named; empty: the fight at hand")]
    system: Annotated[str, Meta(description="the rule system")]
    fights: Annotated[int, Meta(description="how many were played")]
    stopped: Annotated[bool, Meta(description="whether somebody stopped it before its end")]
    seed: Annotated[str, Meta(description="the seed that all of them come from")]
    policies: Annotated[dict[str, str], Meta(description="by side, the policy that played it")]
    most_rounds: Annotated[int, Meta(description="after how many rounds a fight was stopped")]
    sides: Annotated[dict[str, SideResult], Meta(description="by side, how often it won")]
    draws: Annotated[int, Meta(description="the fights that nobody won")]
    ended: Annotated[Ends, Meta(description="how they ended")]
    stuck: Annotated[
        list[str],
        Meta(
            description="why nobody could do anything any more in the first that got stuck: what an attack was"
            " refused for"
        ),
    ]
    rounds: Annotated[Rounds, Meta(description="how long they took")]
    combatants: Annotated[dict[str, Fate], Meta(description="by id, what befell whoever began the fight")]
    of_nobody: Annotated[
        float,
        Meta(
            description="the health lost on average that nobody of another side took: by bleeding, burning,"
            " falls, oneself or friends"
        ),
    ]
    median: Annotated[OneFight, Meta(description="one that went better for the first side than half of them")]
    worst: Annotated[OneFight, Meta(description="the one that went worst for the first side")]


class SweepStep(Simulation):
    """One value of a sweep."""

    value: Annotated[str, Meta(description="what was set")]


class ChangedChance(TypedDict):
    """What a change of the fight does to the chance of a side, both played with the same dice."""

    before: Annotated[float, Meta(description="its share of the fights as they are")]
    chance: Annotated[float, Meta(description="its share of the changed fights")]
    change: Annotated[float, Meta(description="how much more that is; negative: less")]
    low: Annotated[float, Meta(description="the lower bound of the change, 95 %")]
    high: Annotated[float, Meta(description="the upper bound of the change, 95 %")]


class Change(TypedDict):
    """A small change of the fight, and what it comes to."""

    what: Annotated[str, Meta(description="what is changed, such as `one more thug`")]
    fights: Annotated[int, Meta(description="how many changed fights were played")]
    others: Annotated[int, Meta(description="how many of them another side won than without the change")]
    sides: Annotated[dict[str, ChangedChance], Meta(description="by side, what it does to its chance")]


class Simulated(Judged, Simulation):
    """What `simulate` answers; of a comparison the first fight, of a sweep the first value."""

    compared: Annotated[list[Simulation], Meta(description="the fights it is compared with")]
    sweep: Annotated[list[SweepStep], Meta(description="every value of a sweep")]
    what_matters: Annotated[
        list[Change], Meta(description="what small changes of the fight would come to, largest first")
    ]
    changes_left_out: Annotated[int, Meta(description="how many more changes there are than can be played")]


class ReplayedFight(TypedDict):
    """One fight of a simulation as a script."""

    lines: Annotated[list[str], Meta(description="the lines of the script")]
    winner: Annotated[str, Meta(description="the side that won; empty: a draw")]


class ExactChance(TypedDict):
    """A chance that was followed exactly, rounded down."""

    chance: Annotated[float, Meta(description="the nearest float")]
    exact: Annotated[str, Meta(description="the chance to twelve digits")]


class ExactFate(TypedDict):
    """What befalls somebody, where the fight is decided."""

    name: Annotated[str, Meta(description="the name")]
    side: Annotated[str, Meta(description="the side")]
    down: Annotated[float, Meta(description="how often it is out at the end")]
    left: Annotated[float, Meta(description="the health it has at the end, on average")]


class ExactSimulation(TypedDict):
    """What `simulate --exact` answers."""

    source: Annotated[str, Meta(description="what is followed; empty: the fight as it stands")]
    system: Annotated[str, Meta(description="the rule system")]
    policies: Annotated[dict[str, str], Meta(description="by side, how it plays")]
    most_rounds: Annotated[int, Meta(description="the cap of rounds")]
    positions: Annotated[int, Meta(description="how many positions were looked at")]
    sides: Annotated[dict[str, ExactChance], Meta(description="by side, the chance to win")]
    draws: Annotated[ExactChance, Meta(description="the chance that nobody wins")]
    undecided: Annotated[
        ExactChance, Meta(description="the chance of what was not followed to an end: any side may win it")
    ]
    mean_rounds: Annotated[float, Meta(description="the rounds of a decided fight on average")]
    combatants: Annotated[dict[str, ExactFate], Meta(description="by id, what befalls everybody")]
