"""Files for users and other programs: encounters, tables of combatants, stories."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rbfcli.checking.integrity import named_on_sheet
from rbfcli.commands.hints import ENCOUNTER, PEOPLE, explained
from rbfcli.commands.reply import Reply, Request, nowhere, place, session_started
from rbfcli.core.errors import (
    InvalidFile,
    LimitReached,
    RbfError,
    conflict,
    invalid,
    missing,
    misuse,
    refuse,
    to_try,
)
from rbfcli.core.limits import Budget
from rbfcli.core.mistakes import words_in
from rbfcli.core.text import quoted, safe
from rbfcli.language import program_verbs, verbs
from rbfcli.language.grammar import CommonOptions
from rbfcli.model.rules import Rules
from rbfcli.render.json import faults_facts, json_line, judged_line
from rbfcli.render.sentences import Style
from rbfcli.session.authoring import as_encounter, encounter_text, example_of, plain_tables, with_own_words_said
from rbfcli.session.encounter import empty, read_encounter, session_from_tables, warnings_of
from rbfcli.session.file_store import SessionStore
from rbfcli.session.import_export import (
    IncomingPeople,
    People,
    csv_text,
    join,
    json_text,
    parsed_json,
    read_csv,
    read_json,
    validate_people,
)
from rbfcli.session.improved_initiative import holds_combatants, read_improved_initiative
from rbfcli.session.session import Session
from rbfcli.storage.files import AtomicFile, read_file, same_file
from rbfcli.storage.paths import FORMAT, find_encounter
from rbfcli.story.documents import html_lines, markdown_lines
from rbfcli.story.story import Story, story_of
from rbfcli.story.text import facts_of, text_lines
from rbfcli.systems.registry import load

if TYPE_CHECKING:
    from rbfcli.render.json_types import fights as shapes
    from rbfcli.render.json_types.general import Exported, Imported, Place, SavedAs, Text


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
        raise refuse(f"{path} already exists", hint="use another name, or --force to replace it")
    if common.dry_run:
        AtomicFile(path).require_place()
    else:
        AtomicFile(path).replace(text.encode())


CSV, JSON, IMPROVED_INITIATIVE = "csv", "json", "improved-initiative"


def export_people(request: Request[program_verbs.Export]) -> Reply:
    """Export all combatants of the fight with their encounter keys."""
    session, command, common = request.session, request.command, request.common
    rules, fight = session.rules, session.fight
    people = {who: plain_tables(with_own_words_said(rules, one)) for who, one in fight.combatants.items()}
    if (command.format or _by_name(command.file) or CSV) == JSON:
        carried = {name: plain_tables(fight.weapons[name]) for name in _weapons_of(rules, fight)}
        text = json_text(rules, people, carried)
    else:
        text = csv_text(rules, people)
    put(text, command.file, request.storage, common, force=command.force)
    if common.json:
        facts: Exported = {**place(session), "file": command.file, "text": text}
        return Reply(text=json_line(f"export people {quoted(command.file)}", **facts))
    if command.file == STANDARD_OUTPUT:
        return Reply(text=text)
    said = f"{safe(command.file)}: {len(people)} combatants of {rules.name}\n"
    return Reply(text="" if common.quiet else said)


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


def import_people(request: Request[program_verbs.Import]) -> Reply:
    """Import combatants into the fight, or write them as an encounter."""
    storage, command, common, budget = request.storage, request.command, request.common, request.budget
    if command.to:
        return _as_encounter(storage, command, common, budget)
    if command.system and command.system != storage.load().rules.name:
        message = f"this fight is {storage.load().rules.name}, not {command.system}"
        raise refuse(message, hint="use --to FILE.toml to write an encounter of another system")

    def work(session: Session) -> tuple[Session, People, IncomingPeople]:
        people = _read(command, session.rules, budget)
        coming = validate_people(session.rules, session.fight, people, budget)
        join(session.twin() if common.dry_run else session, coming)
        return session, people, coming

    try:
        session, people, coming = storage.change(work)
    except LimitReached as limit:
        raise LimitReached(limit.message, hint="import fewer combatants, or with less on their sheets") from None
    said = f"{safe(command.file)}: {_counted(coming)} the fight: {', '.join(map(safe, coming.new))}\n"
    brought = _brought(place(session), people, coming)
    return _reply("" if common.quiet else said, brought, command.file, common)


def _as_encounter(storage: SessionStore, command: program_verbs.Import, common: CommonOptions, budget: Budget) -> Reply:
    rules = load(command.system) if command.system else _rules_of(storage)
    people = _read(command, rules, budget)
    coming = validate_people(rules, rules.fight(system=rules.name), people, budget)
    title = {"title": people.title} if people.title else {}
    weapons = {name: people.weapons[name] for name in coming.weapons}
    tables = {"format": FORMAT, "system": rules.name, **title, "weapons": weapons, "combatants": dict(coming.tables)}
    text = encounter_text(rules, {key: each for key, each in tables.items() if each != {}}, command.to)
    put(text, command.to, storage, common, force=command.force)
    told = f"{safe(command.to)}: {len(coming.new)} combatants; start {safe(quoted(command.to))}\n"
    said = text if command.to == STANDARD_OUTPUT else "" if common.quiet else told
    brought = _brought(nowhere(rules.name), people, coming, to=command.to, text=text)
    return _reply(said, brought, command.file, common)


def _rules_of(storage: SessionStore) -> Rules:
    try:
        return storage.load().rules
    except RbfError:
        raise missing("system", "--system futurepath") from None


def _counted(coming: IncomingPeople) -> str:
    return "1 combatant joins" if len(coming.new) == 1 else f"{len(coming.new)} combatants join"


def _brought(where: Place, people: People, coming: IncomingPeople, *, to: str = "", text: str = "") -> Imported:
    """Return the combatants who joined and what could not be mapped, for JSON."""
    came: Imported = {
        **where,
        "to": to,
        "text": text,
        "joined": tuple(coming.new),
        "weapons": tuple(coming.weapons),
        "not_mapped": tuple(people.not_mapped),
    }
    return came


def _reply(said: str, brought: Imported, file: str, common: CommonOptions) -> Reply:
    """Return the reply to an import; what could not be mapped goes to standard error."""
    notice = "".join(f"not mapped: {safe(each)}\n" for each in brought["not_mapped"])
    if common.json:
        return Reply(text=json_line(f"import {quoted(file)}", **brought))
    return Reply(text=said, notice=notice)


def _read(command: program_verbs.Import, rules: Rules, budget: Budget) -> People:
    """Read the combatants of a file. Raises InvalidFile with all its mistakes."""
    try:
        return _people(read_file(command.file, follow=True), command, rules, budget)
    except InvalidFile as wrong:
        raise explained(wrong, command.file, PEOPLE) from None


def _people(raw: bytes, command: program_verbs.Import, rules: Rules, budget: Budget) -> People:
    """Parse the combatants in the bytes of a file. Raises InvalidFile."""
    form = command.format or _by_name(command.file)
    if command.only and form == CSV:
        raise misuse("--only applies only to files of Improved Initiative", hint="remove it")
    if form == CSV:
        return read_csv(raw, command.file, rules, budget)
    if not form:
        raise invalid(f"{command.file}: unknown format", "--format csv|json|improved-initiative")
    found = parsed_json(raw, command.file, budget)
    if form == IMPROVED_INITIATIVE and not holds_combatants(found):
        raise invalid(f"{command.file} is not an Improved Initiative encounter: it has no Combatants")
    if form == IMPROVED_INITIATIVE or (not command.format and holds_combatants(found)):
        return read_improved_initiative(found, command.file, rules, command.only)
    return read_json(found, command.file, rules)


def _by_name(path: str) -> str:
    """Return the format that a file's name implies; empty if there is none."""
    ending = path.rpartition(".")[2].casefold()
    return ending if ending in (CSV, JSON) else ""


def save_as(request: Request[program_verbs.SaveAs]) -> Reply:
    """Write the current fight as an encounter, and report what an encounter cannot express."""
    session, command, common = request.session, request.command, request.common
    made = as_encounter(session, command.file)
    text = made.text
    not_kept = [each.field for each in made.not_kept]
    put(text, command.file, request.storage, common, force=command.force)
    notice = f"an encounter cannot say: {safe(', '.join(not_kept))}\n" if not_kept and not common.quiet else ""
    if common.json:
        facts: SavedAs = {**place(session), "file": command.file, "text": text, "not_kept": not_kept}
        return Reply(text=json_line(f"save-as {quoted(command.file)}", **facts))
    if command.file == STANDARD_OUTPUT:
        return Reply(text=text, notice=notice)
    people = len(session.fight.combatants)
    said = f"{safe(command.file)}: {people} combatants of {session.rules.name}; start {safe(quoted(command.file))}\n"
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
            return judged_line("log --format json", **facts)
        case "html":
            lines = html_lines(story)
        case "markdown":
            lines = markdown_lines(story)
        case _:
            lines = text_lines(story, style)
    return "".join(f"{line}\n" for line in lines)
