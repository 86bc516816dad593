"""`rbf simulate` in a shell: progress on a terminal, and what is known so far at an interrupt."""

import time

from rbfcli.cli.output import Output
from rbfcli.interpreter.simulate import STOPPED, simulate
from rbfcli.lab.report import Tally
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.lab_verbs import Simulate
from rbfcli.render.style import Style
from rbfcli.session.storage import FileStorage
from rbfcli.store.interrupts import InterruptsRaised

BETWEEN, MINUTE = 0.2, 60


class Progress:
    """A line on standard error, if that is a terminal, that says how far it is, how fast, and how long to go."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._shown = 0
        self._at = self._start = time.monotonic()

    def tell(self, played: int, of: int, _tally: Tally) -> None:
        """So many fights are played, out of so many at most."""
        now = time.monotonic()
        if not self._output.error_is_terminal or now < self._at + BETWEEN:
            return
        self._at = now
        rate = played / max(now - self._start, 0.001)
        left = (of - played) / max(rate, 0.001)
        long = f"{left:.0f} s" if left < MINUTE else f"{left / MINUTE:.0f} min"
        self._show(f"{played:,} of {of:,} fights, {rate:,.0f} a second, {long} left")

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._show("")

    def _show(self, text: str) -> None:
        self._output.progress(f"\r{text:<{self._shown}}" + ("" if text else "\r"))
        self._shown = len(text)


def simulate_in_shell(
    command: Simulate, storage: FileStorage, common: CommonOptions, style: Style, output: Output
) -> int:
    """Simulate, and print what it comes to; after an interrupt the program dies of it. Raises RbfError."""
    progress = Progress(output)
    with InterruptsRaised():
        try:
            reply = simulate(storage, command, style, common, progress.tell)
        finally:
            progress.clear()
    output.show(reply.text, paged=not (common.json or common.plain))
    if reply.notice:
        output.error(reply.notice)
    if reply.status == STOPPED:
        raise KeyboardInterrupt
    return reply.status
