"""Scripts that a script includes: below its folder, not in a circle, and not more than a machine can bear."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH110, PTH117, PTH118

import os

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.script.limits import INCLUDE_DEPTH, INCLUDED_BYTES, INCLUDED_LINES
from rbfcli.script.lines import Line, is_transcript, raw_lines, script_lines
from rbfcli.script.source import Source, open_file


class Includes:
    """The scripts that are open now, outermost first, and how much has been read in all."""

    def __init__(self, source: Source) -> None:
        self._top = source.folder
        self._open = [source]
        self._lines = 0
        self._bytes = 0

    @property
    def folder(self) -> str:
        """The folder of the innermost script."""
        return self._open[-1].folder

    def enter(self, file: str) -> list[Line]:
        """The lines of a file that the innermost script names; it is innermost now. Raises RbfError."""
        source = open_file(self._path_of(file), file)
        if len(self._open) > INCLUDE_DEPTH:
            raise LimitReached(f"scripts include one another at most {INCLUDE_DEPTH} deep")
        content = list(source.content)
        self._count(content)
        raws = list(raw_lines(content, file))
        lines = list(script_lines(raws, file, transcript=is_transcript(raws)))
        self._open.append(source)
        return lines

    def leave(self) -> None:
        """Go back to the script around."""
        self._open.pop()

    def _path_of(self, file: str) -> str:
        """The path of an included file. Raises InvalidFile if it is outside, missing, or open already."""
        real = os.path.realpath(os.path.join(self.folder, file)) if "\0" not in file else ""
        if os.path.isabs(file) or not real.startswith(os.path.join(self._top, "")):
            raise InvalidFile(f"include {file} leads out of the folder of the script", hint="name a file below it")
        paths = [source.path for source in self._open]
        if real in paths:
            chain = [source.name for source in self._open[paths.index(real) :]]
            raise InvalidFile(f"scripts include one another in a circle: {' -> '.join((*chain, file))}")
        if not os.path.exists(real):
            raise InvalidFile(f"there is no script {file} beside {self._open[-1].name}")
        return real

    def _count(self, content: list[bytes]) -> None:
        self._lines += len(content)
        self._bytes += sum(map(len, content))
        if self._lines > INCLUDED_LINES or self._bytes > INCLUDED_BYTES:
            raise LimitReached(
                f"included scripts come to more than {INCLUDED_LINES} lines or {INCLUDED_BYTES} bytes in all"
            )
