"""The shapes of simulations and solved fights."""

from typing import TypedDict

from rbfcli.render.json_types.general import Judged


class SideResult(TypedDict):
    """How often a side won."""

    wins: int
    """the fights it won"""
    chance: float
    """its share of the fights"""
    low: float
    """the lower bound of the chance, 95 %"""
    high: float
    """the upper bound of the chance, 95 %"""


class Ends(TypedDict):
    """How the fights ended, in numbers of them."""

    over: int
    """one side stood, or the rules said so"""
    rounds: int
    """stopped after the most rounds"""
    stuck: int
    """nobody did anything any more"""


class Rounds(TypedDict):
    """How long the fights took."""

    mean: float
    """rounds on average"""
    p5: int
    """5 % of the fights took no more rounds than this"""
    p50: int
    """half of the fights took no more rounds than this"""
    p95: int
    """95 % of the fights took no more rounds than this"""
    counts: dict[str, int]
    """the fights by their number of rounds"""


class Fate(TypedDict):
    """What befell somebody."""

    name: str
    """the name"""
    side: str
    """the side"""
    down: float
    """the share of the fights that ended with this one out of it"""
    low: float
    """the lower bound of that share, 95 %"""
    high: float
    """the upper bound of that share, 95 %"""
    left: float
    """the health left on average"""
    dealt: float
    """the health taken from others on average"""
    taken: float
    """the health lost on average"""
    stuck: int
    """how many fights, of those in which nobody did anything any more, ended with this one still up"""


class OneFight(TypedDict):
    """One of the fights."""

    fight: int
    """its number"""
    line: str
    """the line that prints it as a script; empty where several simulations were asked for"""


class Simulation(TypedDict):
    """A fight that was played many times."""

    source: str
    """the encounter or save that was named; empty: the fight at hand"""
    system: str
    """the rule system"""
    fights: int
    """how many were played"""
    stopped: bool
    """whether somebody stopped it before its end"""
    seed: str
    """the seed that all of them come from"""
    policies: dict[str, str]
    """by side, the policy that played it"""
    most_rounds: int
    """after how many rounds a fight was stopped"""
    sides: dict[str, SideResult]
    """by side, how often it won"""
    draws: int
    """the fights that nobody won"""
    ended: Ends
    """how they ended"""
    stuck: list[str]
    """why nobody could do anything any more in the first that got stuck: what an attack was refused for"""
    rounds: Rounds
    """how long they took"""
    combatants: dict[str, Fate]
    """by id, what befell whoever began the fight"""
    of_nobody: float
    """the health lost on average that nobody of another side took: by bleeding, burning, falls, oneself or friends"""
    median: OneFight
    """one that went better for the first side than half of them"""
    worst: OneFight
    """the one that went worst for the first side"""


class SweepStep(Simulation):
    """One value of a sweep."""

    value: str
    """what was set"""


class ChangedChance(TypedDict):
    """What a change of the fight does to the chance of a side, both played with the same dice."""

    before: float
    """its share of the fights as they are"""
    chance: float
    """its share of the changed fights"""
    change: float
    """how much more that is; negative: less"""
    low: float
    """the lower bound of the change, 95 %"""
    high: float
    """the upper bound of the change, 95 %"""


class Change(TypedDict):
    """A small change of the fight, and what it comes to."""

    what: str
    """what is changed, such as `one more thug`"""
    fights: int
    """how many changed fights were played"""
    others: int
    """how many of them another side won than without the change"""
    sides: dict[str, ChangedChance]
    """by side, what it does to its chance"""


class Simulated(Judged, Simulation):
    """What `simulate` answers; of a comparison the first fight, of a sweep the first value."""

    compared: list[Simulation]
    """the fights it is compared with"""
    sweep: list[SweepStep]
    """every value of a sweep"""
    what_matters: list[Change]
    """what small changes of the fight would come to, largest first"""
    changes_left_out: int
    """how many more changes there are than can be played"""


class ReplayedFight(TypedDict):
    """One fight of a simulation as a script."""

    lines: list[str]
    """the lines of the script"""
    winner: str
    """the side that won; empty: a draw"""


class ExactChance(TypedDict):
    """A chance that was followed exactly, rounded down."""

    chance: float
    """the nearest float"""
    exact: str
    """the chance to twelve digits"""


class ExactFate(TypedDict):
    """What befalls somebody, where the fight is decided."""

    name: str
    """the name"""
    side: str
    """the side"""
    down: float
    """how often it is out at the end"""
    left: float
    """the health it has at the end, on average"""


class ExactSimulation(TypedDict):
    """What `simulate --exact` answers."""

    source: str
    """what is followed; empty: the fight as it stands"""
    system: str
    """the rule system"""
    policies: dict[str, str]
    """by side, how it plays"""
    most_rounds: int
    """the cap of rounds"""
    positions: int
    """how many positions were looked at"""
    sides: dict[str, ExactChance]
    """by side, the chance to win"""
    draws: ExactChance
    """the chance that nobody wins"""
    undecided: ExactChance
    """the chance of what was not followed to an end: any side may win it"""
    mean_rounds: float
    """the rounds of a decided fight on average"""
    combatants: dict[str, ExactFate]
    """by id, what befalls everybody"""
