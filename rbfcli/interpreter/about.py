"""Verbs about the program: systems, help, where things are."""

import os

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.errors import PluginFault, RbfError, UsageError
from rbfcli.kernel.matching import nearest, shortened
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import quoted
from rbfcli.language import about_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.forms import all_verbs
from rbfcli.language.manual import EVERYTHING, PLAIN, page
from rbfcli.language.manual_pages import manual_page_lines
from rbfcli.language.page import PageStyle
from rbfcli.language.topics import ENCOUNTER_TOPICS
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import record, safe
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage
from rbfcli.store.paths import config_file, folders_file, list_encounters, list_includes, list_scripts, shipped_text
from rbfcli.systems.catalogue import SHIPPED, complain, every, load, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.interpreter.trials import Perform
    from rbfcli.render.shapes.about import Lines, Schema, Text
    from rbfcli.render.shapes.about import Systems as Known
    from rbfcli.render.shapes.about import Where as Files

PROTOCOL = about_verbs.PROTOCOL
COMPLETIONS = {"bash": "rbf", "zsh": "_rbf", "fish": "rbf.fish", "powershell": "rbf.ps1"}


def about(storage: Storage, command: Command, style: Style, common: CommonOptions, perform: "Perform") -> Reply:
    """Answer a verb about the program. Raises RbfError."""
    match command:
        case about_verbs.ShowRules():
            from rbfcli.interpreter.rule_search import show_rules

            return show_rules(storage, command, style, common)
        case about_verbs.Systems():
            return systems(style, common)
        case about_verbs.Schema():
            return schema(command, common)
        case about_verbs.Where():
            return where(storage, common)
        case about_verbs.Completion():
            return completion(command, common)
        case about_verbs.Help():
            return help_on(storage, command, style, common, perform)
        case _:
            raise UsageError(f"{verb_of(command)} works from the shell only")


def systems(style: Style, common: CommonOptions) -> Reply:
    """List rule systems, encounters and scripts, and plug-ins that cannot be used, each with the reason."""
    known, broken = every()
    encounters, scripts, includes = list_encounters(), list_scripts(), list_includes()
    if common.json:
        facts: Known = {
            "systems": [{"name": each.name, "title": each.title, "dice": each.dice} for each in known],
            "encounters": encounters,
            "scripts": scripts,
            "includes": includes,
            "broken": [{"name": each.system, "reason": each.message} for each in broken],
        }
        return Reply(text=json_line("systems", **facts))
    if style.spoken:
        named = {"encounter": encounters, "script": scripts, "include": includes}
        return lines_reply(
            [
                *(record("system", each.name, each.dice, each.title) for each in known),
                *(record("broken", each.system, each.message) for each in broken),
                *(record(kind, name) for kind, found in named.items() for name in found),
            ]
        )
    from rbfcli.render.narration import broken as fitting

    lines = [f"{each.name:<12} {each.dice:<6} {each.title}" for each in known]
    lines += [safe(each.message) for each in broken]
    lines += [f"encounters: {', '.join(encounters)}", f"scripts: {', '.join(scripts)}"]
    return lines_reply(fitting([*lines, f"to include: {', '.join(includes)}"], style))


def schema(command: about_verbs.Schema, common: CommonOptions) -> Reply:
    """Print the JSON Schema of a system's encounters, or of what `--json` prints."""
    from rbfcli.language.schema import schema_of, text_of

    if command.system == PROTOCOL:
        from rbfcli.interpreter.protocol import protocol_schema

        found = protocol_schema(every()[0])
    else:
        found = schema_of(_system_or_protocol(command.system))
    facts: Schema = {"schema": found}
    return Reply(text=json_line(f"schema {command.system}", **facts) if common.json else text_of(found))


def _system_or_protocol(name: str) -> Rules:
    """A system. Raises UsageError, which names the protocol among what there are schemas of."""
    try:
        return load(name)
    except UsageError as wrong:
        if name in names():
            raise
        near = nearest(name, (*names(), PROTOCOL))
        hint = f"did you mean {' or '.join(near)}?" if near else f"schema {' | '.join((*names(), PROTOCOL))}"
        raise UsageError(f"there is no schema {shortened(name)!r}", hint=hint, suggestions=near) from wrong


def where(storage: Storage, common: CommonOptions) -> Reply:
    """Say which save a command works on, and which files of settings are read, if there are any."""
    config, here = config_file(os.environ), folders_file(os.environ)
    if common.json:
        facts: Files = {"save": storage.name, "config": config, "folder_config": here}
        return Reply(text=json_line("where", **facts))
    told = [f"config: {safe(path)}" for path in (config, here) if path and not common.quiet]
    return lines_reply([safe(storage.name), *told])


def completion(command: about_verbs.Completion, common: CommonOptions) -> Reply:
    """Print the completion file of a shell, byte for byte as it is installed."""
    text = shipped_text("completions", COMPLETIONS[command.shell])
    facts: Text = {"text": text}
    return Reply(text=json_line(f"completion {command.shell}", **facts) if common.json else text)


def help_on(
    storage: Storage, command: about_verbs.Help, style: Style, common: CommonOptions, perform: "Perform"
) -> Reply:
    """Explain a verb as the fight at hand takes it, a topic, or all on one screen; with `--all` of every system."""
    if command.man:
        lines = manual_page_lines(command.topic, [load(name) for name in SHIPPED], PLAIN if common.json else style)
        return _help_reply(lines, command, common)
    rules = None if command.all else _rules_of(storage)
    lines = _page(command, rules, PLAIN if common.json else style, storage, perform)
    return _help_reply(lines, command, common)


def _page(
    command: about_verbs.Help, rules: Rules | None, look: PageStyle, storage: Storage, perform: "Perform"
) -> list[str]:
    """The page of a verb, a topic, a system, a key. Raises UsageError with the nearest of them."""
    word = command.topic
    known = all_verbs([rules], standalone=False) if rules else all_verbs(map(load, SHIPPED))
    if rules and word in known:
        from rbfcli.interpreter.trials import with_fitting_examples

        known = {**known, word: with_fitting_examples(known[word], storage, perform)}
    system = EVERYTHING if command.all else rules.name if rules else ""
    from rbfcli.config.alias_table import table_now

    pictures = [rules] if rules else map(load, SHIPPED)
    aliases = table_now(os.environ).aliases
    if word not in (*names(), *ENCOUNTER_TOPICS):
        try:
            return page(word, known, look, system, aliases=aliases, systems=pictures)
        except UsageError:
            from rbfcli.language.encounter_pages import key_page

            found = key_page(word, [rules] if rules else [load(name) for name in SHIPPED], look)
            if not found:
                raise
            return found
    from rbfcli.language.encounter_pages import encounter_page, system_page

    if word in ENCOUNTER_TOPICS:
        return encounter_page(rules, look)
    about_verb = [*page(word, known, look, system), ""] if word in known else []
    return [*about_verb, *system_page(load(word), look)]


def _help_reply(lines: list[str], command: about_verbs.Help, common: CommonOptions) -> Reply:
    if common.json:
        facts: Lines = {"lines": lines}
        return Reply(text=json_line(f"help {quoted(command.topic)}" if command.topic else "help", **facts))
    return lines_reply(lines)


def _rules_of(storage: Storage) -> Rules | None:
    """The rules of the fight at hand; None where there is none, or a plug-in fails, which is said."""
    try:
        return storage.load().rules
    except PluginFault as fault:
        complain(fault)
    except RbfError:
        pass
    return None
