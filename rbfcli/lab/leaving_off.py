"""Leaving off: whoever plays fights asks between two of them whether there is to be another."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time


class Leaving:
    """Whether a process that plays is to leave off, whatever it is at: asked between two fights."""

    asked: Callable[[], bool] = staticmethod(lambda: False)


class Until:
    """After how many seconds of this processor fights are left off; `is_over` tells whether they were."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._end = process_time() + seconds

    def __call__(self) -> bool:
        """Whether it has come."""
        self.is_over = self.is_over or process_time() >= self._end
        return self.is_over


@contextmanager
def left_off_after(seconds: float) -> Iterator[Until]:
    """Have fights left off after so many seconds of this processor."""
    before, until = Leaving.asked, Until(seconds)
    Leaving.asked = staticmethod(lambda: before() or until())
    try:
        yield until
    finally:
        Leaving.asked = staticmethod(before)
