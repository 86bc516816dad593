"""Command lines that need the engine: the save, the style, and who answers."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rbfcli.cli.process import Output, encoding
from rbfcli.commands.reply import STOPPED
from rbfcli.commands.service import CommandService, reads
from rbfcli.core.errors import InvalidFile, RbfError, UsageError
from rbfcli.language import verbs
from rbfcli.language.grammar import CommonOptions, looks_like_option, option_named
from rbfcli.language.parser import COMMON, ParsedLine, find_verb, read, read_common_options
from rbfcli.model.commands import Command, verb_name
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import asked_width, is_dumb, line_width, wants_colour, wants_plain
from rbfcli.session.file_store import FileStorage
from rbfcli.session.origin import AT_THE_SHELL, Origin, of_alias
from rbfcli.storage.paths import save_path
from rbfcli.storage.save_file import lock_seconds
from rbfcli.systems.registry import complaints

if TYPE_CHECKING:
    from rbfcli.language.aliases import Aliases
    from rbfcli.language.program_verbs import Watch
    from rbfcli.render.json_types.general import Lines


def style_of(common: CommonOptions, output: Output, *, fits: bool = False) -> Style:
    """How results look, by the options, the environment and the terminal.

    What is a screen `fits` into `COLUMNS` also where it goes to no terminal.
    """
    asked = fits and not output.is_terminal and asked_width(output.environ) is not None
    plain = common.plain or wants_plain(output.environ)
    terminal = output.is_terminal and not plain
    flag = "never" if plain else common.color
    return Style(
        colour=wants_colour(flag, output.environ, is_tty=output.is_terminal),
        tables=(terminal and not is_dumb(output.environ)) or (asked and not plain),
        blocks=terminal and encoding(sys.stdout).casefold() in ("utf-8", "utf8"),
        spoken=plain,
        width=line_width(output.environ, _measured(output)),
        height=os.get_terminal_size(1).lines if output.is_terminal else 0,
        explain=common.explain,
    )


def _measured(output: Output) -> int | None:
    return os.get_terminal_size(1).columns if output.is_terminal else None


SCRIPT_ENDING, SCREEN = ".rbf", "show"


def dispatch(words: Sequence[str], output: Output) -> int:
    """Perform one command line, or what an alias stands for. Raises RbfError."""
    if output.config is None or not output.config.aliases:
        return _perform(words, output)
    from rbfcli.cli.front_ends import expand_alias
    from rbfcli.language.aliases import with_origin

    meant = expand_alias(words, output)
    origin = of_alias(meant.alias, reads_input=True) if meant.alias else AT_THE_SHELL
    if not meant.script:
        try:
            return _perform(meant.words, output, origin)
        except RbfError as wrong:
            raise with_origin(wrong, meant.alias) if meant.alias else wrong from None
    from rbfcli.cli.front_ends import run_typed
    from rbfcli.script.source import typed_source

    common = read_common_options(meant.words)
    output.json = common.json
    save = save_path(common.encounter, output.environ)
    status = run_typed(typed_source(meant.name, meant.script, origin), save, common, style_of(common, output), output)
    if status == UsageError.status and meant.alias:
        output.error(f"rbf: {meant.alias.origin}")
    return status


def _perform(words: Sequence[str], output: Output, origin: Origin = AT_THE_SHELL) -> int:
    """Perform one command line. Raises RbfError."""
    at = find_verb(words)
    verb = words[at] if at < len(words) else ""
    common = read_common_options(words)
    output.json = common.json
    output.command = " ".join(words)
    path = save_path(common.encounter and origin.path(common.encounter), output.environ)
    if common.help or not verb:
        from rbfcli.cli.help import show_help

        _check_options(words)
        style = style_of(common, output)
        if common.json:
            return show_help(words, verb, path, Style(), lambda text: output.write(_page_in_json(verb, text)))
        status = show_help(words, verb, path, style, lambda text: output.show(text, paged=not common.plain))
        return _told(status, output)
    if path == "-":
        raise UsageError("a save is a file, not standard output", hint="-e FILE")
    if path.endswith(SCRIPT_ENDING):
        raise InvalidFile(f"{path} is a script, not a save", hint=f"rbf run {path}")
    if verb in ("run", "repl", "watch", "doctor", "tour", "create-system", "simulate"):
        line = _front_line(words)
        return _told(_front_end(origin.allowed(line.command), line.common, output, origin), output)
    return _answer(words, path, common, output, style_of(common, output, fits=verb == SCREEN), origin=origin)


def _told(status: int, output: Output) -> int:
    """The status of an answer that went on without a plug-in's, and on the other channel why."""
    if said := complaints():
        output.error(said)
    return status


def _front_line(words: Sequence[str]) -> ParsedLine:
    """A line of the program itself. Raises UsageError with the nearest line that reads."""
    try:
        return read(words, verbs.VERBS)
    except UsageError as wrong:
        from rbfcli.commands.hints import with_suggestion

        def can_be_read(each: Sequence[str]) -> bool:
            return reads(each, lambda line: read(line, verbs.VERBS))

        raise with_suggestion(wrong, words, verbs.VERBS, can_be_read, can_be_read) from None


def _page_in_json(verb: str, page: str) -> str:
    from rbfcli.render.json import json_line

    facts: Lines = {"lines": page.splitlines()}
    return json_line(f"help {verb}".strip(), **facts)


def _answer(
    words: Sequence[str], path: str, common: CommonOptions, output: Output, style: Style, *, origin: Origin
) -> int:
    """What a line does to the save at a path, and what it prints. Raises RbfError."""
    storage = FileStorage(path, output.error, lock_seconds(common.lock_timeout, output.environ))
    aliases = tuple(output.config.aliases) if output.config is not None else ()
    interpreter = CommandService(storage, style, aliases=aliases, origin=origin)
    reply = interpreter.perform(words)
    output.saved = storage.wrote
    output.show(reply.text, paged=not (common.json or common.plain))
    if reply.notice and not (common.json and reply.failure):
        output.error(reply.notice)
    if reply.status == STOPPED:
        raise KeyboardInterrupt
    return reply.status


def _check_options(words: Sequence[str]) -> None:
    """Raise UsageError for an option in front of all verbs that no command has, such as `rbf --foo`."""
    first = next((word.partition("=")[0] for word in words[: find_verb(words)] if looks_like_option(word)), "")
    if first not in ("", "--all", "--system") and option_named(first, COMMON.options) is None:
        from rbfcli.language.line_errors import wrong_option

        raise wrong_option(COMMON, first, COMMON.options)


def _aliases(output: Output) -> "Aliases":
    """The aliases of the configuration file; what is wrong with them is said."""
    if output.config is None or not output.config.aliases:
        return {}
    from rbfcli.config import alias_table

    table = alias_table(output.config)
    for mistake in table.told():
        output.error(f"rbf: {mistake}")
    return table.aliases


def _front_end(command: Command, common: CommonOptions, output: Output, origin: Origin) -> int:
    from rbfcli.language import program_verbs as about_verbs
    from rbfcli.language import program_verbs as author_verbs
    from rbfcli.language import program_verbs as front_verbs
    from rbfcli.language import program_verbs as lab_verbs

    if isinstance(command, about_verbs.Doctor):
        from rbfcli.cli.doctor import doctor

        return doctor(common, output)
    if isinstance(command, author_verbs.CreateSystem):
        from rbfcli.cli.new_system import create_system

        return create_system(command, common, output)
    style = style_of(common, output)
    if isinstance(command, lab_verbs.Simulate):
        from rbfcli.cli.front_ends import simulate_in_shell
        from rbfcli.commands.simulate import single_process

        seconds = lock_seconds(common.lock_timeout, output.environ)
        storage = FileStorage(save_path(common.encounter, output.environ), output.error, seconds)
        return simulate_in_shell(
            command if origin.is_typed else single_process(command), storage, common, style, output
        )
    from rbfcli.cli.front_ends import run, run_piped

    match command:
        case about_verbs.Tour():
            from rbfcli.cli.tour import tour

            return tour(common, style, output)
        case front_verbs.Run():
            return run(command, common, style, output)
        case front_verbs.Watch(save=save):
            return _watch(command, save or common.encounter, common, output)
        case front_verbs.Repl(save=save, enter=on_enter):
            from rbfcli.repl.start import run_repl

            path = save_path(save or common.encounter, output.environ)
            return run_repl(
                path,
                style=style,
                lock_seconds=lock_seconds(common.lock_timeout, output.environ),
                write=output.write,
                error=output.error,
                environ=output.environ,
                run_piped=lambda: run_piped(path, common, style, output),
                on_enter=on_enter,
                aliases=_aliases(output),
            )
        case _:
            raise UsageError(f"{verb_name(command)} is no front end")


def _watch(command: "Watch", save: str, common: CommonOptions, output: Output) -> int:
    from rbfcli.watch.watch import Streams, watch

    path, style = save_path(save, os.environ), style_of(common, output, fits=command.once)
    return watch(command, common, path, style, Streams(output.write, output.error))
