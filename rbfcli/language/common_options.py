"""The options that every command takes, before or after the verb."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from rbfcli.kernel.command import Opt
from rbfcli.kernel.limits import LONGEST_LOCK_SECONDS


class CommonOptions(Struct, frozen=True, kw_only=True):
    """How a command is performed and shown; none of these change what happens in the fight."""

    encounter: Annotated[str, Opt("file", "save file to use", short="e")] = ""
    json: Annotated[bool, Opt("flag", "print one line of JSON per command")] = False
    quiet: Annotated[bool, Opt("flag", "print only the result", short="q")] = False
    explain: Annotated[bool, Opt("flag", "show every modifier with its source and rule")] = False
    dry_run: Annotated[bool, Opt("flag", "show what would happen, save nothing", short="n")] = False
    lock_timeout: Annotated[
        int | None,
        Opt("number", "seconds to wait while another command uses the save", low=0, high=LONGEST_LOCK_SECONDS),
    ] = None
    color: Annotated[str, Opt("choice", "when to use colour", choices=("auto", "always", "never"))] = ""
    plain: Annotated[bool, Opt("flag", "no colour, no drawn tables, no cursor movement")] = False
    debug: Annotated[bool, Opt("flag", "print a traceback if rbf has a bug")] = False
    help: Annotated[bool, Opt("flag", "show help for this command", short="h")] = False
