"""The console blocks of a page, played in their order in one folder: what they print becomes their output.

A line behind `$ ` goes to a shell; behind `$ rbf repl`, lines behind a prompt are typed there. A block with a file's
name in its first line (three backticks, `toml cellar.toml`) is written to the folder before the page goes on.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.pages.typed import typed_at_prompt

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = "```"
SHELL, PROMPT = "$ ", "$ rbf repl"
TYPED = re.compile(r"^(?! )[^>\n]*[^->\n]> ?(?P<line>.*)$")
SECONDS = 60


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
        program = folder / "bin" / "rbf"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m rbfcli "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        self.environment = {
            "PATH": f"{program.parent}{os.pathsep}{os.defpath}",
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "80",
            "LC_ALL": "C.UTF-8",
            "TERM": "dumb",
            "RBF_SYNC": "off",
        }

    def block(self, found: re.Match[str]) -> str:
        """A block of the page, played or written to a file."""
        language, name, inside = found.groups()
        if name:
            (self.folder / name).write_text(inside, encoding="utf-8")
        if language != "console":
            return found[0]
        shown = self._console(inside.splitlines())
        if FENCE in shown:
            message = f"what a block shows would end it: {shown!r}"
            raise ValueError(message)
        return f"```console\n{shown}```"

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
