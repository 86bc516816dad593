"""A process that waits for a lock waits no longer than told, and dies of a signal at once."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from rbfcli.core.errors import StorageFailed, UsageError
from rbfcli.core.limits import LOCK_SECONDS
from rbfcli.storage.save_file import LockedFile, lock_seconds

WAITER = """
import sys
from rbfcli.storage.save_file import LockedFile
{before}
with LockedFile(sys.argv[1], float(sys.argv[2])):
    print("has it", flush=True)
"""
DIES = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_DFL)"


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_ends_the_wait_and_the_process(save, waiter, number):
    with LockedFile(str(save)):
        process = waiter(f"{DIES}\nprint('asks', flush=True)")
        assert process.stdout.readline() == "asks\n"
        process.send_signal(number)
        assert process.communicate(timeout=300) == ("", "")
    assert process.returncode == -number


def test_a_process_waits_as_long_as_it_is_told(save, waiter):
    with LockedFile(str(save)):
        out, error = waiter(seconds=0.1).communicate(timeout=300)
        assert (out, "is in use by process" in error) == ("", True)
        patient = waiter("print('asks', flush=True)")
        assert patient.stdout.readline() == "asks\n"
    assert patient.communicate(timeout=300) == ("has it\n", "")


def test_a_thread_waits_as_a_process_does(save):
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
