"""Bundled fights are fair: with everyone on the policy `weakest`, either side can win, in 3 to 8 rounds."""

from statistics import mean

import pytest

from rbfcli.core.errors import Refusal
from rbfcli.lab.simulate import plan_of, played_once, require_a_fight
from rbfcli.storage.paths import list_encounters
from rbfcli.systems.registry import SHIPPED
from tests.lab.fights import begun

BUNDLED = [*list_encounters(), *(f"{system}/{name}" for system in SHIPPED for name in ("ambush", "duel"))]


def fought(name, number, seed):
    """The share of fights that the players win, and the rounds of a fight on average."""
    session = begun(name)
    plan = plan_of(session.rules, session.fight, seed)
    players = next(iter(session.fight.combatants.values())).side
    fights = [played_once(plan, each) for each in range(1, number + 1)]
    return mean(each.winner == players for each in fights), mean(each.rounds for each in fights)


def is_a_fight(name):
    """Whether two sides fight: a crisis has only one."""
    session = begun(name)
    try:
        require_a_fight(session.rules, session.fight)
    except Refusal:
        return False
    return True


FIGHTS = [name for name in BUNDLED if is_a_fight(name)]


def test_only_the_crisis_is_no_fight():
    assert set(BUNDLED) - set(FIGHTS) == {"losing-air"}


@pytest.mark.parametrize("name", FIGHTS)
def test_either_side_can_win(name):
    """A few fights of one seed, between bounds that a fair fight keeps."""
    won, rounds = fought(name, 12, "fair")
    assert 1 / 12 <= won <= 11 / 12
    assert 2 < rounds < 12


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGHTS)
def test_the_players_win_35_to_85_of_100_in_3_to_8_rounds(name):
    """What `simulate NAME -n 300 --seed 1` says."""
    won, rounds = fought(name, 300, "1")
    assert 0.35 <= won <= 0.85
    assert 3 <= rounds <= 8
