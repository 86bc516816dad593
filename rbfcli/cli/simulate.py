"""`rbf simulate` in a shell: progress on a terminal, and what is known at an interrupt or SIGTERM."""

import time

from rbfcli.cli.output import Output
from rbfcli.interpreter.reply import STOPPED
from rbfcli.interpreter.simulate import simulate
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.lab_verbs import Simulate
from rbfcli.render.colour import is_dumb, wants_plain
from rbfcli.render.style import Style
from rbfcli.session.storage import FileStorage
from rbfcli.store.interrupts import EndsRaised

FIRST, BETWEEN, MINUTE = 0.5, 0.2, 60
# How long the bar is; below so many a second, a rate is told with more digits.
BAR, FAST = 20, 10
# Columns of a terminal that does not say how many it has.
FULL = 80


class Progress:
    """A line on standard error that says how far it is, how fast, and how long to go (C-06).

    It is drawn over and over on a terminal that can, unless output is to be `plain`; and not for what is done at once.
    """

    def __init__(self, output: Output, *, plain: bool) -> None:
        self._output = output
        self._shown = 0
        self._is_wanted = output.error_is_terminal and not (plain or is_dumb(output.environ))
        self._start = time.monotonic()
        self._next = self._start + FIRST

    def tell(self, played: int, of: int, about: str = "") -> None:
        """Tell that so many fights are played, out of (about) so many; out of none, so many positions are found."""
        now = time.monotonic()
        if not self._is_wanted or now < self._next:
            return
        self._next = now + BETWEEN
        if not of:
            self._show([f"{played:,} positions, {about}, {now - self._start:.0f} s", f"{played:,} positions"])
            return
        so_far = max(now - self._start, 0.001)
        done = " ".join(filter(None, (f"{played:,} of", about, f"{of:,} fights")))
        bar = f"[{'#' * (BAR * min(played, of) // max(1, of)):.<{BAR}}]"
        if not played:
            self._show([f"{bar} {done}, {so_far:.0f} s", f"{done}, {so_far:.0f} s", done])
            return
        rate = played / so_far
        left = max(0, of - played) / rate
        long = f"{left:.0f} s" if left < MINUTE else f"{left / MINUTE:.0f} min"
        full = (
            f"{done}, {rate:,.0f} a second, {long} left"
            if rate >= FAST
            else f"{done}, {rate:.2g} a second, {long} left"
        )
        self._show([f"{bar} {full}", full, f"{done}, {long} left", done])

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._show([""])

    def _show(self, forms: list[str]) -> None:
        """Draw the first of some forms, the longest before, that fits into the line; else cut the last."""
        room = (self._output.error_columns or FULL) - 1
        text = next((each for each in forms if len(each) <= room), forms[-1][:room])
        self._shown = min(self._shown, room)
        self._output.progress(f"\r{text:<{self._shown}}" + ("" if text else "\r"))
        self._shown = len(text)


def simulate_in_shell(
    command: Simulate, storage: FileStorage, common: CommonOptions, style: Style, output: Output
) -> int:
    """Simulate, and print what it comes to; after an interrupt, or SIGTERM, the program dies of it. Raises RbfError."""
    progress = Progress(output, plain=common.plain or wants_plain(output.environ))
    with EndsRaised():
        try:
            waits = output.is_terminal and not common.json
            reply = simulate(storage, command, style, common, progress.tell, at_a_terminal=waits)
        finally:
            progress.clear()
    output.show(reply.text, paged=not (common.json or common.plain))
    if reply.notice:
        output.error(reply.notice)
    if reply.status == STOPPED:
        raise KeyboardInterrupt
    return reply.status
