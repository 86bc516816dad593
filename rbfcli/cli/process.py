"""The program as a process: its output, its exit status, and signals."""

from __future__ import annotations

import os
import signal
import sys
from io import TextIOBase

from rbfcli.core.errors import PluginError, RbfError
from rbfcli.core.text import safe
from rbfcli.render.terminal import bug_error, error_text, is_dumb, line_width, wants_plain
from rbfcli.storage.paths import config_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType
    from typing import NoReturn

    from rbfcli.config import Config


# Bytes that a writable pipe always accepts in one write (POSIX).
PIPE_BYTES = 512


class OutputError(Exception):
    """A failure of standard output: a broken pipe, a full disk, or a closed stream."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


class Output:
    """The two output streams of a process.

    `saved` is whether a save was written, `json` whether answers and errors are JSON. With JSON, standard error may
    have no reader, so messages for people that do not fit are dropped rather than waited for.

    `environ` has the settings that no option overrides: the environment, then the configuration file.
    """

    __slots__ = ("_error", "_out", "command", "config", "environ", "json", "saved")

    def __init__(self, out: int = 1, error: int = 2) -> None:
        self._out, self._error = out, error
        self.command = ""
        self.json = False
        self.saved = False
        self.environ: Mapping[str, str] = os.environ
        self.config: Config | None = None

    @property
    def is_terminal(self) -> bool:
        """Return whether results go to a terminal."""
        return os.isatty(self._out)

    @property
    def error_is_terminal(self) -> bool:
        """Return whether errors go to a terminal."""
        return os.isatty(self._error)

    @property
    def error_columns(self) -> int:
        """Return the number of columns of the terminal for errors; 0 if unknown or not a terminal."""
        try:
            return os.get_terminal_size(self._error).columns
        except OSError:
            return 0

    def answer_in_json(self) -> None:
        """Switch to JSON answers, and never wait for a reader of standard error."""
        self.json = True
        sys.stderr = Unwaited()

    def configure(self) -> None:
        """Read the configuration files, if any, and report their mistakes."""
        paths = config_files(os.environ)
        if not any(paths):
            return
        import_msgspec()
        from rbfcli.config import read_configs  # noqa: PLC0415 - rolls without settings need no engine

        self.config = read_configs(*paths)
        self.environ = self.config.environ(os.environ)
        for mistake in self.config.mistakes:
            self.error(f"rbf: {mistake}")

    def write(self, text: str) -> None:
        """Print a result completely and without buffering. The text must be safe. Raises OutputError."""
        try:
            _write_all(self._out, text.encode(encoding(sys.stdout), "backslashreplace"))
        except OSError as reason:
            raise OutputError(reason) from None

    def show(self, text: str, *, paged: bool = True, at_end: bool = False) -> None:
        """Print a complete answer, in a pager if it is longer than the terminal. Raises OutputError."""
        if not (paged and self.is_terminal) or is_dumb(self.environ) or wants_plain(self.environ):
            self.write(text)
            return
        from rbfcli.render.pager import paged as with_a_pager  # noqa: PLC0415 - only terminals need a pager

        with_a_pager(self.write, self.environ)(text, at_end=at_end)

    def error(self, text: str) -> None:
        """Print lines to standard error, made safe here; failures are ignored."""
        lines = [safe(line) for line in text.removesuffix("\n").split("\n")]
        if self.error_is_terminal:
            lines = _fitted(lines, self._error)
        try:
            told = "".join(f"{line}\n" for line in lines).encode(encoding(sys.stderr), "backslashreplace")
            (_write_what_fits if self.json else _write_all)(self._error, told)
        except OSError:
            return

    def progress(self, text: str) -> None:
        """Draw over the current line of standard error; failures are ignored."""
        try:
            _write_all(self._error, text.encode(encoding(sys.stderr), "backslashreplace"))
        except OSError:
            return


def import_msgspec() -> None:
    """Import msgspec without typing_extensions.

    That module takes 12 ms, and msgspec needs nothing from it that `typing` lacks.
    """
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment] # None: no such module
    hidden = modules.setdefault("typing_extensions", None) is None
    import msgspec  # noqa: F401, PLC0415 - the purpose of this function

    if hidden:
        del modules["typing_extensions"]


def encoding(stream: object) -> str:
    """Return the encoding of a standard stream. A stream that was closed at the start gets UTF-8."""
    return getattr(stream, "encoding", None) or "utf-8"


def _fitted(lines: list[str], descriptor: int) -> list[str]:
    """Return sentences broken between words at the terminal's width. Indented lines are already laid out."""
    from rbfcli.render.layout import fitted  # noqa: PLC0415 - only terminals need line breaks

    cells = line_width(os.environ, os.get_terminal_size(descriptor).columns)
    return [piece for line in lines for piece in ([line] if line.startswith(" ") else fitted([line], cells))]


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            _takes_more(descriptor)  # another process made this pipe non-blocking, and it is full


def _write_what_fits(descriptor: int, content: bytes) -> None:
    """Write as much as possible without waiting. On Windows, where pipes cannot report that, write all."""
    if sys.platform == "win32":
        _write_all(descriptor, content)
        return
    for start in range(0, len(content), PIPE_BYTES):
        if not _takes_more(descriptor, 0):
            return
        os.write(descriptor, content[start : start + PIPE_BYTES])


def _takes_more(descriptor: int, seconds: float | None = None) -> bool:
    """Return whether a pipe accepts more within `seconds`. None waits without a limit."""
    from select import select  # noqa: PLC0415 - few pipes are full

    return bool(select([], [descriptor], [], seconds)[1])


class Unwaited(TextIOBase):
    """A standard error for libraries and plugins while answers are JSON. No answer waits for its reader."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Print as much as possible without waiting."""
        try:
            _write_what_fits(2, text.encode(errors="backslashreplace"))
        except OSError:
            return len(text)
        return len(text)


if TYPE_CHECKING:
    Run = Callable[[list[str], Output], int]


CANNOT_PRINT = 4
READER_GONE = 141


def run_process(run: Run) -> NoReturn:
    """Run the program and exit by `os._exit`, because finalizing the interpreter takes 1.3 ms."""
    open_missing_streams()
    status = run_guarded(run, sys.argv[1:], Output())
    os._exit(status)


def open_missing_streams() -> None:
    """Open any of the descriptors 0, 1 and 2 that the caller closed, so that no file gets them (X-07)."""
    for number, access in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, access)


def run_guarded(run: Run, argv: list[str], output: Output) -> int:
    """Return the exit status of `run`. Failures are reported on `output`.

    An interrupt ends the process by its signal.
    """
    try:
        _raise_if_asked()
        status = run(argv, output)
        _flush()
    except BaseException as error:  # noqa: BLE001 - users get a message for any error
        try:
            status = _report(error, argv, output)
        except Exception as worse:  # noqa: BLE001 - the report itself failed; try again in plain text
            output.json = False
            status = _report(worse, [], output)
    return status


def _raise_if_asked() -> None:
    if os.environ.get("RBF_TEST_RAISE") == "1":
        raise RuntimeError("RBF_TEST_RAISE is set")


def _flush() -> None:
    """Flush what libraries printed to `sys.stdout`. It is None if it was closed at the start."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as reason:
        raise OutputError(reason) from None


def _report(error: BaseException, argv: list[str], output: Output) -> int:
    failed = _of_a_plugin(error)
    if failed is not None:
        _trace(error, argv, output)
        _report_error(failed, argv, output)
        return failed.status
    match error:
        case KeyboardInterrupt():
            return _die_of_interrupt()
        case SystemExit():
            return error.code if isinstance(error.code, int) else int(error.code is not None)
        case BrokenPipeError() | OutputError(reason=BrokenPipeError()):
            return READER_GONE
        case OutputError():
            return _report_unprinted(error, output)
        case RbfError():
            _report_error(error, argv, output)
            return error.status
        case _:
            _trace(error, argv, output)
            told = bug_error(error)
            _report_error(told, argv, output)
            return told.status


def _die_of_interrupt() -> int:
    """End the process by the signal instead of an exit status, so that a shell loop stops too (X-08)."""
    from rbfcli.storage.files import TerminationDeferred  # noqa: PLC0415 - rolls read no file

    signal.signal(TerminationDeferred.number, signal.SIG_DFL)
    os.kill(os.getpid(), TerminationDeferred.number)
    return 128 + TerminationDeferred.number


def _report_unprinted(error: OutputError, output: Output) -> int:
    from rbfcli.storage.files import os_error_text  # noqa: PLC0415 - rolls read no file

    output.error(f"rbf: {'saved, but ' if output.saved else ''}could not print: {os_error_text(error.reason)}")
    return CANNOT_PRINT


def _of_a_plugin(error: BaseException) -> RbfError | None:
    """Return the failure of the plugin that raised an exception, or None if no loaded plugin did."""
    if isinstance(error, PluginError):
        return error
    catalogue = sys.modules.get("rbfcli.systems.registry")
    fault = catalogue.blamed(error) if catalogue is not None else None
    return fault.failure() if fault is not None else None


def _trace(error: BaseException, argv: list[str], output: Output) -> None:
    if "--debug" in argv or os.environ.get("RBF_DEBUG") == "1":
        import traceback  # noqa: PLC0415 - only needed to report a bug

        output.error("".join(traceback.format_exception(error)).rstrip("\n"))


def _report_error(error: RbfError, argv: list[str], output: Output) -> None:
    if not (output.json or "--json" in argv):
        output.error(error_text(error))
        return
    try:
        from rbfcli.render.json import error_line  # noqa: PLC0415 - only needed for JSON errors

        output.write(error_line(output.command or " ".join(argv), error))
    except BaseException:
        output.error(error_text(error))
        raise
