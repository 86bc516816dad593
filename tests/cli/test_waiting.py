"""How long a command waits for a save that another one uses."""

import os

import pytest

from rbfcli.store.save_file import LockedFile

IN_USE = f"encounter.toml is in use by process {os.getpid()}; try again when it is done\n"
WRITERS = {
    "a command": (["note", "a"], ""),
    "a script": (["run", "a.rbf", "-e", "encounter.toml"], ""),
    "a script that arrives": (["run", "-", "--each", "-e", "encounter.toml"], "note a\n"),
    "a piped prompt": (["repl"], "note a\n"),
    "a start": (["start", "dock-ambush", "--force"], ""),
}


@pytest.mark.parametrize(("words", "stdin"), WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("how", ["option", "environment"])
def test_every_way_to_write_waits_as_long_as_it_is_told_to(begun, words, stdin, how):
    (begun.folder / "a.rbf").write_text("note a\n")
    given, environ = (["--lock-timeout", "0"], {}) if how == "option" else ([], {"RBF_LOCK_TIMEOUT": "0"})
    before = begun.save.read_bytes()
    with LockedFile(str(begun.save)):
        done = begun.run(*words, *given, stdin=stdin, environ=environ)
    assert done.returncode == 4
    assert IN_USE in done.stderr
    assert begun.save.read_bytes() == before
    assert begun.run(*words, *given, stdin=stdin, environ=environ).returncode == 0
    assert begun.save.read_bytes() != before


def test_who_only_reads_does_not_wait(begun):
    with LockedFile(str(begun.save)):
        assert begun.run("show", "--lock-timeout", "0").returncode == 0


@pytest.mark.parametrize("given", [["--lock-timeout", "soon"], ["--lock-timeout", "-1"], ["--lock-timeout"]])
def test_a_wait_that_is_no_number_is_refused(begun, given):
    done = begun.run("note", "a", *given)
    assert (done.returncode, "--lock-timeout" in done.stderr) == (2, True)


def test_a_wait_in_the_environment_that_is_no_number_is_refused(begun):
    done = begun.run("note", "a", environ={"RBF_LOCK_TIMEOUT": "soon"})
    assert done.returncode == 2
    assert done.stderr.startswith("rbf: RBF_LOCK_TIMEOUT must be a whole number, not 'soon'")
