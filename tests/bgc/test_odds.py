"""Exact odds of BGC, against counts made by hand."""

from fractions import Fraction
from itertools import product

import pytest

from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.rolls.verdicts import verdict_of
from rbfcli.systems.bgc.commands import AttackNumbers
from rbfcli.systems.catalogue import load


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
    rules = load("bgc")
    odds = command_odds(rules, *rules.one_liners[AttackNumbers](AttackNumbers(score=60, called=30, defend=45)))
    assert odds.outcomes["defended"] == Fraction(defended(30, 45), 10_000)
    assert sum(odds.outcomes.values()) == 1


def test_the_exact_odds_of_an_attack_that_may_be_botched(table):
    """BGC-BOT-1: half of the botches open rin; of those who strike back and forth each does its best."""
    table.type("set fight options.strike-back-rolls=true")
    odds = odds_of(table, "attack rin mako")
    assert sum(odds.outcomes.values()) == 1
    assert {(each.who, each.answer): each.best for each in odds.answers} == {
        ("mako", "strike"): True, ("mako", "let go"): False, ("rin", "strike"): True, ("rin", "let go"): False
    }  # fmt: skip
    once = odds_of(table, "attack rin mako --botch opening --answer 'opening=let go'")
    assert (once.answers, once.losses.keys()) == ((), {"mako", "rin"})
    assert once.losses["rin"] == {0: 1}


def test_bare_hands_could_strike_back_for_ever(table):
    """BGC-BOT-1: exact odds follow such a chain as far as it is likelier than one in a million."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police")
    odds = odds_of(table, "attack thug giant --botch opening")
    strikes = next(each for each in odds.answers if (each.who, each.answer) == ("giant", "strike"))
    assert (strikes.best, strikes.downs["thug"] >= Fraction(1, 2)) == (True, True)


def test_a_plain_roll_has_to_stay_under():
    """BGC-TST-2: `roll --vs 60 --system bgc` judges as the fight does, and its margin is what is left of the score."""
    verdict, under = verdict_of("bgc")
    assert (verdict(60, 60, (60,)), verdict(61, 60, (61,)), under) == ("pass", "fail", True)
