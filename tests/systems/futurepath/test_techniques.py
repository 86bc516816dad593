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
    assert (close.told("pushed"), close.told("stands-fast")) == (None, {"feet": 0})


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
    assert "that takes 60 ft of movement, and Hale has 30 ft" in lane.refused("technique hale charge tough").message


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
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "no straight path leads to Tough")
    lane.do("set fight options.charge_straight=false")
    lane.do("technique hale charge tough", 9, 4, 5)
    assert lane.tough.hp == 30 - 8


@pytest.mark.parametrize(("straight", "answers"), [("true", ("stop", "on")), ("false", ("around", "stop", "on"))])
def test_a_straight_charge_does_not_go_around_a_trap(lane, straight, answers):
    """FP-TEC-1, FP-TRP-1: options.charge_straight: what Hale notices on the way stops it, or it treads on it."""
    lane.do(f"set fight options.charge_straight={straight} board.traps.mine.square=H7 board.traps.mine.perception=1")
    lane.do("technique hale charge tough")
    assert [(each.kind, each.who, each.answers) for each in lane.questions] == [("trap", "hale", answers)]


def test_a_charge_past_an_enemy_may_be_struck_at(lane):
    """FP-MOV-10: and goes on after the answer."""
    lane.put(bully="B6")
    lane.do("technique hale charge tough")
    assert [each.who for each in lane.questions] == ["bully"]
    lane.do("choose pass --dice 9,4,5")
    assert lane.tough.hp == 30 - 8


def test_a_charge_over_rubble_takes_acrobatics(close):
    """FP-MOV-5: a combatant who falls does not attack."""
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
    """FP-TEC-1: not next to it."""
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
    """FP-FLD-2, FP-TRP-1: no one stops on an occupied square; the move ends beyond it."""
    close.do("set fight board.traps.mine.square=H10 board.traps.mine.area=0 board.traps.mine.perception=40")
    close.put(hale="G10", tough="H10").set("hale", "hp=5")
    close.do("technique hale overrun tough --to I10", 3, 2, harm // 2, harm - harm // 2, saved, 20)
    assert (close.hale.square, close.hale.hp > 0) == (end, saved == 20)


def test_who_flies_goes_on_over_the_rubble_behind_an_enemy(close):
    """FP-FLD-1, FP-MOV-5: neither slower nor by Acrobatics."""
    close.put(hale="H4", tough="I4").set("hale", "flies=true", "speed=10")
    close.do("technique hale overrun tough --to K4", 3, 2)
    assert (close.rolls("acrobatics"), close.hale.square) == ([], "K4")


@pytest.mark.parametrize(("flies", "height"), [("true", 2), ("true", 1), ("false", 0)])
def test_a_flier_overruns_at_the_height_of_its_target(close, flies, height):
    """FP-TEC-1, FP-FLD-1: it rises on the way there; on foot Hale runs under it and is refused."""
    close.put(tough="H6").set("tough", "flies=true", f"height={height}").set("hale", f"flies={flies}")
    close.do("technique hale overrun tough --to I6", 3, 2)
    assert (close.hale.square, close.hale.height, "prone" in close.tough.conditions) == ("I6", height, True)
    close.session.undo(1)
    close.set("hale", "flies=false").set("tough", "height=2")
    wrong = close.refused("technique hale overrun tough --to I6")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Tough is 10 ft above Hale there")
    close.put(tough="F6").do("set fight board.terrain.roof.mark=, board.terrain.roof.height=1")
    assert close.refused("technique hale overrun tough --to G6").message == "Tough is 5 ft above Hale there"


@pytest.mark.parametrize(("prone", "by"), [(False, "hale"), (True, "")])
def test_an_overrun_fells_only_a_target_that_is_up(field, prone, by):
    """FP-TEC-1: one that is prone already stays prone by what felled it."""
    if prone:
        field.do("condition add tough prone")
    assert field.do("technique hale overrun tough", 3, 2) == "success"
    assert (field.tough.conditions["prone"].by, field.hale.square) == (by, "I6")


def test_an_overrun_climbs_one_square_from_where_the_runner_is(field):
    """FP-TEC-1, FP-FLD-1: what counts is the rise from its own square, not from the lowest ground."""
    field.do('set fight "board.map=22333..."')
    for who in ("bully", "yara", "gort", "porter"):
        field.set(who, "square=")
    field.put(hale="B1", tough="C1").set("hale", "height=2").set("tough", "height=3")
    field.do("technique hale overrun tough", 3, 2)
    assert (field.hale.square, field.hale.height) == ("D1", 3)


def test_an_overrun_takes_the_cheapest_way_over_a_large_target(field):
    """FP-TEC-1, FP-FLD-2: over M5 alone, not over M6 and N5, each of which costs 10 ft."""
    field.put(hale="L6", tough="M5").set("tough", "size=2").do("technique hale overrun tough --to O4", 3, 2)
    assert field.told("moves")["path"] == "L6-M5-N4-O4"


@pytest.mark.parametrize(("words", "asked"), [("--to I6", ["trap"]), ("", [])])
def test_an_overrun_ends_on_a_known_trap_only_where_it_is_sent(field, words, asked):
    """FP-TEC-1, FP-TRP-1: by itself it ends beside it."""
    field.do("set fight board.traps.mine.square=I6 board.traps.mine.found=true board.traps.mine.area=0")
    field.do(f"technique hale overrun tough {words}", 3, 2)
    assert [each.kind for each in field.questions] == asked
    assert (field.hale.square == "I6", field.board.traps["mine"].armed) == (False, True)


def test_an_overrun_leaves_the_off_hand_weapon_for_a_bonus_attack(field):
    """FP-TEC-1, FP-OFF-1: as a Standard action it is an attack, by the body and not by a weapon."""
    field.set("hale", "held=", "off_hand=knife", "technique_actions.overrun=standard")
    field.do("technique hale overrun tough", 3, 2)
    assert (field.hale.turn.attacked, field.hale.turn.attacked_with) == (("tough",), ("unarmed",))
    field.do("off-hand hale tough", 2)


@pytest.mark.parametrize(("weapon", "refused"), [("sword", False), ("knife", True)])
def test_a_charge_from_beside_its_target(close, weapon, refused):
    """FP-TEC-1: options.charge_least allows it at 0; whether the attack is possible is checked there as well."""
    close.do("set fight options.charge_least=0 options.charge_straight=false")
    line = f"technique hale charge tough --with {weapon}"
    if refused:
        assert close.refused(line).rule == "FP-ATK-2"
    else:
        close.do(line, 9, 4, 5)
        assert (close.hale.square, close.tough.hp) == ("C6", 30 - 8)


def test_an_overrun_needs_room_behind(close):
    """FP-FLD-2, FP-MOV-5: no one stops on an occupied square; through the gap, Acrobatics comes first."""
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


# Combat Techniques down to their edges: what counts in the roll, how far one runs, where one is pushed (FP-TEC).


@pytest.fixture
def field(close):
    """Hale next to tough on open ground, with nothing in the way east of them."""
    return close.put(hale="G6", tough="H6")


@pytest.mark.parametrize(("technique", "ability"), [("trip", 0), ("overrun", 1)])
@pytest.mark.parametrize(
    ("words", "faces", "number"),
    [
        ("", (3,), 16),
        ("--misc 1 --mod 2", (3,), 19),
        ("--advantage 1", (3, 2), 18),
        ("--advantage 1 --disadvantage 1", (3,), 16),
        ("--disadvantage 1", (), 13),
    ],
)
def test_all_that_counts_for_a_technique(field, technique, ability, words, faces, number):  # noqa: PLR0917 - a table
    """FP-TEC-1, FP-ADV-1: on both sides of the number the save has to reach."""
    for total, outcome in ((number - 1, "success"), (number, "failure")):
        assert field.do(f"technique hale {technique} tough {words}", *faces, total - ability) == outcome
        assert [(each.total, each.against) for each in field.rolls("save")] == [(total, number)]
        assert ("prone" in field.tough.conditions) == (outcome == "success")
        if outcome == "success":
            assert field.tough.conditions["prone"].by == "hale"
            field.session.undo(1)


def test_a_technique_takes_the_whole_turn_and_nobody_behind_full_cover(field):
    """FP-TEC-1, FP-COV-2: what is spent is refused by its rule; who cannot be hit cannot be tripped."""
    wrong = field.set("tough", "cover=full").refused("technique hale trip tough")
    assert (wrong.rule, wrong.message) == ("FP-COV-2", "Tough is behind full cover")
    field.set("tough", "cover=none").do("holster hale")
    wrong = field.refused("technique hale trip tough")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Hale has no Full Round action left")
    field.set("hale", "technique_actions.trip=standard").do("technique hale trip tough", 3, 19)
    assert field.hale.turn.standard


def test_a_disarmed_weapon_lies_where_it_fell(field):
    """FP-TEC-1: on the square of who held it; who saves keeps it."""
    field.do("technique hale disarm tough", 3, 19)
    assert (field.tough.held, field.board.lying) == ("knife", ())
    field.session.undo(1)
    field.do("technique hale disarm tough", 3, 2)
    assert [(each.weapon, each.where) for each in field.board.lying] == [("knife", "H6")]
    assert field.happened() == [("dropped", "FP-TEC-1", "tough", "")]


def test_who_is_held_by_one_is_grappled_by_another(field):
    """FP-TEC-1: held by the same, it breaks free; held by another, it holds who it seizes."""
    field.put(gort="I6").do("technique hale grapple tough", 3, 2)
    field.do("turn next")
    field.do("technique tough grapple gort", 4, 2)
    assert (
        field.tough.conditions["grappled"].by,
        field.gort.conditions["grappled"].by,
    ) == ("hale", "tough")


def test_who_is_held_breaks_free_of_a_holder_that_is_held_as_well(field):
    """FP-TEC-1: to seize what a third holds is refused, to get away from it is not."""
    field.put(gort="I6").do("condition add hale tough grappled")
    field.set("hale", "conditions.grappled.by=tough").set("tough", "conditions.grappled.by=gort")
    field.do("technique hale grapple tough", 3, 2)
    assert ("grappled" in field.hale.conditions, field.tough.conditions["grappled"].by) == (False, "gort")


def test_a_push_where_the_map_does_not_say(field):
    """FP-TEC-1: it is reported, and no square changes."""
    field.put(tough="").do("technique hale bull-rush tough", 3, 2)
    assert (field.told("pushed"), field.happened()) == (
        {"feet": 5},
        [("pushed", "FP-TEC-1", "tough", "")],
    )
    assert field.tough.square == ""
    field.session.undo(1)
    field.put(hale="", tough="H6").do("technique hale bull-rush tough", 3, 2)
    assert (field.told("pushed"), field.tough.square) == ({"feet": 5}, "H6")


@pytest.mark.parametrize(("hale", "tough", "end"), [("G5", "H6", "I7"), ("I6", "H6", "G6"), ("H7", "H6", "H5")])
def test_one_is_pushed_straight_away(field, hale, tough, end):
    """FP-TEC-1, FP-COV-1: along the line between the two, out of its cover."""
    field.put(hale=hale, tough=tough).set("tough", "cover=partial")
    field.do("technique hale bull-rush tough", 3, 2)
    assert (field.tough.square, field.told("pushed")) == (end, {"feet": 5})
    assert field.changes("cover") == [("FP-COV-1", "tough", "none")]
    assert field.changes("square") == [("FP-TEC-1", "tough", end)]


def test_who_saves_is_not_pushed(field):
    """FP-TEC-1."""
    assert field.do("technique hale bull-rush tough", 3, 19) == "failure"
    assert (field.tough.square, field.told("pushed")) == ("H6", None)


@pytest.mark.parametrize(("height", "end", "feet", "cover"), [(1, "D6", 5, "none"), (2, "C6", 0, "partial")])
def test_one_is_pushed_up_a_step_and_not_up_a_ledge(field, height, end, feet, cover):
    """FP-TEC-1, FP-FLD-1: who is not moved keeps its cover."""
    field.do(f"set fight board.terrain.roof.mark=, board.terrain.roof.height={height}")
    field.put(hale="B6", tough="C6").set("tough", "cover=partial").do("technique hale bull-rush tough", 3, 2)
    assert (
        field.tough.square,
        field.tough.height,
        field.told("pushed" if feet else "stands-fast"),
    ) == (end, height % 2, {"feet": feet})
    assert field.tough.cover == cover


def test_one_is_pushed_down_any_depth_and_from_level_to_level(field):
    """FP-TEC-1, FP-FLD-1: what counts is the rise from the square before."""
    field.do('set fight "board.map=.221..." options.bull_rush_feet=15')
    field.put(hale="B1", tough="C1", bully="", yara="", gort="", porter="")
    field.set("hale", "height=2").set("tough", "height=2").do("technique hale bull-rush tough", 3, 2)
    assert (
        field.tough.square,
        field.tough.height,
        field.told("pushed"),
    ) == ("F1", 0, {"feet": 15})
    assert field.changes("height") == [("FP-TEC-1", "tough", 0)]


def test_a_charge_strikes_with_all_that_was_said(lane):
    """FP-TEC-1, FP-ATK-1: the advantage of the charge and what is stated, the weapon stated, the fumble meant."""
    lane.set("hale", "off_hand=knife")
    lane.do("technique hale charge tough --mod 2 --advantage 2 --disadvantage 1 --with knife", 9, 4, 1, 1)
    (rolled,) = lane.rolls("attack")
    assert [(each.value, each.why) for each in rolled.edges] == [
        (1, "proficient"),
        (1, "charge"),
        (2, "as stated"),
        (-1, "as stated"),
    ]
    assert (2, "modifier") in [(each.value, each.why) for each in rolled.modifiers]
    assert rolled.rule == "FP-ATK-1"
    lane.session.undo(1)
    lane.do("technique hale charge tough --fumble prone", 1, 1)
    assert "prone" in lane.hale.conditions


def test_a_charge_of_exactly_twice_the_speed(lane):
    """FP-TEC-1: options.charge_factor: 60 ft, and not 65."""
    lane.put(hale="B7", tough="P7")
    wrong = lane.refused("technique hale charge tough")
    assert wrong.message == "that takes 65 ft of movement, and Hale has 60 ft"
    lane.put(hale="C7").do("technique hale charge tough", 9, 4, 5)
    assert lane.told("moves")["feet"] == 60
    assert lane.happened() == [("moves", "FP-TEC-1", "hale", "")]


def test_a_charge_that_cannot_strike_is_refused_before_it_runs(lane):
    """FP-ATK-2, FP-TEC-1: nothing in hand that was stated, or full cover."""
    assert lane.refused("technique hale charge tough --with knife").rule == "FP-ATK-2"
    lane.set("tough", "cover=full")
    assert lane.refused("technique hale charge tough").rule == "FP-COV-2"


@pytest.mark.parametrize("line", ["technique hale charge tough", "technique hale overrun tough"])
def test_who_lies_or_is_held_does_not_run(lane, line):
    """FP-MOV-8, FP-TEC-1."""
    lane.do("condition add hale prone")
    assert (lane.refused(line).rule, lane.refused(line).message) == (
        "FP-MOV-8",
        "Hale is prone",
    )
    lane.do("condition remove hale prone")
    lane.do("condition add hale grappled")
    wrong = lane.refused(line)
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Hale is grappled and cannot move")


@pytest.mark.parametrize("technique", ["charge", "overrun"])
@pytest.mark.parametrize(
    ("option", "order"), [("square", ["opportunity", "moves"]), ("range", ["moves", "opportunity", "moves"])]
)
def test_who_runs_past_an_enemy_may_be_struck_at(lane, technique, option, order):
    """FP-MOV-10: as decided in advance; options.opportunity: from the first threatened square, or the last."""
    lane.do(f"set fight options.opportunity={option}")
    lane.put(bully="E6", hale="D7").do(f"technique hale {technique} tough --opportunities strike", 2, 3, 2)
    assert [what for what, _, _, _ in lane.happened()][: len(order)] == order
    assert lane.rolls("attack")[0].who == "bully"


def test_an_overrun_of_exactly_twice_the_speed(lane):
    """FP-TEC-1, FP-FLD-2: 45 ft to it, 10 through it and 5 beyond; not one square more."""
    lane.put(tough="N7")
    wrong = lane.refused("technique hale overrun tough --to O7")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "that takes 65 ft of movement, and Hale has 60 ft")
    lane.put(tough="M7").do("technique hale overrun tough --to N7", 3, 2)
    assert (lane.hale.square, "prone" in lane.tough.conditions) == ("N7", True)
    assert lane.happened() == [("moves", "FP-TEC-1", "hale", "")] * 2


def test_an_overrun_of_a_target_out_of_the_runners_range(lane):
    """FP-TEC-1: the run-up alone is too long."""
    wrong = lane.set("hale", "speed=20").refused("technique hale overrun tough")
    assert (wrong.rule, wrong.message) == (
        "FP-TEC-1",
        "the path to tough takes 50 ft of movement, and Hale has 40 ft",
    )


def test_an_overrun_from_beside_its_target(field):
    """FP-TEC-1, FP-FLD-2: without a run-up; its square is difficult terrain; an overrun target does not attack."""
    field.do("technique hale overrun tough", 3, 2)
    assert (field.hale.square, field.told("moves")["path"]) == ("I6", "G6-H6-I6")
    assert not field.questions


def test_who_stops_the_runner_strikes_at_it_another_time(field):
    """FP-TEC-1: it gets no further, and the Full Round is spent."""
    assert field.do("technique hale overrun tough", 3, 19) == "failure"
    assert (
        field.hale.square,
        field.told("moves"),
        field.hale.turn.full_round,
    ) == ("G6", None, True)


def test_the_dead_stop_nobody(field):
    """FP-FLD-2, FP-TEC-1: if the GM lets a combatant run over them, there is no save."""
    field.do("condition add tough dead")
    field.do("technique hale overrun tough --force")
    assert (field.rolls(), field.hale.square) == ([], "I6")


def test_an_overrun_over_rough_ground_beyond_takes_acrobatics(field):
    """FP-MOV-5: who fails does not get to the enemy's square."""
    field.put(hale="H4", tough="I4")
    field.do("technique hale overrun tough --to J4", 13)
    assert (field.rolls("acrobatics")[0].against, field.rolls("overrun")) == (
        15,
        [],
    )
    assert (field.hale.square, "prone" in field.hale.conditions) == ("H4", True)
    field.session.undo(1)
    field.do("technique hale overrun tough --to J4", 14, 3, 2)
    assert field.hale.square == "J4"


@pytest.mark.parametrize(
    ("technique", "faces", "way"),
    [("charge", (14, 9, 4, 5), "I4-J4-K3-L3"), ("overrun", (3, 2), "I4-J3-K3-L3")],
)
def test_who_flies_at_an_enemy_minds_no_rubble(field, technique, faces, way):
    """FP-MOV-5, FP-FLD-1: who charges on foot has to go straight and checks Acrobatics, who overruns goes around."""
    field.put(hale="I4", tough="M4").set("hale", "flies=true", "speed=15")
    field.do(f"technique hale {technique} tough", *[face for face in faces if face != 14])
    assert (field.rolls("acrobatics"), field.told("moves")["path"]) == (
        [],
        "I4-J4-K4-L4",
    )
    field.session.undo(1)
    field.set("hale", "flies=false", "speed=30").do(f"technique hale {technique} tough", *faces)
    assert (bool(field.rolls("acrobatics")), field.told("moves")["path"]) == (
        14 in faces,
        way,
    )
