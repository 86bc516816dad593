"""The shapes of a fight and its story."""

from typing import Any, TypedDict

from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import Combatant, Fight
from rbfcli.render.json_types.general import Judged, Place


class Played(Place):
    """A command of a fight, or a one-liner without one."""

    outcome: str
    """how it came out, in the word of the system; empty where nothing was decided"""
    events: tuple[AnyEvent, ...]
    """what happened, in this order"""


class Begun(Place):
    """A fight that began."""

    seed: str
    """the seed of its dice"""


class Shown(Place):
    """The whole fight, as the GM sees it."""

    fight: Fight
    """all there is to know of it"""


class ShownCombatant(Place):
    """One combatant, as the GM sees it."""

    who: str
    """its id"""
    combatant: Combatant
    """its sheet"""


class Reach(Place):
    """The ground with what somebody gets to."""

    who: str
    """the id of whose reach it is"""
    picture: list[str]
    """the ground in lines of text"""


class Stepped(Place):
    """Commands that were undone, or done again."""

    lines: list[str]
    """their lines, in the order in which they were taken"""


class Entry(TypedDict):
    """A line of the journal, played again."""

    line: str
    """the line"""
    outcome: str
    """how it came out"""
    events: tuple[AnyEvent, ...]
    """what happened"""


class Log(Place, Judged):
    """The journal, with what each line did."""

    entries: list[Entry]
    """its lines, in their order"""
    faults: list[str]
    """what is wrong with it"""


class LogScript(Place, Judged):
    """The journal as a script that plays the same fight again."""

    lines: list[str]
    """the lines of the script"""
    faults: list[str]
    """what is wrong with the journal"""


class Summary(TypedDict):
    """A fight that was kept, in short."""

    title: str
    """what it is called"""
    commands: int
    """how many commands its journal has"""
    undone: int
    """how many were taken back and could be done again"""


class Restored(Place, Summary):
    """A kept fight that is back in its place."""


class Kept(Place, Summary):
    """A kept fight."""

    number: int
    """the number that `restore` takes"""


class KeptFights(TypedDict):
    """The fights that are kept."""

    kept: list[Kept]
    """the latest first"""


class SeenCombatant(TypedDict):
    """A combatant as players see it."""

    name: str
    """what it is called"""
    side: str
    """the side it fights on"""
    state: str
    """how it is, in a word: unhurt, hurt, bloodied, badly hurt, down"""
    up: bool
    """whether it is still in the fight"""
    acts: bool
    """whether it is its turn"""
    chooses: bool
    """whether the rules wait for its answer"""
    initiative: int | None
    """its count, where the side that looks on may know it"""
    conditions: dict[str, int]
    """what can be seen to lie on it, each with the rounds that it lasts; 0: until it is removed"""
    facts: dict[str, str]
    """what may be known of it, as the screen says it"""


class SeenQuestion(TypedDict):
    """A choice that is open, as players see it."""

    kind: str
    """what kind of choice it is"""
    who: str
    """the id of who decides; empty: the GM"""
    text: str
    """the question in words"""
    answers: tuple[str, ...]
    """the answers that can be given"""


class SeenFight(TypedDict):
    """The fight as players see it."""

    system: str
    """the rule system"""
    title: str
    """what the fight is called"""
    round: int
    """the round that runs"""
    phase: str
    """the phase that runs, in systems that have phases"""
    turn: str
    """the id of whose turn it is"""
    over: str
    """how the fight ended; empty while it runs"""
    side: str
    """the side that looks on; empty: what everybody sees"""
    order: list[str]
    """the ids of the order of turns"""
    combatants: dict[str, SeenCombatant]
    """everyone in sight, by id"""
    ground: list[str]
    """the ground in lines of text"""
    questions: list[SeenQuestion]
    """the choices that are open"""


class Statement(TypedDict):
    """A statement of a script that prints nothing of its own."""


class Value(TypedDict):
    """A `let` of a script."""

    value: Any
    """what the variable holds now; fractions and ranges are texts"""


class Printed(TypedDict):
    """A `print` of a script."""

    text: str
    """what is printed"""


class Difference(TypedDict):
    """The first line of a transcript whose output is not the same."""

    line: int
    """its number, from 1"""
    expected: str
    """what stands there"""
    got: str
    """what came out"""


class Replayed(Judged):
    """A transcript that was played again by `run --check`."""

    played: int
    """how many lines came out the same"""
    difference: Difference | None
    """the first difference; null where there is none"""


class FailedStatement(TypedDict):
    """A statement of a script that did not come out."""

    where: str
    """file, line and column; of a file that cannot be read its name alone"""
    statement: str
    """the statement; empty where it is the whole script"""
    message: str
    """what is wrong"""


class ScriptRun(Judged):
    """A script of a folder, and what it came to."""

    expectations: int
    """how many expectations were checked"""
    failed: int
    """how many of them failed"""
    status: int
    """the exit status that its first error would have; 0 where there was none"""
    failures: list[FailedStatement]
    """the expectations that failed, and then its errors"""


class Health(TypedDict):
    """The health of somebody."""

    began: int
    """when the fight began, or it joined"""
    ended: int | None
    """in the end; null where it has left"""
    most: int
    """at most"""


class Person(TypedDict):
    """Somebody's fight in numbers."""

    who: str
    """the id"""
    name: str
    """what it is called"""
    side: str
    """its side"""
    health: Health
    """its health"""
    standing: bool
    """whether it stands in the end"""
    dealt: int
    """the damage that it dealt"""
    taken: int
    """the damage that it took"""
    healed: int
    """the health that it got back"""
    hits: int
    """how many of its attacks hit"""
    partly: int
    """how many hit in part"""
    attempts: int
    """how many there were"""


class Loss(TypedDict):
    """Damage or healing, summed up."""

    round: int
    """in which round"""
    by: str
    """whose doing it was; empty: nobody's"""
    to: str
    """to whom"""
    amount: int
    """how much"""


class Fall(TypedDict):
    """Somebody going down."""

    round: int
    """in which round"""
    who: str
    """who"""
    by: str
    """whose doing it was; empty: nobody's"""


class Luck(TypedDict):
    """How lucky somebody was with rolls that succeed or fail."""

    who: str
    """the id"""
    rolls: int
    """how many rolls were counted"""
    successes: int
    """how many succeeded"""
    expected: str
    """how many were to be expected, exactly"""
    expected_float: float
    """the same as a float"""
    deviation: float
    """the standard deviation of that"""
    as_many_or_more: float
    """the chance of as many or more"""
    as_many_or_fewer: float
    """the chance of as many or fewer"""
    percentile: float
    """where that lies, from 0 to 100"""
    in_words: str
    """the same in words"""
    given: int
    """how many dice were rolled by hand"""
    uncounted: int
    """how many rolls have no chance to compare with"""


class Sums(TypedDict):
    """How somebody's totals compare with the mean."""

    who: str
    """the id"""
    rolls: int
    """how many rolls were counted"""
    total: int
    """what they came to"""
    mean: str
    """what was to be expected, exactly"""
    mean_float: float
    """the same as a float"""
    variance: str
    """the variance of that, exactly"""
    deviations: float
    """how many standard deviations the total is off"""
    given: int
    """how many dice were rolled by hand"""
    uncounted: int
    """how many rolls have no mean to compare with"""


class Told(TypedDict):
    """A line of the story."""

    kind: str
    """what it tells"""
    text: str
    """the line"""


class Deed(TypedDict):
    """A command with what it did."""

    command: str
    """its line"""
    told: list[Told]
    """what it did, in words"""


class Chapter(TypedDict):
    """A round of the story."""

    round: int
    """its number; 0 before the first"""
    heading: str
    """its heading"""
    commands: list[Deed]
    """what was done in it"""


class Tale(TypedDict):
    """A fight as a story."""

    title: str
    """what the fight is called"""
    rules: str
    """the system it was played by"""
    rounds: int
    """how many rounds it took"""
    people: list[Person]
    """everybody"""
    damage: list[Loss]
    """the damage"""
    healing: list[Loss]
    """the healing"""
    falls: list[Fall]
    """who went down"""
    luck: list[Luck]
    """rolls that succeed or fail, by whose they are"""
    sums: list[Sums]
    """totals, by whose they are"""
    chapters: list[Chapter]
    """the story itself, a round each"""
    faults: list[str]
    """what is wrong with the journal"""


class Story(Place, Judged):
    """The journal as a story, with statistics."""

    story: Tale
    """the story"""
