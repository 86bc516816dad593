"""A signal ends the program as the sender meant it: by death of that signal, the save whole."""

import os
import signal
import subprocess

import pytest

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
