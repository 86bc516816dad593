"""Combat Techniques (FP-TEC)."""

from fractions import Fraction

import pytest


@pytest.fixture
def close(table):
    """Hale next to tough on open ground."""
    return table.put(hale="C6", tough="D6", bully="P1", yara="A1", gort="A2", porter="P10")


def test_the_save_is_against_10_die_level_strength_and_misc(close):
    """FP-TEC-1: 10 + d4 + level 2 + Strength 3 + misc 1."""
    close.set("hale", "techniques.trip=2")
    assert close.do("technique hale trip tough --misc 1", 3, 19) == "failure"
    assert close.rolls("trip")[0].total == 19
    assert close.rolls("save")[0].against == 19
    assert "prone" not in close.tough.conditions
    assert close.hale.turn.full_round


def test_the_base_is_an_option(close):
    """FP-TEC-1: options.technique_base."""
    close.do("set fight options.technique_base=5")
    close.do("technique hale trip tough", 3, 18)
    assert close.rolls("save")[0].against == 11


def test_a_trip_makes_prone(close):
    """FP-TEC-1."""
    assert close.do("technique hale trip tough", 3, 15) == "success"
    assert "prone" in close.tough.conditions


def test_the_odds_of_a_trip(close):
    """FP-TEC-1: the target needs 14 to 17 less its Dexterity of 0, and a natural 20 always does."""
    odds = close.odds("technique hale trip tough").outcomes
    needed = [10 + die + 3 for die in range(1, 5)]
    assert odds["success"] == Fraction(sum(number - 1 for number in needed), 80)


def test_a_grapple_holds_until_broken(close):
    """FP-TEC-1: the better of Strength and Dexterity saves; who is held breaks free by the same."""
    close.do("technique hale grapple tough", 3, 2)
    assert close.tough.conditions["grappled"].by == "hale"
    assert close.rolls("save")[0].modifiers[0].why == "Strength"
    close.do("turn next")
    assert close.refused("move tough E6").rule == "FP-TEC-1"
    assert close.refused("step tough E6").rule == "FP-TEC-1"
    close.do("technique tough grapple hale", 4, 2)
    assert "grappled" not in close.tough.conditions
    assert "grappled" not in close.hale.conditions


def test_a_disarm_takes_the_weapon(close):
    """FP-TEC-1."""
    close.do("technique hale disarm tough", 3, 2)
    assert close.tough.held == ""
    assert close.refused("technique hale disarm tough --force").rule == "FP-TEC-1"


def test_a_bull_rush_pushes_until_something_stops_it(close):
    """FP-TEC-1: options.bull_rush_feet."""
    close.do("technique hale bull-rush tough", 3, 2)
    assert close.tough.square == "E6"
    close.do("set fight options.bull_rush_feet=20")
    close.put(hale="D1", tough="D2").do("technique hale bull-rush tough --force", 3, 2)
    assert close.tough.square == "D6"
    close.put(hale="H6", tough="H7").do("technique hale bull-rush tough --force", 3, 2)
    assert close.tough.square == "H7"


def test_being_pushed_onto_a_trap_sets_it_off(close):
    """FP-TEC-1, FP-TRP-1: and goes no further; who is above it flies over."""
    close.do("set fight options.bull_rush_feet=20 board.traps.mine.square=E6 board.traps.mine.area=0")
    close.do("technique hale bull-rush tough", 3, 2, 6, 6, 2)
    assert (close.tough.square, close.board.traps["mine"].armed, close.tough.hp) == ("E6", False, 18)
    close.do("set fight board.traps.mine.armed=true")
    close.put(tough="D6").set("tough", "flies=true", "height=1").do("technique hale bull-rush tough --force", 3, 2)
    assert (close.tough.square, close.tough.height, close.board.traps["mine"].armed) == ("H6", 1, True)


def test_who_is_pushed_down_a_step_stands_lower(close):
    """FP-TEC-1, FP-FLD-1."""
    close.do("set fight board.terrain.roof.mark=, board.terrain.roof.height=1")
    close.put(hale="D6", tough="F6").set("hale", "weapons=spear", "held=spear").set("tough", "height=1")
    close.set("hale", "height=1").do("technique hale bull-rush tough", 3, 2)
    assert (close.tough.square, close.tough.height) == ("G6", 0)


def test_techniques_reach_no_further_than_melee(close):
    """FP-TEC-1."""
    close.put(tough="F6")
    assert close.refused("technique hale trip tough").rule == "FP-ATK-2"


@pytest.mark.parametrize(
    "line", ["technique hale juggle tough", "technique hale trip hale", "technique hale trip ghost"]
)
def test_what_is_no_technique_or_target_is_refused(close, line):
    """FP-TEC-1."""
    assert close.refused(line).status in (1, 2)


def test_a_class_may_make_it_a_standard_action(close):
    """FP-TEC-1: as the sheet says."""
    close.set("hale", "technique_actions.trip=standard")
    close.do("technique hale trip tough", 3, 18)
    assert (close.hale.turn.standard, close.hale.turn.full_round) == (True, False)


@pytest.fixture
def lane(close):
    """Hale at one end of row 7 and tough at the other."""
    return close.put(hale="C7", tough="N7")


def test_a_charge_runs_up_and_strikes_with_an_advantage(lane):
    """FP-TEC-1: options.charge_factor and options.charge_advantage."""
    lane.do("technique hale charge tough", 9, 4, 5)
    assert lane.hale.square == "M7"
    assert len(lane.rolls("attack")[0].edge_dice) == 1
    assert lane.tough.hp == 30 - 8
    assert lane.hale.turn.full_round


def test_a_charge_is_twice_the_speed_at_most(lane):
    """FP-TEC-1."""
    lane.put(tough="P7")
    lane.do("set fight options.charge_factor=1")
    assert "60 ft of movement and Hale has 30 ft" in lane.refused("technique hale charge tough").message


@pytest.mark.parametrize(("square", "feet"), [("D7", 5), ("E7", 5)])
def test_a_charge_takes_a_run_up(lane, square, feet):
    """FP-TEC-1: options.charge_least."""
    wrong = lane.put(tough=square).refused("technique hale charge tough")
    assert (wrong.rule, f"at least 10 ft, not {feet} ft" in wrong.message) == ("FP-TEC-1", True)
    lane.put(tough="F7").do("technique hale charge tough", 9, 4, 5)


def test_a_charge_goes_straight(lane):
    """FP-TEC-1: options.charge_straight: around a corner it is none."""
    lane.put(hale="D2", tough="F5")
    wrong = lane.refused("technique hale charge tough")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "no straight way leads to Tough")
    lane.do("set fight options.charge_straight=false")
    lane.do("technique hale charge tough", 9, 4, 5)
    assert lane.tough.hp == 30 - 8


def test_a_charge_past_an_enemy_may_be_struck_at(lane):
    """FP-MOV-10: and goes on after the answer."""
    lane.put(bully="B6")
    lane.do("technique hale charge tough")
    assert [each.who for each in lane.questions] == ["bully"]
    lane.do("choose pass --dice 9,4,5")
    assert lane.tough.hp == 30 - 8


def test_a_charge_over_rubble_takes_acrobatics(close):
    """FP-MOV-5: who falls strikes nobody."""
    close.do('set fight "board.map=..~~~~.."')
    close.put(hale="A1", tough="H1", yara="B1", bully="", gort="").do("technique hale charge tough --misc 3", 16)
    assert close.rolls("acrobatics")[0].against == 18
    assert "prone" in close.hale.conditions
    assert not close.rolls("attack")


def test_an_overrun_goes_through_an_enemy(close):
    """FP-TEC-1, FP-FLD-2: who saves stops it, who does not falls."""
    close.put(tough="J6").set("tough", "strength=10")
    assert close.do("technique hale overrun tough --to K6", 3, 2) == "success"
    assert ("prone" in close.tough.conditions, close.hale.square) == (True, "K6")


def test_an_overrun_ends_beyond_its_target(close):
    """FP-TEC-1: not beside it."""
    close.put(tough="J6").set("tough", "strength=10")
    for square in ("I5", "J5", "C6"):
        assert close.refused(f"technique hale overrun tough --to {square}").rule in ("FP-TEC-1", "FP-FLD-2")
    assert "beyond Tough" in close.refused("technique hale overrun tough --to J5").message
    close.do("technique hale overrun tough --to K7", 3, 2)
    assert close.hale.square == "K7"


def test_an_overrun_that_is_stopped_stands_before_the_enemy(close):
    """FP-TEC-1."""
    close.put(tough="I6").do("technique hale overrun tough", 3, 19)
    assert "prone" not in close.tough.conditions
    assert close.hale.square in ("H5", "H6", "H7")


@pytest.mark.parametrize(("saved", "harm", "end"), [(20, 3, "I10"), (1, 12, "G10")])
def test_who_falls_to_a_trap_under_the_enemy_does_not_stay_there(close, saved, harm, end):
    """FP-FLD-2, FP-TRP-1: nobody stops on somebody else's square; who goes on ends beyond it."""
    close.do("set fight board.traps.mine.square=H10 board.traps.mine.area=0 board.traps.mine.perception=40")
    close.put(hale="G10", tough="H10").set("hale", "hp=5")
    close.do("technique hale overrun tough --to I10", 3, 2, harm // 2, harm - harm // 2, saved, 20)
    assert (close.hale.square, close.hale.hp > 0) == (end, saved == 20)


def test_who_flies_goes_on_over_the_rubble_behind_an_enemy(close):
    """FP-FLD-1, FP-MOV-5: neither slower nor by Acrobatics."""
    close.put(hale="H4", tough="I4").set("hale", "flies=true", "speed=10")
    close.do("technique hale overrun tough --to K4", 3, 2)
    assert (close.rolls("acrobatics"), close.hale.square) == ([], "K4")


def test_an_overrun_needs_room_behind(close):
    """FP-FLD-2, FP-MOV-5: nobody stops where somebody is; through the gap Acrobatics comes first."""
    close.put(hale="E7", tough="E8", yara="E9")
    assert close.refused("technique hale overrun tough --to E9").rule == "FP-FLD-2"
    close.do("technique hale overrun tough --to E10", 19, 3, 2)
    assert close.hale.square == "E10"


@pytest.mark.parametrize("condition", ["helpless", "unconscious", "dead"])
def test_who_can_do_nothing_holds_nobody(close, condition):
    """FP-TEC-1: however it came about."""
    close.do("technique hale grapple tough", 3, 2)
    close.do(f"condition add hale {condition}")
    assert "grappled" not in close.tough.conditions


def test_who_is_held_and_falls_stays_held(close):
    """FP-TEC-1: the holder lets go only when it falls itself."""
    close.do("technique hale grapple tough", 3, 2)
    close.do("condition add tough unconscious")
    assert close.tough.conditions["grappled"].by == "hale"
