"""The verbs that make files for others, and read theirs: encounters, examples, tables of people."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt


class SaveAs(Command, frozen=True, kw_only=True, tag="save-as"):
    """Write the present fight as an encounter, which starts with everybody as they are now."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("save-as second-night.toml", "save-as -")

    file: Annotated[
        str, Arg("toml-file", "the file to write, or - for standard output; --force replaces one", reach="writes")
    ]


class Example(Command, frozen=True, kw_only=True, tag="example"):
    """Print an encounter of a system with every key explained, to begin one's own with."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("example rbf", "example futurepath ambush")

    system: Annotated[str, Arg("system", "which rule system")]
    kind: Annotated[str, Arg("choice", "what kind of fight", choices=("duel", "ambush"))] = "duel"


class Export(Command, frozen=True, kw_only=True, tag="export"):
    """Write the people of the fight as a table for a spreadsheet, or as JSON."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("export people", "export people party.csv", "export people --format json")

    table: Annotated[str, Arg("choice", "what to write", choices=("people",))]
    file: Annotated[
        str, Arg("people-file", "the file to write (default: standard output); --force replaces one", reach="writes")
    ] = "-"
    format: Annotated[
        str, Opt("choice", "csv, or json (default: by the name of the file)", choices=("csv", "json"))
    ] = ""


class Import(Command, frozen=True, kw_only=True, tag="import"):
    """Bring in people from CSV, JSON or an encounter of Improved Initiative, or make an encounter of them."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = (
        "import party.csv",
        "import goblins.json --system futurepath --to goblins.toml",
    )

    file: Annotated[str, Arg("people-file", "the file to read, or - for standard input", reach="reads")]
    format: Annotated[
        str,
        Opt(
            "choice",
            "what it is (default: by its name and contents)",
            choices=("csv", "json", "improved-initiative"),
        ),
    ] = ""
    to: Annotated[
        str, Opt("toml-file", "write an encounter instead of bringing them into the fight; - prints it", reach="writes")
    ] = ""
    system: Annotated[str, Opt("system", "with --to: its rule system (default: that of the fight)")] = ""
    only: Annotated[str, Opt("text", "of several encounters in the file, the one of this name")] = ""
