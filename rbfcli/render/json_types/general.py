"""The shapes of the envelope, of files, and of the program itself."""

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta

from rbfcli.core.mistakes import Fix
from rbfcli.model.rules import RuleEntry


def about(text: str) -> Meta:
    """Return what the schema says of a key."""
    return Meta(description=text)


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

    format: Annotated[Literal["rbf/1"], about("the protocol and its version")]
    ok: Annotated[bool, about("whether the command succeeded; then and only then, its exit status is 0")]
    command: Annotated[str, about("the full command with ids and the actor; after an error, what was typed")]


class Place(TypedDict):
    """The rule system, and the state of the fight after the command."""

    system: Annotated[str, about("the rule system")]
    revision: Annotated[int, about("how often the fight has changed, including undo; 0 without a fight")]
    round: Annotated[int, about("the current round; 0 before the first")]
    turn: Annotated[str, about("the id of the combatant whose turn it is; empty between turns")]


class Error(TypedDict):
    """What went wrong, and what to do instead."""

    kind: Annotated[Kind, about("the kind of error, which determines the exit status")]
    rule: Annotated[str, about("the id of the rule that refuses")]
    message: Annotated[str, about("what is wrong, in a sentence")]
    hint: Annotated[str, about("what to do instead")]
    suggestions: Annotated[
        tuple[str, ...], about("words that were probably meant, and words and complete lines that the hint names")
    ]


class Failure(TypedDict):
    """A command that failed."""

    error: Annotated[Error, about("the reason")]


class Judged(TypedDict):
    """A document that can report problems."""

    error: Annotated[Error | None, about("what was found; null if `ok` is true")]


class FoundRules(TypedDict):
    """The rules found."""

    system: Annotated[str, about("the system searched; empty: all")]
    rules: Annotated[list[RuleEntry], about("the rules")]


class SystemTold(TypedDict):
    """A rule system."""

    name: Annotated[str, about("the name in commands and files")]
    title: Annotated[str, about("the title")]
    dice: Annotated[str, about("its dice")]


class Broken(TypedDict):
    """A plugin that cannot be used."""

    name: Annotated[str, about("its name")]
    reason: Annotated[str, about("the reason")]


class KnownSystems(TypedDict):
    """Everything that is installed."""

    systems: Annotated[list[SystemTold], about("the rule systems")]
    encounters: Annotated[tuple[str, ...], about("the bundled encounters")]
    scripts: Annotated[tuple[str, ...], about("the bundled scripts")]
    includes: Annotated[tuple[str, ...], about("the files that encounters may include")]
    broken: Annotated[list[Broken], about("plugins that cannot be used")]


class PrintedSchema(TypedDict):
    """A JSON Schema."""

    schema: Annotated[dict[str, Any], about("the schema")]


class Text(TypedDict):
    """The content of a file."""

    text: Annotated[str, about("the file's content")]


class Lines(TypedDict):
    """A page of help."""

    lines: Annotated[list[str], about("its lines")]


class UsedFiles(TypedDict):
    """The files that a command uses."""

    save: Annotated[str, about("the save")]
    config: Annotated[str, about("the configuration file; empty: none")]
    folder_config: Annotated[str, about("the folder's `rbf.toml`; empty: none")]


class Version(TypedDict):
    """The version of the program."""

    rbfcli: Annotated[str, about("its version")]
    python: Annotated[str, about("the version of Python")]
    save_format: Annotated[int, about("the format of new saves")]
    output_format: Annotated[str, about("the format of this output")]


class Looked(TypedDict):
    """One result of the diagnosis."""

    ok: Annotated[bool, about("whether it is in order")]
    found: Annotated[str, about("what was found")]


class Diagnosis(Judged):
    """What `doctor` found."""

    versions: Annotated[dict[str, Looked], about("of rbf and what it needs")]
    paths: Annotated[dict[str, Looked], about("files and folders")]
    settings: Annotated[dict[str, Looked], about("the settings in effect")]
    output: Annotated[dict[str, Looked], about("encoding, colour and terminal")]
    storage: Annotated[dict[str, Looked], about("whether files can be locked and synced")]
    plug_ins: Annotated[dict[str, Looked], about("rule systems from other packages")]
    wrong: Annotated[list[str], about("problems found")]


class TourLine(TypedDict):
    """A command of the tour."""

    line: Annotated[str, about("the command")]
    text: Annotated[str, about("what it prints")]


class TourStep(TypedDict):
    """A step of the tour."""

    said: Annotated[list[str], about("the explanation, one paragraph per entry")]
    lines: Annotated[list[TourLine], about("the commands that follow")]


class GuidedTour(TypedDict):
    """The first fight, with explanations."""

    steps: Annotated[list[TourStep], about("step by step")]


class Mistake(TypedDict):
    """An error or warning with its location."""

    path: Annotated[str, about("the file")]
    line: Annotated[int, about("the line, from 1; 0: the whole file")]
    column: Annotated[int, about("the column, from 1")]
    table: Annotated[str, about("the table of the file")]
    key: Annotated[str, about("the key in it")]
    message: Annotated[str, about("what is wrong")]
    hint: Annotated[str, about("what would be right")]
    suggestions: Annotated[
        tuple[str, ...], about("words that were probably meant, and words and complete lines that the hint names")
    ]
    rule: Annotated[str, about("the id of the rule")]
    fix: Annotated[Fix | None, about("the correction `--fix` would make")]


class Mended(Mistake):
    """An error that `--fix` corrected."""

    before: Annotated[Any, about("the old value")]


class CheckedFile(TypedDict):
    """The result of checking a file."""

    file: Annotated[str, about("the file")]
    ok: Annotated[bool, about("whether it is valid")]
    status: Annotated[int, about("the exit status of checking only this file")]
    finding: Annotated[str, about("the result, in a sentence")]
    errors: Annotated[list[Mistake], about("its errors")]
    warnings: Annotated[list[Mistake], about("valid but probably unintended values")]
    fixed: Annotated[list[Mended], about("corrections made")]


class Checked(Judged):
    """Files that were checked."""

    files: Annotated[list[CheckedFile], about("the files, in the order given")]


class Exported(Place):
    """The fight's combatants for other programs."""

    file: Annotated[str, about("the file written; `-`: only this document")]
    text: Annotated[str, about("the file's content")]


class SavedAs(Exported):
    """The current fight as an encounter."""

    not_kept: Annotated[list[str], about("what an encounter cannot contain")]


class Imported(Place):
    """Combatants imported from another program; without a fight, only `system` of the place counts."""

    to: Annotated[str, about("the encounter written; empty if they joined the fight")]
    text: Annotated[str, about("the encounter's content")]
    joined: Annotated[tuple[str, ...], about("the ids")]
    updated: Annotated[tuple[str, ...], about("the ids that --update changed")]
    weapons: Annotated[tuple[str, ...], about("the ids of their weapons")]
    read_as: Annotated[str, about("the program that wrote the file; empty: a table or a file of rbf")]
    missing: Annotated[tuple[str, ...], about("what the file lacks, and warnings about the new sheets")]
    assumed: Annotated[tuple[str, ...], about("values worked out, not in the file")]
    not_mapped: Annotated[tuple[str, ...], about("what could not be imported, or only as a note")]


class SystemMade(TypedDict):
    """A new rule system."""

    system: Annotated[str, about("its name")]
    folder: Annotated[str, about("the folder")]
    files: Annotated[list[str], about("its files")]
