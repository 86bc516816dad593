"""A whole terminal for frames: only rows that changed are written, and whatever ends it leaves all as it was."""

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
# A screen of its own, no cursor, no lines that go on below, an empty page; and back.
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
        """Show the lines of a text, as many as there is room for; rows that are there already are not written."""
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
        """Write everything anew the next time: something else has used the terminal."""
        self._size = (0, 0)


def fitted(lines: list[str], rows: int) -> list[str]:
    """As many lines as there are rows; where some are left out, the last says how many."""
    if len(lines) <= rows:
        return lines
    count = len(lines) - rows + 1
    return [*lines[: rows - 1], MORE.format(count=count, lines="line" if count == 1 else "lines")]


@contextmanager
def whole_terminal(write: Callable[[str], None], forget: Callable[[], None]) -> Iterator[None]:
    """The terminal with keys unseen; signals that end or stop the program give it back first."""
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
    """Wait so long at most; whether a key was typed that ends the program."""
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
    """Let signals that end the program, or stop it, give the terminal back first; those ignored stay ignored."""

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
    """What the terminal does with keys that are typed."""

    def __init__(self) -> None:
        self._before: list[Any] | None = None

    def unseen(self) -> None:
        """Show no keys, and hand each over at once; Ctrl-C and Ctrl-Z stay what they are."""
        if sys.platform == "win32" or not os.isatty(INPUT):
            return
        import termios  # noqa: PLC0415 - Windows has none

        self._before = termios.tcgetattr(INPUT)
        changed = termios.tcgetattr(INPUT)
        changed[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(INPUT, termios.TCSANOW, changed)

    def restored(self) -> None:
        """Do with keys what was done before."""
        if sys.platform == "win32" or self._before is None:
            return
        import termios  # noqa: PLC0415 - Windows has none

        termios.tcsetattr(INPUT, termios.TCSANOW, self._before)
