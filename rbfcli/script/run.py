"""The entry point: run a script from a file, by name or from standard input; the result is an exit status."""

from collections.abc import Mapping

from rbfcli.kernel.errors import UsageError
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams, Write
from rbfcli.script.play import play_script
from rbfcli.script.report_file import require_place, write
from rbfcli.script.results import Results, junit
from rbfcli.script.script_save import ScriptSave
from rbfcli.script.source import Source, open_source
from rbfcli.script.transcript_check import check_transcript
from rbfcli.session.storage import FileStorage, MemoryStorage, Storage

STANDARD_OUTPUT = "-"


def run_script(
    source: str, options: RunOptions, write: Write, error: Write, *, style: Style, save_file: str = ""
) -> int:
    """Run a script (`-` is standard input) and return the exit status.

    `write` gets results as soon as they are there, `error` everything else. With `save_file` the script works on that
    save, which is written at the end if every line succeeded (with `each`, after every line); else it plays in memory.
    Raises RbfError if the script cannot be read or the save not written; errors in its lines are reported.
    """
    return run_source(open_source(source), options, Streams(write, error, style), save_file)


def run_source(script: Source, options: RunOptions, streams: Streams, save_file: str = "") -> int:
    """Run a script that is open already, as `run_script` does. Raises RbfError."""
    error = streams.error
    writes = not (options.dry_run or options.check)
    require_a_place(options, save_file)
    if options.each and not save_file:
        raise UsageError("--each needs a save to work on", hint="-e FILE")
    if not save_file or (options.each and writes):
        storage = FileStorage(save_file, error, options.lock_seconds) if save_file else MemoryStorage()
        return _run(script, storage, options, streams)
    with ScriptSave(save_file, error, options.lock_seconds, held=not script.arrives) as save:
        status = _run(script, save, options, streams)
        if writes and not status:
            save.save()
        elif writes:
            error(f"rbf: {safe(save_file)} was not saved: some lines failed")
    return status


def require_a_place(options: RunOptions, save_file: str = "") -> None:
    """See before anything is run that a report can be written. Raises RbfError."""
    if options.junit == STANDARD_OUTPUT and options.json:
        raise UsageError("a report and JSON cannot both go to standard output", hint="--junit FILE")
    if options.junit not in ("", STANDARD_OUTPUT):
        require_place(options.junit, save_file, force=options.force)


def beside_report(options: RunOptions, streams: Streams) -> Streams:
    """Where results go: nowhere, if the report is printed in their place."""
    return Streams(lambda _text: None, streams.error, streams.style) if options.junit == STANDARD_OUTPUT else streams


def play_or_check(script: Source, storage: Storage, options: RunOptions, streams: Streams) -> tuple[Results, int]:
    """Play a script, or replay a transcript: what it came to, and the status of its first error."""
    return (check_transcript if options.check else play_script)(script, storage, options, streams)


def report(suites: Mapping[str, Results], options: RunOptions, streams: Streams) -> None:
    """Write the JUnit report of scripts by their names, if one is wanted. Raises StorageFailed."""
    if options.junit == STANDARD_OUTPUT:
        streams.write(junit(suites))
    elif options.junit:
        write(options.junit, junit(suites))


def _run(script: Source, storage: Storage, options: RunOptions, streams: Streams) -> int:
    results, status = play_or_check(script, storage, options, beside_report(options, streams))
    report({script.name: results}, options, streams)
    if results.failed or (results.expectations and not options.quiet):
        streams.error(results.summary())
    return status or int(results.failed > 0)
