"""What a rule says of one side of the table, held on the other side, in spells and in reactions."""

from itertools import product

import pytest

from rbfcli.model.events import ConditionGained
from rbfcli.model.fight import Condition
from rbfcli.systems.rbf.map import disagreement
from rbfcli.systems.rbf.sheet import Place, Spell, Weapon

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
SPELLS = {
    "spark": Spell(name="spark", skill="metaphysics", damage=6, kind="lightning", range=40, condition="blinded"),
    "fog": Spell(name="fog of mind", condition="blinded"),
}
DART = Weapon(name="dart gun", skill="shoot", damage=6, kind="poison", range=30)
MAGE = {"skills": {"metaphysics": 2, "dodge": 3, "meditation": 1}, "hp": 60}


@pytest.fixture
def magic(table):
    """Lay a table at which Ada and the thug know two spells."""

    def lay(**changes):
        return table(**{"ada": MAGE, "thug": {"hp": 60}, "more": {"spells": SPELLS}, **changes})

    return lay


# Immunity: no damage, and nothing that comes with it.


@pytest.fixture
def robot(table):
    """Lay a table with a robot that no poison hurts, and a dart gun."""

    def lay(**changes):
        joss = {"weapons": ("dart",), **changes.pop("joss", {})}
        thug = {"hp": 140, "immune": ("poison",), "machine": True, **changes.pop("thug", {})}
        return table(joss=joss, thug=thug, weapons={"dart": DART}, **changes)

    return lay


def test_a_poison_dart_does_not_kill_a_robot(robot):
    """RBF-IMM-1, RBF-ATK-2: a silent kill is neither offered, accepted in advance, nor expected by the odds."""
    laid = robot()
    laid.do("attack joss thug --dice 8,8")
    answers = laid.fight.questions[0].answers
    assert {"silent", "stunned", "thrown", "trip", "blind"}.isdisjoint(answers)
    assert {"double", "strafe"} <= set(answers)
    assert "immune to poison" in laid.tell("choose double")
    assert (laid.one("thug").hp, laid.one("thug").conditions) == (140, {})
    assert "Thug is immune to poison" in laid.refused("attack joss thug --critical silent", "RBF-ATK-2")
    odds = laid.odds("attack joss thug --force")
    assert odds.losses.get("thug", {0: 1}) == {0: 1}


@pytest.mark.parametrize("technique", ["trip", "blind", "disarm", "shove", "sunder", "cripple"])
def test_no_technique_takes_effect_on_the_immune(robot, technique):
    """RBF-IMM-1, RBF-TEC-4: refused with the reason, and the GM's to force."""
    laid = robot(thug={"weapons": ("hook",)})
    assert "immune" in laid.refused(f"attack joss thug --technique {technique}", f"RBF-TEC-{technique.upper()}")
    laid.do(f"attack joss thug --technique {technique} --force --dice 6,5")


def test_a_step_of_ones_own_needs_no_effect(robot):
    """RBF-IMM-1, RBF-TEC-STRAFE: it is the attacker who moves."""
    assert "moves 1 m" in robot().tell("attack joss thug --technique strafe --dice 6,5")


def test_the_second_target_of_a_thrust_is_judged_apart(robot):
    """RBF-IMM-1, RBF-TEC-PIERCE: the target after an immune one is hurt."""
    laid = robot()
    laid.do("add weapon needle damage=6 kind=poison skill=shoot traits=projectile")
    laid.do("set joss weapons=needle held=needle")
    laid.do("attack joss thug other --technique pierce --dice 6,6")
    assert (laid.one("thug").hp, laid.one("other").hp) == (140, 60 - 9)


def test_the_immune_player_is_spared_all_of_an_enemys_attack(robot):
    """RBF-IMM-1, RBF-DEF-5: no damage, no condition, and the armour stays whole."""
    laid = robot(thug={"weapons": ("dart",), "damage": None, "immune": ()}, ada={"immune": ("poison",)})
    for line in ("attack thug ada --dice 1,1", "attack thug ada --condition prone --dice 1,1"):
        assert "immune to poison" in laid.tell(line)
        assert not laid.fight.questions
    ada = laid.one("ada")
    assert (ada.hp, ada.armour_broken, ada.conditions) == (15, False, {})
    laid.do("damage-save ada --tn 12 --damage 8 --of poison --condition prone --dice 1,1")
    assert (laid.one("ada").hp, laid.one("ada").conditions) == (15, {})


def test_a_spell_does_nothing_to_the_immune_either(magic):
    """RBF-IMM-1, RBF-ACT-6: neither damage nor condition, for any caster."""
    laid = magic(thug={"hp": 60, "immune": ("lightning",)}, ada={**MAGE, "immune": ("lightning",)})
    laid.do("cast ada spark thug --dice 6,6")
    laid.do("cast thug spark ada --dice 1,1")
    assert not laid.fight.questions
    assert (laid.one("thug").hp, laid.one("thug").conditions) == (60, {})
    assert (laid.one("ada").hp, laid.one("ada").conditions) == (60, {})
    laid.do("cast ada fog thug --dice 6,6")
    assert "blinded" in laid.one("thug").conditions


@pytest.mark.parametrize("forced", ["", " --force"])
def test_the_result_says_so_where_nothing_would_be_lost_anyway(magic, forced):
    """RBF-IMM-1: of a spell without damage, and of a technique instead of it."""
    laid = magic(thug={"hp": 60, "immune": ("mind",)})
    laid.do("set fight spells.fog.kind=mind")
    assert "Thug is immune to mind damage: no effect" in laid.tell(f"cast ada fog thug --dice 6,6{forced}")
    assert ("blinded" in laid.one("thug").conditions) is bool(forced)


def test_a_burst_says_who_is_immune_to_its_technique(robot):
    """RBF-IMM-1, RBF-ACT-7: each of the two is judged apart."""
    laid = robot()
    laid.do("add weapon spray damage=6 kind=poison skill=shoot autofire=true")
    laid.do("set joss weapons=spray held=spray")
    told = laid.tell("attack joss other thug --technique trip --autofire --dice 7,7")
    assert "Thug is immune to poison damage: no effect" in told
    assert ("prone" in laid.one("other").conditions, laid.one("thug").conditions) == (True, {})


def test_a_critical_success_of_a_spell_without_damage_brings_what_its_caster_chooses(magic):
    """RBF-ATK-2, RBF-ACT-6: as any other; nothing is doubled."""
    laid = magic()
    laid.do("cast ada fog thug --dice 8,8")
    assert {"double", "silent", "thrown", "stunned"} <= set(laid.fight.questions[0].answers)
    laid.do("choose stunned")
    assert {"blinded", "stunned"} <= set(laid.one("thug").conditions)


# Spells follow every rule attacks follow.


def test_a_spell_that_just_fell_short_can_be_pushed(magic):
    """RBF-ATK-9, RBF-ACT-6: its damage and its condition, once; improvised ones too, from a save."""
    laid = magic(ada={**MAGE, "experience": 2})
    laid.do("cast ada spark thug --dice 4,4")
    assert laid.one("thug").hp == 60
    laid.reopen()
    assert "the struggle becomes a success" in laid.tell("push ada")
    assert (laid.one("thug").hp, "blinded" in laid.one("thug").conditions) == (60 - 8, True)
    laid.refused("push ada", "RBF-ATK-9")
    laid.do("cast ada 'say a gust' thug --damage 3 --skill metaphysics --dice 4,4")
    laid.do("push ada")
    assert laid.one("thug").hp == 60 - 8 - 5


def test_what_a_critical_spell_brings_can_be_said_beforehand(magic):
    """RBF-ATK-2: double, an effect or own words; no technique, and only at an enemy by a player."""
    for choice, lost in (("double", 16), ("stunned", 8), ("'say the lights go out'", 8)):
        laid = magic()
        laid.do(f"cast ada spark thug --critical {choice} --dice 8,8")
        assert not laid.fight.questions
        assert laid.one("thug").hp == 60 - lost
        assert ("stunned" in laid.one("thug").conditions) is (choice == "stunned")
    laid = magic()
    assert "not a spell" in laid.refused("cast ada spark thug --critical trip", "RBF-TEC-TRIP")
    laid.refused("cast ada spark --critical double", "RBF-ACT-6")
    laid.refused("cast thug spark ada --critical double", "RBF-ATK-2")


def test_a_spell_loses_stealth_and_gains_by_it(magic):
    """RBF-STL-1, RBF-STL-3: +1 to hit and damage, and then everyone sees the caster, on both sides."""
    hidden = {"conditions": {"hidden": Condition()}}
    laid = magic(ada={**MAGE, **hidden}, thug={"hp": 60, **hidden})
    laid.do("set thug seen-by=ada")
    told = laid.tell("cast ada spark thug --dice 5,5", explain=True)
    assert "from stealth" in told
    assert (laid.one("thug").hp, "hidden" in laid.one("ada").conditions) == (60 - 9, False)
    laid.do("condition remove thug blinded")
    assert "TN 13 to defend against Thug: from stealth +1" in laid.tell("cast thug spark ada --dice 5,5", explain=True)
    assert "hidden" not in laid.one("thug").conditions


def test_a_spell_takes_the_aim(magic):
    """RBF-ACT-5: +1 for each aim on the next spell at an enemy; another spell ends it."""
    laid = magic()
    laid.do_all("aim ada", "aim ada")
    [roll, *_] = laid.rolls(laid.do("cast ada spark thug --dice 5,5"))
    assert (roll.total, laid.one("ada").aim) == (14, 0)
    laid.do("aim ada")
    assert "loses their aim" in laid.tell("cast ada 'say light'")
    laid.do("aim thug")
    [roll, *_] = laid.rolls(laid.do("cast thug spark ada --dice 5,5"))
    assert (roll.against, laid.one("thug").aim) == (13, 0)


@pytest.mark.parametrize(("condition", "edge"), [("blinded", -1), ("pinned", -1), ("grappled", -1), ("raging", 1)])
def test_what_hinders_attacking_hinders_casting(magic, condition, edge):
    """RBF-TEC-BLIND, RBF-TEC-PIN, RBF-TEC-GRAPPLE, RBF-TAL-1: an enemy's hindrance helps the defender."""
    bears = {"conditions": {condition: Condition()}}
    laid = magic(ada={**MAGE, **bears})
    [roll, *_] = laid.rolls(laid.do("cast ada fog thug --critical double"))
    assert [each.value for each in roll.edges] == [edge]
    laid = magic(thug={"hp": 60, **bears})
    [roll, *_] = laid.rolls(laid.do("cast thug fog ada --answer condition=none"))
    assert [each.value for each in roll.edges] == [-edge]


def test_an_enemy_adds_a_condition_to_a_failed_defense_against_its_spell(magic):
    """RBF-DEF-5, RBF-ACT-6: besides the spell's own, which comes with a hit."""
    laid = magic()
    laid.do("cast thug spark ada --dice 1,1")
    assert [(each.kind, each.who) for each in laid.fight.questions] == [("condition", "thug")]
    laid.do("choose prone")
    assert {"prone", "blinded"} <= set(laid.one("ada").conditions)
    for dice, lies in (("5,5", True), ("7,5", False)):
        laid = magic()
        laid.do(f"cast thug spark ada --dice {dice}")
        assert ("blinded" in laid.one("ada").conditions) is lies
        assert not laid.fight.questions


def test_a_missed_spell_hits_something_nearby(magic):
    """RBF-MISS-1: as a shot does."""
    laid = magic()
    assert "goes wide" in laid.tell("cast ada spark thug --dice 4,4")
    assert "goes wide" in laid.tell("cast ada spark thug --dice 1,1")


# Full cover, and who is an attacker in melee range.


@pytest.mark.parametrize(
    "line", ["attack joss thug", "attack thug joss", "cast ada spark thug", "cast thug spark ada", "overwatch"]
)
@pytest.mark.parametrize("covered", ["ada joss", "thug"])
def test_full_cover_works_both_ways(magic, line, covered):
    """RBF-COV-2: full cover stops shots in both directions, on both sides."""
    gun = {"weapons": ("pistol",)}
    laid = magic(ada={**MAGE, "at": 0}, joss={"at": 0, **gun}, thug={"hp": 60, "at": 10, **gun}, other={"at": 50})
    for who in covered.split():
        laid.do(f"set {who} cover=full")
    if line == "overwatch":
        laid.do_all(BY_HAND, "turn next", "overwatch joss", "turn next", "turn next")
        assert "Overwatch" not in laid.tell("aim thug")
        return
    assert "fully behind cover" in laid.refused(line, "RBF-COV-2")
    for who in covered.split():
        laid.do(f"set {who} cover=heavy")
    laid.do(f"{line} --answer condition=none --answer critical=double")


def test_full_cover_hides_nobody_within_reach(magic):
    """RBF-COV-2: neither from a blow nor from a pistol, either way."""
    laid = magic(joss={"at": 1}, thug={"hp": 60, "at": 0, "cover": "full"})
    laid.do_all("attack joss thug --dice 5,5,5", "set joss cover=full", "attack thug joss --dice 8,8")


@pytest.mark.parametrize(("weapon", "dice"), [("pistol", 2), ("rifle", 2)])
def test_a_barrel_is_no_attacker_in_melee_range(table, weapon, dice):
    """RBF-RNG-1, RBF-RNG-2: nor is who is down; an enemy on its feet is."""
    laid = table(joss={"at": 0, "weapons": (weapon,)}, thug={"at": 1})
    laid.do("add barrel --object tn=8 hp=90 at=1")
    [roll] = [each for each in laid.rolls(laid.do("attack joss barrel --critical double")) if each.label == "attack"]
    assert (len(roll.dice), roll.edges) == (dice, ())
    if weapon == "rifle":
        laid.refused("attack joss thug", "RBF-RNG-1")
    laid.do("damage thug 99")
    [roll] = [
        each for each in laid.rolls(laid.do("attack joss thug --force --critical double")) if each.label == "attack"
    ]
    assert roll.edges == ()


# Aim, and what ends it.


@pytest.mark.parametrize(
    ("line", "kept"), [("prone ada --drop", False), ("use ada rage", False), ("speak ada 'now' --allies", True)]
)
def test_what_else_ends_an_aim(table, line, kept):
    """RBF-ACT-5: something else, though it costs nothing; words to allies are not. The option reads it otherwise."""
    laid = table(ada={"talents": ("Berserker",)})
    laid.do_all("aim ada", line)
    assert bool(laid.one("ada").aim) is kept
    other = table(ada={"talents": ("Berserker",)}, options={"free_acts_end_aim": False})
    other.do_all("aim ada", line)
    assert other.one("ada").aim == 1


# The hidden are looked for.


def test_a_hidden_enemy_is_looked_for(table):
    """RBF-ACT-4: Perception against its TN; observers attack it and point it out."""
    laid = table(thug={"conditions": {"hidden": Condition()}})
    assert "check joss perception --see thug" in laid.refused("attack joss thug", "RBF-ACT-4")
    laid.do(BY_HAND)
    laid.do("turn next")
    [roll] = laid.rolls(laid.do("check joss perception --see thug --dice 4,5"))
    assert (roll.against, roll.total, roll.rule, laid.one("joss").actions_left) == (12, 11, "RBF-ACT-4", 1)
    laid.refused("attack joss thug", "RBF-ACT-4")
    laid.do("check joss perception --see thug --dice 5,5")
    assert laid.one("thug").seen_by == ("joss",)
    laid.do_all("set joss actions-left=2", "spot joss thug", "attack joss thug --dice 5,5")


def test_an_enemy_looks_for_a_hidden_player(table):
    """RBF-ACT-4: the player rolls, Stealth against the enemy's TN."""
    laid = table(ada={"conditions": {"hidden": Condition()}, "skills": {"stealth": 2, "dodge": 3}})
    laid.refused("attack thug ada", "RBF-ACT-4")
    [roll] = laid.rolls(laid.do("check thug perception --see ada --dice 5,5"))
    assert (roll.who, roll.against, laid.one("ada").seen_by) == ("ada", 12, ())
    laid.do("check thug perception --see ada --dice 4,5")
    assert laid.one("ada").seen_by == ("thug",)
    laid.do("attack thug ada --dice 8,8")


@pytest.mark.parametrize(
    "line",
    ["check ada perception --see thug", "check ada perception --see joss", "check ada athletics --see other"],
)
def test_who_is_not_looked_for(table, line):
    """RBF-ACT-4: a visible target, an ally, and observers with another skill."""
    laid = table(other={"conditions": {"hidden": Condition()}})
    laid.refused(line, "RBF-ACT-4")


def test_a_check_without_a_target_number_says_what_is_missing(table):
    """RBF-TST-1: only a search for a combatant uses the enemy's TN."""
    assert "missing --tn" in table().refused("check ada athletics", "")


# Conditions on the fallen, pushes, and stuns.


def test_no_condition_is_asked_for_the_fallen(table):
    """RBF-DEF-5, RBF-HP-1: nor laid on them by a technique, a critical success or a spell."""
    laid = table(joss={"hp": 5})
    laid.do("attack thug joss --dice 1,1")
    assert not laid.fight.questions
    laid = table(joss={"hp": 5}, more={"spells": SPELLS})
    laid.do("cast thug spark joss --dice 1,1")
    assert set(laid.one("joss").conditions) == {"dying"}
    assert not laid.fight.questions
    laid = table(ada={"talents": ("Expert Fighter",)}, thug={"hp": 5})
    laid.do("attack ada thug --technique trip --dice 5,5")
    assert set(laid.one("thug").conditions) == {"out"}
    laid = table(ada={"talents": ("Expert Fighter",)}, thug={"hp": 5})
    laid.do("attack ada thug --critical stunned --dice 8,8")
    assert set(laid.one("thug").conditions) == {"out"}


def test_a_push_gives_the_technique_or_the_damage(table):
    """RBF-ATK-9, RBF-TEC-1: the half damage of the struggle is taken back where the technique comes instead."""
    laid = table(ada={"experience": 1})
    laid.do("attack ada thug --technique trip --dice 4,4")
    assert laid.one("thug").hp == 20 - 5
    assert "replaces the 5 damage" in laid.tell("push ada")
    assert (laid.one("thug").hp, "prone" in laid.one("thug").conditions) == (20, True)
    both = table(ada={"experience": 1, "talents": ("Expert Fighter",)})
    both.do_all("attack ada thug --technique trip --dice 4,4", "push ada")
    assert (both.one("thug").hp, "prone" in both.one("thug").conditions) == (20 - 11, True)


def test_nobody_pushes_against_the_fallen(table):
    """RBF-ATK-9: half the damage was enough."""
    laid = table(ada={"experience": 1}, thug={"hp": 5})
    laid.do("attack ada thug --dice 4,4")
    assert "Thug is already down;" in laid.refused("push ada", "RBF-ATK-9")


def test_a_second_stun_says_nothing_twice(table):
    """RBF-TEC-STUN, RBF-ATK-2: it costs no more, and a critical success does not offer it."""
    laid = table(ada={"talents": ("Hammer Expert",), "weapons": ("maul",)}, thug={"hp": 90})
    laid.do("attack ada thug --technique stun --dice 8,8")
    assert "stunned" not in laid.fight.questions[0].answers
    played = laid.do('choose say "its ears ring"')
    assert len([each for each in played.events if isinstance(each, ConditionGained)]) == 1
    assert not [
        each
        for each in laid.do("attack ada thug --technique stun --dice 5,5").events
        if isinstance(each, ConditionGained)
    ]


# Position: place, metre, height and cover go together.


PLACES = {
    "roof": Place(at=8, height=6, cover="medium"),
    "tower": Place(at=20, height=30),
    "crates": Place(at=9, cover="heavy"),
}


@pytest.fixture
def quay(table):
    """Lay a table with a roof, a tower and crates; Tamsin holds the thug on the roof."""

    def lay(**changes):
        held = {"grappled": Condition(by="tamsin")}
        return table(
            **{
                "tamsin": {"place": "roof", "skills": {"brawl": 3, "dodge": 4}},
                "thug": {"place": "roof", "hp": 90, "conditions": held},
                "ada": {"at": 8},
                "board": {"places": PLACES},
                **changes,
            }
        )

    return lay


def where(laid, who):
    """Return a combatant's position."""
    one = laid.one(who)
    return one.place, one.at, one.height, one.cover


@pytest.mark.parametrize(
    ("lines", "there"),
    [
        (["set thug at=9"], ("", 9, 0, "none")),
        (["set thug height=2"], ("", 8, 2, "none")),
        (["set thug at=9 height=3 cover=light"], ("", 9, 3, "light")),
        (["set thug cover=full"], ("roof", 8, 6, "full")),
        (["set thug at=8"], ("roof", 8, 6, "medium")),
        (["set thug place=crates"], ("crates", 9, 0, "heavy")),
        (["set thug place=crates cover=none"], ("crates", 9, 0, "none")),
        (["set fight board.places.roof.height=5"], ("roof", 8, 5, "medium")),
        (["""edit '[["set",["combatants","thug","at"],3]]'"""], ("", 3, 0, "none")),
        (["fall thug 4 --dice 1"], ("", 8, 2, "none")),
        (["fall thug 9 --dice 1,1,1"], ("", 8, 0, "none")),
        (["attack tamsin thug --with unarmed --technique shove --dice 5,5,1,1,1"], ("", 9, 0, "none")),
        (["attack tamsin thug --technique throw --to crates --dice 5,5,1,1,1"], ("crates", 9, 0, "heavy")),
        (["attack tamsin thug --technique throw --to 15 --dice 5,5,1,1,1"], ("", 15, 0, "none")),
        (["attack tamsin thug --critical thrown --dice 8,8,1,1,1"], ("", 12, 0, "none")),
        (["condition remove thug grappled", "move thug 10"], ("", 10, 0, "none")),
    ],
)
def test_whatever_moves_somebody_leaves_place_and_metre_agreed(quay, lines, there):
    """RBF-COV-1, RBF-TEC-THROW, RBF-TEC-SHOVE: and the height and cover with them."""
    laid = quay()
    laid.do_all(*lines)
    assert where(laid, "thug") == there
    assert not disagreement(laid.fight, laid.one("thug"))


def test_who_is_shoved_off_a_roof_falls(quay):
    """RBF-TEC-SHOVE, RBF-ATK-2: a die for each three metres, and prone; no one falls on level ground."""
    laid = quay()
    told = laid.tell("attack tamsin thug --with unarmed --technique shove --dice 5,5,1,3,4")
    assert "falls 6 m" in told
    assert (laid.one("thug").hp, "prone" in laid.one("thug").conditions) == (90 - 7, True)
    flat = quay(tamsin={"at": 8, "skills": {"brawl": 3}}, thug={"at": 8, "hp": 90})
    flat.do("attack tamsin thug --technique shove --dice 5,5")
    assert (flat.one("thug").hp, flat.one("thug").conditions) == (90, {})


def test_who_leaps_down_has_left_the_roof(quay):
    """RBF-TEC-LEAP: a cover and a place less."""
    laid = quay(thug={"at": 8, "hp": 90})
    laid.do("attack tamsin thug --technique leap --dice 5,5,1,1")
    assert where(laid, "tamsin") == ("", 8, 0, "none")


@pytest.mark.parametrize(
    ("said", "direction", "at", "metres"),
    [
        ("--metres 4", "away", 6, 4),
        ("--metres 4", "over", -2, 4),
        ("", "away", 11, 9),
        ("--to 5", "", 5, 3),
        ("--to -7", "", -7, 9),
    ],
)
def test_a_throw_goes_in_any_direction(quay, said, direction, at, metres):
    """RBF-TEC-THROW: up to 3 m a level; the side is asked where it is not said, and the line says thrown."""
    laid = quay(
        tamsin={"at": 1, "skills": {"brawl": 3}},
        thug={"at": 2, "hp": 90, "conditions": {"grappled": Condition(by="tamsin")}},
    )
    dice = ",".join(["5,5,1", *["1"] * (metres // 3)])
    answer = f"--answer direction={direction}" if direction else ""
    told = laid.tell(f"attack tamsin thug --technique throw {said} {answer} --dice {dice}")
    assert f"Thug is thrown {metres} m by Tamsin, to metre {at}" in told
    assert "pushed" not in told
    assert (laid.one("thug").at, laid.one("thug").hp) == (at, 90 - metres // 3)


def test_a_throw_where_the_ground_has_no_metres(table):
    """RBF-TEC-THROW: as far as it goes; where to is the GM's, and the target keeps its place."""
    grappled = {"place": "crates", "height": 0, "hp": 90, "conditions": {"grappled": Condition(by="tamsin")}}
    laid = table(tamsin={"skills": {"brawl": 3}}, thug=grappled, board={"places": {"crates": Place()}})
    assert "Thug is thrown 9 m by Tamsin\n" in laid.tell("attack tamsin thug --technique throw --dice 5,5,1,1,1,1")
    assert where(laid, "thug") == ("crates", None, 0, "none")
    assert (laid.one("thug").hp, set(laid.one("thug").conditions)) == (87, {"prone"})


@pytest.mark.parametrize(
    ("said", "why"), [("--to 12", "reaches 9 m, and 12 is 10 m away"), ("--to 3 --metres 2", "not both")]
)
def test_how_far_a_throw_reaches(quay, said, why):
    """RBF-TEC-THROW: refused beyond it."""
    laid = quay(
        tamsin={"at": 1, "skills": {"brawl": 3}},
        thug={"at": 2, "hp": 90, "conditions": {"grappled": Condition(by="tamsin")}},
    )
    assert why in laid.refused(f"attack tamsin thug --technique throw {said}", "RBF-TEC-THROW")


@pytest.mark.parametrize(
    ("reading", "to", "dice"),
    [("thrown", "14", 2), ("thrown", "8", 2), ("fallen", "14", 2), ("fallen", "roof", 0), ("thrown", "12", 2)],
)
def test_what_the_damage_of_a_throw_goes_by(quay, reading, to, dice):
    """RBF-TEC-THROW: the greater of metres thrown and fallen; or only fallen."""
    laid = quay(options={"throw_damage": reading})
    faces = ",".join(["5,5,1", *["1"] * dice])
    laid.do(f"attack tamsin thug --technique throw --to {to} --dice {faces}")
    assert laid.one("thug").hp == 90 - dice


# Height costs movement.


@pytest.mark.parametrize(
    ("cost", "to", "refused"),
    [(1, "roof", ""), (1, "tower", "move ada 18"), (0, "roof", ""), (2, "roof", "move ada 8 --height 5")],
)
def test_a_height_costs_movement(quay, cost, to, refused):
    """RBF-ACT-2: a metre for each metre up, as the option says; the hint leads on the way."""
    laid = quay(options={"climb_cost": cost})
    if refused:
        assert refused in laid.refused(f"move ada {to}", "RBF-ACT-2")
        laid.do(refused)
    else:
        laid.do(f"move ada {to}")
        assert where(laid, "ada") == ("roof", 8, 6, "medium")


def test_a_tower_is_climbed_in_several_moves(quay):
    """RBF-ACT-2: up, and down again before along the ground."""
    laid = quay(ada={"at": 20})
    for line, height in (("move ada 20 --height 10", 10), ("move ada 20 --height 20", 20), ("move ada tower", 30)):
        laid.do(line)
        assert laid.one("ada").height == height
    assert "move ada 20 --height 20" in laid.refused("move ada 25", "RBF-ACT-2")
    laid.do_all("move ada 20 --height 20", "move ada 20 --height 10")
    assert "move ada 20" in laid.refused("move ada 25", "RBF-ACT-2")
    laid.do_all("move ada 20", "move ada 25")
    laid.refused("move ada tower --height 4", "RBF-ACT-2")


def test_a_move_with_a_height_takes_off_what_it_costs_exactly(quay):
    """RBF-ACT-2: metres along and up add up in any order, on every path of ten metres."""
    for along, up in product(range(12), range(12)):
        laid = quay(ada={"at": 30})
        line = f"move ada {30 + along} --height {up}"
        if not along + up:
            continue
        if along + up <= 10:
            laid.do(line)
        else:
            laid.refused(line, "RBF-ACT-2")


def test_nobody_is_shown_what_every_ally_sees(table):
    """RBF-ACT-4: an enemy without allies shows a player to no one; with one who does not see, it does."""
    hidden = {"conditions": {"hidden": Condition()}, "seen_by": ("thug", "other")}
    laid = table(ada=hidden, boss=None)
    assert "all of Thug's allies can see Ada" in laid.refused("spot thug ada", "RBF-ACT-4")
    laid.do_all("condition add other out", "set ada seen-by=thug")
    laid.refused("spot thug ada", "RBF-ACT-4")
    laid.do_all("condition remove other out", "spot thug ada")
    assert "spotted" in laid.one("ada").conditions


@pytest.mark.parametrize("kit", ["medical kit", "repair kit"])
@pytest.mark.parametrize("who", ["ada", "joss"])
def test_a_kit_is_not_wasted_on_who_needs_none(table, kit, who):
    """RBF-ACT-2: nor on an enemy's wounds by an enemy; the GM may have it so. Each cure, wound and tear counts."""
    laid = table(ada={"items": (kit,)}, joss={"armour": 1})
    assert f"does not need the {kit}" in laid.refused(f"use ada '{kit}' {who}", "RBF-ACT-2")
    assert laid.do(f"use ada '{kit}' {who} --force").outcome
    needs = {
        "medical kit": (f"damage {who} 1", f"condition add {who} bleeding"),
        "repair kit": (f"set {who} armour-broken=true", f"condition add {who} leaking"),
    }
    for name, lines in needs.items():
        for line in lines:
            laid = table(ada={"items": (kit,)}, joss={"armour": 1})
            laid.do(line)
            if name == kit:
                laid.do(f"use ada '{kit}' {who} --dice 8,8")
            else:
                laid.refused(f"use ada '{kit}' {who}", "RBF-ACT-2")


# Things.


def test_an_untouched_thing_is_not_down_and_does_nothing(table):
    """RBF-ATK-1: until it is destroyed; it has no actions, no weapons and no speed."""
    laid = table(ada={"skills": {"melee": 3, "metaphysics": 1}})
    laid.do("add barrel --object tn=8 hp=10")
    rules = laid.session.rules
    assert rules.is_up(laid.one("barrel"))
    assert not rules.standing(laid.one("barrel"))
    names = {each.name for each in rules.details(laid.fight, "barrel") if each.value}
    assert names.isdisjoint({"actions", "reactions", "move", "weapon", "defend on"})
    odds = laid.odds("attack ada barrel --critical double")
    assert 0 < odds.downs["barrel"] < 1
    for line in ("move barrel 4", "aim barrel", "attack barrel ada", "overwatch barrel --force"):
        laid.refused(line, "RBF-ATK-1")
    laid.do("damage barrel 10")
    assert not rules.is_up(laid.one("barrel"))
    assert "barrel is already destroyed" in laid.refused("attack ada barrel", "RBF-HP-1")
    assert "barrel is already destroyed" in laid.refused("cast ada 'say push' barrel --skill metaphysics", "RBF-HP-1")
