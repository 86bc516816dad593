"""Small repositories to refuse a release in, and a copy of this one to cut a release from."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "dist")
CHANGELOG = """# Changelog

## [Unreleased]

### Added

- Something to notice.

## [0.2.0] - 2026-01-05

### Fixed

- What was wrong.
"""


class Repository:
    """A repository with a version and a changelog."""

    def __init__(self, root):
        self.root = root
        self.changelog = root / "CHANGELOG.md"
        self.package = root / "rbfcli" / "__init__.py"

    def git(self, *words):
        """What git prints."""
        command = ("git", *words)
        return subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True).stdout

    def begin(self):
        """Make the folder a repository with one commit."""
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("config", "user.name", "somebody")
        self.git("config", "user.email", "somebody@example.invalid")
        self.git("config", "commit.gpgsign", "false")
        self.git("config", "tag.gpgsign", "false")
        self.commit()
        return self

    def commit(self):
        """Commit all there is."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "As it is.")

    @property
    def state(self):
        """Where it stands: its commit, its tags, its trees, and what is changed."""
        words = (("rev-parse", "HEAD"), ("tag", "--list"), ("worktree", "list"), ("status", "--porcelain"))
        return [self.git(*each) for each in words]


@pytest.fixture
def small(tmp_path):
    """A repository with one release, and something to release."""
    repository = Repository(tmp_path / "small")
    repository.package.parent.mkdir(parents=True)
    repository.package.write_text('"""A package."""\n\n__version__ = "0.2.0"\n')
    repository.changelog.write_text(CHANGELOG)
    return repository.begin()


@pytest.fixture
def whole(tmp_path):
    """A copy of this repository, committed."""
    return Repository(shutil.copytree(ROOT, tmp_path / "whole", ignore=LEFT_OUT)).begin()
