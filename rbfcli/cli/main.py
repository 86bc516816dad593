"""The entry point: what needs no engine is answered here, everything else is dispatched."""

from __future__ import annotations

import gc

from rbfcli.cli.process import run_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from rbfcli.cli.output import Output

RARELY = 100_000


def main() -> NoReturn:
    """Run rbf with the arguments of the process and exit."""
    gc.set_threshold(RARELY)  # imports and fights make much that is kept, and little that is cyclic: 4 ms a command
    run_process(run)


def run(argv: list[str], output: Output) -> int:
    """Perform one command line. Raises RbfError."""
    match argv:
        case ["--version" | "-V"]:
            return _version(output)
        case ["roll" | "odds", *_]:
            from rbfcli.rolls.answer import answer_dice

            status = answer_dice(argv, output)
            if status is not None:
                return status
        case ["__complete", *words]:
            from rbfcli.cli.complete import complete

            return complete(words, output.write)
        case _:
            pass
    from rbfcli.cli.dispatch import dispatch

    return dispatch(argv, output)


def _version(output: Output) -> int:
    import sys

    from rbfcli import __version__
    from rbfcli.render.json_lines import FORMAT
    from rbfcli.store.limits import SAVE_FORMAT

    python = sys.version.split()[0]
    output.write(f"rbf {__version__} (Python {python}, save format {SAVE_FORMAT}, output format {FORMAT})\n")
    return 0
