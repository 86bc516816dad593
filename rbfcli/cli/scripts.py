"""Scripts from the shell: `rbf run`, and lines piped into `rbf repl`."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH112

import os

from rbfcli.cli.output import Output
from rbfcli.interpreter.reply import STOPPED
from rbfcli.language import front_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions, options_of
from rbfcli.script.output import Streams
from rbfcli.script.run import run_script, run_source
from rbfcli.script.source import Source
from rbfcli.store.lock_time import lock_seconds

STANDARD_INPUT = "-"


def run(command: front_verbs.Run, common: CommonOptions, style: Style, output: Output) -> int:
    """Run a script, or all of a folder, and return the exit status."""
    options = options_of(command, common, lock_seconds(common.lock_timeout, output.environ))
    if os.path.isdir(command.script):
        from rbfcli.script.folder import run_folder

        streams = Streams(output.write, output.error, style)
        return _ended(run_folder(command.script, options, streams, common.encounter))
    status = run_script(command.script, options, output.write, output.error, style=style, save_file=common.encounter)
    return _ended(status)


def run_piped(save: str, common: CommonOptions, style: Style, output: Output) -> int:
    """Run the lines of standard input on a save, saving after each."""
    options = RunOptions(
        json=common.json,
        quiet=common.quiet,
        each=True,
        echo=False,
        keep_going=True,
        lock_seconds=lock_seconds(common.lock_timeout, output.environ),
    )
    return _ended(run_script(STANDARD_INPUT, options, output.write, output.error, style=style, save_file=save))


def run_typed(script: Source, save: str, common: CommonOptions, style: Style, output: Output) -> int:
    """Run lines on a save as a script: all or nothing, and one step to undo."""
    options = RunOptions(
        json=common.json,
        quiet=common.quiet,
        dry_run=common.dry_run,
        lock_seconds=lock_seconds(common.lock_timeout, output.environ),
    )
    return _ended(run_source(script, options, Streams(output.write, output.error, style), save))


def _ended(status: int) -> int:
    """The exit status of a run. Raises KeyboardInterrupt where fights of it were interrupted: it dies of the signal."""
    if status == STOPPED:
        raise KeyboardInterrupt
    return status
