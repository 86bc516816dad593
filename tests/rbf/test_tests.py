"""The one test of RBF and its four outcomes."""

from fractions import Fraction

import pytest

from rbfcli.systems.rbf.verdict import verdict

OUTCOMES = ("critical", "success", "struggle", "failure")


def exact(table, line):
    """The chances of the four outcomes as counts of their common whole."""
    chances = table.odds(line).outcomes
    return tuple(chances.get(each, Fraction(0)) for each in OUTCOMES)


@pytest.mark.parametrize(
    ("dice", "skill", "tn", "outcome"),
    [
        ("5,7", 3, 14, "success"),
        ("5,3", 3, 14, "struggle"),
        ("2,3", 3, 14, "failure"),
        ("8,6", 6, 14, "critical"),
        ("8,8", 0, 22, "critical"),
        ("1,1", 20, 10, "failure"),
    ],
)
def test_worked_checks_of_the_four_outcomes(table, dice, skill, tn, outcome):
    """RBF-TST-1, RBF-TST-3, RBF-TST-5, RBF-TST-6: worked checks 1 and 2."""
    played = table(ada={"skills": {"melee": skill}}).do(f"check ada melee --tn {tn} --dice {dice}")
    assert played.outcome == outcome


@pytest.mark.parametrize(("widened", "outcome"), [(0, "success"), (1, "critical")])
def test_a_wider_critical_range_lowers_the_margin(table, widened, outcome):
    """RBF-TST-4: worked check 3, 19 against 14."""
    laid = table(ada={"critical_range": widened})
    assert laid.do("attack ada other --critical double --dice 8,7 --mod 1").outcome == outcome


def test_a_wider_range_counts_for_attacks_alone(table):
    """RBF-TST-4: spells at foes too, no check and no defense."""
    laid = table(ada={"critical_range": 2, "skills": {"metaphysics": 1, "dodge": 3, "melee": 3}})
    assert laid.do("cast ada 'say push' thug --dice 8,7").outcome == "critical"
    assert laid.do("cast ada 'say fly' --tn 12 --dice 8,7").outcome == "success"
    assert laid.do("check ada melee --tn 14 --dice 8,7").outcome == "success"
    assert laid.do("attack thug ada --dice 7,6").outcome == "success"


def test_a_wider_range_may_count_for_every_roll_of_that_character(table):
    """RBF-TST-4: the option `critical_range`; a defense too, and nobody else's."""
    laid = table(ada={"critical_range": 2}, options={"critical_range": "all"})
    assert laid.do("check ada melee --tn 14 --dice 8,7").outcome == "critical"
    assert laid.do("attack thug ada --dice 7,6").outcome == "critical"
    assert laid.do("attack thug tamsin --dice 7,5").outcome == "success"


def test_advantage_keeps_the_highest_two_and_disadvantage_the_lowest(table):
    """RBF-TST-2: worked check 4."""
    laid = table()
    rolled = laid.rolls(laid.do("check ada melee --tn 14 --advantage 1 --dice 3,8,5"))[0]
    assert [die.face for die in rolled.dice if die.kept] == [8, 5]
    assert laid.do("check ada melee --tn 22 --advantage 2 --dice 1,8,5,8").outcome == "critical"
    rolled = laid.rolls(laid.do("check ada melee --tn 14 --disadvantage 1 --dice 3,8,5"))[0]
    assert [die.face for die in rolled.dice if die.kept] == [3, 5]


def test_advantage_and_disadvantage_are_netted_first(table):
    """RBF-TST-2: two of one and one of the other leave three dice."""
    laid = table()
    rolled = laid.rolls(laid.do("check ada melee --tn 12 --advantage 2 --disadvantage 1 --dice 1,2,3"))[0]
    assert len(rolled.dice) == 3
    assert rolled.total == 2 + 3 + 3


def test_two_eights_and_two_ones_decide_before_the_margin(table):
    """RBF-TST-6: kept dice alone count; an eight that was dropped does not."""
    assert verdict(16, 40, (8, 8)) == "critical"
    assert verdict(40, 10, (1, 1)) == "failure"
    laid = table()
    assert laid.do("check ada melee --tn 30 --disadvantage 1 --dice 8,8,7").outcome == "failure"


@pytest.mark.parametrize(
    ("line", "counts", "whole"),
    [
        ("--mod 1 --tn 12", (6, 37, 20, 1), 64),
        ("--mod 1 --tn 12 --advantage 1", (113, 330, 68, 1), 512),
        ("--mod 1 --tn 12 --disadvantage 1", (11, 201, 278, 22), 512),
        ("--mod 3 --tn 16", (1, 27, 30, 6), 64),
        ("--tn 14", (1, 20, 33, 10), 64),
    ],
)
def test_exact_odds(table, line, counts, whole):
    """RBF-TST-1 to RBF-TST-6: worked check 7, the whole distribution."""
    assert exact(table(), f"check ada melee {line}") == tuple(Fraction(count, whole) for count in counts)


def test_odds_of_an_attack_are_those_of_its_test(table):
    """RBF-ATK-1: +4 against 12, in a fight."""
    assert exact(table(), "attack ada thug --mod 1") == tuple(Fraction(count, 64) for count in (6, 37, 20, 1))


def test_the_margins_are_options_of_the_encounter(table):
    """RBF-TST-3, RBF-TST-5: another table may want other margins."""
    laid = table(options={"critical_margin": 4, "failure_margin": 3})
    assert laid.do("check ada melee --tn 12 --dice 6,7").outcome == "critical"
    assert laid.do("check ada melee --tn 12 --dice 3,3").outcome == "failure"
