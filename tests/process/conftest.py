"""Real processes that stand in the program's frame."""

import os
import signal
import subprocess
import sys

import pytest

LIMIT = (
    1800 if os.environ.get("RBF_FUZZ") == "1" else 60
)  # seconds after which a test is given up: none waits so long, however busy the machine

FRAME = """
import os, sys
from rbfcli.cli.process import run_process
from rbfcli.kernel.errors import *
from rbfcli.store.save_file import LockedFile

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


@pytest.fixture(autouse=True)
def _limit():
    """Give every test a limit."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"longer than {LIMIT} s"))
    signal.alarm(LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


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
