"""Bursts and blasts: each target resolved separately, and everyone within the radius."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.core.errors import UsageError
from rbfcli.engine.play import execute
from rbfcli.model.fight import Condition
from rbfcli.model.sheets import unhurt
from rbfcli.systems.rbf import RULES, commands, offers
from rbfcli.systems.rbf.sheet import Fighter, Weapon

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
    """RBF-ATK-7, RBF-COV-2: full cover protects."""
    laid = table(joss=GRENADIER, thug={"at": 10}, tamsin={"at": 10, **change})
    played = laid.do("attack joss thug --dice 5,5" + ("" if spared else ",4,4"))
    assert bool(laid.events(played, "caught")) is not spared


def test_a_blast_that_fails_catches_nobody(table):
    """RBF-ATK-5, RBF-ATK-7: no damage, regardless of bonuses."""
    laid = table(joss=GRENADIER, thug={"at": 10}, tamsin={"at": 10})
    assert not laid.events(laid.do("attack joss thug --dice 1,1"), "caught")


@pytest.mark.parametrize("tn", [12, 16])
def test_the_tn_against_a_blast_of_ones_own_side(table, tn):
    """RBF-ATK-7, RBF-DEF-1: the option `blast_tn`."""
    laid = table(joss=GRENADIER, thug={"at": 10}, tamsin={"at": 10}, options={"blast_tn": tn})
    rolls = laid.rolls(laid.do("attack joss thug --dice 5,5,8,8"))
    assert [(each.label, each.against) for each in rolls] == [("attack", 12), ("defense", tn)]


def test_an_enemys_blast(table):
    """RBF-ATK-7, RBF-DEF-1: each player defends, enemies take the weapon's damage, and each is asked once."""
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
    """RBF-ACT-7, RBF-PRN-4: against a standing target, the first two dice count."""
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
    """RBF-TEC-1: no damage is reported or rolled."""
    laid = table(joss={"weapons": ("club",), "skills": {"melee": 3}}, thug={"hp": 60})
    played = laid.do("attack joss thug --technique trip --dice 5,5")
    assert [each.label for each in laid.rolls(played)] == ["attack"]
    assert not laid.events(played, "damage")


@pytest.mark.parametrize(
    ("faces", "lost", "why"),
    [("8,8", 0, ""), ("6,6,4,5", 4, "half of 9"), ("3,3,4,5", 9, "all of 9"), ("1,1", 12, "the maximum")],
)
def test_a_friend_in_the_blast(table, faces, lost, why):
    """RBF-ATK-7, RBF-DEF-1: the defense is against the thrower, who applies no condition."""
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
    """RBF-ATK-7, RBF-IMM-1: allies of the thrower, on both sides."""
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
    """RBF-ACT-7, RBF-PRN-4: the first two dice against a standing target, else the lowest two of three."""
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


@pytest.mark.parametrize("order", [("thug", "other"), ("other", "thug")])
def test_a_burst_doubles_at_15_hits_at_39_and_misses_at_10_of_64(table, order):
    """RBF-ACT-7, RBF-ATK-2, RBF-ATK-3: 23.4, 60.9 and 15.6 %, though the other is prone, in either order."""
    thug, other = {"at": 20, "hp": 60, "tn": 9}, {"at": 22, "hp": 60, "tn": 9}
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug=thug, other=other)
    laid.do("condition add other prone")
    lost = laid.odds(f"attack joss {' '.join(order)} --autofire --answer critical=double").losses["thug"]
    assert (lost[30], lost[15]) == (Fraction(15, 64), Fraction(39, 64))
    assert sum(chance for amount, chance in lost.items() if amount < 15) == Fraction(10, 64)


def test_the_exact_odds_of_a_blast_at_two_where_both_criticals_are_asked(table):
    """RBF-ATK-2, RBF-ATK-7: dice for each target and any critical effect, within the limit."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, "hp": 60}, other={"at": 21, "hp": 60, "tn": 12})
    laid.do("add weapon boom damage=1d4 skill=shoot radius=3 range=30 traits=blast")
    laid.do("set joss weapons=boom held=boom")
    odds = laid.odds("attack joss thug other --with boom --force")
    assert not odds.plays
    asked = {(each.kind, each.who) for each in odds.answers}
    assert asked == {("critical", "joss")}
    assert len([each for each in odds.answers if each.best]) < len(odds.answers) > 5
    assert all(sum(losses.values()) == 1 for losses in odds.losses.values())


# Things that can be placed and shot: a fuel tank, a door.


TANK = "add tank --object tn=8 hp=10"


@pytest.fixture
def placed(table):
    """Add a fuel tank."""

    def lay(**changes):
        laid = table(**changes)
        laid.do(TANK)
        return laid

    return lay


def test_a_thing_is_placed_and_shot(placed):
    """RBF-ATK-1, RBF-HP-1: against its TN, until it is destroyed."""
    laid = placed()
    tank = laid.one("tank")
    assert (tank.tn, tank.hp, tank.max_hp, tank.object, tank.side, tank.damage) == (8, 10, 10, True, "objects", None)
    assert laid.rolls(laid.do("attack joss tank --dice 4,4"))[0].against == 8
    assert laid.one("tank").hp == 1
    assert "tank is destroyed" in laid.tell("attack joss tank --nonlethal --dice 4,4")
    laid.refused("attack joss tank", "RBF-HP-1")
    laid.do("heal tank 5")
    assert not laid.one("tank").conditions


def test_what_its_sheet_does_not_say(placed):
    """RBF-ATK-1: the options `object_tn` and `object_hp`; several objects together, and from the file."""
    laid = placed(options={"object_tn": 10, "object_hp": 4})
    laid.do("add crate --object --count 2")
    assert [(laid.one(who).tn, laid.one(who).hp) for who in ("crate1", "crate2")] == [(10, 4), (10, 4)]
    door = RULES.prepare(laid.fight, Fighter(name="Door", object=True, hp=30))
    assert (door.tn, door.hp) == (10, 30)


@pytest.mark.parametrize("line", ["attack tank ada", "move tank 3", "aim tank", "overwatch tank"])
def test_a_thing_does_nothing(placed, line):
    """RBF-ATK-1: not even by force."""
    assert "tank is an object and cannot act;" in placed().refused(f"{line} --force", "RBF-ATK-1")


def test_a_thing_has_no_turn(placed, table):
    """RBF-INI-2, RBF-INI-3: and takes none of the enemies' places."""
    laid, without = placed(), table()
    for each in (laid, without):
        each.do("init --set ada=18 --set joss=16 --set tamsin=14")
    assert laid.fight.order == without.fight.order
    assert laid.one("tank").initiative is None


def test_a_thing_is_on_no_side(placed):
    """RBF-END-1: the fight is over with the last enemy, even if objects remain; @foes excludes objects."""
    laid = placed(other=None, boss=None, thug={"hp": 1})
    assert "Last side standing: crew" in laid.tell("attack joss @foes --dice 6,6")
    assert laid.one("tank").hp == 10


@pytest.mark.parametrize("technique", ["trip", "stun", "grapple", "disarm", "blind", "sunder"])
def test_most_techniques_want_an_enemy(placed, technique):
    """RBF-TEC-4: a thing cannot be tripped."""
    laid = placed(tamsin={"talents": ("Hammer Expert",)})
    said = laid.refused(f"attack tamsin tank --technique {technique}", f"RBF-TEC-{technique.upper()}")
    assert f"{technique} needs an enemy, not an object" in said


def test_what_a_critical_success_brings(placed):
    """RBF-ATK-2: neither fear nor pain; it may be thrown."""
    laid = placed(ada={"at": 0})
    laid.do("set tank at=1 hp=60 max-hp=60")
    laid.do("attack ada tank --dice 8,8")
    answers = laid.fight.questions[0].answers
    assert answers[:2] == ("double", "thrown")
    assert {"silent", "stunned", "trip"}.isdisjoint(answers)
    laid.do("choose thrown")
    assert laid.one("tank").at == 5


def test_a_thing_may_be_shoved(placed):
    """RBF-TEC-SHOVE: off a ledge, say."""
    laid = placed(ada={"at": 0})
    laid.do_all("set tank at=1", "attack ada tank --technique shove --dice 5,3")
    assert laid.one("tank").at == 2


def test_a_blast_hits_things(placed):
    """RBF-ATK-7: a tank next to the target."""
    laid = placed(joss={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}, thug={"at": 10})
    laid.do_all("set tank at=11", "attack joss thug --dice 5,5")
    assert "destroyed" in laid.one("tank").conditions


def test_enemies_and_things(placed):
    """RBF-ATK-1: no roll between them; the GM says what happens."""
    assert "damage tank N" in placed().refused("attack thug tank", "RBF-ATK-1")


def test_only_somebody_becomes_a_thing(table):
    """RBF-ATK-1: unknown words are refused, and the refusal says which are possible."""
    with pytest.raises(UsageError) as wrong:
        table().do("add weapon mace skill=melee --object")
    assert wrong.value.message == "missing name and KEY=VALUE after --object"
    assert wrong.value.hint == "for example: add tank --object tn=8"


# Dangers that the GM states, what lessens them, and going down.


BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
SAVE = "damage-save ada --tn 12 --damage 9"


def rolled(laid, line):
    """The defense of a line."""
    return laid.rolls(laid.do(line))[0]


@pytest.mark.parametrize(
    ("said", "modifiers", "dice"),
    [
        ("", [3], 2),
        ("--mod 2", [3, 2], 2),
        ("--mod -1 --advantage 2", [3, -1], 4),
        ("--disadvantage 1", [3], 3),
        ("--advantage 1 --disadvantage 1", [3], 2),
        ("--ranged", [3, 2], 2),
        ("--kind resilience", [-2], 2),
        ("--kind meditation --ranged", [-2, 2], 2),
    ],
)
def test_what_counts_for_a_defense(table, said, modifiers, dice):
    """RBF-DEF-1, RBF-TST-2, RBF-COV-1: the skill, the modifiers, and cover against projectiles only."""
    laid = table(ada={"cover": "medium"})
    defense = rolled(laid, f"{SAVE} {said} --condition none")
    assert [each.value for each in defense.modifiers if each.value] == modifiers
    assert len(defense.dice) == dice
    assert (defense.who, defense.target, defense.against, defense.label) == ("ada", "", 12, "defense")


@pytest.mark.parametrize(("condition", "dice"), [("grappled", 3), ("raging", 3), ("blinded", 2), ("prone", 2)])
def test_what_lies_on_the_defender_counts(table, condition, dice):
    """RBF-TEC-GRAPPLE, RBF-TAL-1: against a danger without an attacker too."""
    laid = table(ada={"conditions": {condition: Condition()}})
    assert len(rolled(laid, f"{SAVE} --condition none").dice) == dice


@pytest.mark.parametrize(
    ("damage", "most", "faces", "lost"),
    [
        ("9", "", "1,1", 9),
        ("9", "--max 14", "1,1", 14),
        ("2d6", "", "1,1", 12),
        ("9", "--max 14", "4,4", 9 - 3),
        ("2d6", "", "4,4,3,5", 8 - 3),
        ("9", "", "5,5", 4 - 3),
        ("2d6", "--max 14", "5,5,6,6", 6 - 3),
        ("1", "", "5,5", 1),
        ("9", "", "8,8", 0),
    ],
)
def test_the_damage_of_a_danger(table, damage, most, faces, lost):
    """RBF-DEF-2 to RBF-DEF-7: none, half, all, or the most; armour takes 3 off while it is whole, and leaves 1."""
    laid = table(ada={"hp": 50})
    laid.do(f"damage-save ada --tn 12 --damage {damage} {most} --condition none --dice {faces}")
    assert laid.one("ada").hp == 50 - lost
    assert laid.one("ada").armour_broken is (faces == "1,1")


def test_broken_armour_takes_nothing_off(table):
    """RBF-DEF-6: and who wears none has none to break."""
    laid = table(ada={"hp": 50, "armour_broken": True}, joss={"hp": 50})
    assert "armour" not in laid.tell(f"{SAVE} --dice 4,4")
    assert laid.one("ada").hp == 50 - 9
    assert "armour" not in laid.tell("damage-save joss --tn 12 --damage 9 --dice 1,1")
    assert laid.one("joss").armour_broken is False


def test_what_is_told_of_the_damage(table):
    """RBF-DEF-3, RBF-DEF-4, RBF-DEF-5: the sum as a GM checks it, each by its own rule."""
    laid = table(ada={"hp": 60}, joss={"hp": 60})
    told = [
        laid.events(laid.do(f"damage-save {who} --tn 12 --damage 9 --max 14 --dice {faces}"), "damage")[0]
        for who, faces in (("ada", "5,5"), ("ada", "4,4"), ("joss", "5,5"), ("joss", "1,1"))
    ]
    assert [(each.facts["amount"], each.facts["why"], each.rule) for each in told] == [
        (1, "half of 9, -3 armour", "RBF-DEF-3"),
        (6, "all of 9, -3 armour", "RBF-DEF-4"),
        (4, "half of 9", "RBF-DEF-3"),
        (14, "the maximum", "RBF-DEF-5"),
    ]


@pytest.mark.parametrize(("of", "lost"), [("--of poison", 0), ("--of fire", 9), ("", 9)])
def test_who_is_immune_takes_none(table, of, lost):
    """RBF-IMM-1: that kind of damage, for any outcome; it is reported."""
    for faces in ("4,4", "1,1", "5,5"):
        laid = table(joss={"hp": 50, "immune": ("poison",)})
        told = laid.tell(f"damage-save joss --tn 12 --damage 9 {of} --dice {faces}")
        assert ("Joss is immune to poison" in told) is (of == "--of poison")
        assert laid.one("joss").hp == 50 - (4 if lost and faces == "5,5" else lost)


@pytest.mark.parametrize(
    ("condition", "rounds"),
    [("prone", 0), ("grappled", 0), ("pinned", 0), ("bleeding", 0), ("stunned", 2), ("blinded", 2), ("crippled", 2)],
)
def test_how_long_a_condition_lasts(table, condition, rounds):
    """RBF-DEF-5, RBF-TEC-2: some as many rounds as the option says, some until they are ended."""
    laid = table(joss={"hp": 50}, options={"condition_rounds": 2})
    laid.do(f"attack thug joss --condition {condition} --dice 1,1")
    lying = laid.one("joss").conditions[condition]
    assert (lying.rounds, lying.by) == (rounds, "thug")


@pytest.mark.parametrize(("faces", "lies"), [("1,1", True), ("4,4", False), ("8,8", False)])
def test_a_condition_said_beforehand_lies_only_on_who_fails(table, faces, lies):
    """RBF-DEF-5: and none is asked for."""
    laid = table(joss={"hp": 50})
    laid.do(f"damage-save joss --tn 12 --damage 3 --condition stunned --dice {faces}")
    assert ("stunned" in laid.one("joss").conditions) is lies
    assert not laid.fight.questions


def test_nothing_is_placed_where_nothing_is_chosen(table):
    """RBF-DEF-5: `none`, or an unanswered question."""
    for answer in ("choose none", "aim ada"):
        laid = table(joss={"hp": 50})
        laid.do_all("attack thug joss --dice 1,1", answer)
        assert dict(laid.one("joss").conditions) == {}


def test_of_several_who_fail_each_is_asked_for(table):
    """RBF-DEF-5: one question each, for those who failed."""
    laid = table(
        thug={"weapons": ("auto",), "at": 20},
        joss={"hp": 90, "at": 0},
        tamsin={"hp": 90, "at": 1},
        options={"adjacent": 9},
    )
    laid.do("attack thug joss tamsin --autofire --dice 1,1,1,1")
    assert [(each.who, each.facts["target"]) for each in laid.fight.questions] == [("thug", "joss"), ("thug", "tamsin")]
    laid.do_all("choose prone", "choose stunned")
    assert [*laid.one("joss").conditions, *laid.one("tamsin").conditions] == ["prone", "stunned"]


@pytest.mark.parametrize(
    ("who", "line", "lies"),
    [
        ("joss", "attack thug joss --condition none --dice 1,1,1", "dying"),
        ("joss", "attack thug joss --nonlethal --condition none --dice 1,1", "unconscious"),
        ("joss", "attack thug joss --nonlethal --dice 3,3", "unconscious"),
        ("joss", "attack thug joss --nonlethal --dice 5,5", "unconscious"),
        ("thug", "attack ada thug --dice 5,5", "out"),
        ("thug", "attack ada thug --nonlethal --dice 5,5", "unconscious"),
        ("thug", "attack ada thug --nonlethal --critical silent --dice 8,8", "unconscious"),
        ("thug", "damage thug 99", "out"),
    ],
)
def test_how_somebody_goes_down(table, who, line, lies):
    """RBF-HP-1, RBF-DIE-1: enemies are out, players are dying, and nonlethal attacks knock out."""
    laid = table(joss={"hp": 2, "aim": 2}, thug={"hp": 3, "aim": 1})
    laid.do(line)
    assert lies in laid.one(who).conditions
    assert (laid.one(who).hp, laid.one(who).aim) == (0, 0)


def test_who_goes_down_watches_no_longer(table):
    """RBF-ACT-8, RBF-DIE-1: and lets go of whom it holds."""
    laid = table(tamsin={"at": 0}, thug={"at": 1})
    laid.do_all(
        "attack tamsin thug --technique grapple --dice 5,5", "condition add tamsin watching", "damage tamsin 99"
    )
    assert "watching" not in laid.one("tamsin").conditions
    assert "grappled" not in laid.one("thug").conditions


def test_who_is_down_does_not_go_down_again(table):
    """RBF-DIE-1: the rounds until death are rolled once."""
    laid = table()
    laid.do("damage joss 99 --dice 3")
    assert laid.one("joss").conditions["dying"].amount == 4
    laid.do("damage-save joss --tn 12 --damage 9 --condition none --force --dice 4,4")
    assert laid.one("joss").conditions["dying"].amount == 4


def test_the_helper_rolls_as_it_stands(table):
    """RBF-STB-1, RBF-TST-2: modifiers and conditions; a critical success is enough."""
    medic = {"items": ("medical kit",), "skills": {"medicine": 3}, "conditions": {"grappled": Condition()}}
    laid = table(ada=medic)
    laid.do_all("damage joss 99 --dice 2", BY_HAND)
    played = laid.do("stabilize joss --mod 1 --advantage 2 --dice 4,1,1")
    [roll] = laid.rolls(played)
    assert [(each.value, each.why) for each in roll.modifiers] == [(3, "Medicine"), (1, "modifier")]
    assert (len(roll.dice), roll.target, roll.label, roll.outcome) == (3, "joss", "stabilize", "success")
    assert "unconscious" in laid.one("joss").conditions
    laid = table(ada=medic)
    laid.do_all("damage joss 99 --dice 2", BY_HAND, "stabilize joss --dice 8,8,8")
    assert "unconscious" in laid.one("joss").conditions


@pytest.mark.parametrize(
    ("faces", "outcome", "lost"), [("5,5", "success", 6), ("3,3", "struggle", 12), ("1,1", "failure", 20)]
)
def test_a_defense_from_numbers_alone(faces, outcome, lost):
    """RBF-DEF-3 to RBF-DEF-5: the line's armour and dice, on a stand-in who cannot fall."""
    dice = tuple(map(int, faces.split(",")))
    line = commands.DamageSaveNumbers(mod=3, tn=12, damage="12", most=20, armour=0, dice=dice)
    fight, command = offers.damage_save(line)
    played = execute(RULES, fight, command)
    stand_in = fight.combatants["target"]
    assert (stand_in.name, stand_in.side, stand_in.hp, stand_in.max_hp) == ("the target", "players", 100, 100)
    assert (played.outcome, stand_in.hp - played.fight.combatants["target"].hp) == (outcome, lost)
    assert not played.fight.questions


def test_numbers_alone_take_all_that_a_line_says():
    """RBF-ATK-1, RBF-DEF-1, RBF-STB-1: advantage, disadvantage, a modifier; more damage, more health."""
    said = {"mod": 2, "advantage": 3, "disadvantage": 1}
    lines = (
        offers.attack(commands.AttackNumbers(tn=12, damage="9", **said)),
        offers.damage_save(commands.DamageSaveNumbers(tn=12, damage="9", armour=4, **said)),
        offers.stabilize(commands.StabilizeNumbers(**said)),
    )
    for fight, command in lines:
        roll = execute(RULES, fight, command).events[0]
        assert (len(roll.dice), sum(each.value for each in roll.modifiers)) == (4, 2)
    assert lines[1][0].combatants["target"].armour == 4
    assert [unhurt(damage)["max_hp"] for damage in (0, 99, 100, 999, 1000)] == [100, 100, 1000, 1000, 10000]
    fight, command = offers.attack(commands.AttackNumbers(tn=12, damage="90", skill="shoot", dice=(8, 8)))
    assert fight.combatants["target"].hp == 1000
    assert execute(RULES, fight, command).fight.combatants["target"].hp == 1000 - 180
