"""In the shell an answer longer than the terminal goes to a pager, and to none where none is wanted."""

from __future__ import annotations

import os
import sys

import pexpect
import pytest

PAGER = "sed s/^/p:/"
USUAL = {"TERM": "xterm", "RBF_PAGER": PAGER}
SAVE = "encounter.toml"


@pytest.fixture
def shown(tmp_path):
    """What a command shows on a terminal of so many rows, and its exit status."""

    def show(*words, rows=10, **environ):
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **USUAL, **environ}
        variables = {name: value for name, value in variables.items() if value is not None}
        command = [sys.executable, "-m", "rbfcli", *words]
        terminal = {"dimensions": (rows, 80), "timeout": 40, "encoding": "utf-8"}
        child = pexpect.spawn(command[0], command[1:], cwd=str(tmp_path), env=variables, **terminal)
        text = child.read()
        child.close()
        return text.replace("\r\n", "\n"), child.exitstatus

    return show


@pytest.mark.parametrize(
    "words", [("help", "attack"), ("attack", "-h"), ("rules", "rbf", "RBF-ATK-1"), ("odds", "3d6"), ("help",)]
)
def test_what_is_longer_than_the_terminal_is_paged(shown, words):
    text, status = shown(*words, rows=3)
    assert status == 0
    assert text.startswith("p:")


def test_a_fight_and_its_log_are_paged(shown):
    shown("start", "dock-ambush", rows=100)
    shown("init", rows=100)
    for verb in ("show", "log", "actions joss"):
        text, status = shown(*verb.split(), rows=1)
        assert (verb, text[:2], status) == (verb, "p:", 0)


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (("help", "attack", "--plain"), {}),
        (("help", "attack"), {"TERM": "dumb"}),
        (("help", "attack"), {"RBF_PLAIN": "1"}),
        (("help", "attack"), {"RBF_PAGER": "off"}),
        (("help", "attack"), {"RBF_PAGER": None, "PAGER": "cat"}),
        (("help", "attack"), {"rows": 300}),
        (("odds", "3d6", "--plain"), {}),
        (("odds", "3d6", "--json"), {"rows": 1}),
        (("systems", "--json"), {"rows": 1}),
    ],
)
def test_none_where_none_is_wanted(shown, words, settings):
    text, status = shown(*words, **settings)
    assert status == 0
    assert "p:" not in text


def test_the_configuration_file_switches_it_off(shown, tmp_path):
    (tmp_path / "config.toml").write_text('pager = "off"\n')
    text, _ = shown("help", "attack", RBF_CONFIG=str(tmp_path / "config.toml"), RBF_PAGER=None)
    assert "p:" not in text
    assert "attack" in text


def test_a_pager_that_is_missing_or_ends_early_is_no_error(shown):
    assert shown("help", "attack", RBF_PAGER="/nowhere/pager")[1] == 0
    assert shown("help", "attack", RBF_PAGER="true") == ("", 0)


def test_what_was_paged_is_saved_before(shown):
    shown("start", "dock-ambush", rows=100)
    assert shown("init", rows=1, RBF_PAGER="false")[1] == 0
    assert "round 1" in shown("show", rows=300)[0]
