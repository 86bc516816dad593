"""The conditions of a diver, one row each."""

from rbfcli.model.conditions import ConditionRow, Effect, is_standing, table

from rbfcli_undertow.sheet import Diver

FEWER = {"amount": -1, "why": "shaken", "rule": "UND-STR-2"}
CONDITIONS = table(
    ConditionRow(
        name="out",
        rule="UND-OUT-1",
        begins="is taken out",
        ends="is back in the fight",
        role="down",
        bars=("act", "move"),
    ),
    ConditionRow(
        name="shaken",
        rule="UND-STR-2",
        begins="is shaken",
        ends="is calm again",
        seen=True,
        effects=(Effect(roll="attack", **FEWER), Effect(roll="work", **FEWER), Effect(roll="resist", **FEWER)),
    ),
    ConditionRow(
        name="exposed",
        rule="UND-CST-1",
        begins="is exposed",
        ends="is no longer exposed",
        seen=True,
        effects=(Effect(roll="attack", whose="against", amount=1, why="exposed", rule="UND-CST-1"),),
    ),
)


def standing(one: Diver) -> bool:
    """Return whether a combatant is still in the fight."""
    return is_standing(CONDITIONS, one)
