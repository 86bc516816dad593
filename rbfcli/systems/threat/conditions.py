"""The conditions of the tracker, including those that take a character out of the fight (THR-DMG-3)."""

from rbfcli.model.conditions import ConditionRow, Effect, is_standing, table
from rbfcli.systems.threat.sheet import Character

DISADVANTAGE = "disadvantage"
FREE_ATTACK = "free-attack"
LAST_STAND = "last-stand"
KNOCKED_OUT = "knocked-out"
DEAD = "dead"

CONDITIONS = table(
    ConditionRow(
        name=DISADVANTAGE,
        seen=True,
        rule="THR-CMP-2",
        begins="has disadvantage: one extra die, keep the two lowest",
        effects=(
            *(
                Effect(roll=roll, amount=-1, why="complication", rule="THR-CMP-2")
                for roll in ("attack", "defence", "task")
            ),
            Effect(roll="defence", whose="against", amount=1, why="complication", rule="THR-CMP-2"),
        ),
    ),
    ConditionRow(
        name=FREE_ATTACK,
        rule="THR-ULT-2",
        begins="has a free attack, which does not move the tracker",
        ends="has no free attack left",
    ),
    ConditionRow(
        name=LAST_STAND,
        seen=True,
        rule="THR-DMG-3",
        begins="makes a last stand: one final action, then death",
        ends="has made their last stand",
    ),
    ConditionRow(
        name=DEAD,
        seen=True,
        rule="THR-DMG-3",
        begins="dies",
        ends="is no longer dead",
        role="dead",
        bars=("act",),
        replaces=(LAST_STAND,),
    ),
    ConditionRow(
        name=KNOCKED_OUT,
        seen=True,
        rule="THR-DMG-3",
        begins="is knocked out",
        ends="regains consciousness",
        role="down",
        bars=("act",),
    ),
    ConditionRow(
        name="out",
        seen=True,
        rule="THR-DMG-3",
        begins="is out of the fight",
        ends="is no longer out",
        role="down",
        bars=("act",),
    ),
)


def standing(combatant: Character) -> bool:
    """Return whether a character is still in the fight, as a PC on its last stand is (THR-DMG-3)."""
    return is_standing(CONDITIONS, combatant)
