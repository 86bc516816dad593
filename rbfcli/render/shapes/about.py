"""The shapes of what the program says of itself."""

from typing import Any, TypedDict

from rbfcli.kernel.ledger import RuleEntry
from rbfcli.render.shapes.envelope import Judged


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
