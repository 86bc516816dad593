"""What an installer reads of the wheel: name, version, licence, dependencies and commands."""

from __future__ import annotations

import configparser
from email.parser import Parser

import pytest
from packaging.requirements import Requirement

import rbfcli

MAIN = "rbfcli.cli.main:main"


@pytest.fixture
def metadata(built):
    """The headers of METADATA."""
    return Parser().parsestr(built.text("METADATA"))


def test_the_wheel_says_the_version_of_the_package(metadata):
    assert metadata["Version"] == rbfcli.__version__


def test_the_licence_is_an_spdx_expression_with_its_file(metadata):
    assert (metadata["License-Expression"], metadata.get_all("License-File")) == ("MIT", ["LICENSE"])


def test_python_has_a_lowest_version_and_no_highest(metadata):
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_dependencies_are_the_six_and_each_has_both_bounds(metadata):
    everything = [Requirement(line) for line in metadata.get_all("Requires-Dist")]
    needed = [each for each in everything if not each.marker]
    extras = [(each.name, str(each.marker)) for each in everything if each.marker]

    assert [(name, marker.replace("'", '"')) for name, marker in extras] == [("distributed", 'extra == "dask"')]
    assert metadata.get_all("Provides-Extra") == ["dask"]
    assert sorted(each.name for each in needed) == ["msgspec", "prompt-toolkit", "rich", "tomli", "tomli-w", "typer"]
    for each in everything:
        assert sorted(part.operator for part in each.specifier) == ["<", ">="], each


def test_both_commands_and_pipx_reach_the_same_main(built):
    declared = configparser.ConfigParser()
    declared.read_string(built.text("entry_points.txt"))

    assert {name: dict(declared[name]) for name in declared.sections()} == {
        "console_scripts": {"rbf": MAIN, "rbfcli": MAIN},
        "pipx.run": {"rbfcli": MAIN},
    }
