"""A roll says which of its dice were thrown by hand: all of them, or so many of the first."""

import pytest

from rbfcli.kernel.events import Die, Modifier, Rolled
from rbfcli.render.roll_sentences import roll_sentence
from rbfcli.render.style import Style
from rbfcli.systems.rbf import RULES


@pytest.mark.parametrize(
    ("given", "edge_given", "said"),
    [
        ((False, False), (), "[5 7] +2 Dodge"),
        ((True, True), (), "[5 7] by hand +2 Dodge"),
        ((True, False), (), "[5 7], the first by hand, +2 Dodge"),
        ((True, True), (True,), "[5 7] -[4] by hand +2 Dodge"),
        ((True, True), (False,), "[5 7] -[4], the first 2 by hand, +2 Dodge"),
    ],
)
def test_which_dice_were_thrown_by_hand(given, edge_given, said):
    dice = tuple(Die(sides=8, face=face, given=each) for face, each in zip((5, 7), given, strict=True))
    edge_dice = tuple(Die(sides=8, face=4, given=each) for each in edge_given)
    rolled = Rolled(
        who="ada", label="dodge", dice=dice, edge_dice=edge_dice, modifiers=(Modifier(2, "Dodge"),), total=14
    )
    assert roll_sentence(rolled, str, RULES, Style()) == f"ada, dodge: {said} = 14"
