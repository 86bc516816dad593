"""Scripts from the shell: `rbf run`, and lines piped into `rbf repl`."""

import os

from rbfcli.cli.output import Output
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.run import run_script
from rbfcli.store.lock import lock_seconds

STANDARD_INPUT = "-"


def run(command: verbs.Run, common: CommonOptions, style: Style, output: Output) -> int:
    """Run a script and return the exit status."""
    options = RunOptions(
        check=command.check,
        json=common.json,
        quiet=common.quiet,
        each=command.each,
        fail_fast=command.fail_fast,
        keep_going=command.keep_going or None,
        dry_run=common.dry_run,
        junit=command.junit,
        max_steps=command.max_steps,
        lock_seconds=lock_seconds(common.lock_timeout, os.environ),
    )
    return run_script(command.script, options, output.write, output.error, style=style, save_file=common.encounter)


def run_piped(save: str, common: CommonOptions, style: Style, output: Output) -> int:
    """Run the lines of standard input on a save, saving after each."""
    options = RunOptions(
        json=common.json,
        quiet=common.quiet,
        each=True,
        echo=False,
        keep_going=True,
        lock_seconds=lock_seconds(common.lock_timeout, os.environ),
    )
    return run_script(STANDARD_INPUT, options, output.write, output.error, style=style, save_file=save)
