"""What lies on a character, and when it ends (FP-MOV-8, FP-TEC-1, FP-DIE-1)."""

import pytest

from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.futurepath.conditions import held_by, posture


@pytest.fixture
def held(table):
    """Tough held fast by hale beside it."""
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
    """FP-TEC-1: nobody holds it, so nobody lets go."""
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
    assert lines == ["Hale is now dazed (noted, no effect on the numbers)"]


def test_healing_wakes_the_unconscious(table):
    """FP-DIE-1: once health is above 0."""
    table.do("damage hale 25")
    table.do("heal hale 5")
    assert set(table.hale.conditions) == {"unconscious", "dying"}
    table.do("heal hale 1")
    assert (table.hale.conditions, table.told("wakes")) == ({}, {})
