"""Ctrl-C at the prompt: it stops what may be stopped, once, and never the prompt itself."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class Interrupts:
    """SIGINT as KeyboardInterrupt where that is allowed; a second one cannot hit whoever deals with the first."""

    def __init__(self) -> None:
        self._allowed = False

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        """Handle SIGINT here for as long as the prompt lasts."""
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
