"""Conditions of a character, and their end (FP-MOV-8, FP-TEC-1, FP-DIE-1)."""

from fractions import Fraction

import pytest

from rbfcli.model.events import Modifier
from rbfcli.render.narration import narrate
from rbfcli.render.rolls import dice_text, numbers, sum_text
from rbfcli.render.sentences import Style
from rbfcli.systems.futurepath.checks import die_of
from rbfcli.systems.futurepath.conditions import held_by, posture
from rbfcli.systems.futurepath.sheet import Character, FuturePathOptions


@pytest.fixture
def held(table):
    """Put tough next to Hale, who grapples him."""
    table.put(hale="G1").do("technique hale grapple tough", 3, 2)
    return table


@pytest.mark.parametrize("lower", ["sitting", "kneeling"])
def test_one_posture_takes_the_place_of_another(table, lower):
    """FP-MOV-8."""
    table.do(f"prone hale --to {lower}")
    table.do("condition add hale prone")
    assert tuple(table.hale.conditions) == ("prone",)
    assert table.refused("prone hale").rule == "FP-MOV-8"


@pytest.mark.parametrize("line", ["damage hale 25", "damage hale 60", "remove hale"])
def test_who_falls_or_leaves_holds_nobody(held, line):
    """FP-TEC-1, FP-DIE-1."""
    held.do(line)
    assert "grappled" not in held.tough.conditions


@pytest.mark.parametrize("line", ["move hale C1 --opportunities pass", "set tough square=P1", "set hale square=C1"])
def test_who_is_out_of_reach_is_held_no_longer(held, line):
    """FP-TEC-1: the holder leaves, or either is moved."""
    held.set("hale", "turn.full_round=false", "turn.ended=false").do(line)
    assert "grappled" not in held.tough.conditions


def test_who_holds_may_shift_within_reach(held):
    """FP-TEC-1."""
    held.set("hale", "turn.full_round=false", "turn.ended=false").do("step hale G2")
    assert "grappled" in held.tough.conditions


def test_letting_go_is_free(held):
    """FP-TEC-1, FP-ECO-2: by the one who holds."""
    held.set("hale", "turn.full_round=false", "turn.ended=false")
    assert held.refused("free gort --release tough").rule == "FP-TEC-1"
    assert held.refused("free hale --release bully").rule == "FP-TEC-1"
    held.do("free hale --release tough")
    assert ("grappled" in held.tough.conditions, held.hale.turn.free) == (False, 1)


def test_who_holds_somebody_is_known_where_somebody_does(held):
    """FP-TEC-1: not where the GM says that it is held."""
    held.do("condition add bully grappled")
    assert [held_by(each) for each in (held.tough, held.bully, held.hale)] == ["hale", "", ""]


def test_who_stands_has_no_posture(table):
    """FP-MOV-8."""
    assert posture(table.hale) == ""
    table.do("condition add hale kneeling")
    assert posture(table.hale) == "kneeling"


def test_a_condition_the_gm_gives_holds_until_it_is_taken_off(table):
    """FP-TEC-1: without a grappler, no one lets go."""
    table.do("condition add tough grappled")
    table.do("set tough square=P1")
    assert "grappled" in table.tough.conditions


def test_who_is_held_cannot_walk_but_may_strike(held):
    """FP-TEC-1."""
    held.do("turn next")
    assert held.refused("move tough H5").rule == "FP-TEC-1"
    held.do("attack tough hale", 2)


def test_a_held_one_may_strike_at_who_passes(held):
    """FP-TEC-1, FP-MOV-10: being held bars moving alone."""
    held.put(gort="H2", bully="P1").do("move gort C5")
    assert [each.who for each in held.questions] == ["tough"]


@pytest.mark.parametrize("condition", ["helpless", "unconscious", "dying", "dead"])
def test_who_can_do_nothing_threatens_nobody(table, condition):
    """FP-DIE-1, FP-CDG-1, FP-MOV-10."""
    table.put(hale="G2", bully="P1").do(f"condition add tough {condition}")
    table.do("move hale C2")
    assert not table.questions
    table.do("turn next")
    assert table.refused("attack tough hale --mod 1").rule in ("FP-DIE-1", "FP-INI-1")


def test_the_dead_are_neither_dying_nor_unconscious(table):
    """FP-DIE-1."""
    table.do("damage hale 21")
    assert set(table.hale.conditions) == {"unconscious", "dying"}
    table.do("condition add hale dead")
    assert tuple(table.hale.conditions) == ("dead",)


def test_a_condition_the_rules_do_not_know_is_noted_in_own_words(table):
    """FP-TEC-1: or refused, with the nearest that are known."""
    assert table.refused("condition add hale graplled").hint == "did you mean grappled?"
    before = table.session.fight
    table.do("condition add hale 'say dazed'")
    lines = narrate(table.last.events, before, table.session.fight, table.session.rules, Style())
    assert lines == ["Hale is now dazed (note only)"]


def test_healing_wakes_the_unconscious(table):
    """FP-DIE-1: once health is above 0."""
    table.do("damage hale 25")
    table.do("heal hale 5")
    assert set(table.hale.conditions) == {"unconscious", "dying"}
    table.do("heal hale 1")
    assert (table.hale.conditions, table.told("wakes")) == ({}, {})


# Advantages, their dice, and their sum (FP-ADV).


@pytest.mark.parametrize(
    ("stated", "count"),
    [
        ("--advantage 2", 2),
        ("--advantage 5", 3),
        ("--advantage 2 --disadvantage 1", 1),
        ("--disadvantage 4", 3),
        ("--advantage 1 --disadvantage 1", 0),
        ("", 0),
    ],
)
def test_advantages_cancel_and_three_dice_are_the_most(table, stated, count):
    """FP-ADV-1, FP-ADV-2: worked check 6; gort is of level 15 and rolls d8."""
    table.put(gort="G1")
    table.do(f"attack gort tough {stated}", 2, *[1] * count)
    rolled = table.rolls("attack")[0]
    assert [(die.sides, die.face) for die in rolled.dice] == [(20, 2)]
    assert [die.sides for die in rolled.edge_dice] == [8] * count
    sign = -1 if "--dis" in stated and "--adv" not in stated else 1
    assert rolled.total == 2 + 2 + sign * count


@pytest.mark.parametrize(("level", "die"), [(1, "1d4"), (7, "1d4"), (8, "1d6"), (14, "1d6"), (15, "1d8"), (20, "1d8")])
def test_the_die_grows_with_the_level(level, die):
    """FP-ADV-2: worked check 6, d6 at level 9."""
    assert die_of(FuturePathOptions(), Character(name="", hp=1, level=level)) == die
    other = FuturePathOptions(middle_level=2, high_level=3, advantage_high="2d12")
    assert die_of(other, Character(name="", hp=1, level=3)) == "2d12"


def test_a_stat_block_may_name_its_die(table):
    """FP-ADV-2: from d2 to 2d12."""
    table.set("gort", "advantage_die=2d12").put(gort="G1")
    table.do("attack gort tough --advantage 2", 2, 12, 11, 1, 5)
    assert table.rolls("attack")[0].total == 2 + 29 + 2


def test_the_options_bound_the_dice(table):
    """FP-ADV-2."""
    table.do("set fight options.advantage_most=1")
    table.put(gort="G1").do("attack gort tough --advantage 3", 2, 8)
    assert len(table.rolls("attack")[0].edge_dice) == 1


def test_the_dice_come_after_the_d20_and_are_told_apart(table):
    """FP-ADV-1."""
    table.put(gort="G1").do("attack gort tough --advantage 2", 2, 3, 5)
    rolled = table.rolls("attack")[0]
    assert (numbers(rolled, {}), dice_text(rolled)) == ("12 vs 12 (+0)", "[2] +[3 5] +2, advantage 2")
    assert sum_text(rolled, Style()).startswith("[2] +[3 5] by hand +2 Strength = 12, advantage 2: ")
    table.do("attack yara tough --disadvantage 3 --force", 9, 3, 5)
    rolled = table.rolls("attack")[0]
    assert (numbers(rolled, {}), dice_text(rolled)) == ("4 vs 12 (-8)", "[9] -[3 5] +3, disadvantage 2")
    assert sum_text(rolled, Style()).startswith("[9] -[3 5] by hand +3 Dexterity = 4, disadvantage 2: ")


def test_the_reasons_are_in_the_event(table):
    """FP-ADV-1: rule by rule."""
    table.put(yara="A1", tough="K1").do("attack yara tough", 9)
    edges = table.rolls("attack")[0].edges
    assert edges == (Modifier(-1, "range", "FP-ATK-4"), Modifier(1, "proficient"))


def test_the_odds_of_an_attack_are_exact(table):
    """FP-ADV-1, FP-CRT-1: yara with her proficiency, a d6, against AC 12 at +3, critical on 20."""
    table.put(yara="G1")
    found = table.odds("attack yara tough --fumble none").outcomes
    plain = sum(die + one + 3 >= 12 for die in range(2, 20) for one in range(1, 7))
    assert found["critical"] == Fraction(1, 20)
    assert found["critical-failure"] == Fraction(1, 20)
    assert found["success"] == Fraction(plain, 120)
    assert sum(found.values()) == 1


# Nothing accepted is without effect, and what lasts, ends (FP-ECO-3, FP-TEC-1, FP-RDY-1, FP-COV-1).


@pytest.fixture
def close(table):
    """Put Hale next to tough on open ground, and everyone else far away."""
    return table.put(hale="C6", tough="D6", bully="P1", yara="A1", gort="A2", porter="P10")


@pytest.mark.parametrize(
    ("line", "means_nothing"),
    [
        ("technique hale trip tough --to E6", "--to cannot be used with trip"),
        ("technique hale trip tough --fumble drop", "--fumble cannot be used with trip"),
        ("technique hale trip tough --opportunities pass", "--opportunities cannot be used with trip"),
        ("technique hale overrun tough --with knife --to E6", "--with cannot be used with overrun"),
        ("technique hale charge tough --to E6", "--to cannot be used with charge"),
        ("throw hale frag tough --advantage 1 --misc 2", "--misc, --advantage cannot be used without --cook"),
        ("throw hale frag tough --mod 1", "--mod cannot be used without --cook"),
        ("attack hale tough --weak", "--weak needs a barrier"),
        ("ready hale --against tough anything", "--against cannot be used without --now"),
        ("trap hale search mine", "a search covers every trap"),
        ("use hale 'say Battle Cry' --dc 12", "--dc cannot be used without a skill"),
        (
            "damage-save hale --damage 3 --kind coup-de-grace --save wisdom",
            "--save cannot be used with a coup de grace",
        ),
    ],
)
def test_an_option_that_means_nothing_is_refused(close, line, means_nothing):
    """FP-ECO-3."""
    wrong = close.refused(line)
    assert (means_nothing in wrong.message, bool(wrong.rule)) == (True, True)


def test_a_trigger_is_said_once(close):
    """FP-RDY-1."""
    close.do("ready hale anything")
    assert close.refused("ready hale --now something else").rule == "FP-RDY-1"


@pytest.mark.parametrize(
    "line", ["move hale C6", "move hale tough", "sprint hale C6", "withdraw hale C6", "step hale C6"]
)
def test_nobody_spends_an_action_to_stay(close, line):
    """FP-MOV-1, FP-MOV-2, FP-MOV-9, FP-MOV-10."""
    assert "Hale is already there" in close.refused(line).message


def test_cover_and_height_may_change_on_the_spot(close):
    """FP-COV-1, FP-FLD-1."""
    close.do("move hale C6 --cover partial")
    assert close.hale.cover == "partial"
    close.set("gort", "flies=true").do("move gort A2 --height 3")
    assert close.gort.height == 3


@pytest.mark.parametrize(
    ("condition", "line"),
    [("prone", "technique hale trip tough"), ("", "technique hale disarm tough")],
)
def test_a_technique_that_would_do_nothing_is_refused(close, condition, line):
    """FP-TEC-1."""
    if condition:
        close.do(f"condition add tough {condition}")
    else:
        close.set("tough", "held=")
    assert close.refused(line).rule == "FP-TEC-1"


def test_nobody_is_held_twice_by_the_same(close):
    """FP-TEC-1: nor by another combatant."""
    close.do("technique hale grapple tough", 3, 2)
    close.set("hale", "turn.full_round=false", "turn.ended=false")
    assert "Hale is already holding Tough" in close.refused("technique hale grapple tough").message
    assert "Hale is already holding Tough" in close.put(gort="E6").refused("technique gort grapple tough").message


def test_who_is_pushed_is_out_of_its_cover(close):
    """FP-COV-1, FP-TEC-1: not if it is stopped immediately."""
    close.set("tough", "cover=heavy").do("technique hale bull-rush tough", 3, 2)
    assert close.tough.cover == "none"
    close.put(hale="H6", tough="H7").set("tough", "cover=heavy").do("technique hale bull-rush tough --force", 3, 2)
    assert (close.tough.square, close.tough.cover) == ("H7", "heavy")


def test_a_long_weapon_reaches_over_no_wall(table):
    """FP-COV-2, FP-TEC-1."""
    table.set("hale", "weapons=spear", "held=spear").put(hale="H7", tough="H9")
    assert table.refused("technique hale trip tough").rule == "FP-COV-2"
    assert table.refused("attack hale tough").rule == "FP-COV-2"


def test_who_does_not_act_at_once_has_lost_it(table):
    """FP-RDY-1: with the end of the turn that it interrupts."""
    table.do("ready yara anything")
    table.do("turn next")
    table.do("ready yara --now")
    assert table.yara.turn.instant
    table.do("turn next")
    assert table.refused("attack yara tough").rule == "FP-INI-1"
