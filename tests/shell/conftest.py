"""Real shells at a terminal, a program that writes down how it was called, and a save full of hostile names."""

from __future__ import annotations

import json
import os
import select
import shutil
import sys
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds after which a shell is given up: none takes so long, however busy the machine
PROGRAM = """#!{python}
import json, os, sys
if sys.argv[1:2] == ["__complete"]:
    from rbfcli.cli.completion import complete
    sys.exit(complete(sys.argv[2:], lambda text: sys.stdout.buffer.write(text.encode())))
with open(os.environ["CALLS"], "w") as calls:
    calls.write(json.dumps(sys.argv[1:]) + chr(10))
"""
SAVE = """format = 1
system = "rbf"
[start]
system = "rbf"
[fight]
system = "rbf"
"""
COMBATANT = """[fight.combatants.{who}]
name = "$(touch PWNED) `touch PWNED` \\"quoted\\" it's [red] {number}"
hp = 1
conditions = {{ prone = {{}}, "on fire" = {{}} }}
"""
NAMES = {
    "Sir Bors": "Sir",
    "O'Neil": "O",
    'say "hi"': "say",
    "colon:cut": "col",
    "star*": "sta",
    "home$HOME": "ho",
    "$HOME": "\\$",
    "call$(touch PWNED)": "ca",
    "tick`touch PWNED`": "ti",
    "'; touch PWNED; '": "\\'",
    "bs\\$(touch PWNED)": "bs",
    "~root": "\\~",
    "[red]x[/red]": "\\[r",
    "Émile": "É",
    "龍": "龍",
    "wow!ls": "wo",
    "hash#tag": "ha",
    "key=value": "key",
    "semi;touch PWNED": "sem",
    "pipe|touch PWNED &": "pi",
    "{a,b}": "\\{",
    "<angle>": "\\<",
    "what?": "wh",
    "at@home": "at",
    "100%": "10",
    "^caret": "\\^",
    "-dash": "-- -",
}
PARTIAL = {
    "attack Sir\\ B": ["attack", "Sir Bors"],
    'attack "Sir B': ["attack", "Sir Bors"],
    "attack 'Sir B": ["attack", "Sir Bors"],
    "attack colon:": ["attack", "colon:cut"],
    "attack home\\$H": ["attack", "home$HOME"],
    'attack "call\\$(': ["attack", "call$(touch PWNED)"],
    "attack Sir\\ Bors O": ["attack", "Sir Bors", "O'Neil"],
    "attack --con": ["attack", "--condition"],
    "condition rem": ["condition", "remove"],
    "condition remove Sir\\ Bors on": ["condition", "remove", "Sir Bors", "on fire"],
    "-e encounter.toml stab": ["-e", "encounter.toml", "stabilize"],
    "odds att": ["odds", "attack"],
    "odds attack Sir": ["odds", "attack", "Sir Bors"],
    "attack --kind res": ["attack", "--kind", "resilience"],
    "attack --kind=med": ["attack", "--kind=meditation"],
    "help exit": ["help", "exit-codes"],
    "run dup": ["run", "dup licate.rbf"],
}


class Shell:
    """A shell at a terminal of its own."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self._calls = os.open(folder / "calls", os.O_RDWR)  # open to write too, so that it never ends
        self.terminal = pexpect.spawn(
            command[0],
            command[1:],
            cwd=folder,
            env=environment,
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, 200),
        )
        self.terminal.delaybeforesend = None

    def close(self) -> None:
        """End the shell."""
        self.terminal.close(force=True)
        os.close(self._calls)

    def run(self, line: str) -> None:
        """Type a line that only sets up."""
        self.terminal.sendline(line)

    def ready(self) -> None:
        """Wait until the shell has done all that was typed."""
        self.terminal.sendline("echo rea''dy")
        self.terminal.expect_exact("ready")

    def completed(self, typed: str) -> list[str]:
        """What the program was called with after `typed`, TAB and Enter."""
        self.terminal.send(f"{typed}\t")
        self.terminal.send("\r")
        while not self._called():
            self.terminal.read_nonblocking(4096)
        return json.loads(os.read(self._calls, 4096))

    def _called(self) -> bool:
        """Wait for whatever comes first: a call, or something shown, which has to be read for the shell to go on."""
        heard = [self._calls, self.terminal]
        ready, _, _ = select.select(heard, [], [], PATIENCE)
        assert ready, f"no call: {self.terminal.before!r}"
        return self._calls in ready


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a save of hostile names, and the program in `bin`."""
    place = tmp_path_factory.mktemp("shell")
    tables = [COMBATANT.format(who=json.dumps(who), number=number) for number, who in enumerate(NAMES)]
    (place / "encounter.toml").write_text(SAVE + "".join(tables), encoding="utf-8")
    (place / "dup licate.rbf").touch()
    os.mkfifo(place / "calls")
    (place / "bin").mkdir()
    for name in ("rbf", "rbfcli"):
        (place / "bin" / name).write_text(PROGRAM.format(python=sys.executable))
        (place / "bin" / name).chmod(0o755)
    return place


@pytest.fixture(scope="module")
def environment(folder):
    """The environment of a shell: nobody's settings, and the program first on the path."""
    return {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "CALLS": str(folder / "calls"),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "vt100",
    }


@pytest.fixture(scope="module")
def shell_at(folder, environment):
    """Start a shell; skip the test where this machine has none."""
    started = []

    def start(*command: str) -> Shell:
        if shutil.which(command[0]) is None:
            pytest.skip(f"{command[0]} is not installed")
        started.append(Shell(list(command), folder, environment))
        return started[-1]

    yield start
    for shell in started:
        shell.close()


@pytest.fixture(autouse=True)
def _nothing_ran(folder):
    """No name was ever run as a command."""
    yield
    assert not list(folder.rglob("PWNED"))
