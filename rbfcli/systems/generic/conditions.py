"""Conditions shared by many games, in plain words; all others are `say` and your own words (GEN-CON-1)."""

from rbfcli.model.conditions import Bar, ConditionRow, Effect, is_standing, table
from rbfcli.systems.generic.sheet import Character

DOWN, DYING, DEAD, HIDDEN = "down", "dying", "dead", "hidden"


def _row(name: str, own: int = 0, against: int = 0, bars: tuple[Bar, ...] = ()) -> ConditionRow:
    """Return a condition that modifies attacks by its bearer (`own`) or `against` it."""
    effects = [Effect(roll="attack", amount=own, why=name, rule="GEN-CON-1")] if own else []
    if against:
        effects.append(Effect(roll="attack", whose="against", amount=against, why=name, rule="GEN-CON-1"))
    return ConditionRow(
        name=name,
        seen=True,
        rule="GEN-CON-1",
        begins=f"is {name}",
        ends=f"is no longer {name}",
        bars=bars,
        effects=tuple(effects),
    )


CONDITIONS = table(
    ConditionRow(
        name=DOWN, seen=True, rule="GEN-HP-1", begins="is down", ends="is back up", role="down", bars=("act",)
    ),
    ConditionRow(
        name=DYING,
        seen=True,
        rule="GEN-DIE-1",
        begins="is dying: a death save at the start of each turn",
        ends="is no longer dying",
        role="dying",
        bars=("act",),
        replaces=(DOWN,),
        gives_way=True,
    ),
    ConditionRow(
        name=DEAD,
        seen=True,
        rule="GEN-DIE-1",
        begins="dies",
        ends="is no longer dead",
        role="dead",
        bars=("act",),
        replaces=(DOWN, DYING),
    ),
    ConditionRow(
        name=HIDDEN,
        rule="GEN-CON-2",
        begins="is hidden",
        ends="is no longer hidden",
        effects=(Effect(roll="attack", amount=1, why="hidden", rule="GEN-CON-2"),),
    ),
    _row("blinded", -1, 1),
    _row("frightened", -1),
    _row("invisible", 1, -1),
    _row("paralysed", 0, 1, ("act",)),
    _row("poisoned", -1),
    _row("prone", -1, 1),
    _row("restrained", -1, 1),
    _row("stunned", 0, 1, ("act",)),
)


def standing(combatant: Character) -> bool:
    """Return whether a combatant is still in the fight (GEN-HP-1)."""
    return is_standing(CONDITIONS, combatant)


def takes_damage(combatant: Character) -> bool:
    """Return whether a combatant can be attacked: standing or dying (GEN-ATK-2)."""
    return standing(combatant) or DYING in combatant.conditions
