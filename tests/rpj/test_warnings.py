"""What is sound and perhaps not meant in an RPJ fight: the key, the words, the rule, and none where all is right."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.rpj import RULES
from tests.showing import armed, cited, on_sheet

NEVER = "no rule ever reads it"
ZERO = "a defense of 0 is reached by every attack; a higher number (RPJ-ACT-3)"
LINKS = (("0", "1"), ("1", "2"))


@pytest.fixture
def fight(start):
    return start().fight


def test_the_usual_field_has_nothing_odd_but_a_grenade(fight):
    """RPJ-ACT-3, RPJ-FIELD-5: two sides within reach of each other; one throws without the skill."""
    told = {who: cited(RULES.warnings(fight, who)) for who in ("", *fight.combatants)}
    thrown = "Ann lacks its skill 'throwing', and rolls with +0; skills.throwing, or another weapon (RPJ-ACT-3)"
    assert told == {"": [], "ann": [f"combatants.ann.weapons[2]: {thrown}"], "bob": [], "rook": [], "pike": []}


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ({"melee_defense": 0}, [f".melee_defense: {ZERO}"]),
        ({"ranged_defense": 0}, [f".ranged_defense: {ZERO}"]),
        (
            {"melee_defense": 0, "ranged_defense": None},
            [f".melee_defense: {ZERO}", ": no ranged defense value: derived, 0/19 (RPJ-ACT-3)"],
        ),
        ({"melee_defense": None}, [": no melee defense value: derived, 18/18 (RPJ-ACT-3)"]),
        (
            {"melee_defense": None, "ranged_defense": None},
            [": no melee and ranged defense values: derived, 18/19 (RPJ-ACT-3)"],
        ),
    ],
)
def test_defense_values(fight, sheet, told):
    """RPJ-ACT-3: a missing one is half of Dexterity 6 more than its base, and one of 0 protects nobody."""
    assert cited(RULES.warnings(on_sheet(fight, "bob", **sheet), "bob")) == [f"combatants.bob{each}" for each in told]


def test_weapons_without_their_skill(fight):
    """RPJ-ACT-3: with what the option says; the second of three."""
    there = on_sheet(fight, "bob", weapons=("sword", "pistol", "sword"))
    there = replace(there, options=replace(there.options, untrained=-2))
    (told,) = cited(RULES.warnings(there, "bob"))
    lacks = "Bob lacks its skill 'guns', and rolls with -2"
    assert told == f"combatants.bob.weapons[2]: {lacks}; skills.guns, or another weapon (RPJ-ACT-3)"


def test_keys_of_the_field_that_no_rule_reads(fight):
    """RPJ-FIELD-2, RPJ-FIELD-4: a length beside links, a range of a blade."""
    board = replace(fight.board, links=LINKS)
    length = f"board.length: {NEVER}: links make the ground a graph; leave it out (RPJ-FIELD-2)"
    assert cited(RULES.warnings(replace(fight, board=board), "")) == [length]
    assert cited(RULES.warnings(replace(fight, board=replace(board, length=5)), "")) == []
    sword = fight.weapons["sword"]
    blades = armed(fight, saber=replace(sword, range=1), axe=replace(sword, range=0))
    assert cited(RULES.warnings(blades, "")) == [
        f"weapons.{name}.range: {NEVER}: a melee weapon strikes its own group; leave it out (RPJ-FIELD-4)"
        for name in ("saber", "axe")
    ]


def test_nobody_to_fight(fight):
    """RPJ-FIELD-5: where all are of one side, no region is told of."""
    people = {who: replace(one, side="crew") for who, one in fight.combatants.items()}
    alone = 'combatants: all are on the side crew: there is nobody to fight; give some a side = "..." ()'
    assert cited(RULES.warnings(replace(fight, combatants=people), "")) == [alone]


@pytest.mark.parametrize(
    ("links", "regions", "cut_off"),
    [
        (LINKS, {}, []),
        ((("0", "2"),), {}, []),
        ((("0", "3"),), {"bob": "0", "rook": "1", "pike": "2"}, ["ann", "bob", "rook", "pike"]),
        ((("0", "3"), ("1", "2")), {"bob": "3"}, ["ann", "bob", "rook", "pike"]),
        ((("0", "3"), ("1", "2")), {"bob": "2"}, ["ann"]),
    ],
)
def test_regions_that_no_way_joins(fight, links, regions, cut_off):
    """RPJ-FIELD-5, RPJ-FIELD-2: whoever has no way to any foe is told of; a foe in the same region is one."""
    people = {who: replace(one, region=regions.get(who, one.region or "0")) for who, one in fight.combatants.items()}
    there = replace(fight, combatants=people, board=replace(fight.board, length=5, links=links))
    assert cited(RULES.warnings(there, "")) == [
        f"combatants.{who}.region: no way leads from {one.region} to a foe, and no weapon of {one.name} reaches one; "
        "another region, or a link (RPJ-FIELD-5)"
        for who, one in people.items()
        if who in cut_off
    ]
