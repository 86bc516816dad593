"""Who leaves a fight is named nowhere in it any more."""

from collections.abc import Mapping
from typing import Any

from rbfcli.kernel.blocks import BLOCKS, as_sheets
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.mistakes import Place
from rbfcli.kernel.references import COMBATANT, PEOPLE, kinds_of, named_elsewhere, named_on_sheet
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.turns import leave_order

RULE = "GM"


def forget(scene: Scene[Any, Any], who: str) -> None:
    """Take somebody out of whatever names it, from conditions of others and stat blocks to the board."""
    fight, rules = scene.fight, scene.rules
    for other, one in fight.combatants.items():
        if other != who:
            _forget_on_sheet(scene, one, (PEOPLE, other), who, tuple(one.__struct_fields__))
    for block in as_sheets(rules.sheet, fight.blocks):
        _forget_on_sheet(scene, block.sheet, (BLOCKS, block.name), who, tuple(block.own))
    for path, value, kind in named_elsewhere(rules, fight):
        if COMBATANT in kinds_of(kind):
            _take_out(scene, path, value, who)


def _forget_on_sheet(scene: Scene[Any, Any], one: Combatant, at: Place, who: str, fields: tuple[str, ...]) -> None:
    """Take somebody out of some fields of a sheet."""
    for name, condition in one.conditions.items() if "conditions" in fields else ():
        row = row_of(scene.rules.conditions, name)
        if row is not None and row.of_somebody and name == f"{row.name} {who}":
            _change(scene, (*at, "conditions", name), None)
            continue
        for field in ("whose", "by"):
            if getattr(condition, field) == who:
                _change(scene, (*at, "conditions", name, field), "")
    for path, value, kind in named_on_sheet(scene.rules, one, at):
        if COMBATANT in kinds_of(kind) and path[2] in fields:
            _take_out(scene, path, value, who)


def _take_out(scene: Scene[Any, Any], path: Place, value: Any, who: str) -> None:
    if value == who:
        _change(scene, path, "")
    elif isinstance(value, Mapping) and who in value:
        _change(scene, (*path, who), None)
    elif isinstance(value, tuple) and who in value:
        left = tuple(each for each in value if each != who)
        _change(scene, path, [*left] if path[0] == BLOCKS else left)


def _change(scene: Scene[Any, Any], path: Place, after: Any) -> None:
    """Set what stands at a path from the fight; what lies in a list is reached through the whole of it alone."""
    owner, inside = (str(path[1]), path[2:]) if path[0] == PEOPLE else ("", path)
    scene.change(owner, tuple(map(str, inside)), after, RULE)


def leave_empty_teams(scene: Scene[Any, Any]) -> None:
    """Take teams that nobody is in any more out of the order of turns."""
    for team in dict.fromkeys(slot.who for slot in scene.fight.order):
        if not scene.rules.members(scene.fight, team):
            leave_order(scene, team, RULE)
