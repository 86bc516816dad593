"""Pages as they are played: the parts between two marks, and console blocks typed in a shell or at the prompt."""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
import sys
import termios
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Makers = Mapping[str, Callable[..., str]]
    from collections.abc import Mapping, Sequence


REGION = re.compile(r"^<!-- made: (.+?) -->\n(?:.*?\n)??<!-- end -->$", re.MULTILINE | re.DOTALL)


def filled(text: str, makers: Makers) -> str:
    """A page with its made parts as they are now. Raises KeyError for a part that nobody makes."""

    def made(found: re.Match[str]) -> str:
        name, *words = found[1].split()
        return f"<!-- made: {found[1]} -->\n{makers[name](*words)}\n<!-- end -->"

    return REGION.sub(made, text)


WAITS = re.compile(rb"(?:^|\n)(?! )[^>\n]*[^->\n]> $")
COLUMNS, LINES = 80, 200
SECONDS = 60


def typed_at_prompt(command: Sequence[str], lines: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    """What a terminal shows, prompts and typed lines too; the last line has to leave the prompt."""
    ours, its = os.openpty()
    termios.tcsetwinsize(its, (LINES, COLUMNS))
    _without_echo(its)
    with subprocess.Popen(
        [environment["PATH"].split(os.pathsep)[0] + "/" + command[0], *command[1:]],
        cwd=folder,
        env=environment,
        stdin=its,
        stdout=its,
        stderr=its,
    ) as process:
        os.close(its)
        shown = b""
        for line in lines:
            shown += _until(ours, WAITS) + f"{line}\n".encode()
            os.write(ours, f"{line}\n".encode())
        shown += _until(ours, None)
        process.wait(SECONDS)
    os.close(ours)
    return "\n".join(line.rstrip() for line in shown.decode().split("\n"))


def _without_echo(terminal: int) -> None:
    """What is typed is shown once, by us, and lines end as they do in files."""
    modes = termios.tcgetattr(terminal)
    modes[1] &= ~termios.OPOST
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


def _until(terminal: int, pattern: re.Pattern[bytes] | None) -> bytes:
    """What the terminal shows up to a pattern, or to the end. Raises TimeoutError."""
    shown = b""
    while pattern is None or not pattern.search(shown):
        if not select.select([terminal], [], [], SECONDS)[0]:
            message = f"the prompt did not answer: {shown!r}"
            raise TimeoutError(message)
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how a terminal says that nobody writes to it any more
            piece = b""
        if not piece and pattern is not None:
            message = f"the prompt ended: {shown!r}"
            raise EOFError(message)
        if not piece:
            return shown
        shown += piece
    return shown


ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = "```"
SHELL, PROMPT = "$ ", "$ rbf repl"
TYPED = re.compile(r"^(?! )[^>\n]*[^->\n]> ?(?P<line>.*)$")


@cache
def played(text: str) -> str:
    """A page with the output of its console blocks as the program prints it now."""
    with TemporaryDirectory() as folder:
        table = Table(Path(folder))
        return BLOCK.sub(table.block, text)


class Table:
    """A folder to play in, with a home and an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "evening"
        self.folder.mkdir()
        programs, site = folder / "bin", folder / "site"
        programs.mkdir()
        for name, module in (("rbf", "rbfcli"), ("pip", "pip"), ("pytest", "pytest")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {module} "$@"\n', encoding="utf-8")
            program.chmod(0o755)
        self.environment = {
            "PATH": f"{programs}{os.pathsep}{os.defpath}",
            "HOME": str(folder),
            "PYTHONPATH": os.pathsep.join(map(str, (self.folder, site, ROOT))),
            "PIP_TARGET": str(site),
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "COLUMNS": "80",
            "LC_ALL": "C.UTF-8",
            "TERM": "dumb",
            "RBF_SYNC": "off",
        }

    def block(self, found: re.Match[str]) -> str:
        """A block of the page, played or written to a file."""
        language, name, inside = found.groups()
        if name:
            self._write(self.folder / name, inside, diff=language == "diff")
        if language != "console":
            return found[0]
        shown = self._console(inside.splitlines())
        if FENCE in shown:
            message = f"what a block shows would end it: {shown!r}"
            raise ValueError(message)
        return f"```console\n{shown}```"

    def _write(self, path: Path, inside: str, *, diff: bool) -> None:
        """Write a block to a file, or make the changes it shows. Raises ValueError if their place is not clear."""
        if diff:
            lines = inside.splitlines(keepends=True)
            before, after = ("".join(line[1:] for line in lines if line[0] not in sign) for sign in "+-")
            text = path.read_text(encoding="utf-8")
            if text.count(before) != 1:
                message = f"{path.name} has these lines {text.count(before)} times: {before!r}"
                raise ValueError(message)
            inside = text.replace(before, after)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(inside, encoding="utf-8")

    def _console(self, lines: list[str]) -> str:
        if lines[0] == PROMPT:
            typed = [found["line"] for line in lines[1:] if (found := TYPED.match(line))]
            shown = typed_at_prompt(shlex.split(PROMPT.removeprefix(SHELL)), typed, self.folder, self.environment)
            return f"{PROMPT}\n{shown}"
        return "".join(f"{line}\n{self._shell(line.removeprefix(SHELL))}" for line in lines if line.startswith(SHELL))

    def _shell(self, line: str) -> str:
        """What a line prints in a shell, on both of its streams."""
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        return done.stdout
