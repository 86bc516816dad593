"""What can lie on a fencer: one row each."""

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
        ends="has a sound arm again",
        seen=True,
        effects=(_hinders("attack", -3, "weak arm"),),
    ),
    ConditionRow(
        name="lamed",
        rule="HAR-LOC-2",
        begins="is lamed",
        ends="stands firm again",
        seen=True,
        effects=(_hinders("parry", -3, "lame leg"),),
    ),
    ConditionRow(
        name="warding",
        rule="HAR-WRD-1",
        begins="keeps to parries",
        ends="lowers the ward",
        seen=True,
        effects=(Effect(roll="parry", amount=3, why="warding", rule="HAR-WRD-1"),),
    ),
)


def standing(one: Fencer) -> bool:
    """Whether someone is in the fight."""
    return is_standing(CONDITIONS, one)
