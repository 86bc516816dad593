"""A fight typed in a real terminal emulator, read off its screen."""

import shlex
import shutil
import subprocess

import pytest

TMUX = shutil.which("tmux")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not TMUX, reason="tmux is not installed")]


class Screen:
    """One window of a tmux server of its own, and a client that hears of every change in it."""

    def __init__(self, socket):
        self._command = [TMUX, "-S", str(socket), "-f", "/dev/null"]
        self._listener = None

    def tmux(self, *words):
        """Run a command of tmux; what it printed."""
        return subprocess.run([*self._command, *words], check=True, capture_output=True, text=True).stdout

    def start(self, command, environment, width, height):
        """Open a window that runs a command."""
        names = ("PYTHONPATH", "RBF_SYNC", "XDG_STATE_HOME")
        settings = [word for name in names for word in ("-e", f"{name}={environment[name]}")]
        self.tmux("new-session", "-d", "-x", str(width), "-y", str(height), *settings, shlex.join(command))
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._listener = subprocess.Popen([*self._command, "-C", "attach", "-f", "ignore-size"], **streams)

    def stop(self):
        """Close the window, if it is still open, and the server with it."""
        subprocess.run([*self._command, "kill-server"], check=False, capture_output=True)
        self._listener.communicate()

    def wait_for(self, *texts):
        """Look after every change until all texts stand on the screen; the screen."""
        while True:
            shown = self.tmux("capture-pane", "-p")
            if all(text in shown for text in texts):
                return shown
            if not self._listener.stdout.read1():
                pytest.fail(f"{texts} not in\n{shown}")

    def wait_for_the_end(self):
        """Wait until the program has ended: its window closes then, and the server with it."""
        while self._listener.stdout.read1():
            pass

    def type(self, text, *keys):
        """Type a text as it stands, then named keys."""
        self.tmux("send-keys", "-l", text)
        for key in keys:
            self.tmux("send-keys", key)


@pytest.fixture
def screen(tmp_path, program, request):
    """A screen with the prompt on it, and with the settings that the test gives."""
    command, environment = program
    settings = getattr(request, "param", ())
    made = Screen(tmp_path / "tmux")
    made.start(["env", *settings, *command, "save.toml", "colour"], environment, 80, 24)
    made.wait_for("rbf>", "save.toml · no fight yet")
    yield made
    made.stop()


def test_a_fight_is_played_and_shown(screen):
    screen.type("new rbf --seed screen", "Enter")
    screen.wait_for("next:", "save.toml · not started (next: add NAME)")
    screen.type("add Vex hp=15 side=crew", "Enter")
    screen.type("add goblin hp=9 tn=10 damage=4", "Enter")
    screen.type("init", "Enter")
    shown = screen.wait_for("round 1", "'s turn · F1")
    assert "save.toml · round 1, " in shown
    screen.type("damage gob")
    screen.wait_for("goblin, foes, 9/9")
    screen.type("", "Tab")
    screen.type(" 4", "Enter")
    screen.wait_for("9 -> 5")
    screen.type("frobnicate", "Enter")
    screen.wait_for("rbf: unknown command 'frobnicate'", "not understood, round 1, ")
    screen.type("exit", "Enter")
    screen.wait_for_the_end()


@pytest.mark.parametrize("screen", [["RBF_TIMER=1"]], indirect=True)
def test_the_toolbar_counts_the_time_of_a_turn(screen):
    screen.type("start duel --seed x", "Enter")
    screen.wait_for("save.toml · not started")
    screen.type("init", "Enter")
    screen.wait_for("time is up, ", "of 0:01")


def rows_between(shown, prompt):
    """The rows between the last line with a prompt and the toolbar."""
    rows = shown.splitlines()
    first = max(number for number, row in enumerate(rows) if prompt in row)
    toolbar = max(number for number, row in enumerate(rows) if row.startswith("save.toml · "))
    return rows[first + 1 : toolbar]


def test_no_row_is_wasted(screen):
    """The toolbar follows the line at once, on an empty screen and on a full one, before, under and after a menu."""
    assert rows_between(screen.wait_for("save.toml · no fight yet"), "rbf>") == []
    screen.type("start dock-ambush --seed quay", "Enter")
    assert rows_between(screen.wait_for("save.toml · not started"), "not started>") == []
    screen.type("dam")
    menu = rows_between(screen.wait_for("damage-save"), "not started>")
    assert menu
    assert all(row.strip() for row in menu)
    screen.type("", "C-c")
    screen.type("note calm", "Enter")
    assert rows_between(screen.wait_for("note: calm\nnot started>\nsave.toml"), "not started>") == []


def test_a_window_may_change_its_size_while_one_types(screen):
    screen.type("damage nobody and a very long line that goes on and on")
    for width, height in ((40, 10), (200, 50), (80, 24)):
        screen.tmux("resize-window", "-x", str(width), "-y", str(height))
        screen.wait_for("save.toml · no fight yet", "damage nobody")
    screen.type("", "C-c")
    screen.type("status", "Enter")
    screen.wait_for("the last command: done (0)")


def test_lines_behind_a_mistake_in_a_paste_are_not_carried_out(screen):
    screen.type("new rbf --seed screen", "Enter")
    screen.wait_for("next:", "save.toml · not started (next: add NAME)")
    screen.tmux("set-buffer", "note first\nfrobnicate\nnote second\nnote third\n")
    screen.tmux("paste-buffer", "-p")
    screen.type("", "Enter")
    shown = screen.wait_for("note: first", "unknown command 'frobnicate'", "3 not")
    assert "note: second" not in shown
    screen.type("log --script", "Enter")
    assert "note second" not in screen.wait_for("note first\n").partition("log --script")[2]
