"""What `show WHO` tells of an RPJ character: each number a rule uses, with the parts it is the sum of."""

from rbfcli.kernel.fight import Condition
from rbfcli.systems.rpj import RULES
from tests.showing import explained, on_sheet

UNUSUAL = {
    "melee_defense": None,
    "ranged_defense": None,
    "crossed": {"vest": (9, 10), "base": (12,)},
    "cover": "wall",
    "reoriented": True,
    "free_attack_spent": True,
    "weapons": ("grenade", "sword"),
}


def test_the_page_of_a_character(field):
    """RPJ-ACT-3, RPJ-DMG-1, RPJ-COV-1, RPJ-ACT-4: derived defenses, the layer struck next, cover, the free attack."""
    fight = on_sheet(field.fight, "ann", **UNUSUAL)
    assert explained(RULES, fight, "ann") == [
        "layers",
        "layer: vest: broken, crossed out 9 10 RPJ-DMG-1",
        "layer: base: 10 14 of 10 12 14, crossed out 12, struck next RPJ-DMG-1",
        "defense",
        "melee def.: 17 = base +15, half of Dexterity 4 +2 RPJ-ACT-3",
        "ranged def.: 18 = base +16, half of Dexterity 4 +2 RPJ-ACT-3",
        "attributes: strength 3, dexterity 4, charisma 0, intelligence 0, willpower 0",
        "actions: 2 left of 2 RPJ-ACT-1",
        "free: free attack spent RPJ-ACT-4",
        "weapon: grenade: 5 damage, range 1 region, blast, +2 to hit = throwing skill +0, dexterity bonus +2 RPJ-ACT-3",
        "weapon: sword: 4 damage, adjacent, +1 to hit = blades skill +0, strength bonus +1 RPJ-ACT-3",
        "weapon: unarmed (bare hands): 1 damage, adjacent, +1 to hit = unarmed skill +0, strength bonus +1 RPJ-ACT-3",
        "place: region 0",
        "cover: wall +3/1f, reoriented RPJ-COV-1",
        "skills: guns 4",
        "grappling: 2",
    ]


def test_the_page_of_the_fallen(start):
    """RPJ-DMG-7, RPJ-STB-1: a roll for its life until it is stabilised, and no layer is struck next."""
    told = {}
    for state in ("incapacitated", "stabilized", "dead"):
        conditions = {each: Condition() for each in dict.fromkeys(("incapacitated", state))}
        page = explained(RULES, on_sheet(start().fight, "ann", conditions=conditions), "ann")
        told[state] = [line for line in page if line.startswith(("actions", "layer:"))]
    layers = ["layer: vest: 9 10 of 9 10 RPJ-DMG-1", "layer: base: 10 12 14 of 10 12 14 RPJ-DMG-1"]
    assert told == {
        "incapacitated": [*layers, "actions: none but the stabilize roll RPJ-DMG-7"],
        "stabilized": [*layers, "actions: none RPJ-DMG-7"],
        "dead": [*layers, "actions: none RPJ-DMG-7"],
    }


def test_the_page_tells_what_is_rolled(field):
    """RPJ-ACT-3: the parts of a shot, and what it has to reach, are those of the two pages."""
    shot = "weapon: rifle: 4 damage, range 5 regions, +6 to hit = guns skill +4, dexterity bonus +2 RPJ-ACT-3"
    assert shot in explained(RULES, field.fight, "ann")
    assert "ranged def.: 18 = on the sheet +18 RPJ-ACT-3" in explained(RULES, field.fight, "pike")
    field.do("attack ann pike --with rifle --no-react", 1, 1, 1, 1)
    (roll,) = field.rolls("attack")
    assert [(each.value, each.why) for each in roll.modifiers] == [(4, "guns skill"), (2, "dexterity bonus")]
    assert (roll.total, roll.against) == (4 + 6, 18)
