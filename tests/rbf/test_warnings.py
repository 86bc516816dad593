"""What is sound and perhaps not meant in an RBF fight: the key, the words, the rule, and none where all is right."""

import pytest

from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Item, Spell, Weapon
from tests.showing import cited

NEVER = "no rule ever reads it"
SHOOT = "Ada lacks its skill 'shoot', and rolls with -2; skills.shoot, or another weapon (RBF-TST-1)"
ZERO = "a defense of 0 is reached by every attack; a higher number (RBF-ATK-1)"
ROOTED = (
    "combatants.ada.weapons: Ada does not move, and no weapon of it reaches a foe; "
    "a longer range, or a place nearer to them (RBF-ACT-2)"
)
SPELLS = {"spells": {"spark": Spell(name="spark", skill="telekinetics")}}


def test_the_usual_table_has_nothing_odd(table):
    """RBF-MODE-1, RBF-ATK-1: foes on both sides, skills for all weapons."""
    fight = table().fight
    assert [cited(RULES.warnings(fight, who)) for who in ("", *fight.combatants)] == [[]] * 7


@pytest.mark.parametrize(
    ("who", "sheet", "told"),
    [
        (
            "ada",
            {"damage": 3},
            [f"damage: {NEVER}: without a tn it is a player, whose weapon counts; leave it out (RBF-DEF-7)"],
        ),
        (
            "ada",
            {"weapons": ("sword", "pistol", "bow")},
            [
                f"weapons[2]: {SHOOT}",
                f"weapons[3]: {SHOOT}",
            ],
        ),
        ("thug", {"tn": 0}, [f"tn: {ZERO}"]),
        (
            "thug",
            {"defense_tn": 0},
            [f"defense_tn: {ZERO}"],
        ),
        ("thug", {"defense_tn": 1}, []),
        (
            "thug",
            {"damage": None},
            [f"damage_max: {NEVER}: without damage of its own, its weapon counts; leave it out (RBF-DEF-5)"],
        ),
        ("thug", {"damage": None, "damage_max": None}, []),
    ],
)
def test_a_sheet(table, who, sheet, told):
    """RBF-DEF-7, RBF-DEF-5, RBF-TST-1, RBF-ATK-1: what no rule reads, a weapon without its skill, a defense of 0."""
    fight = table(**{who: sheet}).fight
    assert cited(RULES.warnings(fight, who)) == [f"combatants.{who}.{each}" for each in told]
    assert cited(RULES.warnings(table(**{who: sheet}, more=SPELLS).fight, who)) == [
        f"combatants.{who}.{each}" for each in told if "RBF-DEF" not in each
    ]


@pytest.mark.parametrize(
    ("ada", "warned"),
    [
        ({"speed": 0, "at": 40}, True),
        ({"speed": 0, "at": 30}, False),
        ({"speed": 10, "at": 40}, False),
        ({"speed": 0, "at": 40, "weapons": ()}, False),
        ({"speed": 0, "at": 40, "weapons": ("sword", "rifle"), "skills": {"melee": 1, "shoot": 1}}, False),
        ({"speed": 0, "at": 40, "weapons": ("rifle", "sword"), "skills": {"melee": 1, "shoot": 1}}, False),
    ],
)
def test_who_cannot_move_and_reaches_no_foe(table, ada, warned):
    """RBF-ACT-2: a pistol carries 30 m to the nearer of two foes; friends and objects are none."""
    sheet = {"weapons": ("pistol",), "skills": {"shoot": 1}, **ada}
    foes = {"thug": {"at": 0}, "other": {"at": -5}, "boss": {"at": 40, "object": True}, "joss": {"at": 40}}
    told = [ROOTED]
    assert cited(RULES.warnings(table(ada=sheet, **foes).fight, "ada")) == told * warned
    assert cited(RULES.warnings(table(ada=sheet, **foes, more=SPELLS).fight, "ada")) == []


def test_tables_of_the_fight(table):
    """RBF-MODE-1, RBF-ACT-3, RBF-ACT-2: nobody to fight but in a crisis, rounds of a blade, a TN without a roll."""
    gear = {
        "weapons": {
            "axe": Weapon(name="axe", skill="melee", ammo=2),
            "gun": Weapon(name="gun", skill="shoot", ammo=2),
            "tube": Weapon(name="tube", skill="heavy", ammo=1),
        },
        "more": {
            "items": {
                "pick": Item(name="pick", tn=9),
                "map": Item(name="map"),
                "kit": Item(name="kit", skill="medicine", tn=9),
            }
        },
    }
    odd = [
        f"weapons.axe.ammo: {NEVER}: melee weapons are never empty; leave it out (RBF-ACT-3)",
        f"items.pick.tn: {NEVER}: without a skill, using it is no roll; leave it out (RBF-ACT-2)",
    ]
    alone = 'combatants: all are on the side crew: there is nobody to fight; give some a side = "..." ()'
    gone = {"thug": None, "other": None, "boss": None}
    assert cited(RULES.warnings(table(**gear).fight, "")) == odd
    assert cited(RULES.warnings(table(**gone, **gear).fight, "")) == [alone, *odd]
    assert cited(RULES.warnings(table(**gone, **gear, board={"mode": "crisis"}).fight, "")) == odd
