"""Real processes that stand in the program's frame."""

import os
import subprocess
import sys

import pytest

from tests.conftest import LONG
from tests.time_limit import time_limit

FRAME = """
import os, sys
from rbfcli.cli.process import run_process
from rbfcli.core.errors import *
from rbfcli.storage.save_file import LockedFile

def save(output):
    with LockedFile("save", create=True) as file:
        count = int(file.read()) + 1 if file.exists() else 1
        file.replace(str(count).encode())
    output.saved = True

def run(argv, output):
{body}
    return 0

run_process(run)
"""


_limit = time_limit(1800 if LONG else 300)


@pytest.fixture
def framed(tmp_path):
    """Start a program with the given body of `run(argv, output)` in a folder of its own; keywords go to Popen."""
    started = []

    def start(body, *argv, environ=(), bash="", **more):
        program = FRAME.format(body="\n".join(f"    {line}" for line in body.strip().split("\n")))
        command = [sys.executable, "-c", program, *argv]
        if bash:
            command = ["/bin/bash", "-c", bash, "bash", *command]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **dict(environ)}
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, **streams)
        started.append(process)
        return process

    yield start
    for process in started:
        with process:
            process.kill()


@pytest.fixture
def finished(framed):
    """Run such a program to its end: its exit status, its standard output and its standard error."""

    def finish(body, *argv, **more):
        process = framed(body, *argv, **more)
        out, error = process.communicate()
        return process.returncode, (out or b"").decode(), (error or b"").decode()

    return finish
