"""Sides of a fight: who is left standing."""

from typing import Any

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene


def sides_standing(fight: Fight, rules: Rules) -> set[str]:
    """The sides that still have somebody in the fight."""
    sides: set[str] = set()
    for one in fight.combatants.values():
        if one.side not in sides and rules.standing(one):
            sides.add(one.side)
    return sides


def several_stand(fight: Fight, rules: Rules) -> bool:
    """Whether more than one side still has somebody in the fight."""
    first, standing = None, rules.standing
    for one in fight.combatants.values():
        if one.side != first and standing(one):
            if first is not None:
                return True
            first = one.side
    return False


def tell_when_one_side_is_left(scene: Scene[Any, Any], rule: str) -> None:
    """Say it with the command that brings it about: `one-side-left`, with the side."""
    if _somebody_is_lost(scene):
        left = sides_standing(scene.fight, scene.rules)
        if len(left) == 1 and several_stand(scene.before, scene.rules):
            scene.happen("one-side-left", rule, side=left.pop())


def _somebody_is_lost(scene: Scene[Any, Any]) -> bool:
    """Whether anybody stood when the command came, and stands for that side no longer."""
    now, standing = scene.fight.combatants, scene.rules.standing
    for who, earlier in scene.before.combatants.items():
        one = now.get(who)
        if one is earlier or (one is not None and one.side == earlier.side and standing(one)):
            continue
        if standing(earlier):
            return True
    return False
