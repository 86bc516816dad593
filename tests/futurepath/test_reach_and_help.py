"""Who gets at whom, who can treat whom, and what lies at hand (FP-ATK-2, FP-FLD-3, FP-STB-1)."""

import pytest

from rbfcli.systems.futurepath.status import weapons_at_hand


@pytest.mark.parametrize(
    ("weapon", "square", "reached"),
    [
        ("sword", "C1", True),
        ("sword", "D1", False),
        ("spear", "D1", True),
        ("spear", "E1", False),
        ("", "C1", True),
        ("", "D1", False),
        ("pistol", "P1", True),
        ("sword", "", True),
    ],
)
def test_who_gets_at_whom(table, weapon, square, reached):
    """FP-ATK-2, FP-FLD-3: with what; where the map does not say, everybody is in reach."""
    table.put(tough=square)
    assert table.session.rules.reaches(table.session.fight, "hale", "tough", weapon) is reached


@pytest.mark.parametrize(("weapon", "reached"), [("sword", False), ("pistol", False), ("piercer", True)])
def test_who_gets_at_somebody_behind_full_cover(table, weapon, reached):
    """FP-COV-2: only what pierces armour."""
    table.put(tough="C1").set("tough", "cover=full")
    assert table.session.rules.reaches(table.session.fight, "hale", "tough", weapon) is reached


def next_steps(table):
    """What the table does next."""
    return table.session.rules.next_steps(table.session.fight)


def test_the_first_of_the_team_beside_the_dying_is_asked_to_treat_it(table):
    """FP-STB-1: with a kit and a rank, of the same side, and beside it; a friend of another team is not."""
    table.do("damage hale 20")
    table.put(hale="D5", yara="F5", gort="E5")
    assert next_steps(table) == ()
    table.put(yara="C5")
    assert next_steps(table) == ("stabilize hale --by yara",)
    table.set("gort", 'items="field medical kit"', "skills.treat-injury=1")
    assert next_steps(table) == ("stabilize hale --by yara",)
    table.set("yara", "team=reserve")
    assert next_steps(table) == ("stabilize hale --by gort",)
    table.set("gort", "side=toughs", "team=crew")
    assert next_steps(table) == ()


def test_where_the_map_does_not_say_the_helper_is_near_enough(table):
    """FP-STB-1, FP-FLD-1: the imagined fight; and nobody treats itself."""
    table.do("damage hale 20")
    table.put(hale="")
    assert next_steps(table) == ("stabilize hale --by yara",)
    table.do("heal hale 20")
    table.do("damage yara 30")
    assert next_steps(table) == ()


def test_what_lies_on_ones_square_is_at_hand(table):
    """FP-MOV-6: besides what one carries; of nobody, everything."""
    table.do("free gort --drop held")
    fight = table.session.fight
    assert weapons_at_hand(fight, fight.combatants["hale"]) == ("sword", "knife", "frag", "smoke")
    table.put(gort="A1", hale="B5")
    fight = table.session.fight
    assert weapons_at_hand(fight, fight.combatants["hale"]) == ("sword", "knife", "frag", "smoke", "sword")
    assert weapons_at_hand(fight, None) == tuple(fight.weapons)
