"""The text of a script: its source, its lines and its includes."""

# os instead of pathlib, which adds 8 ms to start-up:
# ruff: noqa: PTH110, PTH118, PTH119, PTH120

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Hint, RbfError, Refusal, at_most, invalid, misuse
from rbfcli.core.limits import INCLUDED_BYTES, INCLUDES_NESTED, LINE_BYTES, SCRIPT_BYTES, SCRIPT_LINES
from rbfcli.core.text import SPACE, quoted
from rbfcli.session.origin import TYPED, Origin, of_file, of_pipe
from rbfcli.storage.files import os_error_text, read_file
from rbfcli.storage.includes import included_path
from rbfcli.storage.paths import file_meant, find_script, list_scripts

STDIN = "-"


class Source(Struct, frozen=True):
    """A script's name, path, folder, lines as bytes, and `origin`; `arrives` if its lines come from a pipe."""

    name: str
    path: str
    folder: str
    content: Iterator[bytes]
    origin: Origin
    arrives: bool = False
    lines: int = 0
    size: int = 0


def open_source(word: str) -> Source:
    """Return a script by its path or bundled name, or standard input. Raises InvalidFile."""
    if word == STDIN:
        return Source("<stdin>", "", os.path.realpath(os.curdir), _arriving(), of_pipe(), arrives=True)
    path = find_script(word)
    if not os.path.exists(path):
        raise invalid(
            f"no such script: {word}", hint=file_meant(word) or Hint("{} lists the bundled ones", "rbf systems")
        )
    if path.endswith(".toml"):
        raise invalid(
            f"{word} is not a script", *(f"rbf {verb} {quoted(word)}" for verb in ("start", "show -e", "check"))
        )
    return open_file(path, path if path == word else os.path.basename(path))


def typed_source(name: str, text: str, origin: Origin = TYPED) -> Source:
    """Return typed text or an alias as a script called `name`, which can include files below the current folder."""
    return Source(name, "", os.path.realpath(os.curdir), iter(text.encode(errors="replace").split(b"\n")), origin)


def open_file(path: str, name: str) -> Source:
    """Return a script by its path, called `name` in messages. Raises InvalidFile."""
    content = read_file(path, follow=True)
    if len(content) > SCRIPT_BYTES:
        raise invalid(f"{name} is too large: a script can have at most {SCRIPT_BYTES} bytes")
    real = os.path.realpath(path)
    lines = content.split(b"\n")
    return Source(name, real, os.path.dirname(real), iter(lines), of_file(real), lines=len(lines), size=len(content))


def _arriving() -> Iterator[bytes]:
    """Yield the lines of standard input as they arrive. An endless line is cut."""
    try:
        with open(0, "rb", closefd=False) as stream:
            while line := stream.readline(SCRIPT_BYTES + 2):
                yield line
    except OSError as error:
        raise invalid(f"cannot read standard input: {os_error_text(error)}") from None


PROMPT = "> "
# What an input line of a transcript begins with. A copied line can begin with the prompt of `rbf repl` or of a shell.
PROMPTS = re.compile(
    r"(?:(?:[a-z ]+, )?(?:rbf|over|not started|round \d+, [^>]{1,60}))?>(?: |$)"
    r"|\$ (?=rbf )"
)
# A manual edit or an import is recorded as one line of any length.
EDIT = ("edit ", f"{PROMPT}edit ")


class RawLine(Struct, frozen=True, gc=False):
    """One line of a file, without its line ending."""

    number: int
    text: str


class ScriptLine(Struct, frozen=True, gc=False):
    """A logical line. `starts` has the offset, number and prompt width of each file line in it."""

    file: str
    text: str
    starts: tuple[tuple[int, int, int], ...]

    @property
    def last(self) -> int:
        """Return the number of its last line in the file."""
        return self.starts[-1][1]

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column in the file for an offset in the text."""
        offset, number, prompt = max(start for start in self.starts if start[0] <= max(at, 0))
        return number, at - offset + prompt + 1

    def where(self, at: int) -> str:
        """Return an offset as `FILE:LINE:COLUMN`."""
        number, column = self.place(at)
        return f"{self.file}:{number}:{column}"


class Placed(Struct, frozen=True):
    """A text of a script, such as a statement without its blocks, with its line and the offset in it."""

    line: ScriptLine
    at: int
    text: str


def raw_lines(content: Iterable[bytes], file: str) -> Iterator[RawLine]:
    """Yield decoded lines, numbered from 1. Raises InvalidFile if they are not text, or LimitReached."""
    for number, line in enumerate(content, 1):
        if len(line) > LINE_BYTES and len(line) > _longest(line[:LINE_BYTES].decode(errors="replace")):
            raise at_most(f"{file}:{number}: a line", f"{LINE_BYTES} bytes")
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise invalid(f"{file}:{number}:{error.start + 1}: not UTF-8 text") from None
        yield RawLine(number, (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n"))


def is_transcript(file_lines: Iterable[RawLine]) -> bool:
    """Return whether any line starts with a prompt. All other lines are then output."""
    return any(has_prompt(each.text) for each in file_lines)


def script_lines(file_lines: Iterable[RawLine], file: str, *, transcript: bool | None) -> Iterator[ScriptLine]:
    """Yield the lines to run. If `transcript` is None, the first that is neither empty nor a comment decides."""
    starts: tuple[tuple[int, int, int], ...] = ()
    text = ""
    for raw in file_lines:
        if transcript is None and raw.text.strip(SPACE) and not _is_comment(raw.text):
            transcript = has_prompt(raw.text)
        if transcript and not has_prompt(raw.text):
            continue
        content = without_prompt(raw.text) if transcript else raw.text
        starts += ((len(text), raw.number, len(raw.text) - len(content)),)
        text += content
        if len(text) > LINE_BYTES and len(text) > _longest(text):
            raise at_most(f"{file}:{raw.number}: a line with its continuations", f"{LINE_BYTES} bytes")
        if content[-1:] == "\\" and goes_on(content) and not (len(starts) == 1 and _is_comment(content)):
            text = text[:-1]
            continue
        yield ScriptLine(file, text, starts)
        starts, text = (), ""
    if starts:
        yield ScriptLine(file, text, starts)


def lines_of(source: Source) -> Iterator[ScriptLine]:
    """Return the lines of a script to run, from a pipe as they arrive. Raises InvalidFile or LimitReached."""
    read = raw_lines(source.content, source.name)
    if source.arrives:
        return script_lines(read, source.name, transcript=None)
    file_lines = list(read)
    return script_lines(file_lines, source.name, transcript=is_transcript(file_lines))


def outputs(file_lines: Iterable[RawLine]) -> dict[int, list[RawLine]]:
    """Return the output lines of a transcript, by the number of the input line before them."""
    found: dict[int, list[RawLine]] = {}
    number = 0
    for raw in file_lines:
        if has_prompt(raw.text):
            number = raw.number
        else:
            found.setdefault(number, []).append(raw)
    return found


def _longest(line: str) -> int:
    return SCRIPT_BYTES if line.startswith(EDIT) else LINE_BYTES


def has_prompt(line: str) -> bool:
    """Return whether a line begins with a prompt."""
    return bool(PROMPTS.match(line))


def without_prompt(line: str) -> str:
    """Return a line without the prompt at its beginning."""
    return line[found.end() :] if (found := PROMPTS.match(line)) else line


def _is_comment(text: str) -> bool:
    return text.lstrip(SPACE).startswith("#")


def goes_on(text: str) -> bool:
    """Return whether a line ends in a backslash and continues on the next."""
    return text.endswith("\\") and (len(text) - len(text.rstrip("\\"))) % 2 == 1


class Includes:
    """The open scripts, outermost first, and the total amount read. Raises LimitReached."""

    def __init__(self, source: Source) -> None:
        self._open = [source]
        self._lines = self._bytes = 0
        self._count(source.lines, source.size)

    @property
    def folder(self) -> str:
        """Return the folder of the innermost script."""
        return self._open[-1].folder

    @property
    def origin(self) -> Origin:
        """Return what the innermost script can access: as the outermost, but with paths from its own folder."""
        origin = self._open[0].origin
        return replace(origin, at=self.folder) if origin.folder and len(self._open) > 1 else origin

    @contextmanager
    def included(self, file: str) -> Iterator[Source]:
        """Open a file that the innermost script includes, for a block. Raises InvalidFile or LimitReached."""
        found = self._found(file)
        paths = [each.path for each in self._open]
        if found.path in paths:
            chain = [each.name for each in self._open[paths.index(found.path) :]]
            raise invalid(f"circular include: {' -> '.join((*chain, found.name))}")
        if len(paths) > INCLUDES_NESTED:
            raise at_most("includes", f"{INCLUDES_NESTED} levels")
        self._count(found.lines, found.size)
        self._open.append(found)
        try:
            yield found
        finally:
            self._open.pop()

    def _found(self, file: str) -> Source:
        """Read a file in or below the outermost script's folder, or a bundled script by its name."""
        if file in list_scripts() and not os.path.lexists(os.path.join(self.folder, file)):
            return open_file(find_script(file), file)
        top = self._open[0]
        path = os.path.realpath(included_path(file, self.folder, top.folder))
        return open_file(path, os.path.join(os.path.dirname(top.name), os.path.relpath(path, top.folder)))

    def _count(self, lines: int, size: int) -> None:
        self._lines += lines
        self._bytes += size
        if self._lines > SCRIPT_LINES or self._bytes > INCLUDED_BYTES:
            raise at_most("a script with its includes", f"{SCRIPT_LINES} lines and {INCLUDED_BYTES} bytes")


P = ParamSpec("P")
T = TypeVar("T")


class ScriptError(Exception):
    """An error with its offset in a line. Callers that know the line catch it."""

    def __init__(self, error: RbfError, at: int) -> None:
        super().__init__(error.message)
        self.error = error
        self.at = at


class IncompleteScript(ScriptError):
    """A script error for text that ends within a block."""


def syntax_error(message: str, at: int, hint: str = "") -> ScriptError:
    """Return the error for text that is not a statement or expression."""
    return ScriptError(misuse(message, hint=hint), at)


def with_place(at: int, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Return the result of a function, and add this location to its error. Raises ScriptError."""
    try:
        return function(*args, **named)
    except RbfError as error:
        raise ScriptError(error, at) from None


class ScriptStopped(Exception):
    """The end of a run, after its reason has been reported."""


class RefusedCommand(Exception):
    """A refusal inside `try`; `typed` are the command's words."""

    def __init__(self, typed: str, refusal: Refusal) -> None:
        self.typed = typed
        self.refusal = refusal
