"""Scripts that a script includes: below its folder, not in a circle, and of limited size."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH118, PTH120

import os

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.kernel.limits import INCLUDED_BYTES, INCLUDES_NESTED, SCRIPT_LINES
from rbfcli.script.lines import ScriptLine, is_transcript, raw_lines, script_lines
from rbfcli.script.source import Source, open_file
from rbfcli.session.origin import Origin
from rbfcli.store.includes import included_path


class Included(Struct, frozen=True):
    """An included script: its source and its lines."""

    source: Source
    lines: tuple[ScriptLine, ...]


class Includes:
    """The scripts that are open now, outermost first, and how much has been read in total. Raises LimitReached."""

    def __init__(self, source: Source) -> None:
        self._open = [source]
        self._known: dict[tuple[str, str], Included] = {}
        self._lines = self._bytes = 0
        self._count(source.lines, source.size)

    @property
    def folder(self) -> str:
        """The folder of the innermost script."""
        return self._open[-1].folder

    @property
    def origin(self) -> Origin:
        """What the lines of the innermost script can reach: as the outermost one, with paths from its own folder."""
        origin = self._open[0].origin
        return replace(origin, at=self.folder) if origin.folder and len(self._open) > 1 else origin

    def enter(self, file: str) -> Included:
        """Open a file that the innermost script includes. Raises InvalidFile or LimitReached."""
        key = (self.folder, file)
        if key not in self._known:
            path = os.path.realpath(included_path(file, self.folder, self._open[0].folder))
            self._known[key] = _included(path, self._name_of(path))
        found = self._known[key]
        self._check_nesting(found.source)
        self._count(found.source.lines, found.source.size)
        self._open.append(found.source)
        return found

    def leave(self) -> None:
        """Go back to the script that included it."""
        self._open.pop()

    def _name_of(self, path: str) -> str:
        """The path of a script below the folder of the outermost one, as a user would type it."""
        top = self._open[0]
        return os.path.join(os.path.dirname(top.name), os.path.relpath(path, top.folder))

    def _check_nesting(self, source: Source) -> None:
        paths = [each.path for each in self._open]
        if source.path in paths:
            chain = [each.name for each in self._open[paths.index(source.path) :]]
            raise InvalidFile(f"circular include: {' -> '.join((*chain, source.name))}")
        if len(paths) > INCLUDES_NESTED:
            raise LimitReached(f"includes are nested more than {INCLUDES_NESTED} deep")

    def _count(self, lines: int, size: int) -> None:
        self._lines += lines
        self._bytes += size
        if self._lines > SCRIPT_LINES or self._bytes > INCLUDED_BYTES:
            raise LimitReached(
                f"a script with its includes has at most {SCRIPT_LINES} lines and {INCLUDED_BYTES} bytes"
            )


def _included(path: str, name: str) -> Included:
    source = open_file(path, name)
    content = list(source.content)
    raw_lines_ = list(raw_lines(content, name))
    lines = tuple(script_lines(raw_lines_, name, transcript=is_transcript(raw_lines_)))
    return Included(source, lines)
