"""Exact odds of BGC, against counts made by hand."""

from fractions import Fraction
from itertools import product

import pytest

from rbfcli.kernel.errors import LimitReached
from rbfcli.lab.odds import command_odds, odds_or_sample
from rbfcli.lab.sampling import interval
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
    """BGC-BOT-1: half of the botches open rin, and mako had better strike."""
    odds = odds_of(table, "attack rin mako")
    assert sum(odds.outcomes.values()) == 1
    assert {(each.who, each.answer): each.best for each in odds.answers} == {
        ("mako", "strike"): True, ("mako", "let go"): False
    }  # fmt: skip
    once = odds_of(table, "attack rin mako --botch opening --answer 'opening=let go'")
    assert (once.answers, once.losses.keys()) == ((), {"mako", "rin"})
    assert once.losses["rin"] == {0: 1}


@pytest.mark.parametrize("answers", ["", " --answer opening=strike"])
def test_bare_hands_could_strike_back_for_ever_so_their_odds_are_sampled(table, answers):
    """BGC-BOT-1: by option, one strike in forty opens to the other, for ever; nothing of it is rounded off."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police")
    line = f"attack thug giant --botch opening{answers}"
    with pytest.raises(LimitReached):
        odds_of(table, line)
    found = odds_or_sample(table.rules, table.fight, read_line(line, table.rules, table.fight))
    crushed = Fraction(5, 100) * Fraction(1, 2) / (1 - Fraction(1, 40) ** 2)
    low, high = interval(found.downs["thug"], found.plays)
    assert low < crushed < high


def test_the_odds_of_a_strike_back_that_waits_are_exact_where_no_other_follows(table):
    """BGC-BOT-1: the strike back that waits, and nothing after it."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police", "attack thug giant --dice 96,2")
    once = odds_of(table, "choose strike --answer 'opening=let go'")
    assert once.downs["thug"] == Fraction(50, 100)
    assert "giant" not in once.losses


def test_bare_hands_on_a_bare_body_are_two_outcomes_to_walk(table):
    """BGC-DRV-5: above the natural armour or not, a hundred faces or two."""
    odds = odds_of(table, "attack rin thug --with unarmed --no-defend --botch failure")
    assert odds.losses["thug"][0] == 1 - Fraction(55, 100) * Fraction(86, 100)
    assert odds.walked < 20


@pytest.mark.parametrize(
    ("line", "before"),
    [("stabilize mako --by rin", ("condition add mako bleeding",)), ("damage mako 12", ())],
)
def test_faces_that_come_to_the_same_are_walked_once(table, line, before):
    """BGC-TST-2: four outcomes of a test."""
    table.type(*before) if before else None
    assert odds_of(table, line).walked < 12


def test_blood_on_the_clock_is_two_outcomes_to_walk(table):
    """BGC-WND-4: half the time one more."""
    table.type("init --set rin=9 --dice 99,99,99", "condition add rin bleeding", "damage rin 15 --dice 1")
    table.type(
        "set rin conditions.bleeding.amount=1", *[f"condition add {who} dead" for who in ("mako", "thug", "giant")]
    )
    odds = odds_of(table, "turn")
    assert odds.losses["rin"] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert odds.walked < 400


def test_a_plain_roll_has_to_stay_under():
    """BGC-TST-2: `roll --vs 60 --system bgc` judges as the fight does, and its margin is what is left of the score."""
    verdict, under = verdict_of("bgc")
    assert (verdict(60, 60, (60,)), verdict(61, 60, (61,)), under) == ("pass", "fail", True)
