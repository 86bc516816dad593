"""A full-screen terminal for frames. Only changed rows are written, and every exit restores the terminal."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

INPUT, OUTPUT = 0, 1
# Alternate screen, no cursor, no line wrapping, cleared; and back.
ENTER, LEAVE = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J", "\x1b[?7h\x1b[?25h\x1b[?1049l"
END_KEYS = frozenset(b"qQ\x04")
MORE = "... {count} more {lines}: a taller window"


class Screen:
    """The rows that a terminal shows."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._shown: list[str] = []
        self._size = (0, 0)

    def show(self, text: str, columns: int, rows: int) -> None:
        """Show as many lines of a text as fit. Unchanged rows are not rewritten."""
        lines = fitted(text.splitlines(), rows)
        changed = []
        if (columns, rows) != self._size:
            self._size, self._shown = (columns, rows), []
            changed.append("\x1b[2J")
        for row in range(max(len(lines), len(self._shown))):
            new = lines[row] if row < len(lines) else ""
            if row >= len(self._shown) or new != self._shown[row]:
                changed.append(f"\x1b[{row + 1};1H\x1b[2K{new}")
        self._shown = lines
        if changed:
            self._write("".join(changed))

    def forget(self) -> None:
        """Redraw everything next time, because another program has used the terminal."""
        self._size = (0, 0)


def fitted(lines: list[str], rows: int) -> list[str]:
    """Return as many lines as there are rows. If some are left out, the last line has their number."""
    if len(lines) <= rows:
        return lines
    count = len(lines) - rows + 1
    return [*lines[: rows - 1], MORE.format(count=count, lines="line" if count == 1 else "lines")]


@contextmanager
def whole_terminal(write: Callable[[str], None], forget: Callable[[], None]) -> Iterator[None]:
    """Use the whole terminal without echo.

    Signals that end or stop the program restore the terminal first.
    """
    keys = _Keys()

    def enter() -> None:
        keys.unseen()
        write(ENTER)

    def leave() -> None:
        os.write(OUTPUT, LEAVE.encode())
        keys.restored()

    enter()
    before = _signals_handled(enter, leave, forget)
    try:
        yield
    finally:
        leave()
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for_key(seconds: float) -> bool:
    """Wait at most `seconds` seconds; return whether a quit key was typed."""
    if not os.isatty(INPUT) or sys.platform == "win32":
        time.sleep(seconds)
        return False
    if not select.select([INPUT], [], [], seconds)[0]:
        return False
    typed = os.read(INPUT, 1024)
    return not typed or not END_KEYS.isdisjoint(typed)


def _signals_handled(
    enter: Callable[[], None], leave: Callable[[], None], forget: Callable[[], None]
) -> dict[int, Any]:
    """Make signals that end or stop the program restore the terminal first, and return the old handlers.

    Ignored signals stay ignored.
    """

    def die(number: int, _frame: FrameType | None) -> None:
        leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def stop(number: int, _frame: FrameType | None) -> None:
        leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, stop)
        enter()
        forget()

    handlers = {signal.SIGINT: die, signal.SIGTERM: die}
    if sys.platform != "win32":
        handlers |= {signal.SIGHUP: die, signal.SIGTSTP: stop}
    known = {number: signal.getsignal(number) for number in handlers}
    return {number: signal.signal(number, handlers[number]) for number in handlers if known[number] != signal.SIG_IGN}


class _Keys:
    """The terminal's input mode."""

    def __init__(self) -> None:
        self._before: list[Any] | None = None

    def unseen(self) -> None:
        """Turn off echo and pass each key on immediately. Ctrl-C and Ctrl-Z keep working."""
        if sys.platform == "win32" or not os.isatty(INPUT):
            return
        import termios  # noqa: PLC0415 - Windows has none

        self._before = termios.tcgetattr(INPUT)
        changed = termios.tcgetattr(INPUT)
        changed[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(INPUT, termios.TCSANOW, changed)

    def restored(self) -> None:
        """Restore the previous input mode."""
        if sys.platform == "win32" or self._before is None:
            return
        import termios  # noqa: PLC0415 - Windows has none

        termios.tcsetattr(INPUT, termios.TCSANOW, self._before)
