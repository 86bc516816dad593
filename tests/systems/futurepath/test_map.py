"""Squares, size, height, occupied squares, threat ranges (FP-FLD)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.session.encounter import from_encounter
from rbfcli.systems.futurepath import RULES
from rbfcli.systems.futurepath.map import (
    NOWHERE,
    Spot,
    apart,
    around,
    between,
    direction,
    distance,
    has_uneven_ground,
    name_of,
    reach_of,
    read_square,
    sight,
    threat_range,
    threatens,
)
from rbfcli.systems.futurepath.paths import (
    Gait,
    Way,
    armed_under,
    at_height,
    crosses_uneven,
    entering,
    height_at,
    is_free,
    is_hard,
    occupied,
    threatened,
    treads_knowingly,
)
from rbfcli.systems.futurepath.sheet import Field, Weapon


@pytest.mark.parametrize(("name", "square"), [("A1", (0, 0)), ("c4", (2, 3)), ("Z9", (25, 8)), ("AA10", (26, 9))])
def test_a_square_is_a_letter_and_a_number(name, square):
    """FP-FLD-1."""
    assert read_square(name) == square
    assert name_of(square) == name.upper()


@pytest.mark.parametrize("word", ["", "4", "A", "A0", "A-1", "4A", "AAA1", "A1000", "É1", "A 1"])
def test_anything_else_is_no_square(word):
    """FP-FLD-1."""
    assert read_square(word) is None


def test_a_diagonal_counts_one_square():
    """FP-FLD-1."""
    assert apart((0, 0), (3, 3)) == 3
    assert apart((0, 0), (3, 1)) == 3
    assert len(set(around((5, 5)))) == 8


def test_a_line_is_the_same_from_both_ends():
    """FP-FLD-1."""
    ends = [((0, 0), (5, 2)), ((3, 7), (0, 0)), ((2, 2), (2, 6)), ((4, 4), (1, 1))]
    for one, other in ends:
        assert between(one, other) == between(other, one)[::-1]
    assert between((0, 0), (4, 4)) == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    ("toward", "step"), [((5, 0), (1, 0)), ((5, 5), (1, 1)), ((5, 1), (1, 0)), ((0, -3), (0, -1)), ((-2, 1), (-1, 1))]
)
def test_a_direction_is_one_of_eight(toward, step):
    """FP-FLD-1."""
    assert direction((0, 0), toward) == step


def test_height_is_a_third_coordinate(table):
    """FP-FLD-1: what flies high is as far as that."""
    table.put(hale="B1").set("tough", "square=C1", "height=4", "flies=true")
    fight = table.session.fight
    assert distance(fight.combatants["hale"], fight.combatants["tough"]) == 4
    assert table.refused("attack hale tough").rule == "FP-ATK-2"


def test_a_flier_chooses_its_height_and_pays_for_it(table):
    """FP-FLD-1."""
    table.set("hale", "flies=true")
    assert table.refused("move hale C1 --height 7").rule == "FP-MOV-1"
    table.do("move hale C1 --height 6")
    assert (table.hale.square, table.hale.height) == ("C1", 6)
    assert table.refused("move yara C3 --height 1").rule == "FP-FLD-1"


def test_size_takes_more_squares(yard):
    """FP-FLD-1: a large one is reached at any of its squares, and does not fit through a gap."""
    yard.set("tough", "size=2", "square=D1")
    yard.do("init --set crew=9")
    assert distance(yard.hale, yard.tough) == 2
    yard.put(hale="C2")
    assert yard.refused("move hale E2").rule == "FP-FLD-2"
    yard.do("attack hale tough", 2)
    assert "block every path" in yard.refused("move tough E9 --force").message


@pytest.mark.parametrize(
    ("line", "rule"), [("move hale Q1", "FP-FLD-1"), ("move hale A11", "FP-FLD-1"), ("move hale 7", "FP-FLD-1")]
)
def test_a_square_off_the_map_is_refused_with_the_last_one(table, line, rule):
    """FP-FLD-1."""
    wrong = table.refused(line)
    assert wrong.rule == rule
    assert "P10" in wrong.hint


def test_nobody_is_set_or_added_off_the_map(table):
    """FP-FLD-1."""
    assert table.refused("set hale square=Z9").rule == "FP-FLD-1"
    assert table.refused("add Rat hp=3 square=Z9").rule == "FP-FLD-1"
    assert "wall" in table.refused("add Rat hp=3 square=E3").message


def test_a_file_with_somebody_off_the_map_is_invalid(tmp_path):
    """FP-FLD-1."""
    file = tmp_path / "off.toml"
    file.write_text('format = 1\nsystem = "futurepath"\n[combatants.rat]\nname = "Rat"\nhp = 3\nsquare = "Z9"\n')
    with pytest.raises(InvalidFile, match=r"off.toml:6: combatants.rat.square: Z9 is off the map"):
        from_encounter(str(file), "x", source=str(file))


def test_a_map_with_an_unknown_mark_is_invalid(tmp_path):
    """FP-FLD-1."""
    file = tmp_path / "odd.toml"
    rat = '[combatants.rat]\nname = "Rat"\nhp = 3\n'
    file.write_text(f'format = 1\nsystem = "futurepath"\n[board]\nmap = """\n..\n.?\n"""\n{rat}')
    with pytest.raises(InvalidFile, match=r"unknown mark '\?' on row 2 of the map"):
        from_encounter(str(file), "x", source=str(file))


def test_several_of_a_block_stand_side_by_side(table):
    """FP-FLD-1: a taken square means the nearest free one."""
    table.do("add Rat --count 3 side=rats hp=3 square=H1")
    squares = [getattr(table, f"rat{number}").square for number in (1, 2, 3)]
    assert len({"H1", *squares}) == 4
    assert all(distance(table.tough, getattr(table, f"rat{number}")) == 1 for number in (1, 2, 3))


def test_a_newcomer_can_be_above_or_below_another(table):
    """FP-FLD-1: a square is taken at one height; who cannot fly keeps a height above the ground too."""
    for line in ("Bat flies=true height=2", "Rat", "Post height=3", "Post height=3"):
        table.do(f"add {line} side=late hp=3 square=M1")
    places = [(one.square, one.height) for one in (table.bat, table.rat, table.post, table.post2)]
    assert places[:3] == [("M1", 2), ("M1", 0), ("M1", 3)]
    assert places[3] != ("M1", 3)


def test_a_friends_square_is_difficult_terrain(table):
    """FP-FLD-2: Yara is between walls on the path, and her square costs two."""
    table.set("hale", "speed=10").put(hale="A1", yara="B1", gort="B2", porter="A2")
    assert "15 ft of movement" in table.refused("move hale C1").message
    table.set("hale", "speed=15").do("move hale C1")
    assert table.hale.square == "C1"


def test_an_enemys_square_is_closed(table):
    """FP-FLD-2: the gap in the wall is taken, and no way leads on."""
    table.put(hale="E7", tough="E8")
    assert "Hale cannot reach E9: walls or enemies block every path" in table.refused("move hale E9").message


def test_an_unconscious_enemy_can_be_crossed(table):
    """FP-FLD-2."""
    table.put(hale="E7", tough="E8", bully="P1")
    table.do("damage tough 30")
    table.do("move hale E9")
    assert table.hale.square == "E9"


def test_nobody_stops_where_somebody_is(table):
    """FP-FLD-2."""
    assert table.refused("move hale B3").rule == "FP-FLD-2"
    table.put(yara="B3")
    assert table.refused("move hale B3").message == "B3 is occupied"


@pytest.mark.parametrize("square", ["E3", "P6"])
def test_nobody_stops_in_a_wall_or_a_closed_door(table, square):
    """FP-FLD-2: which is not taken by anybody."""
    assert table.refused(f"move hale {square}").message == f"{square} is blocked"


def test_the_threat_range_is_5_ft_and_reach(table):
    """FP-FLD-3."""
    assert threat_range(table.session.fight, table.hale) == 1
    table.set("tough", "weapons=spear", "held=spear").put(tough="D1")
    fight = table.session.fight
    assert threat_range(fight, fight.combatants["tough"]) == 2
    assert threatens(fight, "tough", table.hale)
    assert not threatens(fight, "hale", table.tough)
    table.do("damage tough 30")
    assert not threatens(table.session.fight, "tough", table.hale)


def test_reach_belongs_to_the_weapon_used(table):
    """FP-FLD-3, FP-ATK-2: a spear in the off hand reaches further than the sword in the other, and not for it."""
    table.set("hale", "weapons=sword,spear", "held=sword", "off_hand=spear", "proficiencies.spear=0").put(hale="F1")
    assert table.refused("attack hale tough").rule == "FP-ATK-2"
    table.do("attack hale tough --with spear", 2)
    table.put(hale="G1").set("hale", "turn.standard=false", "turn.attacked_with=").do("attack hale tough", 2)
    table.put(hale="F1").do("off-hand hale tough", 2)
    table.set("hale", "held=spear", "off_hand=sword", "turn.simple=false", "proficiencies.sword=0")
    table.set("hale", "turn.attacked_with=spear")
    assert table.refused("off-hand hale tough").rule == "FP-ATK-2"


def test_a_technique_reaches_as_far_as_its_weapon(table):
    """FP-TEC-1, FP-FLD-3: and it is a melee attack."""
    table.set("hale", "weapons=sword,spear", "held=sword", "off_hand=spear").put(hale="F1")
    assert table.refused("technique hale trip tough").rule == "FP-ATK-2"
    table.do("technique hale trip tough --with spear", 3, 19)
    assert table.refused("technique yara trip tough --with sidearm").rule == "FP-TEC-1"


def test_who_holds_a_gun_threatens_with_bare_hands(table):
    """FP-FLD-3, FP-MOV-10."""
    table.set("tough", "weapons=spear,pistol", "held=pistol").put(tough="D1")
    assert not threatens(table.session.fight, "tough", table.hale)


def test_half_a_square_is_difficult(table):
    """FP-FLD-4: through the gap at E8 it is one square more."""
    table.set("hale", "speed=10").put(hale="E7", tough="P1", bully="P2")
    assert "15 ft" in table.refused("move hale E9").message
    table.set("hale", "speed=15").do("move hale E9")


def test_an_impossible_weapon_die_is_a_mistake(yard):
    """FP-ATK-3."""
    assert isinstance(yard.refused("set hale advantage_die=1d7"), UsageError)


@pytest.mark.parametrize("pair", ["strength=51", "strength=-1", "level=0", "level=21", "ac=61", "speed=601", "size=0"])
def test_a_stat_outside_its_range_is_refused(yard, pair):
    """FP-ECO-3: a sheet holds what its fields allow."""
    wrong = yard.refused(f"set hale {pair}")
    assert wrong.status == 2


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("weapons=spoon", "rat.weapons[1]: unknown weapon 'spoon'"),
        ("held=maul", "unknown weapon 'maul' on Rat"),
        ("techniques.juggle=1", "rat.techniques.juggle: unknown technique 'juggle'"),
        ("ammo.spoon=1", "rat.ammo.spoon: unknown weapon 'spoon'"),
        ("skills.cooking=1", "rat.skills.cooking: unknown skill 'cooking'"),
        ("feats=Gun-Fo", "rat.feats[1]: unknown feat 'Gun-Fo'"),
        ("items=spade", "rat.items[1]: unknown item 'spade'"),
    ],
)
def test_who_enters_has_what_there_is(yard, pair, message):
    """FP-ATK-2, FP-TEC-1, FP-SKL-1."""
    wrong = yard.refused(f"add Rat hp=3 {pair}")
    assert (message in wrong.message, wrong.status) == (True, 2)


@pytest.mark.parametrize(
    "pair", ["board.objects.door.square=Z9", "board.traps.mine.damage=2x6", "options.dying_damage=lots", "board.map=a?"]
)
def test_what_lies_on_the_map_lies_on_it(yard, pair):
    """FP-FLD-1, FP-TRP-2, FP-DIE-1: mistakes are refused where they are made."""
    assert yard.refused(f"set fight {pair}").status in (1, 2)


def test_the_nearest_is_nobody_in_particular_for_a_team(table):
    """FP-FLD-1: a team is not on a square."""
    assert "@nearest needs one actor, and several combatants can act" in table.refused("damage @nearest 1").message


# Squares, lines of sight, threatened squares and free ones, each for itself (FP-FLD, FP-COV-3, FP-TRP-1).


def names(squares):
    """Squares by their names."""
    return [name_of(each) for each in squares]


def test_the_eight_squares_next_to_one():
    """FP-FLD-1: straight ones first, clockwise."""
    assert names(around((2, 2))) == ["C2", "D3", "C4", "B3", "D2", "D4", "B4", "B2"]


@pytest.mark.parametrize(
    ("other", "far"), [((5, 9), 4), ((9, 5), 4), ((2, 1), 4), ((1, 6), 4), ((6, 7), 2), ((5, 5), 0)]
)
def test_how_far_squares_are_apart(other, far):
    """FP-FLD-1: the longer of the two ways, in any direction."""
    assert (apart((5, 5), other), apart(other, (5, 5))) == (far, far)


def test_a_line_of_sight_rises_with_the_way():
    """FP-FLD-1: both ends included; a steep one passes some squares twice, a level one each once."""

    def seen(one, other):
        return [(name_of(spot.squares[0]), spot.height) for spot in sight(one, other)]

    assert seen(Spot(((0, 0),)), Spot(((3, 0),))) == [("A1", 0), ("B1", 0), ("C1", 0), ("D1", 0)]
    assert seen(Spot(((0, 0),), 1), Spot(((4, 0),), 3)) == [("A1", 1), ("B1", 2), ("C1", 2), ("D1", 3), ("E1", 3)]
    assert seen(Spot(((0, 0),), 4), Spot(((2, 0),))) == [("A1", 4), ("B1", 3), ("B1", 2), ("C1", 1), ("C1", 0)]
    assert seen(Spot(((0, 0),), 2), Spot(((0, 0),))) == [("A1", 2), ("A1", 1), ("A1", 0)]
    assert seen(Spot(((1, 1),), 2), Spot(((1, 1),), 2)) == [("B2", 2)] * 2
    assert (sight(NOWHERE, Spot(((0, 0),))), sight(Spot(((0, 0),)), Spot((), 3))) == ([], [])


@pytest.mark.parametrize(
    ("fields", "reach"),
    [
        ({}, 1),
        ({"reach": 5}, 2),
        ({"reach": 9}, 2),
        ({"reach": 10}, 3),
        ({"reach": 10, "ranged": True}, 1),
        ({"reach": 10, "grenade": True}, 1),
    ],
)
def test_how_far_a_weapon_reaches(fields, reach):
    """FP-FLD-3: 5 ft and its own reach, in steps of 5 ft; what shoots or is thrown reaches as far as a hand."""
    assert reach_of(Weapon(name="it", **fields)) == reach


def test_only_enemies_who_can_act_threaten(table):
    """FP-FLD-3: within the threat range, where the map says where they are."""
    table.put(hale="B1", tough="C1", bully="D1")
    fight = table.session.fight
    assert [threatens(fight, who, table.hale) for who in ("tough", "bully", "yara")] == [True, False, False]
    assert threatens(fight, "hale", table.tough)
    table.put(tough="", porter="A1")
    assert [threatens(table.session.fight, who, table.hale) for who in ("tough", "porter")] == [False, False]
    table.put(tough="C1").do("condition add tough helpless")
    assert not threatens(table.session.fight, "tough", table.hale)


def test_who_has_no_weapon_of_the_fight_threatens_as_far_as_its_hands(table):
    """FP-FLD-3."""
    table.set("hale", "held=", "weapons=spear")
    assert threat_range(table.session.fight, table.hale) == 1
    table.set("hale", "held=spear")
    assert threat_range(table.session.fight, table.hale) == 2


def test_how_many_threaten_each_square(table):
    """FP-FLD-3: squares a combatant could stand on; of a large one, any square counts, on both sides."""
    table.put(tough="D4", bully="", hale="P9")
    ring = ["C3", "D3", "E3", "C4", "D4", "E4", "C5", "D5", "E5"]
    found = threatened(table.session.fight, "hale")
    assert {name_of(each): count for each, count in found.items()} == dict.fromkeys(ring, 1)
    table.put(bully="F4")
    found = threatened(table.session.fight, "hale")
    assert (found[3, 3], found[4, 3], found[6, 3], len(found)) == (1, 2, 1, 15)
    table.put(bully="").set("tough", "size=2")
    assert sorted(threatened(table.session.fight, "hale")) == [(x, y) for x in range(2, 6) for y in range(2, 6)]
    table.set("tough", "size=1").set("hale", "size=2")
    assert sorted(threatened(table.session.fight, "hale")) == [(x, y) for x in range(1, 5) for y in range(1, 5)]
    table.set("hale", "size=1").set("tough", "weapons=spear", "held=spear")
    assert sorted(threatened(table.session.fight, "hale")) == [(x, y) for x in range(1, 6) for y in range(1, 6)]
    table.do("condition add tough helpless")
    assert threatened(table.session.fight, "hale") == {}


def test_where_one_can_stop(table):
    """FP-FLD-2: no wall, and no living combatant on any of its squares at that height."""
    table.put(tough="D5", hale="A1", bully="P1", gort="")
    fight = table.session.fight
    assert [is_free(fight, "hale", each) for each in ((3, 4), (4, 2), (0, 0), (2, 4), (-1, 0))] == [
        False, False, True, True, False,
    ]  # fmt: skip
    table.set("hale", "size=2")
    fight = table.session.fight
    assert [is_free(fight, "hale", each) for each in ((2, 4), (3, 3), (2, 3), (1, 4), (3, 1), (14, 0), (15, 1))] == [
        False, False, False, True, False, False, False,
    ]  # fmt: skip
    table.set("hale", "size=1").set("tough", "flies=true", "height=1")
    assert is_free(table.session.fight, "hale", (3, 4))
    assert not is_free(at_height(replace_flies(table.session.fight), "hale", 1), "hale", (3, 4))
    table.set("tough", "height=0").do("condition add tough unconscious")
    assert not is_free(table.session.fight, "hale", (3, 4))
    table.do("condition add tough dead")
    assert is_free(table.session.fight, "hale", (3, 4))


def replace_flies(fight):
    """The fight with Hale on the wing."""
    return replace(fight, combatants={**fight.combatants, "hale": replace(fight.combatants["hale"], flies=True)})


def test_how_high_one_is_where(table):
    """FP-FLD-1: on the ground, or above it; beyond the edge there is no height."""
    table.draw("..3..").put(hale="A1", yara="", gort="", tough="", bully="", porter="")
    fight = table.session.fight
    assert [height_at(fight, "hale", (x, 0)) for x in (0, 2, 9)] == [0, 3, 0]
    flying = at_height(replace_flies(fight), "hale", 2)
    assert [height_at(flying, "hale", (x, 0)) for x in (0, 2)] == [2, 3]
    assert (flying.combatants["hale"].height, flying.combatants["yara"]) == (2, fight.combatants["yara"])
    assert [height_at(at_height(fight, "hale", 2), "hale", (x, 0)) for x in (0, 2)] == [0, 3]


def test_which_traps_one_treads_on(table):
    """FP-TRP-1: with any of its squares, no higher than the ground; only those that are armed."""
    fight = table.session.fight
    assert [armed_under(fight, "hale", each) for each in ((14, 9), (13, 9))] == [("mine",), ()]
    assert not treads_knowingly(fight, "hale", (14, 9))
    table.do("set fight board.traps.mine.found=true")
    assert treads_knowingly(table.session.fight, "hale", (14, 9))
    assert not treads_knowingly(table.session.fight, "hale", (13, 9))
    table.set("hale", "size=2")
    assert armed_under(table.session.fight, "hale", (13, 8)) == ("mine",)
    flying = replace_flies(table.session.fight)
    assert [armed_under(at_height(flying, "hale", height), "hale", (13, 8)) for height in (0, 1)] == [("mine",), ()]
    table.do("set fight board.traps.mine.armed=false")
    assert armed_under(table.session.fight, "hale", (14, 9)) == ()


def test_a_trap_on_a_roof_is_trodden_on_up_there(table):
    """FP-TRP-1, FP-FLD-1."""
    table.draw(".2.").do("set fight board.traps.mine.square=B1")
    assert armed_under(table.session.fight, "hale", (1, 0)) == ("mine",)
    table.set("hale", "flies=true", "height=3")
    assert armed_under(table.session.fight, "hale", (1, 0)) == ()


def test_who_is_in_the_way(table):
    """FP-FLD-2, FP-FLD-1: enemies block a square, others make it difficult; at the same height, and never oneself."""
    table.put(hale="A1", yara="B2", gort="", tough="C3", bully="D4", porter="")
    found = occupied(table.session.fight, "hale", Gait())
    assert {name_of(each): taken for each, taken in found.items()} == {"B2": 1, "C3": None, "D4": None}
    found = occupied(table.session.fight, "hale", Gait(through=("tough",)))
    assert (found[2, 2], found[3, 3]) == (1, None)
    assert list(occupied(table.session.fight, "tough", Gait())) == [(0, 0), (1, 1), (3, 3)]
    table.set("bully", "flies=true", "height=1").do("condition add tough unconscious")
    assert occupied(table.session.fight, "hale", Gait()) == {(1, 1): 1, (2, 2): 1}
    assert occupied(at_height(replace_flies(table.session.fight), "hale", 1), "hale", Gait()) == {(3, 3): None}


def test_what_it_costs_to_come_onto_a_square(table):
    """FP-FLD-2, FP-FLD-4, FP-MOV-4: for who walks, who flies, who keeps off gravel, and who is large."""
    table.put(hale="A1", yara="B2", gort="", tough="C3", bully="P1", porter="")
    fight = table.session.fight

    def costs(gait, *squares):
        cost_of = entering(fight, "hale", gait)
        return [cost_of(square) for square in squares]

    squares = ((0, 1), (1, 1), (2, 2), (4, 2), (9, 3), (4, 7), (3, 5), (-1, 0))
    assert costs(Gait(), *squares) == [1, 2, None, None, 2, 2, 1, None]
    assert costs(Gait(flies=True), *squares) == [1, 2, None, None, 1, 1, 1, None]
    assert costs(Gait(uneven=False), *squares) == [1, 2, None, None, 2, 2, None, None]
    assert costs(Gait(through=("tough",)), (2, 2)) == [2]
    table.set("hale", "size=2").do("set fight options.difficult_factor=3")
    fight = table.session.fight
    assert costs(Gait(), (0, 4), (0, 1), (1, 1), (3, 1), (8, 3), (2, 5)) == [1, 3, None, None, 3, 1]
    assert costs(Gait(uneven=False), (2, 5), (1, 5)) == [None, 1]


def test_what_ground_is_hard(table):
    """FP-MOV-4, FP-MOV-5, FP-FLD-4: rubble, gravel and gaps; a step up costs its height."""
    fight = table.put(hale="I3").session.fight
    squares = ((9, 3), (4, 7), (3, 5), (0, 0))
    assert [is_hard(fight, "gort", Way((each,), 2), Gait()) for each in squares] == [True, True, True, False]
    assert (has_uneven_ground(fight.board), has_uneven_ground(Field())) == (True, False)
    assert [has_uneven_ground(replace(Field(), map=drawn)) for drawn in ("..~", "..,")] == [False, True]
    gravel, rubble = Way(((2, 5), (3, 5)), 2), Way(((9, 3),), 2)
    assert (crosses_uneven(fight, "hale", gravel, Gait()), crosses_uneven(fight, "hale", rubble, Gait())) == (
        True,
        False,
    )
    assert not crosses_uneven(fight, "hale", gravel, Gait(flies=True))
    assert is_hard(fight, "hale", Way(((9, 3),), 2), Gait())
    assert not is_hard(fight, "hale", Way(((9, 3), (3, 5)), 1), Gait(flies=True))
    assert not is_hard(fight, "hale", Way(((9, 2), (10, 2)), 2), Gait())
    assert is_hard(table.put(hale="C6").session.fight, "hale", Way(((3, 5),), 1), Gait())
    scree = "board.terrain.scree"
    table.put(hale="J4").do(f"set fight {scree}.mark=~ {scree}.ground=difficult {scree}.height=3")
    assert is_hard(table.session.fight, "hale", Way(((10, 3),), 2), Gait())


def test_only_what_is_new_on_the_map_has_to_lie_on_it(yard):
    """FP-FLD-1: what a smaller map leaves outside stays where it is."""
    yard.draw("....").do("set fight board.traps.mine.armed=false")
    for place in ("traps.mine", "zones.fog", "objects.door"):
        wrong = yard.refused(f"set fight board.{place}.square=Z9")
        assert wrong.message == f"board.{place}.square: Z9 is off the map"
    yard.do("set fight board.traps.mine.square=D1")


# Cover, barriers, glare, smoke and fog (FP-COV).


@pytest.fixture
def shot(table):
    """Yara 25 ft from tough on open ground, with no advantage of her own."""
    return table.set("yara", "proficiencies.sidearm=0").put(yara="A6", tough="F6", bully="P1", hale="A1", gort="A2")


@pytest.mark.parametrize(("cover", "count"), [("none", 0), ("partial", 1), ("heavy", 2)])
def test_cover_is_a_disadvantage_or_two(shot, cover, count):
    """FP-COV-1: yara is of level 9 and rolls d6."""
    shot.do(f"attack yara tough --cover {cover}", 12, *[1] * count)
    assert len(shot.rolls("attack")[0].edge_dice) == count
    assert shot.rolls("attack")[0].total == 15 - count


def test_the_sheet_and_the_ground_give_cover(shot):
    """FP-COV-1: the stronger of both counts."""
    shot.do('set fight "board.map=......:.%.."')
    shot.put(yara="A1", tough="G1", hale="K1", gort="J1", bully="H1", porter="C1")
    shot.do("attack yara tough", 12, 1)
    assert len(shot.rolls("attack")[0].edge_dice) == 1
    shot.set("tough", "cover=heavy").do("attack yara tough --force", 12, 1, 1)
    assert len(shot.rolls("attack")[0].edge_dice) == 2


def test_cover_is_left_behind(shot):
    """FP-COV-1: moving ends it, unless the new place has some."""
    shot.set("hale", "cover=heavy").do("move hale B1")
    assert shot.hale.cover == "none"
    shot.do("move gort B2 --cover partial")
    assert shot.gort.cover == "partial"


def test_full_cover_lets_no_direct_shot_through(shot):
    """FP-COV-2."""
    wrong = shot.refused("attack yara tough --cover full")
    assert (wrong.rule, "AP" in wrong.hint) == ("FP-COV-2", True)


@pytest.mark.parametrize(("d10", "connects"), [(6, True), (5, False), (10, True), (1, False)])
def test_a_weak_barrier_is_shot_through_on_6_or_more(shot, d10, connects):
    """FP-COV-2: worked check 10: 6 goes on with one disadvantage, 5 is blocked."""
    faces = (d10, 12, 1, 3) if connects else (d10,)
    outcome = shot.do("attack yara tough --cover full --weak", *faces)
    assert outcome == ("success" if connects else "failure")
    if connects:
        assert len(shot.rolls("attack")[0].edge_dice) == 1
    assert shot.yara.ammo["sidearm"] == 5


def test_ap_pierces_any_barrier(shot):
    """FP-COV-2."""
    shot.set("yara", "weapons=piercer", "held=piercer").do("attack yara tough --cover full", 6, 12, 1, 3)
    assert shot.tough.hp == 27


def test_the_odds_through_a_barrier(shot):
    """FP-COV-2: half of the shots connect."""
    direct = shot.odds("attack yara tough --disadvantage 1 --fumble none").outcomes
    through = shot.odds("attack yara tough --cover full --weak --fumble none").outcomes
    assert through["success"] == direct["success"] / 2
    assert through["failure"] == Fraction(1, 2) + direct["failure"] / 2


def test_melee_does_not_pierce(shot):
    """FP-COV-2."""
    shot.put(hale="E6").do("set tough cover=full")
    assert shot.refused("attack hale tough").rule == "FP-COV-2"


def test_a_wall_on_the_line_is_full_cover(shot):
    """FP-COV-2: the GM may say otherwise."""
    shot.put(yara="C3", tough="H3")
    assert shot.refused("attack yara tough").rule == "FP-COV-2"
    shot.do("attack yara tough --cover partial", 2, 1)


def test_a_weak_object_on_the_line_can_be_shot_through(shot):
    """FP-COV-2."""
    shot.do("set fight board.objects.door.weak=true board.objects.door.square=C6")
    assert shot.do("attack yara tough", 5) == "failure"
    shot.do("set fight board.objects.door.open=true")
    assert shot.do("attack yara tough --force", 12, 3) == "success"


@pytest.mark.parametrize("kind", ["smoke", "floodlight"])
def test_smoke_and_glare_are_as_partial_cover(shot, kind):
    """FP-COV-3: and add to cover."""
    shot.do(f"set fight board.zones.z.kind={kind} board.zones.z.square=F6")
    shot.do("attack yara tough --force", 12, 1)
    assert [(each.value, each.rule) for each in shot.rolls("attack")[0].edges] == [(-1, "FP-COV-3")]
    shot.set("tough", "cover=partial").do("attack yara tough --force", 12, 1, 1)
    assert len(shot.rolls("attack")[0].edge_dice) == 2


def test_fog_is_full_cover_one_may_shoot_into(shot):
    """FP-COV-3, FP-COV-2."""
    shot.do("set fight board.zones.z.kind=fog board.zones.z.square=D6 board.zones.z.area=0")
    assert shot.do("attack yara tough", 6, 12, 1, 3) == "success"
    shot.put(hale="F5").do("attack hale tough", 9, 5)
    shot.do("set fight board.zones.z.area=30")
    shot.do("attack hale tough --force", 13, 1, 5)
    assert [(each.value, each.why) for each in shot.rolls("attack")[0].edges] == [(-1, "fog")]


@pytest.mark.parametrize(
    ("cover", "edges"), [("none", [(-1, "fog")]), ("partial", [(-1, "fog")]), ("heavy", [(-2, "heavy cover")])]
)
def test_of_fog_and_cover_the_better_applies(shot, cover, edges):
    """FP-COV-3, FP-COV-1."""
    shot.do("set fight board.zones.z.kind=fog board.zones.z.square=F6")
    shot.put(hale="E6").set("tough", f"cover={cover}").do(
        "attack hale tough", 2, 1, *((1,) if cover == "heavy" else ())
    )
    assert [(each.value, each.why) for each in shot.rolls("attack")[0].edges] == edges


def test_gear_sees_through(shot):
    """FP-COV-3."""
    shot.do("set fight board.zones.z.kind=fog board.zones.z.square=F6")
    shot.set("yara", "sees_through=fog")
    assert shot.do("attack yara tough", 12, 3) == "success"


def test_a_smoke_grenade_makes_smoke_for_some_rounds(shot):
    """FP-COV-3, FP-GRN-3."""
    shot.put(hale="C6").do("throw hale smoke tough", 5, 5)
    shot.do("turn next")
    shot.do("turn next")
    assert [(zone.kind, zone.square, zone.rounds) for zone in shot.board.zones.values()] == [("smoke", "F6", 2)]
    shot.do("turn next")
    assert (shot.round, [zone.rounds for zone in shot.board.zones.values()]) == (2, [1])
    for _ in range(3):
        shot.do("turn next")
    assert shot.told("haze-clears") == {"kind": "smoke", "square": "F6"}
    assert not shot.board.zones


def test_how_far_apart_two_combatants_are(yard):
    """FP-FLD-1: in squares, as targets and orders are chosen by it; None for one who is not there."""
    fight = yard.session.fight
    assert RULES.distance(fight, "hale", "tough") == distance(yard.hale, yard.tough)
    assert RULES.distance(fight, "hale", "nobody") is None


def test_what_older_fights_keep_of_their_options():
    """FP-TRP-1: a search of theirs reaches any distance, unless they name an option."""
    assert RULES.migrate(4, {"round": 1}) == {"round": 1, "options": {"search_range": 1000}}
    assert RULES.migrate(4, {"options": {"search_range": 5}}) == {"options": {"search_range": 5}}
    assert RULES.migrate(5, {"round": 1}) == {"round": 1}
