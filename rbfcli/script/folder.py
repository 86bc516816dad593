"""Running all scripts of a folder: a line for each, what failed, and a summary."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH118, PTH208

import os
from collections.abc import Mapping

from msgspec.structs import replace

from rbfcli.interpreter.reply import STOPPED
from rbfcli.kernel.errors import InvalidFile, RbfError, UsageError
from rbfcli.kernel.visible import quoted
from rbfcli.render.errors import error_text
from rbfcli.render.json_lines import difference_facts, error_facts, judged_line
from rbfcli.render.safe import safe
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams
from rbfcli.script.results import ReportEntry, Results, counted
from rbfcli.script.run import beside_report, play_or_check, report, require_a_place
from rbfcli.script.source import open_file
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.os_errors import os_error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.envelope import Error
    from rbfcli.render.shapes.fights import ScriptRun

ENDING = ".rbf"


def run_folder(folder: str, options: RunOptions, streams: Streams, save_file: str = "") -> int:
    """Run the scripts that stand in a folder itself, in the order of their names, each on a fight of its own.

    What they print is left out. Returns the status of the first error, else 1 if an expectation failed. Raises RbfError
    where there is no script, or the report cannot be written.
    """
    if save_file or options.each:
        raise UsageError("each script of a folder plays on its own, not on a save", hint=f"rbf run {folder}")
    require_a_place(options)
    lines = beside_report(options, streams)
    suites: dict[str, Results] = {}
    statuses: dict[str, int] = {}
    for name in _scripts_in(folder):
        suites[name], statuses[name] = results, status = _run_one(os.path.join(folder, name), name, options, streams)
        lines.write(_line(name, results, status, options))
        if status == STOPPED or (options.fail_fast and (status or results.failed)):
            break
    report(suites, options, streams)
    streams.error(_summary(suites, statuses))
    return next(filter(None, statuses.values()), 0) or int(any(each.failed for each in suites.values()))


def _run_one(path: str, name: str, options: RunOptions, streams: Streams) -> tuple[Results, int]:
    """What a script came to, and the status of its first error, which is reported."""
    unseen = Streams(_nothing, _nothing if options.json else streams.error, streams.style)
    try:
        return play_or_check(open_file(path, path), MemoryStorage(), replace(options, json=False, quiet=True), unseen)
    except RbfError as error:
        unseen.error(error_text(error))
        results = Results()
        results.failure = error
        results.errors.append(ReportEntry(name, "", error.message))
        return results, error.status


def _nothing(_text: str) -> None:
    """Leave out what is printed elsewhere, or by nobody."""


def _line(name: str, results: Results, status: int, options: RunOptions) -> str:
    """A script and what it came to."""
    good = not (status or results.failed)
    if options.json:
        return judged_line(f"run {quoted(name)}", **_facts(results, status))
    if options.quiet:
        return "" if good else f"{safe(name)}\n"
    verdict = "ok" if good else "error" if status else "failed"
    return f"{verdict:<6}  {safe(name)}: {results.summary()}\n"


def _facts(results: Results, status: int) -> "ScriptRun":
    """What a script came to, for JSON."""
    wrong = [each for each in (*results.expectations, *results.errors) if each.failure]
    error: Error | None = None
    if results.failure:
        error = error_facts(results.failure)
    elif status:
        error = difference_facts(wrong[-1].failure if wrong else "a command of it answers no")
    elif wrong:
        error = difference_facts(results.summary(), "expectation")
    return {
        "expectations": len(results.expectations),
        "failed": results.failed,
        "status": status,
        "failures": [{"where": each.where, "statement": each.statement, "message": each.failure} for each in wrong],
        "error": error,
    }


def _summary(suites: Mapping[str, Results], statuses: Mapping[str, int]) -> str:
    """`N scripts, M expectations, K failed`, and how many scripts ended in an error."""
    together = Results(entry for results in suites.values() for entry in results.expectations)
    ended = sum(status > 0 for status in statuses.values())
    errors = f", {counted(ended, 'script')} ended by an error" if ended else ""
    return f"{counted(len(suites), 'script')}, {together.summary()}{errors}"


def _scripts_in(folder: str) -> list[str]:
    """The names of the scripts in a folder. Raises InvalidFile."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(ENDING) and not name.startswith("."))
    except OSError as error:
        raise InvalidFile(f"{folder} cannot be read: {os_error_text(error)}") from None
    if not names:
        raise InvalidFile(f"there is no script in {folder}", hint=f"a script is a file NAME{ENDING}")
    return names
