"""An answer given in advance that nobody asked for is told, in words and as JSON."""

import json

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage

MISS = "attack ada bosun --force --dice 1,1 --answer critical=double"


@pytest.fixture
def rbf():
    interpreter = Interpreter(MemoryStorage(), Style())
    interpreter.perform(["start", "duel", "--seed", "docks"])
    return lambda line: interpreter.perform(line.split()).text


def test_in_words(rbf):
    assert rbf(MISS).splitlines().count("not asked: critical=double") == 1


def test_as_json(rbf):
    events = json.loads(rbf(f"{MISS} --json"))["events"]
    assert events[-1] == {"event": "unasked", "rule": "GM", "answers": ["critical=double"]}
