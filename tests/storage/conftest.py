"""A save that counts, and real processes that count in it."""

import subprocess
import sys
from pathlib import Path

import pytest

from rbfcli.storage.files import read_file
from rbfcli.storage.toml import read_toml, write_toml

COUNTER = Path(__file__).with_name("counter.py")


class Counted:
    """A save with a counter, in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "fight.toml"
        self.path.write_bytes(write_toml({"format": 1, "count": 0, "journal": "a line\n" * 50}))

    def count(self):
        """What the save says, read as every reader does: without a lock."""
        return read_toml(read_file(str(self.path)), "fight.toml")["count"]

    def leftovers(self):
        """All that is beside the save and its lock."""
        return {path.name for path in self.folder.iterdir()} - {"fight.toml", ".fight.toml.lock"}

    def start(self, times=1, seconds=10.0, before=(), **more):
        """Start a process that counts up."""
        command = [*before, sys.executable, str(COUNTER), str(self.path), str(times), str(seconds)]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, **{**streams, **more})

    def run(self, **more):
        """Count up in a process of its own: its exit status, its output and its errors."""
        process = self.start(**more)
        out, error = process.communicate(timeout=300)
        return process.returncode, out, error


@pytest.fixture
def counted(tmp_path):
    folder = tmp_path / "fights"
    folder.mkdir()
    return Counted(folder)
