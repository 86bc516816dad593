"""A limit of time and memory for the code of plug-ins: a tick twice a second while some of it runs, else nothing.

A tick interrupts what runs as Python. What never comes back out of a function written in C is ended with the process,
by a signal, after it has used twice as much processor time; `faulthandler` then prints where it was. What ends the
process at once (`os._exit`, a crash) cannot be caught.
"""

import os
import signal
import sys
from _thread import get_ident
from types import FrameType
from typing import Any

from rbfcli.guests.blame import TookTooLong, place_in
from rbfcli.guests.guest import Guest
from rbfcli.guests.memory import Memory
from rbfcli.kernel.limits import PLUGIN_SECONDS

TICK = 0.5
TICKS = int(PLUGIN_SECONDS / TICK)
END = 2 * TICK * TICKS
STATUS = 70


class Watch:
    """Who is inside, and since how many ticks. Only the main thread is watched: no other gets signals."""

    def __init__(self) -> None:
        self._depth = 0
        self._visits = 0
        self._ticking = False
        self._seen = (0, 0)
        self._inside: Guest | None = None
        self._stdout: Any = None
        self._memory = Memory()
        self._main = get_ident()

    def enter(self, guest: Guest) -> None:
        """Code of a plug-in begins; what it prints goes to standard error, for the answer is not its own."""
        if get_ident() != self._main:
            return
        self._depth += 1
        if self._depth == 1:
            self._visits += 1
            self._inside = guest
            self._stdout, sys.stdout = sys.stdout, sys.stderr
            self._memory.hold()
            if self._ticking and signal.getitimer(signal.ITIMER_REAL)[0]:
                self._bound()
            else:  # nothing ticks yet, or somebody else had the alarm meanwhile
                self._start()

    def leave(self) -> None:
        """Code of a plug-in is done."""
        if get_ident() != self._main:
            return
        self._depth -= 1
        if self._depth == 0:
            self._memory.release()
            sys.stdout = self._stdout
            if self._ticking:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _start(self) -> None:
        if sys.platform == "win32" or signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, self._tick):
            return  # there are no alarms, or somebody else waits for an alarm: what is inside now goes unwatched
        import atexit
        import faulthandler

        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # Python ends with the alarm's default, which kills
        signal.signal(signal.SIGALRM, self._tick)
        faulthandler.register(signal.SIGVTALRM, file=2, all_threads=False, chain=True)
        self._ticking = True
        self._seen = (self._visits, 0)
        self._go_on()

    def _go_on(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, TICK)
        self._bound()

    def _bound(self) -> None:
        """End the process after so much processor time, unless what is inside comes out or a tick is heard."""
        signal.setitimer(signal.ITIMER_VIRTUAL, END)

    def _tick(self, _number: int, frame: FrameType | None) -> None:
        if not self._depth:
            self._ticking = False
            signal.setitimer(signal.ITIMER_REAL, 0)  # one may run that was started when this tick was due already
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            return
        visit, ticks = self._seen
        self._seen = (self._visits, ticks + 1 if visit == self._visits else 0)
        self._go_on()
        if self._seen[1] >= 2 * TICKS:
            self._give_up(frame)
        if self._seen[1] >= TICKS:
            raise TookTooLong(f"it took more than {TICK * TICKS:.0f} seconds")

    def _give_up(self, frame: FrameType | None) -> None:
        """It catches even this: there is no way out but to end the process."""
        if self._inside is not None:
            where = place_in(self._inside, frame)
            what = f"rbf: {self._inside.system} ({where}): it does not stop; nothing was saved\n"
            os.write(2, what.encode(errors="backslashreplace"))
        os._exit(STATUS)


WATCH = Watch()
