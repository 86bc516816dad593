"""TAB in zsh gives the program exactly the names there are, however they are typed."""

from __future__ import annotations

import pytest

from tests.shell.conftest import NAMES, PARTIAL, ROOT


@pytest.fixture(scope="module")
def zsh(shell_at):
    """A zsh that finds the completion script by its name."""
    shell = shell_at("zsh", "-f", "-i")
    shell.run("PS1='%% '; unsetopt prompt_cr prompt_sp; unset zle_bracketed_paste")
    shell.run(f"fpath=('{ROOT / 'completions'}' $fpath); autoload -Uz compinit; compinit -u -D")
    shell.ready()
    return shell


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_comes_back_whole(zsh, name):
    before = ["--"] if name.startswith("-") else []

    assert zsh.completed(f"rbf attack {NAMES[name]}") == ["attack", *before, name]


@pytest.mark.parametrize("typed", PARTIAL)
def test_a_word_begun_in_any_way_is_ended(zsh, typed):
    assert zsh.completed(f"rbfcli {typed}") == PARTIAL[typed]
