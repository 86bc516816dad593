"""What players see of a fight by the tracker (THR-START-1, THR-OFF-1)."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.fight import Condition
from rbfcli.systems.threat.sheet import crew_side
from rbfcli.systems.threat.sight import hides, players
from tests.threat.conftest import Table


@pytest.mark.parametrize(
    ("fields", "hidden"),
    [
        ({}, False),
        ({"in_zone": False}, True),
        ({"noticed": False}, True),
        ({"conditions": {"unseen": Condition()}}, True),
    ],
)
def test_who_is_not_there_or_not_noticed_is_hidden(fields, hidden):
    """THR-START-1."""
    fight = Table().session.fight
    who = next(iter(fight.combatants))
    fight = replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **fields)})
    assert hides(fight, who, "anybody") is hidden


def test_the_players_are_the_crew():
    """THR-OFF-1: where there is one."""
    fight = Table().session.fight
    assert players(fight) == (crew_side(fight),)
    others = {who: replace(one, side="guards", pc=False) for who, one in fight.combatants.items()}
    assert players(replace(fight, combatants=others)) == ()
