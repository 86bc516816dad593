"""What players see of a BGC fight."""

from msgspec.structs import replace

from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.bgc.sight import players


def test_the_players_side_is_that_of_their_characters():
    fight = from_encounter(find_encounter("street-arrest"), "sight", source="street-arrest").fight
    assert set(players(fight)) == {"police"}
    nobody = {who: replace(one, player=False) for who, one in fight.combatants.items()}
    assert players(replace(fight, combatants=nobody)) == ()
