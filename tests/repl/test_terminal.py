"""The prompt on a real terminal: how it starts and dies, what it survives, and what it shows there."""

import os
import random
import re
import signal
import subprocess
import termios

import pytest

from rbfcli.repl import terminal as terminal_module

# All control letters but Ctrl-D, which leaves, and Ctrl-Z and Ctrl-\\, which while a command runs the terminal obeys.
CONTROL = "".join(map(chr, range(32))).translate({4: None, 26: None, 28: None})
NOISE = CONTROL + "\x1b[]" * 8 + "0123456789;<<mM~abcXYZ \x7f"
CLEAR = "\x1b\x07\x03" * 2


def test_plays_a_fight(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("new rbf --seed x\r")
    prompt.wait_for("next:", "not begun>")
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
    prompt.wait_for("not begun> ")
    prompt.type("frob\r")
    prompt.wait_for("not understood, not begun> ")
    prompt.type("\x03")
    prompt.wait_for("not understood, not begun> ", times=2)
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
    prompt.wait_for("next:", "not begun>")
    prompt.type("init\r")
    prompt.wait_for("-- Ada Quill's turn", "Ada Quill>")
    prompt.type("\r")
    prompt.wait_for("-- The bosun's turn", "The bosun>")
    prompt.type("\x04")
    assert prompt.finish() == 0


def test_what_enter_does_is_one_of_three_things(terminal):
    prompt = terminal(RBF_ENTER="maybe")
    assert prompt.finish() == 2
    assert "RBF_ENTER is 'maybe'; one of ask, next, off" in prompt.shown


def test_pasted_binary_is_refused_whole_and_the_prompt_goes_on(terminal):
    """All bytes there are, over many lines, as if a picture was pasted: nothing of it is carried out."""
    prompt = terminal()
    prompt.wait_for("rbf>")
    noise = random.Random(7).randbytes(2_000)  # noqa: S311 - noise, not a secret
    pasted = b"\nnew rbf --seed pasted\n".join([bytes(range(256)), noise]).replace(b"\x1b", b"")
    prompt.pour(b"\x1b[200~" + pasted + b"\x1b[201~")
    prompt.wait_for("that is not text: it has the character U+0000; nothing was carried out", "rbf>")
    prompt.type("\rstatus\r")
    prompt.wait_for("the last command: done (0)", "rbf>")
    prompt.type("exit\r")
    assert prompt.finish() == 0
    assert "begun" not in prompt.shown
    assert not re.search("Traceback|Unhandled", prompt.shown)


@pytest.mark.parametrize("size", [20_000, pytest.param(1_000_000, marks=pytest.mark.fuzz)])
def test_random_bytes_do_not_end_it_nor_stop_it(terminal, size):
    """L-05: a binary file sent to the terminal, without the keys that leave, suspend and quit; Ctrl-S is among them."""
    chance = random.Random(size)  # noqa: S311 - noise, not a secret
    prompt = terminal(EDITOR="true")
    at_first = prompt.settings
    prompt.wait_for("rbf>")
    prompt.pour_and_read(chance.randbytes(size).translate(None, b"\x04\x1a\x1c"))
    prompt.insist(f"{CLEAR}status 123\r", "status 123")
    assert prompt.leave(f"{CLEAR}exit\r") == 0
    assert not re.search("Traceback|Unhandled|a bug", prompt.shown)
    assert prompt.left == at_first


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
    prompt.wait_for("not begun>")
    for number in range(60):
        prompt.type(("da", "mage", " thu", "\t", "\x7f" * 3, "\x03", "show\r")[number % 7])
        prompt.child.setwinsize(chance.randint(1, 60), chance.randint(1, 200))
    prompt.child.setwinsize(24, 80)
    prompt.type("\x03status\r")
    prompt.wait_for("the last command: ", "not begun>")
    prompt.type("\x03exit\r")
    assert prompt.finish() == 0
    assert not re.search("Traceback|Unhandled", prompt.shown)
