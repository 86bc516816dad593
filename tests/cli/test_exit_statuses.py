"""Every exit status is reachable, said in one line, and leaves the save as it was (X-01 to X-03)."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rbfcli.kernel.errors import EXIT_STATUSES

WRONG = [
    (1, ("attack", "ada", "thgu1"), "there is no combatant 'thgu1'; did you mean thug1"),
    (1, ("undo", "9"), "only 1 command can be undone, not 9"),
    (1, ("stabilize", "ada"), "is not dying (RBF-STB-1)"),
    (2, ("atack", "ada", "thug1"), "there is no verb 'atack'; did you mean attack?"),
    (2, ("attack", "ada", "thug1", "--with", "swrod"), "did you mean sword?"),
    (2, ("attack", "ada", "thug"), "'thug' could mean thug1, thug2, thug3, thug4"),
    (2, ("damage-save", "ada", "--tn", "12", "--damage", "5", "--dice", "9"), "9"),
    (2, ("roll", ""), ""),
    (2, ("roll", "2d"), "^"),
    (2, ("note", "a\x1b[31m"), "invisible character \\x1b"),
    (3, ("turn", "-e", "missing.toml"), "there is no file missing.toml"),
    (3, ("start", "dock-ambsh"), "did you mean dock-ambush"),
    (4, ("turn", "-e", "/dev/null"), "/dev/null"),
    (5, ("roll", "1001d6"), ""),
]


@pytest.mark.parametrize(("status", "words", "said"), WRONG)
def test_a_mistake_is_one_line_with_its_status(begun, status, words, said):
    before = begun.save.read_bytes()
    done = begun.run(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("rbf: ")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert begun.save.read_bytes() == before


@pytest.mark.parametrize(("status", "words"), [(status, words) for status, words, _ in WRONG])
def test_with_json_the_mistake_is_an_object_on_stdout_too(begun, status, words):
    done = begun.run(*words, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["ok"], found["format"]) == (status, False, "rbf/1")
    assert found["error"]["message"]


def test_every_status_of_the_table_is_tried():
    tried = {status for status, _, _ in WRONG} | {0, 70, 141}
    assert tried == {status for status, _ in EXIT_STATUSES}


def test_a_bug_has_its_status(rbf):
    assert rbf.run("systems", environ={"RBF_TEST_RAISE": "1"}).returncode == 70


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's PIPESTATUS")
def test_a_reader_that_goes_away_does_not_undo_what_was_saved(begun):
    bash = shutil.which("bash") or "sh"
    line = f'{sys.executable} -m rbfcli note one | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run([bash, "-c", line], cwd=begun.folder, capture_output=True, text=True, check=False)
    assert done.stdout in ("141\n", "0\n")
    assert done.stderr == ""
    assert "\nnote one  # " in begun.save.read_text()


def test_a_full_disk_under_the_output_says_that_the_fight_is_saved(begun):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rbfcli", "note", "one"], cwd=begun.folder, stdout=full, stderr=subprocess.PIPE,
            text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)
    assert "saved, but could not print" in done.stderr
    assert "\nnote one  # " in begun.save.read_text()
