"""Who waits for a lock is served in turn, waits no longer than told, and dies of a signal at once."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rbfcli.core.errors import StorageFailed, UsageError
from rbfcli.core.limits import LOCK_SECONDS
from rbfcli.storage.save_file import LockedFile, lock_seconds

LOCKS = Path("/proc/locks")
needs_locks = pytest.mark.skipif(not LOCKS.exists(), reason="this system does not list its locks")
WAITER = """
import sys
from rbfcli.storage.save_file import LockedFile
{before}
with LockedFile(sys.argv[1], float(sys.argv[2])):
    print("has it", flush=True)
"""


@pytest.fixture
def save(tmp_path):
    path = tmp_path / "fight.toml"
    path.write_bytes(b"old")
    return path


@pytest.fixture
def waiter(save):
    """Start a process that waits for the save, after `before`."""
    started = []

    def start(before="", seconds=60):
        command = [sys.executable, "-c", WAITER.format(before=before), str(save), str(seconds)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def queue_up(process):
    """Wait until the kernel has a process in the queue of a lock."""
    while not re.search(rf"-> FLOCK .* {process.pid} ", LOCKS.read_text()):
        assert process.poll() is None, process.communicate()


@needs_locks
def test_those_who_wait_are_served_in_the_order_they_came(counted):
    with LockedFile(str(counted.path)):
        waiting = [counted.start(seconds=60)]
        for _ in range(5):
            queue_up(waiting[-1])
            waiting.append(counted.start(seconds=60))
        queue_up(waiting[-1])
    assert [process.communicate(timeout=60) for process in waiting] == [(f"{n}\n", "") for n in range(1, 7)]


@needs_locks
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_ends_the_wait_and_the_process(counted, number):
    with LockedFile(str(counted.path)):
        process = counted.start(seconds=60)
        queue_up(process)
        process.send_signal(number)
        assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == -number


@needs_locks
def test_a_stop_and_an_inherited_wish_to_ignore_the_alarm_change_nothing(counted):
    ignoring = ["/bin/sh", "-c", 'trap "" ALRM; exec "$@"', "sh"]
    with LockedFile(str(counted.path)):
        status, _, error = counted.run(seconds=0.1, before=ignoring)
        assert (status, "is in use by process" in error) == (4, True)
        process = counted.start(seconds=60, before=ignoring)
        queue_up(process)
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        process.send_signal(signal.SIGCONT)
    assert process.communicate(timeout=60) == ("1\n", "")


BUSY = {
    "a timer runs": "import signal\nsignal.setitimer(signal.ITIMER_REAL, 3600)",
    "a handler": "import signal\nsignal.signal(signal.SIGALRM, print)",
    "blocked": "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])",
}


@pytest.mark.parametrize("before", BUSY.values(), ids=BUSY)
def test_where_the_alarm_is_taken_one_asks_again_and_again(save, waiter, before):
    with LockedFile(str(save)):
        out, error = waiter(before, seconds=0.1).communicate(timeout=60)
        assert (out, "is in use by process" in error) == ("", True)
        patient = waiter(f"{before}\nprint('asks', flush=True)")
        assert patient.stdout.readline() == "asks\n"
    assert patient.communicate(timeout=60) == ("has it\n", "")


def test_a_thread_waits_by_asking_again_and_again(save):
    told = []

    def wait(seconds):
        try:
            with LockedFile(str(save), seconds):
                told.append("has it")
        except StorageFailed as failed:
            told.append(failed.message)

    with LockedFile(str(save)):
        hasty = threading.Thread(target=wait, args=[0.05])
        hasty.start()
        hasty.join()
        patient = threading.Thread(target=wait, args=[60])
        patient.start()
    patient.join()
    assert told == [f"fight.toml is in use by process {os.getpid()}", "has it"]


def test_waiting_leaves_the_alarm_as_it_was(save):
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL), signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        with LockedFile(str(save)):
            for handler in (signal.SIG_DFL, signal.SIG_IGN):
                signal.signal(signal.SIGALRM, handler)
                with pytest.raises(StorageFailed), LockedFile(str(save), 0.05):
                    pass
                assert signal.getsignal(signal.SIGALRM) == handler
                assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.signal(signal.SIGALRM, before[0])
        signal.setitimer(signal.ITIMER_REAL, *before[1])


@pytest.mark.parametrize(
    ("chosen", "environ", "seconds"),
    [
        (None, {}, LOCK_SECONDS),
        (None, {"RBF_LOCK_TIMEOUT": ""}, LOCK_SECONDS),
        (None, {"RBF_LOCK_TIMEOUT": "0"}, 0),
        (None, {"RBF_LOCK_TIMEOUT": "90"}, 90),
        (3, {"RBF_LOCK_TIMEOUT": "90"}, 3),
        (0, {}, 0),
    ],
)
def test_how_long_to_wait_is_said_on_the_line_or_in_the_environment(chosen, environ, seconds):
    assert lock_seconds(chosen, environ) == seconds


@pytest.mark.parametrize("wrong", ["soon", "-1", "86401", "0.5"])
def test_a_wait_that_is_no_number_of_seconds_is_refused(wrong):
    with pytest.raises(UsageError, match="RBF_LOCK_TIMEOUT must be"):
        lock_seconds(None, {"RBF_LOCK_TIMEOUT": wrong})
