"""A fight that waits for an answer as simulations play it on: with dice of another seed, the open questions first."""

from typing import Any

from msgspec import MsgspecError

from rbfcli.kernel.command import Command
from rbfcli.kernel.pause import command_of
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Set


def sown(rules: Rules, fight: Any, seed: str) -> Any:
    """A fight that waits, all that falls from here on of another seed: as behind `set fight seed=…`."""
    return play(rules, fight, Set(who="fight", pairs=(f"seed={seed}",))).fight


def waiting_command(rules: Rules, fight: Any) -> Command | None:
    """The command that waits for an answer; None where none does, or the rules do not know it any more."""
    try:
        return command_of(fight.paused.command, rules.verbs) if fight.paused else None
    except (LookupError, MsgspecError):
        return None
