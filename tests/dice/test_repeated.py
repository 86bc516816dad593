"""Dice that fell before come first when a command is played again."""

import pytest

from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.repeated import Repeated
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import UsageError


@pytest.mark.parametrize("draw", ["row", "pool"])
def test_what_fell_before_falls_again_and_new_dice_follow(draw):
    dice = Repeated([5, 7, 1], Seeded("x"))
    assert (getattr(dice, draw)(8, 2), dice.left) == ([5, 7], 1)
    assert (getattr(dice, draw)(8, 1), dice.left) == ([1], 0)
    assert getattr(dice, draw)(8, 2) == Seeded("x").row(8, 2)
    assert dice.faces == [5, 7, 1, *Seeded("x").row(8, 2)]


@pytest.mark.parametrize(("sides", "count"), [(6, 1), (8, 3)])
def test_where_other_dice_are_asked_for_the_rules_have_changed(sides, count):
    with pytest.raises(UsageError, match="other dice"):
        Repeated([7, 1], Seeded("x")).row(sides, count)


def test_faces_by_hand_wait_behind_those_that_fell_before():
    dice = Repeated([5], Given([2], Seeded("x")))
    assert dice.given_left == 0
    dice.row(6, 1)
    assert dice.given_left == 1
