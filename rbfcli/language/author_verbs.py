"""The verb for authors of rule systems."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command


class CreateSystem(Command, frozen=True, kw_only=True, tag="create-system"):
    """Write a small rule system of your own, which plays and whose tests pass, to go on from."""

    group: ClassVar[str] = "files"
    examples: ClassVar[tuple[str, ...]] = ("create-system brawl", "create-system brawl games/brawl")

    name: Annotated[str, Arg("name", "what it is called: small letters, digits and _")]
    folder: Annotated[str, Arg("file", "the folder to make for it (default: its name)", reach="writes")] = ""
