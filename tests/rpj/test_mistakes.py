"""Mistakes that only RPJ sees: regions and cover that are not there, layers that nobody wears."""

import pytest
from msgspec.structs import replace

from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.rpj import RULES


@pytest.fixture
def fight():
    return from_encounter(find_encounter("hangar-seven"), "x", "hangar-seven").fight


def on_sheet(fight, who, **changes):
    there = replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **changes)})
    assert [*RULES.mistakes(there, "")] == []
    return [*RULES.mistakes(there, who)]


@pytest.mark.parametrize(
    ("who", "changes", "line"),
    [
        ("hunter", {}, ""),
        ("hunter", {"cover": "+3/1f"}, ""),
        ("hunter", {"cover": "bulkhead"}, "combatants.hunter.cover: there is no piece of cover there 'bulkhead'"),
        ("sela", {"region": "", "cover": "bulkhead"}, ""),
        (
            "sela",
            {"region": "", "cover": "railing"},
            "combatants.sela.cover: there is no piece of cover there 'railing'",
        ),
        ("sela", {"crossed": {"vest": (9,)}}, ""),
        ("sela", {"crossed": {"vest": (9, 2)}}, "combatants.sela.crossed.vest[2]: vest has no 2 left to cross out"),
        ("sela", {"crossed": {"shell": (1,)}}, "combatants.sela.crossed.shell: there is no layer 'shell'"),
        ("sela", {"base": "vest"}, ""),
        ("sela", {"base": "core"}, "combatants.sela.base: there is no layer 'core'"),
        ("sela", {"layers": {}, "crossed": {"base": (1,)}, "base": "base"}, ""),
        ("sela", {"layers": {}, "base": "vest"}, "combatants.sela.base: there is no layer 'vest'"),
    ],
)
def test_what_a_sheet_names_is_there(fight, who, changes, line):
    """RPJ-FIELD-1, RPJ-FIELD-2, RPJ-COV-1, RPJ-DMG-1: cover of the region, or in numbers; layers that are worn."""
    found = on_sheet(fight, who, **changes)
    assert [each.line.partition(";")[0].partition(" (")[0] for each in found] == ([line] if line else [])


def test_what_is_known_is_said_with_it(fight):
    """RPJ-COV-1, RPJ-DMG-1: the pieces of the region, the layers of the sheet; only cover is left to the rules."""
    cover, layer = on_sheet(fight, "hunter", cover="bulkhead", base="vest")
    assert (cover.hint, cover.left_to_rules) == ("known: railing", True)
    assert (layer.hint, layer.left_to_rules) == ("known: shell, core", False)


def test_regions_of_a_line_are_within_its_length(fight):
    """RPJ-FIELD-2: a line of three has the regions 0, 1 and 2, whatever the file names besides."""
    region = fight.board.regions["bay"]
    board = replace(fight.board, links=(), length=3, regions={"1": region, "7": region})
    assert [each.line for each in RULES.mistakes(replace(fight, board=board), "")] == [
        "board.regions.7: there is no region '7'; known: 0, 1, 2"
    ]
