"""What `show WHO` tells of a BGC fighter: each number a rule uses, with the parts it is the sum of."""

from rbfcli.systems.bgc import RULES
from rbfcli.systems.bgc.sheet import Armour
from tests.showing import explained, on_sheet

UNUSUAL = {
    "levels": 4,
    "max_levels": 20,
    "armour": Armour(value=15, replaces=True),
    "failed": ("rifle",),
    "ammo": {"rifle": 3},
    "speed_bonus": 5,
}


def test_the_page_of_a_fighter(table):
    """BGC-DRV-1, BGC-TST-2, BGC-ARM-1, BGC-DRV-2: levels of its own, wounds on scores, armour, what is in a weapon."""
    assert explained(RULES, on_sheet(table.fight, "mako", **UNUSUAL), "mako") == [
        "levels: 4/20; bleeds below 5 BGC-DRV-1",
        "speed: 55 %",
        "tough: 60 %",
        "will: 55 %",
        "rifles: 50 % = skill +65, wounds -15 BGC-TST-2",
        "defend: 35 % = skill +50, wounds -15 BGC-TST-2",
        "armour: 15 % (normal) = worn +15 BGC-ARM-1",
        "weapon: rifle: rifles, 60 % penetration, 5 levels of damage, 3/9 rounds, in hand, failed",
        "weapon: unarmed: brawl, 15 % penetration, 2 levels of damage BGC-DRV-2",
        "ammo",
        "size: 2 m",
        "speed bonus: 5",
    ]


def test_the_page_of_a_giant_and_of_armour_with_gaps(table):
    """BGC-DRV-1, BGC-DRV-4, BGC-ARM-1: levels and armour by Tough; worn armour adds to it, and may leave gaps."""
    assert explained(RULES, table.fight, "giant") == [
        "levels: 30/30, 30 by Tough 100; bleeds below 8 BGC-DRV-1",
        "speed: 40 %",
        "tough: 100 %",
        "will: none: feels no shock",
        "brawl: 50 % = skill +50 BGC-TST-2",
        "armour: 44 % = natural, by Tough 100 +44 BGC-DRV-4",
        "weapon: unarmed: brawl, 25 % penetration, 4 levels of damage BGC-DRV-2",
        "ammo",
        "size: 5 m",
    ]
    gaps = "armour: 45 % (normal, partial: leaves gaps) = natural, by Tough 60 +30, worn +15 BGC-ARM-1"
    assert gaps in explained(RULES, table.fight, "mako")
    good = "weapon: lance (good lance): rifles, 120 % penetration, 5 levels of damage, good"
    assert good in explained(RULES, table.fight, "rin")
