"""A change is told by the system's word for its field, or by the field's own name, once."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.events import Changed
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.rbf import RULES as RBF

WORDS = {"field.hp": "HP", "field.ammo": "rounds", "field.ammo.bow": "arrows", "field.aim": "", "field.aim.bow": ""}
RULES = replace(RBF, words=WORDS)
FIGHT = Fight(system="x", combatants={"ada": Combatant(name="Ada")})


@pytest.mark.parametrize(
    ("who", "field", "before", "after", "line"),
    [
        ("ada", "hp", 9, 4, "  Ada: HP 9 -> 4"),
        ("ada", "ammo.rifle", 4, 3, "  Ada: rounds rifle 4 -> 3"),
        ("ada", "ammo.bow", 4, 3, "  Ada: arrows 4 -> 3"),
        ("ada", "max_hp", 9, 4, "  Ada: max hp 9 -> 4"),
        ("ada", "skills.first_aid", None, 4, "  Ada: skills.first aid 4"),
        ("", "options.wound_penalty", True, False, "  no longer options.wound penalty"),
        ("ada", "skills.\x1b[2J", 1, 2, "  Ada: skills.\\x1b[2J 1 -> 2"),
    ],
)
def test_a_change_is_told(who, field, before, after, line):
    assert narrate([Changed(who=who, field=field, before=before, after=after)], FIGHT, FIGHT, RULES, Style()) == [line]


@pytest.mark.parametrize("field", ["aim", "aim.bow", "aim.rifle", "conditions.prone.rounds"])
def test_a_quiet_change_is_not_told(field):
    assert narrate([Changed(who="ada", field=field, before=1, after=2)], FIGHT, FIGHT, RULES, Style()) == []


def test_what_is_gone_from_a_mapping_is_told_by_what_took_it():
    gone = Changed(who="ada", field="ammo.rifle", before=4, after=None)
    assert narrate([gone], FIGHT, FIGHT, RULES, Style()) == []
