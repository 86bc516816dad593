"""What `rbf help limits` says of each limit is what happens past it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rbfcli.core import limits
from rbfcli.core.errors import LimitReached
from rbfcli.storage.toml import write_toml
from tests.cli.limit_cases import CASES, CONFIG, OTHERWISE
from tests.conftest import ROOT

TREE = ast.parse(Path(limits.__file__).read_text())
CALLS = [each for each in TREE.body if isinstance(each, ast.Assign) and isinstance(each.value, ast.Call)]
PAST = {call.targets[0].id: past for call, (_, _, _, _, past) in zip(CALLS, limits.LIMITS, strict=True)}


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    from tests.cli.conftest import Program

    program = Program(tmp_path_factory.mktemp("fight"))
    program.out("start", "duel", "--seed", "x", "-e", "save.toml")
    return (program.folder / "save.toml").read_text()


def ran(rbf, words, files, stdin, save):
    """A run with these files and a fight."""
    for name, text in {"save.toml": save, **files}.items():
        (rbf.folder / name).write_text(text)
    return rbf.run(*words, stdin=stdin, environ={"RBF_CONFIG": str(rbf.folder / CONFIG)} if CONFIG in files else {})


def test_every_limit_has_a_case_or_a_reason_to_have_none():
    assert sorted([*CASES, *OTHERWISE]) == sorted(PAST)


@pytest.mark.parametrize("name", [name for name, why in OTHERWISE.items() if why.endswith(".py")])
def test_a_limit_of_another_test_is_named_there(name):
    assert re.search(rf"\b{name}\b", (ROOT / OTHERWISE[name]).read_text())


def test_a_save_that_would_take_too_much_to_read_is_not_written():
    write_toml({"fight": {f"k{number}": 1 for number in range(50_000)}})
    with pytest.raises(LimitReached, match="the save is too long to read") as wrong:
        write_toml({"fight": {f"k{number}": 1 for number in range(60_000)}})
    assert wrong.value.status == PAST["STEPS_OF_A_SAVE"]


@pytest.mark.parametrize("name", CASES)
def test_past_a_limit_its_status_and_words_are_given(rbf, save, name):
    case = CASES[name]
    done = ran(rbf, case.past, case.files, case.stdin, save)
    assert done.returncode == (PAST[name] or case.status), done.stderr[-400:]
    assert re.search(case.says, done.stdout + done.stderr), done.stderr[-400:]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.at])
def test_at_a_limit_nothing_is_refused(rbf, save, name):
    case = CASES[name]
    done = ran(rbf, case.at, case.files_at, case.stdin, save)
    assert done.returncode == 0, done.stderr[-400:]
