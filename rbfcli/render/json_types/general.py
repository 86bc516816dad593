"""The shapes of what every document begins with, of files, and of the program itself."""

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta

from rbfcli.core.mistakes import Fix
from rbfcli.model.rules import RuleEntry

Kind = Literal[
    "refused",
    "expectation",
    "difference",
    "usage",
    "notation",
    "file",
    "storage",
    "limit",
    "interrupted",
    "bug",
    "plugin",
    "cluster",
]


class Envelope(TypedDict):
    """What every document begins with."""

    format: Annotated[Literal["rbf/1"], Meta(description="the protocol and its number")]
    ok: Annotated[bool, Meta(description="whether it was done; just then the exit status of the command is 0")]
    command: Annotated[
        str,
        Meta(
            description="the command: of a fight the line in full, with ids and with whoever was up; of a"
            " failure what was typed"
        ),
    ]


class Place(TypedDict):
    """By which system a fight is played, and where it stands after the command."""

    system: Annotated[str, Meta(description="the rule system")]
    revision: Annotated[
        int, Meta(description="how often the fight has changed, by undo too; 0 for a line without a fight")
    ]
    round: Annotated[int, Meta(description="the round that runs; 0 before the first")]
    turn: Annotated[str, Meta(description="the id of whose turn it is; empty while no turn runs")]


class Error(TypedDict):
    """Why something was not done, and what would have been right."""

    kind: Annotated[Kind, Meta(description="what kind of failure it is; the exit status follows from it")]
    rule: Annotated[str, Meta(description="the id of the rule that says no")]
    message: Annotated[str, Meta(description="what is wrong, in a sentence")]
    hint: Annotated[str, Meta(description="what would have been right")]
    suggestions: Annotated[
        tuple[str, ...], Meta(description="words or lines that were perhaps meant, and what the hint names")
    ]


class Failure(TypedDict):
    """A command that was not done."""

    error: Annotated[Error, Meta(description="why")]


class Judged(TypedDict):
    """What may come out as a no."""

    error: Annotated[Error | None, Meta(description="why it is not well; null where `ok` is true")]


class FoundRules(TypedDict):
    """The rules that were looked for."""

    system: Annotated[str, Meta(description="the system that was searched; empty: all")]
    rules: Annotated[list[RuleEntry], Meta(description="the rules")]


class SystemTold(TypedDict):
    """A rule system."""

    name: Annotated[str, Meta(description="the word it is called by")]
    title: Annotated[str, Meta(description="its whole name")]
    dice: Annotated[str, Meta(description="its dice")]


class Broken(TypedDict):
    """A plug-in that cannot be used."""

    name: Annotated[str, Meta(description="its name")]
    reason: Annotated[str, Meta(description="why")]


class KnownSystems(TypedDict):
    """What there is to play."""

    systems: Annotated[list[SystemTold], Meta(description="the rule systems")]
    encounters: Annotated[tuple[str, ...], Meta(description="the encounters that come with rbf")]
    scripts: Annotated[tuple[str, ...], Meta(description="the scripts that come with rbf")]
    includes: Annotated[tuple[str, ...], Meta(description="the files that encounters may include")]
    broken: Annotated[list[Broken], Meta(description="plug-ins that cannot be used")]


class PrintedSchema(TypedDict):
    """A JSON Schema."""

    schema: Annotated[dict[str, Any], Meta(description="the schema")]


class Text(TypedDict):
    """A file as a text."""

    text: Annotated[str, Meta(description="the whole file")]


class Lines(TypedDict):
    """A page of help."""

    lines: Annotated[list[str], Meta(description="its lines")]


class UsedFiles(TypedDict):
    """The files that a command uses."""

    save: Annotated[str, Meta(description="the save")]
    config: Annotated[str, Meta(description="the configuration file; empty: none")]
    folder_config: Annotated[str, Meta(description="the settings of the folder, in its `rbf.toml`; empty: none")]


class Version(TypedDict):
    """Which program this is."""

    rbfcli: Annotated[str, Meta(description="its version")]
    python: Annotated[str, Meta(description="the version of Python")]
    save_format: Annotated[int, Meta(description="the format of the saves that it writes")]
    output_format: Annotated[str, Meta(description="the format of this output")]


class Looked(TypedDict):
    """One thing that was looked at."""

    ok: Annotated[bool, Meta(description="whether it is well")]
    found: Annotated[str, Meta(description="what was found")]


class Diagnosis(Judged):
    """What the program finds where it runs."""

    versions: Annotated[dict[str, Looked], Meta(description="of the program and what it needs")]
    paths: Annotated[dict[str, Looked], Meta(description="its files and folders")]
    settings: Annotated[dict[str, Looked], Meta(description="what applies where no option says otherwise")]
    output: Annotated[dict[str, Looked], Meta(description="encoding, colour and terminal")]
    storage: Annotated[dict[str, Looked], Meta(description="whether files can be locked and synced")]
    plug_ins: Annotated[dict[str, Looked], Meta(description="rule systems of other packages")]
    wrong: Annotated[list[str], Meta(description="what is not well")]


class TourLine(TypedDict):
    """A command of the tour."""

    line: Annotated[str, Meta(description="the command")]
    text: Annotated[str, Meta(description="what it prints")]


class TourStep(TypedDict):
    """A step of the tour."""

    said: Annotated[list[str], Meta(description="what is explained, a paragraph an entry")]
    lines: Annotated[list[TourLine], Meta(description="the commands that follow")]


class GuidedTour(TypedDict):
    """The first fight, with explanations."""

    steps: Annotated[list[TourStep], Meta(description="step by step")]


class Mistake(TypedDict):
    """A mistake or a warning, with its place."""

    path: Annotated[str, Meta(description="the file")]
    line: Annotated[int, Meta(description="the line, from 1; 0: the file as a whole")]
    column: Annotated[int, Meta(description="the column, from 1")]
    table: Annotated[str, Meta(description="the table of the file")]
    key: Annotated[str, Meta(description="the key in it")]
    message: Annotated[str, Meta(description="what is wrong")]
    hint: Annotated[str, Meta(description="what would be right")]
    suggestions: Annotated[
        tuple[str, ...], Meta(description="words or lines that were perhaps meant, and what the hint names")
    ]
    rule: Annotated[str, Meta(description="the id of the rule that it is about")]
    fix: Annotated[Fix | None, Meta(description="what `--fix` would do")]


class Mended(Mistake):
    """A mistake that `--fix` has mended."""

    before: Annotated[Any, Meta(description="what stood there")]


class CheckedFile(TypedDict):
    """What a file came to."""

    file: Annotated[str, Meta(description="the file")]
    ok: Annotated[bool, Meta(description="whether it is sound")]
    status: Annotated[int, Meta(description="the exit status of checking it alone")]
    finding: Annotated[str, Meta(description="what it came to, in a sentence")]
    errors: Annotated[list[Mistake], Meta(description="its mistakes")]
    warnings: Annotated[list[Mistake], Meta(description="what is sound and perhaps not meant")]
    fixed: Annotated[list[Mended], Meta(description="what was mended")]


class Checked(Judged):
    """Files that were checked."""

    files: Annotated[list[CheckedFile], Meta(description="each of them, in the order of the line")]


class SavedAs(Place):
    """The present fight as an encounter."""

    file: Annotated[str, Meta(description="where it was written; `-`: nowhere but here")]
    text: Annotated[str, Meta(description="the whole file")]
    not_kept: Annotated[list[str], Meta(description="what an encounter cannot say")]


class Exported(Place):
    """The people of the fight for other programs."""

    file: Annotated[str, Meta(description="where they were written; `-`: nowhere but here")]
    text: Annotated[str, Meta(description="the whole file")]


class Imported(Place):
    """People that came from another program; without a fight, only the system of its place counts."""

    to: Annotated[str, Meta(description="the encounter that was written; empty where they joined the fight")]
    text: Annotated[str, Meta(description="the whole encounter")]
    joined: Annotated[tuple[str, ...], Meta(description="their ids")]
    weapons: Annotated[tuple[str, ...], Meta(description="the ids of the weapons that came with them")]
    not_mapped: Annotated[tuple[str, ...], Meta(description="what could not be brought over")]


class SystemMade(TypedDict):
    """A rule system of one's own that was begun."""

    system: Annotated[str, Meta(description="its name")]
    folder: Annotated[str, Meta(description="where it is")]
    files: Annotated[list[str], Meta(description="its files")]
