"""Exact odds of BGC, against counts made by hand."""

from fractions import Fraction
from itertools import product

import pytest

from rbfcli.kernel.play import play
from rbfcli.lab import endings
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


@pytest.fixture
def plays(monkeypatch):
    """The commands and answers that odds have played since."""
    played = []

    def counted(rules, fight, command, dice):
        played.append(command)
        return play(rules, fight, command, dice)

    monkeypatch.setattr(endings, "play", counted)
    return played


@pytest.mark.parametrize("answers", [1, 2])
def test_strikes_back_that_are_always_made_are_followed_as_far_as_they_are_likely(table, plays, answers):
    """BGC-BOT-1: the giant crushes half the time, one strike in forty opens to the other, for ever; in a few plays."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police")
    odds = odds_of(table, "attack thug giant --botch opening" + " --answer opening=strike" * answers)
    crushed = Fraction(1, 2) / (1 - Fraction(1, 40) ** 2)
    assert abs(odds.downs["thug"] - Fraction(5, 100) * crushed) < Fraction(1, 1_000_000)
    assert (sum(odds.outcomes.values()), odds.answers) == (1, ())
    assert len(plays) < 600


def test_strikes_that_are_best_and_strikes_that_were_promised_come_to_the_same(table):
    """BGC-BOT-1: rin and mako had better strike, and the clips end the chain; what is left out is next to nothing."""
    table.type("set fight options.strike-back-rolls=true")
    best, promised = (odds_of(table, f"attack rin mako{answer}") for answer in ("", " --answer opening=strike"))
    for who in ("rin", "mako"):
        assert abs(best.mean_loss(who) - promised.mean_loss(who)) < Fraction(1, 100_000)


def test_an_endless_chain_is_bounded_in_the_middle_of_it_too(table, plays):
    """BGC-BOT-1: the strike back that waits, and all that may follow; or that strike alone."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police", "attack thug giant --dice 96,2")
    always = odds_of(table, "choose strike --answer opening=strike")
    assert sum(always.outcomes.values()) == sum(always.losses["thug"].values()) == 1
    assert always.downs["thug"] > Fraction(1, 2)
    assert len(plays) < 600
    plays.clear()
    once = odds_of(table, "choose strike --answer 'opening=let go'")
    assert once.downs["thug"] == Fraction(50, 100)
    assert "giant" not in once.losses
    assert len(plays) < 20


def test_bare_hands_on_a_bare_body_are_two_outcomes_to_walk(table, plays):
    """BGC-DRV-5: above the natural armour or not, a hundred faces or two."""
    odds = odds_of(table, "attack rin thug --with unarmed --no-defend --botch failure")
    assert odds.losses["thug"][0] == 1 - Fraction(55, 100) * Fraction(86, 100)
    assert len(plays) == 6


@pytest.mark.parametrize(
    ("line", "before", "number"),
    [("stabilize mako --by rin", ("condition add mako bleeding",), 4), ("damage mako 12", (), 4),
     ("attack rin mako --no-defend --botch failure", (), 6)],
)  # fmt: skip
def test_faces_that_come_to_the_same_are_walked_once(table, plays, line, before, number):
    """BGC-TST-2: four outcomes of a test, and two of penetration where it hits."""
    table.type(*before) if before else None
    odds_of(table, line)
    assert len(plays) == number


def test_blood_on_the_clock_is_two_outcomes_to_walk(table, plays):
    """BGC-WND-4: half the time one more."""
    table.type("init --set rin=9 --dice 99,99,99", "condition add rin bleeding", "damage rin 15 --dice 1")
    table.type(
        "set rin conditions.bleeding.amount=1", *[f"condition add {who} dead" for who in ("mako", "thug", "giant")]
    )
    assert odds_of(table, "turn").losses["rin"] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert len(plays) == 200


def test_a_plain_roll_has_to_stay_under():
    """BGC-TST-2: `roll --vs 60 --system bgc` judges as the fight does, and its margin is what is left of the score."""
    verdict, under = verdict_of("bgc")
    assert (verdict(60, 60, (60,)), verdict(61, 60, (61,)), under) == ("pass", "fail", True)
