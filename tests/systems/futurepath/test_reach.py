"""`show --reach WHO` marks exactly the squares the rules let WHO move to (FP-MOV-1, FP-FLD-3)."""

import pytest

from rbfcli.core.errors import Refusal
from rbfcli.language.parser import read_line
from rbfcli.systems.futurepath.map import name_of, read_square, size_of
from rbfcli.systems.futurepath.paths import threatened
from rbfcli.systems.futurepath.picture import reach
from rbfcli.systems.futurepath.view import weapons_at_hand
from tests.laws.reach import reaches


def marks(fight, who):
    """Return the second letter of each square on the map with a combatant's reach."""
    grid = reach(fight, who)[0]
    return {
        (column, row): cell[1]
        for column, (_, *cells) in enumerate(grid.strips)
        for row, cell in enumerate(cells)
        if len(cell) > 1
    }


def goes(session, line):
    """Return whether the rules let a combatant go to a square."""
    try:
        session.preview(read_line(line, session.rules, session.fight))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize(
    "lines",
    [(), ("set hale speed=20",), ("condition add hale grappled",), ("set yara square=",), ("set gort square=C1",)],
)
def test_the_marked_squares_are_those_that_can_be_moved_to(table, lines):
    """FP-MOV-1, FP-MOV-2, FP-MOV-4: a move and a sprint, round walls and people, over difficult and uneven ground."""
    for line in lines:
        table.do(line)
    session, fight = table.session, table.session.fight
    columns, rows = size_of(fight.board)
    found, here = marks(fight, "hale"), read_square(fight.combatants["hale"].square)
    taken = {read_square(one.square) for one in fight.combatants.values()}
    taken |= {read_square(thing.square) for thing in fight.board.objects.values()}
    for square in ((column, row) for column in range(columns) for row in range(rows)):
        if square not in taken and square != here:
            name, mark = name_of(square), found.get(square, "").casefold()
            assert (mark == "m") == goes(session, f"move hale {name}"), name
            assert (mark in ("m", "s")) == goes(session, f"sprint hale {name}"), name


def test_what_enemies_threaten_is_in_capitals(table):
    """FP-FLD-3."""
    fight = table.session.fight
    danger = threatened(fight, "hale")
    found = marks(fight, "hale")
    assert danger
    assert {square for square, mark in found.items() if mark in "MST"} <= set(danger)
    assert any(mark in "MS" for mark in found.values())


def test_who_is_on_no_square_has_no_reach(table):
    """FP-FLD-1."""
    table.set("hale", "square=")
    assert reach(table.session.fight, "hale") == ()


# Reach, treatment, and things within reach (FP-ATK-2, FP-FLD-3, FP-STB-1).


@pytest.mark.parametrize(
    ("weapon", "square", "reached"),
    [
        ("sword", "C1", True),
        ("sword", "D1", False),
        ("spear", "D1", True),
        ("spear", "E1", False),
        ("", "C1", True),
        ("", "D1", False),
        ("pistol", "P1", True),
        ("sword", "", True),
    ],
)
def test_who_gets_at_whom(table, weapon, square, reached):
    """FP-ATK-2, FP-FLD-3: with which weapon; without squares, everyone is in reach."""
    table.put(tough=square).set("hale", f"weapons=sword,{weapon or 'knife'}")
    assert reaches(table.session.rules, table.session.fight, ("hale", "tough", weapon)) is reached


@pytest.mark.parametrize(("weapon", "reached"), [("sword", False), ("pistol", False), ("piercer", True)])
def test_who_gets_at_somebody_behind_full_cover(table, weapon, reached):
    """FP-COV-2: only what pierces armour."""
    table.put(tough="C1").set("tough", "cover=full").set("hale", f"weapons=sword,{weapon}")
    assert reaches(table.session.rules, table.session.fight, ("hale", "tough", weapon)) is reached


def next_steps(table):
    """What the table does next."""
    return table.session.rules.next_steps(table.session.fight)


def test_the_first_of_the_team_beside_the_dying_is_asked_to_treat_it(table):
    """FP-STB-1: with a kit and a rank, on the same side and adjacent; not a friend in another team."""
    table.do("damage hale 20")
    table.put(hale="D5", yara="F5", gort="E5")
    assert next_steps(table) == ()
    table.put(yara="C5")
    assert next_steps(table) == ("stabilize hale --by yara",)
    table.set("gort", 'items="field medical kit"', "skills.treat-injury=1")
    assert next_steps(table) == ("stabilize hale --by yara",)
    table.set("yara", "team=reserve")
    assert next_steps(table) == ("stabilize hale --by gort",)
    table.set("gort", "side=toughs", "team=crew")
    assert next_steps(table) == ()


def test_where_the_map_does_not_say_the_helper_is_near_enough(table):
    """FP-STB-1, FP-FLD-1: the stand-in fight; no one treats themselves."""
    table.do("damage hale 20")
    table.put(hale="")
    assert next_steps(table) == ("stabilize hale --by yara",)
    table.do("heal hale 20")
    table.do("damage yara 30")
    assert next_steps(table) == ()


def test_what_lies_on_ones_square_is_at_hand(table):
    """FP-MOV-6: besides carried weapons; without an actor, everything."""
    table.do("free gort --drop held")
    fight = table.session.fight
    assert weapons_at_hand(fight, fight.combatants["hale"]) == ("sword", "knife", "frag", "smoke")
    table.put(gort="A1", hale="B5")
    fight = table.session.fight
    assert weapons_at_hand(fight, fight.combatants["hale"]) == ("sword", "knife", "frag", "smoke", "sword")
    assert weapons_at_hand(fight, None) == tuple(fight.weapons)


# Height and walls: over a mine, above a blast, over a combatant, past a wall (FP-FLD-1, FP-GRN-3, FP-TRP).


@pytest.fixture
def air(table):
    """Put Hale 10 ft up, and everyone else far away."""
    table.put(tough="A1", bully="A2", gort="A3", yara="A4", porter="A5")
    return table.set("hale", "flies=true", "height=2", "square=M10", "skills.perception=0", "wisdom=3")


def test_who_flies_over_a_mine_does_not_set_it_off(air):
    """FP-TRP-1, FP-FLD-1: who walks does."""
    air.do("move hale P10")
    assert (air.hale.square, air.board.traps["mine"].armed) == ("P10", True)
    air.put(hale="M10").set("hale", "height=0").do("move hale P10 --via O10 --force", 3, 4, 15)
    assert not air.board.traps["mine"].armed


def test_who_flies_past_high_up_notices_nothing_below(air):
    """FP-TRP-1, FP-FLD-1: a square up is as far as a square aside."""
    air.set("hale", "skills.perception=20").do("move hale P10")
    assert not air.board.traps["mine"].found
    air.put(hale="M10").set("hale", "height=1").do("move hale P10 --force")
    assert air.board.traps["mine"].found


def test_a_large_one_treads_on_a_trap_with_any_of_its_squares(air):
    """FP-TRP-1, FP-FLD-1."""
    air.set("hale", "height=0", "flies=false", "size=2").put(hale="K9")
    air.do("move hale N9", 3, 4, 15)
    assert not air.board.traps["mine"].armed


@pytest.mark.parametrize(("height", "hurt"), [(0, True), (2, True), (3, False)])
def test_a_blast_reaches_as_far_up_as_aside(air, height, hurt):
    """FP-GRN-3, FP-FLD-1: 10 ft are two squares."""
    air.put(tough="D6", hale="B6", yara="P1").set("tough", "flies=true", f"height={height}").set("hale", "height=0")
    air.do("throw hale frag tough --at D6", 5, 5)
    air.do("turn next")
    air.do("turn next", *((8, 8, 2) if hurt else ()))
    assert (air.tough.hp < 30) == hurt


@pytest.mark.parametrize(("walls", "hurt"), [("true", False), ("false", True)])
def test_a_wall_stops_a_blast(air, walls, hurt):
    """FP-GRN-3: options.blast_walls; the blast harms everyone on this side of the wall and no one beyond it."""
    air.do(f"set fight options.blast_walls={walls}")
    air.set("hale", "height=0").put(hale="C7", tough="D9", bully="D7", yara="P1")
    air.do("throw hale frag bully --at D7", 5, 5)
    air.do("turn next")
    air.do("turn next", *((8, 8, 2, 2, 2) if hurt else (8, 8, 2, 2)))
    assert (air.tough.hp < 30, air.bully.hp < 30, air.hale.hp < 20) == (hurt, True, True)


def test_a_closed_door_stops_a_blast_and_an_open_one_does_not(air):
    """FP-GRN-3."""
    air.put(tough="P7", hale="P1", bully="P5").set("hale", "height=0").set("bully", "hp=100")
    air.do("set fight board.traps.mine.square=P5 board.traps.mine.area=10 board.traps.mine.found=true")
    air.put(yara="O4").do("trap yara disable mine", 1, 1, 6, 6, 2, 2)
    assert (air.tough.hp, air.bully.hp) == (30, 88)


def test_who_stands_below_a_flier_is_no_hindrance(air):
    """FP-FLD-2, FP-FLD-1: nor is a flier to those below."""
    air.put(hale="E7", tough="E8").do("move hale E9")
    assert (air.hale.square, air.hale.height) == ("E9", 2)
    air.put(hale="E8", gort="E7", tough="A1").do("move gort E9")
    assert air.gort.square == "E9"


def test_a_trap_is_made_safe_from_beside_it(table):
    """FP-TRP-2: not from across the map, nor from high above."""
    table.do("set fight board.traps.mine.found=true")
    wrong = table.refused("trap yara disable mine")
    assert (wrong.rule, "is not adjacent to the mine" in wrong.message) == ("FP-TRP-2", True)
    table.put(yara="N10").set("yara", "flies=true", "height=3")
    assert table.refused("trap yara disable mine").rule == "FP-TRP-2"
    table.set("yara", "height=1").do("trap yara disable mine", 10, 1)


def test_what_one_handles_has_to_be_beside_one_in_height_too(table):
    """FP-MOV-12, FP-OBJ-1, FP-FLD-1."""
    table.put(hale="P5").set("hale", "flies=true", "height=3")
    assert table.refused("open hale door").rule == "FP-MOV-12"
    assert table.refused("object hale door").rule == "FP-ATK-2"
    table.set("hale", "height=1").do("open hale door")


@pytest.mark.parametrize(("height", "edges"), [(0, [-1]), (2, [-1]), (3, [])])
def test_smoke_is_as_high_as_it_is_wide(air, height, edges):
    """FP-COV-3, FP-FLD-1: 10 ft around D6 are two squares up as well, for who shoots and who is shot at."""
    air.do("set fight board.zones.z.kind=smoke board.zones.z.square=D6 board.zones.z.area=10")
    air.put(yara="A6", tough="G6").set("yara", "proficiencies.sidearm=0")
    for one in ("yara", "tough"):
        air.set(one, "flies=true", f"height={height}")
    air.do("attack yara tough --fumble none", 2, *[1] * len(edges))
    assert [each.value for each in air.rolls("attack")[0].edges] == edges


@pytest.mark.parametrize(("height", "edges"), [(2, ["smoke"]), (6, [])])
def test_a_shot_down_goes_through_what_its_line_passes(air, height, edges):
    """FP-COV-3, FP-FLD-1: smoke halfway to a target on the ground, one square high."""
    air.do("set fight board.zones.z.kind=smoke board.zones.z.square=D6 board.zones.z.area=5")
    air.put(yara="A6", tough="G6").set("yara", "proficiencies.sidearm=0", "flies=true", f"height={height}")
    air.do("attack yara tough --fumble none", 2, *[1] * len(edges))
    assert [each.why for each in air.rolls("attack")[0].edges] == edges


def test_smoke_right_above_somebody_hides_it_from_who_flies_there(air):
    """FP-COV-3: a line that leads straight down passes every height."""
    air.do("set fight board.zones.z.kind=smoke board.zones.z.square=G6 board.zones.z.area=0")
    air.put(yara="G6", tough="G6").set("yara", "proficiencies.sidearm=0", "flies=true", "height=4")
    air.do("attack yara tough --fumble none", 2, 1)
    assert [each.why for each in air.rolls("attack")[0].edges] == ["smoke"]


@pytest.mark.parametrize(("height", "edges"), [(0, ["partial cover"]), (1, [])])
def test_who_hovers_above_a_hedge_has_no_cover_of_it(yard, height, edges):
    """FP-COV-1, FP-FLD-1."""
    yard.do("set fight board.map=....:")
    yard.put(yara="A1", tough="E1", hale="B1", gort="C1", bully="D1", porter="")
    yard.set("tough", "flies=true", f"height={height}").set("yara", "proficiencies.sidearm=0")
    yard.do("attack yara tough --fumble none", 2, *[1] * len(edges))
    assert [each.why for each in yard.rolls("attack")[0].edges] == edges


@pytest.mark.parametrize(("height", "fits"), [(10, True), (11, False)])
def test_nobody_throws_higher_than_far(air, height, fits):
    """FP-GRN-1, FP-FLD-1: Hale throws 50 ft; at a square it is the ground that counts."""
    air.set("hale", "height=0").put(hale="A6", tough="B6").set("tough", "flies=true", f"height={height}")
    if not fits:
        wrong = air.refused("throw hale frag tough")
        assert (wrong.rule, "B6 is 55 ft away; Hale can throw 50 ft" in wrong.message) == ("FP-GRN-1", True)
    air.do("throw hale frag tough" + ("" if fits else " --at B6"), 5, 5)
    assert air.hale.turn.full_round


def test_who_throws_down_throws_as_far_as_up(air):
    """FP-GRN-1, FP-FLD-1."""
    air.set("hale", "height=11").put(hale="A6", tough="B6")
    assert air.refused("throw hale frag tough").rule == "FP-GRN-1"
    air.set("hale", "height=10").do("throw hale frag tough", 5, 5)


@pytest.fixture
def above(table):
    """Put Hale two squares up, right above tough, and everyone else far away."""
    table.put(tough="H1", hale="H1", bully="P1", gort="A3", yara="A4", porter="A5")
    return table.set("hale", "flies=true", "height=2")


def test_nobody_sinks_onto_somebody(above):
    """FP-FLD-2, FP-FLD-1: not onto a prone combatant either; the square above is free."""
    above.do("condition add tough prone")
    wrong = above.refused("move hale H1 --height 0")
    assert (wrong.rule, wrong.message) == ("FP-FLD-2", "H1 is occupied at height 0")
    above.do("move hale H1 --height 1")
    assert above.hale.height == 1


def test_nobody_flies_below_the_ground(yard):
    """FP-FLD-1."""
    yard.do("set fight board.map=..3..")
    yard.put(hale="A1", yara="B1", gort="", tough="", bully="", porter="").set("hale", "flies=true", "height=4")
    assert yard.refused("move hale C1 --height 2").rule == "FP-FLD-1"
    yard.do("move hale C1 --height 3")
    assert yard.hale.height == 3


@pytest.mark.parametrize(("start", "height", "struck"), [(0, 2, True), (2, 0, False), (2, 3, False)])
def test_who_rises_out_of_reach_gives_an_opportunity(above, start, height, struck):
    """FP-MOV-10, FP-FLD-1: up is as far as aside; who comes down into reach gives none."""
    above.put(hale="G1").set("hale", f"height={start}")
    above.do(f"move hale G1 --height {height}")
    assert bool(above.session.fight.questions) == struck
    if struck:
        above.do("choose strike", 15, 3)
        assert above.hale.hp == 16
    assert above.hale.height == height


def test_who_is_felled_as_it_rises_stays_down(above):
    """FP-MOV-10."""
    above.put(hale="G1").set("hale", "height=0", "hp=1")
    above.do("move hale G1 --height 2 --opportunities strike", 15, 3)
    assert (above.hale.height, above.told("stopped")) == (0, {})


def test_only_leaving_the_whole_range_counts_upwards_too(above):
    """FP-MOV-10: options.opportunity."""
    above.do("set fight options.opportunity=range")
    above.put(hale="G1").set("hale", "height=0")
    above.do("move hale G1 --height 1")
    assert above.told("opportunity") is None
    above.do("turn")
    above.do("turn")
    above.do("turn")
    above.do("move hale G1 --height 2 --opportunities strike", 2)
    assert above.rolls("attack")[0].who == "tough"


def test_who_lands_on_a_mine_sets_it_off(air):
    """FP-TRP-1, FP-FLD-1: who hovers over it does not, and who sees it in time stays up."""
    air.put(hale="O10")
    air.do("move hale O10 --height 1")
    assert air.board.traps["mine"].armed
    air.do("move hale O10 --height 0 --force", 3, 4, 2)
    assert (air.hale.height, air.hale.hp, air.board.traps["mine"].armed) == (0, 13, False)


def test_who_sees_the_mine_stays_above_it(air):
    """FP-TRP-1: noticed on the way down."""
    air.put(hale="O10").set("hale", "height=3", "skills.perception=20")
    air.do("move hale O10 --height 0 --answer trap=stop")
    assert (air.hale.height, air.told("halts")) == (3, {"thing": "mine"})
    assert air.board.traps["mine"].armed


@pytest.mark.parametrize(
    "line", ["damage hale 22", "damage hale 500", "condition add hale unconscious", "condition add hale dead"]
)
def test_a_flier_that_goes_down_falls_to_the_ground(air, line):
    """FP-FLD-1: it used to stay in the air, out of reach."""
    air.do(line)
    assert (air.hale.height, air.told("comes-down")) == (0, {"feet": 10})


@pytest.mark.parametrize(
    ("pairs", "rest"), [("square=B12", 1), ("flies=false", 0), ("height=1 square=B12", 1), ("square=''", 2)]
)
def test_it_falls_no_lower_than_the_ground_and_only_out_of_the_air(air, pairs, rest):
    """FP-FLD-1: onto a raised square, and from an unknown one."""
    air.draw(*["." * 16] * 11, "1" * 16)
    air.do(f"set hale {pairs}")
    air.do("damage hale 22")
    assert air.hale.height == rest
    assert (air.told("comes-down") is not None) == (pairs == "square=B12")


def test_how_far_it_falls_is_told_from_the_ground_below(air):
    """FP-FLD-1: from 20 ft up onto a square 5 ft high."""
    air.draw(*["." * 16] * 11, "1" * 16).do("set hale square=B12 height=4")
    air.do("damage hale 22")
    assert (air.hale.height, air.told("comes-down")) == (1, {"feet": 15})


@pytest.mark.parametrize(("gravity", "height"), [("low", 0), ("zero", 2)])
def test_nobody_falls_where_nothing_has_weight(air, gravity, height):
    """FP-FLD-1."""
    air.do(f"set fight board.gravity={gravity}")
    air.do("damage hale 22")
    assert air.hale.height == height


def test_a_flier_shot_down_on_its_way_lies_where_it_was(air):
    """FP-FLD-1, FP-MOV-10: the square of a Tactical Opportunity comes from its attacker."""
    air.set("hale", "height=1").put(hale="B2", tough="B3", bully="P1").set("hale", "hp=1")
    air.do("move hale D2 --answer opportunity=strike", 19, 4)
    assert (air.hale.square, air.hale.height) == ("B2", 0)
