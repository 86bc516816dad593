"""Transcripts: replaying one and comparing the output."""

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.kernel.limits import SCRIPT_LINES
from rbfcli.script.lines import RawLine, is_transcript, outputs, raw_lines, script_lines
from rbfcli.script.reader import Reader
from rbfcli.script.runner import Runner
from rbfcli.script.source import Source

NOTHING = "(nothing)"


class Difference(Struct, frozen=True):
    """The first line that differs: its number, the expected output, and the output of the replay."""

    number: int
    expected: str
    got: str


class Transcript:
    """A transcript to be replayed; `played` counts the statements with the same output."""

    def __init__(self, source: Source) -> None:
        file_lines = list(raw_lines(islice(source.content, SCRIPT_LINES + 1), source.name))
        if len(file_lines) > SCRIPT_LINES:
            raise LimitReached(f"a transcript has at most {SCRIPT_LINES} lines")
        if not is_transcript(file_lines):
            raise InvalidFile(
                f"{source.name} is not a transcript: no line begins with `> `", hint="run it without --check"
            )
        self.played = 0
        self._outputs = outputs(file_lines)
        self.reader = Reader(script_lines(file_lines, source.name, transcript=True))

    def difference(self, runner: Runner, printed: list[str]) -> Difference | None:
        """Replay up to the first difference, if there is one; `printed` collects the output. Raises Stop."""
        while runner.run_next(self.reader):
            number = self.reader.line.last
            found = first_difference(self._outputs.get(number, []), "".join(printed).split("\n"), number)
            if found is not None:
                return found
            printed.clear()
            self.played += 1
        return None


def first_difference(expected: Sequence[RawLine], printed: Sequence[str], number: int) -> Difference | None:
    """The first difference between two outputs, the first of them after line `number`; empty ends do not count."""
    wanted = _without_empty_end([raw.text for raw in expected])
    got = _without_empty_end(printed)
    for i in range(max(len(wanted), len(got))):
        one, other = (lines[i] if i < len(lines) else NOTHING for lines in (wanted, got))
        if one != other:
            return Difference(number + 1 + i, one, other)
    return None


def _without_empty_end(lines: Sequence[str]) -> list[str]:
    found = list(lines)
    while found and not found[-1].strip():
        found.pop()
    return found
