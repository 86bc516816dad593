"""Nothing accepted is without effect, and what lasts, ends (FP-ECO-3, FP-TEC-1, FP-RDY-1, FP-COV-1)."""

import pytest


@pytest.fixture
def close(table):
    """Hale beside tough on open ground, everybody else far away."""
    return table.put(hale="C6", tough="D6", bully="P1", yara="A1", gort="A2", porter="P10")


@pytest.mark.parametrize(
    ("line", "means_nothing"),
    [
        ("technique hale trip tough --to E6", "--to means nothing with trip"),
        ("technique hale trip tough --fumble drop", "--fumble means nothing with trip"),
        ("technique hale trip tough --opportunities pass", "--opportunities means nothing with trip"),
        ("technique hale overrun tough --with knife --to E6", "--with means nothing with overrun"),
        ("technique hale charge tough --to E6", "--to means nothing with charge"),
        ("throw hale frag tough --advantage 1 --misc 2", "--misc, --advantage means nothing without --cook"),
        ("throw hale frag tough --mod 1", "--mod means nothing without --cook"),
        ("attack hale tough --weak", "--weak means nothing: there is no barrier"),
        ("ready hale --against tough anything", "--against means nothing without --now"),
        ("trap hale search mine", "a search is for every trap"),
        ("use hale 'say Battle Cry' --dc 12", "--dc means nothing for what is no skill"),
        ("damage-save hale --damage 3 --kind coup-de-grace --save wisdom", "--save means nothing for a coup de grace"),
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
    assert "is there already" in close.refused(line).message


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
    """FP-TEC-1: nor by somebody else besides."""
    close.do("technique hale grapple tough", 3, 2)
    close.set("hale", "turn.full_round=false", "turn.ended=false")
    assert "holds Tough already" in close.refused("technique hale grapple tough").message
    assert "Hale holds Tough already" in close.put(gort="E6").refused("technique gort grapple tough").message


def test_who_is_pushed_is_out_of_its_cover(close):
    """FP-COV-1, FP-TEC-1: not where something stops it at once."""
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
