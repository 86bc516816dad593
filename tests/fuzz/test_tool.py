"""The fuzzer itself: what it draws, finds, stops, shrinks and prints."""

import gc
import random
import sys
import time
import weakref

import pytest

from rbfcli.core.errors import OverwriteRefused, PluginError, Refusal
from tools.fuzz import oracle, running
from tools.fuzz.__main__ import main
from tools.fuzz.files import EDITS, mutated
from tools.fuzz.oracle import Target, Wrong, answered, can_be_printed, is_json, shrunk, verdict
from tools.fuzz.running import TARGETS, run

CORPUS, TOKENS = (b"one two\nthree 4\n", b"[five]\nsix = 7"), (b"token", b"--option")


def fails_on(needle):
    def attempt(data):
        if needle in data:
            raise IndexError(data)

    return Target("odd", lambda: CORPUS, lambda: TOKENS, attempt)


def raises(error):
    raise error


def test_the_same_number_draws_the_same_input_and_others_draw_others():
    drawn = [mutated(CORPUS, TOKENS, str(number)) for number in range(200)]
    assert drawn == [mutated(CORPUS, TOKENS, str(number)) for number in range(200)]
    assert len(set(drawn)) > 150


def test_a_stop_waits_until_the_garbage_collector_is_done(monkeypatch):
    def slow_callback(_phase, _info):
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass

    def never_ends(_data):
        gc.collect()
        until = time.process_time() + 5
        while time.process_time() < until:
            pass

    monkeypatch.setattr(oracle, "STOPPED_SECONDS", 0.05)
    gc.callbacks.append(slow_callback)
    try:
        assert not verdict(Target("endless", lambda: CORPUS, lambda: TOKENS, never_ends), b"").how
    finally:
        gc.callbacks.remove(slow_callback)


class Forgotten:
    """A value that only a weak dictionary knows."""


def test_a_stop_waits_until_a_weak_reference_is_gone(monkeypatch):
    monkeypatch.setattr(oracle, "STOPPED_SECONDS", 0.02)

    def loses_references(_data):
        until = time.process_time() + 5
        while time.process_time() < until:
            known = weakref.WeakValueDictionary()
            for each in range(50):
                known[each] = Forgotten()

    for _ in range(20):
        assert not verdict(Target("endless", lambda: CORPUS, lambda: TOKENS, loses_references), b"").how


@pytest.mark.parametrize("edit", dict.fromkeys(EDITS))
@pytest.mark.parametrize("data", [b"", b"a", b"1", *CORPUS])
def test_every_edit_takes_every_input(edit, data):
    for seed in range(40):
        assert isinstance(edit(data, random.Random(seed), TOKENS, CORPUS), bytes)  # noqa: S311 - no secret


def test_what_fails_is_shrunk_to_what_makes_it_fail():
    data = b"one\ntwo three bad four\nfive\n" * 9
    assert shrunk(data, lambda each: b"bad" in each) == b"bad"


def test_a_failure_is_counted_once_a_kind_and_printed_as_a_test():
    found = run(fails_on(b"token"), "x", inputs=400)
    (failure,) = found.failures.values()
    assert (failure.how, failure.data) == ("IndexError", b"token")
    assert found.failed > 1
    namespace = {"verdict": verdict, "TARGETS": {"odd": fails_on(b"token")}}
    exec(failure.as_test(), namespace)  # noqa: S102 - the test that was printed
    (test,) = [each for name, each in namespace.items() if name.startswith("test_")]
    with pytest.raises(AssertionError):
        test()
    namespace["TARGETS"] = {"odd": fails_on(b"nothing of this kind")}
    test()


def test_an_input_without_end_is_stopped_and_counted_as_over_the_budget(monkeypatch):
    monkeypatch.setattr(oracle, "STOPPED_SECONDS", 0.3)
    monkeypatch.setattr(running, "BUDGET_SECONDS", 0.1)

    def never_ends(_data):
        while True:
            pass

    found = run(Target("odd", lambda: CORPUS, lambda: TOKENS, never_ends), "x", inputs=1)
    assert (found.over_budget, found.failed) == (1, 0)
    assert 0.2 < found.worst < 30
    found = run(Target("odd", lambda: (b"simulate duel",), lambda: TOKENS, never_ends), "x", inputs=1)
    assert (found.over_budget, found.worst) == (0, 0)


def test_a_refusal_is_an_answer_and_a_bug_is_not():
    assert answered(raises, Refusal("no")) is None
    for bug in (OverwriteRefused("lost"), PluginError("whose?")):
        with pytest.raises(Wrong, match="status 70"):
            answered(raises, bug)
    with pytest.raises(KeyError):
        answered(raises, KeyError("x"))


@pytest.mark.parametrize("text", ["\x1b[0m", "a\tb", "\u202e", "\x9b", "\u2028"])
def test_what_a_terminal_obeys_is_wrong(text):
    with pytest.raises(Wrong, match="obey"):
        can_be_printed(text)


@pytest.mark.parametrize(
    "text",
    ["words\n", "[]\n", '{"ok":true}\n', '{"format":"rbf/1","ok":true,"command":"é"}\n', "{}\n\n"],
)
def test_what_is_no_envelope_is_wrong(text):
    with pytest.raises(Wrong):
        is_json(text)


def test_what_is_one_is_right():
    is_json('{"format":"rbf/1","ok":true,"command":"x"}\n{"format":"rbf/1","ok":false,"command":"","error":{}}\n')
    is_json("")


def test_the_command_prints_figures_and_exits_by_what_it_found(tmp_path, capsys, monkeypatch):
    assert main(["encounters", "pipe", "--inputs", "5"]) == 0
    assert [line.partition(" inputs")[0] for line in capsys.readouterr().out.splitlines()] == [
        "encounters: 5",
        "pipe: 5",
    ]
    monkeypatch.setitem(TARGETS, "odd", fails_on(b"e"))
    assert main(["odd", "--inputs", "20"]) == 1
    assert "def test_what_was_found_in_odd_" in capsys.readouterr().out
    assert main(["none"]) == 2
    (tmp_path / "input").write_bytes(b"one\nand another")
    assert main(["odd", "--input", str(tmp_path / "input")]) == 1
    assert "b'e'" in capsys.readouterr().out


def test_without_atheris_coverage_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "atheris", None)
    assert main(["--coverage", "dice", "--seconds", "1"]) == 2
    assert capsys.readouterr().err.startswith("atheris is not installed: ")
