"""Transcripts, replayed and compared."""

from collections.abc import Sequence
from itertools import islice

from rbfcli.core.errors import RbfError, at_most, invalid
from rbfcli.core.limits import SCRIPT_LINES
from rbfcli.core.text import quoted, safe
from rbfcli.render.json import difference_facts, error_facts, judged_line
from rbfcli.render.json_types.fights import CheckedTranscript, Difference
from rbfcli.render.json_types.general import Error
from rbfcli.render.sentences import Style, counted
from rbfcli.script.context import RunOptions
from rbfcli.script.output import ReportEntry, Results, ScriptOutput, Streams
from rbfcli.script.parser import Reader
from rbfcli.script.runner import Runner, make_runner
from rbfcli.script.source import RawLine, ScriptStopped, Source, is_transcript, outputs, raw_lines, script_lines
from rbfcli.session.file_store import SessionStore

NOTHING = "(nothing)"


class Transcript:
    """A transcript to replay; `played` counts the statements with the same output."""

    def __init__(self, source: Source) -> None:
        file_lines = list(raw_lines(islice(source.content, SCRIPT_LINES + 1), source.name))
        if len(file_lines) > SCRIPT_LINES:
            raise at_most("a transcript", f"{SCRIPT_LINES} lines")
        if not is_transcript(file_lines):
            raise invalid(f"{source.name} is not a transcript: no line begins with `> `", hint="run it without --check")
        self.played = 0
        self._outputs = outputs(file_lines)
        self.reader = Reader(script_lines(file_lines, source.name, transcript=True))

    def difference(self, runner: Runner, printed: list[str]) -> Difference | None:
        """Replay up to the first difference, and return it or None. Raises ScriptStopped.

        `printed` collects the output.
        """
        while runner.run_next(self.reader):
            number = self.reader.line.last
            found = first_difference(self._outputs.get(number, []), "".join(printed).split("\n"), number)
            if found is not None:
                return found
            printed.clear()
            self.played += 1
        return None


def first_difference(expected: Sequence[RawLine], printed: Sequence[str], number: int) -> Difference | None:
    """Return the first difference between two outputs, or None. Empty lines at the end do not count.

    `number` is the line before the expected output.
    """
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


def check_transcript(
    source: Source, storage: SessionStore, options: RunOptions, streams: Streams
) -> tuple[Results, int]:
    """Replay a transcript up to its first difference. Raises RbfError.

    Returns the results with their expectations, and the exit status, which is 1 if the output differs.
    """
    printed: list[str] = []
    transcript = Transcript(source)
    output = ScriptOutput("compared", printed.append, streams.error)
    runner = make_runner(source, storage, options, output, Style(explain=streams.style.explain), keep_going=True)
    difference = None
    try:
        difference = transcript.difference(runner, printed)
        runner.finish()
    except ScriptStopped:
        pass
    results = Results(runner.results.expectations)
    if difference is not None:
        results.errors.append(ReportEntry(source.name, "", "the output differs", difference.line))
        if not options.json:
            _tell_difference(difference, source.name, streams)
    elif printed and not options.json:
        streams.error("".join(printed).rstrip("\n"))
    elif not (options.json or options.quiet):
        streams.write(f"{safe(source.name)}: {counted(transcript.played, 'line')} replayed with the same output\n")
    if options.json:
        failure = runner.results.failure if printed else None
        facts = _facts(transcript.played, difference, failure, results)
        streams.write(judged_line(f"run {quoted(source.name)} --check", **facts))
    return results, 1 if difference is not None else runner.status if printed else 0


def _facts(
    played: int, difference: Difference | None, failure: RbfError | None, results: Results
) -> "CheckedTranscript":
    """Return the result as JSON. The error is the first difference, else the fatal error, else failed expectations."""
    error: Error | None = None
    if difference is not None:
        error = difference_facts("the output differs")
    elif failure is not None:
        error = error_facts(failure)
    elif results.failed:
        error = difference_facts(results.summary(), "expectation")
    return {"played": played, "difference": difference, "error": error}


def _tell_difference(difference: Difference, name: str, streams: Streams) -> None:
    streams.error(
        f"rbf: {safe(name)}:{difference.line}: the output differs\n"
        f"  expected: {safe(difference.expected)}\n"
        f"  got:      {safe(difference.got)}"
    )
