"""A fight in a folder, the program beside it, and what others do to the save meanwhile."""

import os
import subprocess
import sys

import pexpect
import pytest

from tests.cli.conftest import (
    Program,  # noqa: F401 - the same program
    begun,  # noqa: F401 - the same program
    rbf,  # noqa: F401 - the same program
)
from tests.time_limit import time_limit

LIMIT = 300

_limit = time_limit(LIMIT)


@pytest.fixture
def piped(begun):  # noqa: F811
    """Start `rbf watch` with words, its output in a pipe."""
    started = []

    def start(*words, **more):
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **more}
        command = [sys.executable, "-m", "rbfcli", "watch", *words]
        started.append(subprocess.Popen(command, cwd=begun.folder, text=True, **streams))
        return started[-1]

    yield start
    for process in started:
        with process:
            process.kill()


@pytest.fixture
def on_terminal(begun):  # noqa: F811
    """Start `rbf watch` with words on a terminal of its own."""
    started = []

    def start(*words, columns=80, rows=24, **environ):
        environment = {**os.environ, "TERM": "xterm", **environ}
        command = ["-m", "rbfcli", "watch", *words]
        child = pexpect.spawn(sys.executable, command, env=environment, cwd=str(begun.folder), timeout=LIMIT,
                              encoding="utf-8", dimensions=(rows, columns))  # fmt: skip
        child.delaybeforesend = None
        started.append(child)
        return child

    yield start
    for child in started:
        if not child.ptyproc.fileobj.closed:
            child.close(force=True)
