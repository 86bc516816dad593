"""What a line came to: the exit status, what to print where, and what was played."""

from typing import TYPE_CHECKING

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.run import Played

if TYPE_CHECKING:
    from rbfcli.render.shapes.odds import Odds


# The status of what an interrupt stopped before its end: the program dies of the signal once it has told what is known.
STOPPED = 130


class Interrupted(RbfError):
    """Ctrl-C, or SIGTERM, while a line ran."""

    kind = "interrupted"
    status = STOPPED


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to one line; `text` is for standard output and ends in a line feed, `notice` for standard error.

    Where part of it failed, the notice tells of that `failure`. `meant` is the line that a number stood for, and
    `listed` the list of actions that it shows.
    """

    text: str = ""
    notice: str = ""
    status: int = 0
    played: Played | None = None
    failure: RbfError | None = None
    meant: str = ""
    listed: "Listed | None" = None


class ListedAction(Struct, frozen=True):
    """One numbered action: the command, who would do it, and what was said of its cost and effect."""

    command: Command
    who: str
    cost: str
    effect: str


class OfferOdds(Struct, frozen=True):
    """The odds of an offer in a few words, and as facts where there are any; nothing of one that does not roll."""

    short: str = ""
    facts: "Odds | None" = None


class Listed(Struct, frozen=True):
    """A list of actions as it was shown, and in which turn of the fight."""

    actions: tuple[ListedAction, ...]
    turn: tuple[object, ...]


def lines_reply(lines: list[str] | tuple[str, ...], *, status: int = 0) -> Reply:
    """A reply that prints lines."""
    return Reply(text="".join(f"{line}\n" for line in lines), status=status)
