"""The tests a system's author writes: the laws of all systems, and each rule with its dice given."""

from pathlib import Path

import pytest

from rbfcli.core.errors import Refusal
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.testing import LAWS_OF_ENCOUNTERS, LAWS_OF_SYSTEMS
from rbfcli.testing.fights import play_fights

YARD = str(Path(__file__).with_name("yard.toml"))


@pytest.mark.parametrize("law", LAWS_OF_SYSTEMS)
def test_the_laws_of_systems(law):
    law("skirmish")


@pytest.mark.parametrize("law", LAWS_OF_ENCOUNTERS)
def test_the_laws_of_encounters(law):
    law(YARD)


def test_random_fights_keep_the_laws():
    play_fights(YARD, range(5))


@pytest.fixture
def yard():
    """A fight in the yard; `play` performs lines."""
    session = from_encounter(YARD, "yard", source=YARD)

    def play(*lines):
        for line in lines:
            session.perform(read_line(line, session.rules, session.fight))
        return session.fight.combatants

    return play


def test_the_highest_die_counts(yard):
    """SKI-ATK-1: 4 hits and takes one."""
    assert yard("attack ines bully1 --dice 1,4,2", "choose stay")["bully1"].stamina == 2
    assert yard("attack ines bully1 --dice 1,3,3")["bully1"].stamina == 2


def test_a_six_is_clean(yard):
    """SKI-ATK-2 and SKI-OUT-1: it takes two, and who has none left is out."""
    line = "attack ines bully1 --dice 1,6,2 --answer step-in=stay --answer clean=hurt"
    people = yard(line, line)
    assert (people["bully1"].stamina, "out" in people["bully1"].conditions) == (0, True)


def test_the_sharpest_goes_first_and_acts_once(yard):
    """SKI-TURN-1 and SKI-TURN-2."""
    yard("init", "attack olaf bully1 --dice 1,1")
    with pytest.raises(Refusal, match="Olaf has no action now"):
        yard("attack olaf bully1")
    with pytest.raises(Refusal, match="Bully 1 has no action now"):
        yard("attack bully1 olaf")


def test_a_taunt_costs_a_die_for_one_turn(yard):
    """SKI-TNT-1: the bully strikes with one die of two, and then with two again."""
    stay = "--answer step-in=stay"
    yard("init", "taunt olaf bully1 --dice 1,1,1,5", "turn", "turn", f"attack bully1 ines --dice 4 {stay}", "turn")
    assert "rattled" not in yard("turn", "turn", "turn", f"attack bully1 ines --dice 3,4 {stay}")["bully1"].conditions


def test_a_clean_hit_may_rattle_instead(yard):
    """SKI-ATK-2: it takes one, and the foe is rattled."""
    bully = yard("attack ines bully1 --dice 1,6,2", "choose stay", "choose rattle")["bully1"]
    assert (bully.stamina, "rattled" in bully.conditions) == (2, True)


def test_a_friend_steps_in(yard):
    """SKI-STEP-1: the blow falls on the friend, who has spent its action."""
    people = yard("init", "turn", "attack ines bully1 --dice 1,2,5", "choose step")
    assert [people[who].stamina for who in ("bully1", "bully2")] == [3, 2]
    assert people["bully2"].acted


@pytest.mark.parametrize(("faces", "left"), [("1,2,3", 1), ("1,2,4", 2), ("1,2,6", 3)])
def test_damage_is_shrugged_off(yard, faces, left):
    """SKI-SAVE-1: nothing, one or all of it."""
    assert yard(f"damage-save ines --damage 2 --dice {faces}")["ines"].stamina == left
