"""The entry point. It answers commands that need no engine and passes on the others."""

from __future__ import annotations

import gc
import signal
import sys

from rbfcli import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from rbfcli.cli.process import Output
    from rbfcli.render.json_types.general import Version


RARELY = 100_000


def main() -> NoReturn:
    """Run rbf with the arguments of the process and exit."""
    end_at_interrupts()
    gc.set_threshold(RARELY)  # imports and fights create many lasting objects and few cycles; saves 5 % of `show`
    from rbfcli.cli.process import run_process  # noqa: PLC0415 - interrupts must end the program from its first line

    run_process(run)


def end_at_interrupts() -> None:
    """Let SIGINT end the process, as in other programs, unless the caller ignores it (X-08).

    By default Python raises KeyboardInterrupt, even during an import, where it causes a traceback or is lost. The
    program raises it only where something has to be undone: while a save is written, and at the prompt.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(argv: list[str], output: Output) -> int:
    """Perform one command line. Raises RbfError."""
    from rbfcli.cli.process import import_msgspec  # noqa: PLC0415 - as in `main`
    from rbfcli.commands import HANDLERS, function_named  # noqa: PLC0415 - as in `main`

    if "--json" in argv:
        output.answer_in_json()
    match argv:
        case ["--version" | "-V"] | ["--version" | "-V", "--json"] | ["--json", "--version" | "-V"]:
            return _version(output)
        case ["__complete", *words]:
            import_msgspec()
            from rbfcli.cli.completion import complete  # noqa: PLC0415 - it imports msgspec

            return complete(words, output.write)
        case _:
            output.configure()
    handler = HANDLERS.get(argv[0]) if argv else None
    if handler and handler.dice and (status := function_named(handler.dice)(argv, output)) is not None:
        return int(status)
    import_msgspec()
    from rbfcli.cli.shell import dispatch  # noqa: PLC0415 - it imports msgspec

    return dispatch(argv, output)


def _version(output: Output) -> int:
    from rbfcli.render.json import FORMAT, json_line  # noqa: PLC0415 - as in `main`
    from rbfcli.storage.paths import SAVE_FORMAT  # noqa: PLC0415 - as in `main`

    python = sys.version.split()[0]
    if output.json:
        facts: Version = {
            "rbfcli": __version__,
            "python": python,
            "save_format": SAVE_FORMAT,
            "output_format": FORMAT,
        }
        output.write(json_line("--version", **facts))
        return 0
    output.write(f"rbf {__version__} (Python {python}, save format {SAVE_FORMAT}, output format {FORMAT})\n")
    return 0
