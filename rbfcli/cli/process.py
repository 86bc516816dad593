"""Running the program as a process: its streams, its exit status, and signals."""

from __future__ import annotations

import os
import sys

from rbfcli.cli.output import CannotPrint, Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from rbfcli.kernel.errors import RbfError

    Run = Callable[[list[str], Output], int]

CANNOT_PRINT = 4
READER_GONE = 141


def run_process(run: Run) -> NoReturn:
    """Run the program with the arguments of the process, and exit.

    It exits at once (`os._exit`): everything is written, and finalizing the interpreter costs 1.3 ms.
    """
    open_missing_streams()
    status = run_guarded(run, sys.argv[1:], Output())
    os._exit(status)


def open_missing_streams() -> None:
    """Open those of 0, 1 and 2 that the caller has closed, so that no file gets their numbers (X-07).

    A closed input reads as empty; a closed output fails when it is written to, as it would have done.
    """
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
        raise CannotPrint(reason) from None


def _report(error: BaseException, argv: list[str], output: Output) -> int:
    from rbfcli.kernel.errors import RbfError

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
        case BrokenPipeError() | CannotPrint(reason=BrokenPipeError()):
            return READER_GONE
        case CannotPrint():
            return _report_unprinted(error, output)
        case RbfError():
            _report_error(error, argv, output)
            return error.status
        case _:
            return _report_bug(error, argv, output)


def _die_of_interrupt() -> int:
    """Die of the signal, not with an exit status, so that a loop in a shell stops too (X-08)."""
    import signal

    from rbfcli.store.interrupts import EndsRaised

    signal.signal(EndsRaised.number, signal.SIG_DFL)
    os.kill(os.getpid(), EndsRaised.number)
    return 128 + EndsRaised.number


def _report_unprinted(error: CannotPrint, output: Output) -> int:
    from rbfcli.store.os_errors import os_error_text

    output.error(f"rbf: {'saved, but ' if output.saved else ''}could not print: {os_error_text(error.reason)}")
    return CANNOT_PRINT


def _report_bug(error: BaseException, argv: list[str], output: Output) -> int:
    from rbfcli.render.errors import bug_error

    _trace(error, argv, output)
    told = bug_error(error)
    _report_error(told, argv, output)
    return told.status


def _of_a_plugin(error: BaseException) -> RbfError | None:
    """The failure of the plug-in that an exception came out of, if any was looked for in this process."""
    from rbfcli.kernel.errors import PluginFailed

    if isinstance(error, PluginFailed):
        return error
    catalogue = sys.modules.get("rbfcli.systems.catalogue")
    fault = catalogue.blamed(error) if catalogue is not None else None
    return fault.failure() if fault is not None else None


def _trace(error: BaseException, argv: list[str], output: Output) -> None:
    if "--debug" in argv or os.environ.get("RBF_DEBUG") == "1":
        import traceback

        output.error("".join(traceback.format_exception(error)).rstrip("\n"))


def _report_error(error: RbfError, argv: list[str], output: Output) -> None:
    from rbfcli.render.errors import error_text

    if not (output.json or "--json" in argv):
        output.error(error_text(error))
        return
    try:
        from rbfcli.render.json_lines import error_line

        output.write(error_line(output.command or " ".join(argv), error))
    except BaseException:
        output.error(error_text(error))
        raise
