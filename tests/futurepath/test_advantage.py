"""Advantages, their dice, and what they come to (FP-ADV)."""

from fractions import Fraction

import pytest

from rbfcli.kernel.events import Modifier
from rbfcli.render.roll_sentences import dice_text, numbers, sum_text
from rbfcli.render.style import Style
from rbfcli.systems.futurepath.check import advantage_die
from rbfcli.systems.futurepath.options import FuturePathOptions


@pytest.mark.parametrize(
    ("stated", "count"),
    [
        ("--advantage 2", 2),
        ("--advantage 5", 3),
        ("--advantage 2 --disadvantage 1", 1),
        ("--disadvantage 4", 3),
        ("--advantage 1 --disadvantage 1", 0),
        ("", 0),
    ],
)
def test_advantages_cancel_and_three_dice_are_the_most(table, stated, count):
    """FP-ADV-1, FP-ADV-2: worked check 6; gort is of level 15 and rolls d8."""
    table.put(gort="G1")
    table.do(f"attack gort tough {stated}", 2, *[1] * count)
    rolled = table.rolls("attack")[0]
    assert [(die.sides, die.face) for die in rolled.dice] == [(20, 2)]
    assert [die.sides for die in rolled.edge_dice] == [8] * count
    sign = -1 if "--dis" in stated and "--adv" not in stated else 1
    assert rolled.total == 2 + 2 + sign * count


@pytest.mark.parametrize(("level", "die"), [(1, "1d4"), (7, "1d4"), (8, "1d6"), (14, "1d6"), (15, "1d8"), (20, "1d8")])
def test_the_die_grows_with_the_level(level, die):
    """FP-ADV-2: worked check 6, d6 at level 9."""
    assert advantage_die(FuturePathOptions(), level) == die
    assert advantage_die(FuturePathOptions(middle_level=2, high_level=3, advantage_high="2d12"), 3) == "2d12"


def test_a_stat_block_may_name_its_die(table):
    """FP-ADV-2: from d2 to 2d12."""
    table.set("gort", "advantage_die=2d12").put(gort="G1")
    table.do("attack gort tough --advantage 2", 2, 12, 11, 1, 5)
    assert table.rolls("attack")[0].total == 2 + 29 + 2


def test_the_options_bound_the_dice(table):
    """FP-ADV-2."""
    table.do("set fight options.advantage_most=1")
    table.put(gort="G1").do("attack gort tough --advantage 3", 2, 8)
    assert len(table.rolls("attack")[0].edge_dice) == 1


def test_the_dice_come_after_the_d20_and_are_told_apart(table):
    """FP-ADV-1."""
    table.put(gort="G1").do("attack gort tough --advantage 2", 2, 3, 5)
    rolled = table.rolls("attack")[0]
    assert (numbers(rolled, {}), dice_text(rolled)) == ("12 against 12", "[2] +[3 5] +2, advantage 2")
    assert sum_text(rolled, Style()).startswith("[2] +[3 5] by hand +2 Strength = 12, advantage 2: ")
    table.do("attack yara tough --disadvantage 3 --force", 9, 3, 5)
    rolled = table.rolls("attack")[0]
    assert (numbers(rolled, {}), dice_text(rolled)) == ("4 against 12", "[9] -[3 5] +3, disadvantage 2")
    assert sum_text(rolled, Style()).startswith("[9] -[3 5] by hand +3 Dexterity = 4, disadvantage 2: ")


def test_the_reasons_are_in_the_event(table):
    """FP-ADV-1: rule by rule."""
    table.put(yara="A1", tough="K1").do("attack yara tough", 9)
    edges = table.rolls("attack")[0].edges
    assert edges == (Modifier(-1, "range", "FP-ATK-4"), Modifier(1, "proficient"))


def test_the_odds_of_an_attack_are_exact(table):
    """FP-ADV-1, FP-CRT-1: yara with her proficiency, a d6, against AC 12 at +3, critical on 20."""
    table.put(yara="G1")
    found = table.odds("attack yara tough --fumble none").outcomes
    plain = sum(die + one + 3 >= 12 for die in range(2, 20) for one in range(1, 7))
    assert found["critical"] == Fraction(1, 20)
    assert found["critical-failure"] == Fraction(1, 20)
    assert found["success"] == Fraction(plain, 120)
    assert sum(found.values()) == 1
