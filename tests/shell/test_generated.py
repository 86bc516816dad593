"""The generated files are those of the commands as they are, and no script holds what a shell could run by mistake."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rbfcli.storage.paths import shipped_text
from tests.shell.conftest import NAMES, ROOT
from tools.generate import main, stale

SCRIPTS = {"bash": "rbf", "zsh": "_rbf", "fish": "rbf.fish"}


def text_of(shell):
    """The completion script of a shell, as it is shipped."""
    return shipped_text("completions", SCRIPTS[shell])


def test_no_generated_file_is_stale():
    assert list(stale()) == [], "run `make generate`"


def test_a_stale_file_is_named_and_ends_the_check_with_1(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("tools.generate.ROOT", tmp_path)
    monkeypatch.setattr("tools.generate.generated", lambda: {"a.md": "a\n", "docs/b.md": "b\n"})

    assert main(["--check"]) == 1
    assert capsys.readouterr().out == "stale: a.md\nstale: docs/b.md\n"
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


# Shells find the scripts by themselves where the wheel puts them, and a list of hostile names runs none.


LOADER = Path("/usr/share/bash-completion/bash_completion")
PLACES = {
    "_rbf": "zsh/site-functions/_rbf",
    "rbf": "bash-completion/completions/rbf",
    "rbf.fish": "fish/vendor_completions.d/rbf.fish",
}


@pytest.fixture(scope="module")
def share(tmp_path_factory):
    """A folder `share` as an installed wheel leaves it."""
    folder = tmp_path_factory.mktemp("share")
    for name, place in PLACES.items():
        (folder / place).parent.mkdir(parents=True)
        shutil.copy(ROOT / "completions" / name, folder / place)
    return folder


def test_bash_completion_loads_the_script_on_the_first_tab(shell_at, share):
    if not LOADER.exists():
        pytest.skip("bash-completion is not installed")
    shell = shell_at("bash", "--noprofile", "--norc", "-i")
    shell.run("bind 'set enable-bracketed-paste off'")
    shell.run(f"XDG_DATA_DIRS={share}; source {LOADER}")
    shell.ready()

    assert shell.completed("rbf stab") == ["stabilize"]


def test_zsh_finds_the_function_on_its_path(shell_at, share):
    shell = shell_at("zsh", "-f", "-i")
    shell.run("PS1='%% '; unsetopt prompt_cr prompt_sp; unset zle_bracketed_paste")
    shell.run(f"fpath=('{share / 'zsh/site-functions'}' $fpath); autoload -Uz compinit; compinit -u -D")
    shell.ready()

    assert shell.completed("rbfcli stab") == ["stabilize"]


def test_fish_finds_the_vendors_script(folder, environment, share):
    if (fish := shutil.which("fish")) is None:
        pytest.skip("fish is not installed")
    more = {**environment, "XDG_DATA_DIRS": f"{share}{os.pathsep}/usr/share", "XDG_CONFIG_HOME": str(share / "config")}

    command = [fish, "-c", "complete -C 'rbf stab'"]
    done = subprocess.run(command, cwd=folder, env=more, capture_output=True, text=True, check=True)

    assert done.stdout.startswith("stabilize\t")


@pytest.mark.parametrize(
    ("command", "ready", "tabs"),
    [
        (["bash", "--noprofile", "--norc", "-i"], "bind 'set enable-bracketed-paste off'; source '{0}/rbf'", 2),
        (["zsh", "-f", "-i"], "fpath=('{0}' $fpath); autoload -Uz compinit; compinit -u -D", 1),
        (["fish", "--no-config", "-i"], "source '{0}/rbf.fish'", 1),
    ],
    ids=["bash", "zsh", "fish"],
)
def test_a_list_of_hostile_names_and_meanings_runs_none(shell_at, command, ready, tabs):
    shell = shell_at(*command)
    shell.run(ready.format(ROOT / "completions"))
    shell.ready()

    assert shell.completed("rbf attack " + "\t" * (tabs - 1)) == ["attack"]
    assert len(NAMES) >= 17
