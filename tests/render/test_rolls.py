"""The sum of a roll says which of its dice were thrown by hand; without it, that is said where only some were."""

import pytest

from rbfcli.kernel.events import Die, Modifier, Rolled
from rbfcli.render.roll_sentences import dice_text, sum_text
from rbfcli.render.style import Style


@pytest.mark.parametrize(
    ("given", "edge_given", "summed", "said"),
    [
        ((False, False), (), "[5 7] +2 Dodge", "[5 7] +2"),
        ((True, True), (), "[5 7] by hand +2 Dodge", "[5 7] +2"),
        ((True, False), (), "[5 7], the first by hand, +2 Dodge", "[5 7] +2, the first by hand"),
        ((True, True), (True,), "[5 7] -[4] by hand +2 Dodge", "[5 7] -[4] +2"),
        ((True, True), (False,), "[5 7] -[4], the first 2 by hand, +2 Dodge", "[5 7] -[4] +2, the first 2 by hand"),
    ],
)
def test_which_dice_were_thrown_by_hand(given, edge_given, summed, said):
    dice = tuple(Die(sides=8, face=face, given=each) for face, each in zip((5, 7), given, strict=True))
    edge_dice = tuple(Die(sides=8, face=4, given=each) for each in edge_given)
    rolled = Rolled(
        who="ada", label="dodge", dice=dice, edge_dice=edge_dice, modifiers=(Modifier(2, "Dodge"),), total=14
    )
    assert sum_text(rolled, Style()) == f"{summed} = 14"
    assert dice_text(rolled) == said
