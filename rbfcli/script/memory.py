"""What a prompt keeps from one line to the next, as a script does: variables, dice, the last command."""

from copy import copy
from typing import TYPE_CHECKING

from rbfcli.script.script_dice import ScriptDice

if TYPE_CHECKING:
    from rbfcli.kernel.run import Played
    from rbfcli.script.expressions.tree import Value


class Memory:
    """The variables, the faces given and the seed, and what the last command did."""

    def __init__(self) -> None:
        self.variables: dict[str, Value] = {}
        self.dice = ScriptDice()
        self.played: Played | None = None

    def twin(self) -> "Memory":
        """A memory that is the same now and goes its own way."""
        other = Memory()
        other.variables, other.dice, other.played = dict(self.variables), copy(self.dice), self.played
        return other
