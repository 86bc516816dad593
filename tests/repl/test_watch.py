"""A save that others change while a prompt plays on it."""

import shutil
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
    assert first.startswith("elsewhere: turn next\n-- goblin ")
    assert fight.say("show")[1] == ""


def test_says_what_others_did_in_the_words_of_their_answer(fight, other):
    other.say("damage vex 5", "undo", "heal goblin1 1", "damage goblin1 4")
    _, told = fight.say("show")
    assert told.startswith("elsewhere: heal goblin1 1\n")
    assert "elsewhere: damage goblin1 4\n" in told
    assert "9 -> 5" in told


def test_says_what_others_took_back(fight, other):
    fight.say("note a", "note b")
    other.say("undo 2")
    assert fight.say("show")[1] == "elsewhere: undo: note b\nelsewhere: undo: note a"


def test_says_where_the_fight_stands_after_more_than_a_few_lines(fight, other):
    other.say(*["note x"] * 6)
    assert fight.say("show")[1] == "rbf: save.toml was changed elsewhere: round 2, Vex's turn"


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
    assert fight.errors == ["rbf: save.toml is gone: it was deleted or moved elsewhere; restore brings the fight back"]


def test_a_save_that_went_away_is_not_lost(fight, tmp_path):
    fight.say("damage vex 5")
    (tmp_path / "save.toml").unlink()
    fight.report_changes()
    fight.say("restore")
    assert fight.watch.view().context.fight.combatants["vex"].hp == 7
    (tmp_path / "save.toml").unlink()
    fight.report_changes()
    fight.say("restore --list")
    assert fight.printed[-1].count("\n") == 1


def test_a_save_that_went_away_with_its_folder_is_said(fight, tmp_path):
    (tmp_path / "in").mkdir()
    talk = type(fight)("in/save.toml")
    talk.say("new rbf")
    shutil.rmtree(tmp_path / "in")
    talk.report_changes()
    assert talk.errors[-1].startswith(
        "rbf: in/save.toml is gone: it was deleted or moved elsewhere; there is no folder"
    )


def test_a_save_that_does_not_read_is_shown_as_such(fight, tmp_path):
    (tmp_path / "save.toml").write_text("format = 1\nsystem =")
    assert "save.toml" in prompt_text.toolbar("save.toml", fight.watch.view())
    assert prompt_text.prompt_text(fight.watch.view(), 0) == "rbf> "
