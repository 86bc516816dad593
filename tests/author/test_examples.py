"""The example systems: each installs, plays its script, passes its own tests, and is tidy."""

import pytest

from tests.author.conftest import QUIET, ROOT
from tests.author.test_create_system import TIDY

EXAMPLES = sorted(path.parent.name for path in ROOT.glob("examples/*/pyproject.toml"))
pytestmark = pytest.mark.parametrize("example", EXAMPLES, indirect=True)


def test_it_is_listed_with_its_rules(example):
    name = next(example.project.glob("rbfcli_*")).name.removeprefix("rbfcli_")
    assert f"{name} " in example.run("systems")
    assert "-ATK-1" in example.run("rules", name)
    assert f"{name}" in example.run("schema", name)


def test_its_script_plays_from_the_shell(example):
    (script,) = example.project.glob("*.rbf")
    example.run("run", script.name)


def test_a_fight_of_it_is_begun_shown_and_checked(example):
    (encounter,) = (path for path in example.project.glob("*.toml") if path.name != "pyproject.toml")
    example.run("start", encounter.name, "--seed", "gate")
    example.run("init")
    assert "attack" in example.run("actions")
    assert "-- round 1" in example.run("log") + example.run("watch", "--players", "--once")
    example.run("check", "encounter.toml")


def test_its_own_tests_pass(example):
    done = example.python("-m", "pytest", "-q", *QUIET)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("words", TIDY, ids=" ".join)
def test_it_is_tidy(example, words):
    done = example.python("-m", *words, "--no-cache")
    assert done.returncode == 0, done.stdout
