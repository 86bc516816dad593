"""The verbs that make files for others, and read theirs: encounters, examples, tables of people."""

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command


class SaveAs(Command, frozen=True, kw_only=True, tag="save-as"):
    """Write the present fight as an encounter, which starts with everybody as they are now."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("save-as second-night.toml", "save-as -")

    file: Annotated[str, Arg("toml-file", "the file to write, or - for standard output; --force replaces one")]


class Example(Command, frozen=True, kw_only=True, tag="example"):
    """Print an encounter of a system with every key explained, to begin one's own with."""

    group: ClassVar[str] = "about"
    examples: ClassVar[tuple[str, ...]] = ("example rbf", "example futurepath ambush")

    system: Annotated[str, Arg("system", "which rule system")]
    kind: Annotated[str, Arg("choice", "what kind of fight", choices=("duel", "ambush"))] = "duel"


VERBS: dict[str, type[Command]] = {
    "save-as": SaveAs,
    "example": Example,
}
