"""The lines typed before, in their file."""

import os
import stat
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rbfcli.repl import history
from rbfcli.repl.history import LineHistory, decoded, encoded


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "state" / "rbfcli"


def lines_in(folder):
    return [decoded(line) for line in (folder / "history").read_bytes().splitlines()]


def test_only_the_user_may_read_it(folder):
    LineHistory(str(folder)).append_string("roll 1d6")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()} == {0o600}


def test_the_latest_comes_first(folder):
    before = LineHistory(str(folder))
    for line in ("one", "two", "three"):
        before.append_string(line)
    assert LineHistory(str(folder)).load_history_strings() == ["three", "two", "one"]


def test_a_line_that_begins_with_a_space_is_not_kept(folder):
    lines = LineHistory(str(folder))
    lines.append_string(" note secret")
    assert lines_in(folder) == []
    assert lines.get_strings() == []


def test_what_a_terminal_would_obey_is_escaped(folder):
    LineHistory(str(folder)).append_string("note \x1b]0;x\x07 é\n\u202e two")
    content = (folder / "history").read_bytes()
    assert content.count(b"\n") == 1
    assert content.strip().decode("ascii").isprintable()


@given(some.text())
def test_every_line_comes_back_as_it_was(text):
    entry = encoded(text)
    assert entry.count(b"\n") == 1
    assert decoded(entry.removesuffix(b"\n")) == text


@pytest.mark.parametrize("raw", [b"\\x", b"\\N{no such}", b"\xff\xfe", b"\\"])
def test_a_file_edited_badly_is_read_all_the_same(folder, raw):
    LineHistory(str(folder)).append_string("good")
    with (folder / "history").open("ab") as file:
        file.write(raw + b"\n")
    assert LineHistory(str(folder)).load_history_strings()[-1] == "good"


def test_a_line_that_is_too_long_is_not_kept(folder):
    lines = LineHistory(str(folder))
    lines.append_string("x" * 5000)
    lines.append_string("short")
    assert lines_in(folder) == ["short"]


def test_the_oldest_go_when_there_are_too_many(folder, monkeypatch):
    monkeypatch.setattr(history, "HISTORY_LINES", 20)
    monkeypatch.setattr(history, "HISTORY_KEPT", 15)
    lines = LineHistory(str(folder))
    for number in range(21):
        lines.append_string(f"line {number}")
    assert lines_in(folder) == [f"line {number}" for number in range(6, 21)]
    assert stat.S_IMODE((folder / "history").stat().st_mode) == 0o600
    assert {each.name for each in folder.iterdir()} == {"history", ".history.lock"}


def test_prompts_side_by_side_lose_no_line(folder):
    program = """
import sys
from rbfcli.repl import history
from rbfcli.repl.history import LineHistory
history.HISTORY_SECONDS = 60.0
lines = LineHistory(sys.argv[1])
for number in range(100):
    lines.append_string(f"{sys.argv[2]} {number}")
assert not lines.problem, lines.problem
"""
    command = [sys.executable, "-c", program, str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    prompts = [subprocess.Popen([*command, name], env=environment) for name in "abcd"]
    assert [each.wait() for each in prompts] == [0] * 4
    assert sorted(lines_in(folder)) == sorted(f"{name} {number}" for name in "abcd" for number in range(100))


@pytest.mark.parametrize("place", [None, "file/inside", "link"])
def test_where_it_cannot_be_written_lines_live_as_long_as_the_prompt(tmp_path, place):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "history").symlink_to(tmp_path / "file")
    lines = LineHistory(place and str(tmp_path / place))
    assert lines.problem
    lines.append_string("roll 1d6")
    assert lines.get_strings() == ["roll 1d6"]
    assert list(lines.load_history_strings()) == []
    assert (tmp_path / "file").read_text() == ""
