"""Ctrl-C at the prompt: it interrupts commands, but never ends the prompt."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class Interrupts:
    """SIGINT as KeyboardInterrupt where that is allowed; a second one cannot hit the handling of the first."""

    def __init__(self) -> None:
        self._allowed = False

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        """Handle SIGINT while the prompt is open."""
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextlib.contextmanager
    def allowed(self) -> Iterator[None]:
        """Let SIGINT raise KeyboardInterrupt in the body of this."""
        self._allowed = True
        try:
            yield
        finally:
            self._allowed = False

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._allowed:
            self._allowed = False
            raise KeyboardInterrupt
