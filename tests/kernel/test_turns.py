"""Orders of turns whose slots are teams: the members of a team share its turn."""

import msgspec
import pytest

from rbfcli.kernel import turns
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Slot
from rbfcli.kernel.scene import Scene
from rbfcli.language.names import Around, several_combatants
from rbfcli.render.style import Style
from rbfcli.render.tables import fight_lines

ORDER = (Slot(who="crew", count=5), Slot(who="dockers", count=3))


def members(fight, team):
    """Everybody of a side."""
    return tuple(who for who, one in fight.combatants.items() if one.side == team)


@pytest.fixture
def scene(pier):
    """A scene whose order holds the two sides, the first of them acting."""
    rules = msgspec.structs.replace(pier.rules, members=members, takes_turns=members, hooks=type(pier.rules.hooks)())
    made = Scene(pier.fight, Seeded("teams"), rules)
    turns.settle_order(made, ORDER, "X-1")
    turns.begin_first_round(made, "X-1")
    return made


def test_a_condition_on_a_member_is_counted_on_the_turns_of_its_team(scene):
    scene.afflict("ada", "dazed", "X-1", rounds=1)
    turns.next_turn(scene, "X-1")
    assert "dazed" in scene.fight.combatants["ada"].conditions, "the turn that runs does not count"
    turns.next_turn(scene, "X-1")
    turns.next_turn(scene, "X-1")
    assert "dazed" not in scene.fight.combatants["ada"].conditions


def test_the_active_ones_are_the_members_of_the_team_that_acts(scene):
    around = Around(scene.rules, scene.fight)
    assert several_combatants("@active", around) == members(scene.fight, "crew")
    marked = [line for line in fight_lines(scene.fight, scene.rules, Style()) if line.startswith(">")]
    assert len(marked) == len(members(scene.fight, "crew"))


def test_a_turn_split_over_two_places_ends_with_the_last(scene):
    split = (Slot(who="crew", count=5), Slot(who="dockers", count=3), Slot(who="crew", count=1, held=True))
    turns.settle_order(scene, split, "X-1")
    scene.afflict("ada", "dazed", "X-1", rounds=3)
    before = scene.fight.combatants["ada"].conditions["dazed"].rounds
    turns.next_turn(scene, "X-1")
    assert scene.fight.combatants["ada"].conditions["dazed"].rounds == before, "the turn goes on later"
    turns.next_turn(scene, "X-1")
    assert scene.fight.active == "crew"
    turns.next_turn(scene, "X-1")
    assert scene.fight.combatants["ada"].conditions["dazed"].rounds == before - 1
