"""A transcript is played again, and its output compared with what it says."""

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.script.limits import INCLUDED_LINES
from rbfcli.script.lines import Raw, is_transcript, outputs, raw_lines, script_lines
from rbfcli.script.reader import Reader
from rbfcli.script.runner import Runner
from rbfcli.script.source import Source

NOTHING = "(nothing)"


class Difference(Struct, frozen=True):
    """The first line that came out otherwise: its number, what the transcript says, and what came."""

    number: int
    expected: str
    got: str


class Transcript:
    """A transcript to be played again; `played` counts its statements that came out the same."""

    def __init__(self, source: Source) -> None:
        raws = list(raw_lines(islice(source.content, INCLUDED_LINES + 1), source.name))
        if len(raws) > INCLUDED_LINES:
            raise LimitReached(f"a transcript has at most {INCLUDED_LINES} lines")
        if not is_transcript(raws):
            raise InvalidFile(
                f"{source.name} is no transcript: no line begins with `> `", hint="run it without --check"
            )
        self.played = 0
        self._outputs = outputs(raws)
        self.reader = Reader(script_lines(raws, source.name, transcript=True))

    def difference(self, runner: Runner, said: list[str]) -> Difference | None:
        """Play it to its first difference, if there is one; `said` collects what the runner says. Raises Stop."""
        while runner.run_next(self.reader):
            number = self.reader.line.last
            found = compared(self._outputs.get(number, []), "".join(said).split("\n"), number)
            if found is not None:
                return found
            said.clear()
            self.played += 1
        return None


def compared(expected: Sequence[Raw], said: Sequence[str], number: int) -> Difference | None:
    """The first difference between two outputs, the first beginning after line `number`; empty ends do not count."""
    wanted = _without_empty_end([raw.text for raw in expected])
    came = _without_empty_end(said)
    for i in range(max(len(wanted), len(came))):
        want, got = (lines[i] if i < len(lines) else NOTHING for lines in (wanted, came))
        if want != got:
            return Difference(number + 1 + i, want, got)
    return None


def _without_empty_end(lines: Sequence[str]) -> list[str]:
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
