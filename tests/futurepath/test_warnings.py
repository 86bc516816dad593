"""What is sound and perhaps not meant in FuturePath: the key, the words, the rule, and none where all is right."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.futurepath import RULES
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import Weapon
from tests.showing import cited, on_sheet

NEVER = "no rule ever reads it"
ALL_KEYS = {"reach": 5, "range": 30, "ap": True, "reload": "simple", "versatile": True}
OF_GRENADES = {"area": 15, "dc": 12, "haze": "smoke", "haze_rounds": 7}


@pytest.fixture
def fight(yard):
    return yard.session.fight


def test_the_usual_yard_has_nothing_odd(fight):
    """FP-ATK-1, FP-ATK-4, FP-FLD-1, FP-FLD-3: nobody without an AC, no wall between foes."""
    assert [cited(RULES.warnings(fight, who)) for who in ("", *fight.combatants)] == [[]] * 7


@pytest.mark.parametrize(("ac", "told"), [(0, True), (1, False)])
def test_an_armour_class_of_nothing(fight, ac, told):
    """FP-ATK-1: every attack reaches it."""
    zero = "combatants.hale.ac: a defense of 0 is reached by every attack; a higher number (FP-ATK-1)"
    assert cited(RULES.warnings(on_sheet(fight, "hale", ac=ac), "hale")) == [zero] * told


@pytest.mark.parametrize(
    ("kind", "keys", "told"),
    [
        (
            {},
            {**ALL_KEYS, **OF_GRENADES},
            [
                ("range", "FP-ATK-4"),
                ("ap", "FP-COV-2"),
                ("area", "FP-GRN-3"),
                ("dc", "FP-GRN-3"),
                ("haze", "FP-COV-3"),
                ("haze_rounds", "FP-COV-3"),
            ],
        ),
        (
            {"ranged": True},
            {**ALL_KEYS, **OF_GRENADES},
            [
                ("reach", "FP-FLD-3"),
                ("area", "FP-GRN-3"),
                ("dc", "FP-GRN-3"),
                ("haze", "FP-COV-3"),
                ("haze_rounds", "FP-COV-3"),
            ],
        ),
        (
            {"grenade": True},
            {**ALL_KEYS, "area": 10, "dc": 12},
            [("reach", "FP-FLD-3"), ("ap", "FP-COV-2"), ("reload", "FP-MOV-7"), ("versatile", "FP-OFF-2")],
        ),
        ({}, {}, []),
    ],
)
def test_keys_of_weapons_of_another_kind(fight, kind, keys, told):
    """FP-ATK-4, FP-FLD-3, FP-COV-2, FP-GRN-3, FP-COV-3, FP-MOV-7, FP-OFF-2: each kind reads its own keys."""
    name = "grenade" if "grenade" in kind else "ranged weapon" if kind else "melee weapon"
    there = replace(fight, weapons={**fight.weapons, "odd": Weapon(name="odd", **kind, **keys)})
    assert cited(RULES.warnings(there, "")) == [
        f"weapons.odd.{key}: {NEVER}: it is a {name}; leave it out ({rule})" for key, rule in told
    ]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"haze_rounds": 5}, "haze_rounds: {0}: it leaves no haze; leave it out (FP-COV-3)"),
        ({"haze": "smoke", "haze_rounds": 5}, ""),
        ({"haze": "smoke", "dc": 12}, "dc: {0}: what leaves haze does no harm; leave it out (FP-GRN-3)"),
        ({"dc": 12}, ""),
    ],
)
def test_keys_of_a_grenade(fight, keys, told):
    """FP-COV-3, FP-GRN-3: rounds of haze without any, and a save from it."""
    there = replace(fight, weapons={**fight.weapons, "odd": Weapon(name="odd", grenade=True, **keys)})
    assert cited(RULES.warnings(there, "")) == ([f"weapons.odd.{told.format(NEVER)}"] if told else [])


def test_a_size_beside_a_map(fight):
    """FP-FLD-1: the map says how large the field is."""
    told = f"{NEVER}: the map says how large the field is; leave it out (FP-FLD-1)"
    there = replace(fight, board=replace(fight.board, columns=9, rows=9))
    assert cited(RULES.warnings(there, "")) == [f"board.columns: {told}", f"board.rows: {told}"]
    assert cited(RULES.warnings(replace(fight, board=Field(columns=99, rows=99)), "")) == []


def test_nobody_to_fight(fight):
    """FP-FLD-3: all of one side."""
    crew = {who: one for who, one in fight.combatants.items() if one.side == "crew"}
    alone = 'combatants: all are on the side crew: there is nobody to fight; give some a side = "..." ()'
    assert cited(RULES.warnings(replace(fight, combatants=crew), "")) == [alone]


PARTED = ("....#...", "....#...", "....#...")


@pytest.mark.parametrize(
    ("rows", "changes", "parted"),
    [
        (PARTED, {}, ["hale"]),
        (PARTED, {"weapons": ("knife", "pistol")}, []),
        (PARTED, {"weapons": ("frag",)}, []),
        (PARTED, {"weapons": ()}, ["hale"]),
        (PARTED, {"flies": True}, []),
        (PARTED, {"square": ""}, []),
        (PARTED, {"square": "F1"}, []),
        (("....#...", "........", "....#..."), {}, []),
        (("....#...", "...#....", "..#....."), {}, []),
        (("....#...", "...##...", "...#...."), {}, ["hale"]),
    ],
)
def test_walls_that_part_foes(fight, rows, changes, parted):
    """FP-FLD-3: who only strikes, and has walls on every way to every foe; who is nowhere is parted from nobody."""
    squares = {"hale": "A1", "tough": "H1", "bully": ""}
    people = {who: replace(fight.combatants[who], square=square) for who, square in squares.items()}
    people["hale"] = replace(people["hale"], **{"weapons": ("knife",), **changes})
    people["tough"] = replace(people["tough"], weapons=("pistol",))
    there = replace(fight, combatants=people, board=Field(map="\n".join(rows)))
    assert cited(RULES.warnings(there, "")) == [
        f"combatants.{who}.square: walls part {people[who].name} from all their foes, "
        "and they have nothing that shoots; another square (FP-FLD-3)"
        for who in parted
    ]
