"""Prompts to type at: a conversation alone, one behind keys on a pipe, and the program on a terminal."""

import os
import re
import select
import signal
import sys
import termios
from collections import deque
from contextlib import suppress

import pexpect
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from rbfcli.render.sentences import Style
from rbfcli.repl import terminal_session
from rbfcli.repl.conversation import Conversation
from rbfcli.repl.terminal_session import LineHistory

LIMIT, LONG_LIMIT = 300, 900  # seconds after which a test is given up: none waits so long, however busy the machine
SILENCE = 2  # seconds after which a person would press the keys again
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROGRAM = """
import os
from rbfcli.cli.process import Output
from rbfcli.cli.process import run_process
from rbfcli.render.sentences import Style
from rbfcli.repl.terminal_session import run_repl

def piped():
    print("piped")
    return 7

def run(argv, output):
    style = Style(colour="colour" in argv, tables="plain" not in argv)
    return run_repl(
        argv[0], style=style, write=output.write, error=output.error, environ=os.environ, run_piped=piped
    )

run_process(run)
"""


@pytest.fixture(autouse=True)
def _limit(monkeypatch, tmp_path, request):
    """Give every test a limit and a folder of its own."""
    limit = LONG_LIMIT if request.node.get_closest_marker("fuzz") else LIMIT

    def too_long(*_):
        pytest.fail(f"longer than {limit} s")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("RBF_SYNC", "off")
    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(limit)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


class Heard(Conversation):
    """A conversation that keeps what it printed."""

    def __init__(self, path, environ=()):
        self.printed = []
        self.errors = []
        super().__init__(path, Style(), self.printed.append, self.errors.append, dict(environ))

    def say(self, *lines):
        """Enter lines; what they printed, and what was wrong with them."""
        self.printed.clear()
        self.errors.clear()
        for line in lines:
            self.enter(line)
        return "".join(self.printed), "\n".join(self.errors)


@pytest.fixture
def talk():
    """A conversation on a save that does not exist yet."""
    return Heard("save.toml")


@pytest.fixture
def fight(talk):
    """A conversation on a fight in which it is Vex's turn."""
    talk.say(
        "new rbf --seed prompt",
        "add Vex hp=12 side=crew weapons=hunting-rifle,knife",
        "add goblin --count 3 hp=9 tn=10 damage=4",
        "init --set vex=30",
        *["turn next"] * 2,
    )
    while talk.watch.view().context.fight.active != "vex":
        talk.say("turn next")
    talk.say("status")
    return talk


class Typist:
    """Types at a prompt whenever the prompt has come so far: texts are sent, conditions are waited for."""

    def __init__(self, pipe, pieces):
        self._pipe = pipe
        self._pieces = deque(pieces)
        self._prompt = None

    def attend(self, prompt):
        """Look again whenever this prompt was drawn."""
        self._prompt = prompt
        prompt.app.after_render += lambda _: self.look()

    def look(self):
        """Send what can be sent by what the prompt shows now."""
        while self._pieces and (isinstance(self._pieces[0], str) or self._pieces[0](self._prompt)):
            piece = self._pieces.popleft()
            if isinstance(piece, str):
                self._pipe.send_text(piece)


class WatchedHistory(LineHistory):
    """A history that says when a prompt has loaded it."""

    def __init__(self, folder, loaded):
        self._when_loaded = loaded
        super().__init__(folder)

    async def load(self):
        """The lines, the latest first; the prompt has them all before the last step."""
        async for line in super().load():
            yield line
        self._when_loaded()


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """Type at a prompt with keys: pieces of text, and conditions of the prompt to wait for; then Ctrl-C and Ctrl-D."""

    def type_at(conversation, *pieces, end="\x03\x04"):
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            typist = Typist(pipe, [*pieces, end])
            make = terminal_session.prompt_session

            def attended(*arguments, **named):
                prompt = make(*arguments, **named)
                typist.attend(prompt)
                return prompt

            history = WatchedHistory(str(tmp_path / "state" / "rbfcli"), typist.look)
            with monkeypatch.context() as patch:
                patch.setattr(terminal_session, "prompt_session", attended)
                terminal_session.prompt_with_keys(conversation, history, colour=False)
        return conversation

    return type_at


@pytest.fixture
def program():
    """The arguments of a process that runs the prompt, and its environment."""
    environment = {**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)}
    return [sys.executable, "-c", PROGRAM], environment


class Terminal:
    """The program on a terminal of its own; `left` is how it left the terminal."""

    def __init__(self, command, environment):
        self.child = pexpect.spawn(
            command[0], command[1:], env=environment, timeout=LIMIT, encoding="utf-8", codec_errors="replace"
        )
        self.child.delaybeforesend = None
        self.raw = ""
        self.left = None

    @property
    def settings(self):
        """What the terminal does with keys now."""
        return termios.tcgetattr(self.child.child_fd)

    @property
    def shown(self):
        """All that was shown, without what moves cursors and sets colours."""
        return ESCAPE.sub("", self.raw)

    def wait_for(self, text, then="", *, times=1):
        """Read until a text was shown this often, and behind it another."""
        while self.shown.count(text) < times or then not in self.shown.rpartition(text)[2]:
            try:
                self.raw += self.child.read_nonblocking(4096, timeout=LIMIT)
            except (pexpect.TIMEOUT, pexpect.EOF) as wrong:
                pytest.fail(f"{type(wrong).__name__} without {text!r}: {self.shown}")

    def type(self, text):
        """Press keys."""
        self.child.send(text)

    def pour(self, text):
        """Type a text of any length, or bytes: a terminal takes only so much at once."""
        left = text if isinstance(text, bytes) else text.encode()
        while left:
            left = left[os.write(self.child.child_fd, left[:1024]) :]

    def pour_and_read(self, noise):
        """Type bytes as fast as they are taken, and read what is shown meanwhile."""
        self.settle()
        file = self.child.child_fd
        os.set_blocking(file, False)
        while noise:
            readable, writable, _ = select.select([file], [file], [], LIMIT)
            assert readable or writable, "it neither reads nor writes any more"
            if readable:
                self.raw += os.read(file, 65_536).decode(errors="replace")
            if writable:
                with suppress(BlockingIOError):
                    noise = noise[os.write(file, noise[:1024]) :]
        os.set_blocking(file, True)

    def settle(self):
        """Wait until nothing more is shown for a while: then keys are read as keys, and not by the terminal."""
        with suppress(pexpect.TIMEOUT):
            while True:
                self.raw += self.child.read_nonblocking(4096, timeout=0.5)

    def insist(self, keys, text):
        """Press keys, again after each silence, until a text is shown: what is typed behind a mistake is taken back."""
        while text not in self.shown:
            self.type(keys)
            with suppress(pexpect.TIMEOUT):
                while text not in self.shown:
                    self.raw += self.child.read_nonblocking(4096, timeout=SILENCE)

    def leave(self, keys):
        """Press keys, again after each silence, until it ends; the exit status."""
        while True:
            self.type(keys)
            with suppress(pexpect.TIMEOUT):
                return self.finish(silence=SILENCE)

    def finish(self, silence=LIMIT):
        """Read to the end; the exit status, or the signal it died of, negative."""
        while True:
            try:
                self.raw += self.child.read_nonblocking(4096, timeout=silence)
            except pexpect.EOF:
                break
        self.left = self.settings
        self.child.close()
        return -self.child.signalstatus if self.child.signalstatus else self.child.exitstatus


@pytest.fixture
def terminal(program):
    """Start the program on a terminal."""
    started = []
    command, environment = program

    def start(*flags, **environ):
        started.append(Terminal([*command, "save.toml", *flags], {**environment, **environ}))
        return started[-1]

    yield start
    for each in started:
        if not each.child.ptyproc.fileobj.closed:
            each.child.close(force=True)
