"""Answers on a terminal of 40 columns break between words, and go on further in."""

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage

NOTE = 'note "the crane swings over the water and the crew shouts at the dockers below"'


@pytest.mark.parametrize("answered", ["undo", "redo", "check dock-ambush", "turn next", "choose double"])
def test_no_line_is_left_to_the_terminal(answered):
    prompt = Interpreter(MemoryStorage(), Style(width=40, tables=True, height=24))
    lines = ["start dock-ambush --seed docks", "init --set joss=60", "turn", NOTE]
    lines += ["undo"] if answered == "redo" else []
    lines += ["attack thug1 --dice 8,8"] if answered == "choose double" else []
    for line in lines:
        prompt.perform(split_words(line))
    told = prompt.perform(split_words(answered)).text.splitlines()
    assert told
    assert max(map(len, told)) <= 40


def test_what_was_undone_goes_on_further_in():
    prompt = Interpreter(MemoryStorage(), Style(width=40, tables=True))
    for line in ("start dock-ambush --seed docks", NOTE):
        prompt.perform(split_words(line))
    assert prompt.perform(["undo"]).text.splitlines() == [
        'undone: note "the crane swings over the',
        "    water and the crew shouts at the",
        '    dockers below"',
        "now: not begun: init",
    ]
