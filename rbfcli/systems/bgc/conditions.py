"""The conditions of BGC and their effects on a combatant (BGC-WND)."""

from rbfcli.model.conditions import ConditionRow, is_standing, refuse_if_barred, table
from rbfcli.systems.bgc.sheet import Fighter

CONDITIONS = table(
    ConditionRow(
        name="unconscious",
        seen=True,
        rule="BGC-WND-2",
        begins="loses consciousness",
        ends="regains consciousness",
        role="down",
        bars=("move", "act", "react"),
        gives_way=True,
    ),
    ConditionRow(
        name="incapacitated",
        seen=True,
        rule="BGC-WND-5",
        begins="is incapacitated: can only speak and crawl",
        ends="can act again",
        role="down",
        bars=("act", "react"),
        gives_way=True,
    ),
    ConditionRow(
        name="bleeding",
        seen=True,
        clock=True,
        rule="BGC-WND-4",
        begins="is bleeding",
        ends="stops bleeding",
        gives_way=True,
    ),
    ConditionRow(
        name="dead",
        seen=True,
        rule="BGC-WND-7",
        begins="dies",
        ends="is alive again",
        role="dead",
        bars=("move", "act", "react"),
        replaces=("unconscious", "incapacitated", "bleeding"),
    ),
)


def awake(fighter: Fighter) -> bool:
    """Return whether a combatant is conscious and can at least crawl."""
    return not refuse_if_barred(CONDITIONS, fighter, "move")


def standing(fighter: Fighter) -> bool:
    """Return whether a combatant is still in the fight."""
    return is_standing(CONDITIONS, fighter)
