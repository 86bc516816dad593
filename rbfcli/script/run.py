"""The way in: run a script from a file, by name or from standard input, and end with an exit status."""

from rbfcli.kernel.errors import UsageError
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.script.check import check
from rbfcli.script.held import HeldSave
from rbfcli.script.options import RunOptions
from rbfcli.script.play import play
from rbfcli.script.source import Source, open_source
from rbfcli.script.tally import write_junit
from rbfcli.script.voice import Streams, Write
from rbfcli.session.kept import Kept, KeptInFile, KeptInMemory


def run_script(
    source: str, options: RunOptions, write: Write, error: Write, *, style: Style, kept_file: str = ""
) -> int:
    """Run a script (`-` is standard input) and return the exit status.

    `write` gets results, each at once, `error` everything else. With `kept_file` the script works on that save, which
    is written once at the end and only if every line succeeded (with `each` after every line); else it plays in memory.
    Raises RbfError where the script cannot be read or the save not be kept; mistakes in its lines are told.
    """
    opened, streams = open_source(source), Streams(write, error, style)
    keeps = not (options.dry_run or options.check)
    if options.each and not kept_file:
        raise UsageError("--each needs a save to work on", hint="-e FILE")
    if not kept_file or (options.each and keeps):
        kept = KeptInFile(kept_file, error) if kept_file else KeptInMemory()
        return _run(opened, kept, options, streams)
    with HeldSave(kept_file, error) as held:
        status = _run(opened, held, options, streams)
        if keeps and not status:
            held.keep()
        elif keeps:
            error(f"rbf: nothing is saved in {safe(kept_file)}: not every line succeeded")
    return status


def _run(opened: Source, kept: Kept, options: RunOptions, streams: Streams) -> int:
    tally, status = (check if options.check else play)(opened, kept, options, streams)
    if options.junit:
        write_junit(options.junit, opened.name, tally)
    if tally.failed or (tally.cases and not options.quiet):
        streams.error(tally.summary())
    return status or int(tally.failed > 0)
