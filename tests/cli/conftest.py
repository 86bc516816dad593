"""The whole program as a process, in a folder of its own."""

import subprocess
import sys

import pytest


class Program:
    """Runs `rbf` with words, in one folder."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *words, stdin="", environ=None):
        """A finished run: returncode, stdout, stderr as text."""
        import os

        return subprocess.run(
            [sys.executable, "-m", "rbfcli", *words], cwd=self.folder, input=stdin, capture_output=True, text=True,
            timeout=60, check=False, env={**os.environ, **(environ or {})},
        )  # fmt: skip

    def out(self, *words, **options):
        """What a run that has to succeed prints."""
        done = self.run(*words, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def save(self):
        """The save of the folder."""
        return self.folder / "encounter.toml"


@pytest.fixture
def rbf(tmp_path):
    return Program(tmp_path)


@pytest.fixture
def begun(rbf):
    rbf.out("start", "dock-ambush", "--seed", "docks")
    rbf.out("init", "--set", "ada=40")
    return rbf
