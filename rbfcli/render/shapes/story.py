"""The shape of a fight told as a story, with its statistics."""

from typing import TypedDict

from rbfcli.render.shapes.envelope import Judged, Place


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
