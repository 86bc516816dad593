"""A roll says which of its dice were rolled by hand."""

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage


@pytest.mark.parametrize(
    ("dice", "told"),
    [("", "] +3 Melee"), (" --dice 4,5", "[4 5] by hand +3 Melee"), (" --dice 4", "] 1 of 2 by hand +3 Melee")],
)
def test_dice_by_hand_are_counted_where_not_all_are(dice, told):
    interpreter = Interpreter(MemoryStorage(), Style())
    interpreter.perform(["start", "duel", "--seed", "docks"])
    line = interpreter.perform(f"attack ada bosun --force{dice}".split()).text
    assert told in line
    assert ("by hand" in line) == bool(dice)
