"""What only RBF sees wrong in a fight: talents, skills and items that are almost known ones."""

from collections.abc import Iterator

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.mistakes import Mistake, Place, left_to_rules, misspelt_in, mistake
from rbfcli.systems.rbf.ground import spot_named
from rbfcli.systems.rbf.sheet import MEDICAL_KIT, RAGE, REPAIR_KIT, RbfFight, talents
from rbfcli.systems.rbf.status import known_skills


def mistakes(fight: RbfFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight; what is of its own kind is a note (RBF-TAL-1)."""
    if who:
        one, at = fight.combatants[who], ("combatants", who)
        yield from misspelt_in((*at, "talents"), one.talents, talents(), "talent")
        yield from misspelt_in((*at, "skills"), one.skills, known_skills(fight.options), "skill")
        for wrong in misspelt_in((*at, "items"), one.items, (MEDICAL_KIT, REPAIR_KIT, RAGE), "item"):
            if one.items[int(wrong.path[-1])] not in fight.items:
                yield wrong
        return
    yield from left_to_rules(_unknown_spots(fight))
    skill = fight.options.counterspell_skill
    yield from misspelt_in(("options", "counterspell_skill"), skill, known_skills(fight.options), "skill")
    for table, entries in (("spells", fight.spells), ("items", fight.items)):
        for name, entry in entries.items():
            yield from misspelt_in((table, name, "skill"), entry.skill, known_skills(fight.options), "skill")


def _unknown_spots(fight: RbfFight) -> Iterator[Mistake]:
    """Where weapons lie, and where a struggle leads to, as long as no such place or metre is there (RBF-ACT-2)."""
    board = fight.board
    spots: list[tuple[Place, str]] = [
        (("board", "lying", number, "where"), each.where) for number, each in enumerate(board.lying)
    ]
    if board.struggle:
        spots.append((("board", "struggle", "to"), board.struggle.to))
    for path, spot in spots:
        try:
            if spot:
                spot_named(fight, spot.removesuffix(" m"))
        except RbfError as wrong:
            yield mistake(path, wrong)
