"""`-` is standard input where a file is read, and standard output where one is written; the bytes never differ (J)."""

import json
import os
import subprocess
import sys

import pytest

ENCOUNTER = """format = 1
system = "rbf"
[combatants.ada]
side = "blue"
hp = 15
tn = 9
[combatants.bo]
side = "red"
hp = 15
tn = 9
"""
PEOPLE = "id,name,side,hp,tn\ndi,Di,blue,9,9\ncy,Cy,red,9,9\n"
FORMULA = 'id,name,side,hp,tn,notes\nx,Xan,blue,9,9,"=HYPERLINK(""x"")"\ny,Yo,red,9,9,@SUM\n'


def rbf(folder, *words, stdin="", **environ):
    """A run of the program in a folder, with some text on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "rbfcli", *words], cwd=folder, input=stdin.encode(), capture_output=True, timeout=60,
        check=False, env={**os.environ, **environ},
    )  # fmt: skip


def test_encounters_saves_and_people_are_read_from_standard_input(tmp_path):
    checked = rbf(tmp_path, "check", "-", "--json", stdin=ENCOUNTER)
    (found,) = json.loads(checked.stdout)["files"]
    assert (found["file"], found["finding"][:31]) == ("-", "a sound encounter of rbf with 2")
    assert rbf(tmp_path, "start", "-", stdin=ENCOUNTER).returncode == 0
    assert b"a sound save" in rbf(tmp_path, "check", "-", stdin=(tmp_path / "encounter.toml").read_text()).stdout

    joined = json.loads(rbf(tmp_path, "import", "-", "--format", "csv", "--json", stdin=PEOPLE).stdout)
    assert joined["joined"] == ["di", "cy"]
    assert b"Cy" in rbf(tmp_path, "show").stdout
    made = rbf(tmp_path, "import", "-", "--format", "csv", "--to", "-", "--system", "rbf", stdin=PEOPLE)
    assert rbf(tmp_path, "check", "-", stdin=made.stdout.decode()).returncode == 0
    assert not (tmp_path / "-").exists()


def test_what_is_wrong_on_standard_input_is_told_with_its_line(tmp_path):
    wrong = rbf(tmp_path, "check", "-", stdin=ENCOUNTER + "size = 3\n")
    assert wrong.returncode == 3
    assert b"-:11" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import", "-"), "--format csv"),
        (("check", "-", "--fix"), "standard input cannot be mended"),
        (("start", "duel", "-e", "-"), "a save is a file, not standard output"),
        (("watch", "--html", "-"), "--html - needs --once"),
        (("run", "duel", "--junit", "-", "--json"), "cannot both go to standard output"),
    ],
)
def test_what_cannot_be_a_stream_is_said(tmp_path, words, said):
    rbf(tmp_path, "start", "duel")
    done = rbf(tmp_path, *words)
    assert done.returncode in (2, 3)
    assert said in (done.stdout if "--json" in words else done.stderr).decode()
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("line", ["import - --format csv", "check -", "start - --force"])
def test_a_script_on_standard_input_is_not_read_as_a_file(tmp_path, line):
    done = rbf(tmp_path, "run", "-", "--json", stdin=f"start duel\n{line}\nshow\n")
    answers = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each["ok"] for each in answers] == [True, False, True]
    assert "shell" in answers[1]["error"]["message"]


def test_files_are_written_to_standard_output(tmp_path):
    rbf(tmp_path, "start", "duel", "--seed", "x")
    assert rbf(tmp_path, "export", "people", "-").stdout.startswith(b"id,name,side")
    assert json.loads(rbf(tmp_path, "export", "people", "-", "--format", "json").stdout)["system"] == "rbf"
    assert b'system = "rbf"' in rbf(tmp_path, "save-as", "-").stdout
    assert rbf(tmp_path, "watch", "--once", "--html", "-").stdout.startswith(b"<!DOCTYPE html>")
    assert b"<testsuites" in rbf(tmp_path, "run", "duel", "-q", "--junit", "-").stdout
    assert not (tmp_path / "-").exists()


def test_no_cell_is_a_formula(tmp_path):
    rbf(tmp_path, "new", "rbf")
    assert rbf(tmp_path, "import", "-", "--format", "csv", stdin=FORMULA).returncode == 0
    cells = rbf(tmp_path, "export", "people", "-").stdout.decode()
    assert "\n" in cells
    assert "\r" not in cells
    assert "'=HYPERLINK" in cells
    assert "'@SUM" in cells


LINES = (
    ("show", "--json"),
    ("init", "--json"),
    ("actions", "ada", "--odds", "--json"),
    ("suggest", "ada", "--json"),
    ("attack", "ada", "bosun", "--force", "--json"),
    ("log", "--json"),
    ("log", "--format", "json"),
    ("watch", "--players", "--once", "--json"),
    ("export", "people", "-", "--json"),
    ("odds", "4d6kh3", "--json"),
    ("roll", "4d6kh3", "--seed", "x", "--json"),
    ("rules", "cover", "--json"),
    ("schema", "json"),
    ("--help", "--json"),
    ("attack", "nobody", "bosun", "--json"),
)
PLACES = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
    {"PYTHONHASHSEED": "31", "LC_ALL": "ar_EG.UTF-8", "TZ": "America/St_Johns", "PYTHONUTF8": "0", "COLUMNS": "40"},
)


def test_the_bytes_are_the_same_everywhere(tmp_path):
    """J-07: whatever the seed of hashes, the language and the time zone are."""
    printed = []
    for number, place in enumerate(PLACES):
        folder = tmp_path / str(number)
        folder.mkdir()
        rbf(folder, "start", "duel", "--seed", "same", **place)
        done = [rbf(folder, *words, **place) for words in LINES]
        printed.append([each.stdout for each in done] + [(folder / "encounter.toml").read_bytes()])
    for first, *others in zip(*printed, strict=True):
        assert [first] * len(others) == others
