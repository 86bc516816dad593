"""What only BGC sees wrong in a fight: the skill of a weapon that is almost one that somebody has."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake, left_to_rules, misspelt_in
from rbfcli.systems.bgc.sheet import BgcFight


def mistakes(fight: BgcFight, who: str) -> Iterator[Mistake]:
    """In the tables of the fight; a weapon may well have a skill that nobody here has."""
    if not who:
        known = {skill for one in fight.combatants.values() for skill in one.skills}
        for name, weapon in fight.weapons.items():
            yield from left_to_rules(misspelt_in(("weapons", name, "skill"), weapon.skill, sorted(known), "skill"))
