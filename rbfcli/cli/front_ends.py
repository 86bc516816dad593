"""Aliases, scripts and simulations from the shell."""

# os instead of pathlib, which adds 8 ms to start-up:
# ruff: noqa: PTH112

import os
import time

from rbfcli.cli.process import Output
from rbfcli.cli.shell import ShellRequest, perform, printed, style_of
from rbfcli.commands.reply import Reply, Tell
from rbfcli.config import Config, read_aliases
from rbfcli.core.errors import Hint, UsageError
from rbfcli.core.lazy import later_in
from rbfcli.language import program_verbs
from rbfcli.language.aliases import expanded
from rbfcli.language.forms import statements
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import Line, parse_line
from rbfcli.render.terminal import is_dumb, wants_plain
from rbfcli.script.context import RunOptions, options_of
from rbfcli.script.output import Streams
from rbfcli.script.run import run_folder, run_script, run_source
from rbfcli.script.source import typed_source
from rbfcli.session.file_store import FileStorage
from rbfcli.session.origin import of_alias
from rbfcli.storage.files import STANDARD_INPUT, TerminationDeferred
from rbfcli.storage.paths import save_path
from rbfcli.storage.save_file import lock_seconds

# Imported on first call, because aliases and scripts do not need `simulate`.
later = later_in("rbfcli.commands")
simulate, single_process = later("simulate.simulate"), later("simulate.single_process")


def run_alias(line: Line, config: Config, output: Output) -> int:
    """Perform a line whose verb is an alias. Raises RbfError.

    A broken alias is reported, and the line is performed as typed.
    """
    name, (aliases, mistakes) = line.verb, read_aliases(config)
    if name not in aliases:
        output.error(f"rbf: {mistakes[name]}")
        return perform(line.words, output)
    alias = aliases[name]
    lines, origin = expanded(name, line.rest, aliases), of_alias(alias, reads_input=True)
    if not (line.common.json or line.common.quiet):
        output.error("\n".join(f"{name}: {each}" for each in lines))
    if len(lines) == 1 and lines[0].split(None, 1)[0] not in statements():
        try:
            return perform([*line.before, *split_words(lines[0])], output, origin)
        except UsageError as wrong:
            wrong.hints += (Hint(alias.origin),)
            raise
    common = parse_line(line.before).common
    output.json = common.json
    options = RunOptions(
        json=common.json,
        quiet=common.quiet,
        dry_run=common.dry_run,
        lock_seconds=lock_seconds(common.lock_timeout, output.environ),
    )
    streams = Streams(output.write, output.error, style_of(common, output))
    save = save_path(common.encounter, output.environ)
    status = run_source(typed_source(name, "\n".join(lines), origin), options, streams, save)
    if status == UsageError.status:
        output.error(f"rbf: {alias.origin}")
    return status


def run(request: "ShellRequest[program_verbs.Run]") -> int:
    """Run a script, or all scripts of a folder, and return the exit status."""
    command, common, style, output = request.command, request.common, request.style, request.output
    options = options_of(command, common, request.lock_seconds)
    if os.path.isdir(command.script):
        streams = Streams(output.write, output.error, style)
        return run_folder(command.script, options, streams, common.encounter)
    return run_script(command.script, options, output.write, output.error, style=style, save_file=common.encounter)


def run_piped(save: str, request: "ShellRequest[program_verbs.Repl]") -> int:
    """Run the lines of standard input on a save, saving after each."""
    common, style, output = request.common, request.style, request.output
    options = RunOptions(
        json=common.json,
        quiet=common.quiet,
        each=True,
        echo=False,
        keep_going=True,
        lock_seconds=request.lock_seconds,
    )
    return run_script(STANDARD_INPUT, options, output.write, output.error, style=style, save_file=save)


FIRST, BETWEEN, MINUTE = 0.5, 0.2, 60
# The bar's length in cells; the rate per second below which it has more digits.
BAR, FAST = 20, 10
# Columns of a terminal that does not report its width.
FULL = 80


class ProgressLine:
    """A line on standard error with progress, rate and time left (C-06)."""

    def __init__(self, output: Output, *, plain: bool) -> None:
        self._output = output
        self._shown = 0
        self._is_wanted = output.error_is_terminal and not (plain or is_dumb(output.environ))
        self._start = time.monotonic()
        self._next = self._start + FIRST

    def __enter__(self) -> Tell:
        return self.tell

    def __exit__(self, *_: object) -> None:
        self.clear()

    def tell(self, played: int, of: int, about: str = "") -> None:
        """Show that `played` of about `of` fights are done. If `of` is 0, the numbers are positions found."""
        now = time.monotonic()
        if not self._is_wanted or now < self._next:
            return
        self._next = now + BETWEEN
        so_far = max(now - self._start, 0.001)
        if not of:
            self._show(f"{played:,} positions, {about}, {so_far:.0f} s")
            return
        parts = [" ".join(filter(None, (f"{played:,} of", about, f"{of:,} fights")))]
        if played:
            rate = played / so_far
            left = max(0, of - played) / rate
            parts.append(f"{left:.0f} s left" if left < MINUTE else f"{left / MINUTE:.0f} min left")
            parts.append(f"{rate:,.0f} a second" if rate >= FAST else f"{rate:.2g} a second")
        else:
            parts.append(f"{so_far:.0f} s")
        self._show(f"{', '.join(parts)} [{'#' * (BAR * min(played, of) // max(1, of)):.<{BAR}}]")

    def clear(self) -> None:
        """Erase the line."""
        if self._shown:
            self._show("")

    def _show(self, text: str) -> None:
        room = (self._output.error_columns or FULL) - 1
        text = text[:room]
        self._output.progress(f"\r{text:<{min(self._shown, room)}}" + ("" if text else "\r"))
        self._shown = len(text)


def simulate_in_shell(request: "ShellRequest[program_verbs.Simulate]") -> int:
    """Run a simulation and print its report. Raises RbfError.

    After an interrupt or SIGTERM the program prints its partial report and ends by the signal.
    """
    common, output = request.common, request.output
    command = request.command if request.origin.is_typed else single_process(request.command)
    storage = FileStorage(save_path(common.encounter, output.environ), output.error, request.lock_seconds)
    with TerminationDeferred(), ProgressLine(output, plain=common.plain or wants_plain(output.environ)) as tell:
        waits = output.is_terminal and not common.json
        reply: Reply = simulate(storage, command, request.style, common, tell, at_a_terminal=waits)
    return printed(reply, common, output)
