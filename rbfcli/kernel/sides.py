"""Sides of a fight: who is left standing."""

from typing import Any

from rbfcli.kernel.events import Afflicted, Changed, Left
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene


def sides_standing(fight: Fight, rules: Rules) -> set[str]:
    """The sides that still have somebody in the fight."""
    return {one.side for one in fight.combatants.values() if rules.standing(one)}


def tell_when_one_side_is_left(scene: Scene[Any, Any], rule: str) -> None:
    """Say it with the command that brings it about: `one-side-left`, with the side."""
    if not any(isinstance(event, Afflicted | Changed | Left) for event in scene.events):
        return
    left = sides_standing(scene.fight, scene.rules)
    if len(left) == 1 and len(sides_standing(scene.before, scene.rules)) > 1:
        scene.happen("one-side-left", rule, side=left.pop())
