"""What `show WHO` tells of a fighter: each number a rule uses, with the parts it is the sum of."""

import pytest

from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Item, Place, Weapon
from tests.showing import explained

WALL = {"wall": Place(name="the low wall", at=5, cover="light", low=True), "open": Place(at=9)}
PRONE = {"prone": Condition()}


@pytest.mark.parametrize(
    ("spot", "conditions", "cover", "shots"),
    [
        ("wall", {}, True, ["hit by shots: 13 = on the sheet +12, light cover +1 RBF-COV-3"]),
        ("wall", PRONE, True, ["hit by shots: 15 = on the sheet +12, heavy cover +3 RBF-COV-3"]),
        ("wall", PRONE, False, []),
        ("open", PRONE, True, []),
        (
            "wall",
            {"sundered": Condition(amount=2)},
            True,
            ["hit by shots: 11 = on the sheet +12, sundered -2, light cover +1 RBF-COV-3"],
        ),
    ],
)
def test_what_shots_at_an_enemy_have_to_reach(table, spot, conditions, cover, shots):
    """RBF-COV-3, RBF-PRN-5, RBF-ATK-1: cover raises it for shots alone, and it is what a shot is rolled against."""
    laid = table(
        joss={"at": 30},
        thug={"place": spot, "conditions": conditions},
        board={"places": WALL},
        options={"enemy_cover": cover},
    )
    told = explained(RULES, laid.fight, "thug")
    hit = "hit on: 10 = on the sheet +12, sundered -2" if "sundered" in conditions else "hit on: 12 = on the sheet +12"
    assert [line for line in told if line.startswith("hit")] == [f"{hit} RBF-ATK-1", *shots]
    number = int((shots or [hit])[0].split(": ")[1].split(" ")[0])
    assert laid.rolls(laid.do("attack joss thug --dice 7,8"))[0].against == number


def test_the_page_of_an_enemy(table):
    """RBF-DEF-1, RBF-DEF-7, RBF-ATK-1: its TNs apart, its damage and the most of it, weapons without a skill."""
    laid = table(thug={"attack_tn": 13, "defense_tn": 11, "aim": 2, "armour": 4, "armour_broken": True, "height": 6})
    assert explained(RULES, laid.fight, "thug") == [
        "HP: 20/20 RBF-HP-1",
        "TN",
        "hit on: 11 = on the sheet +11 RBF-ATK-1",
        "defend on: 15 = on the sheet +13, aim +2 RBF-DEF-1",
        "damage: 12, at most 20 RBF-DEF-7",
        "armour: 0 off damage, broken (4 whole) RBF-DEF-6",
        "move: 10 m = speed +10 RBF-ACT-2",
        "actions: 2 a turn RBF-ACT-1",
        "reactions: 1/1 RBF-REA-1",
        "aim: +2 to hit RBF-ACT-5",
        "place: 6 m up",
        "ammo",
        "weapon: hook (cargo hook): 8 damage, blade, in hand RBF-ATK-3",
        "weapon: unarmed (bare hands): 2 damage, blunt RBF-ATK-3",
        "skills: metaphysics +1",
        "talents",
        "noted",
    ]
    unarmed = table(thug={"damage": None, "damage_max": None})
    assert explained(RULES, unarmed.fight, "thug")[4] == "damage RBF-DEF-7"
    unbounded = table(thug={"damage": "2d6", "damage_max": None})
    assert explained(RULES, unbounded.fight, "thug")[4:6] == ["damage: 2d6 RBF-DEF-7", "armour"]


def test_the_page_of_a_player(table):
    """RBF-DEF-1, RBF-COV-1, RBF-ACT-2: defenses untrained too, cover, a halved move, weapons with skill."""
    ada = {
        "conditions": {"prone": Condition(), "sundered": Condition(amount=1)},
        "place": "wall",
        "weapons": ("sword", "smg", "musket", "grenade", "flamer"),
        "held": "smg",
        "off_hand": "sword",
        "ammo": {"musket": 3},
        "bonus_left": True,
        "talents": ("speedy", "Juggler", "Brute", "Cook"),
        "items": ("lantern", "medical kit", "salve", "salve", "token"),
    }
    items = {"salve": Item(name="salve", skill="medicine", tn=12, heals=4, cures=("bleeding", "prone"), used_up=True)}
    items["token"] = Item(name="token")
    items["lantern"] = Item(name="lantern", repairs=True)
    musket = Weapon(name="musket", skill="shoot", damage=10, hands=2, range=200, ammo=4)
    laid = table(ada=ada, board={"places": WALL}, weapons={"musket": musket}, more={"items": items})
    assert explained(RULES, laid.fight, "ada") == [
        "HP: 15/15 RBF-HP-1",
        "dodge: 2 = skill +3, sundered -1 RBF-DEF-1",
        "resilience: -3 = untrained -2, sundered -1 RBF-DEF-1",
        "meditation: -3 = untrained -2, sundered -1 RBF-DEF-1",
        "cover: heavy: +3 against shots RBF-COV-1",
        "armour: 3 off damage RBF-DEF-6",
        "move: 6 m = speed +10, Speedy +3, halved -7 RBF-ACT-2",
        "actions: 0/2 + bonus RBF-ACT-1",
        "reactions: 1/1 RBF-REA-1",
        "aim RBF-ACT-5",
        "place: wall, metre 5",
        "ammo",
        "weapon: sword: 2d8 +3 melee, 8 + 3 damage, blade, off hand RBF-ATK-3",
        "weapon: smg (machine pistol): 2d8 -2 shoot, 7 damage, autofire, in hand RBF-ATK-3",
        "weapon: musket: 2d8 -2 shoot, 10 damage, range 200 m, 3/4 rounds, two hands RBF-ATK-3",
        "weapon: grenade: 2d8 -2 heavy, 15 damage, range 30 m, radius 2 m, blast RBF-ATK-3",
        "weapon: flamer: 2d8 -2 heavy, 9 fire damage RBF-ATK-3",
        "weapon: unarmed (bare hands): 2d8 -2 brawl, 2 damage, blunt RBF-ATK-3",
        "skills: melee +3, dodge +3, athletics +2",
        "talents: speedy, Brute RBF-TAL-1",
        "noted: Juggler, Cook",
        "item: lantern: repairs",
        "item: medical kit",
        "item: salve ×2: medicine against 12, heals 4, ends bleeding, prone, used up",
        "item: token",
    ]
