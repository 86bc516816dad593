"""Squares, lines of sight, threatened squares and free ones, each for itself (FP-FLD, FP-COV-3, FP-TRP-1)."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.futurepath.ground.map import has_uneven_ground
from rbfcli.systems.futurepath.ground.paths import (
    Gait,
    Way,
    crosses_uneven,
    entering,
    is_hard,
    is_hard_ground,
    occupied,
)
from rbfcli.systems.futurepath.ground.reach import NOWHERE, Spot, reach_of, sight, threat_range, threatens
from rbfcli.systems.futurepath.ground.squares import apart, around, name_of
from rbfcli.systems.futurepath.ground.standing import (
    armed_under,
    at_height,
    height_at,
    is_free,
    stops_short,
    threatened,
)
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import Weapon


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
    """FP-FLD-3: squares that somebody could stand on; of a large one any square counts, on both sides."""
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
    """FP-FLD-2: no wall, nobody else on any of its squares at that height who is not dead."""
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
    assert not stops_short(fight, "hale", (14, 9))
    table.do("set fight board.traps.mine.found=true")
    assert stops_short(table.session.fight, "hale", (14, 9))
    assert not stops_short(table.session.fight, "hale", (13, 9))
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
    """FP-FLD-2, FP-FLD-1: enemies close a square, others make it hard; at one's own height, and nobody by itself."""
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
    """FP-MOV-4, FP-MOV-5, FP-FLD-4: rubble, gravel and gaps; a step up costs as much as it is high."""
    fight = table.put(hale="I3").session.fight
    assert [is_hard_ground(fight.board, each) for each in ((9, 3), (4, 7), (3, 5), (0, 0))] == [True, True, True, False]
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
