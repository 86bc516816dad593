"""Waiting for a lock that another process holds: in the kernel's queue where an alarm can end it, else by asking again.

Apart from `lock`, because only few commands have to wait.
"""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_FIRST_PAUSE = 0.001
_LONGEST_PAUSE = 0.02
_NEXT_ALARM = 0.02


class _Late(Exception):
    """The alarm has rung."""


class _Alarm:
    """A handler of SIGALRM that raises _Late once, if it is set."""

    is_set = False

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_set:
            self.is_set = False
            raise _Late


def wait_for_lock(descriptor: int, seconds: float, attempt: Callable[[int], None]) -> bool:
    """Wait until the lock is free; whether this process has it now.

    Linux lets those who wait in `flock` have it in the order they came. An alarm ends the wait, so without SIGALRM
    (Windows), off the main thread, or where somebody else uses that signal, `attempt` is called again and again, and
    whoever asks first when the lock is free gets it. Raises OSError.
    """
    if sys.platform == "win32":
        return _poll(descriptor, seconds, attempt)
    import signal

    alarm = _Alarm()
    if not _alarm_is_free():
        return _poll(descriptor, seconds, attempt)
    try:
        before = signal.signal(signal.SIGALRM, alarm)
    except ValueError:
        return _poll(descriptor, seconds, attempt)
    try:
        return _queue(descriptor, seconds, alarm)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


if sys.platform != "win32":

    def _alarm_is_free() -> bool:
        import signal

        return (
            signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, signal.SIG_IGN)
            and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
            and signal.SIGALRM not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        )

    def _queue(descriptor: int, seconds: float, alarm: _Alarm) -> bool:
        """Wait in the kernel; the alarm repeats, for one that rings just before `flock` begins would not end it."""
        import fcntl
        import signal

        try:
            try:
                alarm.is_set = True
                signal.setitimer(signal.ITIMER_REAL, seconds, _NEXT_ALARM)
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            finally:
                alarm.is_set = False
        except _Late:
            return False
        return True


def _poll(descriptor: int, seconds: float, attempt: Callable[[int], None]) -> bool:
    deadline = time.monotonic() + seconds
    pause = _FIRST_PAUSE
    while (left := deadline - time.monotonic()) > 0:
        time.sleep(min(pause, left))
        pause = min(pause * 2, _LONGEST_PAUSE)
        try:
            attempt(descriptor)
        except (BlockingIOError, PermissionError):
            continue
        return True
    return False
