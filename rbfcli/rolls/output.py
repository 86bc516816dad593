"""Where rolls and odds print: the streams of a process, or a reply."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class RollOutput(Protocol):
    """An output; `command` is the line that was understood, `json` whether errors are JSON too."""

    command: str
    json: bool

    @property
    def environ(self) -> Mapping[str, str]:
        """The settings that no flag decides."""

    @property
    def is_terminal(self) -> bool:
        """Whether results go to a terminal."""

    def write(self, text: str) -> None:
        """Print a result."""

    def show(self, text: str, *, paged: bool = True) -> None:
        """Print a result that may be longer than the screen."""

    def error(self, text: str) -> None:
        """Print what is not a result."""
