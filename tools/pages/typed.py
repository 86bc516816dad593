"""Lines typed at a prompt of the program on a terminal of its own, and all that the terminal then shows."""

from __future__ import annotations

import os
import re
import select
import subprocess
import termios
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

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
