"""With --json nobody has to read standard error: no answer waits for it, and it does not repeat what answers say."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager, suppress

import pytest

from tests.program import run_rbf
from tests.time_limit import time_limit

pytestmark = pytest.mark.slow

SECONDS = 300
REFUSED, FRAMES = 5_000, 20
# Each is refused in another place: by the rules, by a name, by the language, by a limit, by what only a user may type.
LINES = ("attack nobody", "atack ada", "attack ada --odd", "roll 2d", "condition add ada prone --rounds x", "doctor")

_limit = time_limit(2 * SECONDS)


@contextmanager
def full_pipe():
    """A pipe that takes nothing more, and that nobody reads."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with suppress(BlockingIOError):
        while os.write(write, b"x"):
            pass
    os.set_blocking(write, True)
    try:
        yield write
    finally:
        os.close(read)
        os.close(write)


@contextmanager
def started(folder, *words, stderr=subprocess.PIPE):
    with subprocess.Popen(
        [sys.executable, "-m", "rbfcli", *words], cwd=folder, env={**os.environ, "RBF_SYNC": "off"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True,
    ) as process:  # fmt: skip
        yield process
        process.kill()


@pytest.mark.parametrize("words", [("run", "-", "--json"), ("repl", "--json")], ids=" ".join)
def test_five_thousand_refused_lines_are_answered_with_nobody_reading(tmp_path, words):
    """Three pipes, and the third is never read."""
    with started(tmp_path, *words) as process:
        for number, line in enumerate(["start duel", *LINES * (REFUSED // len(LINES) + 1)]):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is not bool(number), line
        process.stdin.close()
        assert process.wait(SECONDS) > 0
        assert process.stderr.read() == ""


def test_broken_saves_are_shown_with_nobody_reading(tmp_path):
    """`watch --json` says in its documents that a save cannot be read."""
    save, new = tmp_path / "encounter.toml", tmp_path / "new"
    with full_pipe() as stderr, started(tmp_path, "watch", "--json", stderr=stderr) as process:
        assert not json.loads(process.stdout.readline())["ok"]
        for number in range(1, FRAMES):
            new.write_text("\n" * number + "x = [[")
            new.rename(save)
            assert f".toml:{number + 1}:" in json.loads(process.stdout.readline())["error"]["message"]


COMMANDS = [
    ("roll", "2d6", "--json"),
    ("roll", "2d", "--json"),
    ("show", "--json"),
    ("check", "broken.toml", "--json"),
    ("run", "broken.toml", "--json"),
    ("frobnicate", "--json"),
    ("simulate", "duel", "-n", "5", "--jobs", "1", "--json"),
    ("watch", "--once", "--json"),
    ("help", "--json"),
    ("--version", "--json"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_answers_where_standard_error_takes_nothing(tmp_path, words):
    """Warnings of the configuration included."""
    (tmp_path / "broken.toml").write_text("[broken")
    (tmp_path / "rbf.toml").write_text("odd = 1\npager = 'x'\n")
    with full_pipe() as stderr, started(tmp_path, *words, stderr=stderr) as process:
        out, _ = process.communicate(timeout=SECONDS)
    assert json.loads(out)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_a_document_says_is_not_said_twice(tmp_path, words):
    (tmp_path / "broken.toml").write_text("[broken")
    with started(tmp_path, *words) as process:
        out, error = process.communicate(timeout=SECONDS)
    assert json.loads(out)
    assert error == ""


@pytest.mark.parametrize(
    "lines", ["frobnicate", "start duel\nattack ada bosun\ncheck nofile.toml", "let x = 1 / 0", "start no"]
)
def test_what_the_answer_to_a_line_says_is_not_said_twice(tmp_path, lines):
    done = run_rbf("run", "-", "--json", cwd=tmp_path, stdin=f"{lines}\n")
    assert not json.loads(done.stdout.splitlines()[-1])["ok"]
    assert done.stderr == ""


def test_what_libraries_print_waits_for_nobody(tmp_path):
    """A plug-in prints to standard error, where answers are JSON."""
    code = (
        "import sys\nfrom rbfcli.cli import shell\n"
        "def loud(words, output):\n    print('x' * 200_000, file=sys.stderr)\n    output.write('{}\\n')\n    return 0\n"
        "shell.dispatch = loud\nfrom rbfcli.cli.main import main\nmain()"
    )
    with full_pipe() as stderr:
        line = [sys.executable, "-c", code, "show", "--json"]
        done = subprocess.run(line, stdout=subprocess.PIPE, stderr=stderr, cwd=tmp_path, timeout=SECONDS, check=False)
    assert (done.returncode, done.stdout) == (0, b"{}\n")
