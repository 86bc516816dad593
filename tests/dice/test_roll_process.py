"""The program itself: what it takes from standard input, what it survives, and what a shell would have eaten."""

import json
import subprocess
import sys

import pytest

RBF = [sys.executable, "-m", "rbfcli"]


def rbf(*words, given=None):
    """Run the program to its end."""
    return subprocess.run([*RBF, *words], input=given, capture_output=True, check=False)


def test_an_expression_a_line():
    done = rbf("roll", "-", "--dice", "3,4,5", given=b"1d6+1\n\n# a comment\n2d6 # two\r\n")
    assert done.stdout.decode().splitlines() == ["1d6 [3] + 1 = 4, dice by hand", "two: 2d6 [4 5] = 9, dice by hand"]
    assert done.returncode == 0


def test_a_mistake_is_told_with_its_line_and_the_rest_rolled():
    done = rbf("roll", "-", "-q", given=b"1d1\n4d6k3\n2d1\n9999d6\n3d1")
    assert done.stdout == b"1\n2\n3\n"
    assert b"rbf: line 2: ambiguous 'k3'" in done.stderr
    assert b"rbf: line 4: " in done.stderr
    assert done.returncode == 2


def test_what_arrives_together_is_answered_in_its_order_and_what_arrives_alone_at_once():
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([*RBF, "roll", "-", "-q"], **streams) as talk:
        talk.stdin.write(b"1d1\n9999d6\n2d1\n")
        talk.stdin.flush()
        assert [talk.stdout.readline()[:6] for _ in range(3)] == [b"1\n", b"rbf: l", b"2\n"]
        talk.stdin.write(b"3d1\n")
        talk.stdin.flush()
        assert talk.stdout.readline() == b"3\n"
        talk.stdin.close()
        assert talk.wait() == 5


def test_json_a_line_for_each_line():
    done = rbf("roll", "-", "--json", given=b"1d1\n4d6k3\n\xff\n")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["ok"] for each in documents] == [True, False, False]
    assert documents[0]["command"] == "roll 1d1"
    assert documents[1]["error"]["suggestions"] == ["4d6kh3", "4d6k=3"]


def test_an_input_that_cannot_be_read_is_an_error(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        done = subprocess.run([*RBF, "roll", "-"], stdin=file, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"standard input cannot be read" in done.stderr


def test_leftover_faces_are_told_at_the_end():
    done = rbf("roll", "-", "--dice", "1,2", given=b"1d6\n")
    assert done.returncode == 2
    assert b"not needed: 2" in done.stderr


@pytest.mark.parametrize("name", ["4", "=15"])
def test_a_comparison_that_became_a_redirection_is_told(tmp_path, name):
    with (tmp_path / name).open("wb") as file:
        done = subprocess.run([*RBF, "roll", "3d6"], stdout=file, stderr=subprocess.PIPE, check=True)
    assert b"quote the expression" in done.stderr


def test_any_other_file_is_nothing_special(tmp_path):
    with (tmp_path / "rolls.txt").open("wb") as file:
        done = subprocess.run([*RBF, "roll", "3d6"], stdout=file, stderr=subprocess.PIPE, check=True)
    assert done.stderr == b""


def test_python_modules_that_cost_a_start_stay_out():
    program = (
        "import sys; sys.argv = ['rbf', *sys.argv[1:]]; import os; os._exit = lambda status: sys.stderr.write("
        "' '.join(sorted(sys.modules)))\nfrom rbfcli.cli.main import main; main()"
    )
    heavy = {
        "typing",
        "re",
        "json",
        "hashlib",
        "fractions",
        "enum",
        "dataclasses",
        "msgspec",
        "typer",
        "rich",
        "pathlib",
    }
    for words in (["roll", "2d8+3"], ["roll", "4d6kh3", "--json"], ["roll", "2d6+2", "--vs", "7"], ["odds", "2d8+5"]):
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
        assert heavy.isdisjoint(done.stderr.split()), words


def within_bounds(*words):
    """The program in 120 MB of memory and 5 seconds."""
    return ["sh", "-c", 'ulimit -v 122880; ulimit -t 5; exec "$0" "$@"', *RBF, *words]


BOMBS = [
    "9999999999d99999",
    "99999999d9",
    "1d1!",
    "1d1!!",
    "1d6e<7",
    "d6rr<7",
    "(" * 100_000,
    "1d6" + "+1d6" * 30_000,
    "9**9**9",
    "1d0",
    "1d-6",
    "1e400",
    "1_0d6",
    "1d\u0663",
    "1" * 120_000,
    "1d6[" + "x" * 100_000,
    "2d6k1" * 199,
]


@pytest.mark.parametrize("bomb", BOMBS, ids=[ascii(each[:20]) for each in BOMBS])
def test_a_dice_bomb_is_refused_in_little_memory(bomb):
    """Z-01: exit 2 or 5, one error, no traceback."""
    done = subprocess.run(within_bounds("roll", "--", bomb), capture_output=True, check=False)
    assert done.returncode in {2, 5}
    assert done.stdout == b""
    assert done.stderr.startswith(b"rbf: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("given", "status"),
    [(b"1" * 10_000_000, 5), (b"(" * 1_000_000, 5), (b"1d6\x00\n", 2), (b"\x00" * 1000, 2), (b"\xff\xfe\n", 2)],
    ids=["digits", "brackets", "NUL", "NULs", "no UTF-8"],
)
def test_bombs_by_standard_input(given, status):
    done = subprocess.run(within_bounds("roll", "-"), input=given, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (status, b"")
    assert len(done.stderr) < 10_000


def test_harmless_cousins_of_bombs_roll():
    assert rbf("roll", "0d6").stdout == b"0d6 [] = 0\n"
    assert rbf("roll", "-1d1").stdout == b"-1d1 [1] = -1\n"
