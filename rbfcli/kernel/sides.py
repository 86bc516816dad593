"""Sides of a fight: who is left standing."""

from typing import Any

from rbfcli.kernel.events import Afflicted, Changed, Left
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene

TOUCHING = frozenset((Changed, Afflicted, Left))


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
    touched = {event.who for event in scene.events if type(event) in TOUCHING}  # type: ignore[union-attr]
    for who in touched:
        if _is_lost_to_its_side(scene, who):
            left = sides_standing(scene.fight, scene.rules)
            if len(left) == 1 and several_stand(scene.before, scene.rules):
                scene.happen("one-side-left", rule, side=left.pop())
            return


def _is_lost_to_its_side(scene: Scene[Any, Any], who: str) -> bool:
    """Whether somebody stood when the command came, and stands for that side no longer."""
    before, now = scene.before.combatants.get(who), scene.fight.combatants.get(who)
    if before is None or before is now:
        return False
    standing = scene.rules.standing
    stays = now is not None and now.side == before.side and standing(now)
    return not stays and standing(before)
