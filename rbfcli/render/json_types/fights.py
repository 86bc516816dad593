"""The shapes of a fight and its story."""

from typing import Annotated, Any, TypedDict

from msgspec import Struct

from rbfcli.model.display import Between
from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import Combatant, Fight
from rbfcli.render.json_types.general import Judged, Place, about


class PlayedCommand(Place):
    """A command in a fight, or a one-liner without a fight."""

    outcome: Annotated[str, about("the outcome, in the system's word; empty if nothing was decided")]
    events: Annotated[tuple[AnyEvent, ...], about("what happened, in order")]
    would_catch: Annotated[
        tuple[str, ...] | None,
        about("with `--dry-run`, the ids of those inside an area attack that lands as aimed; otherwise null"),
    ]


class Begun(Place):
    """A new fight."""

    seed: Annotated[str, about("the seed of the dice")]


class Shown(Place):
    """The whole fight, as the GM sees it."""

    fight: Annotated[Fight, about("the whole fight")]


class ShownCombatant(Place):
    """One combatant, as the GM sees it."""

    who: Annotated[str, about("the id")]
    combatant: Annotated[Combatant, about("the sheet")]


class ShownBetween(Place):
    """What is between two combatants, as the first sees it."""

    who: Annotated[str, about("the id of the combatant who looks")]
    other: Annotated[str, about("the id of the combatant looked at")]
    between: Annotated[Between, about("distance, line of sight, cover, and the weapons that reach")]


class Reach(Place):
    """The map with what a combatant can reach."""

    who: Annotated[str, about("the id of the combatant whose reach it is")]
    picture: Annotated[list[str], about("the map as lines of text")]


class Stepped(Place):
    """Commands that were undone or redone."""

    lines: Annotated[list[str], about("the commands, in order")]


class Entry(TypedDict):
    """A journal line, replayed."""

    line: Annotated[str, about("the line")]
    outcome: Annotated[str, about("the outcome")]
    events: Annotated[tuple[AnyEvent, ...], about("what happened")]


class ReplayedJournal(Place, Judged):
    """The journal with the effect of each line."""

    entries: Annotated[list[Entry], about("the lines, in order")]
    faults: Annotated[list[str], about("problems found in it")]


class LogScript(Place, Judged):
    """The journal as a script that replays the fight."""

    lines: Annotated[list[str], about("the lines of the script")]
    faults: Annotated[list[str], about("problems found in the journal")]


class Summary(TypedDict):
    """A short description of a kept fight."""

    title: Annotated[str, about("the name")]
    commands: Annotated[int, about("the number of commands in its journal")]
    undone: Annotated[int, about("the number of undone commands that redo can restore")]


class Restored(Place, Summary):
    """A kept fight that has been restored."""


class Kept(Place, Summary):
    """A kept fight."""

    number: Annotated[int, about("the number that `restore` takes")]


class KeptFights(TypedDict):
    """The fights that are kept."""

    kept: Annotated[list[Kept], about("the latest first")]


class SeenCombatant(TypedDict):
    """A combatant as players see it."""

    name: Annotated[str, about("the name")]
    side: Annotated[str, about("the side")]
    state: Annotated[
        str, about("its condition in a word: unhurt, hurt, bloodied, badly hurt, down; empty if kept secret")
    ]
    up: Annotated[bool, about("whether it is still in the fight")]
    acts: Annotated[bool, about("whether it is its turn")]
    chooses: Annotated[bool, about("whether the rules wait for its answer")]
    initiative: Annotated[int | None, about("the initiative count, if the viewing side may know it")]
    conditions: Annotated[dict[str, int], about("its visible conditions, with the rounds each lasts; 0: until removed")]
    facts: Annotated[dict[str, str], about("public facts, as on the screen")]


class SeenQuestion(TypedDict):
    """An open question as players see it."""

    kind: Annotated[str, about("the kind of question")]
    who: Annotated[str, about("the id of who decides; empty: the GM")]
    text: Annotated[str, about("the question as text")]
    answers: Annotated[tuple[str, ...], about("the possible answers")]


class SeenFight(TypedDict):
    """The fight as players see it."""

    system: Annotated[str, about("the rule system")]
    title: Annotated[str, about("the title of the fight")]
    round: Annotated[int, about("the current round")]
    phase: Annotated[str, about("the current phase, in systems with phases")]
    turn: Annotated[str, about("the id of the combatant whose turn it is")]
    over: Annotated[str, about("how the fight ended; empty while it goes on")]
    side: Annotated[str, about("the viewing side; empty: what everyone sees")]
    order: Annotated[list[str], about("the turn order, as ids")]
    combatants: Annotated[dict[str, SeenCombatant], about("the visible combatants, by id")]
    ground: Annotated[list[str], about("the map as lines of text")]
    questions: Annotated[list[SeenQuestion], about("the open questions")]


class Statement(TypedDict):
    """A script statement that prints nothing."""


class Value(TypedDict):
    """The result of `let` in a script."""

    value: Annotated[Any, about("the variable's value; fractions and ranges are strings")]


class Printed(TypedDict):
    """The output of `print` in a script."""

    text: Annotated[str, about("the printed text")]


class Difference(Struct, frozen=True):
    """The first line of a transcript with different output."""

    line: Annotated[int, about("its number, from 1")]
    expected: Annotated[str, about("the line in the transcript")]
    got: Annotated[str, about("the actual output")]


class CheckedTranscript(Judged):
    """A transcript replayed by `run --check`."""

    played: Annotated[int, about("the number of lines with the same output")]
    difference: Annotated[Difference | None, about("the first difference, or null")]


class FailedStatement(TypedDict):
    """A script statement that failed."""

    where: Annotated[str, about("file, line and column; only the name for a file that cannot be read")]
    statement: Annotated[str, about("the statement; empty for the whole script")]
    message: Annotated[str, about("what is wrong")]


class ScriptRun(Judged):
    """The result of one script of a folder."""

    expectations: Annotated[int, about("the number of expectations checked")]
    failed: Annotated[int, about("the number that failed")]
    status: Annotated[int, about("the exit status of its first error, or 0")]
    failures: Annotated[list[FailedStatement], about("the failed expectations, then the errors")]


class Health(Struct, frozen=True):
    """A combatant's health."""

    began: Annotated[int, about("at the start of the fight, or when it joined")]
    ended: Annotated[int | None, about("at the end; null if it left")]
    most: Annotated[int, about("maximum")]


class Person(Struct, frozen=True, kw_only=True):
    """A combatant's fight in numbers."""

    who: Annotated[str, about("the id")]
    name: Annotated[str, about("the name")]
    side: Annotated[str, about("its side")]
    health: Annotated[Health, about("its health")]
    standing: Annotated[bool, about("whether it is standing at the end")]
    dealt: Annotated[int, about("damage dealt")]
    taken: Annotated[int, about("damage taken")]
    healed: Annotated[int, about("health restored")]
    hits: Annotated[int, about("attacks that hit")]
    partly: Annotated[int, about("attacks that partly hit")]
    attempts: Annotated[int, about("attacks made")]


class Loss(Struct, frozen=True):
    """Total damage or healing."""

    round: Annotated[int, about("the round")]
    by: Annotated[str, about("the id of who caused it; empty: no one")]
    to: Annotated[str, about("the id of who took it")]
    amount: Annotated[int, about("the amount")]


class Fall(Struct, frozen=True):
    """A combatant going down."""

    round: Annotated[int, about("the round")]
    who: Annotated[str, about("the id")]
    by: Annotated[str, about("the id of who caused it; empty: no one")]


class Luck(TypedDict):
    """A combatant's luck with rolls that succeed or fail."""

    who: Annotated[str, about("the id")]
    rolls: Annotated[int, about("the number of rolls counted")]
    successes: Annotated[int, about("the number of successes")]
    expected: Annotated[str, about("the exact expected number of successes")]
    expected_float: Annotated[float, about("the same as a float")]
    deviation: Annotated[float, about("its standard deviation")]
    as_many_or_more: Annotated[float, about("the chance of as many or more")]
    as_many_or_fewer: Annotated[float, about("the chance of as many or fewer")]
    percentile: Annotated[float, about("the percentile, from 0 to 100")]
    in_words: Annotated[str, about("the same in words")]
    given: Annotated[int, about("the number of dice rolled at the table")]
    uncounted: Annotated[int, about("the number of rolls without a chance to compare with")]


class Sums(TypedDict):
    """A combatant's totals compared with the mean."""

    who: Annotated[str, about("the id")]
    rolls: Annotated[int, about("the number of rolls counted")]
    total: Annotated[int, about("their total")]
    mean: Annotated[str, about("the exact expected total")]
    mean_float: Annotated[float, about("the same as a float")]
    variance: Annotated[str, about("its exact variance")]
    deviations: Annotated[float, about("the distance of the total from the mean, in standard deviations")]
    given: Annotated[int, about("the number of dice rolled at the table")]
    uncounted: Annotated[int, about("the number of rolls without a mean to compare with")]


class Told(Struct, frozen=True):
    """A line of the story."""

    kind: Annotated[str, about("the kind of line")]
    text: Annotated[str, about("the line")]


class Deed(Struct, frozen=True):
    """A command and its effects."""

    command: Annotated[str, about("the command")]
    told: Annotated[tuple[Told, ...], about("what it did, in words")]


class Chapter(Struct, frozen=True):
    """A round of the story."""

    round: Annotated[int, about("its number; 0 before the first")]
    heading: Annotated[str, about("its heading")]
    commands: Annotated[list[Deed], about("the commands in it")]


class Tale(TypedDict):
    """A fight as a story."""

    title: Annotated[str, about("the title of the fight")]
    rules: Annotated[str, about("the rule system")]
    rounds: Annotated[int, about("the number of rounds")]
    people: Annotated[list[Person], about("all combatants")]
    damage: Annotated[list[Loss], about("the damage")]
    healing: Annotated[list[Loss], about("the healing")]
    falls: Annotated[list[Fall], about("combatants who went down")]
    luck: Annotated[list[Luck], about("rolls that succeed or fail, by roller")]
    sums: Annotated[list[Sums], about("totals, by roller")]
    chapters: Annotated[list[Chapter], about("the story, by round")]
    faults: Annotated[list[str], about("problems found in the journal")]


class JournalStory(Place, Judged):
    """The journal as a story, with statistics."""

    story: Annotated[Tale, about("the story")]
