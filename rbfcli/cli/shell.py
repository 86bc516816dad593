"""Command lines that need the engine: the save, the style and the command that answers."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Generic

from msgspec import Struct

from rbfcli.cli.process import Output, encoding
from rbfcli.commands import HANDLERS, function_named
from rbfcli.commands.reply import STOPPED, AnyCommand, Reply, seconds_of_a_turn
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError, invalid, must_be
from rbfcli.core.lazy import later_in
from rbfcli.core.limits import MISTAKES_OF_CONFIG
from rbfcli.language.grammar import CommonOptions, looks_like_option, option_named
from rbfcli.language.parser import COMMON, Line, parse_line
from rbfcli.language.verbs import SYNONYMS
from rbfcli.render.json import json_line
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import asked_width, is_dumb, line_width, wants_colour, wants_plain
from rbfcli.session.file_store import FileStorage
from rbfcli.session.origin import AT_THE_SHELL, Origin
from rbfcli.storage.paths import save_path
from rbfcli.storage.save_file import lock_seconds
from rbfcli.systems.registry import complaints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.language.aliases import Aliases
    from rbfcli.language.program_verbs import Repl, Watch
    from rbfcli.render.json_types.general import Lines

# Not needed by most lines; imported on first call.
_later = later_in("rbfcli")
show_help = _later("cli.help.show_help")
run_alias = _later("cli.front_ends.run_alias")
run_piped = _later("cli.front_ends.run_piped")
read_aliases = _later("config.read_aliases")
wrong_option = _later("language.line_errors.wrong_option")
run_repl = _later("repl.terminal_session.run_repl")
progress_line = _later("cli.front_ends.ProgressLine")
watch = _later("watch.watch.watch")
Streams = _later("script.output.Streams")


def style_of(common: CommonOptions, output: Output, *, fits: bool = False) -> Style:
    """Return the style of results, from options, environment and terminal.

    With `fits`, output that is not a terminal is fitted to `COLUMNS` if that is set.
    """
    asked = fits and not output.is_terminal and asked_width(output.environ) is not None
    plain = common.plain or wants_plain(output.environ)
    terminal = output.is_terminal and not plain
    flag = "never" if plain else common.color
    columns, lines = os.get_terminal_size(1) if output.is_terminal else (None, 0)
    return Style(
        colour=wants_colour(flag, output.environ, is_tty=output.is_terminal),
        tables=(terminal and not is_dumb(output.environ)) or (asked and not plain),
        blocks=terminal and encoding(sys.stdout).casefold() in ("utf-8", "utf8"),
        spoken=plain,
        width=line_width(output.environ, columns),
        height=lines,
        explain=common.explain,
    )


class ShellRequest(Struct, Generic[AnyCommand], frozen=True, kw_only=True):
    """A command that the shell itself performs, with the origin of its line and its output."""

    command: AnyCommand
    common: CommonOptions
    origin: Origin
    output: Output

    @property
    def style(self) -> Style:
        """Return the style of the answer."""
        return style_of(self.common, self.output)

    @property
    def lock_seconds(self) -> float:
        """Return how many seconds to wait for the save's lock."""
        return lock_seconds(self.common.lock_timeout, self.output.environ)


SCRIPT_ENDING = ".rbf"
SCREENS = ("show", *(word for word, line in SYNONYMS.items() if line == ("show",)))


def dispatch(words: Sequence[str], output: Output) -> int:
    """Perform one command line, or the expansion of an alias. Raises RbfError.

    Raises KeyboardInterrupt after an interrupt, so that the process ends by the signal once it has printed its results.
    """
    config = output.config
    if config and config.aliases and config.defines((line := parse_line(words)).verb) and not line.common.help:
        status: int = run_alias(line, config, output)
    else:
        status = perform(words, output)
    if status == STOPPED:
        raise KeyboardInterrupt
    return status


def perform(words: Sequence[str], output: Output, origin: Origin = AT_THE_SHELL) -> int:
    """Perform one command line. Raises RbfError."""
    line = parse_line(words)
    common = line.common
    output.json = common.json
    output.command = " ".join(words)
    path = save_path(common.encounter and origin.path(common.encounter), output.environ)
    if common.help or not line.verb:
        return _told(_help(line, common, path, output), output)
    if path == "-":
        raise must_be("the save", "a file, not standard output", hint="use -e FILE")
    if path.endswith(SCRIPT_ENDING):
        raise invalid(f"{path} is a script, not a save", f"rbf run {path}")
    handler = HANDLERS.get(line.verb)
    if handler is None or not handler.at_shell:
        return _answer(line, path, output, style_of(common, output, fits=line.verb in SCREENS), origin=origin)
    service = CommandService(FileStorage(path, output.error), style_of(common, output), origin=origin)
    try:
        parsed = service.parsed(line)
        command = origin.allowed(parsed.command)
        request = ShellRequest(command=command, common=parsed.common, origin=origin, output=output)
        return _told(function_named(handler.at_shell)(request), output)
    except RbfError as wrong:
        service.vetted(wrong, line)
        raise


def _help(line: Line, common: CommonOptions, path: str, output: Output) -> int:
    _check_options(line)
    known = read_aliases(output.config)[0] if output.config and output.config.aliases else None

    def write(page: str) -> None:
        if common.json:
            facts: Lines = {"lines": page.splitlines()}
            output.write(json_line(f"help {line.verb}".strip(), **facts))
        else:
            output.show(page, paged=not common.plain)

    status: int = show_help(line, path, Style() if common.json else style_of(common, output), write, known)
    return status


def _told(status: int, output: Output) -> int:
    """Return a status unchanged, after printing the complaints about plugins that were skipped."""
    if said := complaints():
        output.error(said)
    return status


def _answer(line: Line, path: str, output: Output, style: Style, *, origin: Origin) -> int:
    common = line.common
    storage = FileStorage(path, output.error, lock_seconds(common.lock_timeout, output.environ))
    aliases = [name for _, name, _ in output.config.aliases] if output.config is not None else ()
    asks = output.environ.get("RBF_PHYSICAL") == "ask"
    service = CommandService(storage, style, spoken=True, asks_faces=asks, aliases=aliases, origin=origin)
    reply = service.carry_out(line)
    output.saved = storage.wrote
    return printed(reply, common, output)


def printed(reply: Reply, common: CommonOptions, output: Output) -> int:
    """Print a reply and return its exit status."""
    output.show(reply.text, paged=not (common.json or common.plain), at_end=reply.at_end)
    if reply.notice and not (common.json and reply.failure):
        output.error(reply.notice)
    return reply.status


def _check_options(line: Line) -> None:
    """Raise UsageError for an unknown option before the verb, such as `rbf --foo`."""
    first = next((word.partition("=")[0] for word in line.before if looks_like_option(word)), "")
    if first not in ("", "--all", "--system") and option_named(first, COMMON.options) is None:
        raise wrong_option(COMMON, first, COMMON.options)


def open_prompt(request: ShellRequest[Repl]) -> int:
    """Open a prompt, or run piped lines."""
    command, common, style, output = request.command, request.common, request.style, request.output
    path = save_path(command.save or common.encounter, output.environ)
    status: int = run_repl(
        path,
        style=style,
        lock_seconds=request.lock_seconds,
        write=output.write,
        error=output.error,
        environ=output.environ,
        run_piped=lambda: run_piped(path, request),
        on_enter=command.enter,
        aliases=_aliases(output),
        progress=lambda: progress_line(output, plain=common.plain or wants_plain(output.environ)),
    )
    return status


def _aliases(output: Output) -> Aliases:
    """Return the aliases of the configuration file, after reporting their mistakes."""
    if output.config is None or not output.config.aliases:
        return {}
    aliases: Aliases
    aliases, mistakes = read_aliases(output.config)
    for mistake in [*mistakes.values()][:MISTAKES_OF_CONFIG]:
        output.error(f"rbf: {mistake}")
    return aliases


def follow(request: ShellRequest[Watch]) -> int:
    """Show a fight on a second screen. Raises RbfError."""
    command, common, output = request.command, request.common, request.output
    path, style = save_path(command.save or common.encounter, os.environ), style_of(common, output, fits=command.once)
    seconds = seconds_of_a_turn(output.environ)
    status: int = watch(command, common, path, Streams(output.write, output.error, style), seconds)
    return status
