"""The shapes of the envelope, of files, and of the program itself."""

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
    """The keys that begin every document."""

    format: Annotated[Literal["rbf/1"], Meta(description="the protocol and its version")]
    ok: Annotated[bool, Meta(description="whether the command succeeded; then and only then, its exit status is 0")]
    command: Annotated[
        str,
        Meta(description="the full command with ids and the actor; after an error, what was typed"),
    ]


class Place(TypedDict):
    """The rule system, and the state of the fight after the command."""

    system: Annotated[str, Meta(description="the rule system")]
    revision: Annotated[int, Meta(description="how often the fight has changed, including undo; 0 without a fight")]
    round: Annotated[int, Meta(description="the current round; 0 before the first")]
    turn: Annotated[str, Meta(description="the id of the combatant whose turn it is; empty between turns")]


class Error(TypedDict):
    """What went wrong, and what to do instead."""

    kind: Annotated[Kind, Meta(description="the kind of error, which determines the exit status")]
    rule: Annotated[str, Meta(description="the id of the rule that refuses")]
    message: Annotated[str, Meta(description="what is wrong, in a sentence")]
    hint: Annotated[str, Meta(description="what to do instead")]
    suggestions: Annotated[
        tuple[str, ...],
        Meta(description="words that were probably meant, and words and complete lines that the hint names"),
    ]


class Failure(TypedDict):
    """A command that failed."""

    error: Annotated[Error, Meta(description="the reason")]


class Judged(TypedDict):
    """A document that can report problems."""

    error: Annotated[Error | None, Meta(description="what was found; null if `ok` is true")]


class FoundRules(TypedDict):
    """The rules found."""

    system: Annotated[str, Meta(description="the system searched; empty: all")]
    rules: Annotated[list[RuleEntry], Meta(description="the rules")]


class SystemTold(TypedDict):
    """A rule system."""

    name: Annotated[str, Meta(description="the name in commands and files")]
    title: Annotated[str, Meta(description="the title")]
    dice: Annotated[str, Meta(description="its dice")]


class Broken(TypedDict):
    """A plugin that cannot be used."""

    name: Annotated[str, Meta(description="its name")]
    reason: Annotated[str, Meta(description="the reason")]


class KnownSystems(TypedDict):
    """Everything that is installed."""

    systems: Annotated[list[SystemTold], Meta(description="the rule systems")]
    encounters: Annotated[tuple[str, ...], Meta(description="the bundled encounters")]
    scripts: Annotated[tuple[str, ...], Meta(description="the bundled scripts")]
    includes: Annotated[tuple[str, ...], Meta(description="the files that encounters may include")]
    broken: Annotated[list[Broken], Meta(description="plugins that cannot be used")]


class PrintedSchema(TypedDict):
    """A JSON Schema."""

    schema: Annotated[dict[str, Any], Meta(description="the schema")]


class Text(TypedDict):
    """The content of a file."""

    text: Annotated[str, Meta(description="the file's content")]


class Lines(TypedDict):
    """A page of help."""

    lines: Annotated[list[str], Meta(description="its lines")]


class UsedFiles(TypedDict):
    """The files that a command uses."""

    save: Annotated[str, Meta(description="the save")]
    config: Annotated[str, Meta(description="the configuration file; empty: none")]
    folder_config: Annotated[str, Meta(description="the folder's `rbf.toml`; empty: none")]


class Version(TypedDict):
    """The version of the program."""

    rbfcli: Annotated[str, Meta(description="its version")]
    python: Annotated[str, Meta(description="the version of Python")]
    save_format: Annotated[int, Meta(description="the format of new saves")]
    output_format: Annotated[str, Meta(description="the format of this output")]


class Looked(TypedDict):
    """One result of the diagnosis."""

    ok: Annotated[bool, Meta(description="whether it is in order")]
    found: Annotated[str, Meta(description="what was found")]


class Diagnosis(Judged):
    """What `doctor` found."""

    versions: Annotated[dict[str, Looked], Meta(description="of rbf and what it needs")]
    paths: Annotated[dict[str, Looked], Meta(description="files and folders")]
    settings: Annotated[dict[str, Looked], Meta(description="the settings in effect")]
    output: Annotated[dict[str, Looked], Meta(description="encoding, colour and terminal")]
    storage: Annotated[dict[str, Looked], Meta(description="whether files can be locked and synced")]
    plug_ins: Annotated[dict[str, Looked], Meta(description="rule systems from other packages")]
    wrong: Annotated[list[str], Meta(description="problems found")]


class TourLine(TypedDict):
    """A command of the tour."""

    line: Annotated[str, Meta(description="the command")]
    text: Annotated[str, Meta(description="what it prints")]


class TourStep(TypedDict):
    """A step of the tour."""

    said: Annotated[list[str], Meta(description="the explanation, one paragraph per entry")]
    lines: Annotated[list[TourLine], Meta(description="the commands that follow")]


class GuidedTour(TypedDict):
    """The first fight, with explanations."""

    steps: Annotated[list[TourStep], Meta(description="step by step")]


class Mistake(TypedDict):
    """An error or warning with its location."""

    path: Annotated[str, Meta(description="the file")]
    line: Annotated[int, Meta(description="the line, from 1; 0: the whole file")]
    column: Annotated[int, Meta(description="the column, from 1")]
    table: Annotated[str, Meta(description="the table of the file")]
    key: Annotated[str, Meta(description="the key in it")]
    message: Annotated[str, Meta(description="what is wrong")]
    hint: Annotated[str, Meta(description="what would be right")]
    suggestions: Annotated[
        tuple[str, ...],
        Meta(description="words that were probably meant, and words and complete lines that the hint names"),
    ]
    rule: Annotated[str, Meta(description="the id of the rule")]
    fix: Annotated[Fix | None, Meta(description="the correction `--fix` would make")]


class Mended(Mistake):
    """An error that `--fix` corrected."""

    before: Annotated[Any, Meta(description="the old value")]


class CheckedFile(TypedDict):
    """The result of checking a file."""

    file: Annotated[str, Meta(description="the file")]
    ok: Annotated[bool, Meta(description="whether it is valid")]
    status: Annotated[int, Meta(description="the exit status of checking only this file")]
    finding: Annotated[str, Meta(description="the result, in a sentence")]
    errors: Annotated[list[Mistake], Meta(description="its errors")]
    warnings: Annotated[list[Mistake], Meta(description="valid but probably unintended values")]
    fixed: Annotated[list[Mended], Meta(description="corrections made")]


class Checked(Judged):
    """Files that were checked."""

    files: Annotated[list[CheckedFile], Meta(description="the files, in the order given")]


class SavedAs(Place):
    """The current fight as an encounter."""

    file: Annotated[str, Meta(description="the file written; `-`: only this document")]
    text: Annotated[str, Meta(description="the file's content")]
    not_kept: Annotated[list[str], Meta(description="what an encounter cannot contain")]


class Exported(Place):
    """The fight's combatants for other programs."""

    file: Annotated[str, Meta(description="the file written; `-`: only this document")]
    text: Annotated[str, Meta(description="the file's content")]


class Imported(Place):
    """Combatants imported from another program; without a fight, only `system` of the place counts."""

    to: Annotated[str, Meta(description="the encounter written; empty if they joined the fight")]
    text: Annotated[str, Meta(description="the encounter's content")]
    joined: Annotated[tuple[str, ...], Meta(description="the ids")]
    updated: Annotated[tuple[str, ...], Meta(description="the ids that --update changed")]
    weapons: Annotated[tuple[str, ...], Meta(description="the ids of their weapons")]
    read_as: Annotated[str, Meta(description="the program that wrote the file; empty: a table or a file of rbf")]
    missing: Annotated[tuple[str, ...], Meta(description="what the file lacks, and warnings about the new sheets")]
    assumed: Annotated[tuple[str, ...], Meta(description="values worked out, not in the file")]
    not_mapped: Annotated[tuple[str, ...], Meta(description="what could not be imported, or only as a note")]


class SystemMade(TypedDict):
    """A new rule system."""

    system: Annotated[str, Meta(description="its name")]
    folder: Annotated[str, Meta(description="the folder")]
    files: Annotated[list[str], Meta(description="its files")]
