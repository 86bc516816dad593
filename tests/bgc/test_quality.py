"""Quality of weapons against quality of armour in BGC, dice given by hand."""

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.bgc.defense import quality_bonus


def test_quality_and_critical(table):
    """BGC-DMG-3 and BGC-CRT-1: good weapon 5, normal armour, D5 = 3, critical: 16; worked check 9."""
    table.type("other rin --draw lance", "attack rin mako --dice 5,40,44,3,30")
    assert table.one("mako").levels == 22 - 16
    assert table.rolls()[3] == ("quality", None, "")
    why = "good lance 5, +3 (good weapon against normal armour), doubled (critical)"
    assert [event.facts for event in table.told("damage")] == [{"amount": 16, "why": why}]


@pytest.mark.parametrize(
    ("weapon", "armour", "bonus"),
    [("normal", "normal", 0), ("good", "normal", 4), ("amazing", "normal", 4), ("normal", "good", -4),
     ("amazing", "good", 4), ("normal", "amazing", -4), ("good", "amazing", -4)],
)  # fmt: skip
def test_quality_against_quality(table, weapon, armour, bonus):
    """BGC-DMG-3: none, D5 or D10 either way; worked check 5."""
    assert quality_bonus(table.scene(4), "", weapon, armour) == bonus


@pytest.mark.parametrize(("weapon", "armour", "sides"), [("good", "normal", 5), ("normal", "amazing", 10)])
def test_a_d5_by_hand_shows_1_to_5(table, weapon, armour, sides):
    """BGC-DMG-3: and a D10 1 to 10."""
    assert abs(quality_bonus(table.scene(sides), "", weapon, armour)) == sides
    with pytest.raises(UsageError, match=f"a d{sides} shows 1 to {sides}"):
        quality_bonus(table.scene(sides + 1), "", weapon, armour)


def test_the_steps_of_quality_are_told(table):
    """BGC-DMG-3: the D5 that is rolled, and what it comes to."""
    table.type("damage-save mako --penetration 200 --damage 1 --quality good --dice 1,99,3")
    assert [event.facts for event in table.told("quality")] == [{"weapon": "good", "armour": "normal", "amount": "+3"}]
    assert table.one("mako").levels == 18


def test_damage_is_never_less_than_nothing(table):
    """BGC-DMG-4: normal weapon 5 against amazing armour, D10 = 7: nothing; worked check 9."""
    table.type("set mako armour.quality=amazing", "attack rin mako --dice 30,20,40,7")
    assert table.one("mako").levels == 22
    assert table.told("no-harm")[0].facts == {"why": "rifle 5, -7 (normal weapon against amazing armour), at least 0"}
    table.type("set fight options.least-damage=1", "attack rin mako --dice 5,20,40,7")
    why = "rifle 5, -7 (normal weapon against amazing armour), at least 1, doubled (critical)"
    assert [event.facts for event in table.told("damage")] == [{"amount": 2, "why": why}]


def test_what_gets_through_and_does_no_harm_is_through(table):
    """BGC-DMG-2, BGC-DMG-4: the outcome is what is told, for a damage save as for an attack."""
    table.type("set mako armour.quality=amazing")
    table.type("damage-save mako --penetration 60 --damage 5 --dice 20,40,7")
    assert (table.played.outcome, table.happened()) == ("through", ["armour-pierced", "quality", "no-harm"])
    table.type("damage-save mako --penetration 60 --damage 5 --dice 40,20")
    assert (table.played.outcome, table.happened()) == ("held", ["armour-holds"])
