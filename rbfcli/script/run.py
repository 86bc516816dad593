"""Scripts from files, folders and standard input, run to an exit status; and transcripts, replayed and compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from itertools import dropwhile, islice, zip_longest
from typing import TypeVar

from msgspec.structs import replace

from rbfcli.commands.reply import STOPPED
from rbfcli.core.errors import RbfError, at_most, failed, invalid, misuse, refuse
from rbfcli.core.limits import SCRIPT_LINES
from rbfcli.core.text import quoted, safe
from rbfcli.render.json import difference_facts, error_facts, json_line
from rbfcli.render.sentences import Style, counted
from rbfcli.render.terminal import error_text
from rbfcli.script.context import RunOptions, ScriptState
from rbfcli.script.output import ReportEntry, Results, ScriptOutput, Streams, Write, junit
from rbfcli.script.parser import Reader
from rbfcli.script.runner import Runner, play_script
from rbfcli.script.source import (
    RawLine,
    ScriptStopped,
    Source,
    is_transcript,
    open_file,
    open_source,
    outputs,
    raw_lines,
    script_lines,
)
from rbfcli.session.file_store import AlreadyBegun, FileStorage, MemoryStorage, SessionStore
from rbfcli.session.saves import Loaded, begin, from_bytes, write
from rbfcli.session.session import JournalEntry, Session
from rbfcli.storage.files import file_stamp, os_error_text, read_file, replace_file, require_place, same_file
from rbfcli.storage.save_file import LockedFile

# os instead of pathlib, which adds 8 ms to start-up:
# ruff: noqa: PTH118

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.json_types.fights import CheckedTranscript, Difference, ScriptRun
    from rbfcli.render.json_types.general import Error

T = TypeVar("T")
IN_A_SCRIPT = "use start … --force in the script to replace it, or rbf run FILE in a shell, without -e"


class ScriptSave(ExitStack):
    """Storage for one session (see `session.file_store`); nothing is written before `save`.

    `held` keeps it locked from the first access to the end. A script that arrives line by line waits for its author,
    so its save is locked only briefly; if another command has changed it by the end, nothing is written.
    """

    def __init__(self, path: str, notice: Callable[[str], None], lock_seconds: float, *, held: bool) -> None:
        super().__init__()
        self.name = path
        self._notice = notice
        self._lock_seconds = lock_seconds
        self._held = held
        self._file: LockedFile | None = None
        self._session: Session | None = None
        self._stamp: tuple[int, int, int] | None = None
        self._revision = -1
        self._loaded: Loaded | None = None
        self._before: tuple[JournalEntry, ...] = ()

    def load(self) -> Session:
        """Return the current session. Raises InvalidFile without a save, StorageFailed if it is locked."""
        if self._session is None:
            with self._locked(create=False) as file:
                raw, self._stamp = file.read(), file_stamp(self.name)
            self._loaded = from_bytes(raw, self.name)
            self._session = self._loaded.session
            self._revision = self._session.revision
            self._before = tuple(self._session.entries)
            for sentence in self._loaded.said(self.name):
                self._notice(sentence)
        return self._session

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session, and return its result."""
        return work(self.load())

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session in this save. Raises Refusal if there already is one, unless it can be replaced."""
        begun_here = self._session is not None and self._revision < 0
        with self._locked(create=True) as file:
            if file.exists() and not replace and not begun_here:
                raise AlreadyBegun(self.name, IN_A_SCRIPT)
            if self._session is None:
                self._stamp = file_stamp(self.name)
        self._session, self._revision, self._loaded = session, -1, None

    def kept(self) -> dict[int, Session]:
        """Return the backed-up sessions: none, since a script works on one save."""
        return {}

    def restore(self, number: int) -> Session:
        """Refuse: a script works on the save it was given."""
        del number
        raise refuse("a script cannot restore another fight into its own save", hint="in a shell: rbf restore")

    @property
    def changed(self) -> bool:
        """Return whether the script has changed the session."""
        return self._session is not None and self._session.revision != self._revision

    def save(self) -> None:
        """Write the session if the script has changed it, as a single undo step. Raises StorageFailed."""
        if self._session is None or not self.changed:
            return
        pairs = zip(self._before, self._session.entries, strict=False)
        self._session.join(next((at for at, (old, new) in enumerate(pairs) if old is not new), len(self._before)))
        with self._locked(create=True) as file:
            if file_stamp(self.name) != self._stamp:
                raise failed(
                    f"{self.name} was not saved: another command has changed it since the script began",
                    hint="run the script again, or use --each to save after every line",
                )
            if self._loaded is not None:
                write(file, self._session, self._loaded, self._notice)
            else:
                begin(file, self._session, self._notice)

    def _locked(self, *, create: bool) -> AbstractContextManager[LockedFile]:
        if self._file is not None:
            return nullcontext(self._file)
        file = LockedFile(self.name, self._lock_seconds, create=create)
        if self._held:
            self._file = self.enter_context(file)
            return nullcontext(self._file)
        return file


STANDARD_OUTPUT = "-"


def run_script(
    source: str, options: RunOptions, write: Write, error: Write, *, style: Style, save_file: str = ""
) -> int:
    """Run a script (`-` is standard input) and return the exit status.

    `write` receives results immediately, `error` everything else. With `save_file` the script works on that save,
    which is written at the end if every line succeeded (with `each`, after every line); without it the script plays
    in memory. Raises RbfError if the script cannot be read or the save cannot be written; errors in its lines are
    reported.
    """
    return run_source(open_source(source), options, Streams(write, error, style), save_file)


def run_source(script: Source, options: RunOptions, streams: Streams, save_file: str = "") -> int:
    """Run a script that is already open, like `run_script`. Raises RbfError."""
    error = streams.error
    writes = not (options.dry_run or options.check)
    require_a_place(options, save_file)
    if options.each and not save_file:
        raise misuse("--each needs a save", "-e FILE")
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
    """Check before the run that a report can be written and replaces no other file. Raises RbfError."""
    path = options.junit
    if path == STANDARD_OUTPUT and options.json:
        raise misuse("a report and JSON cannot both go to standard output", "--junit FILE")
    if path in ("", STANDARD_OUTPUT):
        return
    if save_file and same_file(path, save_file):
        raise refuse(f"{path} is the save of this fight", hint="use another name")
    require_place(path)
    before = read_file(path) if os.path.lexists(path) else b""
    if before and b"<testsuites" not in before and not options.force:
        raise refuse(f"{path} already exists and is not a report", hint="use another name, or --force to replace it")


def beside_report(options: RunOptions, streams: Streams) -> Streams:
    """Return the streams for results. Results are discarded if the report goes to standard output."""
    return Streams(lambda _text: None, streams.error, streams.style) if options.junit == STANDARD_OUTPUT else streams


def report(suites: Mapping[str, Results], options: RunOptions, streams: Streams) -> None:
    """Write the JUnit report of scripts by name, if requested. Raises StorageFailed."""
    if options.junit == STANDARD_OUTPUT:
        streams.write(junit(suites))
    elif options.junit:
        replace_file(options.junit, junit(suites).encode())


def _run(script: Source, storage: SessionStore, options: RunOptions, streams: Streams) -> int:
    play = check_transcript if options.check else play_script
    results = play(script, storage, options, beside_report(options, streams))
    report({script.name: results}, options, streams)
    if results.failed or (results.expectations and not options.quiet):
        streams.error(results.summary())
    return results.exit_status


ENDING = ".rbf"


def run_folder(folder: str, options: RunOptions, streams: Streams, save_file: str = "") -> int:
    """Run the scripts in a folder and its subfolders, ordered by path, each on its own fight.

    Their output is not shown. Returns the status of the first error, else 1 if an expectation failed. Raises
    RbfError if there is no script, or if the report cannot be written.
    """
    if save_file or options.each:
        raise misuse("the scripts of a folder cannot use a save", hint=f"use rbf run {folder}")
    require_a_place(options)
    lines = beside_report(options, streams)
    suites: dict[str, Results] = {}
    for name in _scripts_in(folder):
        suites[name] = results = _run_one(os.path.join(folder, name), options, streams)
        lines.write(_line(name, results, options))
        if results.status == STOPPED or (options.fail_fast and results.exit_status):
            break
    report(suites, options, streams)
    streams.error(_summary(suites))
    return next(filter(None, (each.status for each in suites.values())), 0) or int(
        any(each.failed for each in suites.values())
    )


def _run_one(path: str, options: RunOptions, streams: Streams) -> Results:
    unseen = Streams(lambda _: None, (lambda _: None) if options.json else streams.error, streams.style)
    play = check_transcript if options.check else play_script
    try:
        return play(open_file(path, path), MemoryStorage(), replace(options, json=False, quiet=True), unseen)
    except RbfError as error:
        unseen.error(error_text(error))
        results = Results()
        results.failure, results.status = error, error.status
        results.errors.append(ReportEntry(path, "", error.message))
        return results


def _line(name: str, results: Results, options: RunOptions) -> str:
    if options.json:
        return json_line(f"run {quoted(name)}", **_facts(results))
    if options.quiet:
        return f"{safe(name)}\n" if results.exit_status else ""
    verdict = "error" if results.status else "failed" if results.failed else "ok"
    return f"{verdict:<6}  {safe(name)}: {results.summary()}\n"


def _facts(results: Results) -> ScriptRun:
    return {
        "expectations": len(results.expectations),
        "failed": results.failed,
        "status": results.status,
        "failures": [
            {"where": each.where, "statement": each.statement, "message": each.failure} for each in results.failures
        ],
        "error": _error_of(results),
    }


def _error_of(results: Results) -> Error | None:
    """Return the fatal error, else the last that gave a run its status, else the failed expectations."""
    wrong = results.failures
    if results.failure:
        return error_facts(results.failure)
    if results.status:
        return difference_facts(wrong[-1].failure if wrong else "one of its commands failed")
    return difference_facts(results.summary(), "expectation") if wrong else None


def _summary(suites: Mapping[str, Results]) -> str:
    """Return `N scripts, M expectations, K failed`, and how many scripts ended with an error."""
    together = Results(entry for results in suites.values() for entry in results.expectations)
    ended = sum(each.status > 0 for each in suites.values())
    errors = f", {counted(ended, 'script')} stopped with an error" if ended else ""
    return f"{counted(len(suites), 'script')}, {together.summary()}{errors}"


def _scripts_in(folder: str) -> list[str]:
    """Return the paths of the scripts in a folder and its subfolders, relative to it. Raises InvalidFile."""
    names: list[str] = []
    try:
        for place, folders, files in os.walk(folder, onerror=_raise):
            folders[:] = [name for name in folders if not name.startswith(".")]
            inside = os.path.relpath(place, folder)
            found = [name for name in files if name.endswith(ENDING) and not name.startswith(".")]
            names += [os.path.normpath(os.path.join(inside, name)) for name in found]
    except OSError as error:
        raise invalid(f"cannot read {folder}: {os_error_text(error)}") from None
    if not names:
        raise invalid(f"no scripts in {folder}", hint=f"script names end in {ENDING}")
    return sorted(names)


def _raise(error: OSError) -> None:
    raise error


NOTHING = "(nothing)"


def first_difference(expected: Sequence[RawLine], printed: Sequence[str], number: int) -> Difference | None:
    """Return the first difference between two outputs after line `number`, up to their empty lines at the end."""
    from rbfcli.render.json_types.fights import Difference  # noqa: PLC0415 - only transcripts need it

    pairs = zip_longest(
        _without_empty_end([raw.text for raw in expected]), _without_empty_end(printed), fillvalue=NOTHING
    )
    return next((Difference(at, *pair) for at, pair in enumerate(pairs, number + 1) if pair[0] != pair[1]), None)


def _without_empty_end(lines: Sequence[str]) -> list[str]:
    return list(dropwhile(lambda line: not line.strip(), reversed(lines)))[::-1]


def check_transcript(source: Source, storage: SessionStore, options: RunOptions, streams: Streams) -> Results:
    """Replay a transcript up to its first difference; return the results. Raises RbfError."""
    file_lines = list(raw_lines(islice(source.content, SCRIPT_LINES + 1), source.name))
    if len(file_lines) > SCRIPT_LINES:
        raise at_most("a transcript", f"{SCRIPT_LINES} lines")
    if not is_transcript(file_lines):
        raise invalid(f"{source.name} is not a transcript: no line begins with `> `", hint="run it without --check")
    printed: list[str] = []
    output = ScriptOutput("compared", Streams(printed.append, streams.error, Style(explain=streams.style.explain)))
    runner = Runner(source, storage, replace(options, keep_going=True), output, ScriptState())
    difference, played = _replayed(file_lines, source.name, runner, printed)
    results = Results(runner.results.expectations)
    if difference is not None:
        results.status = 1
        results.errors.append(ReportEntry(source.name, "", "the output differs", difference.line))
        if not options.json:
            streams.error(
                f"rbf: {safe(source.name)}:{difference.line}: the output differs\n"
                f"  expected: {safe(difference.expected)}\n"
                f"  got:      {safe(difference.got)}"
            )
    elif printed:
        results.failure, results.status = runner.results.failure, runner.results.status
        if not options.json:
            streams.error("".join(printed).rstrip("\n"))
    elif not (options.json or options.quiet):
        streams.write(f"{safe(source.name)}: {counted(played, 'line')} replayed with the same output\n")
    if options.json:
        facts: CheckedTranscript = {"played": played, "difference": difference, "error": _error_of(results)}
        streams.write(json_line(f"run {quoted(source.name)} --check", **facts))
    return results


def _replayed(
    file_lines: list[RawLine], name: str, runner: Runner, printed: list[str]
) -> tuple[Difference | None, int]:
    """Return the first difference, and how many statements had the same output. `printed` keeps the rest."""
    reader, expected = Reader(script_lines(file_lines, name, transcript=True)), outputs(file_lines)
    played = 0
    try:
        while runner.run_next(reader):
            number = reader.line.last
            found = first_difference(expected.get(number, []), "".join(printed).split("\n"), number)
            if found is not None:
                return found, played
            printed.clear()
            played += 1
        runner.finish()
    except ScriptStopped:
        pass
    return None, played
