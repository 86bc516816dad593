"""A limit for every test of a folder that waits for another process."""

import signal

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
