"""Verbs that move or act: whoever is on overwatch fires before they are carried out (RBF-ACT-8)."""

from typing import Any

from msgspec import Struct

from rbfcli.kernel.rules import VerbFunction
from rbfcli.systems.rbf.check import RbfScene


class Watched(Struct, frozen=True):
    """A verb whose combatant may be fired at first."""

    act: VerbFunction

    def __call__(self, scene: RbfScene, command: Any) -> None:
        """Carry out the verb, after those on overwatch."""
        if any("watching" in one.conditions for one in scene.fight.combatants.values()):
            from rbfcli.systems.rbf.reactions.overwatch import interrupted

            interrupted(scene, command, self.act)
        else:
            self.act(scene, command)
