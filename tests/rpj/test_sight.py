"""What players see of an RPJ fight (RPJ-TIME-1, RPJ-FIELD-1)."""

from rbfcli.systems.rpj.picture import picture
from rbfcli.systems.rpj.sight import ground
from tests.rpj.conftest import Table


def test_players_are_told_the_minute_and_not_how_many_actions_are_spent():
    """RPJ-TIME-1: the seconds count actions, and how many somebody has is a secret."""
    table = Table()
    assert len(ground(table.fight)) == 1
    table.do("init")
    told = ground(table.fight)
    assert told[0] == "minute 1"
    assert told[1] == picture(table.fight)[1]
