"""What players see of an RBF fight (RBF-ACT-4, RBF-STL-3)."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.fight import Condition
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.rbf.sheet import Place
from rbfcli.systems.rbf.sight import ground, hides, players

DOCKS = from_encounter(find_encounter("dock-ambush"), "sight", source="dock-ambush").fight
HIDDEN, SPOTTED = {"hidden": Condition()}, {"hidden": Condition(), "spotted": Condition()}


def with_fields(fight, who, **fields):
    """The fight with other fields on a sheet."""
    return replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **fields)})


@pytest.mark.parametrize(
    ("fields", "side", "hidden"),
    [
        ({}, "crew", False),
        ({"conditions": {"prone": Condition()}}, "crew", False),
        ({"conditions": HIDDEN}, "crew", True),
        ({"conditions": {"Invisible": Condition()}}, "crew", True),
        ({"conditions": SPOTTED}, "crew", False),
        ({"conditions": HIDDEN, "seen_by": ("ada",)}, "crew", False),
        ({"conditions": HIDDEN, "seen_by": ("ada",)}, "", True),
        ({"conditions": HIDDEN, "seen_by": ("thug2",)}, "crew", True),
    ],
)
def test_whom_a_side_does_not_see(fields, side, hidden):
    """RBF-ACT-4, RBF-STL-3: hidden and not pointed out, and seen by none of it."""
    assert hides(with_fields(DOCKS, "thug1", **fields), "thug1", side) is hidden


def test_whoever_is_held_feels_its_grappler():
    """RBF-TEC-GRAPPLE: one of the side is in its hands."""
    fight = with_fields(DOCKS, "thug1", conditions=HIDDEN)
    held = with_fields(fight, "ada", conditions={"grappled": Condition(by="thug1")})
    assert (hides(fight, "thug1", "crew"), hides(held, "thug1", "crew")) == (True, False)
    assert hides(held, "thug1", "")


def test_players_have_skills_instead_of_a_number():
    assert set(players(DOCKS)) == {"crew"}
    assert "tank" not in players(with_fields(DOCKS, "pell", side="tank", object=True))


def test_the_ground_shows_no_preparation_and_no_disguise_with_nobody_in_sight():
    """RBF-FIRE-1, RBF-STL-3: the place is there, what it is good for is not."""
    places = {**DOCKS.board.places, "nest": Place(at=30, prepared=True), "crate": Place(at=31, disguised=True)}
    fight = replace(DOCKS, board=replace(DOCKS.board, places=places), round=2)
    assert ground(fight)[0] == "seconds 6 to 12"
    told = [line.strip() for line in ground(fight)]
    assert "30 m  nest" in told
    assert not any("crate" in line.split() for line in told)
    assert "31 m  crate: thug1" in [line.strip() for line in ground(with_fields(fight, "thug1", place="crate"))]
