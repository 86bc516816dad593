"""What is sound and perhaps not meant in a BGC fight: the key, the words, the rule, and none where all is right."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.bgc import RULES
from tests.showing import armed, cited, on_sheet


def test_the_usual_alley_has_nothing_odd_but_a_giant(table):
    """BGC-ACT-2: without the skill it meets no attack."""
    told = {who: cited(RULES.warnings(table.fight, who)) for who in ("", *table.fight.combatants)}
    giant = "combatants.giant: Giant has no skill 'defend': it meets no attack; skills.defend (BGC-ACT-2)"
    assert told == {"": [], "rin": [], "mako": [], "thug": [], "giant": [giant]}


@pytest.mark.parametrize(("score", "told"), [(0, True), (1, False)])
def test_a_defense_of_nothing(table, score, told):
    """BGC-ACT-2: a skill of 0 meets no attack either."""
    there = on_sheet(table.fight, "thug", skills={"defend": score})
    zero = "combatants.thug.skills.defend: a defense of 0 is reached by every attack; a higher number (BGC-ACT-2)"
    assert cited(RULES.warnings(there, "thug")) == [zero] * told


def test_weapons_without_their_skill(table):
    """BGC-ATK-1: the second of three."""
    fight = armed(table.fight, saw=replace(table.fight.weapons["rifle"], name="saw", skill="tools"))
    there = on_sheet(fight, "mako", weapons=("rifle", "saw", "lance"))
    (told,) = cited(RULES.warnings(there, "mako"))
    lacks = "Mako lacks its skill 'tools', and cannot attack with it"
    assert told == f"combatants.mako.weapons[2]: {lacks}; skills.tools, or another weapon (BGC-ATK-1)"


def test_nobody_to_fight(table):
    """BGC-ACT-2: all of one side."""
    gang = {who: one for who, one in table.fight.combatants.items() if one.side == "gang"}
    alone = 'combatants: all are on the side gang: there is nobody to fight; give some a side = "..." ()'
    assert cited(RULES.warnings(replace(table.fight, combatants=gang), "")) == [alone]
