"""A simulation that is interrupted says what it knows, and dies of the signal with all its processes."""

import os
import pty
import signal
import subprocess
import sys

import pytest


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_known_and_ends_the_process(jobs):
    mine, terminal = pty.openpty()
    line = ["simulate", "duel", "-n", "1000000", "--seed", "x", "--jobs", jobs]
    process = subprocess.Popen(
        [sys.executable, "-m", "rbfcli", *line], stdout=subprocess.PIPE, stderr=terminal, start_new_session=True
    )
    os.close(terminal)
    progress = b""
    while b"a second" not in progress:
        progress += os.read(mine, 1_000)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate()
    os.close(mine)
    assert process.returncode == -signal.SIGINT
    assert b"stopped" in out.splitlines()[0]
    assert b"of 1,000,000 fights" in progress


def test_there_is_no_progress_in_a_pipe():
    line = ["simulate", "duel", "-n", "60", "--seed", "x", "--jobs", "2"]
    done = subprocess.run([sys.executable, "-m", "rbfcli", *line], capture_output=True, check=True)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert b"\r" not in done.stdout
