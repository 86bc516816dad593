"""TAB in bash gives the program exactly the names there are, however they are typed."""

from __future__ import annotations

import pytest

from tests.shell.conftest import NAMES, PARTIAL, ROOT


@pytest.fixture(scope="module")
def bash(shell_at):
    """A bash that has read the completion script."""
    shell = shell_at("bash", "--noprofile", "--norc", "-i")
    shell.run("bind 'set enable-bracketed-paste off'; PS1='$ '")
    shell.run(f"source '{ROOT / 'completions/rbf'}'")
    shell.ready()
    return shell


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_comes_back_whole(bash, name):
    before = ["--"] if name.startswith("-") else []

    assert bash.completed(f"rbf attack {NAMES[name]}") == ["attack", *before, name]


@pytest.mark.parametrize("typed", PARTIAL)
def test_a_word_begun_in_any_way_is_ended(bash, typed):
    assert bash.completed(f"rbfcli {typed}") == PARTIAL[typed]
