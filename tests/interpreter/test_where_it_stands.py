"""What the table asks: where the fight stands after undo and redo, and what a team can do."""

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage

WAITING = "\nnow: round 1, Ada Quill's turn\nwaiting for ada: choose double | "


@pytest.fixture
def rbf():
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start duel --seed docks", "init", "attack ada bosun --force --dice 8,8"):
        interpreter.perform(line.split())
    return lambda line: interpreter.perform(line.split()).text


def test_an_answer_taken_back_is_waited_for_again(rbf):
    rbf("choose double")
    assert WAITING in rbf("undo")


def test_a_command_that_asks_done_again_waits(rbf):
    assert "waiting" not in rbf("undo")
    assert WAITING in rbf("redo")


def test_what_a_whole_team_can_do_is_listed_once():
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start depot-raid --seed docks", "init"):
        interpreter.perform(line.split())
    lines = interpreter.perform(["actions"]).text.splitlines()
    assert len([line for line in lines if line.startswith("turn next")]) == 1
    assert len([line for line in lines if line.startswith("prone ")]) == 3
