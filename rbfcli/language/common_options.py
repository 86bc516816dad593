"""The options of every command: they may stand before or after the verb."""

from typing import Annotated

from msgspec import Struct

from rbfcli.kernel.command import Opt


class CommonOptions(Struct, frozen=True, kw_only=True):
    """How a command is carried out and shown; none of it changes what happens in the fight."""

    encounter: Annotated[str, Opt("file", "the save to work on", short="e")] = ""
    json: Annotated[bool, Opt("flag", "one JSON object a command, on one line")] = False
    quiet: Annotated[bool, Opt("flag", "only the bare answer", short="q")] = False
    verbose: Annotated[bool, Opt("flag", "more about what was done, on stderr", short="v")] = False
    explain: Annotated[bool, Opt("flag", "every modifier with its source and rule")] = False
    dry_run: Annotated[bool, Opt("flag", "the same events, nothing saved", short="n")] = False
    color: Annotated[str, Opt("choice", "when to colour the output", choices=("auto", "always", "never"))] = "auto"
    plain: Annotated[bool, Opt("flag", "no colour, no tables, no cursor movement")] = False
    debug: Annotated[bool, Opt("flag", "a traceback where rbf has a bug")] = False
    help: Annotated[bool, Opt("flag", "what this command does", short="h")] = False
