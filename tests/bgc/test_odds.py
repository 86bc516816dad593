"""Exact odds of BGC, against counts made by hand."""

from fractions import Fraction
from itertools import product

import pytest

from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.rolls.verdicts import verdict_of
from rbfcli.session.begin import empty
from rbfcli.systems.bgc.commands import AttackNumbers


def odds_of(table, line):
    return command_odds(table.rules, table.fight, read_line(line, table.rules, table.fight))


def test_the_exact_odds_of_an_attack(table):
    """BGC-ATK-1, BGC-TST-2: score 60: critical 5 of 100, pass 55, fail 35, botch 5."""
    assert odds_of(table, "attack rin thug --botch failure").outcomes == {
        "critical": Fraction(5, 100), "pass": Fraction(55, 100), "fail": Fraction(35, 100), "botch": Fraction(5, 100)
    }  # fmt: skip


def defended(score, defence):
    """Pairs of faces out of 10,000 in which a Defend beats an attack that passes."""
    faces = product(range(1, 101), repeat=2)
    return sum(
        attack <= score < 96 and met <= defence < 96 and not score - attack > defence - met for attack, met in faces
    )


@pytest.mark.parametrize(("options", "score"), [("", 60), (" --called 30", 30), (" --gap", 45)])
def test_the_exact_odds_of_a_defended_attack(table, options, score):
    """BGC-TST-1: the wider margin, every pair of faces counted (Mako defends at 50)."""
    odds = odds_of(table, f"attack rin mako --defend --botch failure{options}")
    assert odds.outcomes["defended"] == Fraction(defended(score, 50), 10_000)
    assert sum(odds.outcomes.values()) == 1


def test_the_exact_odds_of_penetration(table):
    """BGC-DMG-2: 60 against 45; lost levels are the 5 of the weapon or none."""
    through = sum(
        one <= 60 and (other > 45 or 60 - one > 45 - other) for one, other in product(range(1, 101), repeat=2)
    )
    odds = odds_of(table, "damage-save mako --penetration 60 --damage 5")
    assert odds.losses["mako"] == {0: 1 - Fraction(through, 10_000), 5: Fraction(through, 10_000)}


def test_the_exact_odds_without_a_fight():
    """BGC-ATK-1 and BGC-CAL-1: the one-liner walks the same rules: a score of 60 at -30."""
    nobody = empty("bgc", "", "odds")
    odds = command_odds(nobody.rules, nobody.fight, AttackNumbers(score=60, called=30, defend=45))
    assert odds.outcomes["defended"] == Fraction(defended(30, 45), 10_000)
    assert sum(odds.outcomes.values()) == 1


def test_a_plain_roll_has_to_stay_under():
    """BGC-TST-2: `roll --vs 60 --system bgc` judges as the fight does, and its margin is what is left of the score."""
    verdict, under = verdict_of("bgc")
    assert (verdict(60, 60, (60,)), verdict(61, 60, (61,)), under) == ("pass", "fail", True)
