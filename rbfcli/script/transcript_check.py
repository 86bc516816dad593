"""Checking a transcript: play it again and compare the output."""

from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.output import ScriptOutput, Streams
from rbfcli.script.play import make_runner
from rbfcli.script.results import ReportEntry, Results
from rbfcli.script.runner import Stop
from rbfcli.script.source import Source
from rbfcli.script.transcripts import Difference, Transcript
from rbfcli.session.storage import Storage


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
        _report_difference(difference, source.name, options, streams)
        return results, 1
    if printed:
        streams.error("".join(printed).rstrip("\n"))
        return results, runner.status
    _report_success(transcript.played, source.name, options, streams)
    return results, 0


def _report_difference(difference: Difference, name: str, options: RunOptions, streams: Streams) -> None:
    if options.json:
        facts = {"line": difference.number, "expected": difference.expected, "got": difference.got}
        error = {"kind": "difference", "message": "the output differs", **facts}
        streams.write(json_line({"ok": False, "command": f"run {name} --check", "error": error}) + "\n")
    streams.error(
        f"rbf: {safe(name)}:{difference.number}: the output differs\n"
        f"  expected: {safe(difference.expected)}\n"
        f"  got:      {safe(difference.got)}"
    )


def _report_success(played: int, name: str, options: RunOptions, streams: Streams) -> None:
    if options.json:
        streams.write(json_line({"ok": True, "command": f"run {name} --check", "played": played}) + "\n")
    elif not options.quiet:
        streams.write(f"{safe(name)}: {played} line{'' if played == 1 else 's'} replayed with the same output\n")
