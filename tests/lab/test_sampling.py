"""Samples: the same for the same seed, and as sure of themselves as they say."""

from fractions import Fraction

import pytest

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.lab.odds import MOST_PLAYS, command_odds, interval, odds_or_sample, sampled_odds
from rbfcli.language.parser import read_line

SHOT = ("hangar-seven", "attack sela warframe")
STROKE = ("duel", "attack ada bosun --force")
SOME, SEEDS = 150, 40


BLAST = (
    "add weapon bomb skill=shoot damage=2d6 range=30 radius=3 ammo=4 traits=blast",
    "set joss weapons=bomb",
    "init",
    "turn to joss",
    "draw joss bomb --force",
)


def test_the_interval_holds_the_exact_chance_in_about_95_of_100_samples(asked):
    session, shot = asked(*SHOT)
    exact = command_odds(session.rules, session.fight, shot)
    held = wide = 0
    for seed in range(SEEDS):
        sample = sampled_odds(session.rules, session.fight, shot, f"seed {seed}", SOME)
        for outcome, chance in exact.outcomes.items():
            low, high = interval(sample.outcomes.get(outcome, Fraction(0)), sample.plays)
            held += low <= chance <= high
            wide += high - low > Fraction(2, 5)
    counted = SEEDS * len(exact.outcomes)
    assert 0.88 * counted <= held < counted
    assert not wide


def test_a_sample_is_the_same_for_the_same_seed_and_another_for_another(asked):
    session, shot = asked(*SHOT)
    samples = [sampled_odds(session.rules, session.fight, shot, seed, SOME) for seed in ("a", "a", "c")]
    assert samples[0] == samples[1] != samples[2]
    assert sum(samples[0].outcomes.values()) == 1
    assert all(sum(losses.values()) == 1 for losses in samples[0].losses.values())


def test_a_larger_sample_is_surer():
    few, many = (interval(Fraction(1, 4), plays) for plays in (50, 5_000))
    assert few[0] < many[0] < 0.25 < many[1] < few[1]
    assert interval(Fraction(0), 100)[0] == 0 < interval(Fraction(0), 100)[1] < 0.05
    assert interval(Fraction(1, 3), 0) == (float(Fraction(1, 3)),) * 2


def test_a_sample_finds_the_best_answer_and_counts_on_it(asked):
    """Whoever is asked chooses as in the exact odds, and each answer has a line."""
    session, stroke = asked(*STROKE)
    exact = command_odds(session.rules, session.fight, stroke)
    sample = sampled_odds(session.rules, session.fight, stroke)
    told = {(each.kind, each.who, each.answer) for each in exact.answers}
    assert {(each.kind, each.who, each.answer) for each in sample.answers} <= told
    assert sample.answers
    for outcome, chance in exact.outcomes.items():
        low, high = interval(sample.outcomes.get(outcome, Fraction(0)), sample.plays)
        assert low - 0.02 <= chance <= high + 0.02


def test_a_blast_at_two_that_asks_for_both_criticals_is_exact(asked):
    """The one roll of a 2d6 blast comes out alike for both, so each asks for its critical effect with one chance.

    A question that is asked twice on the way is still asked with that chance, in exact odds as in a sample.
    """
    session, attack = asked("dock-ambush", "attack joss gunner1 --force", *BLAST)
    exact = command_odds(session.rules, session.fight, attack)
    sample = sampled_odds(session.rules, session.fight, attack)
    assert not exact.plays
    assert exact.walked < 600  # states that are reached twice are walked once, or it takes 1,094
    assert {who for who, losses in exact.losses.items() if set(losses) != {0}} == {"gunner1", "gunner2"}
    (chance,) = {each.asked for each in exact.answers if each.kind == "critical"}
    assert chance == exact.outcomes["critical"] > 0
    (sampled,) = {each.asked for each in sample.answers if each.kind == "critical"}
    low, high = interval(sampled, sample.plays)
    assert low <= chance <= high


def test_damage_that_no_rule_reads_is_not_split(asked):
    """Each of the four attacks rolls damage; if the walk split at each, it would take 31,499 plays."""
    session, attack = asked("ridge-crossing", "full-attack bear hale --force", "set bear extra_attacks=3")
    exact = command_odds(session.rules, session.fight, attack)
    assert not exact.plays
    assert exact.walked < 1_800


def test_what_can_go_too_many_ways_is_sampled(asked, monkeypatch):
    monkeypatch.setattr("rbfcli.lab.odds.PLAYS_OF_ODDS", 3)
    session, command = asked(*STROKE)
    with pytest.raises(LimitReached, match="exact odds need more than 6,000 possible plays"):
        command_odds(session.rules, session.fight, command)
    assert odds_or_sample(session.rules, session.fight, command).plays == MOST_PLAYS


def test_chance_alone_stars_no_answer(asked):
    """FP-CRT-2: what a fumble brings is the GM's; no sample takes one of its effects for the attacker's best."""
    session, _ = asked("depot-raid", "init", "init")
    attack = read_line("attack hale lookout --force", session.rules, session.fight)
    found = sampled_odds(session.rules, session.fight, attack)
    fumbles = [each for each in found.answers if each.kind == "fumble"]
    assert len(fumbles) > 1
    assert not any(each.best for each in fumbles)


def test_what_is_refused_is_not_sampled(asked):
    (session, _), (_, command) = asked("hangar-seven", "init", "remove warframe"), asked(*SHOT)
    with pytest.raises(RbfError, match="warframe"):
        odds_or_sample(session.rules, session.fight, command)
