"""A script that is interrupted while fights are played tells what is known, and where; and dies of the signal."""

import json
import signal
import subprocess
import sys
import time

import pytest

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
    time.sleep(1)
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
    assert f"rbf: {script}:5:1: interrupted; nothing behind this line was run" in error


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
    assert f"rbf: {script}:3:1: interrupted; nothing behind this line was run" in error
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
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert first.startswith("ok      a.rbf")
    assert out.startswith("error   b.rbf")
    assert "c.rbf" not in out
    assert "2 scripts, 0 expectations, 0 failed, 1 script ended by an error" in error
    assert "interrupted after" in (tmp_path / "report.xml").read_text()
