"""Hostile texts in every field of a fight, through every output: nothing of them is obeyed."""

from itertools import product

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render import people
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage
from tests.conftest import LONG
from tests.fuzz.hostile import completed, is_harmless, outputs, texts_of, typed
from tools.fuzz import lines as fights
from tools.fuzz.oracle import PAYLOADS, Wrong, answered, can_be_printed

SYSTEMS = ("dock-ambush", "street-arrest", "mine-raid", "relay-road", "pump-station")
EACH_IN_THE_GATE = 1_301
FEW = 6


def in_fights(name):
    """The payloads that a file can hold, each in the place of each text: all of them, or some in the gate."""
    of_files = [each for each in PAYLOADS if each.encode("utf-8", "ignore").decode() == each]
    pairs = [*product(of_files, texts_of(name))]
    return pairs if LONG else pairs[SYSTEMS.index(name) :: EACH_IN_THE_GATE]


def obeyed(name, folder):
    """What of a payload gets out as it is, and how many outputs there were."""
    count = 0
    for payload, text in in_fights(name):
        shown = [*outputs(name, text, payload), (False, completed(folder, name, text, payload))]
        for as_json, each in shown:
            is_harmless(each, payload, as_json=as_json)
        count += len(shown)
    return count


def test_there_are_more_than_200():
    assert len(PAYLOADS) == len(set(PAYLOADS)) > 200


@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_in_a_fight_is_obeyed(name, tmp_path, figure):
    fields, pairs = texts_of(name), in_fights(name)
    count = obeyed(name, tmp_path)
    assert count > len(pairs)
    figure(f"payloads in {name}: {len(pairs):,} of {len(PAYLOADS)} × {len(fields)} texts, {count:,} outputs")


@pytest.mark.parametrize("payload", PAYLOADS if LONG else PAYLOADS[::FEW], ids=ascii)
def test_nothing_typed_is_obeyed_and_what_is_refused_leaves_no_trace(payload):
    storage = MemoryStorage()
    storage.begin(fights.begun("duel").twin(), replace=True)
    talk = Interpreter(storage, Style())
    for line in typed(payload):
        before = fights.state(storage.load())
        reply = answered(talk.perform, line)
        if reply is None:
            assert fights.same(before, fights.state(storage.load()))
        else:
            can_be_printed(reply.text + reply.notice)
    fights.comes_back(storage.load())


def test_a_table_that_prints_names_as_they_are_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(people, "safe", str)
    with pytest.raises(Wrong, match="a terminal would obey"):
        obeyed("dock-ambush", tmp_path)
