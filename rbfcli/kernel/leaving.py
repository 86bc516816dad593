"""Who leaves a fight is named nowhere in it any more."""

from collections.abc import Mapping
from typing import Any

from rbfcli.kernel.references import COMBATANT, PEOPLE, kinds_of, named_elsewhere, named_on_sheet
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.turns import leave_order

RULE = "GM"


def forget(scene: Scene[Any, Any], who: str) -> None:
    """Take somebody out of whatever names it, from conditions of others to the board."""
    fight, rules = scene.fight, scene.rules
    for other, one in fight.combatants.items():
        for name, condition in one.conditions.items() if other != who else ():
            for field in ("whose", "by"):
                if getattr(condition, field) == who:
                    scene.change(other, ("conditions", name, field), "", RULE)
        for path, value, kind in named_on_sheet(rules, other, one) if other != who else ():
            if COMBATANT in kinds_of(kind):
                _take_out(scene, path, value, who)
    for path, value, kind in named_elsewhere(rules, fight):
        if COMBATANT in kinds_of(kind):
            _take_out(scene, path, value, who)


def _take_out(scene: Scene[Any, Any], path: tuple[Any, ...], value: Any, who: str) -> None:
    owner, inside = (path[1], path[2:]) if path[0] == PEOPLE else ("", path)
    if value == who:
        scene.change(owner, inside, "", RULE)
    elif isinstance(value, Mapping) and who in value:
        scene.change(owner, (*inside, who), None, RULE)
    elif isinstance(value, tuple) and who in value:
        scene.change(owner, inside, tuple(each for each in value if each != who), RULE)


def leave_empty_teams(scene: Scene[Any, Any]) -> None:
    """Take teams that nobody is in any more out of the order of turns."""
    for team in dict.fromkeys(slot.who for slot in scene.fight.order):
        if not scene.rules.members(scene.fight, team):
            leave_order(scene, team, RULE)
