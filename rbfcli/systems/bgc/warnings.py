"""What BGC finds odd in a sound fight: weapons without their skill, nobody to fight, no defense."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import no_foes, unskilled, zero_defense
from rbfcli.systems.bgc.sheet import BgcFight

DEFEND = "defend"


def warnings(fight: BgcFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or of the fight as a whole (BGC-ATK-1, BGC-ACT-2)."""
    if not who:
        yield from no_foes(fight)
        return
    one, at = fight.combatants[who], ("combatants", who)
    if DEFEND not in one.skills:
        yield Mistake(at, f"{one.name} has no skill {DEFEND!r}: it meets no attack", "skills.defend", rule="BGC-ACT-2")
    elif not one.skills[DEFEND]:
        yield zero_defense((*at, "skills", DEFEND), "BGC-ACT-2")
    for number, each in enumerate(one.weapons):
        skill = fight.weapons[each].skill
        if skill not in one.skills:
            yield unskilled((*at, "weapons", number), one, skill, "cannot attack with it", "BGC-ATK-1")
