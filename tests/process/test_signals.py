"""A signal ends the program as the sender meant it: by death of that signal, the save whole."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.time_limit import let_work

pytestmark = pytest.mark.slow

WAIT = "save(output)\noutput.write('ready\\n')\nwhile True: pass"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_the_process_dies_of_the_signal(framed, number):
    process = framed(WAIT)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(number)
    _, error = process.communicate()
    assert (process.returncode, error) == (-number, b"")


def test_a_loop_of_the_shell_stops_with_its_command(framed):
    loop = 'for i in 1 2 3; do "$@"; done; echo survived'
    process = framed(WAIT, bash=loop, start_new_session=True)
    assert process.stdout.readline() == b"ready\n"
    os.killpg(process.pid, signal.SIGINT)
    out, error = process.communicate()
    assert (out, error, process.returncode) == (b"", b"", -signal.SIGINT)


def test_an_ignored_interrupt_stays_ignored(framed):
    process = framed("output.write('ready\\n')\nsys.stdin.read()", bash='trap "" INT; exec "$@"', stdin=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGINT)
    process.communicate(b"")
    assert process.returncode == 0


def test_an_interrupt_in_the_middle_of_saving_leaves_the_old_save_and_no_rest(framed, tmp_path):
    body = """
save(output)
real = os.fsync
def slow(descriptor):
    output.write("ready\\n")
    while True: pass
os.fsync = slow
save(output)
"""
    process = framed(body)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == -signal.SIGINT
    assert (tmp_path / "save").read_text() == "1"
    assert {path.name for path in tmp_path.iterdir()} == {"save", ".save.lock"}


# A script that is interrupted while fights are played tells what is known, and where; and dies of the signal.


SIGNALS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
BEGUN = "start duel --seed x\nprint begun\n"


def interrupted(script, number, *options):
    """What a run prints that gets a signal a while after it says that it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-m", "rbfcli", "run", str(script), "--max-steps", "1000000", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out = ""
    while "begun" not in out:
        out += process.stdout.readline()
    let_work(process, 1)
    process.send_signal(number)
    rest, error = process.communicate()
    assert process.returncode == -number
    return out + rest, error


@SIGNALS
@pytest.mark.parametrize("how", ["expect {} > 0.2", "let share = {}", "if {} > 0.2 {{ print no }}"])
def test_an_expression_tells_how_the_fights_so_far_came_out(tmp_path, how, number):
    script = tmp_path / "fight.rbf"
    script.write_text(f"{BEGUN}{how.format('simulate(100000).crew')}\nprint never\n")
    out, error = interrupted(script, number)
    assert "never" not in out
    assert f"rbf: {script}:3:" in error
    assert "interrupted after " in error
    assert " of 100,000 fights: crew " in error


def test_a_program_reads_it_as_an_error_of_that_line(tmp_path):
    script = tmp_path / "fight.rbf"
    script.write_text(f"{BEGUN}expect simulate(100000).crew > 0.2\nprint never\n")
    out, _ = interrupted(script, signal.SIGINT, "--json", "--keep-going")
    last = json.loads(out.splitlines()[-1])
    assert (last["ok"], last["error"]["kind"]) == (False, "interrupted")
    assert last["command"] == "expect simulate(100000).crew > 0.2"
    assert " of 100,000 fights: crew " in last["error"]["message"]


@SIGNALS
def test_a_line_that_plays_fights_tells_what_it_knows(tmp_path, number):
    script = tmp_path / "fight.rbf"
    script.write_text(f"{BEGUN}init\nmove ada bollards\nsimulate -n 100000\nprint never\n")
    out, error = interrupted(script, number)
    assert ", stopped (rbf)" in " ".join(out.split())
    assert "never" not in out
    assert f"rbf: {script}:5:1: interrupted; the following lines were not run" in error


def test_such_a_line_is_one_line_of_json_and_the_save_is_as_it_was(tmp_path):
    script, save = tmp_path / "fight.rbf", tmp_path / "fight.toml"
    subprocess.run([sys.executable, "-m", "rbfcli", "start", "duel", "-e", str(save)], capture_output=True, check=True)
    before = save.read_text()
    script.write_text("init\nprint begun\nsimulate -n 100000\nprint never\n")
    out, error = interrupted(script, signal.SIGINT, "--json", "-e", str(save))
    _, _, last = map(json.loads, out.splitlines())
    assert (last["ok"], last["error"]["kind"], last["stopped"]) == (False, "interrupted", True)
    assert last["fights"] >= 1
    assert "was not saved" in error
    assert save.read_text() == before


def test_what_was_to_be_refused_was_not_tried_to_the_end(tmp_path):
    script = tmp_path / "fight.rbf"
    script.write_text(f"{BEGUN}expect refused {{ simulate -n 100000 }}\nprint never\n")
    _, error = interrupted(script, signal.SIGINT)
    assert f"rbf: {script}:3:1: interrupted; the following lines were not run" in error
    assert "expected a refusal" not in error


def test_a_folder_ends_with_the_script_that_was_interrupted(tmp_path):
    """The summary and the report tell of it, and of those before."""
    for name, text in (("a", "print begun"), ("b", "start duel\nlet n = simulate(100000).crew"), ("c", "print never")):
        (tmp_path / f"{name}.rbf").write_text(f"{text}\n")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "rbfcli",
            "run",
            str(tmp_path),
            "--max-steps",
            "1000000",
            "--junit",
            str(tmp_path / "report.xml"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    first = process.stdout.readline()
    let_work(process, 1)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert first.startswith("ok      a.rbf")
    assert out.startswith("error   b.rbf")
    assert "c.rbf" not in out
    assert "2 scripts, 0 expectations, 0 failed, 1 script stopped with an error" in error
    assert "interrupted after" in (tmp_path / "report.xml").read_text()


# A simulation that is interrupted says what it knows, and dies of the signal with all its processes.


def playing(*words, until=b"a second"):
    """Begin a simulation; return its process, its terminal, and what that showed until fights had been played."""
    mine, terminal = pty.openpty()
    line = [sys.executable, "-m", "rbfcli", "simulate", *words]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=terminal, start_new_session=True)
    os.close(terminal)
    progress = b""
    while until not in progress:
        progress += os.read(mine, 1_000)
    return process, mine, progress


@SIGNALS
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_known_and_ends_the_processes(jobs, number):
    process, mine, progress = playing("duel", "-n", "1000000", "--seed", "x", "--jobs", jobs)
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
    process, mine, progress = playing("duel", "-n", "1000000", "--jobs", "2")
    helpers = children_of(process.pid)
    process.terminate()
    out, _ = process.communicate()
    os.close(mine)
    assert process.returncode == -signal.SIGTERM
    assert b"Traceback" not in progress
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
    process, mine, _ = playing("--jobs", "1", "-n", "1000000", "--json", "-e", save, until=b" left")
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
    process, mine, _ = playing("duel", "-n", "1000000", "--seed", "x", "--jobs", "2")
    helpers = children_of(process.pid)
    os.kill(int(helpers[0]), signal.SIGKILL)
    out, error = process.communicate()[0], b""
    with suppress(OSError):  # behind the last byte, for nobody writes there any more
        while told := os.read(mine, 100_000):
            error += told
    os.close(mine)
    assert process.returncode == 4
    assert b", stopped" in out.splitlines()[0]
    assert b"rbf: a process that played is gone" in error


IDLE = """\
import os, signal, time
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children
from rbfcli.lab.simulate import players
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
    done = subprocess.run([sys.executable, "-c", IDLE], capture_output=True, text=True, check=True, timeout=300)
    broken, *helpers = done.stdout.split()
    assert broken == "broken"
    assert [is_running(each) for each in helpers] == [False, False]


OTHERS = """\
import time
from multiprocessing import Process
from rbfcli.lab.simulate import players
other = Process(target=time.sleep, args=(60,))
other.start()
with players(2, "", 1_000) as those:
    those.executor.submit(int).result()
print(other.is_alive())
other.kill()
"""


def test_a_process_of_somebody_else_is_let_be():
    """Such as one that a plug-in has started."""
    done = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout == "True\n"
