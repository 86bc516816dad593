"""The numbers of a story, against fights whose numbers were worked out by hand."""

import re
from fractions import Fraction
from itertools import product
from math import prod, sqrt

import pytest

from rbfcli.story.luck import Successes, in_words
from rbfcli.story.statistics import Fall, Loss
from rbfcli.story.text import percentile_text
from rbfcli.systems.registry import load
from rbfcli.testing.support import SeededDraw, answers_to_try, in_turn, lines_to_try
from tests.conftest import LONG, each_encounter
from tests.laws.moments import attacks
from tests.story.conftest import attempts

BRAWL_5_AGAINST_12 = Fraction(64 - 15, 64)  # 2d8 of 7 or more; two ones are among the 15
DODGE_4_AGAINST_12 = Fraction(64 - 21, 64)  # 2d8 of 8 or more


def numbers(table):
    """The numbers of each combatant who took part, by id."""
    return {each.who: each for each in table.statistics.people}


def by_hand(chances, succeeded):
    """How likely it is to succeed so often or more, by going through all ways."""
    ways = product((0, 1), repeat=len(chances))
    likely = {way: prod(p if won else 1 - p for p, won in zip(chances, way, strict=True)) for way in ways}
    return sum(chance for way, chance in likely.items() if sum(way) >= succeeded)


def test_damage_hits_and_health_of_a_fight_by_hand(quay):
    """14 is 7 doubled; 1 is half of 5 with armour 3 off, 2 is 5 with armour off."""
    found = quay.statistics
    healths = [(each.who, each.health) for each in found.people]
    assert set(found.damage) == {Loss(1, "tamsin", "thug1", 14), Loss(1, "thug1", "tamsin", 3)}
    assert found.healing == ()
    assert attempts(found) == {"tamsin": (1, 0, 1), "thug1": (1, 1, 2)}
    assert {who: (health.began, health.ended) for who, health in healths if health.began != health.ended} == {
        "tamsin": (19, 16),
        "thug1": (20, 6),
    }
    assert (found.rounds, found.falls) == (1, ())


def test_luck_is_what_the_odds_of_each_roll_say(quay):
    found = quay.statistics.successes["tamsin"]
    assert found == Successes([BRAWL_5_AGAINST_12, DODGE_4_AGAINST_12, DODGE_4_AGAINST_12], 2, given=3)
    assert found.expected == Fraction(135, 64)
    as_many, more = by_hand(found.chances, 2), by_hand(found.chances, 3)
    tails = found.tails()
    assert tails.as_many == pytest.approx(float(as_many), abs=1e-12)
    assert tails.as_few == pytest.approx(float(1 - more), abs=1e-12)
    assert tails.percentile == pytest.approx(100 * float(1 - more - (as_many - more) / 2), abs=1e-9)
    assert in_words(found) == "as expected"


def test_a_sum_of_dice_is_compared_with_its_mean(quay):
    """Initiative 2d8+5 came to 18; 2d8 vary by 10.5."""
    found = quay.statistics.sums["tamsin"]
    assert (found.rolls, found.total, found.mean, found.variance, found.given) == (1, 18, 14, Fraction(21, 2), 1)
    assert found.deviations == pytest.approx(4 / sqrt(10.5))


def test_what_the_gm_does_by_hand_is_nobodys_attack(quay):
    quay.type("damage thug1 2", "heal tamsin 1", "set thug2 hp=5", "damage thug3 20")
    found = quay.statistics
    assert {each for each in found.damage if each.by == "GM"} == {
        Loss(1, "GM", "thug1", 2),
        Loss(1, "GM", "thug2", 15),
        Loss(1, "GM", "thug3", 20),
    }
    assert found.healing == (Loss(1, "GM", "tamsin", 1),)
    assert found.falls == (Fall(1, "thug3", "GM"),)
    assert attempts(found) == {"tamsin": (1, 0, 1), "thug1": (1, 1, 2)}


def test_what_was_undone_is_no_part_of_the_story_and_what_was_redone_is(quay):
    whole = quay.story()
    quay.type("undo 2")
    assert numbers(quay)["tamsin"].taken == 0
    quay.type("redo 2")
    assert quay.story() == whole


def test_a_gm_edits_while_a_choice_waits(quay):
    """The edit is the GM's, and what comes of the choice is whose attack it was."""
    quay.type("turn next", "turn next", "attack ada thug2 --dice 8,8 --force", "damage thug2 3", "choose double")
    found = {(each.by, each.to): each.amount for each in quay.statistics.damage}
    assert found["GM", "thug2"] == 3
    assert found["ada", "thug2"] == 17


def test_a_pushed_struggle_hits_after_all(quay):
    quay.type("turn next", "turn next", "attack ada thug2 --dice 4,4 --force")
    assert attempts(quay.statistics)["ada"] == (0, 1, 1)
    quay.type("push ada")
    assert attempts(quay.statistics)["ada"] == (1, 0, 1)


def test_one_who_strikes_back_is_not_struck(played):
    """BGC: what was defended against is no hit, whatever the attacker rolled."""
    played.script("hangar-breach")
    found = played.statistics
    assert attempts(found)["vigilante"] == (6, 0, 7)
    assert attempts(found)["combat"] == (1, 0, 3)
    assert numbers(played)["vigilante"].dealt == 26 + 7 + 24


def test_threat_counts_the_rolls_of_the_defenders_as_attacks_on_them(played):
    played.script("mine-raid")
    found = played.statistics
    assert attempts(found)["guard2"] == (1, 0, 2)
    assert (numbers(played)["commander"].dealt, attempts(found)["commander"]) == (3 + 4, (0, 0, 1))
    assert Fall(3, "odile", "guard2") in found.falls


def test_a_grenade_hurts_when_it_goes_off_and_that_is_the_throwers_doing(played):
    played.script("depot-raid")
    found = played.statistics
    assert Loss(1, "hale", "lookout", 11) in found.damage
    assert Fall(1, "lookout", "hale") in found.falls


def test_the_hurt_of_a_grapple_is_the_grapplers(played):
    played.script("relay-road")
    assert "" not in {each.by for each in played.statistics.damage}
    assert Fall(2, "lookout", "corin") in played.statistics.falls


def test_a_wound_that_bleeds_is_the_doing_of_who_made_it(played):
    """The turn on which Thug 1 bleeds is no one's act (RBF-TEC-LACERATE)."""
    played.type("start dock-ambush --seed quay", "init", "attack ada thug1 --technique lacerate --dice 6,6 --force")
    while played.session.fight.round == 1:
        played.type("turn next --force")
    while played.session.fight.active != "thug1":
        played.type("turn next --force")
    assert [(each.round, each.by, each.to) for each in played.statistics.damage] == [
        (1, "ada", "thug1"),
        (2, "ada", "thug1"),
    ]


@pytest.mark.parametrize(("luck", "said"), [(0, "unlucky, 1 in 1,024"), (5, "as expected"), (10, "lucky, 1 in 1,024")])
def test_how_seldom_somebody_is_so_lucky(luck, said):
    assert in_words(Successes([Fraction(1, 2)] * 10, luck)) == said


def test_the_luck_of_thousands_of_rolls_sums_up_to_certainty():
    found = Successes([Fraction(1, 3), Fraction(7, 20)] * 2_500, 1_700).tails()
    assert found.as_many + found.as_few - found.exactly == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("percentile", "text"), [(0.2, "<1"), (0.6, "1"), (50.0, "50"), (99.4, "99"), (99.6, ">99"), (100.0, ">99")]
)
def test_a_percentile_is_not_rounded_to_certainty(percentile, text):
    assert percentile_text(percentile) == text


BLAST = """
format = 1
system = "rbf"
[combatants.one]
name = "One"
side = "crew"
hp = 40
skills = { heavy = 3, dodge = 2 }
weapons = ["grenade"]
at = 0
[combatants.a]
name = "A"
hp = 40
tn = 11
damage = 5
at = 10
[combatants.b]
name = "B"
hp = 40
tn = 13
damage = 5
at = 11
"""


@pytest.fixture
def blast(played, tmp_path):
    """One with a grenade, and two beside each other."""
    file = tmp_path / "blast.toml"
    file.write_text(BLAST)
    played.type(f"start {file} --seed x")
    return played


def test_a_blast_is_an_attack_on_each_whom_it_is_judged_for_and_one_roll_for_luck(blast):
    blast.type("attack one a --with grenade --dice 6,5")
    found = blast.statistics
    assert attempts(found) == {"one": (2, 0, 2)}
    assert set(found.damage) == {Loss(0, "one", "a", 18), Loss(0, "one", "b", 18)}
    assert len(found.successes["one"].chances) == 1


def test_a_miss_is_an_attack_without_a_hit(blast):
    blast.type("attack one a --with grenade --dice 1,1 --answer complication=prone")
    assert attempts(blast.statistics)["one"][0] == 0
    assert blast.statistics.damage == ()


def test_what_befalls_one_alone_is_nobodys(blast):
    blast.type("fall one 6 --dice 3,4")
    assert blast.statistics.damage == (Loss(0, "", "one", 7),)
    assert "other causes  One  7" in blast.type("log --format text").text


def test_who_leaves_and_who_joins_is_among_the_people(blast):
    blast.type("add Late hp=9 tn=10", "damage late 4", "damage b 5", "remove b")
    found = {each.who: (each.health.began, each.health.ended, each.standing) for each in blast.statistics.people}
    assert found["late"] == (9, 5, True)
    assert found["b"] == (40, None, False)
    assert numbers(blast)["b"].taken == 5


def test_two_of_one_name_are_told_apart(blast):
    blast.type("set b name=A", "damage a 1", "damage b 2")
    text = blast.type("log --format text").text
    assert re.search(r"^GM +A \(a\) +1$", text, re.MULTILINE)
    assert re.search(r"^GM +A \(b\) +2$", text, re.MULTILINE)


# In any fight, of any system, the numbers of its story add up to what changed.


LINES = 60
SEEDS = range(20 if LONG else 1)


def random_fight(played, encounter, seed):
    """Type what a table might: attacks, answers, offers, the GM's hand, undo and redo."""
    draw = SeededDraw(f"story {encounter} {seed}")
    played.type(f"start {encounter} --seed {seed}", "init")
    for _ in range(LINES):
        session = played.session
        if session.fight.questions and draw.happens(75):
            lines = answers_to_try(session)
        else:
            lines = draw.of((attacks, attacks, in_turn, lines_to_try, lambda _: ["undo", "redo", "turn next"]))(session)
        if lines:
            played.attempt(draw.of(lines))
    return played.session


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("encounter", each_encounter())
def test_what_people_lost_and_got_back_is_what_their_health_came_to(played, encounter, seed):
    session = random_fight(played, encounter, seed)
    story = played.story()
    assert story.faults == ()
    assert any(each.by in session.start.combatants for each in story.statistics.damage)
    found, rules = story.statistics, session.rules
    for each in found.people:
        now = session.fight.combatants.get(each.who)
        if now is not None:
            assert each.health.ended == rules.health(now)[0]
            assert each.health.began - each.taken + each.healed == each.health.ended, each
    assert sum(each.dealt for each in found.people) <= sum(each.amount for each in found.damage)
    assert all(each.hits + each.partly <= each.attempts for each in found.people)
    assert all(0 <= each.succeeded <= len(each.chances) for each in found.successes.values())
    assert all(0 <= chance <= 1 for each in found.successes.values() for chance in each.chances)
    gone = {each.who for each in found.people if each.health.ended is None}
    assert {each.who for each in found.people if not each.standing} <= gone | {each.who for each in found.falls} | {
        who for who, one in session.start.combatants.items() if not rules.standing(one)
    }


@pytest.mark.parametrize("system", ["rbf", "threat", "rpj", "futurepath", "bgc"])
def test_what_a_system_declares_as_an_attack_is_told_by_its_words(system):
    """A misspelt label or happening would count nothing; so would an outcome that nothing comes to."""
    rules = load(system)
    for name, attempt in rules.attempts.items():
        assert f"roll.{name}" in rules.words or name in rules.words
        for outcome in (*attempt.hits, *attempt.partly, *attempt.misses):
            known = outcome in rules.outcomes or f"roll.{name}.{outcome}" in rules.words
            assert known or (not outcome and name in rules.words)
    assert all(name in rules.words for name in rules.afterwards)
