"""The battlefield: lines and graphs, adjacency groups, ranges, melee reach, time."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.rpj.entering import migrate
from rbfcli.systems.rpj.ground.ground import adjacent, groups_in, linked, range_between, region_ids
from rbfcli.systems.rpj.picture import elapsed
from rbfcli.systems.rpj.sheet import Battlefield, Region, Weapon

MISS = (1, 1, 1, 1)

FORK = Battlefield(
    links=(("gate", "yard"), ("yard", "roof"), ("yard", "pit"), ("roof", "keep"), ("pit", "keep")),
    regions={"vault": Region(name="the vault")},
)


def test_a_battlefield_is_a_line_by_default():
    """RPJ-FIELD-1: regions 0 to n-1, neighbours differ by 1."""
    line = Battlefield(length=4)
    assert region_ids(line) == ("0", "1", "2", "3")
    assert linked(line, "0") == ("1",)
    assert linked(line, "2") == ("1", "3")
    assert linked(line, "9") == ()


def test_a_battlefield_may_be_a_graph_of_named_regions():
    """RPJ-FIELD-2: the range is the fewest links; a region without links is out of range."""
    assert set(linked(FORK, "yard")) == {"gate", "roof", "pit"}
    assert [range_between(FORK, "gate", each) for each in ("gate", "yard", "pit", "keep")] == [0, 1, 2, 3]
    assert range_between(FORK, "gate", "vault") is None
    assert range_between(FORK, "vault", "gate") is None


@pytest.mark.parametrize(("one", "other", "far"), [("0", "0", 0), ("0", "1", 1), ("3", "1", 2), ("0", "7", None)])
def test_each_region_further_is_one_more_of_range(one, other, far):
    """RPJ-FIELD-5: the same region is range 0, the next one range 1."""
    assert range_between(Battlefield(length=4), one, other) == far


def test_groups_are_inside_a_region(field):
    """RPJ-FIELD-3: everybody is in one group or alone; the same name in another region is another group."""
    assert adjacent(field.bob, field.rook)
    assert not adjacent(field.ann, field.ann)
    field.do("set pike group=A")
    assert not adjacent(field.bob, field.pike)
    assert groups_in(field.fight, "1") == ("A",)


def test_joining_somebody_alone_makes_a_group_of_both(field):
    """RPJ-FIELD-3: the new group takes the first free letter."""
    field.turn_of("rook")
    field.do("move rook 2 --join pike --no-react")
    assert (field.rook.group, field.pike.group) == ("B", "B")
    assert adjacent(field.rook, field.pike)


def test_a_group_that_is_not_there_is_refused(field):
    """RPJ-FIELD-3: a group of another region, or of no region, cannot be joined; the refusal lists those there."""
    wrong = field.refused("move ann 1 --group B")
    assert (wrong.status, wrong.hint) == (2, "known: A")
    field.do("set pike group=B")
    wrong = field.refused("move ann 1 --group B")
    assert wrong.rule == "RPJ-FIELD-3"
    assert wrong.hint == "known: A"
    assert "--join WHO" in field.refused("move ann 0 --group A").hint
    assert field.refused("move ann 1 --join pike").rule == "RPJ-FIELD-3"
    assert field.refused("move ann --join ann").rule == "RPJ-FIELD-3"
    assert field.refused("move ann 1 --join bob --group A").status == 2


def test_melee_needs_the_same_group(field):
    """RPJ-FIELD-4: the refusal names both places, and how to get there."""
    field.turn_of("bob")
    wrong = field.refused("attack bob pike")
    assert wrong.rule == "RPJ-FIELD-4"
    assert "Bob is in region 1, group A" in wrong.message
    assert "Pike is in region 2" in wrong.message
    assert "move bob 2 --join pike" in wrong.hint
    assert field.do("attack bob rook", 6, 6, 6, 6, 6, 6, 6, 6) == "success"


def test_a_shot_beyond_the_weapons_range_is_refused(field):
    """RPJ-FIELD-5: a pistol reaches one region, a rifle five."""
    field.turn_of("pike")
    assert field.refused("attack pike ann --with pistol").rule == "RPJ-FIELD-5"
    assert "range 2" in field.refused("attack pike ann").message
    assert field.do("attack pike bob --with pistol --no-react", 1, 1, 1, 1) == "failure"


def test_a_weapon_without_a_range_reaches_everywhere(field):
    """RPJ-FIELD-5: as far as links lead; one with range 0 reaches its own region."""
    weapons = {**field.fight.weapons, "beam": Weapon(name="beam", skill="guns", damage=1)}
    weapons["stunner"] = Weapon(name="stunner", skill="guns", range=0)
    field.session.fight = replace(field.fight, weapons=weapons)
    field.do("set pike weapons=beam,stunner")
    field.turn_of("pike")
    assert field.refused("attack pike bob --with stunner").rule == "RPJ-FIELD-5"
    assert field.do("attack pike ann", *MISS) == "failure"
    assert field.session.rules.words_of(field.fight, "weapon", "pike")["beam"] == ("beam",)
    field.do("overwatch pike 0")
    assert field.pike.overwatch == "0"


def test_an_old_save_keeps_the_range_of_its_weapons():
    """RPJ-FIELD-5, RPJ-ACT-3: what format 1 left out was 0; what is no table is left to be refused."""
    old = {"weapons": {"gun": {"name": "gun"}, "rifle": {"range": 5}, "odd": 1}}
    assert migrate(1, old)["weapons"] == {"gun": {"range": 0, "name": "gun"}, "rifle": {"range": 5}, "odd": 1}
    assert migrate(2, old) is old
    assert migrate(1, {"combatants": {"x": {"ranged_defense": 9}}})["combatants"] == {
        "x": {"melee_defense": 0, "ranged_defense": 9}
    }
    assert migrate(1, {"weapons": 3}) == {"weapons": 3}
    assert migrate(1, {}) == {}


def test_no_links_is_out_of_range(begin):
    """RPJ-FIELD-2: nobody shoots or moves where no links lead."""
    field = begin()
    links = (("0", "1"), ("1", "2"))
    board = replace(field.fight.board, links=links, regions={**field.fight.board.regions, "nowhere": Region()})
    field.session.fight = replace(field.fight, board=board)
    assert field.refused("set pike region=anywhere").status == 2
    field.do("set pike region=nowhere")
    wrong = field.refused("attack ann pike")
    assert (wrong.rule, wrong.message) == ("RPJ-FIELD-2", "no links lead to region nowhere: Pike is out of range")
    assert field.do("attack ann pike --force", 1, 1, 1, 1) == "failure"
    field.turn_of("pike")
    assert field.refused("move pike 2").hint == "linked: none, or --force"


@pytest.mark.parametrize(("edit", "target"), [("set rook region=3 group=", "pike"), ("set pike region=3", "rook")])
def test_the_nearest_foe_is_the_one_fewest_regions_away(field, edit, target):
    """RPJ-FIELD-5: whoever stands first in the file."""
    field.do(edit)
    field.do("attack ann @nearest", *MISS)
    assert field.rolls("attack")[0].target == target


@pytest.mark.parametrize(
    ("who", "target", "weapon", "reached"),
    [
        ("ann", "pike", "rifle", True),
        ("ann", "pike", "grenade", False),
        ("ann", "rook", "grenade", True),
        ("rook", "pike", "pistol", True),
        ("rook", "pike", "sword", False),
        ("rook", "bob", "sword", True),
        ("bob", "rook", "", True),
        ("bob", "pike", "", False),
    ],
)
def test_one_function_says_what_reaches_whom(field, who, target, weapon, reached):
    """RPJ-FIELD-4, RPJ-FIELD-5: hands and blades inside the group, what shoots as far as it does."""
    assert field.session.rules.reaches(field.fight, who, target, weapon) is reached


def test_a_round_is_a_minute_and_an_action_five_seconds(field):
    """RPJ-TIME-1: the status tells the rounds gone by, and what the turn that runs has taken of its minute."""
    assert elapsed(field.fight) == "0 min"
    field.do("attack ann pike", 1, 1, 1, 1)
    assert elapsed(field.fight) == "0 min; this turn: 5 s"
    field.do("turn next")
    assert elapsed(field.fight) == "0 min"
    for _ in range(3):
        field.do("turn next")
    field.do("attack ann pike --aimed", 1, 1, 1, 1)
    assert field.session.rules.picture(field.fight)[0] == "elapsed: 1 min; this turn: 10 s"


def test_the_turn_of_the_fallen_takes_no_time(begin):
    """RPJ-TIME-1, RPJ-DMG-7: it takes no action, and its roll is none."""
    field = begin("damage pike 3")
    field.turn_of("pike")
    assert elapsed(field.fight) == "0 min"
