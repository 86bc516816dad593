"""How a script is run, by the options of `run`."""

from msgspec import Struct

from rbfcli.kernel.limits import LOCK_SECONDS, STATEMENTS
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.front_verbs import Run

# What allows more than a limit: for `run`, and for lines that take no such option, at a prompt, by an alias, in a pipe.
MORE, MORE_IN_A_FILE = "--max-steps N allows more", "do less at once; run FILE --max-steps N allows more"


class RunOptions(Struct, frozen=True, kw_only=True):
    """`keep_going` None means: only if a program drives the fight through a pipe in JSON; `echo` shows the commands.

    `more` is the hint at a limit of the script.
    """

    check: bool = False
    json: bool = False
    quiet: bool = False
    echo: bool = True
    each: bool = False
    fail_fast: bool = False
    keep_going: bool | None = None
    dry_run: bool = False
    junit: str = ""
    force: bool = False
    max_steps: int = STATEMENTS
    more: str = MORE_IN_A_FILE
    lock_seconds: float = LOCK_SECONDS


def options_of(command: Run, common: CommonOptions, lock_seconds: float) -> RunOptions:
    """How a line with `run` wants a script to be run."""
    return RunOptions(
        check=command.check,
        json=common.json,
        quiet=common.quiet,
        each=command.each,
        fail_fast=command.fail_fast,
        keep_going=command.keep_going or None,
        dry_run=common.dry_run,
        junit=command.junit,
        force=command.force,
        max_steps=command.max_steps,
        more=MORE,
        lock_seconds=lock_seconds,
    )
