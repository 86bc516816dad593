"""What only RBF sees wrong in a fight: talents, skills and items that are almost known ones."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake, misspelt_in
from rbfcli.systems.rbf.sheet import RbfFight, talents
from rbfcli.systems.rbf.status import known_skills, things


def mistakes(fight: RbfFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight; what is of its own kind is a note (RBF-TAL-1)."""
    if who:
        one, at = fight.combatants[who], ("combatants", who)
        yield from misspelt_in((*at, "talents"), one.talents, talents(), "talent")
        yield from misspelt_in((*at, "skills"), one.skills, known_skills(fight.options), "skill")
        yield from misspelt_in((*at, "items"), one.items, things(fight, ""), "item")
        return
    skill = fight.options.counterspell_skill
    yield from misspelt_in(("options", "counterspell_skill"), skill, known_skills(fight.options), "skill")
    for table, entries in (("spells", fight.spells), ("items", fight.items)):
        for name, entry in entries.items():
            yield from misspelt_in((table, name, "skill"), entry.skill, known_skills(fight.options), "skill")
