"""`rbf __complete KIND` answers quickly, quietly, and changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rbfcli.cli.complete import complete
from rbfcli.session.begin import empty
from rbfcli.session.storage import FileStorage
from rbfcli.store.paths import list_encounters, list_scripts

SHEETS = (
    ("Vex", "hp=12", "side=crew"),
    ("Old Mags", "hp=9", "side=crew"),
    ("thug", "hp=10", "tn=12"),
)


@pytest.fixture
def save(tmp_path, monkeypatch):
    """A save of three, one of them prone, in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    session = empty("rbf", "", "seed")
    for name, *pairs in SHEETS:
        perform(session, ["add", name, *pairs])
    perform(session, ["condition", "add", "thug", "prone"])
    path = tmp_path / "encounter.toml"
    FileStorage(str(path), print).begin(session, replace=False)
    return path


def perform(session, words):
    """Play one line."""
    from rbfcli.language.fights import read_words

    session.perform(read_words(words, session.rules, session.fight).command)


def asked(*words):
    """The words and meanings that a shell gets."""
    written = []
    assert complete(words, written.append) == 0
    return dict(line.split("\t") for line in "".join(written).splitlines())


@pytest.mark.usefixtures("save")
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("combatant",), {"vex": "Vex, crew", "old-mags": "Old Mags, crew", "thug": "thug, foes, prone"}),
        (("condition", "condition", "remove"), {"prone": "thug"}),
        (("condition", "condition", "remove", "vex"), {}),
        (("block",), {}),
        (("answer",), {}),
        (("nonsense",), {}),
        ((), {}),
    ],
)
def test_names_come_from_the_save(words, answer):
    assert asked(*words) == answer


@pytest.mark.usefixtures("save")
def test_kinds_have_words_of_their_own():
    assert {"vex", "@crew", "@foes"} <= asked("targets").keys()
    assert "fight" in asked("sheet")
    assert {"vex=", "thug="} <= asked("settings").keys()


@pytest.mark.usefixtures("save")
def test_what_only_the_rules_know_is_asked_of_them():
    assert {"unarmed"} <= asked("weapon", "attack", "vex").keys()
    assert "trip" in asked("technique")
    assert {"prone", "stunned"} <= asked("condition", "condition", "add", "vex").keys()
    assert "hp=" in asked("pairs", "set", "vex")
    assert "rbf" in asked("rule", "rules")


def test_what_is_shipped_is_known_without_a_save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert tuple(asked("encounter")) == list_encounters()
    assert tuple(asked("script")) == list_scripts()


def test_the_save_is_the_one_named_or_that_of_the_environment(save, tmp_path, monkeypatch):
    save.rename(tmp_path / "other file.toml")

    assert asked("combatant") == {}
    assert "vex" in asked("combatant", "-e", "other file.toml")
    monkeypatch.setenv("RBF_ENCOUNTER", "other file.toml")
    assert "vex" in asked("combatant", "attack")


@pytest.mark.parametrize("content", [b"", b"\xff", b"format = ", b"[fight]\ncombatants = 3", b"system = 1\n[fight]\n"])
@pytest.mark.parametrize("kind", ["combatant", "weapon"])
def test_a_bad_save_is_answered_with_nothing(save, content, kind):
    save.write_bytes(content)

    assert asked(kind) == {}


def test_a_name_that_a_terminal_would_obey_is_left_out_and_a_meaning_is_made_safe(save):
    text = save.read_text().replace("[fight.combatants.thug", '[fight.combatants."th\\u001bug"')
    save.write_text(text.replace('name = "Vex"', 'name = "V\\u202ex\\t\\n"'))

    assert asked("combatant") == {"vex": "V\\u202ex\\x09\\x0a, crew", "old-mags": "Old Mags, crew"}


def test_nothing_is_written_and_no_lock_is_taken(save):
    lock = save.with_name(".encounter.toml.lock")
    lock.unlink()
    before = (save.read_bytes(), save.stat().st_mtime_ns)

    assert asked("combatant")
    assert asked("weapon")
    assert (save.read_bytes(), save.stat().st_mtime_ns) == before
    assert [path.name for path in save.parent.iterdir()] == ["encounter.toml"]


@pytest.mark.usefixtures("save")
def test_an_unwilling_pipe_is_no_error():
    def broken(_text):
        raise BrokenPipeError

    assert complete(["combatant"], broken) == 0


@pytest.mark.usefixtures("save")
@pytest.mark.parametrize(
    ("kind", "more"), [("combatant", ["msgspec"]), ("encounter", ["msgspec", "re"]), ("weapon", [])]
)
def test_a_tab_loads_no_front_end(kind, more):
    program = f"from rbfcli.cli.complete import complete; complete(['{kind}'], print)"
    command = [sys.executable, "-X", "importtime", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ})
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}

    assert done.stdout.strip()
    assert loaded & {"typer", "rich", "pydantic", "prompt_toolkit", *more} == set()
