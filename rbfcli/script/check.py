"""A transcript is checked: played again in silence, and compared with what it says."""

from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.play import make_runner
from rbfcli.script.runner import Stop
from rbfcli.script.source import Source
from rbfcli.script.tally import Case, Tally
from rbfcli.script.transcripts import Difference, Transcript
from rbfcli.script.voice import Streams, Voice
from rbfcli.session.kept import Kept


def check(opened: Source, kept: Kept, options: RunOptions, streams: Streams) -> tuple[Tally, int]:
    """Play a transcript to its first difference; its expectations, and 1 if there is one. Raises RbfError."""
    said: list[str] = []
    transcript = Transcript(opened)
    voice = Voice("compared", said.append, streams.error)
    runner = make_runner(opened, kept, options, voice, Style(explain=streams.style.explain), keep_going=True)
    difference = None
    try:
        difference = transcript.difference(runner, said)
        runner.finish()
    except Stop:
        pass
    tally = Tally(cases=runner.tally.cases)
    if difference is not None:
        tally.mistakes.append(Case(f"{opened.name}:{difference.number}", "", "the output differs"))
        _tell(difference, opened.name, options, streams)
        return tally, 1
    if said:
        streams.error("".join(said).rstrip("\n"))
        return tally, runner.status
    _tell_sound(transcript.played, opened.name, options, streams)
    return tally, 0


def _tell(difference: Difference, name: str, options: RunOptions, streams: Streams) -> None:
    if options.json:
        facts = {"line": difference.number, "expected": difference.expected, "got": difference.got}
        told = {"kind": "difference", "message": "the output differs", **facts}
        streams.write(json_line({"ok": False, "command": f"run {name} --check", "error": told}) + "\n")
    streams.error(
        f"rbf: {safe(name)}:{difference.number}: the output differs\n"
        f"  expected: {safe(difference.expected)}\n"
        f"  got:      {safe(difference.got)}"
    )


def _tell_sound(played: int, name: str, options: RunOptions, streams: Streams) -> None:
    if options.json:
        streams.write(json_line({"ok": True, "command": f"run {name} --check", "played": played}) + "\n")
    elif not options.quiet:
        streams.write(f"{safe(name)}: {played} line{'' if played == 1 else 's'} played again to the same output\n")
