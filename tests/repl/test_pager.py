"""What is longer than the screen goes to a pager, and to none where none is wanted."""

import os
import shutil

import pytest

from rbfcli.render.style import Style
from rbfcli.repl import pager
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.pager import paged, pager_command


@pytest.mark.parametrize(
    ("environ", "command"),
    [
        ({"RBF_PAGER": "more -d", "PAGER": "less"}, ["more", "-d"]),
        ({"RBF_PAGER": "", "PAGER": "less"}, []),
        ({"RBF_PAGER": "off"}, []),
        ({"PAGER": "cat"}, []),
        ({"PAGER": " "}, []),
        ({"PAGER": "'less -R' x"}, ["less -R", "x"]),
        ({"PAGER": "less '"}, []),
    ],
)
def test_which_pager(environ, command):
    assert pager_command(environ) == command


def test_less_or_none_where_nothing_is_said(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name == "more" else None)
    assert pager_command({}) == ["more"]
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert pager_command({}) == []


@pytest.fixture
def rows(monkeypatch):
    """A terminal of ten rows."""
    monkeypatch.setattr(pager.os, "get_terminal_size", lambda _: os.terminal_size((80, 10)))


LONG, SHORT = "é\n" * 10, "x\n" * 9


@pytest.mark.usefixtures("rows")
def test_only_what_is_too_long_is_paged(tmp_path):
    shown, out = [], tmp_path / "out"
    write = paged(shown.append, {"RBF_PAGER": f"tee {out}"})
    write(SHORT)
    assert shown == [SHORT]
    write(LONG)
    assert shown == [SHORT]
    assert out.read_text() == LONG


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("command", ["/nowhere/less", "/"])
def test_a_pager_that_is_not_there_costs_nothing(command):
    shown = []
    paged(shown.append, {"RBF_PAGER": command})(LONG)
    assert shown == [LONG]


@pytest.mark.usefixtures("rows")
def test_a_pager_may_end_before_it_has_read_everything():
    paged(pytest.fail, {"RBF_PAGER": "true"})("x\n" * 1_000_000)


def test_without_a_terminal_nothing_is_paged(monkeypatch):
    def none(_):
        raise OSError

    monkeypatch.setattr(pager.os, "get_terminal_size", none)
    shown = []
    paged(shown.append, {"RBF_PAGER": "false"})(LONG)
    assert shown == [LONG]


def test_what_was_played_is_never_paged(tmp_path):
    """A list of answers in a pager would have to be left before one can be typed."""
    written, shown = [], []
    talk = Conversation(str(tmp_path / "save.toml"), Style(), written.append, written.append, {}, show=shown.append)
    for line in ("start mine-raid", "init", "attack rill guard1 --dice 6,6", "show"):
        talk.enter(line)
    assert any("? Rill Ostrander scored an ultra success" in each for each in written)
    assert [each.splitlines()[0] for each in shown][1:] == ["Raid on the pit head (threat), round 1, offense"]
