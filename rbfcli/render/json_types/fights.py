"""The shapes of a fight and its story."""

from typing import Annotated, Any, TypedDict

from msgspec import Meta, Struct

from rbfcli.model.display import Between
from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import Combatant, Fight
from rbfcli.render.json_types.general import Judged, Place


class PlayedCommand(Place):
    """A command in a fight, or a one-liner without a fight."""

    outcome: Annotated[str, Meta(description="the outcome, in the system's word; empty if nothing was decided")]
    events: Annotated[tuple[AnyEvent, ...], Meta(description="what happened, in order")]
    would_catch: Annotated[
        tuple[str, ...] | None,
        Meta(
            description="with `--dry-run`, the ids of those inside an area attack that lands as aimed; otherwise null"
        ),
    ]


class Begun(Place):
    """A new fight."""

    seed: Annotated[str, Meta(description="the seed of the dice")]


class Shown(Place):
    """The whole fight, as the GM sees it."""

    fight: Annotated[Fight, Meta(description="the whole fight")]


class ShownCombatant(Place):
    """One combatant, as the GM sees it."""

    who: Annotated[str, Meta(description="the id")]
    combatant: Annotated[Combatant, Meta(description="the sheet")]


class ShownBetween(Place):
    """What is between two combatants, as the first sees it."""

    who: Annotated[str, Meta(description="the id of the combatant who looks")]
    other: Annotated[str, Meta(description="the id of the combatant looked at")]
    between: Annotated[Between, Meta(description="distance, line of sight, cover, and the weapons that reach")]


class Reach(Place):
    """The map with what a combatant can reach."""

    who: Annotated[str, Meta(description="the id of the combatant whose reach it is")]
    picture: Annotated[list[str], Meta(description="the map as lines of text")]


class Stepped(Place):
    """Commands that were undone or redone."""

    lines: Annotated[list[str], Meta(description="the commands, in order")]


class Entry(TypedDict):
    """A journal line, replayed."""

    line: Annotated[str, Meta(description="the line")]
    outcome: Annotated[str, Meta(description="the outcome")]
    events: Annotated[tuple[AnyEvent, ...], Meta(description="what happened")]


class ReplayedJournal(Place, Judged):
    """The journal with the effect of each line."""

    entries: Annotated[list[Entry], Meta(description="the lines, in order")]
    faults: Annotated[list[str], Meta(description="problems found in it")]


class LogScript(Place, Judged):
    """The journal as a script that replays the fight."""

    lines: Annotated[list[str], Meta(description="the lines of the script")]
    faults: Annotated[list[str], Meta(description="problems found in the journal")]


class Summary(TypedDict):
    """A short description of a kept fight."""

    title: Annotated[str, Meta(description="the name")]
    commands: Annotated[int, Meta(description="the number of commands in its journal")]
    undone: Annotated[int, Meta(description="the number of undone commands that redo can restore")]


class Restored(Place, Summary):
    """A kept fight that has been restored."""


class Kept(Place, Summary):
    """A kept fight."""

    number: Annotated[int, Meta(description="the number that `restore` takes")]


class KeptFights(TypedDict):
    """The fights that are kept."""

    kept: Annotated[list[Kept], Meta(description="the latest first")]


class SeenCombatant(TypedDict):
    """A combatant as players see it."""

    name: Annotated[str, Meta(description="the name")]
    side: Annotated[str, Meta(description="the side")]
    state: Annotated[
        str, Meta(description="its condition in a word: unhurt, hurt, bloodied, badly hurt, down; empty if kept secret")
    ]
    up: Annotated[bool, Meta(description="whether it is still in the fight")]
    acts: Annotated[bool, Meta(description="whether it is its turn")]
    chooses: Annotated[bool, Meta(description="whether the rules wait for its answer")]
    initiative: Annotated[int | None, Meta(description="the initiative count, if the viewing side may know it")]
    conditions: Annotated[
        dict[str, int],
        Meta(description="its visible conditions, with the rounds each lasts; 0: until removed"),
    ]
    facts: Annotated[dict[str, str], Meta(description="public facts, as on the screen")]


class SeenQuestion(TypedDict):
    """An open question as players see it."""

    kind: Annotated[str, Meta(description="the kind of question")]
    who: Annotated[str, Meta(description="the id of who decides; empty: the GM")]
    text: Annotated[str, Meta(description="the question as text")]
    answers: Annotated[tuple[str, ...], Meta(description="the possible answers")]


class SeenFight(TypedDict):
    """The fight as players see it."""

    system: Annotated[str, Meta(description="the rule system")]
    title: Annotated[str, Meta(description="the title of the fight")]
    round: Annotated[int, Meta(description="the current round")]
    phase: Annotated[str, Meta(description="the current phase, in systems with phases")]
    turn: Annotated[str, Meta(description="the id of the combatant whose turn it is")]
    over: Annotated[str, Meta(description="how the fight ended; empty while it goes on")]
    side: Annotated[str, Meta(description="the viewing side; empty: what everyone sees")]
    order: Annotated[list[str], Meta(description="the turn order, as ids")]
    combatants: Annotated[dict[str, SeenCombatant], Meta(description="the visible combatants, by id")]
    ground: Annotated[list[str], Meta(description="the map as lines of text")]
    questions: Annotated[list[SeenQuestion], Meta(description="the open questions")]


class Statement(TypedDict):
    """A script statement that prints nothing."""


class Value(TypedDict):
    """The result of `let` in a script."""

    value: Annotated[Any, Meta(description="the variable's value; fractions and ranges are strings")]


class Printed(TypedDict):
    """The output of `print` in a script."""

    text: Annotated[str, Meta(description="the printed text")]


class Difference(Struct, frozen=True):
    """The first line of a transcript with different output."""

    line: Annotated[int, Meta(description="its number, from 1")]
    expected: Annotated[str, Meta(description="the line in the transcript")]
    got: Annotated[str, Meta(description="the actual output")]


class CheckedTranscript(Judged):
    """A transcript replayed by `run --check`."""

    played: Annotated[int, Meta(description="the number of lines with the same output")]
    difference: Annotated[Difference | None, Meta(description="the first difference, or null")]


class FailedStatement(TypedDict):
    """A script statement that failed."""

    where: Annotated[str, Meta(description="file, line and column; only the name for a file that cannot be read")]
    statement: Annotated[str, Meta(description="the statement; empty for the whole script")]
    message: Annotated[str, Meta(description="what is wrong")]


class ScriptRun(Judged):
    """The result of one script of a folder."""

    expectations: Annotated[int, Meta(description="the number of expectations checked")]
    failed: Annotated[int, Meta(description="the number that failed")]
    status: Annotated[int, Meta(description="the exit status of its first error, or 0")]
    failures: Annotated[list[FailedStatement], Meta(description="the failed expectations, then the errors")]


class Health(Struct, frozen=True):
    """A combatant's health."""

    began: Annotated[int, Meta(description="at the start of the fight, or when it joined")]
    ended: Annotated[int | None, Meta(description="at the end; null if it left")]
    most: Annotated[int, Meta(description="maximum")]


class Person(Struct, frozen=True, kw_only=True):
    """A combatant's fight in numbers."""

    who: Annotated[str, Meta(description="the id")]
    name: Annotated[str, Meta(description="the name")]
    side: Annotated[str, Meta(description="its side")]
    health: Annotated[Health, Meta(description="its health")]
    standing: Annotated[bool, Meta(description="whether it is standing at the end")]
    dealt: Annotated[int, Meta(description="damage dealt")]
    taken: Annotated[int, Meta(description="damage taken")]
    healed: Annotated[int, Meta(description="health restored")]
    hits: Annotated[int, Meta(description="attacks that hit")]
    partly: Annotated[int, Meta(description="attacks that partly hit")]
    attempts: Annotated[int, Meta(description="attacks made")]


class Loss(Struct, frozen=True):
    """Total damage or healing."""

    round: Annotated[int, Meta(description="the round")]
    by: Annotated[str, Meta(description="the id of who caused it; empty: no one")]
    to: Annotated[str, Meta(description="the id of who took it")]
    amount: Annotated[int, Meta(description="the amount")]


class Fall(Struct, frozen=True):
    """A combatant going down."""

    round: Annotated[int, Meta(description="the round")]
    who: Annotated[str, Meta(description="the id")]
    by: Annotated[str, Meta(description="the id of who caused it; empty: no one")]


class Luck(TypedDict):
    """A combatant's luck with rolls that succeed or fail."""

    who: Annotated[str, Meta(description="the id")]
    rolls: Annotated[int, Meta(description="the number of rolls counted")]
    successes: Annotated[int, Meta(description="the number of successes")]
    expected: Annotated[str, Meta(description="the exact expected number of successes")]
    expected_float: Annotated[float, Meta(description="the same as a float")]
    deviation: Annotated[float, Meta(description="its standard deviation")]
    as_many_or_more: Annotated[float, Meta(description="the chance of as many or more")]
    as_many_or_fewer: Annotated[float, Meta(description="the chance of as many or fewer")]
    percentile: Annotated[float, Meta(description="the percentile, from 0 to 100")]
    in_words: Annotated[str, Meta(description="the same in words")]
    given: Annotated[int, Meta(description="the number of dice rolled at the table")]
    uncounted: Annotated[int, Meta(description="the number of rolls without a chance to compare with")]


class Sums(TypedDict):
    """A combatant's totals compared with the mean."""

    who: Annotated[str, Meta(description="the id")]
    rolls: Annotated[int, Meta(description="the number of rolls counted")]
    total: Annotated[int, Meta(description="their total")]
    mean: Annotated[str, Meta(description="the exact expected total")]
    mean_float: Annotated[float, Meta(description="the same as a float")]
    variance: Annotated[str, Meta(description="its exact variance")]
    deviations: Annotated[float, Meta(description="the distance of the total from the mean, in standard deviations")]
    given: Annotated[int, Meta(description="the number of dice rolled at the table")]
    uncounted: Annotated[int, Meta(description="the number of rolls without a mean to compare with")]


class Told(TypedDict):
    """A line of the story."""

    kind: Annotated[str, Meta(description="the kind of line")]
    text: Annotated[str, Meta(description="the line")]


class Deed(TypedDict):
    """A command and its effects."""

    command: Annotated[str, Meta(description="the command")]
    told: Annotated[list[Told], Meta(description="what it did, in words")]


class Chapter(TypedDict):
    """A round of the story."""

    round: Annotated[int, Meta(description="its number; 0 before the first")]
    heading: Annotated[str, Meta(description="its heading")]
    commands: Annotated[list[Deed], Meta(description="the commands in it")]


class Tale(TypedDict):
    """A fight as a story."""

    title: Annotated[str, Meta(description="the title of the fight")]
    rules: Annotated[str, Meta(description="the rule system")]
    rounds: Annotated[int, Meta(description="the number of rounds")]
    people: Annotated[list[Person], Meta(description="all combatants")]
    damage: Annotated[list[Loss], Meta(description="the damage")]
    healing: Annotated[list[Loss], Meta(description="the healing")]
    falls: Annotated[list[Fall], Meta(description="combatants who went down")]
    luck: Annotated[list[Luck], Meta(description="rolls that succeed or fail, by roller")]
    sums: Annotated[list[Sums], Meta(description="totals, by roller")]
    chapters: Annotated[list[Chapter], Meta(description="the story, by round")]
    faults: Annotated[list[str], Meta(description="problems found in the journal")]


class JournalStory(Place, Judged):
    """The journal as a story, with statistics."""

    story: Annotated[Tale, Meta(description="the story")]
