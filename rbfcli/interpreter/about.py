"""Verbs about the program: systems, help, where things are."""

from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.forms import all_verbs
from rbfcli.language.manual import PLAIN, page
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.storage import Storage
from rbfcli.store.paths import list_encounters, list_scripts, shipped_text
from rbfcli.systems.catalogue import SHIPPED, complain, every, load

COMPLETIONS = {"bash": "rbf", "zsh": "_rbf", "fish": "rbf.fish", "powershell": "rbf.ps1"}


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
