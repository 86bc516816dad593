"""`--version` names the formats that a save and the JSON really have."""

import json
import platform
import tomllib

import pytest

from rbfcli import __version__


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_names_the_formats_in_use(rbf, option):
    rbf.out("start", "duel", "--seed", "v")
    save = tomllib.loads(rbf.save.read_text())["format"]
    output = json.loads(rbf.out("--json", "roll", "1d6"))["format"]
    said = f"rbf {__version__} (Python {platform.python_version()}, save format {save}, output format {output})\n"
    assert rbf.out(option) == said
