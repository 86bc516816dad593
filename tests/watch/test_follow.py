"""Following a save: every change is shown, whatever happens to the file; and the terminal is left as it was."""

import json
import os
import re
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pexpect
import pytest

from rbfcli.watch.watch import fitted_rows

GIVES_UP = 300
MOVE = re.compile(r"\x1b\[\d+;1H")
OTHER_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-GI-Za-z]")
LAST = "Winch gunner 2"
ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"


def read_until(process, text):
    """Read lines up to one with a text."""
    lines = []
    while True:
        line = process.stdout.readline()
        if not line:
            pytest.fail(f"the end, without {text!r}: {lines} {process.stderr.read()}")
        lines.append(line)
        if text in line:
            return lines


def see_all(child):
    """Read a whole screen: the last of the fight stands on its ground, and then in its last row."""
    for _ in range(2):
        child.expect_exact("gunner2")


def test_each_change_is_a_frame_without_control_bytes(begun, piped):
    following = piped("--players")
    read_until(following, LAST)
    begun.out("damage", "thug1", "11")
    frame = read_until(following, LAST)
    assert frame[0] == "\n"
    assert any("thug1" in line and "bloodied" in line for line in frame)
    assert not any(letter < " " and letter != "\n" for letter in "".join(frame))


def test_what_players_cannot_see_is_no_frame(begun, piped):
    """Not even a repetition of the last: a secret change of the save is nothing to them."""
    following = piped("--players", "--json")
    read_until(following, '"turn"')
    begun.out("set", "thug1", "tn=9")
    begun.out("note", "the cook did it")
    begun.out("damage", "thug1", "11")
    (line,) = read_until(following, '"turn"')
    assert json.loads(line)["combatants"]["thug1"]["state"] == "bloodied"


def test_the_gm_gets_a_line_of_json_for_each_change(begun, piped):
    following = piped("--json")
    first = json.loads(read_until(following, '"fight"')[0])
    begun.out("damage", "thug1", "11")
    second = json.loads(read_until(following, '"fight"')[0])
    assert second["revision"] == first["revision"] + 1


def test_a_save_may_come_go_and_come_back(begun, piped):
    aside = begun.folder / "aside"
    begun.save.rename(aside)
    following = piped()
    assert read_until(following, "waiting for one") == ["there is no fight in encounter.toml; waiting for one\n"]
    aside.rename(begun.save)
    read_until(following, LAST)
    begun.save.rename(aside)
    read_until(following, "there is no fight in encounter.toml")
    aside.rename(begun.save)
    read_until(following, LAST)


@pytest.mark.parametrize(
    ("words", "said", "secret"),
    [
        ((), "hp must be a whole number", ""),
        (("--players",), "the fight cannot be shown at the moment; waiting for it", "twenty"),
    ],
)
def test_a_save_that_cannot_be_read_is_said_and_followed_on(begun, piped, words, said, secret):
    following = piped(*words)
    read_until(following, LAST)
    sound = begun.save.read_text()
    begun.save.write_text(sound.replace("hp = 20", 'hp = "twenty"'))
    told = "".join(read_until(following, said.partition(" ")[0]))
    assert said in told
    assert not secret or secret not in told
    begun.save.write_text(sound)
    read_until(following, LAST)


def test_another_fight_in_its_place_is_shown(begun, piped):
    following = piped("--players", "--as", "joss")
    read_until(following, LAST)
    begun.out("start", "mine-raid", "--force")
    assert read_until(following, "called joss")[-1] == "no combatant or side is called joss\n"


def test_a_follower_whose_group_waits_is_told_so(begun, piped):
    following = piped("--players", "--as", "joss")
    read_until(following, LAST)
    begun.out("split", "cellar", "joss")
    assert read_until(following, "joss is not")[-1] == "joss is not in the group in play\n"


def test_a_reader_that_goes_away_ends_it_quietly_before_anything_changes(piped):
    following = piped()
    read_until(following, LAST)
    following.stdout.close()
    assert (following.wait(GIVES_UP), following.stderr.read()) == (141, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words", [(), ("--html", "page.html")])
def test_a_signal_ends_it_quietly(piped, number, words):
    following = piped(*words)
    if words:
        following.stderr.readline()
    else:
        read_until(following, LAST)
    following.send_signal(number)
    out, error = following.communicate(timeout=GIVES_UP)
    assert (following.returncode, out, error) == (-number, "", "")


def test_every_change_is_on_the_terminal(begun, on_terminal, figure):
    child = on_terminal("--players")
    see_all(child)
    taken = []
    for left in ("hurt", "bloodied", "badly hurt"):
        begun.out("damage", "thug1", "6")
        saved = time.monotonic()
        child.expect_exact(left)
        taken.append(time.monotonic() - saved)
    figure(
        f"a change is on a second screen after {max(taken):.2f} s at most, the end of the command that made it before"
    )


def test_only_rows_that_changed_are_drawn(begun, on_terminal):
    child = on_terminal("--players")
    see_all(child)
    begun.out("damage", "joss", "4")
    child.expect_exact(" 9/13")
    assert child.before.count("\x1b[2K") == 1
    assert "\x1b[2J" not in child.before


def test_ctrl_c_leaves_the_terminal_as_it_was(on_terminal):
    child = on_terminal()
    before = termios.tcgetattr(child.child_fd)
    see_all(child)
    assert termios.tcgetattr(child.child_fd) != before
    child.send("\x03")
    child.expect(pexpect.EOF)
    assert termios.tcgetattr(child.child_fd) == before
    child.close()
    assert child.signalstatus == signal.SIGINT
    assert child.before.endswith(f"\x1b[?25h{BACK}")


@pytest.mark.parametrize("key", ["q", "\x04"])
def test_a_key_ends_it(on_terminal, key):
    child = on_terminal()
    see_all(child)
    child.send("something else" + key)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert child.before.endswith(BACK)


def test_stopped_it_gives_the_terminal_back_and_then_goes_on(begun):
    """Ctrl-Z and `fg`, in a shell that knows jobs."""
    shell = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], cwd=str(begun.folder), timeout=GIVES_UP,
                          encoding="utf-8", env={**os.environ, "TERM": "xterm"}, dimensions=(40, 80))  # fmt: skip
    shell.sendline(f"{sys.executable} -m rbfcli watch")
    see_all(shell)
    shell.send("\x1a")
    shell.expect_exact(BACK)
    shell.expect_exact("Stopped")
    shell.sendline("fg")
    shell.expect_exact(ALTERNATE)
    see_all(shell)
    shell.send("q")
    shell.expect_exact(BACK)
    shell.sendline("exit $?")
    shell.expect(pexpect.EOF)
    shell.close()
    assert shell.exitstatus == 0


def test_a_resize_is_drawn_anew(on_terminal):
    child = on_terminal("--players", columns=120, rows=60)
    see_all(child)
    child.setwinsize(60, 50)
    child.expect_exact("\x1b[2J")
    see_all(child)
    assert max(len(line) for line in MOVE.split(OTHER_ESCAPES.sub("", child.before))) <= 50
    child.setwinsize(6, 50)
    child.expect_exact("more lines: a taller window")


@pytest.mark.parametrize("look", [{"TERM": "dumb"}, {"RBF_PLAIN": "1"}])
def test_plain_and_dumb_terminals_get_frames_without_control_bytes(begun, on_terminal, look):
    child = on_terminal("--players", **look)
    see_all(child)
    begun.out("damage", "thug1", "11")
    child.expect_exact("bloodied")
    child.expect_exact("gunner2")
    assert "\x1b" not in child.before


def test_an_idle_screen_reads_nothing(piped):
    """It looks at the save every tenth of a second: once it has begun, a second passes without a byte read."""
    following = piped("--players")
    read_until(following, LAST)
    before, after = 0, bytes_read(following.pid)
    while before != after:
        time.sleep(1)
        before, after = after, bytes_read(following.pid)
    assert following.poll() is None


def bytes_read(number):
    """Return how many bytes a process has read."""
    return int(Path(f"/proc/{number}/io").read_text().split()[1])


def test_it_follows_through_a_storm_of_changes(begun, piped):
    """Frames may be left out, never the last."""
    following = piped("--players", "--json")
    read_until(following, '"turn"')
    lines = "".join(f"damage thug1 {number % 2}\n" for number in range(40)) + "damage gunner2 11\n"
    command = [sys.executable, "-m", "rbfcli", "run", "-", "--each", "-e", "encounter.toml"]
    subprocess.run(command, cwd=begun.folder, input=lines, text=True, check=True, capture_output=True)
    while True:
        (line,) = read_until(following, '"turn"')
        if json.loads(line)["combatants"]["gunner2"]["state"] == "bloodied":
            return


def test_on_a_narrow_terminal_a_message_goes_on_below(begun, on_terminal):
    begun.save.unlink()
    child = on_terminal("--players", columns=40)
    child.expect_exact("there is no fight to show; waiting for")
    child.expect_exact("\x1b[2;1H\x1b[2Kone")


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        (3, ["a", "b", "c"]),
        (2, ["a", "... 2 more lines: a taller window"]),
        (1, ["... 3 more lines: a taller window"]),
    ],
)
def test_what_has_no_room_is_counted(rows, shown):
    assert fitted_rows(["a", "b", "c"], rows) == shown


# `rbf watch --once`, and whatever may be wrong with a line: one answer, with its status.


def test_the_gm_sees_what_show_shows(begun):
    assert begun.out("watch", "--once") == begun.out("show")
    shown, watched = (json.loads(begun.out(*words, "--json")) for words in (["show"], ["watch", "--once"]))
    assert watched.pop("command") == "watch --once"
    assert shown.pop("command") == "show"
    assert watched == shown
    assert begun.out("watch", "--once", "-q") == begun.out("show", "-q")


def test_the_save_may_be_named_either_way(begun):
    begun.save.rename(begun.folder / "other.toml")
    assert begun.out("watch", "other.toml", "--once") == begun.out("watch", "-e", "other.toml", "--once")


def test_a_name_alone_means_players(begun):
    by_side, by_sign, by_somebody = (begun.out("watch", "--once", "--as", name) for name in ("crew", "@crew", "joss"))
    assert by_side == by_sign == by_somebody == begun.out("watch", "--once", "--players")
    assert begun.out("watch", "--once", "--as", "dockers") != by_side
    assert "20/20" not in by_side


def test_watching_changes_nothing(begun):
    before = begun.save.read_bytes()
    begun.out("watch", "--players", "--once")
    assert begun.save.read_bytes() == before


@pytest.mark.parametrize(
    ("status", "words", "said"),
    [
        (3, ("--once", "-e", "nowhere.toml"), "no such file: nowhere.toml"),
        (3, ("-e", "nowhere/at/all.toml"), "no such file: nowhere/at/all.toml"),
        (3, ("-e", "folder"), "folder is a folder"),
        (3, ("-e", "notes.txt"), "notes.txt"),
        (2, ("--as", "pel1"), "unknown combatant or side 'pel1'; did you mean pell?"),
        (2, ("--as", "thug"), "'thug' could mean thug1, thug2, thug3"),
        (2, ("--as",), "missing value for --as"),
        (
            2,
            ("--html", "encounter.toml", "--once"),
            "--html must be a different file from the save; use --html table.html",
        ),
        (2, ("--html", "./folder/../encounter.toml"), "--html must be a different file from the save"),
        (
            1,
            ("--html", "notes.txt"),
            "notes.txt already exists and is not a page of rbf watch; use --force to replace it",
        ),
        (4, ("--html", "nowhere/page.html"), "no such folder: nowhere"),
        (4, ("--html", "folder"), "folder is a folder"),
        (4, ("--html", "link.html"), "link.html is a symbolic link"),
        (2, ("--once", "--once"), "--once given more than once"),
    ],
)
def test_a_mistake_is_answered(begun, status, words, said):
    (begun.folder / "folder").mkdir()
    (begun.folder / "notes.txt").write_text("mine\n")
    (begun.folder / "link.html").symlink_to("notes.txt")
    before = {path: path.read_bytes() for path in begun.folder.iterdir() if path.is_file()}
    done = begun.run("watch", *words)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in begun.folder.iterdir() if path.is_file()} == before


def test_at_the_prompt_it_says_where_it_works(begun):
    done = begun.run("run", "-", stdin="start duel\nwatch\n")
    assert "watch works only in a shell" in done.stderr


def test_a_page_and_json_are_not_both_to_be_had(begun):
    done = begun.run("watch", "--html", "page.html", "--json")
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["kind"], done.stderr) == (2, "usage", "")
    assert error["message"] == "--html and --json cannot be combined"


def test_a_common_verb_imports_nothing_of_it(begun):
    """Speed is a feature: `show` knows nothing of pages and players."""
    code = "import os, sys; sys.argv[1:] = ['show']; os._exit = lambda _status: print(*sys.modules)\n"
    code += "from rbfcli.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=begun.folder, capture_output=True, text=True, check=False)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split() if name.startswith("rbfcli.")}
    assert "screen" in loaded
    assert loaded.isdisjoint({"watch", "sight", "seen", "page", "players_json", "whole_file", "save_watch"})


@pytest.mark.parametrize("columns", [40, 72])
@pytest.mark.parametrize("words", [("show",), ("show", "joss"), ("watch", "--once"), ("watch", "--once", "--players")])
def test_a_screen_keeps_to_the_width_asked_for_in_a_pipe_too(begun, words, columns):
    narrow = begun.out(*words, environ={"COLUMNS": str(columns)})
    assert max(map(len, narrow.splitlines())) <= columns
    assert all(letter.isprintable() or letter == "\n" for letter in narrow)
    assert narrow != begun.out(*words)


def test_a_width_that_is_none_and_plain_words_change_nothing(begun):
    assert begun.out("show", environ={"COLUMNS": "wide"}) == begun.out("show")
    assert begun.out("show", "--plain", environ={"COLUMNS": "200"}) == begun.out("show", "--plain")
