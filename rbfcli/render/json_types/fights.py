"""The shapes of a fight and its story."""

from typing import Annotated, Any, TypedDict

from msgspec import Meta, Struct

from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import Combatant, Fight
from rbfcli.render.json_types.general import Judged, Place


class PlayedCommand(Place):
    """A command of a fight, or a one-liner without one."""

    outcome: Annotated[
        str, Meta(description="how it came out, in the word of the system; empty where nothing was decided")
    ]
    events: Annotated[tuple[AnyEvent, ...], Meta(description="what happened, in this order")]


class Begun(Place):
    """A fight that began."""

    seed: Annotated[str, Meta(description="the seed of its dice")]


class Shown(Place):
    """The whole fight, as the GM sees it."""

    fight: Annotated[Fight, Meta(description="all there is to know of it")]


class ShownCombatant(Place):
    """One combatant, as the GM sees it."""

    who: Annotated[str, Meta(description="its id")]
    combatant: Annotated[Combatant, Meta(description="its sheet")]


class Reach(Place):
    """The ground with what somebody gets to."""

    who: Annotated[str, Meta(description="the id of whose reach it is")]
    picture: Annotated[list[str], Meta(description="the ground in lines of text")]


class Stepped(Place):
    """Commands that were undone, or done again."""

    lines: Annotated[list[str], Meta(description="their lines, in the order in which they were taken")]


class Entry(TypedDict):
    """A line of the journal, played again."""

    line: Annotated[str, Meta(description="the line")]
    outcome: Annotated[str, Meta(description="how it came out")]
    events: Annotated[tuple[AnyEvent, ...], Meta(description="what happened")]


class ReplayedJournal(Place, Judged):
    """The journal, with what each line did."""

    entries: Annotated[list[Entry], Meta(description="its lines, in their order")]
    faults: Annotated[list[str], Meta(description="what is wrong with it")]


class LogScript(Place, Judged):
    """The journal as a script that plays the same fight again."""

    lines: Annotated[list[str], Meta(description="the lines of the script")]
    faults: Annotated[list[str], Meta(description="what is wrong with the journal")]


class Summary(TypedDict):
    """A fight that was kept, in short."""

    title: Annotated[str, Meta(description="what it is called")]
    commands: Annotated[int, Meta(description="how many commands its journal has")]
    undone: Annotated[int, Meta(description="how many were taken back and could be done again")]


class Restored(Place, Summary):
    """A kept fight that is back in its place."""


class Kept(Place, Summary):
    """A kept fight."""

    number: Annotated[int, Meta(description="the number that `restore` takes")]


class KeptFights(TypedDict):
    """The fights that are kept."""

    kept: Annotated[list[Kept], Meta(description="the latest first")]


class SeenCombatant(TypedDict):
    """A combatant as players see it."""

    name: Annotated[str, Meta(description="what it is called")]
    side: Annotated[str, Meta(description="the side it fights on")]
    state: Annotated[str, Meta(description="how it is, in a word: unhurt, hurt, bloodied, badly hurt, down")]
    up: Annotated[bool, Meta(description="whether it is still in the fight")]
    acts: Annotated[bool, Meta(description="whether it is its turn")]
    chooses: Annotated[bool, Meta(description="whether the rules wait for its answer")]
    initiative: Annotated[int | None, Meta(description="its count, where the side that looks on may know it")]
    conditions: Annotated[
        dict[str, int],
        Meta(description="what can be seen to lie on it, each with the rounds that it lasts; 0: until it is removed"),
    ]
    facts: Annotated[dict[str, str], Meta(description="what may be known of it, as the screen says it")]


class SeenQuestion(TypedDict):
    """A choice that is open, as players see it."""

    kind: Annotated[str, Meta(description="what kind of choice it is")]
    who: Annotated[str, Meta(description="the id of who decides; empty: the GM")]
    text: Annotated[str, Meta(description="the question in words")]
    answers: Annotated[tuple[str, ...], Meta(description="the answers that can be given")]


class SeenFight(TypedDict):
    """The fight as players see it."""

    system: Annotated[str, Meta(description="the rule system")]
    title: Annotated[str, Meta(description="what the fight is called")]
    round: Annotated[int, Meta(description="the round that runs")]
    phase: Annotated[str, Meta(description="the phase that runs, in systems that have phases")]
    turn: Annotated[str, Meta(description="the id of whose turn it is")]
    over: Annotated[str, Meta(description="how the fight ended; empty while it runs")]
    side: Annotated[str, Meta(description="the side that looks on; empty: what everybody sees")]
    order: Annotated[list[str], Meta(description="the ids of the order of turns")]
    combatants: Annotated[dict[str, SeenCombatant], Meta(description="everyone in sight, by id")]
    ground: Annotated[list[str], Meta(description="the ground in lines of text")]
    questions: Annotated[list[SeenQuestion], Meta(description="the choices that are open")]


class Statement(TypedDict):
    """A statement of a script that prints nothing of its own."""


class Value(TypedDict):
    """A `let` of a script."""

    value: Annotated[Any, Meta(description="what the variable holds now; fractions and ranges are texts")]


class Printed(TypedDict):
    """A `print` of a script."""

    text: Annotated[str, Meta(description="what is printed")]


class Difference(Struct, frozen=True):
    """The first line of a transcript whose output is not the same."""

    line: Annotated[int, Meta(description="its number, from 1")]
    expected: Annotated[str, Meta(description="what stands there")]
    got: Annotated[str, Meta(description="what came out")]


class CheckedTranscript(Judged):
    """A transcript that was played again by `run --check`."""

    played: Annotated[int, Meta(description="how many lines came out the same")]
    difference: Annotated[Difference | None, Meta(description="the first difference; null where there is none")]


class FailedStatement(TypedDict):
    """A statement of a script that did not come out."""

    where: Annotated[str, Meta(description="file, line and column; of a file that cannot be read its name alone")]
    statement: Annotated[str, Meta(description="the statement; empty where it is the whole script")]
    message: Annotated[str, Meta(description="what is wrong")]


class ScriptRun(Judged):
    """A script of a folder, and what it came to."""

    expectations: Annotated[int, Meta(description="how many expectations were checked")]
    failed: Annotated[int, Meta(description="how many of them failed")]
    status: Annotated[int, Meta(description="the exit status that its first error would have; 0 where there was none")]
    failures: Annotated[list[FailedStatement], Meta(description="the expectations that failed, and then its errors")]


class Health(TypedDict):
    """The health of somebody."""

    began: Annotated[int, Meta(description="when the fight began, or it joined")]
    ended: Annotated[int | None, Meta(description="in the end; null where it has left")]
    most: Annotated[int, Meta(description="at most")]


class Person(TypedDict):
    """Somebody's fight in numbers."""

    who: Annotated[str, Meta(description="the id")]
    name: Annotated[str, Meta(description="what it is called")]
    side: Annotated[str, Meta(description="its side")]
    health: Annotated[Health, Meta(description="its health")]
    standing: Annotated[bool, Meta(description="whether it stands in the end")]
    dealt: Annotated[int, Meta(description="the damage that it dealt")]
    taken: Annotated[int, Meta(description="the damage that it took")]
    healed: Annotated[int, Meta(description="the health that it got back")]
    hits: Annotated[int, Meta(description="how many of its attacks hit")]
    partly: Annotated[int, Meta(description="how many hit in part")]
    attempts: Annotated[int, Meta(description="how many there were")]


class Loss(Struct, frozen=True):
    """Damage or healing, summed up."""

    round: Annotated[int, Meta(description="in which round")]
    by: Annotated[str, Meta(description="whose doing it was; empty: nobody's")]
    to: Annotated[str, Meta(description="to whom")]
    amount: Annotated[int, Meta(description="how much")]


class Fall(Struct, frozen=True):
    """Somebody going down."""

    round: Annotated[int, Meta(description="in which round")]
    who: Annotated[str, Meta(description="who")]
    by: Annotated[str, Meta(description="whose doing it was; empty: nobody's")]


class Luck(TypedDict):
    """How lucky somebody was with rolls that succeed or fail."""

    who: Annotated[str, Meta(description="the id")]
    rolls: Annotated[int, Meta(description="how many rolls were counted")]
    successes: Annotated[int, Meta(description="how many succeeded")]
    expected: Annotated[str, Meta(description="how many were to be expected, exactly")]
    expected_float: Annotated[float, Meta(description="the same as a float")]
    deviation: Annotated[float, Meta(description="the standard deviation of that")]
    as_many_or_more: Annotated[float, Meta(description="the chance of as many or more")]
    as_many_or_fewer: Annotated[float, Meta(description="the chance of as many or fewer")]
    percentile: Annotated[float, Meta(description="where that lies, from 0 to 100")]
    in_words: Annotated[str, Meta(description="the same in words")]
    given: Annotated[int, Meta(description="how many dice were rolled by hand")]
    uncounted: Annotated[int, Meta(description="how many rolls have no chance to compare with")]


class Sums(TypedDict):
    """How somebody's totals compare with the mean."""

    who: Annotated[str, Meta(description="the id")]
    rolls: Annotated[int, Meta(description="how many rolls were counted")]
    total: Annotated[int, Meta(description="what they came to")]
    mean: Annotated[str, Meta(description="what was to be expected, exactly")]
    mean_float: Annotated[float, Meta(description="the same as a float")]
    variance: Annotated[str, Meta(description="the variance of that, exactly")]
    deviations: Annotated[float, Meta(description="how many standard deviations the total is off")]
    given: Annotated[int, Meta(description="how many dice were rolled by hand")]
    uncounted: Annotated[int, Meta(description="how many rolls have no mean to compare with")]


class Told(TypedDict):
    """A line of the story."""

    kind: Annotated[str, Meta(description="what it tells")]
    text: Annotated[str, Meta(description="the line")]


class Deed(TypedDict):
    """A command with what it did."""

    command: Annotated[str, Meta(description="its line")]
    told: Annotated[list[Told], Meta(description="what it did, in words")]


class Chapter(TypedDict):
    """A round of the story."""

    round: Annotated[int, Meta(description="its number; 0 before the first")]
    heading: Annotated[str, Meta(description="its heading")]
    commands: Annotated[list[Deed], Meta(description="what was done in it")]


class Tale(TypedDict):
    """A fight as a story."""

    title: Annotated[str, Meta(description="what the fight is called")]
    rules: Annotated[str, Meta(description="the system it was played by")]
    rounds: Annotated[int, Meta(description="how many rounds it took")]
    people: Annotated[list[Person], Meta(description="everybody")]
    damage: Annotated[list[Loss], Meta(description="the damage")]
    healing: Annotated[list[Loss], Meta(description="the healing")]
    falls: Annotated[list[Fall], Meta(description="who went down")]
    luck: Annotated[list[Luck], Meta(description="rolls that succeed or fail, by whose they are")]
    sums: Annotated[list[Sums], Meta(description="totals, by whose they are")]
    chapters: Annotated[list[Chapter], Meta(description="the story itself, a round each")]
    faults: Annotated[list[str], Meta(description="what is wrong with the journal")]


class JournalStory(Place, Judged):
    """The journal as a story, with statistics."""

    story: Annotated[Tale, Meta(description="the story")]
