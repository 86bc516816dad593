"""Interrupts while a file is written: the program still dies of them, but leaves no half file beside the save."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # what `signal` wraps: that costs a start of the program 2 ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class InterruptsRaised:
    """In the body of this, SIGINT raises KeyboardInterrupt where it would have ended the process."""

    __slots__ = ("_changed",)

    def __enter__(self) -> None:
        self._changed = _change(_signal.SIG_DFL, _signal.default_int_handler)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._changed:
            _change(_signal.default_int_handler, _signal.SIG_DFL)


def _change(old: object, new: object) -> bool:
    """Handle SIGINT in the new way if it is handled in the old one; only the main thread can."""
    if _signal.getsignal(_signal.SIGINT) != old:
        return False
    try:
        _signal.signal(_signal.SIGINT, new)
    except ValueError:
        return False
    return True
