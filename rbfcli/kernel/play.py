"""Play one command on a fight: the one road from a command to the fight after it."""

from typing import TYPE_CHECKING

from rbfcli.kernel.command import Command
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.recording import Recording
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played, begin

if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice


def play(
    rules: Rules, fight: Fight, command: Command, dice: "Dice | None" = None, *, recording: Recording | None = None
) -> Played:
    """Let a rule system answer a command; the fight given stays as it was. Raises RbfError where it is refused.

    A fight that waits for an answer continues in `kernel.waiting`. A `recording` of the caller's can answer questions
    as they are asked.
    """
    if fight.paused is None:
        return begin(rules, fight, command, dice, recording=recording)
    from rbfcli.kernel.waiting import play_while_waiting

    return play_while_waiting(rules, fight, command, dice, recording)
