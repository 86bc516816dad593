"""The pins: complete, hashed, in step with pyproject.toml, and silent about where a package comes from."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.packaging.archives import ROOT

LOCKS = ("build", "run", "dev", "lowest")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def text(lock: str) -> str:
    """The text of a lock file."""
    return (ROOT / f"tests/lock/{lock}.txt").read_text()


def entries(lock: str) -> list[str]:
    """Each pin with its hashes, joined to one line."""
    return text(lock).replace("\\\n", " ").splitlines()


def pins(lock: str) -> dict[str, set[str]]:
    """Versions by name; a name has two where the Python version decides."""
    versions: dict[str, set[str]] = {}
    for line in entries(lock):
        name, _, version = line.split()[0].partition("==")
        versions.setdefault(name, set()).add(version)
    return versions


def wanted(lock: str) -> list[Requirement]:
    """What pyproject.toml asks of a lock."""
    groups = PROJECT["dependency-groups"]
    asked = {
        "build": groups["build"],
        "run": PROJECT["project"]["dependencies"],
        "dev": [line for line in groups["dev"] if isinstance(line, str)],
        "lowest": PROJECT["project"]["dependencies"],
    }
    return [Requirement(line) for line in asked[lock]]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_a_pin_with_hashes_and_nothing_else(lock):
    for line in entries(lock):
        assert re.fullmatch(r"[a-z0-9.-]+==\S+( ; [^#@/]+)?( +--hash=sha256:[0-9a-f]{64})+", line), line[:80]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host_no_index_and_no_folder(lock):
    assert re.findall(r"://|index|find-links|file:|@ ", text(lock)) == []


@pytest.mark.parametrize("lock", LOCKS)
def test_the_pins_are_what_pyproject_allows(lock):
    for requirement in wanted(lock):
        versions = pins(lock)[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in versions), requirement


@pytest.mark.parametrize("part", ["build", "run"])
def test_the_developers_lock_holds_the_same_versions_as_the_smaller_ones(part):
    everything = pins("dev")

    assert {name: everything.get(name) for name in pins(part)} == pins(part)


def test_the_oldest_dependencies_are_the_lower_bounds_themselves():
    for requirement in wanted("lowest"):
        lower = next(Version(part.version) for part in requirement.specifier if part.operator == ">=")
        assert {Version(version) for version in pins("lowest")[canonicalize_name(requirement.name)]} == {lower}


def test_the_extra_is_tested_and_not_part_of_what_runs():
    extra = [Requirement(line) for line in PROJECT["project"]["optional-dependencies"]["dask"]]
    names = {canonicalize_name(each.name) for each in extra}

    assert set(map(str, extra)) <= {str(Requirement(line)) for line in PROJECT["dependency-groups"]["dev"][1:]}
    assert names <= set(pins("dev"))
    assert not names & (set(pins("run")) | set(pins("lowest")))
