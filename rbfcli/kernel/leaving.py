"""Who leaves a fight is named nowhere in it any more."""

from collections.abc import Collection, Mapping
from typing import Any

from rbfcli.kernel.blocks import BLOCKS, as_sheets
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.mistakes import Place
from rbfcli.kernel.references import COMBATANT, PEOPLE, kinds_of, named_elsewhere, named_on_sheet
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.turns import leave_order

RULE = "GM"


def forget(scene: Scene[Any, Any], gone: Collection[str]) -> None:
    """Take those who leave out of whatever names them, from conditions of others and stat blocks to the board."""
    fight, rules, left = scene.fight, scene.rules, frozenset(gone)
    for other, one in fight.combatants.items():
        if other not in left:
            _forget_on_sheet(scene, one, (PEOPLE, other), left, tuple(one.__struct_fields__))
    for block in as_sheets(rules.sheet, fight.blocks):
        _forget_on_sheet(scene, block.sheet, (BLOCKS, block.name), left, tuple(block.own))
    for path, value, kind in named_elsewhere(rules, fight):
        if COMBATANT in kinds_of(kind):
            _take_out(scene, path, value, left)


def _forget_on_sheet(
    scene: Scene[Any, Any], one: Combatant, at: Place, left: frozenset[str], fields: tuple[str, ...]
) -> None:
    """Take those who leave out of some fields of a sheet."""
    for name, condition in one.conditions.items() if "conditions" in fields else ():
        row = row_of(scene.rules.conditions, name)
        if row is not None and row.of_somebody and name.removeprefix(f"{row.name} ") in left:
            _change(scene, (*at, "conditions", name), None)
            continue
        for field in ("whose", "by"):
            if getattr(condition, field) in left:
                _change(scene, (*at, "conditions", name, field), "")
    for path, value, kind in named_on_sheet(scene.rules, one, at):
        if COMBATANT in kinds_of(kind) and path[2] in fields:
            _take_out(scene, path, value, left)


def _take_out(scene: Scene[Any, Any], path: Place, value: Any, left: frozenset[str]) -> None:
    if isinstance(value, Mapping):
        for who in filter(left.__contains__, [*value]):
            _change(scene, (*path, who), None)
    elif isinstance(value, tuple):
        stay = [each for each in value if each not in left]
        if len(stay) < len(value):
            _change(scene, path, stay if path[0] == BLOCKS else tuple(stay))
    elif value in left:
        _change(scene, path, "")


def _change(scene: Scene[Any, Any], path: Place, after: Any) -> None:
    """Set what stands at a path from the fight; what lies in a list is reached through the whole of it alone."""
    owner, inside = (str(path[1]), path[2:]) if path[0] == PEOPLE else ("", path)
    scene.change(owner, tuple(map(str, inside)), after, RULE)


def leave_empty_teams(scene: Scene[Any, Any]) -> None:
    """Take teams that nobody is in any more out of the order of turns."""
    teams = dict.fromkeys(slot.who for slot in scene.fight.order)
    leave_order(scene, [team for team in teams if not scene.rules.members(scene.fight, team)], RULE)
