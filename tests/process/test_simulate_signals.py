"""A simulation that is interrupted says what it knows, and dies of the signal with all its processes."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

SIGNALS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)


@SIGNALS
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_known_and_ends_the_processes(jobs, number):
    mine, terminal = pty.openpty()
    line = ["simulate", "duel", "-n", "1000000", "--seed", "x", "--jobs", jobs]
    process = subprocess.Popen(
        [sys.executable, "-m", "rbfcli", *line], stdout=subprocess.PIPE, stderr=terminal, start_new_session=True
    )
    os.close(terminal)
    progress = b""
    while b"a second" not in progress:
        progress += os.read(mine, 1_000)
    helpers = children_of(process.pid)
    os.killpg(process.pid, number)
    out, _ = process.communicate()
    os.close(mine)
    assert process.returncode == -number
    assert b"stopped" in out.splitlines()[0]
    assert b"of 1,000,000 fights" in progress
    assert b"Traceback" not in progress
    assert len(helpers) >= (jobs != "1")
    assert not [each for each in helpers if is_running(each)]


def test_sigterm_to_the_program_alone_ends_all_of_it():
    """As `kill` sends it."""
    line = ("simulate", "duel", "-n", "1000000", "--jobs", "2")
    process = subprocess.Popen(
        [sys.executable, "-m", "rbfcli", *line], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    time.sleep(2.5)
    helpers = children_of(process.pid)
    process.terminate()
    out, error = process.communicate()
    assert (process.returncode, error) == (-signal.SIGTERM, b"")
    assert b", stopped" in out.splitlines()[0]
    assert helpers
    assert not [each for each in helpers if is_running(each)]


def children_of(process):
    return Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()


def is_running(process):
    """Whether a process is there, and not only its name."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@SIGNALS
def test_a_program_that_reads_json_sees_that_it_was_stopped(tmp_path, number):
    """Not done, why, and what was known by then (the protocol: `ok` is true just where the status is 0)."""
    save = str(tmp_path / "fight.toml")
    for begun in (["start", "dock-ambush", "--seed", "docks"], ["init"], ["turn", "next"]):
        subprocess.run([sys.executable, "-m", "rbfcli", *begun, "-e", save], capture_output=True, check=True)
    mine, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "rbfcli", "simulate", "--jobs", "1", "-n", "1000000", "--json", "-e", save],
        stdout=subprocess.PIPE,
        stderr=terminal,
    )
    os.close(terminal)
    progress = b""
    while b" left" not in progress:
        progress += os.read(mine, 1_000)
    process.send_signal(number)
    out, _ = process.communicate()
    os.close(mine)
    facts = json.loads(out)
    assert process.returncode == -number
    assert (facts["ok"], facts["error"]["kind"], facts["stopped"]) == (False, "interrupted", True)
    assert facts["fights"] >= 1


def test_there_is_no_progress_in_a_pipe():
    line = ["simulate", "duel", "-n", "60", "--seed", "x", "--jobs", "2"]
    done = subprocess.run([sys.executable, "-m", "rbfcli", *line], capture_output=True, check=True)
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert b"\r" not in done.stdout


def test_what_is_known_is_told_when_a_process_that_plays_is_killed():
    """As by a machine that is out of memory."""
    line = [sys.executable, "-m", "rbfcli", "simulate", "duel", "-n", "1000000", "--seed", "x", "--jobs", "2"]
    mine, terminal = pty.openpty()
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=terminal, text=True)
    os.close(terminal)
    error = b""
    while b"a second" not in error:
        error += os.read(mine, 1_000)
    helpers = children_of(process.pid)
    os.kill(int(helpers[0]), signal.SIGKILL)
    out, error = process.communicate()[0], b""
    with suppress(OSError):  # behind the last byte, for nobody writes there any more
        while told := os.read(mine, 100_000):
            error += told
    os.close(mine)
    assert process.returncode == 4
    assert ", stopped" in out.splitlines()[0]
    assert b"rbf: a process that played is gone" in error


IDLE = """\
import os, signal, time
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children
from rbfcli.interpreter.players import players
with players(2, "", 1_000) as those:
    those.executor.submit(os.getpid).result()
    helpers = [each.pid for each in active_children()]
    os.kill(helpers[0], signal.SIGKILL)
    try:
        while True:
            those.executor.submit(time.sleep, 0.1).result()
    except BrokenExecutor:
        print("broken")
print(*helpers)
"""


def test_a_process_that_has_nothing_to_play_ends_where_another_is_killed():
    """It ignores the signal by which the pool ends it, and would wait for work for ever."""
    done = subprocess.run([sys.executable, "-c", IDLE], capture_output=True, text=True, check=True, timeout=60)
    broken, *helpers = done.stdout.split()
    assert broken == "broken"
    assert [is_running(each) for each in helpers] == [False, False]


OTHERS = """\
import time
from multiprocessing import Process
from rbfcli.interpreter.players import players
other = Process(target=time.sleep, args=(60,))
other.start()
with players(2, "", 1_000) as those:
    those.executor.submit(int).result()
print(other.is_alive())
other.kill()
"""


def test_a_process_of_somebody_else_is_let_be():
    """Such as one that a plug-in has started."""
    done = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "True\n"
