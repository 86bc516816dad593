"""Moving, step by step (FP-MOV)."""

import pytest

from rbfcli.systems.futurepath.movement import gaits
from rbfcli.systems.futurepath.paths import Gait
from rbfcli.systems.futurepath.sheet import Field


def test_a_standard_move_is_the_speed(table):
    """FP-MOV-1: 30 ft are 6 squares."""
    wrong = table.refused("move hale I1")
    assert (wrong.rule, "35 ft of movement, and Hale has 30 ft" in wrong.message) == ("FP-MOV-1", True)
    assert wrong.hint.startswith("try: sprint hale I1")
    table.put(tough="P1").do("move hale H1")
    assert table.hale.turn.standard


def test_a_move_tells_its_way(table):
    """FP-MOV-1: of equally short ways the one past fewest threats, then of fewest squares, then the straightest."""
    table.put(tough="P1", bully="P2").do("move hale D3")
    assert table.told("moves") == {"start": "B1", "end": "D3", "path": "B1-C2-D3", "feet": 10}
    table.put(hale="B1").do("move hale D1 --force")
    assert table.told("moves")["path"] == "B1-C1-D1"
    table.put(hale="B1", gort="C1").do("move hale D1 --force")
    assert table.told("moves")["path"] == "B1-C2-D1"


def test_walking_is_half_the_speed(table):
    """FP-MOV-1."""
    assert "15 ft" in table.refused("move hale F1 --how walk").message
    table.do("move hale E1 --how walk")
    assert table.hale.square == "E1"


def test_a_move_leads_next_to_somebody(table):
    """FP-MOV-1."""
    table.do("move hale tough")
    assert table.hale.square in ("G1", "G2")


def test_a_flier_enters_the_map_at_the_height_of_what_it_flies_to(table):
    """FP-FLD-1: or at the height stated; beside an object that is the height of the ground under it."""
    table.put(hale="").set("hale", "flies=true")
    table.do("move hale D4 --height 10")
    assert (table.hale.square, table.hale.height) == ("D4", 10)
    table.put(hale="").set("hale", "height=0").set("tough", "flies=true", "height=15")
    table.do("move hale tough --force")
    assert (table.hale.square, table.hale.height) == ("G1", 15)
    assert {rule for rule, _, _ in table.changes("height")} == {"FP-FLD-1"}
    table.put(hale="").set("hale", "height=0")
    table.do('map row 9 ".3.............."')
    table.do("move hale crate --force")
    assert table.hale.height == 3


def test_a_sprint_is_three_times_the_speed_and_ends_the_turn(table):
    """FP-MOV-2."""
    table.put(tough="P1", bully="P2").set("hale", "speed=20")
    assert "the path to O1 takes 65 ft of movement, and Hale has 60 ft" in table.refused("sprint hale O1").message
    table.do("sprint hale N1")
    assert (table.hale.square, table.hale.turn.ended) == ("N1", True)


def test_the_factor_of_a_sprint_is_an_option(table):
    """FP-MOV-2: the page says 60 ft at one place."""
    table.do("set fight options.sprint_factor=2")
    assert "60 ft" in table.refused("sprint hale O1").message


@pytest.mark.parametrize("how", ["climb", "crawl", "swim"])
def test_slow_ways_are_half_or_for_a_full_round_the_whole(table, how):
    """FP-MOV-3."""
    assert table.refused(f"move hale F1 --how {how}").rule == "FP-MOV-3"
    wrong = table.refused(f"move hale G1 --how {how} --full-round --stealthy")
    assert wrong.message == f"Hale cannot {how} this fast stealthily"
    table.do(f"move hale G1 --how {how} --full-round")
    assert table.hale.turn.full_round
    table.do(f"move yara C4 --how {how} --stealthy")
    assert table.told("stealthily") == {}


def test_running_a_full_round_is_a_sprint(table):
    """FP-MOV-3."""
    assert table.refused("move hale C1 --full-round").rule == "FP-MOV-2"


def test_climbing_takes_any_height(table):
    """FP-MOV-3: a step of one square is walked, more is climbed at its height."""
    table.do('set fight "board.map=..3.."')
    table.put(hale="B1")
    assert "Hale cannot reach C1: walls or enemies block every path" in table.refused("move hale C1").message
    table.do("move hale C1 --how climb")
    assert (table.hale.square, table.hale.height) == ("C1", 3)


def test_difficult_terrain_halves(table):
    """FP-MOV-4: into the rubble at J4 and K4, two squares each."""
    table.set("hale", "speed=15").put(hale="I4", tough="P1", bully="P2")
    assert "20 ft" in table.refused("move hale K4 --via J4").message
    table.do("set fight options.difficult_factor=1")
    table.do("move hale K4 --via J4")


def test_uneven_ground_takes_10_ft(table):
    """FP-MOV-4: the gravel is walked around where that is short enough, else it costs 10 ft once."""
    table.put(hale="C6", tough="P1", bully="P2")
    wrong = table.refused("move hale H6 --via D6")
    assert wrong.message == "the path to H6 takes 25 ft of movement, and Hale has 20 ft"
    table.do("move hale G6 --via D6")
    table.put(yara="C6").do("move yara H6")
    assert table.yara.square == "H6"


def test_a_way_round_uneven_ground_is_looked_for_on_foot_and_where_there_is_some(table):
    """FP-MOV-4: sight is computed once if that is enough."""
    board, flying = table.session.fight.board, Gait(flies=True)
    assert gaits(board, Gait()) == (Gait(uneven=False), Gait())
    assert (gaits(Field(), Gait()), gaits(board, flying), gaits(Field(), flying)) == ((Gait(),), (flying,), (flying,))


def test_gravel_takes_nothing_off_the_move_of_who_flies(table):
    """FP-MOV-4: on foot the same way is refused."""
    table.put(hale="C6", tough="P1", bully="P2").set("hale", "flies=true").do("move hale H6 --via D6")
    assert table.hale.square == "H6"


def test_who_flies_sprints_over_gravel_without_a_stumble(table):
    """FP-MOV-4, FP-MOV-5: straight over it, and no Acrobatics."""
    table.put(hale="C6", tough="P1", bully="P2").set("hale", "flies=true", "speed=10").do("sprint hale I6")
    assert (table.rolls("acrobatics"), table.told("moves")["path"]) == ([], "C6-D6-E6-F6-G6-H6-I6")


@pytest.mark.parametrize(("die", "square", "prone"), [(14, "J6", False), (13, "J4", True)])
def test_rushing_over_difficult_terrain_takes_acrobatics(table, die, square, prone):
    """FP-MOV-5: against 15; who fails falls about halfway."""
    table.put(hale="J3", tough="P1", bully="P2")
    table.do("sprint hale J6 --via J4 --via J5", die)
    assert table.rolls("acrobatics")[0].against == 15
    assert (table.hale.square, "prone" in table.hale.conditions) == (square, prone)


def test_difficult_terrain_that_slows_nobody_still_makes_who_rushes_stumble(table):
    """FP-MOV-5: options.difficult_factor says what it costs, not whether one trips; a crowd is no different."""
    table.put(hale="J3", tough="P1", bully="P2").do("set fight options.difficult_factor=1")
    assert table.do("sprint hale J6 --via J4 --via J5", 13) == "failure"
    table.put(hale="G1", yara="H1").do("condition remove hale prone")
    assert table.do("sprint hale I1 --via H1 --force", 13) == "failure"


def test_what_makes_it_harder_is_added(table):
    """FP-MOV-5."""
    table.put(hale="J3", tough="P1", bully="P2")
    assert table.do("sprint hale K6 --via J4 --misc 5", 18) == "failure"
    assert table.rolls("acrobatics")[0].against == 20


def test_withdrawing_over_difficult_terrain_takes_it_too(table):
    """FP-MOV-5."""
    table.put(hale="J3", tough="P1", bully="P2")
    table.do("withdraw hale J6 --via J4", 2)
    assert "prone" in table.hale.conditions


def test_drawing_and_holstering_are_simple(table):
    """FP-MOV-6: before or after the Standard; what is held changes for a Standard."""
    table.do("holster hale")
    assert (table.hale.held, table.hale.turn.simple, table.hale.turn.standard) == ("", True, False)
    table.do("move hale C1")
    table.do("move yara B4")
    table.do("draw yara pistol --off-hand")
    assert (table.yara.off_hand, table.yara.turn.simple) == ("pistol", True)
    table.do("draw gort maul")
    assert (table.gort.held, table.gort.turn.standard) == ("maul", True)


@pytest.mark.parametrize("line", ["draw hale sidearm", "draw hale sword", "holster hale --off-hand"])
def test_what_is_not_there_is_not_drawn(table, line):
    """FP-MOV-6."""
    assert table.refused(line).status in (1, 2)


def test_ammunition_runs_out_and_is_reloaded(table):
    """FP-MOV-7: Standard, unless the weapon is quicker; an empty one does not fire."""
    table.set("yara", "ammo.sidearm=0")
    wrong = table.refused("attack yara tough")
    assert (wrong.rule, wrong.hint.startswith("try: reload yara")) == ("FP-MOV-7", True)
    table.do("reload yara")
    assert (table.yara.ammo["sidearm"], table.yara.turn.standard) == (6, True)
    assert "already loaded" in table.refused("reload yara").message
    table.set("yara", "ammo.pistol=0")
    assert table.refused("reload yara --with pistol").rule == "FP-ATK-2"
    table.set("yara", "off_hand=pistol")
    table.do("reload yara --with pistol")
    assert (table.yara.ammo["pistol"], table.yara.turn.simple) == (8, True)
    assert table.refused("reload hale").rule == "FP-MOV-7"


def test_a_shot_takes_a_round(table):
    """FP-MOV-7."""
    table.do("attack yara tough", 2, 1)
    assert table.yara.ammo["sidearm"] == 5


@pytest.mark.parametrize("posture", ["prone", "sitting", "kneeling"])
def test_dropping_is_free_and_standing_up_simple(table, posture):
    """FP-MOV-8."""
    table.do(f"prone hale --to {posture}")
    assert posture in table.hale.conditions
    assert (table.hale.turn.free, table.hale.turn.standard) == (1, False)
    assert table.refused("move hale C1").rule == "FP-MOV-8"
    assert table.refused("sprint hale C1").rule in ("FP-MOV-8", "FP-MOV-2")
    table.do("stand hale")
    assert posture not in table.hale.conditions
    assert table.hale.turn.simple


def test_who_lies_can_crawl(table):
    """FP-MOV-8, FP-MOV-3."""
    table.do("prone hale")
    table.do("move hale C1 --how crawl")
    assert table.refused("prone hale").rule == "FP-MOV-8"
    assert table.refused("stand yara").rule == "FP-MOV-8"


@pytest.mark.parametrize("gravity", ["low", "zero"])
def test_nobody_drops_without_weight(table, gravity):
    """FP-MOV-8."""
    table.do(f"set fight board.gravity={gravity}")
    assert table.refused("prone hale").rule == "FP-MOV-8"


def test_a_5_foot_step_ends_the_turn(table):
    """FP-MOV-9: nothing but speech after it, and not after a Full Round."""
    table.do("step hale C2")
    assert table.refused("free hale waves").rule == "FP-ECO-2"
    table.do("speak hale behind you")
    assert "more than one square" in table.refused("step yara E3").message
    table.do("sprint yara C5")
    assert table.refused("step yara C6").rule == "FP-MOV-9"


def test_a_weak_one_moves_no_object(table):
    """FP-MOV-11."""
    table.put(hale="A9").set("hale", "strength=3")
    assert table.refused("drag hale crate C9").rule == "FP-MOV-11"


def test_a_heavy_object_moves_at_half_speed(table):
    """FP-MOV-11: 15 ft, 30 as a Full Round."""
    table.put(hale="A9")
    assert "the path to F9 takes 20 ft, and the crate can move 15 ft" in table.refused("drag hale crate F9").message
    assert "35 ft" in table.refused("drag hale crate I9 --full-round").message
    table.do("drag hale crate E9")
    assert (table.board.objects["crate"].square, table.hale.square) == ("E9", "D9")
    assert table.hale.turn.standard


def test_a_light_object_moves_at_speed(table):
    """FP-MOV-11."""
    table.do("set fight board.objects.crate.weight=light")
    table.put(hale="A9").do("drag hale crate H9")
    assert table.board.objects["crate"].square == "H9"


def test_an_object_is_pushed_over_free_squares_by_who_stands_there(table):
    """FP-MOV-11."""
    assert "Hale is not adjacent to the crate" in table.refused("drag hale crate C9").message
    table.put(hale="A9", gort="C9")
    assert "something blocks the crate" in table.refused("drag hale crate D9").message


def test_opening_a_door_is_standard(table):
    """FP-MOV-12: or a Full Round; then it is no longer in the way."""
    table.put(hale="P5", tough="A1", bully="A2")
    table.do("open hale door")
    assert (table.board.objects["door"].open, table.hale.turn.standard) == (True, True)
    table.put(yara="O5").do("open yara door --close --full-round")
    assert (table.board.objects["door"].open, table.yara.turn.full_round) == (False, True)


@pytest.mark.parametrize("line", ["open hale lamp", "drag hale lamp C4", "object hale lamp"])
def test_what_is_not_there_is_refused_with_what_is(table, line):
    """FP-MOV-11, FP-MOV-12, FP-OBJ-1."""
    wrong = table.refused(line)
    assert (wrong.status, wrong.message, wrong.hint) == (2, "unknown object 'lamp'", "objects: door, crate")


@pytest.mark.parametrize("line", ["open hale crate", "open hale door --close"])
def test_what_does_not_open_is_refused(table, line):
    """FP-MOV-12."""
    table.put(hale="P5" if "door" in line else "A9")
    assert table.refused(line).rule == "FP-MOV-12"


def test_a_closed_door_stands_in_the_way(table):
    """FP-MOV-12."""
    table.put(hale="P5")
    assert table.refused("move hale P6").rule == "FP-FLD-2"
    table.do("open hale door")
    table.put(gort="P5", hale="A1").do("move gort P6")


def test_nobody_falls_where_somebody_is(table):
    """FP-FLD-2, FP-MOV-5: a friend is about halfway."""
    table.do('set fight "board.map=..~~~~.."')
    for who in ("tough", "bully", "porter"):
        table.set(who, "square=")
    table.put(hale="A1", gort="D1", yara="H1")
    table.do("sprint hale G1", 2)
    assert (table.hale.square, "prone" in table.hale.conditions) == ("C1", True)


def test_who_is_felled_among_friends_lies_on_the_last_free_square(table):
    """FP-FLD-2, FP-MOV-10: struck at on leaving a friend's square."""
    table.set("hale", "hp=1").put(hale="A5", gort="C5", tough="D6", bully="P1", yara="P2", porter="P3")
    table.do("move hale E5 --via B5 --via C5 --opportunities strike", 19, 4)
    assert "dying" in table.hale.conditions
    assert table.told("makes-room") == {"square": "B5"}
    assert table.hale.square == "B5"


def test_nobody_halts_before_a_trap_where_somebody_is(table):
    """FP-FLD-2, FP-TRP-1: it halts before that."""
    table.do("set fight board.traps.mine.found=true")
    table.set("hale", "speed=60").put(hale="K10", gort="N10", tough="A1", bully="A2", porter="A3")
    table.do("set fight board.objects.crate.square=P6")
    table.do("move hale P10 --via M10 --via N10 --via O10 --answer trap=stop")
    assert table.told("halts") == {"thing": "mine"}
    assert table.hale.square == "M10"


def test_who_is_nowhere_comes_onto_the_map(table):
    """FP-FLD-1: the imagined fight needs no map."""
    table.set("hale", "square=")
    table.do("attack hale tough", 3)
    table.set("gort", "square=")
    table.do("move gort D5")
    assert table.gort.square == "D5"


# Moving down to its edges: cover taken, heights paid for, rushes, steps, and what is pushed (FP-MOV).


@pytest.fixture
def empty(table):
    """Put Hale on B1, with no one near to attack or block him."""
    return table.put(tough="P9", bully="P10", yara="P3", gort="P4", porter="P5")


def test_what_is_spent_is_refused_by_the_rule_of_the_way(empty):
    """FP-MOV-1, FP-MOV-3, FP-MOV-11."""
    empty.do("free hale one")
    wrong = empty.refused("move hale C1 --how crawl --full-round")
    assert (wrong.rule, "cannot come before a Full Round action" in wrong.message) == ("FP-MOV-3", True)
    empty.do("move hale C1")
    assert empty.refused("move hale D1 --how crawl").rule == "FP-MOV-3"
    assert empty.put(hale="A9").refused("drag hale crate C9").rule == "FP-MOV-11"


@pytest.mark.parametrize(
    ("line", "rule", "spent"),
    [("move gort D5", "FP-MOV-1", "standard"), ("move gort D5 --how crawl --full-round", "FP-MOV-3", "full_round")],
)
def test_coming_onto_the_map_takes_the_action_of_the_way(empty, line, rule, spent):
    """FP-FLD-1: and says where."""
    empty.set("gort", "square=").do(line)
    assert (empty.told("enters"), empty.happened()) == ({"square": "D5"}, [("enters", "FP-FLD-1", "gort", "")])
    assert (empty.changes("square"), empty.changes(f"turn.{spent}")) == (
        [("FP-FLD-1", "gort", "D5")],
        [(rule, "gort", True)],
    )


def test_who_comes_onto_the_map_beside_somebody_stands_in_the_first_free_square(empty):
    """FP-FLD-1."""
    empty.set("gort", "square=").do("move gort hale")
    assert empty.gort.square == "A1"


def test_cover_is_taken_where_one_arrives(empty):
    """FP-COV-1, FP-MOV-1: also without a step, and not if stopped on the way."""
    assert empty.refused("move hale B1").message == "Hale is already there"
    empty.do("move hale B1 --cover heavy")
    assert (empty.changes("cover"), empty.told("moves")) == ([("FP-COV-1", "hale", "heavy")], None)
    empty.do("move yara O3 --cover partial")
    assert (empty.yara.square, empty.yara.cover) == ("O3", "partial")
    empty.do("set fight board.traps.mine.found=true board.traps.mine.square=N4")
    empty.do("move gort M4 --via N4 --cover full --answer trap=stop")
    assert (empty.gort.square, empty.gort.cover) == ("O4", "none")


def test_a_flier_rises_where_it_is_and_takes_cover(empty):
    """FP-FLD-1: a change of height alone is a move, up and back."""
    empty.set("hale", "flies=true").do("move hale B1 --height 2 --cover partial")
    assert (empty.hale.height, empty.hale.cover) == (2, "partial")
    assert empty.changes("height") == [("FP-MOV-1", "hale", 2)]
    empty.do("move hale C1 --height 2 --force")
    assert (empty.hale.square, empty.hale.height, empty.hale.cover) == ("C1", 2, "none")


@pytest.mark.parametrize(
    ("words", "up", "feet"),
    [("", 6, 30), ("--how walk", 3, 15), ("--how climb", 3, 15), ("--how climb --full-round", 6, 30)],
)
def test_a_height_costs_as_much_as_the_way_has(empty, words, up, feet):
    """FP-FLD-1, FP-MOV-3: a square up is as far as a square aside, up as well as down."""
    empty.set("hale", "flies=true", "height=10")
    for height in (10 - up - 1, 10 + up + 1):
        wrong = empty.refused(f"move hale C1 --height {height} {words}")
        assert (wrong.rule, wrong.message) == ("FP-MOV-1", f"height {height} is more than {feet} ft up or down")
    empty.do(f"move hale C1 --height {10 - up} {words}")
    assert empty.hale.height == 10 - up


def test_a_way_leads_through_what_it_is_told_to(empty):
    """FP-MOV-1."""
    empty.do("move hale D1 --via C2")
    assert empty.told("moves")["path"] == "B1-C2-D1"


@pytest.mark.parametrize(
    ("verb", "end", "asked"),
    [("withdraw", ("G2", 2), []), ("sprint", ("G2", 0), ["tough"]), ("move", ("G2", 0), ["tough"])],
)
def test_a_flier_withdraws_upwards_as_safely_as_sideways(empty, verb, end, asked):
    """FP-MOV-10, FP-FLD-1: next to Gort already, Hale only rises to his height."""
    empty.put(hale="G2", tough="H2", gort="F3").set("hale", "flies=true").set("gort", "flies=true", "height=2")
    empty.do(f"{verb} hale gort")
    assert ((empty.hale.square, empty.hale.height), [each.who for each in empty.questions]) == (end, asked)


@pytest.mark.parametrize(("line", "rule"), [("sprint hale H3", "FP-MOV-2"), ("move hale H3", "FP-MOV-1")])
@pytest.mark.parametrize(
    ("option", "order"), [("square", ["opportunity", "moves"]), ("range", ["moves", "opportunity", "moves"])]
)
def test_leaving_a_square_or_the_whole_range(empty, line, rule, option, order):
    """FP-MOV-10: options.opportunity."""
    empty.do(f"set fight options.opportunity={option}")
    empty.put(hale="C4", tough="D5").do(f"{line} --via D4 --opportunities strike", 2)
    assert [what for what, _, _, _ in empty.happened()] == order
    assert {by for what, by, _, _ in empty.happened() if what == "moves"} == {rule}


def test_who_walks_down_from_a_roof_is_struck_at_on_the_ground(empty):
    """FP-MOV-10, FP-FLD-1: a walker is as high as the ground it leaves, not as high as it was."""
    empty.draw("21......", "........").put(hale="A1", tough="C2").set("hale", "height=2").do("move hale F1")
    assert [each.who for each in empty.questions] == ["tough"]


@pytest.mark.parametrize(("start", "end", "foe", "height"), [(0, 3, 2, 1), (3, 0, 1, 2), (0, 6, 5, 4), (6, 0, 1, 2)])
def test_a_flier_changes_height_on_the_last_squares_of_its_way(empty, start, end, foe, height):
    """FP-FLD-1, FP-MOV-10: one square up or down on each, so that Tough, beside E1, reaches it there first."""
    empty.put(hale="A1", tough="E2").set("tough", "flies=true", f"height={foe}")
    empty.set("hale", "flies=true", f"height={start}").do(f"move hale G1 --height {end}")
    assert ([each.who for each in empty.questions], empty.hale.square, empty.hale.height) == (["tough"], "E1", height)


@pytest.mark.parametrize(("speed", "answers"), [(40, ("stop", "on")), (45, ("around", "stop", "on"))])
def test_the_way_around_a_trap_has_the_feet_that_rubble_leaves(empty, speed, answers):
    """FP-TRP-1, FP-MOV-4: 25 ft to D3, over two squares of rubble, and 20 ft around the mine to G3."""
    empty.draw("........", "....#...", ".~~.....", "########")
    empty.do("set fight board.traps.mine.square=E3 board.traps.mine.perception=1")
    empty.put(hale="A3").set("hale", f"speed={speed}").do("move hale G3 --via B3 --via C3")
    assert [(each.kind, each.answers) for each in empty.questions] == [("trap", answers)]
    assert empty.hale.square == "D3"


def test_all_that_counts_for_a_rush(empty):
    """FP-MOV-5: --mod for the check, --misc for its number; both sides of it, for the sprint and the withdrawal."""
    for verb in ("sprint", "withdraw"):
        for die, outcome in ((15, "failure"), (16, "success")):
            empty.put(hale="J3")
            assert empty.do(f"{verb} hale J6 --via J4 --misc 4 --mod 2", die) == outcome
            (rolled,) = empty.rolls("acrobatics")
            assert (rolled.rule, rolled.total, rolled.against) == ("FP-MOV-5", die + 3, 19)
            assert empty.hale.square == ("J6" if outcome == "success" else "J4")
            empty.session.undo(1)


def test_open_ground_takes_no_acrobatics_and_a_rush_falls_by_its_rule(empty):
    """FP-MOV-5."""
    empty.do("sprint hale H1")
    assert empty.rolls() == []
    empty.put(yara="J3").do("sprint yara J6 --via J4", 2)
    assert [(each.rule, each.name) for each in empty.last.events if getattr(each, "name", "")] == [
        ("FP-MOV-5", "prone")
    ]


@pytest.mark.parametrize(("to", "halfway"), [("C1", "B1"), ("D1", "B1"), ("E1", "C1"), ("F1", "C1"), ("G1", "D1")])
def test_about_halfway_is_half_the_squares_rounded_down(empty, to, halfway):
    """FP-MOV-5."""
    empty.do('set fight "board.map=..~~~~~.."')
    empty.put(hale="A1").do(f"sprint hale {to}", 2)
    assert (empty.hale.square, "prone" in empty.hale.conditions) == (halfway, True)


def test_a_step_is_one_square_whatever_it_costs(empty):
    """FP-MOV-9, FP-MOV-4: rubble takes 10 ft, and a step has 5; by the rule of steps throughout."""
    empty.put(hale="I3")
    wrong = empty.refused("step hale J4")
    assert (wrong.rule, wrong.message) == ("FP-MOV-9", "the path to J4 takes 10 ft of movement, and Hale has 5 ft")
    assert wrong.hint == "use a nearer square; or use --force"
    empty.do("step hale J3")
    assert {rule for rule, _, _ in empty.changes("square") + empty.changes("turn.ended")} == {"FP-MOV-9"}
    assert (empty.hale.turn.simple, empty.hale.turn.standard, empty.hale.turn.ended) == (True, False, True)


def test_a_flier_steps_over_rubble(empty):
    """FP-MOV-9, FP-MOV-4: things on the ground do not hinder it."""
    empty.put(hale="I3").set("hale", "flies=true", "height=1").do("step hale J4")
    assert (empty.hale.square, empty.hale.height) == ("J4", 1)


def test_who_is_nowhere_takes_no_step_and_who_lies_neither(empty):
    """FP-MOV-9, FP-FLD-1, FP-MOV-8."""
    assert empty.set("yara", "square=").refused("step yara O3").message == "Yara is not on the map yet"
    empty.do("prone hale")
    assert empty.refused("step hale C1").rule == "FP-MOV-8"


def test_dropping_in_the_middle_of_a_full_round(empty):
    """FP-MOV-8, FP-ECO-2: it is the one Free action; by its rule."""
    empty.do("sprint hale F1")
    assert empty.refused("prone hale").rule == "FP-ECO-2"
    empty.do("prone hale --during")
    assert ("prone" in empty.hale.conditions, empty.hale.turn.free) == (True, 1)
    assert empty.changes("turn.free") == [("FP-MOV-8", "hale", 1)]


def test_from_posture_to_posture(empty):
    """FP-MOV-8: a sitting character can drop prone, and stand up from that."""
    empty.do("prone hale --to sitting")
    assert empty.refused("prone hale --to sitting").message == "Hale is already sitting"
    empty.do("prone hale")
    assert set(empty.hale.conditions) == {"prone"}
    assert empty.changes("turn.free") == [("FP-MOV-8", "hale", 2)]
    empty.do("turn")
    empty.do("turn")
    empty.do("turn")
    empty.do("stand hale")
    assert (empty.changes("turn.simple"), empty.hale.conditions) == ([("FP-MOV-8", "hale", True)], {})


@pytest.fixture
def crate(empty):
    """Put Hale next to the crate on B9."""
    return empty.put(hale="A9")


@pytest.mark.parametrize(
    ("weight", "words", "feet", "far", "too_far"),
    [
        ("heavy", "", 15, "E9", "F9"),
        ("medium", "", 15, "E9", "F9"),
        ("light", "", 30, "H9", "I9"),
        ("heavy", "--full-round", 30, "H9", "I9"),
        ("light", "--full-round", 60, "N9", "O9"),
    ],
)
def test_how_far_an_object_is_pushed(crate, weight, words, feet, far, too_far):  # noqa: PLR0917 - a table
    """FP-MOV-11: a light one at speed, others at half, twice that as a Full Round."""
    crate.do(f"set fight board.objects.crate.weight={weight}")
    wrong = crate.refused(f"drag hale crate {too_far} {words}")
    assert (wrong.rule, wrong.message) == (
        "FP-MOV-11", f"the path to {too_far} takes {feet + 5} ft, and the crate can move {feet} ft"
    )  # fmt: skip
    assert wrong.hint == ("use --force to do it anyway" if words else "use --full-round, or --force")
    crate.do(f"drag hale crate {far} {words}")
    assert crate.board.objects["crate"].square == far
    assert crate.hale.turn.full_round == bool(words)
    assert crate.hale.turn.standard == (not words)


def test_who_pushes_comes_after(crate):
    """FP-MOV-11: square by square, each reported with the rule."""
    crate.do("drag hale crate D9")
    assert crate.hale.square == "C9"
    assert [each[0] for each in crate.happened()] == ["moves", "pushes"]
    squares = [after for _, _, after in crate.changes("board.objects.crate.square")]
    assert squares == ["D9"]


@pytest.mark.parametrize(("strength", "moves"), [(3, False), (4, True)])
def test_strength_3_or_less_moves_nothing(crate, strength, moves):
    """FP-MOV-11."""
    crate.set("hale", f"strength={strength}")
    if moves:
        crate.do("drag hale crate C9")
    else:
        assert "too weak" in crate.refused("drag hale crate C9").message


def test_who_pushes_past_an_enemy_may_be_struck_at(crate):
    """FP-MOV-10, FP-MOV-11: and pushes on afterwards; who is felled lets the crate be."""
    crate.put(tough="A10")
    crate.do("drag hale crate D9")
    assert [each.who for each in crate.questions] == ["tough"]
    crate.session.undo(1)
    crate.do("drag hale crate D9 --opportunities pass")
    assert (crate.hale.square, crate.board.objects["crate"].square) == ("C9", "D9")
    crate.session.undo(1)
    crate.set("hale", "hp=1").do("drag hale crate D9 --opportunities strike", 19, 3)
    assert ("dying" in crate.hale.conditions, crate.board.objects["crate"].square) == (True, "B9")
    assert crate.told("stopped") == {}


@pytest.mark.parametrize(("verb", "speed"), [("move", 15), ("sprint", 5), ("withdraw", 10)])
def test_who_flies_minds_no_rubble(empty, verb, speed):
    """FP-FLD-1, FP-MOV-4, FP-MOV-5: who walks pays twice for it, and checks Acrobatics where it hurries."""
    empty.put(hale="I4").set("hale", "flies=true", "height=1", f"speed={speed}").do(f"{verb} hale L4 --via J4 --via K4")
    assert (empty.hale.square, empty.told("moves")["feet"], empty.rolls()) == ("L4", 15, [])
    empty.session.undo(1)
    empty.do("set hale flies=false height=0 speed=20")
    if verb == "move":
        assert (
            "the path to L4 takes 25 ft of movement, and Hale has 20 ft"
            in empty.refused("move hale L4 --via J4 --via K4").message
        )
    else:
        empty.do(f"{verb} hale L4 --via J4 --via K4", 14)
        assert len(empty.rolls("acrobatics")) == 1


@pytest.mark.parametrize(("option", "asked"), [("square", ["tough"]), ("range", [])])
def test_who_pushes_along_an_enemy_leaves_a_square_and_not_its_range(crate, option, asked):
    """FP-MOV-10, FP-MOV-11: options.opportunity."""
    crate.do(f"set fight options.opportunity={option}")
    crate.put(tough="A10").do("drag hale crate C9")
    assert [each.who for each in crate.questions] == asked
