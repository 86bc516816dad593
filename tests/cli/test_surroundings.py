"""Homes, locales, clocks, terminals: what a command does depends on none of them, and it asks and fetches nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pexpect
import pytest

PROGRAM = [sys.executable, "-m", "rbfcli"]
STRACE = shutil.which("strace")
LINES = ("start duel --seed docks", "init", "attack ada bosun --force --dice 5,7", "show", "log", "undo", "where")
PLACES = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")
ABROAD = (
    {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
    {"LC_ALL": "C", "TZ": "UTC0", "PYTHONHASHSEED": "7"},
    {"LC_ALL": "ar_EG.UTF-8", "TZ": "Nowhere/Else", "PYTHONHASHSEED": "0"},
)


def everything(folder):
    """Every file below a folder, as paths in it."""
    return {str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file()}


def play(folder, environ, *, json=True):
    """What a few commands print, line by line."""
    folder.mkdir()
    printed = []
    for line in LINES:
        command = [*PROGRAM, *line.split(), *(["--json"] if json else [])]
        done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        printed.append(done.stdout)
    return printed


def without_places():
    return {name: value for name, value in os.environ.items() if name not in PLACES}


@pytest.mark.parametrize("home", ["", "/nonexistent", "/proc"])
def test_a_home_that_cannot_be_written_keeps_nobody_from_playing(tmp_path, home):
    """E-07."""
    printed = play(tmp_path / "fight", {**without_places(), **({"HOME": home} if home else {})}, json=False)

    assert printed[-1] == "encounter.toml\n"


def test_commands_write_beside_the_save_and_nowhere_in_the_home(tmp_path):
    """E-02: only the prompt has something to keep, and that is its history."""
    home = tmp_path / "home"
    home.mkdir()
    environ = {**without_places(), "HOME": str(home)}
    play(tmp_path / "fight", environ)
    assert everything(home) == set()
    assert everything(tmp_path / "fight") == {"encounter.toml", ".encounter.toml.lock"}

    session = {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"}
    prompt = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], "repl"], env={**environ, **session}, timeout=60)
    prompt.expect("rbf>")
    prompt.send("roll 1d1\r")
    prompt.expect("= ")
    prompt.send("exit\r")
    prompt.expect(pexpect.EOF)
    assert everything(home) == {".local/state/rbfcli/history", ".local/state/rbfcli/.history.lock"}


def test_the_same_everywhere_at_any_time(tmp_path):
    """I-01, I-03: byte for byte, what is printed and what is saved."""
    plays = [
        (
            play(tmp_path / str(place), {**os.environ, **environ}),
            (tmp_path / str(place) / "encounter.toml").read_bytes(),
        )
        for place, environ in enumerate(ABROAD)
    ]

    assert plays[1:] == plays[:-1]


@pytest.mark.skipif(not STRACE, reason="strace is not installed")
def test_nothing_goes_through_the_network(tmp_path):
    """H-12: doctor looks at everything that there is."""
    trace = tmp_path / "trace"
    command = [STRACE, "-f", "-o", str(trace), "-e", "trace=network", *PROGRAM, "doctor"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    assert "AF_INET" not in trace.read_text()
    assert "exited with 0" in trace.read_text()


@pytest.mark.parametrize("line", ["start duel", "new rbf", "start duel --json"])
def test_a_fight_that_is_there_is_refused_and_no_terminal_is_asked(begun, line):
    """H-11: what replaces a fight says `--force`, and even that keeps it."""
    before = begun.save.read_bytes()
    asked = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], *line.split()], cwd=str(begun.folder), timeout=60, encoding="utf-8"
    )
    asked.expect(pexpect.EOF)
    asked.close()
    assert asked.exitstatus == 1
    assert "--force to replace it: restore brings it back" in " ".join(asked.before.split())
    assert begun.save.read_bytes() == before

    assert "rbf restore brings it back" in begun.run(*line.split(), "--force").stderr
    begun.out("restore")
    assert begun.save.read_bytes() == before
