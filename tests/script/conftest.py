"""Scripts under test: played in this process, or by a program of its own that another one drives."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from rbfcli.core.errors import RbfError
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.run import run_script

PIT = Path(__file__).with_name("pit.toml")
PROGRAM = """
import json, sys
from rbfcli.cli.process import run_process

def run(argv, output):
    from rbfcli.render.sentences import Style
    from rbfcli.script.context import RunOptions
    from rbfcli.script.run import run_script
    source, kept_file, options = argv[0], argv[1], json.loads(argv[2])
    return run_script(source, RunOptions(**options), output.write, output.error, style=Style(), save_file=kept_file)

run_process(run)
"""


class Ran(Struct):
    """What a run came to."""

    status: int
    out: str
    error: str


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to be in, with an encounter."""
    (tmp_path / "pit.toml").write_text(PIT.read_text())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder):
    """Run a script from its text (or a file by its name); an error that ends the run is its status."""

    def run(text, *, save="", name="test.rbf", **options):
        if "\n" in text or name != "test.rbf":
            (folder / name).write_text(text)
        else:
            name = text
        out, errors = [], []
        try:
            chosen = RunOptions(**options)
            status = run_script(name, chosen, out.append, errors.append, style=Style(), save_file=save)
        except RbfError as error:
            status = error.status
            errors.append(error.message)
        return Ran(status, "".join(out), "\n".join(errors))

    return run


@pytest.fixture
def fight(run):
    """Run lines in a fight that has begun, on Vex's turn, and get what they print without the beginning."""

    def fight(*lines, **options):
        return run("\n".join(["start pit.toml --seed s", "init", *lines, ""]), **{"quiet": True, **options})

    return fight


@pytest.fixture
def driven(folder):
    """Start a run of standard input in a process of its own; text goes in and comes out unbuffered by lines."""
    started = []

    def start(options="{}", save="", source="-", **more):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, source, save, options],
            cwd=folder, env=environment, text=True,
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
