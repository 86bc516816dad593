"""`rbf doctor` says what it finds, ends with 1 where something is wrong, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pexpect
import pytest

from rbfcli.cli import doctor
from rbfcli.cli.doctor import storage_test
from rbfcli.render.terminal import colour_decision
from rbfcli.storage.save_file import LockedFile

KEYS = {
    "versions": {
        "rbfcli",
        "python",
        "system",
        "formats",
        "msgspec",
        "prompt_toolkit",
        "rapidfuzz",
        "rich",
        "segno",
        "tomli",
        "tomli_w",
        "typer",
        "distributed",
    },
    "paths": {"python", "rbfcli", "config", "config_here", "history", "save"},
    "settings": {"color", "plain", "enter", "physical", "bell", "timer", "pager", "lock_timeout", "aliases"},
    "output": {"encoding", "colour_on_stdout", "terminal"},
    "storage": {"lock", "sync"},
    "plug_ins": set(),
}


def found(rbf, *words, status=0, environ=None):
    """What `rbf doctor --json` finds."""
    done = rbf.run("doctor", "--json", *words, environ=environ)
    assert done.returncode == status, done.stderr
    tables = json.loads(done.stdout)
    assert tables["ok"] is (status == 0)
    return tables


def test_all_is_well_and_nothing_is_left(begun):
    before = {each.name: each.read_bytes() for each in begun.folder.iterdir()}
    said = begun.out("doctor")
    assert said.endswith("all is well\n")
    assert "  save             encounter.toml (the default)\n" in said
    assert "  lock             works\n" in said
    assert {each.name: each.read_bytes() for each in begun.folder.iterdir()} == before


def test_the_keys_are_the_same_everywhere(rbf):
    tables = found(rbf)
    assert {name: set(tables[name]) for name in KEYS} == KEYS
    assert set(tables) == {"format", "ok", "command", "wrong", "error", *KEYS}
    assert all(set(each) == {"ok", "found"} for name in KEYS for each in tables[name].values())
    assert tables["output"]["terminal"]["found"] == "none"


@pytest.mark.parametrize(
    ("words", "environ", "save"),
    [
        (("-e", "a.toml"), {"RBF_ENCOUNTER": "b.toml"}, "a.toml (by -e)"),
        ((), {"RBF_ENCOUNTER": "b.toml"}, "b.toml (by RBF_ENCOUNTER)"),
        ((), {}, "encounter.toml (the default)"),
    ],
)
def test_the_save_and_why(rbf, words, environ, save):
    assert found(rbf, *words, environ=environ)["paths"]["save"]["found"] == save


@pytest.mark.parametrize(
    ("words", "environ", "why"),
    [
        ((), {}, "no: not a terminal"),
        (("--plain",), {"FORCE_COLOR": "1"}, "no: plain output"),
        ((), {"RBF_PLAIN": "1"}, "no: plain output"),
        (("--color", "always"), {}, "yes: --color is always"),
        ((), {"RBF_COLOR": "never"}, "no: color is never"),
        ((), {"FORCE_COLOR": "1"}, "yes: FORCE_COLOR is set"),
    ],
)
def test_the_colour_decision_and_why(rbf, words, environ, why):
    plain = {"FORCE_COLOR": "", "CLICOLOR_FORCE": "", "NO_COLOR": "", "RBF_COLOR": "", "RBF_PLAIN": "", **environ}
    assert found(rbf, *words, environ=plain)["output"]["colour_on_stdout"]["found"] == why


@pytest.mark.parametrize(
    ("environ", "is_tty", "decision"),
    [
        ({"TERM": "xterm"}, True, (True, "a terminal")),
        ({"TERM": "dumb"}, True, (False, "TERM is dumb or not set")),
        ({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, True, (False, "NO_COLOR is set")),
        ({"CLICOLOR_FORCE": "1"}, False, (True, "CLICOLOR_FORCE is set")),
    ],
)
def test_what_decides_colour_is_named(environ, is_tty, decision):
    assert colour_decision(None, environ, is_tty=is_tty) == decision


def test_a_folder_that_is_not_there_cannot_hold_a_save(rbf):
    tables = found(rbf, "-e", "nowhere/a.toml", status=1)
    assert tables["wrong"] == ["storage lock", "storage sync"]
    assert tables["storage"]["lock"] == {"ok": False, "found": "cannot write in nowhere: it does not exist"}


@pytest.mark.parametrize(
    ("save", "wrong"),
    [
        ("encounter.toml/a.toml", "cannot write in encounter.toml: part of its path is not a folder"),
        (".", ""),
    ],
)
def test_a_path_that_is_no_save_is_a_finding_and_no_bug(begun, save, wrong):
    tables = found(begun, "-e", save, status=int(bool(wrong)))
    assert tables["storage"]["lock"]["found"] == (wrong or "works")


def test_a_file_of_settings_that_cannot_be_read_is_wrong(rbf):
    tables = found(rbf, status=1, environ={"RBF_CONFIG": "nothing.toml"})
    assert tables["paths"]["config"]["found"].startswith("no such file: nothing.toml; ")


def test_without_the_disk_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("RBF_SYNC", "off")
    _, (key, ok, what) = storage_test(str(tmp_path / "a.toml"))
    assert (key, ok) == ("sync", True)
    assert what.endswith("without waiting for the disk: RBF_SYNC is off")
    assert [*tmp_path.iterdir()] == []


def test_a_lock_that_keeps_nobody_out_is_wrong(tmp_path, monkeypatch):
    class Open(LockedFile):
        depth = 0

        def __enter__(self):
            Open.depth += 1
            return super().__enter__() if Open.depth == 1 else self

        def __exit__(self, *given):
            Open.depth -= 1
            if Open.depth == 0:
                super().__exit__(*given)

    monkeypatch.setattr(doctor, "LockedFile", Open)
    found = next(storage_test(str(tmp_path / "a.toml")))
    assert found == ("lock", False, "two have the lock at once: this file system cannot lock")


@pytest.mark.parametrize(
    ("needs", "finding", "status"),
    [
        ("absent<2,>=1", {"ok": False, "found": "not installed"}, 1),
        ("absent<2,>=1; extra == 'more'", {"ok": True, "found": "not installed (optional)"}, 0),
    ],
)
def test_a_missing_package_is_wrong_unless_it_is_optional(rbf, monkeypatch, needs, finding, status):
    monkeypatch.setattr(doctor, "requires", lambda _name: [needs])
    assert found(rbf, status=status)["versions"]["absent"] == finding


def test_only_a_user_starts_it(rbf):
    done = rbf.run("run", "-", stdin="doctor\n")
    assert done.returncode == 1
    assert (
        "a script on standard input cannot use doctor; type it yourself: a file or a pipe cannot start" in done.stderr
    )


def test_there_is_no_option_that_does_nothing(rbf):
    assert rbf.run("roll", "1d1", "--verbose").returncode == 2
    assert rbf.run("show", "-v").returncode == 2


# Homes, locales, clocks, terminals: what a command does depends on none of them, and it asks and fetches nothing.


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


@pytest.mark.slow
@pytest.mark.parametrize("home", ["", "/nonexistent", "/proc"])
def test_a_home_that_cannot_be_written_keeps_nobody_from_playing(tmp_path, home):
    """E-07."""
    printed = play(tmp_path / "fight", {**without_places(), **({"HOME": home} if home else {})}, json=False)

    assert printed[-1] == "encounter.toml\n"


@pytest.mark.slow
def test_commands_write_beside_the_save_and_nowhere_in_the_home(tmp_path):
    """E-02: only the prompt has something to keep, and that is its history."""
    home = tmp_path / "home"
    home.mkdir()
    environ = {**without_places(), "HOME": str(home)}
    play(tmp_path / "fight", environ)
    assert everything(home) == set()
    assert everything(tmp_path / "fight") == {"encounter.toml", ".encounter.toml.lock"}

    session = {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"}
    prompt = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], "repl"], env={**environ, **session}, timeout=300)
    prompt.expect("rbf>")
    prompt.send("roll 1d1\r")
    prompt.expect("= ")
    prompt.send("exit\r")
    prompt.expect(pexpect.EOF)
    assert everything(home) == {".local/state/rbfcli/history", ".local/state/rbfcli/.history.lock"}


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.skipif(not STRACE, reason="strace is not installed")
def test_nothing_goes_through_the_network(tmp_path):
    """H-12: doctor looks at everything that there is."""
    trace = tmp_path / "trace"
    command = [STRACE, "-f", "-o", str(trace), "-e", "trace=network", *PROGRAM, "doctor"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    assert "AF_INET" not in trace.read_text()
    assert "exited with 0" in trace.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("line", ["start duel", "new rbf", "start duel --json"])
def test_a_fight_that_is_there_is_refused_and_no_terminal_is_asked(begun, line):
    """H-11: what replaces a fight says `--force`, and even that keeps it."""
    before = begun.save.read_bytes()
    asked = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], *line.split()], cwd=str(begun.folder), timeout=300, encoding="utf-8"
    )
    asked.expect(pexpect.EOF)
    asked.close()
    assert asked.exitstatus == 1
    assert "--force to replace it (restore brings it back)" in " ".join(asked.before.split())
    assert begun.save.read_bytes() == before

    assert "rbf restore brings it back" in begun.run(*line.split(), "--force").stderr
    begun.out("restore")
    assert begun.save.read_bytes() == before
