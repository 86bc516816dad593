"""A whole run on a small project of one system: what it tries, prints, and how it exits."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = '''
"""The rules."""

from functools import cache


def hits(roll):
    """A roll of 4 hits (TOY-ATK-1)."""
    return roll >= 4


def rounds(last):
    """Rounds are counted to the last (TOY-TURN-1)."""
    count = 0
    while count < last:
        count += 1
    return count


def crits(roll):
    """A 6 is a critical (TOY-ATK-2)."""
    return table()[roll]


@cache
def table():
    """What each face does; worked out once."""
    return {face: threshold(face) for face in range(1, 7)}


def threshold(face):
    """A 6 is a critical (TOY-ATK-2): behind a cache, where only the first test of a process would call it."""
    return face > 5


def forgotten():
    """No test calls it."""
    return 1
'''
TESTS = '''
"""Tests of the rules."""

import pytest

from rbfcli.systems.toy import rules


def test_hits():
    assert rules.hits(4)
    assert not rules.hits(2)


def test_rounds(tmp_path):
    assert tmp_path.exists()
    assert rules.rounds(3) == 3


@pytest.mark.parametrize("roll", [5, 6])
def test_crits(roll):
    assert rules.crits(roll) == (roll == 6)


def test_nothing():
    pytest.skip("later")


@pytest.mark.xfail(strict=True)
def test_what_is_known_to_fail():
    assert rules.hits(1)
'''
LISTED = """
[[survivor]]
file = "rbfcli/systems/toy/rules.py"
function = "rounds"
before = "count = 0"
after = "count = 1"
reason = "no test counts none"
"""


@pytest.fixture
def project(tmp_path):
    """A project with the folders of this one, and a system in it."""
    files = {
        "pyproject.toml": '[tool.mutmut]\nsource_paths = ["rbfcli"]\n[tool.pytest]\npythonpath = ["."]\n',
        "rbfcli/__init__.py": "",
        "rbfcli/systems/__init__.py": "",
        "rbfcli/systems/toy/__init__.py": "",
        "rbfcli/systems/toy/rules.py": RULES,
        "tests/systems/toy/test_rules.py": TESTS,
        "tests/mutants/survivors.toml": LISTED,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def run(project, *words):
    """Run the tool there."""
    command = [sys.executable, "-m", "tools.mutants", "--jobs", "2", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def rows(done):
    """The table of a run, a file each, as words."""
    return [line.split() for line in done.stdout.splitlines() if line.startswith("rbfcli/")]


def survivors(done):
    """The functions of the survivors that a run lists."""
    entries = tomllib.loads(done.stdout[done.stdout.index("[[survivor]]") :].rpartition("\n\n")[0])["survivor"]
    return [(entry["function"], entry["reason"]) for entry in entries]


@pytest.mark.slow
def test_a_run_counts_what_the_tests_notice(project):
    done = run(project, "--rest")

    cited, rest = ["10", "7", "2", "1", "90.0", "%"], ["1", "0", "0", "1", "0.0", "%"]
    assert rows(done) == [["rbfcli/systems/toy/rules.py", *cited, *rest]], done.stderr
    assert survivors(done) == [("rounds", "no test counts none"), ("forgotten", "")]
    assert done.stderr == "90.0 % are killed in functions that cite a rule, and 95 % have to be\n"
    assert done.returncode == 1


@pytest.mark.slow
def test_the_test_that_killed_a_mutant_is_tried_first_on_the_next(project):
    """A faster test that notices nothing runs once without a mutant, and once with the first."""
    tests = """
from pathlib import Path

from rbfcli.systems.toy import rules


def test_that_notices_nothing():
    assert rules.hits(9) is not None
    Path("runs").open("a").write("x")


def test_that_notices_all():
    assert [rules.hits(roll) for roll in (3, 4, 5)] == [False, True, True]
    assert sum(range(1_000_000))
"""
    (project / "tests/systems/toy/test_rules.py").write_text(tests)
    (project / "rbfcli/systems/toy/rules.py").write_text(RULES[: RULES.index("def rounds")])
    run(project, "--jobs", "1")

    assert (project / "runs").read_text() == "xx"


@pytest.mark.slow
def test_a_listing_is_not_doubted_where_its_function_cites_no_rule_and_is_not_tried(project):
    """A listing of `rounds`, which cites one and is tried, that fits no mutant of it is still reported."""
    entries = LISTED.replace("count = 0", "count = 9"), LISTED.replace("rounds", "forgotten")
    (project / "tests/mutants/survivors.toml").write_text("".join(entries))
    done = run(project, "--citing")

    complaint = "listed, and does not survive: rbfcli/systems/toy/rules.py"
    assert [line for line in done.stderr.splitlines() if line.startswith("listed")] == [
        f"{complaint} rounds: count = 9 -> count = 1"
    ]


@pytest.mark.slow
def test_a_sample_is_not_held_to_the_bar(project):
    done = run(project, "rbfcli/systems", "--sample", "99")

    assert (done.returncode, done.stderr) == (0, "")
    assert survivors(done) == [("rounds", "no test counts none")]


def test_nothing_is_tried_where_a_test_fails_without_any_mutant(project):
    (project / "tests/systems/toy/test_more.py").write_text("def test_it():\n    assert False\n")
    done = run(project)

    assert done.stderr == "these tests fail without any mutant:\ntests/systems/toy/test_more.py::test_it\n"
    assert (done.stdout.strip(), done.returncode) == ("", 1)


def test_a_place_without_functions_is_a_mistake(project):
    done = run(project, "rbfcli/systems/toy/__init__.py")

    assert (done.stderr, done.returncode) == ("no function there that can be changed\n", 1)
