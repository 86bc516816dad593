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
        self._changed = _change(_signal.SIGINT, _signal.SIG_DFL, _signal.default_int_handler)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._changed:
            _change(_signal.SIGINT, _signal.default_int_handler, _signal.SIG_DFL)


class EndsRaised(InterruptsRaised):
    """In the body of this, SIGTERM raises KeyboardInterrupt as well; `number` is the signal that came last."""

    __slots__ = ("_term_changed",)

    number: int = _signal.SIGINT

    def __enter__(self) -> None:
        super().__enter__()
        self._term_changed = _change(_signal.SIGTERM, _signal.SIG_DFL, _raise)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._term_changed:
            _change(_signal.SIGTERM, _raise, _signal.SIG_DFL)
        super().__exit__(kind, error, trace)


def _raise(number: int, _frame: object) -> None:
    """Remember the signal of which the program is to die."""
    EndsRaised.number = number
    raise KeyboardInterrupt


def _change(number: int, old: object, new: object) -> bool:
    """Handle a signal in the new way if it is handled in the old one; only the main thread can."""
    if _signal.getsignal(number) != old:
        return False
    try:
        _signal.signal(number, new)
    except ValueError:
        return False
    return True
