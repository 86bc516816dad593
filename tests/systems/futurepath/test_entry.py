"""Mistakes that only FuturePath finds: squares off the map, and combatants inside walls."""

import pytest
from msgspec.structs import replace

from rbfcli.model.fight import DroppedItem
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.futurepath import RULES
from rbfcli.systems.futurepath.sheet import Field, Weapon
from tests.showing import cited, on_sheet


@pytest.fixture
def fight():
    return from_encounter(find_encounter("pump-station"), "x", "pump-station").fight


def lines(fight, who=""):
    found = [*RULES.mistakes(fight, who)]
    assert all(each.left_to_rules or each.path == ("board", "map") for each in found)
    return [each.line for each in found]


@pytest.mark.parametrize(
    ("square", "line"),
    [
        ("M10", ""),
        ("", ""),
        ("ZZ99", "combatants.hale.square: ZZ99 is off the map; squares: A1 to X11"),
        ("K3", "combatants.hale.square: Hale Roke cannot be on K3: it is a wall; use another square"),
    ],
)
def test_everybody_stands_on_the_map_and_in_no_wall(fight, square, line):
    """FP-FLD-1: in any field of a sheet."""
    hale = replace(fight.combatants["hale"], square=square, name="Hale Roke")
    there = replace(fight, combatants={**fight.combatants, "hale": hale})
    assert [each.partition(" (")[0] for each in lines(there, "hale")] == ([line] if line else [])
    assert lines(there) == lines(there, "yara") == []


def test_whoever_is_large_stands_in_no_wall_with_any_of_its_squares(fight):
    """FP-FLD-1: its footprint counts."""
    hale = replace(fight.combatants["hale"], square="J4", size=2, name="Hale Roke")
    there = replace(fight, combatants={**fight.combatants, "hale": hale})
    assert {each.partition(" (")[0] for each in lines(there, "hale")} <= {
        f"combatants.hale.square: Hale Roke cannot be on {square}: it is a wall; use another square"
        for square in ("K3", "K4", "K5", "J3", "J5")
    }
    assert lines(there, "hale")


def test_what_lies_on_the_map_lies_on_it(fight):
    """FP-FLD-1: objects, traps and what was dropped."""
    board = fight.board
    board = replace(
        board,
        objects={**board.objects, "barrel": replace(board.objects["barrel"], square="ZZ1")},
        traps={"mine": replace(board.traps["mine"], square="ZZ2")},
        lying=(
            DroppedItem(weapon="knife", where="A1"),
            DroppedItem(weapon="knife", where="ZZ3"),
            DroppedItem(weapon="knife"),
        ),
    )
    found = lines(replace(fight, board=board))
    assert [each.partition(":")[0] for each in found] == [
        "board.objects.barrel.square",
        "board.traps.mine.square",
        "board.lying[2].where",
    ]


def test_a_mark_of_the_map_stands_for_something(fight):
    """FP-FLD-1: a mark without a meaning is named."""
    there = replace(fight, board=replace(fight.board, map=fight.board.map.replace("%", "?", 1)))
    told = "board.map: unknown mark '?' on row 8 of the map"
    assert lines(there) == [f"{told}; marks: # % , . / 1 2 3 4 5 6 7 8 9 : ~, and those of board.terrain"]


@pytest.mark.parametrize("hand", ["held", "off_hand"])
@pytest.mark.parametrize(("word", "known"), [("pistol", True), ("knife", False), ("ladle", False), ("", False)])
def test_a_weapon_in_hand_is_carried(fight, hand, word, known):
    """FP-ATK-2: a weapon of the fight that is not on the sheet; unknown weapons are reported elsewhere."""
    weapons = {each: replace(next(iter(fight.weapons.values())), name=each) for each in ("pistol", "knife")}
    hale = replace(
        fight.combatants["hale"], name="Hale", weapons=("knife",), **{"held": "", "off_hand": "", hand: word}
    )
    there = replace(fight, weapons=weapons, combatants={"hale": hale})
    found = [*RULES.mistakes(there, "hale")]
    told = f"combatants.hale.{hand}: unknown weapon 'pistol' on Hale; weapons on Hale: knife"
    assert [(each.line, each.because, each.left_to_rules) for each in found] == [(told, "weapons", True)] * known


# Valid but probably unintended values in FuturePath: the key, the words, the rule, and no warning if all is right.


NEVER = "no rule uses it"
ALL_KEYS = {"reach": 5, "range": 30, "ap": True, "reload": "simple", "versatile": True}
OF_GRENADES = {"area": 15, "dc": 12, "haze": "smoke", "haze_rounds": 7}


@pytest.fixture
def warnings_fight(yard):
    return yard.session.fight


def test_the_usual_yard_has_nothing_odd(warnings_fight):
    """FP-ATK-1, FP-ATK-4, FP-FLD-1, FP-FLD-3: no AC is missing, and no wall separates the enemies."""
    assert [cited(RULES.warnings(warnings_fight, who)) for who in ("", *warnings_fight.combatants)] == [[]] * 7


@pytest.mark.parametrize(("ac", "told"), [(0, True), (1, False)])
def test_an_armour_class_of_nothing(warnings_fight, ac, told):
    """FP-ATK-1: every attack reaches it."""
    zero = "combatants.hale.ac: every attack beats a defense of 0; use a higher number (FP-ATK-1)"
    assert cited(RULES.warnings(on_sheet(warnings_fight, "hale", ac=ac), "hale")) == [zero] * told


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
def test_keys_of_weapons_of_another_kind(warnings_fight, kind, keys, told):
    """FP-ATK-4, FP-FLD-3, FP-COV-2, FP-GRN-3, FP-COV-3, FP-MOV-7, FP-OFF-2: each kind reads its own keys."""
    name = "grenade" if "grenade" in kind else "ranged weapon" if kind else "melee weapon"
    there = replace(warnings_fight, weapons={**warnings_fight.weapons, "odd": Weapon(name="odd", **kind, **keys)})
    assert cited(RULES.warnings(there, "")) == [
        f"weapons.odd.{key}: {NEVER}: it is a {name}; remove it ({rule})" for key, rule in told
    ]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"haze_rounds": 5}, "haze_rounds: {0}: it leaves no haze; remove it (FP-COV-3)"),
        ({"haze": "smoke", "haze_rounds": 5}, ""),
        ({"haze": "smoke", "dc": 12}, "dc: {0}: a grenade that leaves haze does no damage; remove it (FP-GRN-3)"),
        ({"dc": 12}, ""),
    ],
)
def test_keys_of_a_grenade(warnings_fight, keys, told):
    """FP-COV-3, FP-GRN-3: rounds of haze without any, and a save from it."""
    there = replace(warnings_fight, weapons={**warnings_fight.weapons, "odd": Weapon(name="odd", grenade=True, **keys)})
    assert cited(RULES.warnings(there, "")) == ([f"weapons.odd.{told.format(NEVER)}"] if told else [])


def test_a_size_beside_a_map(warnings_fight):
    """FP-FLD-1: the map says how large the field is."""
    told = f"{NEVER}: the map says how large the field is; remove it (FP-FLD-1)"
    there = replace(warnings_fight, board=replace(warnings_fight.board, columns=9, rows=9))
    assert cited(RULES.warnings(there, "")) == [f"board.columns: {told}", f"board.rows: {told}"]
    assert cited(RULES.warnings(replace(warnings_fight, board=Field(columns=99, rows=99)), "")) == []


def test_nobody_to_fight(warnings_fight):
    """FP-FLD-3: all of one side."""
    crew = {who: one for who, one in warnings_fight.combatants.items() if one.side == "crew"}
    alone = 'combatants: all combatants are on side crew; give the enemies another side = "..." ()'
    assert cited(RULES.warnings(replace(warnings_fight, combatants=crew), "")) == [alone]


@pytest.mark.parametrize(("side", "told"), [("crew", 0), ("tuffs", 1)])
def test_a_trap_of_a_side_that_nobody_is_on_is_warned_of(yard, side, told):
    """FP-TRP-1: no side would know of the trap; a side in the fight gives no warning."""
    yard.do(f"set fight board.traps.mine.laid_by={side}")
    wrong = "board.traps.mine.laid_by: unknown side 'tuffs'; sides: crew, neutral, toughs (FP-TRP-1)"
    assert cited(RULES.warnings(yard.session.fight, "")) == [wrong] * told
