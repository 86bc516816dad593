"""Combat Techniques down to their edges: what counts in the roll, how far one runs, where one is pushed (FP-TEC)."""

import pytest


@pytest.fixture
def close(table):
    """Hale next to tough on open ground."""
    return table.put(hale="G6", tough="H6", bully="P1", yara="A1", gort="A2", porter="P10")


@pytest.fixture
def lane(close):
    """Hale at one end of row 7 and tough at the other."""
    return close.put(hale="C7", tough="N7")


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
def test_all_that_counts_for_a_technique(close, technique, ability, words, faces, number):  # noqa: PLR0917 - a table
    """FP-TEC-1, FP-ADV-1: on both sides of the number the save has to reach."""
    for total, outcome in ((number - 1, "success"), (number, "failure")):
        assert close.do(f"technique hale {technique} tough {words}", *faces, total - ability) == outcome
        assert [(each.total, each.against) for each in close.rolls("save")] == [(total, number)]
        assert ("prone" in close.tough.conditions) == (outcome == "success")
        if outcome == "success":
            assert close.tough.conditions["prone"].by == "hale"
            close.session.undo(1)


def test_a_technique_takes_the_whole_turn_and_nobody_behind_full_cover(close):
    """FP-TEC-1, FP-COV-2: what is spent is refused by its rule; who cannot be hit cannot be tripped."""
    wrong = close.set("tough", "cover=full").refused("technique hale trip tough")
    assert (wrong.rule, wrong.message) == ("FP-COV-2", "Tough is behind full cover")
    close.set("tough", "cover=none").do("holster hale")
    wrong = close.refused("technique hale trip tough")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Hale has no Full Round action for this")
    close.set("hale", "technique_actions.trip=standard").do("technique hale trip tough", 3, 19)
    assert close.hale.turn.standard


def test_a_disarmed_weapon_lies_where_it_fell(close):
    """FP-TEC-1: on the square of who held it; who saves keeps it."""
    close.do("technique hale disarm tough", 3, 19)
    assert (close.tough.held, close.board.lying) == ("knife", ())
    close.session.undo(1)
    close.do("technique hale disarm tough", 3, 2)
    assert [(each.weapon, each.where) for each in close.board.lying] == [("knife", "H6")]
    assert close.happened() == [("dropped", "FP-TEC-1", "tough", "")]


def test_who_is_held_by_one_is_grappled_by_another(close):
    """FP-TEC-1: held by the same, it breaks free; held by another, it holds who it seizes."""
    close.put(gort="I6").do("technique hale grapple tough", 3, 2)
    close.do("turn next")
    close.do("technique tough grapple gort", 4, 2)
    assert (close.tough.conditions["grappled"].by, close.gort.conditions["grappled"].by) == ("hale", "tough")


def test_a_push_where_the_map_does_not_say(close):
    """FP-TEC-1: it is told, and no square changes."""
    close.put(tough="").do("technique hale bull-rush tough", 3, 2)
    assert (close.told("pushed"), close.happened()) == ({"feet": 5}, [("pushed", "FP-TEC-1", "tough", "")])
    assert close.tough.square == ""
    close.session.undo(1)
    close.put(hale="", tough="H6").do("technique hale bull-rush tough", 3, 2)
    assert (close.told("pushed"), close.tough.square) == ({"feet": 5}, "H6")


@pytest.mark.parametrize(("hale", "tough", "end"), [("G5", "H6", "I7"), ("I6", "H6", "G6"), ("H7", "H6", "H5")])
def test_one_is_pushed_straight_away(close, hale, tough, end):
    """FP-TEC-1, FP-COV-1: along the line between the two, out of its cover."""
    close.put(hale=hale, tough=tough).set("tough", "cover=partial")
    close.do("technique hale bull-rush tough", 3, 2)
    assert (close.tough.square, close.told("pushed")) == (end, {"feet": 5})
    assert close.changes("cover") == [("FP-COV-1", "tough", "none")]
    assert close.changes("square") == [("FP-TEC-1", "tough", end)]


def test_who_saves_is_not_pushed(close):
    """FP-TEC-1."""
    assert close.do("technique hale bull-rush tough", 3, 19) == "failure"
    assert (close.tough.square, close.told("pushed")) == ("H6", None)


@pytest.mark.parametrize(("height", "end", "feet", "cover"), [(1, "D6", 5, "none"), (2, "C6", 0, "partial")])
def test_one_is_pushed_up_a_step_and_not_up_a_ledge(close, height, end, feet, cover):
    """FP-TEC-1, FP-FLD-1: who is not moved keeps its cover."""
    close.do(f"set fight board.terrain.roof.mark=, board.terrain.roof.height={height}")
    close.put(hale="B6", tough="C6").set("tough", "cover=partial").do("technique hale bull-rush tough", 3, 2)
    assert (close.tough.square, close.tough.height, close.told("pushed")) == (end, height % 2, {"feet": feet})
    assert close.tough.cover == cover


def test_one_is_pushed_down_any_depth_and_from_level_to_level(close):
    """FP-TEC-1, FP-FLD-1: what counts is the rise from the square before."""
    close.do('set fight "board.map=.221..." options.bull_rush_feet=15')
    close.put(hale="B1", tough="C1", bully="", yara="", gort="", porter="")
    close.set("hale", "height=2").set("tough", "height=2").do("technique hale bull-rush tough", 3, 2)
    assert (close.tough.square, close.tough.height, close.told("pushed")) == ("F1", 0, {"feet": 15})
    assert close.changes("height") == [("FP-TEC-1", "tough", 0)]


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
    assert wrong.message == "that takes 65 ft of movement and Hale has 60 ft"
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
    assert (lane.refused(line).rule, lane.refused(line).message) == ("FP-MOV-8", "Hale is prone")
    lane.do("condition remove hale prone")
    lane.do("condition add hale grappled")
    wrong = lane.refused(line)
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Hale is grappled and cannot move")


@pytest.mark.parametrize("technique", ["charge", "overrun"])
@pytest.mark.parametrize(
    ("option", "order"), [("square", ["opportunity", "moves"]), ("range", ["moves", "opportunity", "moves"])]
)
def test_who_runs_past_an_enemy_may_be_struck_at(lane, technique, option, order):
    """FP-MOV-10: as said beforehand; options.opportunity: from the first threatened square, or from the last."""
    lane.do(f"set fight options.opportunity={option}")
    lane.put(bully="E6", hale="D7").do(f"technique hale {technique} tough --opportunities strike", 2, 3, 2)
    assert [what for what, _, _, _ in lane.happened()][: len(order)] == order
    assert lane.rolls("attack")[0].who == "bully"


def test_an_overrun_of_exactly_twice_the_speed(lane):
    """FP-TEC-1, FP-FLD-2: 45 ft to it, 10 through it and 5 beyond; not one square more."""
    lane.put(tough="N7")
    wrong = lane.refused("technique hale overrun tough --to O7")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "that takes 65 ft of movement and Hale has 60 ft")
    lane.put(tough="M7").do("technique hale overrun tough --to N7", 3, 2)
    assert (lane.hale.square, "prone" in lane.tough.conditions) == ("N7", True)
    assert lane.happened() == [("moves", "FP-TEC-1", "hale", "")] * 2


def test_an_overrun_from_beside_its_target(close):
    """FP-TEC-1, FP-FLD-2: without a run-up; its square is difficult terrain; who is run down strikes nobody then."""
    close.do("technique hale overrun tough", 3, 2)
    assert (close.hale.square, close.told("moves")["path"]) == ("I6", "G6-H6-I6")
    assert not close.questions


def test_who_stops_the_runner_strikes_at_it_another_time(close):
    """FP-TEC-1: it gets no further, and the Full Round is spent."""
    assert close.do("technique hale overrun tough", 3, 19) == "failure"
    assert (close.hale.square, close.told("moves"), close.hale.turn.full_round) == ("G6", None, True)


def test_the_dead_stop_nobody(close):
    """FP-FLD-2, FP-TEC-1: if the GM lets somebody run over them, nobody saves."""
    close.do("condition add tough dead")
    close.do("technique hale overrun tough --force")
    assert (close.rolls(), close.hale.square) == ([], "I6")


def test_an_overrun_over_rough_ground_beyond_takes_acrobatics(close):
    """FP-MOV-5: who fails does not get to the enemy's square."""
    close.put(hale="H4", tough="I4")
    close.do("technique hale overrun tough --to J4", 13)
    assert (close.rolls("acrobatics")[0].against, close.rolls("overrun")) == (15, [])
    assert (close.hale.square, "prone" in close.hale.conditions) == ("H4", True)
    close.session.undo(1)
    close.do("technique hale overrun tough --to J4", 14, 3, 2)
    assert close.hale.square == "J4"


@pytest.mark.parametrize(
    ("technique", "faces", "way"),
    [("charge", (14, 9, 4, 5), "I4-J4-K3-L3"), ("overrun", (3, 2), "I4-J3-K3-L3")],
)
def test_who_flies_at_an_enemy_minds_no_rubble(close, technique, faces, way):
    """FP-MOV-5, FP-FLD-1: who charges on foot has to go straight and checks Acrobatics, who overruns goes around."""
    close.put(hale="I4", tough="M4").set("hale", "flies=true", "speed=15")
    close.do(f"technique hale {technique} tough", *[face for face in faces if face != 14])
    assert (close.rolls("acrobatics"), close.told("moves")["path"]) == ([], "I4-J4-K4-L4")
    close.session.undo(1)
    close.set("hale", "flies=false", "speed=30").do(f"technique hale {technique} tough", *faces)
    assert (bool(close.rolls("acrobatics")), close.told("moves")["path"]) == (14 in faces, way)
