"""The prompt on a real terminal: how it starts and dies, what it survives, and what it shows there."""

import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
import termios
from shlex import quote

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as some

from rbfcli.render import pager
from rbfcli.render.pager import paged, pager_command
from rbfcli.render.sentences import Style
from rbfcli.repl import terminal_session
from rbfcli.repl import terminal_session as terminal_module
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.terminal_session import LineHistory, decoded, encoded
from tests.repl.conftest import LIMIT

# All control letters but Ctrl-D, which leaves, and Ctrl-Z and Ctrl-\\, which while a command runs the terminal obeys.
CONTROL = "".join(map(chr, range(32))).translate({4: None, 26: None, 28: None})
NOISE = CONTROL + "\x1b[]" * 8 + "0123456789;<<mM~abcXYZ \x7f"
CLEAR = "\x1b\x07\x03" * 2


def test_plays_a_fight(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("new rbf --seed x\r")
    prompt.wait_for("next:", "not started>")
    prompt.type("add Vex hp=9\radd goblin hp=3 tn=8\rinit\r")
    prompt.wait_for("round 1", ">")
    prompt.type("damage vex 4\r")
    prompt.wait_for("9 -> 5", ">")
    prompt.type("\x04")
    assert prompt.finish() == 0


def test_the_prompt_carries_the_status_of_what_failed(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("frobnicate\r")
    prompt.wait_for("not understood, rbf>")
    prompt.type("exit\r")
    assert prompt.finish() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_finds_the_terminal_as_it_was(terminal, number):
    prompt = terminal()
    before = prompt.settings
    prompt.wait_for("rbf>")
    prompt.type("half a li")
    prompt.wait_for("half a li")
    assert prompt.settings != before
    prompt.child.kill(number)
    assert prompt.finish() == -number
    assert prompt.left == before
    assert "\x1b[?2004l" in prompt.raw.rpartition("half")[2]


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.fuzz)])
def test_random_keys_do_not_end_it(terminal, count):
    chance = random.Random(count)  # noqa: S311 - noise, not a secret
    prompt = terminal(EDITOR="true")
    prompt.wait_for("rbf>")
    for number in range(count):
        prompt.type("".join(chance.choices(NOISE, k=chance.randint(1, 8))))
        if number % 20 == 0:
            prompt.insist(f"{CLEAR}status {number}\r", f"status {number}")
    assert prompt.leave(f"{CLEAR}exit\r") == 0
    assert "Unhandled" not in prompt.raw
    assert "internal error" not in prompt.raw


def test_bytes_that_are_not_text_go_into_an_editor_as_question_marks(terminal):
    prompt = terminal(EDITOR="true")
    prompt.wait_for("rbf>")
    prompt.pour(b"frob \xcf\xff")
    prompt.wait_for("frob ??")
    prompt.type("\x18\x05")
    prompt.wait_for("unknown command 'frob'")
    assert prompt.leave(f"{CLEAR}exit\r") == 0
    assert "internal error" not in prompt.shown


def test_what_ended_the_library_does_nothing(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("\x1b[31mfrob\r")
    prompt.wait_for("not understood, rbf>")
    prompt.type("\x04")
    assert prompt.finish() == 0


def test_a_terminal_that_goes_away_ends_it(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.child.ptyproc.fileobj.close()
    prompt.child.wait()
    assert prompt.child.signalstatus == signal.SIGHUP


@pytest.mark.parametrize(("flags", "environ"), [([], {"TERM": "dumb"}), (["plain"], {})])
def test_a_terminal_of_lines_gets_lines(terminal, flags, environ):
    prompt = terminal(*flags, **environ)
    prompt.wait_for("rbf> ")
    prompt.type("new rbf\r")
    prompt.wait_for("not started> ")
    prompt.type("frob\r")
    prompt.wait_for("not understood, not started> ")
    prompt.type("\x03")
    prompt.wait_for("not understood, not started> ", times=2)
    prompt.type("\x04")
    assert prompt.finish() == 0
    assert "\x1b" not in prompt.raw


@pytest.mark.parametrize(("flags", "coloured"), [(["colour"], True), ([], False)])
def test_colours_where_they_are_wanted(terminal, flags, coloured):
    prompt = terminal(*flags)
    prompt.wait_for("rbf>")
    prompt.type("frob\r")
    prompt.wait_for("not understood, rbf>")
    prompt.type("\x04")
    prompt.finish()
    parts = {int(part) for each in re.findall(r"\x1b\[([0-9;]*)m", prompt.raw) for part in each.split(";") if part}
    assert bool({part for part in parts if 30 <= part <= 107}) == coloured


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_without_a_terminal_lines_are_a_script(program, stream):
    command, environment = program
    import os
    import pty

    ours, theirs = pty.openpty()
    streams = {"stdin": theirs, "stdout": theirs, stream: subprocess.PIPE}
    process = subprocess.Popen([*command, "save.toml"], env=environment, stderr=subprocess.PIPE, **streams)
    out, error = process.communicate()
    os.close(theirs)
    shown = out if out is not None else os.read(ours, 100)
    os.close(ours)
    assert (process.returncode, shown.split(), error) == (7, [b"piped"], b"")


def test_what_enter_does_may_be_said_for_good(terminal):
    prompt = terminal(RBF_ENTER="next")
    prompt.wait_for("rbf>")
    prompt.type("start duel --seed x\r")
    prompt.wait_for("next:", "not started>")
    prompt.type("init\r")
    prompt.wait_for("-- Ada Quill's turn", "Ada Quill>")
    prompt.type("\r")
    prompt.wait_for("-- The bosun's turn", "the bosun>")
    prompt.type("\x04")
    assert prompt.finish() == 0


def test_what_enter_does_is_one_of_three_things(terminal):
    prompt = terminal(RBF_ENTER="maybe")
    assert prompt.finish() == 2
    assert "RBF_ENTER must be one of ask, next, off, not 'maybe'" in prompt.shown


def test_pasted_binary_is_refused_whole_and_the_prompt_goes_on(terminal):
    """All bytes there are, over many lines, as if a picture was pasted: nothing of it is carried out."""
    prompt = terminal()
    prompt.wait_for("rbf>")
    noise = random.Random(7).randbytes(2_000)  # noqa: S311 - noise, not a secret
    pasted = b"\nnew rbf --seed pasted\n".join([bytes(range(256)), noise]).replace(b"\x1b", b"")
    prompt.pour(b"\x1b[200~" + pasted + b"\x1b[201~")
    prompt.wait_for("this is not text: it contains the character U+0000; nothing was run", "rbf>")
    prompt.type("\rstatus\r")
    prompt.wait_for("the last command: done (0)", "rbf>")
    prompt.type("exit\r")
    assert prompt.finish() == 0
    assert "begun" not in prompt.shown
    assert not re.search("Traceback|Unhandled", prompt.shown)


@pytest.mark.parametrize("size", [20_000, pytest.param(1_000_000, marks=pytest.mark.fuzz)])
def test_random_bytes_do_not_end_it_nor_stop_it(terminal, size):
    """L-05: a binary file sent to the terminal, without what leaves or suspends it (`q` is a command); with Ctrl-S."""
    chance = random.Random(size)  # noqa: S311 - noise, not a secret
    prompt = terminal(EDITOR="true", PAGER="cat")
    at_first = prompt.settings
    prompt.wait_for("rbf>")
    prompt.pour_and_read(chance.randbytes(size).translate(None, b"\x04\x1a\x1cqQ"))
    prompt.insist(f"{CLEAR}status 123\r", "status 123")
    assert prompt.leave(f"{CLEAR}exit\r") == 0
    found = re.search("Traceback|Unhandled|a bug", prompt.shown)
    assert not found, prompt.shown[found.start() - 500 : found.end() + 3000]
    assert prompt.left == at_first


def test_ctrl_z_suspends_it_and_fg_goes_on(program):
    """In a shell with jobs; a program that no shell started has no job to be."""
    command, environment = program
    shell = pexpect.spawn("bash", ["--norc", "-i"], env={**environment, "PS1": "$ "}, timeout=LIMIT, encoding="utf-8")
    shell.sendline(" ".join([*map(quote, command), "save.toml"]))
    shell.expect("Ctrl-D quits")
    shell.expect("rbf.*>")
    shell.send("\x1a")
    shell.expect("Stopped")
    shell.sendline("echo in-$((40 + 2))-shell")
    shell.expect("in-42-shell")
    shell.sendline("fg")
    shell.expect("rbf.*>")
    shell.send("exit\r")
    shell.sendline("echo out-$((40 + 2))")
    shell.expect("out-42")
    shell.close()


def test_ctrl_s_stops_nothing_between_two_prompts_and_is_the_terminals_again_afterwards(monkeypatch):
    """Where a command runs the terminal reads the keys: it is not to hold what is shown."""
    other, side = os.openpty()
    monkeypatch.setattr(terminal_module, "INPUT", side)
    before = termios.tcgetattr(side)
    with terminal_module.terminal_restored_on_death():
        inside = termios.tcgetattr(side)
    assert before[0] & termios.IXON
    assert inside == [before[0] & ~termios.IXON, *before[1:]]
    assert termios.tcgetattr(side) == before
    for each in (other, side):
        os.close(each)


def test_the_window_changes_its_size_while_it_is_drawn(terminal):
    """A size for every few keys, with the menu open, in the middle of what is drawn; then all is as ever."""
    chance = random.Random(40)  # noqa: S311 - sizes, not a secret
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("start dock-ambush --seed x\r")
    prompt.wait_for("not started>")
    for number in range(60):
        prompt.type(("da", "mage", " thu", "\t", "\x7f" * 3, "\x03", "show\r")[number % 7])
        prompt.child.setwinsize(chance.randint(1, 60), chance.randint(1, 200))
    prompt.child.setwinsize(24, 80)
    prompt.type("\x03status\r")
    prompt.wait_for("the last command: ", "not started>")
    prompt.type("\x03exit\r")
    assert prompt.finish() == 0
    assert not re.search("Traceback|Unhandled", prompt.shown)


# What is longer than the screen goes to a pager, and to none where none is wanted.


@pytest.mark.parametrize(
    ("environ", "command"),
    [
        ({"RBF_PAGER": "more -d", "PAGER": "less"}, ["more", "-d"]),
        ({"RBF_PAGER": "", "PAGER": "less"}, []),
        ({"RBF_PAGER": "off"}, []),
        ({"PAGER": "cat"}, []),
        ({"PAGER": " "}, []),
        ({"PAGER": "'less -R' x"}, ["less -R", "x"]),
        ({"PAGER": "less '"}, []),
    ],
)
def test_which_pager(environ, command):
    assert pager_command(environ) == command


def test_less_or_none_where_nothing_is_said(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name == "more" else None)
    assert pager_command({}) == ["more"]
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert pager_command({}) == []


@pytest.fixture
def rows(monkeypatch):
    """A terminal of ten rows."""
    monkeypatch.setattr(pager.os, "get_terminal_size", lambda _: os.terminal_size((80, 10)))


LONG, SHORT = "é\n" * 10, "x\n" * 9


@pytest.mark.usefixtures("rows")
def test_only_what_is_too_long_is_paged(tmp_path):
    shown, out = [], tmp_path / "out"
    write = paged(shown.append, {"RBF_PAGER": f"tee {out}"})
    write(SHORT)
    assert shown == [SHORT]
    write(LONG)
    assert shown == [SHORT]
    assert out.read_text() == LONG


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize(("name", "end"), [("less", "+G\n"), ("other", "\n")])
def test_less_can_begin_at_the_end(tmp_path, name, end):
    """The log of a fight is read from its end; a pager of another name gets no option that it may not know."""
    program, out = tmp_path / name, tmp_path / "out"
    program.write_text(f'#!/bin/sh\necho "$@" > {out}\ncat > /dev/null\n')
    program.chmod(0o755)
    write = paged(pytest.fail, {"RBF_PAGER": str(program)})
    write(LONG, at_end=True)
    assert out.read_text() == end
    write(LONG)
    assert out.read_text() == "\n"


@pytest.mark.usefixtures("rows")
def test_more_only_goes_forward_so_the_end_is_written(tmp_path):
    program, shown = tmp_path / "more", []
    program.write_text("#!/bin/sh\ncat > /dev/null\n")
    program.chmod(0o755)
    write = paged(shown.append, {"RBF_PAGER": str(program)})
    write(LONG, at_end=True)
    write(LONG)
    assert shown == [LONG]


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("command", ["/nowhere/less", "/"])
def test_a_pager_that_is_not_there_costs_nothing(command):
    shown = []
    paged(shown.append, {"RBF_PAGER": command})(LONG)
    assert shown == [LONG]


@pytest.mark.usefixtures("rows")
def test_a_pager_may_end_before_it_has_read_everything():
    paged(pytest.fail, {"RBF_PAGER": "true"})("x\n" * 1_000_000)


def test_without_a_terminal_nothing_is_paged(monkeypatch):
    def none(_):
        raise OSError

    monkeypatch.setattr(pager.os, "get_terminal_size", none)
    shown = []
    paged(shown.append, {"RBF_PAGER": "false"})(LONG)
    assert shown == [LONG]


def test_what_was_played_is_never_paged(tmp_path):
    """A list of answers in a pager would have to be left before one can be typed."""
    written, shown = [], []

    def show(text, *, at_end):
        shown.append((text.splitlines()[0], at_end))

    talk = Conversation(str(tmp_path / "save.toml"), Style(), written.append, written.append, {}, show=show)
    for line in ("start mine-raid", "init", "attack rill guard1 --dice 6,6", "show", "log"):
        talk.enter(line)
    assert any("? Rill Ostrander scored an ultra success" in each for each in written)
    assert shown[1:] == [("Raid on the pit head (threat), round 1, offense", False), ("> init", True)]


# The lines typed before, in their file.


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
    monkeypatch.setattr(terminal_session, "HISTORY_LINES", 20)
    monkeypatch.setattr(terminal_session, "HISTORY_KEPT", 15)
    lines = LineHistory(str(folder))
    for number in range(21):
        lines.append_string(f"line {number}")
    assert lines_in(folder) == [f"line {number}" for number in range(6, 21)]
    assert stat.S_IMODE((folder / "history").stat().st_mode) == 0o600
    assert {each.name for each in folder.iterdir()} == {"history", ".history.lock"}


def test_prompts_side_by_side_lose_no_line(folder):
    program = """
import sys
from rbfcli.repl import terminal_session as history
from rbfcli.repl.terminal_session import LineHistory
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
