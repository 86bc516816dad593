"""The story, completion and `rbf doctor` with systems of other packages."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rbfcli.core.errors import PluginBug
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.names import NameContext
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.story.statistics import Fall, Loss
from rbfcli.story.story import story_of
from tests.story.conftest import attempts

HERE = Path(__file__).parent
# The story of a system that says nothing of its attacks: what can be known is told; and what a wrong one says.


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
    assert attempts(found) == {"ines": (1, 0, 2)}
    assert found.falls == (Fall(0, "bully1", "GM"),)
    assert (found.successes["ines"].succeeded, *map(str, found.successes["ines"].chances)) == (1, "7/8", "7/8")


@pytest.mark.parametrize("fields", ["dict(attempts={'attack': 3})", "dict(afterwards={'x': 'y'})"])
def test_what_is_no_attempt_is_the_fault_of_the_plug_in(evil, fields):
    with pytest.raises(PluginBug):
        evil(fields=fields)


def test_a_judge_that_fails_is_the_fault_of_the_plug_in(evil):
    """It fails only for faces that did not fall, so that the attack is played and the story meets it."""
    session = evil(
        "scene.roll(command.who, 'attack', 'X', target=command.targets[0], sides=6, count=1,",
        "    judge=lambda total, kept: 'hit' if total < 6 else 1 / 0)",
    )
    session.perform(read_line("attack ines bully1 --dice 3", session.rules, session.fight))
    with pytest.raises(PluginBug):
        story_of(session, Style())


# What the prompt offers in a fight of a system from outside, and what it says of it without a word of the author's.


def offered(line, *before):
    session = from_encounter(YARD, "yard", source=YARD)
    for each in before:
        session.perform(read_line(each, session.rules, session.fight))
    found = suggest(line, len(line), NameContext(session.rules, session.fight), KnownNames())
    return {each.word: each.what for each in found}


def test_conditions_tell_what_they_do():
    assert offered("condition add ines ratt")["rattled"] == "attack -1"


def test_answers_tell_what_follows():
    found = offered("choose ", "attack ines bully1 --dice 1,4,2")
    assert list(found)[:2] == ["step", "stay"]
    assert all(found.values())


def test_a_meaning_that_fails_is_left_out(evil):
    """What only a reader sees costs nobody a word."""
    session = evil("pass", fields="dict(meaning=lambda fight, kind, word, who: 1 / 0)")
    found = suggest("turn ", 5, NameContext(session.rules, session.fight), KnownNames())
    assert found[0].word == "next"
    assert found[0].what == "end this turn and begin the next"


# `rbf doctor` finds what is wrong with a plug-in, whatever it does to the process that imports it.


def doctor(folder):
    """What it finds, and its exit status."""
    command = [sys.executable, "-m", "rbfcli", "doctor", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.stderr == ""
    return json.loads(done.stdout), done.returncode


def test_a_plug_in_that_is_well(tmp_path):
    tables, status = doctor(tmp_path)
    assert status == 0
    assert tables["plug_ins"] == {"skirmish": {"ok": True, "found": "rbfcli-skirmish 1.0: Skirmish in the yard"}}


def test_plug_ins_that_are_not(another, tmp_path):
    another("failer", "failing:RULES", "\n1 // 0")
    another("leaver", "leaving:RULES", "raise SystemExit(0)")
    another("false", "none:RULES", "", entries="rbf = none:RULES")
    tables, status = doctor(tmp_path)
    assert status == 1
    found = {name: (each["ok"], each["found"]) for name, each in tables["plug_ins"].items()}
    assert found == {
        "skirmish": (True, "rbfcli-skirmish 1.0: Skirmish in the yard"),
        "leaver": (False, "leaver 1.0: leaver (leaving.py:1): SystemExit: 0"),
        "failer": (False, "failer 1.0: failer (failing.py:2): ZeroDivisionError: integer division or modulo by zero"),
        "false 1.0": (False, "false 1.0: rbf already includes a system 'rbf': this one is not used"),
    }
    assert tables["wrong"] == ["plug_ins failer", "plug_ins leaver", "plug_ins false 1.0"]
