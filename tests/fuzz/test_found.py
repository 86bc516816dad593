"""What the fuzzer found, each as small as it could make it; all of it is mended."""

from itertools import product

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.render import roster
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from tests.conftest import LONG
from tests.fuzz.hostile import completed, is_harmless, outputs, texts_of, typed
from tools.fuzz import lines as fights
from tools.fuzz.oracle import PAYLOADS, Wrong, answered, can_be_printed, verdict
from tools.fuzz.running import TARGETS, run

FOUND = [
    ("saves", b'system = "rpj"\n[fight]'),
    ("saves", b'[fight]\nsystem="rbf"\norder=[]\nactive="r"'),
    ("saves", b'[fight]\nsystem="rbf"\n[fight.blocks.' + b"x" * 99 + b"]"),
    ("lines", b"note x\nedit '" + b"[" * 1000 + b"'"),
    ("dice", "1[\u1160]".encode()),
    ("dice", b"d1000000" * 119 + b"d1"),
    ("dice", b"5 # --"),
    ("dice", b"d10!d1!"),
    ("dice", b"1 --label --json"),
    ("dice", b"6#" + b"4d6k" * 240),
    ("dice", b"99d(2d2)"),
    ("dice", b"{2}ms1"),
    ("pipe", b"start depot-raid --seed s\ninit\nsuggest"),
    ("pipe", b"completion bash"),
    ("pipe", b"start \x00/"),
    ("pipe", b"help odds"),
    ("pipe", b"start duel --seed s\nlog --script"),
    ("scripts", b"start duel --seed p\nexpect @random.h"),
]


@pytest.mark.parametrize(
    ("target", "data"), FOUND, ids=[f"{target} {number}" for number, (target, _) in enumerate(FOUND)]
)
def test_it_is_mended(target, data):
    came = verdict(TARGETS[target], data)
    assert not came.how, came.told


# Hostile texts in every field of a fight, through every output: nothing of them is obeyed.


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
    talk = CommandService(storage, Style())
    for line in typed(payload):
        before = fights.state(storage.load())
        reply = answered(talk.perform, line)
        if reply is None:
            assert fights.same(before, fights.state(storage.load()))
        else:
            can_be_printed(reply.text + reply.notice)
    fights.comes_back(storage.load())


def test_a_table_that_prints_names_as_they_are_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(roster, "safe", str)
    with pytest.raises(Wrong, match="a terminal would obey"):
        obeyed("dock-ambush", tmp_path)


# A few inputs of every kind in the gate; `make fuzz` tries more here, and then runs the fuzzer by itself.


IN_THE_GATE = {"dice": 100, "lines": 30, "scripts": 100, "encounters": 100, "saves": 30, "pipe": 50, "imports": 60}
TIMES = 100 if LONG else 1


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_fails(name, figure):
    found = run(TARGETS[name], "gate", inputs=IN_THE_GATE[name] * TIMES)
    assert found.inputs == IN_THE_GATE[name] * TIMES
    assert not [each.as_test() for each in found.failures.values()]
    figure(found.line())
