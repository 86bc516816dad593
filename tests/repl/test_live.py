"""What the prompt does by itself or on a key: news from others, undo and redo, the bell, the size of the window."""

import shutil
import subprocess
import time
from types import SimpleNamespace

import pytest

from rbfcli.commands.reply import TurnTimer
from rbfcli.render.sentences import Style
from rbfcli.repl import prompt
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.terminal_session import Follower

ENTER, F5, F6 = "\r", "\x1b[15~", "\x1b[17~"
BELL = "\x07"
FIGHT = ("new rbf --seed x", "add Vex hp=9 side=crew", "add goblin hp=3 tn=8", "init --set vex=40 goblin=1")


@pytest.fixture
def other():
    """Another prompt on the save of the terminal."""
    return Conversation("save.toml", Style(), str, str, {})


def begun(terminal, *flags, **environ):
    """A terminal with a fight on it."""
    prompt = terminal(*flags, **environ)
    prompt.wait_for("rbf>")
    for line in FIGHT:
        prompt.type(f"{line}\r")
    prompt.wait_for("round 1 --", "Vex>")
    return prompt


def leave(prompt):
    prompt.type("\x03\x04")
    assert prompt.finish() == 0


def test_what_others_do_is_told_at_once_and_what_is_typed_stays(terminal, other, figure):
    prompt = begun(terminal)
    prompt.type("note half a li")
    prompt.wait_for("half a li")
    other.enter("damage goblin 1")
    began = time.monotonic()
    prompt.wait_for("elsewhere: damage goblin 1", "note half a li")
    taken = time.monotonic() - began
    figure(f"what others do is told after {taken:.2f} s")
    prompt.type("ne\r")
    prompt.wait_for("note: half a line", "Vex>")
    leave(prompt)


def test_a_save_that_vanishes_is_told_at_once_and_can_be_restored(terminal, other, tmp_path):
    prompt = begun(terminal)
    (tmp_path / "save.toml").unlink()
    prompt.wait_for("save.toml is gone", "rbf>")
    prompt.type("restore\r")
    prompt.wait_for("restored: ", "Vex>")
    leave(prompt)
    assert [*other.watch.view().context.fight.combatants] == ["vex", "goblin"]


def test_nothing_is_read_while_nothing_happens(fight, typed, monkeypatch):
    looks = []
    monkeypatch.setattr("rbfcli.repl.terminal_session.FOLLOW_SECONDS", 0.001)
    monkeypatch.setattr("rbfcli.session.file_store.read_file", lambda *_: pytest.fail("read"))
    monkeypatch.setattr(type(fight.watch), "is_news", property(lambda _: looks.append(1)))
    typed(fight, "sh", lambda prompt: (prompt.app.invalidate(), len(looks) > 3)[1])
    assert fight.errors == []


def test_keys_undo_and_redo_and_keep_what_is_typed(fight, heard, typed):
    typed(fight, "damage vex", F5, lambda _: heard == ["undo"], F6, lambda _: len(heard) == 2, " 3", ENTER)
    assert heard == ["undo", "redo", "damage vex 3"]


@pytest.fixture
def heard(fight, monkeypatch):
    """The lines that were entered, instead of their answers."""
    lines = []
    monkeypatch.setattr(type(fight), "enter", lambda _, text: lines.append(text))
    return lines


def test_an_undo_by_key_is_shown_as_if_it_were_typed(terminal):
    prompt = begun(terminal)
    prompt.type("damage vex 4\r")
    prompt.wait_for("9 -> 5", "Vex>")
    prompt.type(F5)
    prompt.wait_for("Vex> undo", "undone: damage vex 4")
    prompt.type(F6)
    prompt.wait_for("Vex> redo", "redone: damage vex 4")
    prompt.wait_for("redone: damage vex 4", "Vex>")
    leave(prompt)


@pytest.mark.parametrize(("environ", "rings"), [({"RBF_BELL": "1"}, 1), ({"RBF_BELL": "0"}, 0), ({}, 0)])
def test_the_bell_rings_when_somebody_goes_down(terminal, environ, rings):
    prompt = begun(terminal, **environ)
    prompt.type("damage goblin 1\r")
    prompt.wait_for("3 -> 2", "Vex>")
    assert BELL not in prompt.raw
    prompt.type("damage goblin 2\r")
    prompt.wait_for("2 -> 0", "Vex>")
    leave(prompt)
    assert prompt.raw.count(BELL) == rings


def test_the_bell_rings_for_what_others_do(terminal, other):
    prompt = begun(terminal, RBF_BELL="1")
    other.enter("damage goblin 3")
    prompt.wait_for("elsewhere: damage goblin 3", "Vex>")
    while BELL not in prompt.raw:
        prompt.raw += prompt.child.read_nonblocking(100, timeout=None)
    leave(prompt)


def test_the_bell_rings_when_the_time_of_a_turn_is_up(terminal):
    prompt = begun(terminal, RBF_BELL="1", RBF_TIMER="1")
    while BELL not in prompt.raw:
        prompt.raw += prompt.child.read_nonblocking(100, timeout=None)
    leave(prompt)


def test_no_bell_where_there_are_only_lines(terminal):
    prompt = begun(terminal, "plain", RBF_BELL="1")
    prompt.type("damage goblin 3\r")
    prompt.wait_for("3 -> 0", "Vex>")
    prompt.type("\x04")
    prompt.finish()
    assert BELL not in prompt.raw
    assert "\x1b" not in prompt.raw


def test_somebody_who_leaves_has_not_gone_down(fight):
    bells = []
    output = SimpleNamespace(bell=lambda: bells.append("bell"), flush=lambda: None)
    session = SimpleNamespace(app=SimpleNamespace(output=output))
    follower = Follower(fight, session, TurnTimer(0), bell=True)
    follower.ring()
    fight.say("remove goblin1")
    follower.ring()
    assert not bells
    fight.say("damage goblin2 9")
    follower.ring()
    follower.ring()
    assert bells == ["bell"]


@pytest.mark.parametrize("columns", [None, "80"])
def test_a_window_that_changes_changes_the_width_of_answers(terminal, columns):
    prompt = begun(terminal, **({"COLUMNS": columns} if columns else {}))
    prompt.type("show\r")
    prompt.wait_for("HP ", "Vex>")
    prompt.child.setwinsize(24, 45)
    prompt.type("note narrow\r")
    prompt.wait_for("note: narrow", "Vex>")
    prompt.type("show\r")
    prompt.wait_for("note: narrow", "- goblin  [")
    assert "HP " not in prompt.shown.rpartition("note: narrow")[2]


def test_a_question_is_answered_where_there_are_only_lines(terminal):
    prompt = begun(terminal, "plain")
    prompt.type("damage?\r")
    prompt.wait_for("damage: ", "Vex>")
    prompt.type("\x04")
    assert prompt.finish() == 0
    assert "\x1b" not in prompt.raw


def test_all_colours_are_those_of_the_theme(terminal):
    """C-04: of sixteen, and none of the library's own."""
    prompt = begun(terminal, "colour")
    prompt.type("damage gob")
    prompt.wait_for("goblin, foes")
    leave(prompt)
    assert ";5;" not in prompt.raw
    assert ";2;" not in prompt.raw


# A save that others change while a prompt plays on it.


@pytest.fixture
def watch_other(fight):
    """A second prompt on the same save."""
    return type(fight)("save.toml")


def test_two_prompts_lose_nothing_of_each_other(fight, watch_other):
    for _ in range(4):
        fight.say("damage vex 1")
        watch_other.say("heal vex 1", "note x")
    assert fight.watch.view().context.fight.combatants["vex"].hp == 12
    assert len(fight.watch.view().context.fight.notes) == 4


def test_prompts_side_by_side_lose_no_command(fight, tmp_path, program):
    work = """
import sys
from rbfcli.render.sentences import Style
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


def test_says_that_somebody_else_changed_the_save(fight, watch_other):
    watch_other.say("turn next")
    _, first = fight.say("show")
    assert first.startswith("elsewhere: turn next\n-- goblin ")
    assert fight.say("show")[1] == ""


def test_says_what_others_did_in_the_words_of_their_answer(fight, watch_other):
    watch_other.say("damage vex 5", "undo", "heal goblin1 1", "damage goblin1 4")
    _, told = fight.say("show")
    assert told.startswith("elsewhere: heal goblin1 1\n")
    assert "elsewhere: damage goblin1 4\n" in told
    assert "9 -> 5" in told


def test_says_what_others_took_back(fight, watch_other):
    fight.say("note a", "note b")
    watch_other.say("undo 2")
    assert fight.say("show")[1] == "elsewhere: undo: note b\nelsewhere: undo: note a"


def test_says_where_the_fight_stands_after_more_than_a_few_lines(fight, watch_other):
    watch_other.say(*["note x"] * 6)
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
    monkeypatch.setattr("rbfcli.session.file_store.read_file", lambda *_: pytest.fail("read"))
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
        "rbf: in/save.toml is gone: it was deleted or moved elsewhere; no such folder: in"
    )


def test_a_save_that_does_not_read_is_shown_as_such(fight, tmp_path):
    (tmp_path / "save.toml").write_text("format = 1\nsystem =")
    assert "save.toml" in prompt.toolbar("save.toml", fight.watch.view())
    assert prompt.prompt_text(fight.watch.view(), 0) == "rbf> "
