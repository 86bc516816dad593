"""Journals that do not play today as they did: what can be told is told, and what cannot is said."""

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.storage import FileStorage

FORMATS = ("text", "markdown", "html", "json")


class Saved:
    """Types lines at a save, each as a command of its own."""

    def __init__(self, path):
        self.path = path

    def __call__(self, line):
        """The reply to a line."""
        return Interpreter(FileStorage(str(self.path), lambda _: None), Style()).perform(split_words(line))


@pytest.fixture
def saved(tmp_path):
    """A save of a fight with a few lines."""
    found = Saved(tmp_path / "fight.toml")
    for line in ("start dock-ambush --seed x", "init", "attack ada thug1 --dice 5,5 --force", "damage thug1 3"):
        found(line)
    return found


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_that_the_rules_refuse_today_ends_the_story_and_is_named(saved, form):
    text = saved.path.read_text()
    saved.path.write_text(text.replace("--dice 5,5", "--dice 9,5"))
    reply = saved(f"log --format {form}")
    assert reply.status == 1
    assert "line 2 of the journal was altered" in reply.notice
    assert "the story ends before it" in reply.notice
    assert "Ada Quill" in reply.text
    if form != "text":
        assert "the story ends before it" in reply.text


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_that_plays_otherwise_is_told_as_it_plays_today_and_named(saved, form):
    text = saved.path.read_text()
    saved.path.write_text(text.replace("--dice 5,5", "--dice 4,3"))
    reply = saved(f"log --format {form}")
    assert reply.status == 1
    assert "line 2 of the journal comes out otherwise" in reply.notice


def test_an_edit_by_hand_is_the_gms(saved):
    text = saved.path.read_text()
    at = text.index("[fight.combatants.thug2]")
    saved.path.write_text(text[:at] + text[at:].replace("hp = 20", "hp = 4", 1))
    saved("note after the edit")
    reply = saved("log --format text")
    assert reply.status == 0
    rows = (line.split() for line in reply.text.splitlines())
    assert ["GM", "Dockside", "thug", "2", "16"] in rows


def test_a_choice_that_waits_is_said_and_is_no_fault(saved):
    saved("attack ada thug2 --dice 8,8 --force")
    reply = saved("log --format text")
    assert reply.status == 0
    assert "waiting for Ada Quill: choose " in reply.text
    assert "Ada Quill hits Dockside thug 2 critically" in reply.text


def test_a_fight_that_went_on_behind_a_split_turn_and_a_held_one_is_told(saved):
    for line in ("turn next --force", "hold @active --force", "turn next"):
        saved(line)
    assert saved("log --format json").status == 0
