"""What the prompt does by itself or on a key: news from others, undo and redo, the bell, the size of the window."""

import time

import pytest

from rbfcli.render.style import Style
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.falls import FallWatch

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
    monkeypatch.setattr("rbfcli.repl.key_prompt.FOLLOW_SECONDS", 0.001)
    monkeypatch.setattr("rbfcli.session.storage.read_file", lambda *_: pytest.fail("read"))
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
        prompt.raw += prompt.child.read_nonblocking(100, timeout=10)
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
    falls = FallWatch()
    assert not falls.somebody_fell(fight.watch.view())
    fight.say("remove goblin1")
    assert not falls.somebody_fell(fight.watch.view())
    fight.say("damage goblin2 9")
    assert falls.somebody_fell(fight.watch.view())
    assert not falls.somebody_fell(fight.watch.view())


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
