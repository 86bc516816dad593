"""Verbs about the program: rules, systems, help, where things are."""

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.kernel.errors import PluginFault, RbfError, UsageError
from rbfcli.kernel.matching import unknown_word
from rbfcli.kernel.rules import RuleEntry, Rules
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.forms import all_verbs
from rbfcli.language.manual import PLAIN, page
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage
from rbfcli.store.paths import list_encounters, list_scripts, shipped_text
from rbfcli.systems.catalogue import SHIPPED, complain, every, load, names

COMPLETIONS = {"bash": "rbf", "zsh": "_rbf", "fish": "rbf.fish", "powershell": "rbf.ps1"}


def show_rules(storage: Storage, command: verbs.ShowRules, common: CommonOptions) -> Reply:
    """Print one rule by its id, those that mention all words, or a system's whole ledger."""
    system, words = _system_and_words(storage, list(command.words))
    ledger = load(system).ledger()
    found = [each for each in ledger if each.id == words[0].upper()] if len(words) == 1 else []
    found = found or [each for each in ledger if all(word.casefold() in _text(each) for word in words)]
    if not found:
        raise unknown_word(" ".join(words), [each.id for each in ledger], f"rule of {system}")
    if common.json:
        return Reply(text=json_line("rules", system=system, rules=found))
    if len(found) == 1:
        return lines_reply(_whole(found[0]))
    return lines_reply([f"{each.id:<16} {each.summary}" for each in found])


def _system_and_words(storage: Storage, words: list[str]) -> tuple[str, list[str]]:
    """The system named first, or meant by a rule's id, or that of the fight."""
    if words and words[0] in names():
        return words[0], words[1:]
    for rules in every()[0]:
        if words and any(each.id == words[0].upper() for each in _ledger_of(rules)):
            return rules.name, words
    try:
        return storage.load().rules.name, words
    except RbfError:
        raise UsageError("say whose rules", hint=f"rules {' | '.join(names())} [ID|WORDS]") from None


def _ledger_of(rules: Rules) -> tuple[RuleEntry, ...]:
    """The rules of a system; none where a plug-in fails to tell them, which is said."""
    try:
        return rules.ledger()
    except PluginFault as fault:
        complain(fault)
        return ()


def _text(entry: RuleEntry) -> str:
    return f"{entry.id} {entry.summary}".casefold()


ORIGINS = {"page": "", "sibling": " (a sibling page)", "reading": " (our reading: the page is silent)"}


def _whole(entry: RuleEntry) -> list[str]:
    """One rule, with where it comes from, the option that overrules it, and its examples."""
    option = [f"option: {entry.option}"] if entry.option else []
    source = f"source: {entry.source}{ORIGINS[entry.origin]}"
    lines = [entry.id, entry.summary, source, f"state: {entry.state}", *option]
    for example in entry.examples:
        begun = (f"start {example.on}",) if example.on else ()
        typed = "; ".join((*begun, *example.before, example.line))
        lines.append(f"example: {typed} -> {'refused: ' if example.refused else ''}{example.told.strip()}")
    return lines


def systems(common: CommonOptions) -> Reply:
    """List rule systems, encounters and scripts, and plug-ins that cannot be used, each with the reason."""
    known, broken = every()
    encounters, scripts = list_encounters(), list_scripts()
    if common.json:
        found = [{"name": each.name, "title": each.title, "dice": each.dice} for each in known]
        wrong = [{"name": each.system, "reason": each.message} for each in broken]
        return Reply(text=json_line("systems", systems=found, encounters=encounters, scripts=scripts, broken=wrong))
    lines = [f"{each.name:<12} {each.dice:<6} {each.title}" for each in known]
    lines += [safe(each.message) for each in broken]
    return lines_reply([*lines, f"encounters: {', '.join(encounters)}", f"scripts: {', '.join(scripts)}"])


def where(storage: Storage, common: CommonOptions) -> Reply:
    """Say which save a command works on."""
    if common.json:
        return Reply(text=json_line("where", save=storage.name))
    return lines_reply([safe(storage.name)])


def completion(command: verbs.Completion, common: CommonOptions) -> Reply:
    """Print the completion file of a shell, byte for byte as it is installed."""
    text = shipped_text("completions", COMPLETIONS[command.shell])
    return Reply(text=json_line(f"completion {command.shell}", text=text) if common.json else text)


def help_on(storage: Storage, command: verbs.Help, style: Style, common: CommonOptions) -> Reply:
    """Explain a verb as the fight at hand takes it, a topic, or everything in short."""
    try:
        known = all_verbs([storage.load().rules], standalone=False)
    except PluginFault as fault:
        complain(fault)
        known = all_verbs(map(load, SHIPPED))
    except RbfError:
        known = all_verbs(map(load, SHIPPED))
    lines = page(command.topic, known, PLAIN if common.json else style)
    if common.json:
        return Reply(text=json_line(f"help {command.topic}".strip(), lines=lines))
    return lines_reply(lines)
