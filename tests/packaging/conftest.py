"""The wheel and the source archive, built once a run, without a network, from a copy of this tree."""

from __future__ import annotations

import shutil

import pytest

from tests.packaging.archives import ROOT, build

SHIPPED = ("completions/_rbf", "completions/rbf", "completions/rbf.fish", "encounters", "man/rbf.1", "scripts")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "dist")


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    """A clean copy of this tree, as a clone would be."""
    absent = [path for path in SHIPPED if not (ROOT / path).exists()]
    if absent:
        pytest.skip(f"nothing to ship yet at {', '.join(absent)}")
    return shutil.copytree(ROOT, tmp_path_factory.mktemp("copy") / "tree", ignore=LEFT_OUT)


@pytest.fixture(scope="session")
def built(tree, tmp_path_factory):
    """The wheel and the source archive of this tree."""
    return build(tree, tmp_path_factory.mktemp("built"))
