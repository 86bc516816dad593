"""No tracked file names where it was made: a host of packages, a home of a developer, a folder of a CI."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.conftest import ROOT

# In pieces, so that this file does not name them either. Ann is nobody.
HOSTS = (
    "pypi" + r"\.org",
    "python" + r"hosted\.org",
    "py" + r"pi\.python\.org",
    "art" + "ifactory",
    "dev" + r"pi\b.*:\d",
)
HOMES = (
    r"(?<![\w.~$}])/(?:ho" + r"me|Us" + r"ers)/(?!ann/)[a-z][\w.-]+/",
    "/ro" + "ot/",
    "[A-Z]:" + r"\\Us" + r"ers\\",
)
WORK = ("/wo" + r"rk/\w", "/github/wo" + "rkspace", "/buil" + r"ds/\w")
PATTERN = re.compile("|".join((*HOSTS, *HOMES, *WORK)))


def tracked():
    """The files that the repository holds."""
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)  # noqa: S607
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no repository here")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_where_it_was_made():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in tracked()
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1)
        if (match := PATTERN.search(line))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["https://files.py" + "thonhosted.org/x", "cd /ho" + "me/jane/src", "/wo" + "rk/main", "C:" + r"\Us" + r"ers\J"],
)
def test_such_a_place_is_found(text):
    assert PATTERN.search(text)
