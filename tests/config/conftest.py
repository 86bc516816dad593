"""A configuration file, and the program that finds it."""

import pytest

from tests.program import run_rbf


class Configured:
    """Runs `rbf` in a folder of its own, where `config.toml` is what `write` put there."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "config" / "rbfcli" / "config.toml"
        self.file.parent.mkdir(parents=True)

    def write(self, text):
        """Write the configuration file."""
        self.file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return self

    def run(self, *words, stdin="", environ=None):
        """A finished run: returncode, stdout, stderr as text."""
        ours = {"XDG_CONFIG_HOME": str(self.folder / "config"), "RBF_SYNC": "off"}
        return run_rbf(*words, cwd=self.folder, stdin=stdin, environ={**ours, **(environ or {})})

    def journal(self):
        """The lines that were played."""
        return self.run("log", "--script").stdout.splitlines()[1:]


@pytest.fixture
def rbf(tmp_path):
    """A folder without a fight."""
    return Configured(tmp_path)


@pytest.fixture
def begun(rbf):
    """A folder in which it is Ada's turn."""
    for line in (["start", "dock-ambush", "--seed", "docks"], ["init", "--set", "ada=40"]):
        assert rbf.run(*line).returncode == 0
    return rbf
