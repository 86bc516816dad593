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


# What a pipe takes at once, wherever it takes anything (POSIX).
PIPE_BYTES = 512


class OutputError(Exception):
    """Standard output took no more: its reader went away, the disk is full, or it is closed."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


class Output:
    """The two streams of a process; `saved` is set once something was saved, `json` if answers and errors are JSON.

    With JSON nobody may read standard error: what is for people is left out there rather than waited for.

    `environ` are the settings that no flag decides: the environment, and behind it the configuration file, if any.
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
        """Whether results go to a terminal."""
        return os.isatty(self._out)

    @property
    def error_is_terminal(self) -> bool:
        """Whether errors go to a terminal."""
        return os.isatty(self._error)

    @property
    def error_columns(self) -> int:
        """How many columns the terminal has that errors go to; 0 where it does not say, or is none."""
        try:
            return os.get_terminal_size(self._error).columns
        except OSError:
            return 0

    def answer_in_json(self) -> None:
        """Answer in JSON, and never wait for a reader of standard error."""
        self.json = True
        sys.stderr = Unwaited()

    def configure(self) -> None:
        """Read the files of settings, if there are any, and say what is wrong in them."""
        paths = config_files(os.environ)
        if not any(paths):
            return
        import_msgspec()
        from rbfcli.config import read_configs  # noqa: PLC0415 - a roll without settings needs no engine

        self.config = read_configs(*paths)
        self.environ = self.config.environ(os.environ)
        for mistake in self.config.mistakes:
            self.error(f"rbf: {mistake}")

    def write(self, text: str) -> None:
        """Print a result, already made safe, completely and at once. Raises OutputError."""
        try:
            _write_all(self._out, text.encode(encoding(sys.stdout), "backslashreplace"))
        except OSError as reason:
            raise OutputError(reason) from None

    def show(self, text: str, *, paged: bool = True) -> None:
        """Print an answer as a whole, by a pager if it is longer than the terminal. Raises OutputError."""
        if not (paged and self.is_terminal) or is_dumb(self.environ) or wants_plain(self.environ):
            self.write(text)
            return
        from rbfcli.render.pager import paged as with_a_pager  # noqa: PLC0415 - few answers go to a terminal

        with_a_pager(self.write, self.environ)(text)

    def error(self, text: str) -> None:
        """Print lines to standard error, made safe here; failure is ignored."""
        lines = [safe(line) for line in text.removesuffix("\n").split("\n")]
        if self.error_is_terminal:
            lines = _fitted(lines, self._error)
        try:
            told = "".join(f"{line}\n" for line in lines).encode(encoding(sys.stderr), "backslashreplace")
            (_write_what_fits if self.json else _write_all)(self._error, told)
        except OSError:
            return

    def progress(self, text: str) -> None:
        """Draw over the line that standard error stands in; failure is ignored."""
        try:
            _write_all(self._error, text.encode(encoding(sys.stderr), "backslashreplace"))
        except OSError:
            return


def import_msgspec() -> None:
    """Import msgspec without typing_extensions, which has nothing for it that `typing` lacks, and takes 12 ms."""
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment] # None: there is no such module
    hidden = modules.setdefault("typing_extensions", None) is None
    import msgspec  # noqa: F401, PLC0415 - this is what it is for

    if hidden:
        del modules["typing_extensions"]


def encoding(stream: object) -> str:
    """The encoding of a standard stream, which is missing if it was closed at the start."""
    return getattr(stream, "encoding", None) or "utf-8"


def _fitted(lines: list[str], descriptor: int) -> list[str]:
    """Sentences broken between words where the terminal ends; what is indented was laid out already."""
    from rbfcli.render.layout import fitted  # noqa: PLC0415 - only a terminal breaks lines

    cells = line_width(os.environ, os.get_terminal_size(descriptor).columns)
    return [piece for line in lines for piece in ([line] if line.startswith(" ") else fitted([line], cells))]


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            _takes_more(descriptor)  # another process has made this pipe non-blocking, and it is full


def _write_what_fits(descriptor: int, content: bytes) -> None:
    """Write as much as needs no waiting; on Windows, where no pipe can say that, all of it."""
    if sys.platform == "win32":
        _write_all(descriptor, content)
        return
    for start in range(0, len(content), PIPE_BYTES):
        if not _takes_more(descriptor, 0):
            return
        os.write(descriptor, content[start : start + PIPE_BYTES])


def _takes_more(descriptor: int, seconds: float | None = None) -> bool:
    """Whether a pipe takes more within some seconds; without a limit, once it does."""
    from select import select  # noqa: PLC0415 - few pipes are full

    return bool(select([], [descriptor], [], seconds)[1])


class Unwaited(TextIOBase):
    """Standard error for what libraries and plug-ins print while answers are JSON: no answer waits for its reader."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Print as much as needs no waiting."""
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
    """Run the program and exit by `os._exit`: finalizing the interpreter costs 1.3 ms."""
    open_missing_streams()
    status = run_guarded(run, sys.argv[1:], Output())
    os._exit(status)


def open_missing_streams() -> None:
    """Open those of 0, 1 and 2 that the caller closed, so that no file gets their numbers (X-07)."""
    for number, access in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, access)


def run_guarded(run: Run, argv: list[str], output: Output) -> int:
    """The exit status of `run`; failures are reported on `output`, and an interrupt ends the process by its signal."""
    try:
        _raise_if_asked()
        status = run(argv, output)
        _flush()
    except BaseException as error:  # noqa: BLE001 - whatever it is, a user gets a sentence
        try:
            status = _report(error, argv, output)
        except Exception as worse:  # noqa: BLE001 - the telling failed: once more, in plain words
            output.json = False
            status = _report(worse, [], output)
    return status


def _raise_if_asked() -> None:
    if os.environ.get("RBF_TEST_RAISE") == "1":
        raise RuntimeError("RBF_TEST_RAISE is set")


def _flush() -> None:
    """Flush what libraries printed to `sys.stdout`, which is missing if it was closed at the start."""
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
            return _report_bug(error, argv, output)


def _die_of_interrupt() -> int:
    """Die of the signal, not with an exit status, so that a loop in a shell stops too (X-08)."""
    from rbfcli.storage.files import TerminationDeferred  # noqa: PLC0415 - a roll reads no file

    signal.signal(TerminationDeferred.number, signal.SIG_DFL)
    os.kill(os.getpid(), TerminationDeferred.number)
    return 128 + TerminationDeferred.number


def _report_unprinted(error: OutputError, output: Output) -> int:
    from rbfcli.storage.files import os_error_text  # noqa: PLC0415 - a roll reads no file

    output.error(f"rbf: {'saved, but ' if output.saved else ''}could not print: {os_error_text(error.reason)}")
    return CANNOT_PRINT


def _report_bug(error: BaseException, argv: list[str], output: Output) -> int:
    _trace(error, argv, output)
    told = bug_error(error)
    _report_error(told, argv, output)
    return told.status


def _of_a_plugin(error: BaseException) -> RbfError | None:
    """The failure of the plug-in that an exception came out of, if any was looked for in this process."""
    if isinstance(error, PluginError):
        return error
    catalogue = sys.modules.get("rbfcli.systems.registry")
    fault = catalogue.blamed(error) if catalogue is not None else None
    return fault.failure() if fault is not None else None


def _trace(error: BaseException, argv: list[str], output: Output) -> None:
    if "--debug" in argv or os.environ.get("RBF_DEBUG") == "1":
        import traceback  # noqa: PLC0415 - only to report a bug

        output.error("".join(traceback.format_exception(error)).rstrip("\n"))


def _report_error(error: RbfError, argv: list[str], output: Output) -> None:
    if not (output.json or "--json" in argv):
        output.error(error_text(error))
        return
    try:
        from rbfcli.render.json import error_line  # noqa: PLC0415 - only an error in JSON

        output.write(error_line(output.command or " ".join(argv), error))
    except BaseException:
        output.error(error_text(error))
        raise
