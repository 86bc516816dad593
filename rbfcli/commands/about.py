"""Verbs about the program: systems, rules, help, where things are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial

from rbfcli.commands.json_schema import protocol_schema, schema_of, text_of
from rbfcli.commands.reply import Reply, Request, lines_reply
from rbfcli.commands.service import rehearse
from rbfcli.config import aliases_now
from rbfcli.core.errors import Hint, PluginBug, RbfError, UsageError, did_you_mean, misuse, shown
from rbfcli.core.matching import nearest, unknown_word
from rbfcli.core.text import quoted, record, safe
from rbfcli.language import program_verbs
from rbfcli.language.forms import all_verbs
from rbfcli.language.keys import encounter_page, system_page
from rbfcli.language.man_pages import manual_page_lines
from rbfcli.language.manual import EVERYTHING, PLAIN, besides, page
from rbfcli.language.page import PageStyle
from rbfcli.language.topics import ENCOUNTER_TOPICS
from rbfcli.model.rules import RuleEntry, Rules
from rbfcli.render.json import json_line
from rbfcli.render.json_types.general import FoundRules, KnownSystems, Lines, PrintedSchema, Text, UsedFiles
from rbfcli.render.narration import wrap_lines
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import SessionStore
from rbfcli.session.proposals import with_fitting_examples
from rbfcli.storage.paths import config_file, folders_file, list_encounters, list_includes, list_scripts, shipped_text
from rbfcli.systems.registry import SHIPPED, complain, every, load, names

PROTOCOL = program_verbs.PROTOCOL
COMPLETIONS = {"bash": "rbf", "zsh": "_rbf", "fish": "rbf.fish", "powershell": "rbf.ps1"}


def systems(request: Request[program_verbs.Systems]) -> Reply:
    """List rule systems, encounters, scripts, and the plugins that cannot be used, each with the reason."""
    style, (known, broken) = request.style, every()
    encounters, scripts, includes = list_encounters(), list_scripts(), list_includes()
    if request.common.json:
        facts: KnownSystems = {
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
    lines = [f"{each.name:<12} {each.dice:<6} {each.title}" for each in known]
    lines += [safe(each.message) for each in broken]
    lines.append("Your game is not listed? generic plays most: rbf new generic")
    lines += [f"encounters: {', '.join(encounters)}", f"scripts: {', '.join(scripts)}"]
    return lines_reply(wrap_lines([*lines, f"to include: {', '.join(includes)}"], style))


def schema(request: Request[program_verbs.Schema]) -> Reply:
    """Print the JSON Schema of a system's encounters, or of the output of `--json`."""
    command, common = request.command, request.common
    known = (*names(), PROTOCOL)
    if command.system not in known:
        raise unknown_word(command.system, known, "schema")
    found = protocol_schema(every()[0]) if command.system == PROTOCOL else schema_of(load(command.system))
    facts: PrintedSchema = {"schema": found}
    return Reply(text=json_line(f"schema {command.system}", **facts) if common.json else text_of(found))


def where(request: Request[program_verbs.Where]) -> Reply:
    """Print the save file in use, and the configuration files, if there are any."""
    storage, common = request.storage, request.common
    config, here = config_file(os.environ), folders_file(os.environ)
    if common.json:
        facts: UsedFiles = {"save": storage.name, "config": config, "folder_config": here}
        return Reply(text=json_line("where", **facts))
    told = [f"config: {safe(path)}" for path in (config, here) if path and not common.quiet]
    return lines_reply([safe(storage.name), *told])


def completion(request: Request[program_verbs.Completion]) -> Reply:
    """Print the completion script of a shell, byte for byte as it is installed."""
    command, common = request.command, request.common
    text = shipped_text("completions", COMPLETIONS[command.shell])
    facts: Text = {"text": text}
    return Reply(text=json_line(f"completion {command.shell}", **facts) if common.json else text)


def help_on(request: Request[program_verbs.Help]) -> Reply:
    """Explain a verb for the current fight or a topic, or show the first screen; with `--all`, for every system."""
    command, common = request.command, request.common
    look = PLAIN if common.json else request.style
    if command.man:
        lines = manual_page_lines(command.topic, [load(name) for name in SHIPPED], look)
    else:
        lines = _page(request, None if command.all else _rules_of(request.storage), look)
    if common.json:
        facts: Lines = {"lines": lines}
        return Reply(text=json_line(f"help {quoted(command.topic)}" if command.topic else "help", **facts))
    return lines_reply(lines)


def _page(request: Request[program_verbs.Help], rules: Rules | None, look: PageStyle) -> list[str]:
    """Return the page of a verb, topic or system. Raises UsageError with the nearest of them."""
    command = request.command
    word = command.topic
    known = all_verbs([rules], standalone=False) if rules else all_verbs(map(load, SHIPPED))
    if rules and word in known:
        rehearsed = partial(rehearse, origin=request.origin)
        known = {**known, word: with_fitting_examples(known[word], request.storage, rehearsed)}
    system = EVERYTHING if command.all else rules.name if rules else ""
    pictures = [rules] if rules else map(load, SHIPPED)
    if word not in (*names(), *ENCOUNTER_TOPICS):
        return page(word, known, look, system, aliases=aliases_now(os.environ), systems=pictures)
    if word in ENCOUNTER_TOPICS:
        return encounter_page(rules, look)
    return system_page(load(word), look, besides(word, known))


def _rules_of(storage: SessionStore) -> Rules | None:
    """Return the rules of the current fight; None if there is none, or if a plugin fails, which is reported."""
    try:
        return storage.load().rules
    except PluginBug as fault:
        complain(fault)
    except RbfError:
        pass
    return None


ORIGINS = {"page": "", "sibling": " (a sibling page)", "reading": " (our reading: the page is silent)"}
# British and American spellings find the same rules.
SPELLINGS = {"armour": "armor", "defence": "defense", "manoeuvre": "maneuver", "stabilis": "stabiliz", "metre": "meter"}
SHORTEST_NEAR = 4


def show_rules(request: Request[program_verbs.ShowRules]) -> Reply:
    """Print a rule by its id, the rules that match all words, a system's whole ledger, or a list of systems."""
    style, common = request.style, request.common
    words, rules = list(request.command.words), _rules_of(request.storage)
    here = rules.name if rules else ""
    system, found = _search(words, here)
    if common.json:
        facts: FoundRules = {"system": system, "rules": found}
        return Reply(text=json_line("rules", **facts))
    if not words and not here:
        return _systems(style)
    if len(found) == 1:
        return lines_reply(wrap_lines(_whole(found[0]), style))
    if style.spoken:
        return lines_reply([record(each.id, each.summary) for each in found])
    return lines_reply(wrap_lines([f"{each.id:<16} {each.summary}" for each in found], style))


def _search(words: list[str], here: str) -> tuple[str, list[RuleEntry]]:
    """Return the system searched (empty for all) and the rules found.

    A first word that names a system can also be a word of other systems' rules, such as `threat`.
    """
    if not words and here:
        return here, list(load(here).ledger())
    books = sorted(every()[0], key=lambda rules: rules.name != here)  # this fight's first
    everywhere = [entry for rules in books for entry in _ledger_of(rules)]
    if not words or words[0] not in names():
        return "", _found(words, everywhere)
    try:
        return words[0], _found(words[1:], load(words[0]).ledger())
    except UsageError as wrong:
        try:
            return "", _found(words, everywhere)
        except UsageError:
            raise wrong from None


def _found(words: Sequence[str], ledger: Sequence[RuleEntry]) -> list[RuleEntry]:
    """Return the rule with this id, or the rules that match all words. Raises UsageError if there are none."""
    found = [each for each in ledger if len(words) == 1 and each.id == words[0].upper()]
    if found:
        return found
    texts = [_text(each) for each in ledger]
    wanted = [_forms(word) for typed in words for word in typed.split()]
    for forms in wanted:
        if not any(form in text for form in forms for text in texts):
            raise _unknown(forms[0], texts)
    found = [
        each
        for each, text in zip(ledger, texts, strict=True)
        if all(any(form in text for form in forms) for forms in wanted)
    ]
    if not found:
        raise misuse(f"no rules match {' '.join(forms[0] for forms in wanted)!r}", hint="use fewer words")
    return found


def _forms(word: str) -> tuple[str, ...]:
    """Return a word in the form that is compared, also without a plural s."""
    plain = _plain(word)
    return (plain, plain[:-1]) if plain.endswith("s") and len(plain) >= SHORTEST_NEAR else (plain,)


def _plain(text: str) -> str:
    plain = text.casefold()
    for british, american in SPELLINGS.items():
        plain = plain.replace(british, american)
    return plain


def _text(entry: RuleEntry) -> str:
    return _plain(f"{entry.id} {entry.summary} {entry.terms} {entry.source}")


def _unknown(word: str, texts: Iterable[str]) -> UsageError:
    known = {each.strip(".,:;()`'?") for text in texts for each in text.split()}
    near = nearest(word, sorted(each for each in known if len(each) >= SHORTEST_NEAR))
    hint = did_you_mean(near) or Hint("see {}", "rules SYSTEM")
    return misuse(f"no rules match {shown(word)}", hint=hint)


def _ledger_of(rules: Rules) -> tuple[RuleEntry, ...]:
    """Return the rules of a system; none if its plugin fails, which is reported."""
    try:
        return rules.ledger()
    except PluginBug as fault:
        complain(fault)
        return ()


def _systems(style: Style) -> Reply:
    books = every()[0]
    if style.spoken:
        return lines_reply([record(each.name, str(len(_ledger_of(each))), each.title) for each in books])
    lines = [f"{rules.name:<12} {len(_ledger_of(rules)):>3} rules: {rules.title}" for rules in books]
    return lines_reply([*lines, "rules SYSTEM lists them; rules WORDS searches them all, such as `rules grenade`"])


def _whole(entry: RuleEntry) -> list[str]:
    option = [f"option: {entry.option}"] if entry.option else []
    source = f"source: {entry.source}{ORIGINS[entry.origin]}"
    lines = [entry.id, entry.summary, source, f"state: {entry.state}", *option]
    for example in entry.examples:
        begun = (f"start {example.on}",) if example.on else ()
        typed = "; ".join((*begun, *example.before, example.line))
        lines.append(f"example: {typed} -> {'refused: ' if example.refused else ''}{example.told.strip()}")
    return lines
