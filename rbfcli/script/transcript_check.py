"""Checking a transcript: play it again and compare the output."""

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.visible import quoted
from rbfcli.render.json_lines import difference_facts, error_facts, judged_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.output import ScriptOutput, Streams
from rbfcli.script.play import make_runner
from rbfcli.script.results import ReportEntry, Results
from rbfcli.script.script_errors import Stop
from rbfcli.script.source import Source
from rbfcli.script.transcripts import Difference, Transcript
from rbfcli.session.storage import Storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.envelope import Error
    from rbfcli.render.shapes.fights import Difference as Differing
    from rbfcli.render.shapes.fights import Replayed


def check_transcript(source: Source, storage: Storage, options: RunOptions, streams: Streams) -> tuple[Results, int]:
    """Play a transcript to its first difference; its expectations, and 1 if there is one. Raises RbfError."""
    printed: list[str] = []
    transcript = Transcript(source)
    output = ScriptOutput("compared", printed.append, streams.error)
    runner = make_runner(source, storage, options, output, Style(explain=streams.style.explain), keep_going=True)
    difference = None
    try:
        difference = transcript.difference(runner, printed)
        runner.finish()
    except Stop:
        pass
    results = Results(runner.results.expectations)
    if difference is not None:
        results.errors.append(ReportEntry(f"{source.name}:{difference.number}", "", "the output differs"))
        if not options.json:
            _tell_difference(difference, source.name, streams)
    elif printed and not options.json:
        streams.error("".join(printed).rstrip("\n"))
    elif not (options.json or options.quiet):
        lines = f"{transcript.played} line{'' if transcript.played == 1 else 's'}"
        streams.write(f"{safe(source.name)}: {lines} replayed with the same output\n")
    if options.json:
        failure = runner.results.failure if printed else None
        facts = _facts(transcript.played, difference, failure, results)
        streams.write(judged_line(f"run {quoted(source.name)} --check", **facts))
    return results, 1 if difference is not None else runner.status if printed else 0


def _facts(played: int, difference: Difference | None, failure: RbfError | None, results: Results) -> "Replayed":
    """What came of it for JSON: the first difference, else what ended it, else that expectations failed."""
    error: Error | None = None
    if difference is not None:
        error = difference_facts("the output differs")
    elif failure is not None:
        error = error_facts(failure)
    elif results.failed:
        error = difference_facts(results.summary(), "expectation")
    told: Differing | None = None
    if difference is not None:
        told = {"line": difference.number, "expected": difference.expected, "got": difference.got}
    return {"played": played, "difference": told, "error": error}


def _tell_difference(difference: Difference, name: str, streams: Streams) -> None:
    streams.error(
        f"rbf: {safe(name)}:{difference.number}: the output differs\n"
        f"  expected: {safe(difference.expected)}\n"
        f"  got:      {safe(difference.got)}"
    )
