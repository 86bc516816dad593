"""A release of a copy of this repository, cut to its end but for the commit: built twice, installed, played."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from datetime import date
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement

from tests.release.conftest import ROOT
from tools.release.building import epoch_of


def other_than_pinned():
    """The packages of `run.txt` that are here in another version; a wheel is tried offline with the pins."""
    pinned = (line.split("\\")[0] for line in (ROOT / "tests/lock/run.txt").read_text().splitlines() if "==" in line)
    wanted = [each for each in map(Requirement, pinned) if each.marker is None or each.marker.evaluate()]
    return [each.name for each in wanted if version(each.name) not in each.specifier]


@pytest.mark.skipif(bool(other_than_pinned()), reason=f"not the version of run.txt: {', '.join(other_than_pinned())}")
def test_a_dry_run_builds_and_tries_a_wheel_that_is_of_that_version_throughout(whole):
    """DRY=1 and OFFLINE=1; the packages that the wheel needs are those of this environment."""
    before = whole.state
    done = subprocess.run(
        [sys.executable, "-m", "tools.release", "9.8.7", "--dry", "--offline"],
        cwd=whole.root,
        env={**os.environ, "PYTHONPATH": str(whole.root), "SOURCE_DATE_EPOCH": "1800000000"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "a dry run: no commit, no tag; with both, this would be v9.8.7"
    assert whole.state == before
    with zipfile.ZipFile(whole.root / "dist" / "rbfcli-9.8.7-py3-none-any.whl") as wheel:
        assert '__version__ = "9.8.7"' in wheel.read("rbfcli/__init__.py").decode()
        assert '"2027-01-15" "rbfcli 9.8.7"' in wheel.read("rbfcli-9.8.7.data/data/share/man/man1/rbf.1").decode()
    with tarfile.open(whole.root / "dist" / "rbfcli-9.8.7.tar.gz") as archive:
        text = archive.extractfile("rbfcli-9.8.7/CHANGELOG.md").read().decode()
        page = archive.extractfile("rbfcli-9.8.7/docs/first-evening.md").read().decode()
    assert "\n## [Unreleased]\n\n## [9.8.7] - 2027-01-15\n" in text
    assert "\nrbf 9.8.7: help lists the verbs" in page
    days = (line for line in done.stdout.splitlines() if "SOURCE_DATE_EPOCH=" in line)
    assert f"={epoch_of(date(2027, 1, 15))} " in next(days)


def test_make_hands_the_words_on():
    words = ("make", "--dry-run", "release", "VERSION=1.2.3", "DRY=1", "OFFLINE=1", f"VENV={sys.prefix}")
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # make runs the tests
    said = subprocess.run(words, cwd=ROOT, env=alone, capture_output=True, text=True, check=True).stdout

    assert said.splitlines()[-1].endswith("bin/python -m tools.release --dry --offline 1.2.3")
