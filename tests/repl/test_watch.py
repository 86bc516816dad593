"""A save that others change while a prompt plays on it."""

import subprocess

import pytest

from rbfcli.repl import prompt_text


@pytest.fixture
def other(fight):
    """A second prompt on the same save."""
    return type(fight)("save.toml")


def test_two_prompts_lose_nothing_of_each_other(fight, other):
    for _ in range(4):
        fight.say("damage vex 1")
        other.say("heal vex 1", "note x")
    assert fight.watch.view().context.fight.combatants["vex"].hp == 12
    assert len(fight.watch.view().context.fight.notes) == 4


def test_prompts_side_by_side_lose_no_command(fight, tmp_path, program):
    work = """
import sys
from rbfcli.render.style import Style
from rbfcli.repl.conversation import Conversation
talk = Conversation("save.toml", Style(), str, str, {})
for number in range(25):
    talk.enter(f"note {sys.argv[1]}{number}")
    assert talk.status == 0
"""
    (python, *_), environment = program
    prompts = [subprocess.Popen([python, "-c", work, name], env=environment, cwd=tmp_path) for name in "abcd"]
    assert [each.wait() for each in prompts] == [0] * 4
    notes = fight.watch.view().context.fight.notes
    assert sorted(notes) == sorted(f"{name}{number}" for name in "abcd" for number in range(25))


def test_says_that_somebody_else_changed_the_save(fight, other):
    other.say("turn next")
    _, first = fight.say("show")
    assert first.startswith("rbf: save.toml was changed elsewhere: round ")
    assert "goblin" in first
    assert fight.say("show")[1] == ""


def test_its_own_changes_are_no_news(fight):
    assert fight.say("damage vex 1", "undo", "show")[1] == ""


def test_an_edit_by_hand_is_said_once_it_is_read(fight, tmp_path):
    save = tmp_path / "save.toml"
    save.write_text(save.read_text().replace("hp = 12", "hp = 8"))
    _, told = fight.say("damage vex 1")
    assert "was changed elsewhere" in told
    assert "was edited by hand" in told
    assert fight.watch.view().context.fight.combatants["vex"].hp == 7


def test_an_unchanged_save_is_not_read_again(fight, monkeypatch):
    view = fight.watch.view()
    monkeypatch.setattr("rbfcli.session.storage.read_file", lambda *_: pytest.fail("read"))
    assert fight.watch.view() is view


def test_a_save_that_went_away_is_said(fight, tmp_path):
    (tmp_path / "save.toml").unlink()
    fight.report_changes()
    assert fight.watch.view().context is None
    assert "no fight yet" in fight.errors[-1]


def test_a_save_that_does_not_read_is_shown_as_such(fight, tmp_path):
    (tmp_path / "save.toml").write_text("format = 1\nsystem =")
    assert "save.toml" in prompt_text.toolbar("save.toml", fight.watch.view())
    assert prompt_text.prompt_text(fight.watch.view(), 0) == "rbf> "
