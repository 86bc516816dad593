"""What `show WHO` tells of a FuturePath character: each number a rule uses, with the parts it is the sum of."""

from msgspec.structs import replace

from rbfcli.systems.futurepath import RULES
from tests.showing import armed, explained, on_sheet

USUAL = "critical from 20 ×2"
UNUSUAL = {
    "team": "blue",
    "strength": 7,
    "constitution_lost": 3,
    "wisdom": 13,
    "initiative_misc": 2,
    "advantage_die": "1d10",
    "size": 2,
    "height": 2,
    "cover": "partial",
    "skills": {"climb": 2},
    "weapons": ("knife", "frag", "smoke", "pistol"),
    "off_hand": "pistol",
    "ammo": {"frag": 1, "pistol": 5},
}


def test_the_page_of_a_character(table):
    """FP-ATK-1, FP-ATK-3, FP-GRN-3, FP-COV-3: Strength only where it strikes, none in a blast, haze does no harm."""
    weapons = {each: replace(table.weapons[each], bonus=2) for each in ("frag", "smoke", "pistol")}
    weapons["knife"] = replace(table.weapons["knife"], bonus=-1, accuracy=1)
    weapons["pistol"] = replace(weapons["pistol"], range=0)
    fight = on_sheet(armed(table.session.fight, **weapons), "hale", **UNUSUAL)
    assert explained(RULES, fight, "hale") == [
        "team: blue FP-INI-1",
        "AC: 14 FP-ATK-1",
        "Con",
        "strength: 7: -2",
        "dexterity: 12: +1",
        "constitution: 11 (14 less 3 lost): +0",
        "intelligence: 10: +0",
        "wisdom: 13: +1",
        "charisma: 10: +0",
        "initiative: 4 = Dexterity +1, Wisdom +1, misc +2 FP-INI-2",
        "advantage: 1d10 FP-ADV-2",
        "speed: 30 ft a move, 90 ft a sprint FP-MOV-1",
        "threatens: 5 ft FP-FLD-3",
        "size: 2 squares across",
        "height: 10 ft",
        "cover: partial FP-COV-1",
        "climb: 0 = Climb +2, Strength -2 FP-SKL-1",
        "ammo",
        f"weapon: knife: 1d4-3 damage, {USUAL}, reach 5 ft, proficient +1, -1 to hit = Strength -2, knife +1 FP-ATK-1",
        "weapon: frag (frag grenade): 2d8+2 damage, thrown, area 10 ft, 1/2 left FP-ATK-1",
        "weapon: smoke (smoke grenade): smoke, thrown, area 10 ft, 1/1 left FP-ATK-1",
        f"weapon: pistol: 1d6+2 damage, {USUAL}, any range, 5/8 rounds, off hand, +1 to hit = Dexterity +1 FP-ATK-1",
        f"weapon: unarmed (bare hands): 1d2-2 damage, {USUAL}, reach 5 ft, -2 to hit = Strength -2 FP-ATK-1",
        "left: standard, simple, free, full-round; 0 of 1 opportunities taken FP-ECO-1",
    ]


def test_the_page_tells_what_is_rolled(table):
    """FP-ATK-1, FP-ATK-3: a hit with 12 and 6 of a die is as much as the page says."""
    table.put(hale="G1")
    sword = f"weapon: sword (broad sword): 1d8+3 damage, {USUAL}, reach 5 ft, in hand, +3 to hit = Strength +3 FP-ATK-1"
    assert sword in explained(RULES, table.session.fight, "hale")
    table.do("attack hale tough", 12, 6)
    assert [(each.label, each.total) for each in table.rolls()] == [("attack", 12 + 3), ("damage", 6 + 3)]
    assert table.tough.hp == 30 - 9
    left = "left: simple, free; 0 of 1 opportunities taken FP-ECO-1"
    assert explained(RULES, table.session.fight, "hale")[-1] == left


def test_the_page_of_somebody_usual_before_the_first_round(yard):
    """FP-ATK-3, FP-COV-1, FP-ECO-1: no Strength to add, no cover, no turn of which anything is left."""
    assert explained(RULES, yard.session.fight, "porter")[10:] == [
        "advantage: 1d4 at level 1 FP-ADV-2",
        "speed: 30 ft a move, 90 ft a sprint FP-MOV-1",
        "threatens: 5 ft FP-FLD-3",
        "size",
        "height",
        "cover FP-COV-1",
        "ammo",
        f"weapon: unarmed (bare hands): 1d2 damage, {USUAL}, reach 5 ft, +0 to hit FP-ATK-1",
        "left",
    ]
    pistol = "range 30 ft, 8/8 rounds, proficient +1, +3 to hit = Dexterity +3 FP-ATK-1"
    assert f"weapon: pistol: 1d6 damage, {USUAL}, {pistol}" in explained(RULES, yard.session.fight, "yara")
