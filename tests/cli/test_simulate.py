"""Simulations as they are typed in a shell."""

import json
import subprocess
import sys

import pytest

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
