"""The conditions of a fighter, one row each."""

from rbfcli.model.conditions import ConditionRow, Effect, is_standing, table

from rbfcli_newgame.sheet import Fighter

CONDITIONS = table(
    ConditionRow(
        name="out",
        rule="NEWGAME-OUT-1",
        begins="is out of the fight",
        ends="is back",
        role="down",
        bars=("act",),
    ),
    ConditionRow(
        name="guarding",
        rule="NEWGAME-GRD-1",
        begins="is on guard",
        ends="lowers the guard",
        seen=True,
        effects=(Effect(roll="attack", whose="against", amount=-2, why="on guard", rule="NEWGAME-GRD-1"),),
    ),
)


def standing(one: Fighter) -> bool:
    """Return whether a combatant is still in the fight."""
    return is_standing(CONDITIONS, one)
