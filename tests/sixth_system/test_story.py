"""The story of a system that says nothing of its attacks: what can be known is told; and what a wrong one says."""

from pathlib import Path

import pytest

from rbfcli.kernel.errors import PluginFault
from rbfcli.language.fights import read_line
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.story.statistics import Attempts, Fall, Loss
from rbfcli.story.telling import story_of

YARD = str(Path(__file__).with_name("skirmish") / "yard.toml")


def played(session, *lines):
    """The numbers of the story after some lines."""
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    return story_of(session, Style()).statistics


def test_its_attacks_are_the_rolls_of_attack_and_its_damage_is_what_health_lost():
    """Three dice, the highest 4 hits: the chance is 1 less that all three are under it."""
    found = played(
        from_encounter(YARD, "yard", source=YARD),
        *("attack ines bully1 --dice 1,4,2", "choose stay"),
        *("attack ines bully1 --dice 1,2,2", "damage bully1 2"),
    )
    assert found.damage == (Loss(0, "ines", "bully1", 1), Loss(0, "GM", "bully1", 2))
    assert found.attempts == {"ines": Attempts(1, 0, 2)}
    assert found.falls == (Fall(0, "bully1", "GM"),)
    assert (found.successes["ines"].succeeded, *map(str, found.successes["ines"].chances)) == (1, "7/8", "7/8")


@pytest.mark.parametrize("fields", ["dict(attempts={'attack': 3})", "dict(afterwards={'x': 'y'})", "dict(watch=print)"])
def test_what_is_no_attempt_is_the_fault_of_the_plug_in(evil, fields):
    with pytest.raises(PluginFault):
        evil(fields=fields)


def test_a_judge_that_fails_is_the_fault_of_the_plug_in(evil):
    """It fails only for faces that did not fall, so that the attack is played and the story meets it."""
    session = evil(
        "scene.roll(command.who, 'attack', 'X', target=command.targets[0], sides=6, count=1,",
        "    judge=lambda total, kept: 'hit' if total < 6 else 1 / 0)",
    )
    session.perform(read_line("attack ines bully1 --dice 3", session.rules, session.fight))
    with pytest.raises(PluginFault):
        story_of(session, Style())
