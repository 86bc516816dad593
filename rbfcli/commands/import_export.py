"""Files for users and other programs: encounters, tables of combatants, stories."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rbfcli.checking.integrity import named_on_sheet
from rbfcli.commands.hints import ENCOUNTER, explained
from rbfcli.commands.reply import Reply, Request, place, session_started
from rbfcli.core.errors import FORCE, Hint, InvalidFile, conflict, refuse, to_try
from rbfcli.core.matching import unknown_word
from rbfcli.core.mistakes import words_in
from rbfcli.core.text import quoted, safe
from rbfcli.engine.gm import all_together
from rbfcli.engine.play import execute
from rbfcli.language import program_verbs, verbs
from rbfcli.language.grammar import CommonOptions
from rbfcli.model.commands import Remove
from rbfcli.model.fight import everyone
from rbfcli.model.rules import Rules
from rbfcli.render.json import faults_facts, json_line
from rbfcli.render.sentences import Style, counted
from rbfcli.session.authoring import as_encounter, encounter_text, example_of, plain_tables, with_own_words_said
from rbfcli.session.encounter import empty, read_encounter, session_from_tables, warnings_of
from rbfcli.session.file_store import SessionStore
from rbfcli.session.import_export import csv_text, json_text, of_next_fight
from rbfcli.session.session import Session
from rbfcli.storage.files import replace_file, require_place, same_file
from rbfcli.storage.paths import FORMAT, find_encounter
from rbfcli.story.documents import html_lines, markdown_lines
from rbfcli.story.story import Story, story_of
from rbfcli.story.text import facts_of, text_lines
from rbfcli.systems.registry import load

if TYPE_CHECKING:
    from rbfcli.render.json_types import fights as shapes
    from rbfcli.render.json_types.general import Exported, SavedAs, Text


def start(request: Request[verbs.Start]) -> Reply:
    """Start a fight from an encounter."""
    command = request.command
    try:
        read = read_encounter(find_encounter(command.source), request.budget)
    except InvalidFile as wrong:
        raise explained(wrong, command.source, ENCOUNTER) from None
    reply = session_started(request, session_from_tables(read, command.seed, command.source))
    many = 0 if request.common.quiet else len(warnings_of(read))
    said = f"{many} warning{'s' * (many > 1)}: rbf check {quoted(command.source)}\n"
    return replace(reply, notice=said) if many else reply


def new(request: Request[verbs.New]) -> Reply:
    """Start an empty fight."""
    command = request.command
    return session_started(request, empty(command.system, command.title, command.seed))


STANDARD_OUTPUT = "-"


def put(text: str, path: str, storage: SessionStore, common: CommonOptions, *, force: bool) -> None:
    """Write a new file, or only check its path in a dry run. Raises Refusal for the save or an existing file."""
    if path == STANDARD_OUTPUT:
        return
    if same_file(path, storage.name):
        raise refuse(f"{path} is the save of this fight", hint="use another name")
    if os.path.lexists(path) and not force:
        raise refuse(f"{path} already exists", hint=("use another name", Hint("use {} to replace it", FORCE)))
    if common.dry_run:
        require_place(path)
    else:
        replace_file(path, text.encode())


CSV, JSON, TOML = "csv", "json", "toml"


def export_people(request: Request[program_verbs.Export]) -> Reply:
    """Export combatants of the fight with their encounter keys, as they are or for the next fight."""
    session, command, common = request.session, request.command, request.common
    rules, form = session.rules, command.format or _by_name(command.file) or CSV
    if command.rested and command.as_is:
        raise conflict("--rested", "--as-is")
    travels = command.rested or command.as_is or form == TOML
    fight = all_together(rules, session.fight)
    if command.side:
        fight = _with_side(rules, fight, command.side)
    people = {
        who: of_next_fight(rules, one, rested=command.rested) if travels else one
        for who, one in fight.combatants.items()
    }
    tables = {who: plain_tables(with_own_words_said(rules, one)) for who, one in people.items()}
    weapons = {name: plain_tables(fight.weapons[name]) for name in _weapons_of(rules, fight)}
    if form == JSON:
        text = json_text(rules, tables, weapons)
    elif form == TOML:
        whole = {"format": FORMAT, "system": rules.name, "weapons": weapons, "combatants": tables}
        text = encounter_text(rules, whole, command.file)
    else:
        text = csv_text(rules, tables, weapons)
    put(text, command.file, request.storage, common, force=command.force)
    if common.json:
        facts: Exported = {**place(session), "file": command.file, "text": text}
        return Reply(text=json_line(f"export people {quoted(command.file)}", **facts))
    if command.file == STANDARD_OUTPUT:
        return Reply(text=text)
    then = f"; in the next fight: import {safe(quoted(command.file))}" if travels else ""
    said = f"{safe(command.file)}: {counted(len(people), 'combatant')} of {rules.name}{then}\n"
    return Reply(text="" if common.quiet else said)


def _with_side(rules: Rules, fight: Any, side: str) -> Any:
    """Return the fight with one side only, in which nothing refers to those who are left out. Raises UsageError."""
    others = tuple(who for who, one in fight.combatants.items() if one.side != side)
    if len(others) == len(fight.combatants):
        sides = dict.fromkeys(one.side for one in fight.combatants.values())
        raise unknown_word(side, tuple(sides), "side")
    if not others:
        return fight
    return execute(rules, replace(fight, questions=(), paused=None), Remove(who=others, force=True)).fight


def _by_name(path: str) -> str:
    """Return the format that a file's name implies; empty if it has no ending. Raises UsageError for other endings."""
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    form = ending.casefold()
    if dot and form not in (CSV, JSON, TOML):
        raise unknown_word(form, (CSV, JSON, TOML), "format")
    return form if dot else ""


def _weapons_of(rules: Rules, fight: Any) -> list[str]:
    """Return the fight's own weapons that combatants have, in the fight's order."""
    named = {
        word
        for who, one in fight.combatants.items()
        for path, value, kind in named_on_sheet(rules, one, (who,))
        if kind == "weapon"
        for _, word in words_in(value, path)
    }
    return [name for name in fight.weapons if name in named]


def save_as(request: Request[program_verbs.SaveAs]) -> Reply:
    """Write the current fight as an encounter, and report what an encounter cannot express."""
    session, command, common = request.session, request.command, request.common
    text, not_kept = as_encounter(session, command.file)
    put(text, command.file, request.storage, common, force=command.force)
    notice = (
        f"not saved, because encounters do not contain them: {safe(', '.join(not_kept))}\n"
        if not_kept and not common.quiet
        else ""
    )
    if common.json:
        facts: SavedAs = {**place(session), "file": command.file, "text": text, "not_kept": not_kept}
        return Reply(text=json_line(f"save-as {quoted(command.file)}", **facts))
    if command.file == STANDARD_OUTPUT:
        return Reply(text=text, notice=notice)
    people = counted(len(everyone(session.fight)), "combatant")
    said = f"{safe(command.file)}: {people} of {session.rules.name}; start {safe(quoted(command.file))}\n"
    return Reply(text="" if common.quiet else said, notice=notice)


def example(request: Request[program_verbs.PrintExample]) -> Reply:
    """Print an encounter of a system with every key explained."""
    command = request.command
    text = example_of(load(command.system), command.kind)
    if request.common.json:
        facts: Text = {"text": text}
        return Reply(text=json_line(f"example {command.system} {command.kind}", **facts))
    return Reply(text=text)


FOR_FILES = Style(width=1_000_000)


def story_reply(session: Session, command: verbs.Log, style: Style, common: CommonOptions) -> Reply:
    """Print the whole fight as a story in the requested format. Raises UsageError for conflicting options."""
    for word, is_there in (("--script", command.script), ("--last", command.last)):
        if is_there:
            raise conflict("--format", word, hint=f"remove {word}")
    if common.json and command.format != "json":
        raise conflict("--json", f"--format {command.format}", hint=to_try("log --format json"))
    story = story_of(session, style if command.format == "text" else FOR_FILES)
    notice = "".join(f"{safe(each)}\n" for each in story.faults)
    return Reply(text=_written(story, session, command, style), notice=notice, status=int(bool(story.faults)))


def _written(story: Story, session: Session, command: verbs.Log, style: Style) -> str:
    match command.format:
        case "json":
            facts: shapes.JournalStory = {
                **place(session),
                "story": facts_of(story),
                "error": faults_facts(story.faults),
            }
            return json_line("log --format json", **facts)
        case "html":
            lines = html_lines(story)
        case "markdown":
            lines = markdown_lines(story)
        case _:
            lines = text_lines(story, style)
    return "".join(f"{line}\n" for line in lines)
