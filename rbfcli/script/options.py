"""How a script is run, by the options of `run`."""

from msgspec import Struct

from rbfcli.script.limits import STEPS
from rbfcli.store.limits import LOCK_SECONDS


class RunOptions(Struct, frozen=True, kw_only=True):
    """`keep_going` None means: only if a program drives the fight through a pipe in JSON; `echo` shows the commands."""

    check: bool = False
    json: bool = False
    quiet: bool = False
    echo: bool = True
    each: bool = False
    fail_fast: bool = False
    keep_going: bool | None = None
    dry_run: bool = False
    junit: str = ""
    max_steps: int = STEPS
    lock_seconds: float = LOCK_SECONDS
