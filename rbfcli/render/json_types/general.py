"""The shapes of what every document begins with, of files, and of the program itself."""

from typing import Any, Literal, TypedDict

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

    format: Literal["rbf/1"]
    """the protocol and its number"""
    ok: bool
    """whether it was done; just then the exit status of the command is 0"""
    command: str
    """the command: of a fight the line in full, with ids and with whoever was up; of a failure what was typed"""


class Place(TypedDict):
    """By which system a fight is played, and where it stands after the command."""

    system: str
    """the rule system"""
    revision: int
    """how often the fight has changed, by undo too; 0 for a line without a fight"""
    round: int
    """the round that runs; 0 before the first"""
    turn: str
    """the id of whose turn it is; empty while no turn runs"""


class Error(TypedDict):
    """Why something was not done, and what would have been right."""

    kind: Kind
    """what kind of failure it is; the exit status follows from it"""
    rule: str
    """the id of the rule that says no"""
    message: str
    """what is wrong, in a sentence"""
    hint: str
    """what would have been right"""
    suggestions: tuple[str, ...]
    """words that were perhaps meant"""


class Failure(TypedDict):
    """A command that was not done."""

    error: Error
    """why"""


class Judged(TypedDict):
    """What may come out as a no."""

    error: Error | None
    """why it is not well; null where `ok` is true"""


class Found(TypedDict):
    """The rules that were looked for."""

    system: str
    """the system that was searched; empty: all"""
    rules: list[RuleEntry]
    """the rules"""


class SystemTold(TypedDict):
    """A rule system."""

    name: str
    """the word it is called by"""
    title: str
    """its whole name"""
    dice: str
    """its dice"""


class Broken(TypedDict):
    """A plug-in that cannot be used."""

    name: str
    """its name"""
    reason: str
    """why"""


class Systems(TypedDict):
    """What there is to play."""

    systems: list[SystemTold]
    """the rule systems"""
    encounters: tuple[str, ...]
    """the encounters that come with rbf"""
    scripts: tuple[str, ...]
    """the scripts that come with rbf"""
    includes: tuple[str, ...]
    """the files that encounters may include"""
    broken: list[Broken]
    """plug-ins that cannot be used"""


class Schema(TypedDict):
    """A JSON Schema."""

    schema: dict[str, Any]
    """the schema"""


class Text(TypedDict):
    """A file as a text."""

    text: str
    """the whole file"""


class Lines(TypedDict):
    """A page of help."""

    lines: list[str]
    """its lines"""


class Where(TypedDict):
    """The files that a command uses."""

    save: str
    """the save"""
    config: str
    """the configuration file; empty: none"""
    folder_config: str
    """the settings of the folder, in its `rbf.toml`; empty: none"""


class Version(TypedDict):
    """Which program this is."""

    rbfcli: str
    """its version"""
    python: str
    """the version of Python"""
    save_format: int
    """the format of the saves that it writes"""
    output_format: str
    """the format of this output"""


class Looked(TypedDict):
    """One thing that was looked at."""

    ok: bool
    """whether it is well"""
    found: str
    """what was found"""


class Doctor(Judged):
    """What the program finds where it runs."""

    versions: dict[str, Looked]
    """of the program and what it needs"""
    paths: dict[str, Looked]
    """its files and folders"""
    settings: dict[str, Looked]
    """what applies where no option says otherwise"""
    output: dict[str, Looked]
    """encoding, colour and terminal"""
    storage: dict[str, Looked]
    """whether files can be locked and synced"""
    plug_ins: dict[str, Looked]
    """rule systems of other packages"""
    wrong: list[str]
    """what is not well"""


class TourLine(TypedDict):
    """A command of the tour."""

    line: str
    """the command"""
    text: str
    """what it prints"""


class TourStep(TypedDict):
    """A step of the tour."""

    said: list[str]
    """what is explained, a paragraph an entry"""
    lines: list[TourLine]
    """the commands that follow"""


class Tour(TypedDict):
    """The first fight, with explanations."""

    steps: list[TourStep]
    """step by step"""


class Fix(TypedDict):
    """What would surely mend a mistake."""

    of: Literal["key", "value"]
    """what is to be changed"""
    new: Any
    """what it should be"""


class Mistake(TypedDict):
    """A mistake or a warning, with its place."""

    path: str
    """the file"""
    line: int
    """the line, from 1; 0: the file as a whole"""
    column: int
    """the column, from 1"""
    table: str
    """the table of the file"""
    key: str
    """the key in it"""
    message: str
    """what is wrong"""
    hint: str
    """what would be right"""
    suggestions: tuple[str, ...]
    """words that were perhaps meant"""
    rule: str
    """the id of the rule that it is about"""
    fix: Fix | None
    """what `--fix` would do"""


class Mended(Mistake):
    """A mistake that `--fix` has mended."""

    before: Any
    """what stood there"""


class CheckedFile(TypedDict):
    """What a file came to."""

    file: str
    """the file"""
    ok: bool
    """whether it is sound"""
    status: int
    """the exit status of checking it alone"""
    finding: str
    """what it came to, in a sentence"""
    errors: list[Mistake]
    """its mistakes"""
    warnings: list[Mistake]
    """what is sound and perhaps not meant"""
    fixed: list[Mended]
    """what was mended"""


class Checked(Judged):
    """Files that were checked."""

    files: list[CheckedFile]
    """each of them, in the order of the line"""


class SavedAs(Place):
    """The present fight as an encounter."""

    file: str
    """where it was written; `-`: nowhere but here"""
    text: str
    """the whole file"""
    not_kept: list[str]
    """what an encounter cannot say"""


class Exported(Place):
    """The people of the fight for other programs."""

    file: str
    """where they were written; `-`: nowhere but here"""
    text: str
    """the whole file"""


class Imported(Place):
    """People that came from another program; without a fight, only the system of its place counts."""

    to: str
    """the encounter that was written; empty where they joined the fight"""
    text: str
    """the whole encounter"""
    joined: tuple[str, ...]
    """their ids"""
    weapons: tuple[str, ...]
    """the ids of the weapons that came with them"""
    not_mapped: tuple[str, ...]
    """what could not be brought over"""


class SystemMade(TypedDict):
    """A rule system of one's own that was begun."""

    system: str
    """its name"""
    folder: str
    """where it is"""
    files: list[str]
    """its files"""
