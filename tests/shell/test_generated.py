"""The generated files are those of the commands as they are, and no script holds what a shell could run by mistake."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from rbfcli.store.paths import shipped_text
from tests.shell.conftest import ROOT
from tools.generate import main, stale

SCRIPTS = {"bash": "rbf", "zsh": "_rbf", "fish": "rbf.fish"}


def text_of(shell):
    """The completion script of a shell, as it is shipped."""
    return shipped_text("completions", SCRIPTS[shell])


def test_no_generated_file_is_stale():
    assert list(stale()) == [], "run `make generate`"


def test_a_stale_file_is_named_and_ends_the_check_with_1(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("tools.generate.ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").touch()

    assert main(["--check"]) == 1
    assert capsys.readouterr().out.count("stale: ") == len(stale())
    assert main([]) == 0
    assert main(["--check"]) == 0


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_is_one_the_shell_can_read(shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")

    done = subprocess.run(
        [shell, "-n", ROOT / "completions" / SCRIPTS[shell]], capture_output=True, text=True, check=True
    )

    assert done.stderr == ""


def test_shellcheck_has_nothing_to_say():
    if (shellcheck := shutil.which("shellcheck")) is None:
        pytest.skip("shellcheck is not installed")

    done = subprocess.run(
        [shellcheck, "-s", "bash", ROOT / "completions/rbf"], capture_output=True, text=True, check=False
    )

    assert done.stdout == ""


@pytest.mark.parametrize("shell", SCRIPTS)
def test_no_script_evaluates_anything(shell):
    assert not re.search(r"\beval\b", text_of(shell))


@pytest.mark.parametrize("shell", SCRIPTS)
def test_both_names_of_the_program_are_registered(shell):
    registered = {
        "bash": "complete -F _rbf rbf rbfcli\n",
        "zsh": "#compdef rbf rbfcli\n",
        "fish": "complete -c rbf -f -a '(__rbf)'\ncomplete -c rbfcli -f -a '(__rbf)'\n",
    }

    assert registered[shell] in text_of(shell)


def test_every_script_asks_the_program_and_there_is_nothing_else():
    """Verbs, options and names come from `rbf __complete`, so no script can be out of date."""
    assert sorted(path.name for path in (ROOT / "completions").iterdir()) == ["_rbf", "rbf", "rbf.fish", "rbf.ps1"]
    for path in (ROOT / "completions").iterdir():
        text = path.read_text(encoding="utf-8")
        assert "__complete" in text
        assert not {"attack", "stabilize", "--dice", "--with"} & set(re.findall(r"[\w-]+", text))
