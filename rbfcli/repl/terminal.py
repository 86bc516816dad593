"""Restoring the terminal, even if a signal ends the process."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType

INPUT, OUTPUT = 0, 1
# Bracketed paste and cursor keys as before, plain letters, the cursor shown, nothing below it.
RESET = b"\x1b[?2004l\x1b[?1l\x1b[0m\x1b[?25h\x1b[J\r\n"


@contextlib.contextmanager
def terminal_restored_on_death() -> Iterator[None]:
    """Let SIGTERM and SIGHUP restore the terminal before they end the process; meanwhile Ctrl-S does not stop it.

    Between two prompts the terminal would obey Ctrl-S, and the prompt seem to hang for whoever does not know Ctrl-Q.
    """
    if sys.platform == "win32" or not os.isatty(INPUT):
        yield
        return
    import termios

    before = termios.tcgetattr(INPUT)
    without_stop = [before[0] & ~termios.IXON, *before[1:]]
    termios.tcsetattr(INPUT, termios.TCSANOW, without_stop)

    def die(number: int, _: FrameType | None) -> None:
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(INPUT, termios.TCSANOW, before)
            os.write(OUTPUT, RESET)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    replaced = {number: signal.signal(number, die) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in replaced.items():
            signal.signal(number, handler)
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(INPUT, termios.TCSANOW, before)
