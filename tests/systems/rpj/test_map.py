"""Cover: notation, flanking distance, reorienting, giving it up."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.rpj.conditions import standing
from rbfcli.systems.rpj.entry import migrate
from rbfcli.systems.rpj.map import (
    Shelter,
    adjacent,
    groups_in,
    linked,
    protection,
    range_between,
    read_cover,
    region_ids,
)
from rbfcli.systems.rpj.sheet import Battlefield, Region, Weapon
from rbfcli.systems.rpj.view import elapsed
from tests.laws.reach import reaches
from tests.showing import facts

MISS = (1, 1, 1, 1)


def against(field, shooter="ann", target="pike"):
    """What a shot is rolled against."""
    field.do(f"attack {shooter} {target} --force --no-react", *MISS)
    return field.rolls("attack")[0].against


@pytest.mark.parametrize(
    ("text", "shelter"),
    [("+3/1f", Shelter(3, 1)), ("+2/*", Shelter(2, None)), ("+1/0f", Shelter(1, 0)), ("+12/10f", Shelter(12, 10))],
)
def test_cover_is_read_from_its_notation(text, shelter):
    """RPJ-COV-1: quality and flanking distance; `*` is none."""
    assert read_cover(text) == shelter


@pytest.mark.parametrize("text", ["", "+3", "3/1f", "+3/1", "+/1f", "+3/f", "+x/1f", "-3/1f", "+3/1ff", "+²/1f"])
def test_what_is_no_cover_is_not_read(text):
    """RPJ-COV-1: anything else describes none."""
    assert read_cover(text) is None


@pytest.mark.parametrize(
    ("distance", "reoriented", "bonus", "rule"),
    [
        (2, False, 3, "RPJ-COV-4"),
        (1, False, 1, "RPJ-COV-3"),
        (0, False, 0, "RPJ-COV-4"),
        (0, True, 3, "RPJ-COV-6"),
        (1, True, 1, "RPJ-COV-6"),
        (2, True, 0, "RPJ-COV-6"),
    ],
)
def test_what_a_wall_adds(distance, reoriented, bonus, rule):
    """RPJ-COV-3, RPJ-COV-4, RPJ-COV-6: +3/1f at ranges 2, 1 and 0, and turned round (worked check 3)."""
    assert protection(Shelter(3, 1), distance, adjacent=False, reoriented=reoriented) == (bonus, rule)


@pytest.mark.parametrize(("distance", "adjacent", "bonus"), [(0, False, 3), (4, False, 3), (0, True, 1)])
def test_cover_all_around(distance, adjacent, bonus):
    """RPJ-COV-5: `*` counts in full from range 0, and half against an adjacent attacker."""
    assert protection(Shelter(3, None), distance, adjacent=adjacent, reoriented=False) == (bonus, "RPJ-COV-5")


def test_cover_adds_to_the_ranged_defense_value(field):
    """RPJ-COV-2: in full beyond the flanking distance; the event reports it with its rule."""
    assert against(field) == 18
    field.do("cover pike crates --force")
    assert against(field) == 18 + 3
    assert field.rule("covered") == "RPJ-COV-4"
    assert field.told("covered")["bonus"] == "+3"
    assert facts(field.session.rules, field.fight, "pike")["cover"] == "+3/1f"


def test_cover_does_nothing_in_melee(field):
    """RPJ-COV-2: never to the melee defense value."""
    field.do("set rook cover=+3/0f")
    field.turn_of("bob")
    field.do("attack bob rook", *MISS)
    assert field.rolls()[0].against == 16
    assert field.told("covered") is None


def test_an_attacker_at_the_flanking_distance_halves_it(field):
    """RPJ-COV-3: from one region away 3 becomes 1."""
    field.do("cover pike crates --force")
    assert against(field, "rook") == 18 + 1
    assert field.rule("covered") == "RPJ-COV-3"


def test_an_attacker_inside_the_flanking_distance_ignores_it(field):
    """RPJ-COV-4: from the same region there is none."""
    field.do("cover pike crates --force")
    field.do("set rook region=2")
    assert against(field, "rook") == 18


def test_reorienting_turns_the_protection(field):
    """RPJ-COV-6: a Move action; near ones count, far ones do not."""
    field.do("cover pike crates --force")
    field.turn_of("pike")
    field.do("reorient pike")
    assert field.pike.actions_left == 1
    assert against(field) == 18
    assert field.rule("covered") == "RPJ-COV-6"
    field.do("set rook region=2")
    assert against(field, "rook") == 18 + 3


def test_reorienting_needs_cover_with_a_flank(field):
    """RPJ-COV-6: without cover it is refused, with `*` there is no other side."""
    assert field.refused("reorient ann").rule == "RPJ-COV-6"
    field.do("cover ann pipe")
    wrong = field.refused("reorient ann --force")
    assert (wrong.rule, wrong.status) == ("RPJ-COV-6", 1)


def test_reorienting_provokes_nobody(begin):
    """RPJ-COV-7: Rook is adjacent to Bob, and Pike suppresses him; neither is asked."""
    field = begin("set bob cover=+2/1f", 'condition add bob "suppressed by pike"')
    field.turn_of("bob")
    field.do("reorient bob")
    assert field.bob.reoriented
    assert field.offers() == []


def test_another_move_action_turns_it_back(field):
    """RPJ-COV-8: the flanking distance is as before."""
    field.do("cover pike crates --force")
    field.turn_of("pike")
    field.do("reorient pike")
    field.do("reorient pike")
    assert (field.pike.reoriented, field.pike.actions_left) == (False, 0)
    assert field.last.events[-1].rule == "RPJ-COV-8"


def test_leaving_gives_cover_up(begin):
    """RPJ-COV-9: the region or the group; an option lets cover come along."""
    field = begin("set ann cover=wall")
    field.do("move ann 1")
    assert field.ann.cover == ""
    assert field.rule("leaves-cover") == "RPJ-COV-9"
    field.do("cover bob +2/* --force")
    field.do("move bob 1 --no-react --force")
    assert (field.bob.region, field.bob.group, field.bob.cover) == ("1", "", "")
    for had, kept in (("wall", "+3/1f"), ("+2/1f", "+2/1f")):
        field = begin(f"set ann cover={had}", "set fight options.cover_left_behind=false")
        field.do("move ann 1")
        assert field.ann.cover == kept


@pytest.mark.parametrize(
    ("line", "cover"), [("set ann region=1", ""), ("set ann cover=wal1 --force", ""), ("set ann group=B", "wall")]
)
def test_cover_that_is_not_there_any_more_ends(begin, line, cover):
    """RPJ-COV-9: if the GM moves a combatant away from it, or forces an unknown piece."""
    field = begin("set ann cover=wall reoriented=true")
    field.do(line)
    assert (field.ann.cover, field.ann.reoriented) == (cover, bool(cover))
    assert bool(cover) != ("ann leaves-cover" in field.cited().get("RPJ-COV-9", ""))


@pytest.mark.parametrize("line", ["set ann cover=crates", "set ann region=2 cover=wall", "set pike cover=wall"])
def test_set_refuses_cover_that_is_not_there(field, line):
    """RPJ-COV-1: as `cover` and `add` do."""
    assert "unknown piece of cover" in str(field.refused(line))
    field.do(line + " --force")
    assert (field.ann.cover, field.pike.cover) == ("", "")


@pytest.mark.parametrize("cover", ["", "pipe", "+2/*"])
def test_set_turns_nobody_without_cover_to_turn_in(begin, cover):
    """RPJ-COV-6: as `reorient` does; forced reorienting does not last, and cover without another side has no effect."""
    field = begin(f"set ann cover={cover}")
    refusal = field.refused("set ann reoriented=true")
    assert (refusal.rule, refusal.hint) == ("RPJ-COV-6", "try: cover ann PIECE, or --force")
    field.do("set ann reoriented=true --force")
    assert (field.ann.reoriented, field.cited()["RPJ-COV-6"]) == (
        False, "Ann is not in cover that has another side, ann reoriented"
    )  # fmt: skip
    field.do("set ann cover=wall")
    field.do("set ann reoriented=true")
    assert field.ann.reoriented
    field.do(f"set ann cover={cover}")
    assert not field.ann.reoriented


def test_who_is_set_in_another_region_leaves_group_and_cover_behind(begin):
    """RPJ-FIELD-3, RPJ-COV-9: unless the GM sets them too; no one joins another group of the same name."""
    field = begin("set rook cover=+2/1f", "set pike region=2 group=A")
    field.do("set rook region=2")
    assert (field.rook.group, field.rook.cover) == ("", "")
    field.do("set rook region=1 group=A cover=+2/1f")
    assert (field.rook.group, field.rook.cover) == ("A", "+2/1f")


def test_a_new_place_forgets_which_way_one_faced(begin):
    """RPJ-COV-9: reorienting belonged to the lost cover."""
    field = begin("set ann cover=wall reoriented=true")
    field.do("move ann 1 --cover +1/1f")
    assert (field.ann.cover, field.ann.reoriented) == ("+1/1f", False)


def test_taking_cover_where_one_stands(begin):
    """RPJ-COV-2: costs the actions of the option; giving it up costs nothing."""
    field = begin()
    field.do("cover ann wall")
    assert (field.ann.cover, field.ann.actions_left) == ("wall", 1)
    field.do("cover ann none")
    assert (field.ann.cover, field.ann.actions_left) == ("", 1)
    field = begin("set fight options.cover_actions=0")
    field.do("cover ann wall")
    assert field.ann.actions_left == 2


@pytest.mark.parametrize("line", ["cover ann crates", "cover ann +3", "move ann 2 --cover wall --force"])
def test_cover_that_is_not_there_is_refused(field, line):
    """RPJ-COV-1: with the pieces there, and how to write others."""
    wrong = field.refused(line)
    assert wrong.rule == "RPJ-COV-1"
    assert "+3/1f" in wrong.hint
    assert "none" in wrong.hint


def test_cover_is_known_by_its_beginning(field):
    """RPJ-COV-1: `wa` is the wall."""
    field.do("cover ann wa")
    assert field.ann.cover == "wall"


def test_the_same_cover_again_is_refused(field):
    """RPJ-COV-2: there is nothing to do."""
    assert field.refused("cover ann none").rule == "RPJ-COV-2"
    field.do("cover ann wall")
    assert field.refused("cover ann wall").rule == "RPJ-COV-2"


# The battlefield: lines and graphs, adjacency groups, ranges, melee reach, time.


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
    """RPJ-FIELD-3: each combatant is in one group or alone; a group in another region is another group."""
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
    assert (wrong.status, wrong.hint) == (2, "groups: A")
    field.do("set pike group=B")
    wrong = field.refused("move ann 1 --group B")
    assert wrong.rule == "RPJ-FIELD-3"
    assert wrong.hint == "groups: A"
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
    assert field.pike.overwatch == ("0",)


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
    """RPJ-FIELD-2: no shots or moves without links."""
    field = begin()
    links = (("0", "1"), ("1", "2"))
    board = replace(field.fight.board, links=links, regions={**field.fight.board.regions, "nowhere": Region()})
    field.session.fight = replace(field.fight, board=board)
    assert field.refused("set pike region=anywhere").status == 2
    field.do("set pike region=nowhere")
    wrong = field.refused("attack ann pike")
    assert (wrong.rule, wrong.message) == ("RPJ-FIELD-2", "Pike is out of range: no links lead to region nowhere")
    assert field.do("attack ann pike --force", 1, 1, 1, 1) == "failure"
    field.turn_of("pike")
    assert field.refused("move pike 2").hint == "linked regions: none; or use --force"


@pytest.mark.parametrize(("edit", "target"), [("set rook region=3 group=", "pike"), ("set pike region=3", "rook")])
def test_the_nearest_foe_is_the_one_fewest_regions_away(field, edit, target):
    """RPJ-FIELD-5: the first combatant in the file."""
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
    assert reaches(field.session.rules, field.fight, (who, target, weapon)) is reached


def test_a_round_is_a_minute_and_an_action_five_seconds(field):
    """RPJ-TIME-1: the status shows past rounds, and the current turn's share of its minute."""
    assert elapsed(field.fight) == "0 min"
    field.do("attack ann pike", 1, 1, 1, 1)
    assert elapsed(field.fight) == "0 min; this turn: 5 s"
    field.do("turn next")
    assert elapsed(field.fight) == "0 min"
    for _ in range(3):
        field.do("turn next")
    field.do("attack ann pike --aimed", 1, 1, 1, 1)
    assert field.session.rules.picture(field.fight)[0] == "elapsed: 1 min; this turn: 10 s"


def test_time_never_goes_back_when_somebody_falls_in_their_turn(field):
    """RPJ-TIME-1, RPJ-DMG-7: the whole turn has gone by for a mover that is cut down, and for a shooter."""
    field.turn_of("rook")
    field.do("attack rook ann --with pistol --no-react", 1, 1, 1, 1)
    assert elapsed(field.fight) == "0 min; this turn: 5 s"
    field.do("set rook crossed.base=10,12")
    field.do("move rook 2 --react bob", 6, 6, 6, 6, 1, 1, 1, 1)
    assert not standing(field.rook)
    assert elapsed(field.fight) == "0 min; this turn: 10 s"


def test_the_turn_of_the_fallen_takes_no_time(begin):
    """RPJ-TIME-1, RPJ-DMG-7: it takes no action, and its roll is none."""
    field = begin("damage pike 3")
    field.turn_of("pike")
    assert elapsed(field.fight) == "0 min"
