"""Where rolls and odds print: the streams of a process, or a reply."""

from __future__ import annotations

from typing import Protocol


class RollOutput(Protocol):
    """An output; `command` is the line that was understood, `json` whether errors are JSON too."""

    command: str
    json: bool

    @property
    def is_terminal(self) -> bool:
        """Whether results go to a terminal."""

    def write(self, text: str) -> None:
        """Print a result."""

    def error(self, text: str) -> None:
        """Print what is not a result."""
