"""The way to a system of one's own, gone as the page says it, without a network."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import pytest

from tests.author.conftest import installed
from tests.docs.conftest import ROOT, blocks

TRYING, PUBLISHING = blocks(ROOT / "docs" / "writing-a-system.md", "sh")


@pytest.fixture(scope="module")
def tide(tmp_path_factory):
    """The system that the page begins with, installed."""
    folder = tmp_path_factory.mktemp("author")
    subprocess.run([sys.executable, "-m", "rbfcli", "create-system", "tide"], cwd=folder, check=True)
    return installed(folder / "tide", tmp_path_factory.mktemp("site"))


def test_a_new_system_is_tried_as_the_page_says(tide):
    """`pytest` in the new folder is run by `tests/author`."""
    assert (TRYING[:2], TRYING[-1]) == (["cd tide", "pip install --editable ."], "pytest")
    for line in TRYING[2:-1]:
        program, *words = line.split()
        assert program == "rbf"
        tide.run(*words)


def test_its_wheel_is_built_as_the_page_says_and_names_the_system(tide):
    program, *words = PUBLISHING[0].split()
    done = tide.python("-m", program, *words, "--no-build-isolation", "--no-index", "--quiet")

    assert done.returncode == 0, done.stderr
    (wheel,) = (tide.project / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith("entry_points.txt"))
        assert archive.read(name).decode() == "[rbfcli.systems]\ntide = rbfcli_tide:RULES\n"
