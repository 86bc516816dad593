"""The size of the window, which changes while the prompt is open."""

import os
from collections.abc import Mapping

from rbfcli.render.colour import line_width


class Window:
    """The window of the prompt: `COLUMNS` counts until somebody changes its size."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._at_first = _columns()

    @property
    def width(self) -> int:
        """How wide lines are now."""
        now = _columns()
        return line_width(self._environ if now == self._at_first else {}, now)

    @property
    def height(self) -> int:
        """How many rows there are now; 0 where it is no terminal."""
        size = _size()
        return size.lines if size else 0


def _columns() -> int | None:
    size = _size()
    return size.columns if size else None


def _size() -> os.terminal_size | None:
    try:
        return os.get_terminal_size(1)
    except OSError:
        return None
