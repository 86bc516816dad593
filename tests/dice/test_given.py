"""Faces by hand: in draw order, checked, then the other source; what is left over is said (dice.md rule 14)."""

import pytest

from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import UsageError


def test_faces_come_in_draw_order():
    dice = Given([5, 7, 1], Seeded("x"))
    assert dice.row(8, 2) == [5, 7]
    assert dice.given_left == 1
    assert dice.pool(8, 1) == [1]
    assert dice.given_left == 0


@pytest.mark.parametrize("draw", ["row", "pool"])
def test_too_few_and_the_rest_are_rolled(draw):
    assert getattr(Given([5], Seeded("x")), draw)(8, 3) == [5, *Seeded("x").row(8, 2)]


def test_given_dice_leave_the_seed_alone():
    seeded = Seeded("x")
    Given([5, 7], seeded).row(8, 2)
    assert seeded.drawn == 0


def test_an_impossible_face_names_face_and_die():
    with pytest.raises(UsageError, match="face 9 given for die 2 is impossible: a d8 shows 1 to 8"):
        Given([5, 9], Seeded("x")).row(8, 2)


def test_a_fudge_die_shows_minus_one_to_one():
    assert Given([-1, 0, 1], Seeded("x")).row(3, 3, -1) == [-1, 0, 1]
    with pytest.raises(UsageError, match="face 2 given for die 1 is impossible: a fudge die shows -1 to 1"):
        Given([2], Seeded("x")).row(3, 1, -1)


def test_leftovers_are_an_error():
    dice = Given([5, 7, 1], Seeded("x"))
    dice.row(8, 1)
    with pytest.raises(UsageError, match="2 of the faces given by hand were not needed: 7, 1"):
        dice.finish()


@pytest.mark.parametrize(("needed", "hint"), [(1, "this roll draws 1 die"), (2, "this roll draws 2 dice")])
def test_it_is_said_how_many_faces_would_have_been_right(needed, hint):
    dice = Given([4, 4, 4], Seeded("x"))
    dice.row(6, needed)
    with pytest.raises(UsageError) as wrong:
        dice.finish()
    assert wrong.value.hint == hint


def test_nothing_left_is_no_error():
    dice = Given([5], Seeded("x"))
    dice.row(8, 1)
    dice.finish()
