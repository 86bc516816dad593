"""Full attacks, Extra Damage and the chain of critical checks (FP-FUL, FP-XTR)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.conformance.enumeration import every_way
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.futurepath.attack.criticals import critical_verdict, multipliers

GOOD, BAD, GREAT, AWFUL = "success", "failure", "critical", "critical-failure"


def chain(extra, *outcomes, multiplier=2, critical=True):
    """The dice counts of each Extra Damage, for given outcomes of the critical checks."""
    coming = iter(outcomes)
    return list(multipliers(extra, multiplier, critical=critical, check=lambda: next(coming)))


@pytest.mark.parametrize(
    ("extra", "outcomes", "counts"),
    [
        (3, (GOOD, GREAT, BAD), [2, 3, 1]),
        (3, (BAD,), [1, 1, 1]),
        (3, (GOOD, AWFUL), [2]),
        (3, (AWFUL,), []),
        (4, (GREAT, GREAT, GREAT, GREAT), [3, 4, 5, 5]),
        (2, (GOOD, GOOD), [2, 2]),
    ],
)
def test_the_chain_of_critical_checks(extra, outcomes, counts):
    """FP-XTR-2, FP-XTR-3, FP-XTR-4, FP-XTR-5, FP-XTR-6: worked check 4, whose first die is rolled twice."""
    assert chain(extra, *outcomes) == counts


def test_without_a_critical_nothing_is_checked():
    """FP-XTR-1."""
    assert chain(3, critical=False) == [1, 1, 1]


@pytest.mark.parametrize(
    ("face", "total", "critical", "outcome"),
    [
        (19, 1, 20, GREAT),
        (20, 1, 20, GREAT),
        (18, 1, 18, GOOD),
        (18, 1, 19, BAD),
        (18, 30, 20, GOOD),
        (17, 5, 18, BAD),
        (1, 40, 18, AWFUL),
    ],
)
def test_a_critical_check_is_critical_on_19_and_20_only(face, total, critical, outcome):
    """FP-XTR-5: a roll in the weapon's wider range still succeeds."""
    assert critical_verdict(total, 16, (face,), critical) == outcome


def test_the_multiplier_never_passes_five():
    """FP-XTR-5."""
    assert chain(3, GREAT, GREAT, GREAT, multiplier=5) == [5, 5, 5]


def test_a_full_attack_rolls_every_extra_damage(table):
    """FP-XTR-1, FP-FUL-1: 1d8 once and three times more, Strength once."""
    table.put(gort="G1")
    assert table.do("full-attack gort tough", 15, 5, 1, 2, 3) == "success"
    assert table.tough.hp == 30 - (5 + 2) - 1 - 2 - 3
    assert table.gort.turn.ended
    assert len(table.rolls("critical check")) == 0


def test_a_plain_attack_has_no_extra_damage(table):
    """FP-XTR-1."""
    table.put(gort="G1").do("attack gort tough", 15, 5)
    assert table.tough.hp == 30 - 5 - 2


def test_worked_check_7_comes_to_34(table):
    """FP-XTR-2 to FP-XTR-5: 20, 1d8 x2; check 19, x3; next check succeeds, x3."""
    table.set("gort", "strength=10", "extra_damage=2").set("tough", "hp=60", "max_hp=60").put(gort="G1")
    assert table.do("full-attack gort tough", 20, 5, 6, 19, 2, 7, 8, 15, 1, 1, 4) == "critical"
    assert table.tough.hp == 60 - 34


def test_worked_check_4_in_dice(table):
    """FP-XTR-2 to FP-XTR-5: dice counts 2, 2, 3, 1."""
    table.set("tough", "hp=90", "max_hp=90").put(gort="G1")
    table.do("full-attack gort tough", 20, 1, 1, 15, 1, 1, 20, 1, 1, 1, 2, 1)
    counts = [len(each.dice) for each in table.rolls() if "damage" in each.label]
    assert counts == [2, 2, 3, 1]


def test_a_critical_failure_ends_the_extra_damage(table):
    """FP-XTR-6: what is rolled already stands."""
    table.put(gort="G1").do("full-attack gort tough", 20, 1, 2, 15, 3, 4, 1)
    assert table.tough.hp == 30 - (3 + 2) - 7


def multiples(table):
    """The multipliers that the last line told, in their order."""
    return [each.facts["times"] for each in table.last.events if getattr(each, "what", "") == "multiplied"]


def test_each_check_says_how_it_came_out_and_what_it_multiplies(table):
    """FP-XTR-4, FP-XTR-5, FP-CRT-1: worked check 7: twice, three times, three times."""
    table.set("gort", "extra_damage=2").put(gort="G1")
    table.do("full-attack gort tough", 20, 5, 6, 19, 2, 7, 8, 15, 1, 1, 4)
    assert [each.outcome for each in table.rolls("critical check")] == ["critical", "success"]
    assert multiples(table) == [2, 3, 3]


def test_a_weapons_wider_range_only_succeeds_in_a_check(table):
    """FP-XTR-5: told as it counts."""
    table.set("gort", "weapons=piercer", "held=piercer", "extra_damage=1", "proficiencies.piercer=0").put(gort="G2")
    table.do("full-attack gort tough", 18, 1, 1, 18, 2, 2)
    assert [each.outcome for each in table.rolls("critical check")] == ["success"]
    assert multiples(table) == [2, 2]


def test_a_failed_check_says_that_the_rest_is_plain(table):
    """FP-XTR-3."""
    table.put(gort="G1").do("full-attack gort tough", 20, 1, 1, 2, 3, 4, 5)
    assert (table.told("rest-is-plain"), multiples(table)) == ({}, [2])
    assert len(table.rolls("critical check")) == 1


def test_a_fumbled_check_says_that_there_is_no_more(table):
    """FP-XTR-6: what was rolled stands."""
    table.put(gort="G1").do("full-attack gort tough", 20, 1, 1, 1)
    assert (table.told("no-more-extra"), len(table.rolls("extra damage"))) == ({}, 0)
    assert table.tough.hp == 30 - 4


def test_the_chance_of_the_longest_chain():
    """FP-XTR-5: with two Extra Damage, AC 15 and no modifier, by walking every die."""

    def play(dice):
        def check():
            face = dice.row(20, 1)[0]
            return critical_verdict(face, 15, (face,), 20)

        return tuple(multipliers(2, 2, critical=True, check=check))

    odds = {}
    for chance, counts in every_way(play, sort_pools=True):
        odds[counts] = odds.get(counts, Fraction(0)) + chance
    assert odds[3, 4] == Fraction(1, 100)
    assert odds[2, 2] == Fraction(4, 20) ** 2
    assert odds[()] == Fraction(1, 20)
    assert sum(odds.values()) == 1


def test_extra_attacks_are_further_accuracy_checks(table):
    """FP-FUL-1: each at its own target, the last for all that are left."""
    table.set("gort", "extra_damage=0", "extra_attacks=2").put(gort="G2")
    table.do("full-attack gort tough bully", 15, 5, 2, 15, 6)
    assert [each.target for each in table.rolls("attack")] == ["tough", "bully", "bully"]
    assert (table.tough.hp, table.bully.hp) == (30 - 7, 30 - 8)
    assert table.last.outcome == "success"


@pytest.mark.parametrize(("which", "lost"), [("every", 7 + 1 + 7 + 1), ("first", 7 + 1 + 7)])
def test_which_hits_get_the_extra_damage(table, which, lost):
    """FP-XTR-1: options.extra_damage."""
    table.do(f"set fight options.extra_damage={which}")
    table.set("gort", "extra_damage=1", "extra_attacks=1").put(gort="G1")
    faces = (15, 5, 1, 15, 5, 1) if which == "every" else (15, 5, 1, 15, 5)
    table.do("full-attack gort tough", *faces)
    assert table.tough.hp == 30 - lost


def test_attacks_left_over_are_lost_on_the_dead(table):
    """FP-FUL-1."""
    table.set("gort", "extra_damage=0", "extra_attacks=1").set("tough", "hp=1", "constitution=3").put(gort="G1")
    table.do("full-attack gort tough", 15, 8)
    assert table.told("attack-left-out") == {}
    assert "dead" in table.tough.conditions


def test_a_full_attack_needs_the_feature_and_the_whole_turn(table):
    """FP-FUL-1."""
    table.put(hale="G1", gort="G2")
    assert table.refused("full-attack hale tough").rule == "FP-FUL-1"
    table.do("holster gort")
    assert table.refused("full-attack gort tough").rule == "FP-FUL-1"
    assert "1 targets at most" in table.refused("full-attack gort tough bully --force").message


def test_a_full_attack_that_is_refused_draws_nothing(table):
    """FP-ATK-2: out of reach."""
    assert table.refused("full-attack gort tough").rule == "FP-ATK-2"


def test_the_exact_odds_of_a_full_attack_with_extra_damage_whose_fumble_is_asked():
    """FP-FUL-1, FP-XTR-1, FP-CRT-2: two attacks, each of which hits half the time; the first hit names the outcome."""
    session = from_encounter(find_encounter("depot-raid"), "lab", source="depot-raid")
    lines = ("init", "set gort extra-damage=3 extra-attacks=1", "set guard square=B3")
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    attack = read_line("full-attack gort guard --force", session.rules, session.fight)
    odds = command_odds(session.rules, session.fight, attack)
    faces = {"critical-failure": 1, "failure": 9, "success": 9, "critical": 1}
    expected = Counter()
    for first, other in product(faces, repeat=2):
        outcome = first if first in ("success", "critical") else other
        expected[outcome] += Fraction(faces[first] * faces[other], 400)
    assert odds.outcomes == expected
    assert not odds.plays
    assert odds.losses["guard"][0] == Fraction(1, 4)
    assert {each.answer for each in odds.answers if each.kind == "fumble"} >= {"drop", "prone"}
