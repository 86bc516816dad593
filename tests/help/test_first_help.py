"""The first screen of help is the same from its table as from the rules of all systems, and comes from it alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from rbfcli.cli.dispatch import dispatch
from rbfcli.cli.first_help import first_help
from rbfcli.cli.output import Output
from rbfcli.store.paths import find_encounter

FROM_THE_TABLE = [[], ["-h"], ["--help"], ["--help", "-e", "none.toml"], ["--encounter", "a/none.toml"]]
NOT_FROM_THE_TABLE = [
    ["--help", "--all"],
    ["--help", "--plain"],
    ["--help", "-q", "-e", "none.toml"],
    ["-e", "--help"],
    ["--foo"],
    ["--json"],
    ["attack", "--help"],
]
LOOKS = [
    {},
    {"COLUMNS": "40"},
    {"COLUMNS": "200"},
    {"FORCE_COLOR": "1"},
    {"RBF_PLAIN": "1", "RBF_COLOR": "always"},
    {"RBF_COLOR": "always", "COLUMNS": "79"},
]


@pytest.fixture
def printed(tmp_path, monkeypatch):
    """What a function that takes a line and an output answers and prints."""
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "RBF_ENCOUNTER", "RBF_COLOR", "FORCE_COLOR", "RBF_PLAIN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def call(function, words):
        with (tmp_path / "printed").open("w+") as file:
            answer = function(words, Output(file.fileno()))
            return answer, (tmp_path / "printed").read_text()

    return call


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("words", FROM_THE_TABLE, ids=" ".join)
def test_the_screen_of_the_table_is_that_of_the_rules(printed, monkeypatch, words, look):
    for name, value in look.items():
        monkeypatch.setenv(name, value)
    quick, text = printed(first_help, words)
    usual, expected = printed(dispatch, words)

    assert (quick, usual) == (True, 0)
    assert text == expected != ""
    assert ("\x1b[" in text) is (
        "FORCE_COLOR" in look or (look.get("RBF_COLOR") == "always" and "RBF_PLAIN" not in look)
    )


@pytest.mark.parametrize("words", NOT_FROM_THE_TABLE, ids=" ".join)
def test_a_line_that_asks_for_more_is_left_to_the_rules(printed, words):
    assert printed(first_help, words) == (False, "")


@pytest.mark.parametrize("words", [[], ["-h"], ["-e", "fight.toml"]], ids=" ".join)
def test_where_there_is_a_fight_its_own_verbs_are_named(printed, monkeypatch, tmp_path, words):
    shutil.copy(find_encounter("dock-ambush"), tmp_path / "fight.toml")
    monkeypatch.setenv("RBF_ENCOUNTER", "fight.toml")

    assert printed(first_help, words) == (False, "")
    assert "overwatch" in printed(dispatch, words)[1]


def test_where_there_are_settings_their_aliases_are_named(tmp_path):
    (tmp_path / "rbf.toml").write_text('[alias]\nhit = "attack"\n')

    def told(folder):
        command = [sys.executable, "-m", "rbfcli"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout

    assert "Aliases:" in told(tmp_path)
    (tmp_path / "rbf.toml").unlink()
    assert "Aliases:" not in told(tmp_path)


def test_it_imports_no_rules(tmp_path):
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(f'{status} ' + ' '.join(sys.modules))\n"
        "sys.argv = ['rbf', '--help']; from rbfcli.cli.main import main; main()"
    )
    environ = {**os.environ, "RBF_CONFIG": os.devnull}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environ, capture_output=True, text=True, check=True
    )
    status, *modules = done.stderr.split()

    assert status == "0"
    assert done.stdout.startswith("rbf - ")
    assert [
        name for name in modules if name.startswith(("rbfcli.systems", "rbfcli.interpreter", "rbfcli.session"))
    ] == []
