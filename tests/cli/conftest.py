"""The whole program, in a folder of its own."""

import pytest

from tests.program import run_rbf


class Program:
    """Runs `rbf` with words, in one folder."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *words, stdin="", environ=None):
        """A finished run: returncode, stdout, stderr as text."""
        return run_rbf(*words, cwd=self.folder, stdin=stdin, environ=environ)

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
