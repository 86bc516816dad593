"""Cover: notation, flanking distance, reorienting, giving it up."""

import pytest

from rbfcli.systems.rpj.ground.cover import Shelter, protection, read_cover
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
    """RPJ-COV-5: `*` counts whole from range 0 on, half against somebody adjacent."""
    assert protection(Shelter(3, None), distance, adjacent=adjacent, reoriented=False) == (bonus, "RPJ-COV-5")


def test_cover_adds_to_the_ranged_defense_value(field):
    """RPJ-COV-2: whole beyond the flanking distance; the event tells it with its rule."""
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
    """RPJ-COV-7: Rook stands beside Bob, and Pike suppresses him; neither is asked."""
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
    ("line", "cover"), [("set ann region=1", ""), ("set ann cover=wal1", ""), ("set ann group=B", "wall")]
)
def test_cover_that_is_not_there_any_more_ends(begin, line, cover):
    """RPJ-COV-9: where the GM moves somebody away from it, or names none that is there."""
    field = begin("set ann cover=wall reoriented=true")
    field.do(line)
    assert (field.ann.cover, field.ann.reoriented) == (cover, bool(cover))
    assert field.cited().get("RPJ-COV-9") == (None if cover else "ann cover, ann reoriented, ann leaves-cover")


def test_cover_written_out_goes_with_who_is_moved(begin):
    """RPJ-COV-9: the GM's own words hold anywhere."""
    field = begin("set ann cover=+2/1f")
    field.do("set ann region=1")
    assert field.ann.cover == "+2/1f"


def test_a_new_place_forgets_which_way_one_faced(begin):
    """RPJ-COV-9: reoriented was towards the cover left behind."""
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
