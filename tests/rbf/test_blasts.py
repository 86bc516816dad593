"""Bursts and blasts: each target judged apart, and everybody within the radius."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.systems.rbf.sheet import Weapon

GRENADIER = {"weapons": ("grenade",), "skills": {"heavy": 2, "dodge": 2}, "at": 0}
FIREBOMB = Weapon(name="firebomb", skill="heavy", damage="2d6", kind="fire", radius=2, traits=("blast",))


def test_a_blast_hits_everybody_within_its_radius(table):
    """RBF-ATK-7: named or not; not those further off, nor where the ground does not say."""
    laid = table(joss=GRENADIER, thug={"at": 10}, other={"at": 12}, boss={"at": 13}, tamsin={"at": 9}, ada={"at": 7})
    told = laid.tell("attack joss thug --dice 5,5,5,5")
    assert laid.one("thug").hp == 20 - 17
    assert laid.one("other").hp == 60 - 8
    assert laid.one("boss").hp == 140
    assert "Tamsin is caught in the blast" in told
    assert laid.one("tamsin").hp == 19 - 7
    assert laid.one("ada").hp == 15


def test_a_blast_spares_whom_it_is_told_to(table):
    """RBF-ATK-7: `--only` those named."""
    laid = table(joss=GRENADIER, thug={"at": 10}, other={"at": 12}, tamsin={"at": 9})
    laid.do("attack joss thug --only --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("tamsin").hp) == (3, 60, 19)
    laid.do("attack joss other thug --only --force --dice 8,5")
    assert laid.one("tamsin").hp == 19


def test_a_blast_catches_the_one_who_throws_it(table):
    """RBF-ATK-7: two metres away."""
    laid = table(joss={**GRENADIER, "hp": 60}, thug={"at": 2, "hp": 60})
    laid.do("attack joss thug --dice 5,5,3,3")
    assert laid.one("joss").hp < 60


@pytest.mark.parametrize(("change", "spared"), [({"cover": "full"}, True), ({"hp": 0, "max_hp": 19}, False)])
def test_whom_a_blast_leaves_alone(table, change, spared):
    """RBF-ATK-7, RBF-COV-2: behind full cover."""
    laid = table(joss=GRENADIER, thug={"at": 10}, tamsin={"at": 10, **change})
    played = laid.do("attack joss thug --dice 5,5" + ("" if spared else ",4,4"))
    assert bool(laid.events(played, "caught")) is not spared


def test_a_blast_that_fails_catches_nobody(table):
    """RBF-ATK-5, RBF-ATK-7: no damage whatever else applies."""
    laid = table(joss=GRENADIER, thug={"at": 10}, tamsin={"at": 10})
    assert not laid.events(laid.do("attack joss thug --dice 1,1"), "caught")


@pytest.mark.parametrize("tn", [12, 16])
def test_the_tn_against_a_blast_of_ones_own_side(table, tn):
    """RBF-ATK-7, RBF-DEF-1: the option `blast_tn`."""
    laid = table(joss=GRENADIER, thug={"at": 10}, tamsin={"at": 10}, options={"blast_tn": tn})
    rolls = laid.rolls(laid.do("attack joss thug --dice 5,5,8,8"))
    assert [(each.label, each.against) for each in rolls] == [("attack", 12), ("defense", tn)]


def test_an_enemys_blast(table):
    """RBF-ATK-7, RBF-DEF-1: players defend each, an enemy takes what the weapon does, and nobody is asked twice."""
    laid = table(
        thug={"weapons": ("grenade",), "at": 20, "damage": None},
        ada={"at": 10, "armour": 0, "hp": 60},
        joss={"at": 11, "hp": 60},
        tamsin={"at": 13},
        other={"at": 9},
    )
    laid.do("attack thug ada --dice 4,4,4,4")
    assert laid.one("ada").hp == 60 - 15
    assert laid.one("joss").hp == 60 - 15
    assert laid.one("tamsin").hp == 19
    assert laid.one("other").hp == 60 - 15


def test_cover_and_prone_count_for_each_apart(table):
    """RBF-ACT-7, RBF-COV-3, RBF-PRN-4: the same dice; the prone take one more, the lowest two count."""
    laid = table(
        joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "tn": 12, "cover": "medium"}
    )
    laid.do("condition add other prone")
    played = laid.do("attack joss thug other --autofire --dice 6,5,1")
    assert [each.label for each in laid.rolls(played)] == ["attack", "more dice"]
    also = laid.events(played, "also-differs")[0].facts
    assert (also["total"], also["tn"], also["outcome"]) == (5 + 1 + 3, 14, "struggle")
    assert laid.one("thug").hp == 60 - 15
    assert laid.one("other").hp == 60


def test_the_first_may_have_more_dice_than_the_second(table):
    """RBF-ACT-7, RBF-PRN-4: of those rolled, the first two count against one who stands."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "tn": 12})
    laid.do("condition add thug prone")
    played = laid.do("attack joss thug other --autofire --dice 5,6,1")
    assert [each.label for each in laid.rolls(played)] == ["attack"]
    assert laid.one("thug").hp == 60
    assert laid.one("other").hp == 60 - 15


def test_each_critical_success_has_its_own_choice(table):
    """RBF-ACT-7, RBF-ATK-2: one is doubled, the other tripped."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22})
    laid.do_all("attack joss thug other --autofire --dice 8,8", "choose double")
    assert laid.fight.questions[0].facts["target"] == "other"
    laid.do("choose trip")
    assert laid.one("thug").hp == 60 - 30
    assert (laid.one("other").hp, *laid.one("other").conditions) == (60 - 15, "prone")


def test_stealth_counts_against_whom_it_surprises(table):
    """RBF-STL-1, RBF-ACT-7: to hit and to damage."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "tn": 12})
    laid.do("condition add other surprised")
    laid.do("attack joss thug other --autofire --dice 4,5")
    assert laid.one("thug").hp == 60 - 15
    assert laid.one("other").hp == 60 - 16


def test_a_club_has_no_radius(table):
    """RBF-RNG-1, RBF-ATK-7: a launcher that is swung hits one."""
    laid = table(
        joss={"weapons": ("rocket-launcher",), "skills": {"melee": 3}, "at": 9}, thug={"at": 10}, other={"at": 11}
    )
    laid.do("attack joss thug --club --dice 6,6,4")
    assert laid.one("other").hp == 60


def test_a_wider_critical_range_counts_against_each(table):
    """RBF-ACT-7, RBF-TST-4: the second too."""
    burst = {"weapons": ("auto",), "at": 0, "critical_range": 2}
    laid = table(joss=burst, thug={"at": 20, "hp": 60, "tn": 16}, other={"at": 22, "tn": 12})
    laid.do("attack joss thug other --autofire --critical double --dice 7,6")
    assert laid.one("thug").hp == 60 - 15
    assert laid.one("other").hp == 60 - 30


def test_what_misses_one_of_two_goes_wide_of_it(table):
    """RBF-ACT-7, RBF-MISS-1: the GM says what is hit instead, for each."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "tn": 20})
    played = laid.do("attack joss thug other --autofire --dice 6,5")
    assert [each.target for each in laid.events(played, "astray")] == ["other"]
    assert laid.one("other").hp == 60


def test_what_each_is_told_of(table):
    """RBF-ATK-2, RBF-ATK-3: a hit by its own rule, and one that is doubled says so."""
    laid = table(thug={"hp": 60})
    [plain] = laid.events(laid.do("attack ada thug --dice 5,5"), "damage")
    [twice] = laid.events(laid.do("attack ada thug --critical double --dice 8,8"), "damage")
    assert (plain.rule, plain.facts["why"]) == ("RBF-ATK-3", "sword 8 + Melee 3")
    assert (twice.rule, twice.facts["why"]) == ("RBF-ATK-2", "sword 8 + Melee 3, doubled")


def test_a_technique_instead_of_damage_rolls_none(table):
    """RBF-TEC-1: nothing is told of damage, and no die falls for it."""
    laid = table(joss={"weapons": ("club",), "skills": {"melee": 3}}, thug={"hp": 60})
    played = laid.do("attack joss thug --technique trip --dice 5,5")
    assert [each.label for each in laid.rolls(played)] == ["attack"]
    assert not laid.events(played, "damage")


@pytest.mark.parametrize(
    ("faces", "lost", "why"),
    [("8,8", 0, ""), ("6,6,4,5", 4, "half of 9"), ("3,3,4,5", 9, "9 in full"), ("1,1", 12, "the most it can do")],
)
def test_a_friend_in_the_blast(table, faces, lost, why):
    """RBF-ATK-7, RBF-DEF-1: it defends against whoever threw, and nobody places a condition on it."""
    laid = table(joss={"at": 0, "weapons": ("bomb",)}, tamsin={"at": 10}, thug={"at": 10}, weapons={"bomb": FIREBOMB})
    played = laid.do(f"attack joss thug --dice 5,5,2,2,{faces}")
    [caught] = laid.events(played, "caught")
    [defense] = [each for each in laid.rolls(played) if each.label == "defense"]
    assert (caught.who, caught.target, defense.target) == ("tamsin", "joss", "joss")
    assert [each.facts["why"] for each in laid.events(played, "damage") if each.who == "tamsin"] == [why][: len(why)]
    assert (laid.one("tamsin").hp, laid.fight.questions) == (19 - lost, ())


@pytest.mark.parametrize("said", ["", " --nonlethal"])
def test_what_a_blast_does_to_whom_it_fells(table, said):
    """RBF-ATK-7, RBF-DIE-1: to friends as to foes."""
    changes = {"ada": {"at": 10, "hp": 1}, "joss": {"at": 10}, "other": {"at": 10, "hp": 1}, "thug": {"at": 0}}
    by_player = table(**changes, tamsin={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0})
    by_player.do(f"attack tamsin other{said} --dice 7,7,3,3" + ("" if said else ",2"))
    assert ("unconscious" if said else "dying") in by_player.one("ada").conditions
    by_enemy = table(**changes, boss={"weapons": ("grenade",), "at": 0, "damage": None})
    by_enemy.do(f"attack boss joss{said} --only --dice 8,8")
    assert not by_enemy.one("other").conditions
    by_enemy.do(f"attack boss joss{said} --dice 8,8,8,8")
    assert ("unconscious" if said else "out") in by_enemy.one("other").conditions


def test_who_is_immune_to_a_blast(table):
    """RBF-ATK-7, RBF-IMM-1: friends of whoever throws it, on either side of the table."""
    proof = {"at": 10, "immune": ("fire",)}
    laid = table(
        joss={"at": 0, "weapons": ("bomb",)},
        tamsin=proof,
        thug={"at": 10},
        other=proof,
        boss={"at": 0, "weapons": ("bomb",), "damage": None},
        weapons={"bomb": FIREBOMB},
    )
    for line in ("attack joss thug --dice 5,5,2,2,1,1", "attack boss tamsin --dice 5,5,2,2,2,2"):
        [immune] = [each for each in laid.events(laid.do(line), "immune") if each.who != "thug"][-1:]
        assert immune.facts["kind"] == "fire"
    assert (laid.one("tamsin").hp, laid.one("other").hp) == (19, 60)


def test_a_blast_and_a_riposte_that_fells_who_threw_it(table):
    """RBF-ATK-7, RBF-REA-1: who is down already is caught in nothing."""
    duelist = {"at": 1, "hp": 60, "talents": ("Expert Duelist",)}
    laid = table(ada=duelist, thug={"at": 0, "hp": 1, "weapons": ("grenade",)}, joss=None, tamsin=None)
    laid.do("attack thug ada --dice 8,8")
    played = laid.do("choose strike --dice 5,5")
    assert "out" in laid.one("thug").conditions
    assert not laid.events(played, "caught")


def test_a_riposte_that_fells_the_next_in_a_blast(table):
    """RBF-REA-1, RBF-DEF-1: it defends no more, and those after it do."""
    duelist = {"at": 1, "hp": 60, "talents": ("Expert Duelist",), "weapons": ("grenade",), "skills": {"heavy": 2}}
    laid = table(
        ada=duelist, joss={"at": 2, "hp": 1}, tamsin={"at": 3}, thug={"at": 0, "hp": 90, "weapons": ("grenade",)}
    )
    laid.do("attack thug ada joss tamsin --only --dice 8,8")
    played = laid.do("choose strike --dice 6,6,6,8,8,1,1,2,8,8")
    assert [(each.who, each.label) for each in laid.rolls(played) if each.label == "defense"][-1] == (
        "tamsin",
        "defense",
    )


def test_a_technique_goes_by_the_margin_over_each(table):
    """RBF-ACT-7, RBF-TEC-SUNDER: five over one, and one over the other."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "tn": 16})
    laid.do("attack joss thug other --autofire --technique sunder --dice 7,7")
    assert [laid.one(each).conditions["sundered"].amount for each in ("thug", "other")] == [2, 1]


def test_the_second_may_be_easier_to_hit_than_the_first(table):
    """RBF-ACT-7, RBF-TST-2, RBF-TEC-GRAPPLE: one more die is rolled against it, and the highest two count."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "tn": 12})
    laid.do("condition add other grappled")
    played = laid.do("attack joss thug other --autofire --dice 2,5,8")
    assert [(each.label, each.target) for each in laid.rolls(played)] == [("attack", "thug"), ("more dice", "other")]
    assert (laid.one("thug").hp, laid.one("other").hp) == (60, 60 - 15)


def outcome_of(faces, plus, tn):
    """How two dice come out, by the page: two eights, two ones, then the margin (RBF-TST-3 to RBF-TST-6)."""
    if faces == (8, 8):
        return "critical"
    if faces == (1, 1):
        return "failure"
    margin = sum(faces) + plus - tn
    return "critical" if margin >= 6 else "success" if margin >= 0 else "struggle" if margin > -6 else "failure"


@pytest.mark.parametrize("order", [("thug", "other"), ("other", "thug")])
def test_the_exact_odds_of_a_burst_at_two_of_whom_one_is_prone(table, order):
    """RBF-ACT-7, RBF-PRN-4: the first two dice count against the one who stands, the lowest two of three otherwise."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 22, "hp": 60, "tn": 12})
    laid.do("condition add other prone")
    odds = laid.odds(f"attack joss {' '.join(order)} --autofire --answer critical=double")
    rolled = laid.rolls(laid.do(f"attack joss {' '.join(order)} --autofire --answer critical=double --dice 4,4,4"))[0]
    plus = sum(each.value for each in rolled.modifiers)
    expected = {who: Counter() for who in order}
    for dice in product(range(1, 9), repeat=3):
        first, lowest = dice[:2], tuple(sorted(dice)[:2])
        expected["thug"][outcome_of(first, plus, laid.one("thug").tn)] += Fraction(1, 512)
        expected["other"][outcome_of(lowest, plus, laid.one("other").tn)] += Fraction(1, 512)
    assert not odds.plays
    assert odds.outcomes == expected[order[0]]
    for who in order:
        normal = max(loss for loss in odds.losses[who]) // 2
        assert odds.losses[who].get(2 * normal, 0) == expected[who]["critical"]
        assert odds.losses[who][normal] == expected[who]["success"]


def test_the_exact_odds_of_a_blast_at_two_where_both_criticals_are_asked(table):
    """RBF-ATK-2, RBF-ATK-7: dice against each, and whatever a critical success may bring, within the bound."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 21, "hp": 60, "tn": 12})
    laid.do("add weapon boom damage=1d6 skill=shoot radius=3 range=30 traits=blast")
    laid.do("set joss weapons=boom held=boom")
    odds = laid.odds("attack joss thug other --with boom --force")
    assert not odds.plays
    asked = {(each.kind, each.who) for each in odds.answers}
    assert asked == {("critical", "joss")}
    assert len([each for each in odds.answers if each.best]) < len(odds.answers) > 5
    assert all(sum(losses.values()) == 1 for losses in odds.losses.values())
