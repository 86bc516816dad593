"""fish offers exactly the names there are, and TAB gives them to the program whole."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.shell.conftest import NAMES, PARTIAL, ROOT


@pytest.fixture(scope="module")
def fish(shell_at):
    """A fish that has read the completion script."""
    shell = shell_at("fish", "--no-config", "-i")
    shell.run(f"source '{ROOT / 'completions/rbf.fish'}'")
    shell.ready()
    return shell


@pytest.fixture(scope="module")
def offered(folder, environment):
    """What fish offers for a command line."""
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")

    def offer(line: str) -> list[str]:
        script = f"source '{ROOT / 'completions/rbf.fish'}'; complete -C $argv[1]"
        command = ["fish", "--no-config", "-c", script, line]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        return [each.partition("\t")[0] for each in done.stdout.splitlines()]

    return offer


def test_every_hostile_name_is_offered_as_it_is(offered):
    assert set(NAMES) - {"-dash"} <= set(offered("rbf attack "))


def test_a_name_with_a_hyphen_in_front_is_offered_behind_two(offered):
    assert "-dash" in offered("rbfcli attack -- ")


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name_comes_back_whole(fish, name):
    before = ["--"] if name.startswith("-") else []

    assert fish.completed(f"rbf attack {NAMES[name]}") == ["attack", *before, name]


@pytest.mark.parametrize("typed", PARTIAL)
def test_a_word_begun_in_any_way_is_ended(fish, typed):
    assert fish.completed(f"rbfcli {typed}") == PARTIAL[typed]
