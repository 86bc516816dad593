"""What a test that waits for another process waits for: its work, up to a limit, however busy the machine."""

import os
import signal
import time
from pathlib import Path

import pytest


def time_limit(seconds):
    """A fixture for a conftest: no test of its folder waits longer, however busy the machine."""

    @pytest.fixture(autouse=True)
    def limited():
        before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"longer than {seconds} s"))
        signal.alarm(seconds)
        yield
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)

    return limited


def ticks(number):
    """Return the processor time that a process has taken, in ticks."""
    fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def let_work(process, seconds):
    """Wait until a process has had a processor for some more seconds, or has ended: a busy machine takes longer."""
    until = ticks(process.pid) + seconds * os.sysconf("SC_CLK_TCK")
    while process.poll() is None and ticks(process.pid) < until:
        time.sleep(0.002)
