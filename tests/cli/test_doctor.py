"""`rbf doctor` says what it finds, ends with 1 where something is wrong, and leaves nothing behind."""

import json

import pytest

from rbfcli.cli import doctor
from rbfcli.cli.doctor import lock_test, sync_test
from rbfcli.cli.trial import trial
from rbfcli.render.colour import colour_decision
from rbfcli.store.save_file import LockedFile

KEYS = {
    "versions": {
        "rbfcli",
        "python",
        "system",
        "formats",
        "msgspec",
        "prompt_toolkit",
        "rich",
        "tomli_w",
        "typer",
        "distributed",
    },
    "paths": {"python", "rbfcli", "config", "config_here", "history", "folder", "save", "state"},
    "settings": {"color", "plain", "enter", "bell", "pager", "lock_timeout", "aliases"},
    "output": {"encoding", "file_names", "colour_on_stdout", "colour_on_stderr", "terminal"},
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
    assert "  save             encounter.toml (the usual one)\n" in said
    assert "  state            Ambush at the docks (rbf), revision 1\n" in said
    assert "  lock             keeps others out\n" in said
    assert {each.name: each.read_bytes() for each in begun.folder.iterdir()} == before


def test_the_keys_are_the_same_everywhere(rbf):
    tables = found(rbf)
    assert {name: set(tables[name]) for name in KEYS} == KEYS
    assert set(tables) == {"format", "ok", "command", "wrong", "error", *KEYS}
    assert all(set(each) == {"ok", "found"} for name in KEYS for each in tables[name].values())
    assert tables["paths"]["state"] == {"ok": True, "found": "no fight has begun there"}
    assert tables["output"]["terminal"]["found"] == "none"


@pytest.mark.parametrize(
    ("words", "environ", "save"),
    [
        (("-e", "a.toml"), {"RBF_ENCOUNTER": "b.toml"}, "a.toml (by -e)"),
        ((), {"RBF_ENCOUNTER": "b.toml"}, "b.toml (by RBF_ENCOUNTER)"),
        ((), {}, "encounter.toml (the usual one)"),
    ],
)
def test_the_save_and_why(rbf, words, environ, save):
    assert found(rbf, *words, environ=environ)["paths"]["save"]["found"] == save


@pytest.mark.parametrize(
    ("words", "environ", "why"),
    [
        ((), {}, "no: it is no terminal"),
        (("--plain",), {"FORCE_COLOR": "1"}, "no: --plain"),
        ((), {"RBF_PLAIN": "1"}, "no: RBF_PLAIN"),
        (("--color", "always"), {}, "yes: --color is always"),
        ((), {"RBF_COLOR": "never"}, "no: RBF_COLOR is never"),
        ((), {"FORCE_COLOR": "1"}, "yes: FORCE_COLOR is set"),
    ],
)
def test_the_colour_decision_and_why(rbf, words, environ, why):
    plain = {"FORCE_COLOR": "", "CLICOLOR_FORCE": "", "NO_COLOR": "", "RBF_COLOR": "", "RBF_PLAIN": "", **environ}
    assert found(rbf, *words, environ=plain)["output"]["colour_on_stdout"]["found"] == why


@pytest.mark.parametrize(
    ("environ", "is_tty", "decision"),
    [
        ({"TERM": "xterm"}, True, (True, "it is a terminal")),
        ({"TERM": "dumb"}, True, (False, "TERM is dumb or not set")),
        ({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, True, (False, "NO_COLOR is set")),
        ({"CLICOLOR_FORCE": "1"}, False, (True, "CLICOLOR_FORCE is set")),
    ],
)
def test_what_decides_colour_is_named(environ, is_tty, decision):
    assert colour_decision(None, environ, is_tty=is_tty) == decision


def test_a_save_that_cannot_be_read_is_wrong(rbf):
    rbf.save.write_text("format = [")
    done = rbf.run("doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert "  state            WRONG: encounter.toml" in done.stdout
    assert done.stdout.endswith("wrong: paths state\n")
    assert found(rbf, status=1)["wrong"] == ["paths state"]


def test_a_folder_that_is_not_there_cannot_hold_a_save(rbf):
    tables = found(rbf, "-e", "nowhere/a.toml", status=1)
    assert tables["wrong"] == ["storage lock", "storage sync"]
    assert tables["storage"]["lock"] == {"ok": False, "found": "there is no folder nowhere"}


def test_without_the_disk_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("RBF_SYNC", "off")
    ok, what = sync_test(str(tmp_path / "a.toml"))
    assert ok
    assert what.endswith("without waiting for the disk: RBF_SYNC is off")
    assert [*tmp_path.iterdir()] == []


def test_a_lock_that_keeps_nobody_out_is_wrong(tmp_path, monkeypatch):
    class Open(LockedFile):
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(doctor, "LockedFile", Open)
    assert lock_test(str(tmp_path / "a.toml")) == (False, "two have the lock at once: this file system cannot lock")


def test_what_does_not_read_back_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "read_file", lambda _path: b"other")
    assert sync_test(str(tmp_path / "a.toml")) == (False, "what was written does not read back")


def test_a_system_is_tried_in_a_process_of_its_own():
    assert trial("system", "rbf") == (True, "RBF: Combat and Crises")
    assert trial("system", "nope") == (False, "there is no rule system 'nope'")


def test_it_works_from_the_shell_only(rbf):
    done = rbf.run("run", "-", stdin="doctor\n")
    assert done.returncode == 2
    assert "doctor works from the shell only" in done.stderr


def test_there_is_no_option_that_does_nothing(rbf):
    assert rbf.run("roll", "1d1", "--verbose").returncode == 2
    assert rbf.run("show", "-v").returncode == 2
