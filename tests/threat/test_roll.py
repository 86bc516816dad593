"""The action roll and its exact odds."""

from fractions import Fraction

import pytest

from rbfcli.systems.threat.verdict import verdict

EDGES = {"": (15, 15, 5, 1), "--advantage 1": (42, 97, 61, 16), "--disadvantage 1": (147, 58, 10, 1)}


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [((3, 3), "failure"), ((4, 3), "partial"), ((5, 4), "partial"), ((5, 5), "success"), ((6, 6), "ultra")],
)
def test_2d6_has_four_outcomes(offense, faces, outcome):
    """THR-ROLL-1: to 6 failure, 7 to 9 partial, from 10 success, two 6s ultra."""
    assert verdict(sum(faces), faces=faces) == outcome
    assert (
        offense.do(f"act bram climb --complication 'say mud' --ultra 'say sky' --dice {faces[0]},{faces[1]}") == outcome
    )


def test_an_ultra_depends_on_the_natural_dice_alone(offense):
    """THR-ROLL-2: 6,6 with -3 is an ultra; 6,5 with +3 is none."""
    assert offense.do("attack rill guard1 --attribute jaws --ultra 'say sky'", 6, 6, 1) == "ultra"
    assert offense.do("act bram climb --mod 3", 6, 5) == "success"


def test_modifiers_add_to_the_total(offense):
    """THR-ROLL-2: the attribute named, the weapon's own otherwise, within the limit; and --mod."""
    offense.do("attack rill guard1 --mod 2", 4, 3, 1)
    rolled = offense.rolls()[0]
    assert [(each.value, each.why) for each in rolled.modifiers] == [(1, "EYES"), (2, "modifier")]
    assert rolled.total == 10
    offense.do("set bram nerves=9")
    assert offense.do("act bram climb --attribute nerves --mod -2", 6, 3) == "success"
    offense.do("set fight options.attribute_limit=2")
    assert offense.do("act bram climb --attribute nerves --mod -2", 6, 3) == "partial"


def test_advantage_and_disadvantage_roll_one_die_more(offense):
    """THR-ROLL-2: 3d6, the two highest or lowest; two kept 6s are an ultra; both cancel."""
    assert offense.do("act bram climb --advantage 1 --ultra 'say sky'", 6, 1, 6) == "ultra"
    assert offense.do("act rill climb --disadvantage 1 --complication 'say mud'", 6, 1, 6) == "partial"
    assert offense.do("act odile climb --advantage 2 --disadvantage 2", 6, 4) == "success"


def test_edges_add_no_more_dice_than_the_option_says(start):
    """THR-ROLL-2: one by default, however many reasons."""
    table = start("edge_dice=2")
    assert table.do("act bram climb --advantage 3", 1, 1, 5, 5) == "success"


@pytest.mark.parametrize(("edge", "weights"), EDGES.items())
def test_exact_odds_at_no_modifier(offense, edge, weights):
    """THR-ROLL-1, THR-ROLL-2: of 36, and of 216 with an edge."""
    odds = offense.odds(f"act bram climb --complication 'say mud' --ultra 'say sky' {edge}").outcomes
    of = sum(weights)
    assert odds == {
        name: Fraction(weight, of)
        for name, weight in zip(("failure", "partial", "success", "ultra"), weights, strict=True)
    }


def test_the_odds_of_an_attack_count_its_damage_exactly(offense):
    """THR-OFF-4, THR-DMG-1: a success does 1d6 less armour 2, mean 5/3; here with any outcome that harms."""
    odds = offense.odds("attack bram guard1 --complication 'say mud' --ultra 'say sky'")
    assert odds.outcomes["failure"] == Fraction(15, 36)
    assert odds.losses["guard1"][4] == Fraction(21, 36) * Fraction(1, 6)
    assert odds.mean_loss("guard1") == Fraction(21, 36) * Fraction(10, 6)


def test_odds_with_every_table_rolled_sum_to_one(offense):
    """THR-ULT-2: a result that is rolled again is drawn among the others, so every path ends."""
    odds = offense.odds("attack bram guard1")
    assert sum(odds.outcomes.values()) == 1
    assert odds.outcomes["ultra"] == Fraction(1, 36)
