"""Attacking objects (FP-OBJ)."""

import pytest


@pytest.fixture
def beside(table):
    """Hale next to the crate, gort next to the hatch."""
    return table.put(hale="A9", gort="O6")


def test_what_cannot_move_is_hit_without_a_check(beside):
    """FP-OBJ-1: hardness works as health."""
    assert beside.do("object hale crate", 5) == "success"
    assert beside.board.objects["crate"].hardness == 10 - 5 - 3
    assert beside.told("battered") == {"thing": "crate", "hardness": 2}
    assert beside.hale.turn.standard


@pytest.mark.parametrize(("die", "broken"), [(7, False), (8, True)])
def test_below_zero_it_breaks(beside, die, broken):
    """FP-OBJ-1: at zero it still holds; and what is broken stands in nobody's way."""
    beside.do("set fight board.objects.crate.hardness=10 board.objects.crate.blocks=true")
    beside.do(f"object hale crate --dice {die}")
    assert (beside.board.objects["crate"].hardness < 0) == broken
    if broken:
        assert beside.told("breaks") == {"thing": "crate"}
        assert beside.refused("object gort crate").rule == "FP-OBJ-1"
        beside.put(yara="A8").do("move yara B9")


def test_what_can_move_takes_a_check(beside):
    """FP-OBJ-1: against its AC."""
    beside.do("set fight board.objects.crate.moves=true board.objects.crate.ac=14")
    assert beside.do("object hale crate", 10) == "failure"
    assert beside.board.objects["crate"].hardness == 10


def test_a_shot_at_an_object_uses_ammunition(beside):
    """FP-OBJ-1, FP-MOV-7: and reaches far, where no wall is between (FP-COV-2)."""
    assert beside.refused("object yara crate").rule == "FP-COV-2"
    beside.put(yara="G10").do("object yara crate", 5)
    assert beside.board.objects["crate"].hardness == 10 - 6
    assert beside.yara.ammo["sidearm"] == 5


def test_beyond_its_range_a_shot_takes_a_check(beside):
    """FP-OBJ-1, FP-ATK-4: with a disadvantage for each increment, against AC 10; our reading."""
    beside.set("yara", "proficiencies.sidearm=0").put(yara="P10")
    assert beside.do("object yara crate", 8, 2) == "failure"
    assert [(each.value, each.why) for each in beside.rolls("attack on the crate")[0].edges] == [(-2, "range")]


def test_an_object_may_be_hit_critically_and_the_weapon_fumbled(beside):
    """FP-OBJ-1, FP-CRT-1, FP-CRT-2: as in any attack with a check."""
    beside.do("set fight board.objects.crate.moves=true board.objects.crate.hardness=40")
    assert beside.do("object hale crate", 20, 4, 5) == "critical"
    assert beside.board.objects["crate"].hardness == 40 - 4 - 5 - 3
    beside.put(yara="A10").set("yara", "held=").do("object yara crate", 1)
    assert [each.kind for each in beside.questions] == ["fumble"]


def test_an_attack_on_an_object_lets_a_bonus_attack_follow(beside):
    """FP-OBJ-1, FP-OFF-1."""
    beside.set("hale", "off_hand=knife").put(tough="B10")
    assert beside.refused("off-hand hale tough").rule == "FP-OFF-1"
    beside.do("object hale crate", 5)
    beside.do("off-hand hale tough", 2)


@pytest.mark.parametrize(("option", "faces"), [("--mod 2", (2,)), ("--advantage 1", (2, 1))])
def test_what_is_hit_without_a_check_takes_no_modifier(beside, option, faces):
    """FP-OBJ-1: what can move does."""
    assert beside.refused(f"object hale crate {option}").rule == "FP-OBJ-1"
    beside.do("set fight board.objects.crate.moves=true")
    beside.do(f"object hale crate {option}", *faces)


@pytest.mark.parametrize(
    ("line", "rule"),
    [("object hale door", "FP-ATK-2"), ("object gort door --with maul", "FP-ATK-2")],
)
def test_what_is_out_of_reach_or_not_there_is_refused(beside, line, rule):
    """FP-OBJ-1."""
    assert beside.refused(line).rule == rule
