"""The conditions of a fencer, one row each."""

from rbfcli.model.conditions import ConditionRow, Effect, is_standing, table

from rbfcli_harrow.sheet import Fencer


def _hinders(roll: str, amount: int, why: str) -> Effect:
    return Effect(roll=roll, amount=amount, why=why, rule="HAR-LOC-2")


CONDITIONS = table(
    ConditionRow(
        name="down",
        rule="HAR-OUT-1",
        begins="is down",
        ends="is up again",
        role="down",
        bars=("act",),
    ),
    ConditionRow(
        name="dazed",
        rule="HAR-LOC-2",
        begins="is dazed",
        ends="sees clearly again",
        seen=True,
        effects=(_hinders("attack", -2, "dazed"), _hinders("parry", -2, "dazed")),
    ),
    ConditionRow(
        name="weak-armed",
        rule="HAR-LOC-2",
        begins="can hardly hold the blade",
        ends="can use the arm again",
        seen=True,
        effects=(_hinders("attack", -3, "weak arm"),),
    ),
    ConditionRow(
        name="lamed",
        rule="HAR-LOC-2",
        begins="is lamed",
        ends="can walk again",
        seen=True,
        effects=(_hinders("parry", -3, "lame leg"),),
    ),
    ConditionRow(
        name="warding",
        rule="HAR-WRD-1",
        begins="is on guard",
        ends="is no longer on guard",
        seen=True,
        effects=(Effect(roll="parry", amount=3, why="warding", rule="HAR-WRD-1"),),
    ),
)


def standing(one: Fencer) -> bool:
    """Return whether a combatant is still in the fight."""
    return is_standing(CONDITIONS, one)
