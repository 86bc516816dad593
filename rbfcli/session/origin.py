"""The origin of a line and the files it can reach: a line from a file or a pipe reaches nothing outside its folder."""

# os instead of pathlib, which would add 8 ms to the start:
# ruff: noqa: PTH110, PTH118, PTH120, PTH206

import os
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Refusal, invalid, misuse, refuse
from rbfcli.language.grammar import Parameter, grammar_of
from rbfcli.model.commands import Command, verb_name
from rbfcli.storage.files import require_path
from rbfcli.storage.paths import SETTINGS_HERE, find_bundled

if TYPE_CHECKING:
    from rbfcli.language.aliases import Alias

STANDARD_STREAM = "-"
FOR_USERS = "type it yourself: a file or a pipe cannot start processes, connect to other machines or change files"


# Files that a script may write: no program takes commands or settings from one, unless it is hidden or our own.
DATA = (".toml", ".csv", ".json")

AnyCommand = TypeVar("AnyCommand", bound=Command)


def _is_data(path: str) -> bool:
    """Return whether a new file under a folder can only be data: not hidden, and not the folder's settings."""
    parts = path.split(os.sep)
    return (
        parts[-1].lower() != SETTINGS_HERE and path.endswith(DATA) and not any(part.startswith(".") for part in parts)
    )


class Origin(Struct, frozen=True):
    """The origin of a line. Without a `name`, a user typed it, and it can do everything the user can.

    Any other line starts no process, opens no connection and changes no existing file. The files it names are in or
    below `folder` (empty: anywhere), links resolved; relative paths start at `at`. Only at the shell is `-` standard
    input: elsewhere that is the script, or the keys typed at a prompt.
    """

    name: str = ""
    folder: str = ""
    at: str = ""
    reads_input: bool = False

    @property
    def is_typed(self) -> bool:
        """Return whether a user typed the line."""
        return not self.name

    def allowed(self, command: AnyCommand) -> AnyCommand:
        """Return the command, with relative paths as seen from this process.

        Raises Refusal for anything only a user may type, InvalidFile for a file outside the folder, and UsageError
        for `-` if there is no standard input to read.
        """
        if self.name and command.for_users:
            raise self._refusal(verb_name(command))
        found = {}
        for parameter in grammar_of(type(command)).fields.values():
            value = getattr(command, parameter.field)
            if not parameter.spec.reach or value == parameter.default:
                continue
            if parameter.spec.reach == "users":
                if self.name:
                    raise self._refusal(parameter.option)
                continue
            words = value if parameter.many else (value,)
            placed = tuple(self._placed(each, parameter, verb_name(command)) for each in words)
            if placed != tuple(words):
                found[parameter.field] = placed if parameter.many else placed[0]
        return replace(command, **found) if found else command

    def path(self, word: str) -> str:
        """Return a path as seen from this process. Raises InvalidFile if it leads out of the folder."""
        if not self.folder:
            return word
        require_path(word)
        path = os.path.join(self.at, word)
        real = os.path.realpath(path)
        if not f"{real}{os.sep}".startswith(os.path.join(self.folder, "")):
            raise invalid(
                f"{word} is outside the folder {self.folder}", hint=f"{self.name} can only use files below it"
            )
        return word if os.path.realpath(word) == real else path

    def _placed(self, word: str, parameter: Parameter, verb: str) -> str:
        writes = parameter.spec.reach == "writes"
        if word == STANDARD_STREAM:
            if not writes and not self.reads_input:
                raise misuse(f"{verb} - reads standard input and works only in a shell", hint="use a file")
            return word
        if not self.folder:
            return word
        bundled = "" if writes else find_bundled(word, parameter.spec.kind, self.at)
        if bundled:
            return bundled if os.path.exists(word) else word
        path = self.path(word)
        if writes and not _is_data(os.path.relpath(path, self.folder)):
            raise refuse(f"{self.name} cannot write {word}", hint=f"use a name that ends in {', '.join(DATA)}")
        if writes and os.path.lexists(path):
            raise refuse(f"{word} already exists, and {self.name} cannot replace files", hint="use another name")
        return path

    def _refusal(self, what: str) -> Refusal:
        return refuse(f"{self.name} cannot use {what}", hint=FOR_USERS)


TYPED = Origin()
AT_THE_SHELL = Origin(reads_input=True)


def of_file(path: str) -> Origin:
    """Return the origin of the lines of a script, by its real path."""
    folder = os.path.dirname(path)
    return Origin("a script", folder, folder)


def of_pipe() -> Origin:
    """Return the origin of the lines of standard input."""
    here = os.path.realpath(os.curdir)
    return Origin("a script on standard input", here, here)


def of_alias(alias: "Alias", *, reads_input: bool = False) -> Origin:
    """Return the origin of the lines of an alias. An alias in a folder's `rbf.toml` uses files below that folder."""
    folder = os.path.dirname(os.path.realpath(alias.file.path)) if alias.file.of_folder else ""
    return Origin("an alias", folder, os.path.realpath(os.curdir), reads_input)
