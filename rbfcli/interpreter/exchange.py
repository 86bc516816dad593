"""People from and to other programs: tables for spreadsheets, JSON, encounters of Improved Initiative."""

from typing import Any

from rbfcli.interpreter.put_file import STANDARD_OUTPUT, put
from rbfcli.interpreter.reply import Reply
from rbfcli.interpreter.report import nowhere, place
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, RbfError, Refusal, UsageError
from rbfcli.kernel.mistakes import words_in
from rbfcli.kernel.references import named_on_sheet
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import quoted
from rbfcli.language import file_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.session.people import Coming, People, join, looked_over
from rbfcli.session.save_as import encounter_text, plain_tables, with_own_words_said
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage
from rbfcli.store.formats import FORMAT
from rbfcli.store.reading import read_file
from rbfcli.systems.catalogue import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.envelope import Place
    from rbfcli.render.shapes.files import Exported, Imported

CSV, JSON, IMPROVED_INITIATIVE = "csv", "json", "improved-initiative"


def export_people(storage: Storage, command: file_verbs.Export, common: CommonOptions) -> Reply:
    """Write everybody of the fight with what an encounter says of them."""
    session = storage.load()
    rules, fight = session.rules, session.fight
    people = {who: plain_tables(with_own_words_said(rules, one)) for who, one in fight.combatants.items()}
    if (command.format or _by_name(command.file) or CSV) == JSON:
        from rbfcli.session.people_json import json_text

        carried = {name: plain_tables(fight.weapons[name]) for name in _weapons_of(rules, fight)}
        text = json_text(rules, people, carried)
    else:
        from rbfcli.session.people_csv import csv_text

        text = csv_text(rules, people)
    put(text, command.file, storage, common, force=command.force)
    if common.json:
        facts: Exported = {**place(session), "file": command.file, "text": text}
        return Reply(text=json_line(f"export people {quoted(command.file)}", **facts))
    if command.file == STANDARD_OUTPUT:
        return Reply(text=text)
    said = f"{safe(command.file)}: {len(people)} combatants of {rules.name}\n"
    return Reply(text="" if common.quiet else said)


def _weapons_of(rules: Rules, fight: Any) -> list[str]:
    """The fight's own weapons that somebody has, in its order."""
    named = {
        word
        for who, one in fight.combatants.items()
        for path, value, kind in named_on_sheet(rules, one, (who,))
        if kind == "weapon"
        for _, word in words_in(value, path)
    }
    return [name for name in fight.weapons if name in named]


def import_people(storage: Storage, command: file_verbs.Import, common: CommonOptions, budget: Budget) -> Reply:
    """Bring people into the fight, or write them as an encounter."""
    if command.to:
        return _as_encounter(storage, command, common, budget)
    if command.system and command.system != storage.load().rules.name:
        message = f"this fight is {storage.load().rules.name}, not {command.system}"
        raise Refusal(message, hint="--to FILE.toml writes an encounter of another system")

    def work(session: Session) -> tuple[Session, People, Coming]:
        people = _read(command, session.rules, budget)
        coming = looked_over(session.rules, session.fight, people, budget)
        join(session.twin() if common.dry_run else session, coming)
        return session, people, coming

    try:
        session, people, coming = storage.change(work)
    except LimitReached as limit:
        raise LimitReached(limit.message, hint="import fewer of them, or with less on their sheets") from None
    said = f"{safe(command.file)}: {_counted(coming)} the fight: {', '.join(map(safe, coming.new))}\n"
    brought = _brought(place(session), people, coming)
    return _reply("" if common.quiet else said, brought, command.file, common)


def _as_encounter(storage: Storage, command: file_verbs.Import, common: CommonOptions, budget: Budget) -> Reply:
    rules = load(command.system) if command.system else _rules_of(storage)
    people = _read(command, rules, budget)
    coming = looked_over(rules, rules.fight(system=rules.name), people, budget)
    title = {"title": people.title} if people.title else {}
    weapons = {name: people.weapons[name] for name in coming.weapons}
    tables = {"format": FORMAT, "system": rules.name, **title, "weapons": weapons, "combatants": dict(coming.tables)}
    text = encounter_text(rules, {key: each for key, each in tables.items() if each != {}}, command.to)
    put(text, command.to, storage, common, force=command.force)
    told = f"{safe(command.to)}: {len(coming.new)} combatants; start {safe(quoted(command.to))}\n"
    said = text if command.to == STANDARD_OUTPUT else "" if common.quiet else told
    brought = _brought(nowhere(rules.name), people, coming, to=command.to, text=text)
    return _reply(said, brought, command.file, common)


def _rules_of(storage: Storage) -> Rules:
    try:
        return storage.load().rules
    except RbfError:
        raise UsageError("of which system?", hint="--system futurepath") from None


def _counted(coming: Coming) -> str:
    return "1 combatant joins" if len(coming.new) == 1 else f"{len(coming.new)} combatants join"


def _brought(where: "Place", people: People, coming: Coming, *, to: str = "", text: str = "") -> "Imported":
    """Who came, and what could not be mapped, for JSON."""
    came: Imported = {
        **where,
        "to": to,
        "text": text,
        "joined": tuple(coming.new),
        "weapons": tuple(coming.weapons),
        "not_mapped": tuple(people.not_mapped),
    }
    return came


def _reply(said: str, brought: "Imported", file: str, common: CommonOptions) -> Reply:
    """What came of an import; what could not be mapped goes to standard error."""
    notice = "".join(f"not mapped: {safe(each)}\n" for each in brought["not_mapped"])
    if common.json:
        return Reply(text=json_line(f"import {quoted(file)}", **brought))
    return Reply(text=said, notice=notice)


def _read(command: file_verbs.Import, rules: Rules, budget: Budget) -> People:
    """The people of a file. Raises InvalidFile with all that is wrong with it."""
    try:
        return _people(read_file(command.file, follow=True), command, rules, budget)
    except InvalidFile as wrong:
        from rbfcli.interpreter.wrong_file import not_of_people

        raise not_of_people(wrong, command.file) from None


def _people(raw: bytes, command: file_verbs.Import, rules: Rules, budget: Budget) -> People:
    """The people in the bytes of a file. Raises InvalidFile."""
    form = command.format or _by_name(command.file)
    if command.only and form == CSV:
        raise UsageError("--only is for files of Improved Initiative", hint="leave it out")
    if form == CSV:
        from rbfcli.session.people_csv import read_csv

        return read_csv(raw, command.file, rules, budget)
    if not form:
        raise InvalidFile(f"{command.file}: what is it?", hint="--format csv, json or improved-initiative")
    from rbfcli.session.improved_initiative import holds_combatants, read_improved_initiative
    from rbfcli.session.people_json import parsed_json, read_json

    found = parsed_json(raw, command.file, budget)
    if form == IMPROVED_INITIATIVE and not holds_combatants(found):
        raise InvalidFile(f"{command.file} is no encounter of Improved Initiative: it has no Combatants")
    if form == IMPROVED_INITIATIVE or (not command.format and holds_combatants(found)):
        return read_improved_initiative(found, command.file, rules, command.only)
    return read_json(found, command.file, rules)


def _by_name(path: str) -> str:
    """The format that the name of a file says."""
    ending = path.rpartition(".")[2].casefold()
    return ending if ending in (CSV, JSON) else ""
