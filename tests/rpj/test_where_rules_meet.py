"""Where two rules of RPJ meet: rulings that were wrong at a table once."""

import pytest


@pytest.fixture
def turned(field):
    """Ann in the ditch behind its wall, turned to Rook, who is in the ditch too."""
    field.do("set ann cover=wall"), field.do("set rook region=0")
    field.do("reorient ann")
    assert field.ann.reoriented
    return field


def test_a_move_to_another_place_behind_the_same_wall_turns_one_back(turned):
    """RPJ-COV-8: it is another Move action, though the cover is the same."""
    turned.do("move ann --join rook --cover wall --no-react")
    assert (turned.ann.cover, turned.ann.reoriented) == ("wall", False)


def test_so_does_a_cautious_one(turned):
    """RPJ-COV-8, RPJ-CAU-1: at the beginning of the next turn."""
    turned.turn_of("bob"), turned.turn_of("ann")
    assert turned.ann.reoriented
    turned.do("cautious ann --join rook --cover wall")
    assert (turned.ann.cover, turned.ann.reoriented) == ("wall", False)


def test_cover_that_is_carried_along_turns_back_too(turned):
    """RPJ-COV-8, RPJ-COV-9: where by the option cover goes with whoever moves."""
    turned.do("set fight options.cover_left_behind=false"), turned.do("set ann cover=+3/1f reoriented=true")
    turned.do("move ann 1")
    assert (turned.ann.region, turned.ann.cover, turned.ann.reoriented) == ("1", "+3/1f", False)


def test_a_cautious_turn_without_a_move_turns_nobody(turned):
    """RPJ-COV-8, RPJ-CAU-1: no Move action is made."""
    turned.turn_of("bob"), turned.turn_of("ann")
    turned.do("cautious ann")
    assert turned.ann.reoriented


def test_who_goes_down_in_its_own_turn_has_not_rolled_in_it(field):
    """RPJ-STB-1, RPJ-DMG-7: its first roll is due in its next turn, and the refusal says so."""
    field.do("damage ann 9")
    assert field.refused("stabilize ann").message == "Ann went down in this turn and rolls in the next"
    field.turn_of("bob"), field.turn_of("ann")
    assert field.do("stabilize ann", 1, 1, 1, 1) == "failure"
    assert field.refused("stabilize ann").message == "Ann has rolled this turn"


def test_the_sheet_of_the_fallen_promises_no_free_attack(field):
    """RPJ-DMG-7, RPJ-ACT-4: they take no action but the roll."""

    def told():
        return next((each.value for each in field.session.rules.details(field.fight, "ann") if each.name == "free"), "")

    assert told() == "free attack left"
    field.do("damage ann 9")
    assert told() == ""
