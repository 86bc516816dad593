"""Shells find the scripts by themselves where the wheel puts them, and a list of hostile names runs none."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.shell.conftest import NAMES, ROOT

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
