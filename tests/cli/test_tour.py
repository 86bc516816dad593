"""`rbf tour` is played by the real engine: it stops on a terminal, runs through in a pipe, and saves nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pexpect
import pytest

from rbfcli.cli.tour import GO_ON, goes_on, read_steps
from rbfcli.language.topics import written_sections
from rbfcli.storage.paths import shipped_text

STEPS = list(read_steps(shipped_text("scripts", "tour.rbf")))


@pytest.fixture
def terminal(tmp_path):
    """The tour on a terminal of 80 × 24."""
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "rbfcli", "tour"]
    started = pexpect.spawn(
        command[0], command[1:], cwd=tmp_path, env=environment, encoding="utf-8", timeout=300, dimensions=(24, 80)
    )
    yield started
    started.close(force=True)


def test_every_step_says_something_and_takes_no_more_than_a_screen():
    assert 8 <= len(STEPS) <= 16
    for step in STEPS:
        assert step.said
        assert sum(len(text) // 80 + 1 for text in step.said) <= 12
    assert [bool(step.lines) for step in STEPS] == [True] * (len(STEPS) - 1) + [False]
    assert sum(len(text.split()) for step in STEPS for text in step.said) < 400


def test_in_a_pipe_it_runs_through_and_ends_with_what_to_try_next(rbf):
    text = rbf.out("tour")

    assert re.findall("^> (.*)$", text, re.MULTILINE) == [line for step in STEPS for line in step.lines]
    assert "is out of the fight" in text
    assert text.index("What to try next") > text.index("> rules")
    assert "rbf start dock-ambush" in text.partition("What to try next")[2]
    assert GO_ON not in text
    assert list(rbf.folder.iterdir()) == []


def test_it_keeps_within_the_width(rbf):
    said = " ".join(" ".join(step.said) for step in STEPS).split()
    text = rbf.out("tour", environ={"COLUMNS": "40"})

    assert set(said) <= set(text.split())
    assert max(len(line) for line in text.splitlines() if line.startswith(("Welcome", "against", "It is"))) <= 40


def test_as_json_it_is_one_object(rbf):
    said = json.loads(rbf.out("tour", "--json"))

    assert [[line["line"] for line in step["lines"]] for step in said["steps"]] == [step.lines for step in STEPS]
    assert all(line["text"] for step in said["steps"] for line in step["lines"])


def test_on_a_terminal_it_stops_for_enter(terminal, tmp_path):
    for _ in STEPS[1:]:
        terminal.expect_exact(GO_ON)
        terminal.send("\r")
    terminal.expect_exact("What to try next")
    terminal.expect(pexpect.EOF)
    terminal.close()

    assert terminal.exitstatus == 0
    assert list(tmp_path.iterdir()) == []


def test_a_q_ends_it(terminal):
    terminal.expect_exact(GO_ON)
    terminal.send("q\r")
    terminal.expect(pexpect.EOF)
    terminal.close()

    assert terminal.exitstatus == 0
    assert "> init" not in terminal.before


@pytest.mark.parametrize(("answer", "on"), [("\n", True), ("n\n", True), ("q\n", False), (" Q \n", False), ("", False)])
def test_enter_goes_on_and_the_end_of_the_input_does_not(answer, on):
    written = []

    assert goes_on(written.append, lambda: answer) is on
    assert "".join(written) == GO_ON + ("" if answer else "\n")


def test_what_is_indented_in_a_comment_keeps_its_lines():
    assert [step.said for step in read_steps("# one\n# two\n#\n#   a  b\n#   c  d\nroll 1d1\n# three\n")] == [
        ["one two", "", "  a  b", "  c  d"],
        ["three"],
    ]


# What the README says to type works as it is typed.


README = (Path(__file__).parents[2] / "README.md").read_text()


def block_after(heading):
    """The first code block under a heading."""
    return README.split(f"## {heading}\n")[1].split("```")[1].partition("\n")[2]


def test_the_ten_lines_at_the_shell_work_in_their_order(rbf):
    lines = [line.removeprefix("$ ") for line in block_after("Use it from the shell").splitlines()]
    assert len(lines) == 10
    for line in lines:
        command, *words = shlex.split(line, comments=True)
        assert command == "rbf"
        rbf.out(*words)


def test_the_session_works_line_by_line(rbf):
    lines = [line.partition("> ")[2] for line in block_after("Run a fight").splitlines() if "> " in line]
    shown = rbf.out("repl", stdin="\n".join(lines) + "\n")
    assert len(re.findall(r"^Joss Marlow (?:hits|misses|struggles to hit) ", shown, re.MULTILINE)) == 2


def test_mistakes_of_an_encounter_are_told_as_shown(rbf):
    text = (
        "\n".join(written_sections("encounter")[0].parts[0].lines)
        .replace("skills =", "skils =")
        .replace('["sword"]', '["swrd"]')
    )
    (rbf.folder / "cellar.toml").write_text(text)
    line, _, said = block_after("Create encounters").partition("\n")
    done = rbf.run(*shlex.split(line.removeprefix("$ rbf ")))
    assert (done.returncode, done.stdout, done.stderr) == (3, "", said)


def test_the_script_meets_its_expectations(rbf):
    done = rbf.run("run", "-", stdin=block_after("Write scripts"))
    assert done.returncode == 0
    assert done.stderr == "3 expectations, 0 failed\n"
