"""Few words at the shell: who acts is left out, a number answers, and words that people try."""

import json
import os
import subprocess
import sys

import pytest

from rbfcli.storage.save_file import LockedFile


@pytest.fixture
def joss(rbf):
    """Joss is up, in a save of the folder."""
    rbf.out("start", "dock-ambush", "--seed", "docks")
    rbf.out("init", "--set", "joss=60", "thug1=1,thug2=2")
    return rbf


def journal(rbf):
    return rbf.out("log", "--script").splitlines()


def test_who_acts_is_left_out_in_commands_odds_and_dry_runs(joss):
    assert joss.out("odds", "attack", "gunner1").startswith("odds of attack joss gunner1\n")
    assert "Joss Marlow hits" in joss.out("attack", "gunner1", "-n", "--dice", "5,7")
    before = journal(joss)
    assert json.loads(joss.out("attack", "gunner1", "--dice", "5,7", "--json"))["command"].startswith("attack joss gun")
    assert journal(joss) == [*before, "attack joss gunner1 --dice 5,7"]


def test_a_number_answers_a_question_and_no_list_of_another_command(joss):
    joss.out("attack", "thug1", "--dice", "8,8")
    assert joss.out("1").startswith("Joss Marlow chooses double\n")
    assert " 1  attack thug2" in joss.out("actions")
    refused = joss.run("choose", "1")
    assert refused.returncode == 1
    assert "no question to answer; `actions` shows lines to type; their numbers count at the same" in refused.stderr


@pytest.mark.parametrize("typed", [["double"], ["dou"], ["DOUBLE"], ["joss", "double"], ["choose", "dou"]])
def test_an_answer_or_its_beginning_answers_a_question(joss, typed):
    joss.out("attack", "thug1", "--dice", "8,8")
    assert joss.out(*typed).startswith("Joss Marlow chooses double\n")


def test_an_answer_answers_the_first_question_or_that_of_the_one_named(rbf):
    rbf.out("start", "relay-road", "--seed", "road")
    for line in ("init --set corin=90", "set raider1 overwatch=1 region=0", "set raider2 overwatch=1 region=0"):
        rbf.out(*line.split())
    rbf.out("move", "corin", "1")
    assert rbf.out("pass").startswith("Dock raider 1 chooses pass\n")
    rbf.out("undo")
    assert rbf.out("raider2", "pas").startswith("Dock raider 2 chooses pass\n")


def test_words_that_people_try(joss):
    wrong = joss.run("hit", "thug1")
    assert wrong.returncode == 2
    assert "try: `attack TARGET` or `attack WHO TARGET`" in wrong.stderr
    assert joss.out("next").startswith("-- ")
    assert joss.out("list") == joss.out("show") == joss.out("status")
    assert "missing AMOUNT; for example: damage thug1" in joss.run("damage", "thug1").stderr


# H-10: `-n` says what would happen, in the same words, and leaves the save and its folder as they are.


LINES = (
    "damage thug1 3",
    "set thug1 hp=3",
    "condition add ada prone",
    "add Bob side=crew hp=3",
    "remove thug4",
    "note it rains",
    "turn next",
    "move ada gangway --force",
    "attack ada thug1 --force --dice 5,7",
    "end",
    "undo",
    "start duel --force --seed s",
    "new rbf --force",
)


@pytest.fixture
def before(begun):
    """What is in the folder."""
    return contents(begun.folder)


def contents(folder):
    """Content and time of every file but the lock, in which whoever holds it stands."""
    files = [each for each in folder.iterdir() if not each.name.endswith(".lock")]
    return {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in files}


@pytest.mark.parametrize("line", LINES)
def test_it_is_told_and_nothing_is_changed(begun, before, line):
    told = begun.run(*line.split(), "--dry-run")
    assert contents(begun.folder) == before

    done = begun.run(*line.split())
    assert (told.returncode, done.stdout[: len(told.stdout)]) == (0, told.stdout) != (0, "")
    assert begun.save.read_bytes() != before["encounter.toml"][0]


# How long a command waits for a save that another one uses.


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


# Simulations as they are typed in a shell.


NO_FILE_OF_MORE = 'ulimit -f 1; exec "$@"'
TOO_LONG = ["simulate", "duel", "-n", "200", "--jobs", "1", "--seed", "a", "--csv", "rows.csv"]


def test_a_number_of_fights_is_no_dry_run(rbf):
    """`-n 10` is how many here: the files are written all the same."""
    rbf.out("simulate", "duel", "-n", "10", "--seed", "a", "--csv", "rows.csv", "--svg", "chart.svg")
    assert len((rbf.folder / "rows.csv").read_text().splitlines()) == 11
    assert (rbf.folder / "chart.svg").read_text().startswith("<svg ")


def test_a_dry_run_writes_no_file(rbf):
    rbf.out("-n", "simulate", "duel", "--fights", "10", "--seed", "a", "--csv", "rows.csv")
    assert not (rbf.folder / "rows.csv").exists()


@pytest.mark.parametrize("told", ["--plain", "--json"])
def test_what_was_played_is_told_though_it_could_not_be_written(rbf, told):
    """A disk that fills up meanwhile, after hours of playing, takes the file and not what is known."""
    line = [sys.executable, "-m", "rbfcli", *TOO_LONG, told]
    words = ["/bin/sh", "-c", NO_FILE_OF_MORE, "sh", *line]
    done = subprocess.run(words, cwd=rbf.folder, capture_output=True, text=True, check=False)
    said = "rows.csv cannot be written: the file would exceed the allowed size"
    assert done.returncode == 4
    assert not (rbf.folder / "rows.csv").exists()
    if told == "--json":
        facts = json.loads(done.stdout)
        assert (facts["ok"], facts["error"]["kind"], facts["error"]["message"]) == (False, "storage", said)
        assert facts["fights"] == 200
    else:
        assert done.stdout.startswith("200 fights of duel (rbf)")
        assert done.stderr == f"rbf: {said}\n"
