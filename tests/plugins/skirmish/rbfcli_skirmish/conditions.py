"""What can lie on a fighter: one row each."""

from rbfcli.model.conditions import ConditionRow, Effect, is_standing, table
from rbfcli_skirmish.sheet import Fighter

CONDITIONS = table(
    ConditionRow(
        name="out", rule="SKI-OUT-1", begins="is out of the fight", ends="is back", role="down", bars=("act",)
    ),
    ConditionRow(
        name="rattled",
        rule="SKI-TNT-1",
        begins="is rattled",
        ends="has calmed down",
        seen=True,
        effects=(Effect(roll="attack", amount=-1, why="rattled", rule="SKI-TNT-1"),),
    ),
    ConditionRow(name="shielded", rule="SKI-STEP-1", begins="", tied=True, addable=False),
)


def standing(combatant: Fighter) -> bool:
    """Return whether a fighter is still in the fight."""
    return is_standing(CONDITIONS, combatant)
