"""Mistakes that only the tracker sees: where it stands on its sheet."""

import pytest
from msgspec.structs import replace

from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.threat import RULES


@pytest.fixture
def fight():
    session = from_encounter(find_encounter("mine-raid"), "x", "mine-raid")
    session.perform(read_line("init", session.rules, session.fight))
    return session.fight


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"threat": 1}, []),
        ({"threat": 5}, []),
        ({"threat": 0}, ["board.threat must be from 1 to 5, not 0"]),
        ({"threat": 6}, ["board.threat must be from 1 to 5, not 6"]),
        ({"tracker": 3}, []),
        ({"tracker": 4}, ["board.tracker must be at most the spaces (3), not 4"]),
    ],
)
def test_the_tracker_stands_on_its_sheet(fight, changes, lines):
    """THR-TRACK-1, THR-TRACK-2: from its lowest to its highest row, and no further than its spaces."""
    there = replace(fight, board=replace(fight.board, **changes))
    found = [*RULES.mistakes(there, "")]
    assert [each.line for each in found] == lines
    assert all(each.left_to_rules for each in found)
    assert [*RULES.mistakes(there, "rill")] == []


def test_before_the_first_phase_there_is_no_row(fight):
    """THR-TRACK-1: the sheet is not in use yet."""
    assert [*RULES.mistakes(replace(fight, phase="", board=replace(fight.board, threat=0)), "")] == []
