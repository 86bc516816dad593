"""`import`: combatants of other programs, into the fight or a new encounter, and a short report of what it did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.warnings import warnings_on
from rbfcli.commands.hints import PEOPLE, explained
from rbfcli.commands.import_export import STANDARD_OUTPUT, put
from rbfcli.commands.reply import Reply, Request, nowhere, place
from rbfcli.core.errors import (
    InvalidFile,
    LimitReached,
    NoSuchFile,
    RbfError,
    conflict,
    for_example,
    missing,
    must_be,
    refuse,
    to_try,
)
from rbfcli.core.limits import Budget
from rbfcli.core.mistakes import Mistake, new_among
from rbfcli.core.text import quoted, safe
from rbfcli.language import program_verbs
from rbfcli.model.events import AnyEvent, CombatantJoined, CustomEvent, FieldChanged
from rbfcli.model.rules import Rules
from rbfcli.render.json import json_line
from rbfcli.render.json_types.general import Imported
from rbfcli.render.narration import narrate, wrap_lines
from rbfcli.render.roster import people as people_in
from rbfcli.render.roster import roster
from rbfcli.render.sentences import Style, counted
from rbfcli.session.authoring import encounter_text
from rbfcli.session.file_store import SessionStore
from rbfcli.session.formats.incoming import ASSUMED, LEFT_OUT, MISSING, NOTED, ImportNote, People
from rbfcli.session.formats.recognize import read_people
from rbfcli.session.formats.tables import TableOptions, set_pairs
from rbfcli.session.import_export import ImportPlan, IncomingPeople, join, place_of, types_of, validate_people
from rbfcli.session.session import Session
from rbfcli.storage.files import read_file
from rbfcli.storage.paths import FORMAT
from rbfcli.systems.registry import load

MOST_LINES, MOST_NAMES, MOST_IDS = 5, 5, 12
WARNING, TO_ADD = "warning", "add NAME "


def import_people(request: Request[program_verbs.Import]) -> Reply:
    """Import combatants into the fight, or write them as an encounter."""
    storage, command, common = request.storage, request.command, request.common
    if command.to:
        return _as_encounter(request)
    if command.system and command.system != storage.load().rules.name:
        message = f"this fight is {storage.load().rules.name}, not {command.system}"
        raise refuse(message, hint="use --to FILE.toml to write an encounter of another system")

    try:
        done = storage.change(partial(_brought_in, request))
    except NoSuchFile as wrong:
        if wrong.path == storage.name:
            wrong.hint = to_try("new generic", f"import {quoted(command.file)} --to mine.toml --system generic")
        raise
    except LimitReached as limit:
        raise LimitReached(limit.message, hint="import fewer combatants, or with less on their sheets") from None
    read_as = f" ({done.people.form})" if done.people.form else ""
    said = wrap_lines([f"{safe(command.file)}{read_as}: {_happened(done.coming, command)}"], request.style)
    if common.dry_run and command.kind != "blocks":
        said += _preview(done.coming, done.session.rules, request.style)
    return _reply("" if common.quiet else "".join(f"{line}\n" for line in said), request, done)


def _brought_in(request: Request[program_verbs.Import], session: Session) -> ImportResult:
    command, rules, before = request.command, session.rules, session.fight
    people = _read(command, rules, request.budget)
    coming = validate_people(rules, before, people, request.budget, _plan(command, rules))
    played = join(session.twin() if request.common.dry_run else session, coming)
    told = _arrivals(played.events, before, played.fight, rules) if played else ()
    return ImportResult(session, people, coming, [*told, *_warnings(rules, before, coming)])


def _as_encounter(request: Request[program_verbs.Import]) -> Reply:
    storage, command, common = request.storage, request.command, request.common
    rules = load(command.system) if command.system else _rules_of(storage)
    done = _brought_in(request, Session(rules, rules.fight(system=rules.name)))
    people, coming = done.people, done.coming
    title = {"title": people.title} if people.title else {}
    weapons = {name: people.weapons[name] for name in coming.weapons}
    joined = "blocks" if command.kind == "blocks" else "combatants"
    tables = {"format": FORMAT, "system": rules.name, **title, "weapons": weapons, joined: dict(coming.tables)}
    text = encounter_text(rules, tables, command.to)
    put(text, command.to, storage, common, force=command.force)
    count = counted(len(coming.new), "stat block" if joined == "blocks" else "combatant")
    line = f"{safe(command.to)}: {count}; start {safe(quoted(command.to))}\n"
    said = text if command.to == STANDARD_OUTPUT else "" if common.quiet else line
    return _reply(said, request, done, text)


def _rules_of(storage: SessionStore) -> Rules:
    try:
        return storage.load().rules
    except RbfError:
        raise missing("system", "--system generic") from None


def _read(command: program_verbs.Import, rules: Rules, budget: Budget) -> People:
    keys = {}
    for pair in command.map:
        column, equals, key = pair.rpartition("=")
        if not (column and equals and key):
            raise must_be("--map", "COLUMN=KEY", pair, hint=for_example("--map LeP=hp"))
        keys[column] = key
    options = TableOptions(keys=keys, ignored=command.ignore, noted=command.notes, resets=command.update)
    try:
        raw = read_file(command.file, follow=True)
        chosen = {"form": command.format, "only": command.only, "trust": command.trust}
        return read_people(raw, command.file, rules, budget, options=options, **chosen)
    except InvalidFile as wrong:
        raise explained(wrong, command.file, PEOPLE) from None


def _plan(command: program_verbs.Import, rules: Rules) -> ImportPlan:
    if command.update and (command.kind == "blocks" or command.count):
        other = "--as blocks" if command.kind == "blocks" else "--count"
        raise conflict("--update", other, hint=f"remove {other}")
    return ImportPlan(
        side=command.side,
        given=set_pairs(command.set, rules),
        count=command.count,
        blocks=command.kind == "blocks",
        update=command.update,
    )


def _happened(coming: IncomingPeople, command: program_verbs.Import) -> str:
    new, changed = safe(_few(coming.new, MOST_IDS)), safe(_few(coming.changed, MOST_IDS))
    if command.kind == "blocks":
        return f"{counted(len(coming.new), 'stat block')}: {new}; add NAME --from {safe(quoted(coming.new[0]))}"
    parts = []
    if coming.new:
        verb = "joins" if len(coming.new) == 1 else "join"
        parts.append(f"{counted(len(coming.new), 'combatant')} {verb} the fight: {new}")
    if changed:
        parts.append(f"{len(coming.changed)} updated: {changed}")
    return "; ".join(parts) or ("nothing changes" if command.update else "no combatants")


def _preview(coming: IncomingPeople, rules: Rules, style: Style) -> list[str]:
    chosen = {*coming.new, *coming.changed}
    return [*filter(None, roster([each for each in people_in(coming.fight, rules) if each.who in chosen], style))]


def _arrivals(events: Iterable[AnyEvent], before: Any, after: Any, rules: Rules) -> Iterator[str]:
    """Yield what `add` reports about new combatants; of those with the same report, the first speaks for all."""
    alike: dict[object, list[CustomEvent]] = {}
    others: list[AnyEvent] = []
    for event in events:
        if isinstance(event, CustomEvent) and event.who:
            alike.setdefault((event.what, str(event.facts)), []).append(event)
        elif not isinstance(event, CombatantJoined | FieldChanged):
            others.append(event)
    for same in alike.values():
        also = _also([after.combatants[each.who].name for each in same[1:]])
        for line in narrate(same[:1], before, after, rules, Style()):
            yield f"{' '.join(line.split()).replace(TO_ADD, f'set {quoted(same[0].who)} ')}{also}"
    yield from (" ".join(line.split()) for line in narrate(others, before, after, rules, Style()))


def _warnings(rules: Rules, before: Any, coming: IncomingPeople) -> Iterator[str]:
    """Yield the weapons that stay the fight's, and the warnings about new or changed sheets; of the same, the first."""
    if coming.unlike:
        yield f"{WARNING}: weapons of the fight that differ from the file's stay: {_few(coming.unlike)}"
    alike: dict[str, list[tuple[str, Mistake]]] = {}
    people = coming.fight.combatants
    for who in (each for each in (*coming.new, *coming.changed) if each in people):
        known = [*warnings_on(rules, before, who)] if who in before.combatants else []
        for each in new_among(known, warnings_on(rules, coming.fight, who)):
            alike.setdefault(each.message.replace(people[who].name, ""), []).append((people[who].name, each))
    for same in alike.values():
        name, first = same[0]
        line = replace(first, path=first.path[2:] or first.path, hint="").line
        told = first.message if name in first.message else f"{name}: {line}"
        hint = f"; {first.hint}" if first.hint else ""
        yield f"{WARNING}: {told}{hint}{_also([name for name, _ in same[1:]])}"


def _also(names: Sequence[str]) -> str:
    return f" (also {_few(names)})" if names else ""


class Remark(Struct, frozen=True):
    """A remark of a report, with the combatants it is about."""

    note: ImportNote
    ids: tuple[str, ...]
    names: tuple[str, ...]

    def line(self, everyone: int) -> str:
        """Return it as a line; its combatants are not named if they are all."""
        names = f": {_few(self.names)}" if self.names and len(self.names) < everyone else ""
        fix = f"; set {quoted(self.ids[0])} {self.note.fix}" if self.note.fix and any(self.ids) else ""
        return f"{self.note.text}{names}{fix}"


def remarks(people: People, coming: IncomingPeople, rules: Rules) -> list[Remark]:
    """Return what import noted on the combatants who came in, each remark once, if their sheets have its key."""
    types = types_of(rules)
    ids = {at: who for who, at in reversed([*coming.places.items()])}
    whose: dict[ImportNote, dict[str, str]] = {note: {} for note in people.notes}
    for person in people.people:
        for note in person.notes:
            whose.setdefault(note, {})[person.at] = person.name
    return [
        Remark(note, tuple(ids.get(at, "") for at in them), tuple(them.values()))
        for note, them in whose.items()
        if not note.about or place_of(note.about, types)
    ]


def _few(names: Sequence[str], most: int = MOST_NAMES) -> str:
    more = len(names) - most
    return f"{', '.join(names[:most])}{f' and {more} more' if more > 0 else ''}"


def _report(found: Sequence[Remark], told: Sequence[str], everyone: int, *, explain: bool) -> list[str]:
    """Return the lines under an import: all, or at most five, in which similar remarks share a line."""
    lines: dict[str, list[str]] = {}
    for kind in (MISSING, ASSUMED, LEFT_OUT, NOTED):
        for each in (remark for remark in found if remark.note.kind == kind):
            title = f"{kind}: {each.note.group}: " if each.note.group else f"{kind}: "
            shared = (each.note.group or kind in (LEFT_OUT, NOTED)) and not explain
            line = each.note.text if shared else each.line(everyone)
            lines.setdefault(title if shared else f"{title}{line}", []).extend([line] if shared else [])
        for line in told if kind == MISSING else ():
            lines.setdefault(line, [])
    report = [f"{title}{_few([*dict.fromkeys(texts)])}" for title, texts in lines.items()]
    if explain or len(report) <= MOST_LINES:
        return report
    return [*report[: MOST_LINES - 1], f"and {len(report) - MOST_LINES + 1} more: --explain lists everything"]


class ImportResult(Struct, frozen=True):
    """What an import did: its fight, the file's contents, who came in, and what `add` would report."""

    session: Session
    people: People
    coming: IncomingPeople
    told: Sequence[str]


def _reply(said: str, request: Request[program_verbs.Import], done: ImportResult, text: str = "") -> Reply:
    """Return the reply to an import; the report goes to standard error."""
    command, common, everyone = request.command, request.common, len(done.people.people)
    rules = done.session.rules
    found = remarks(done.people, done.coming, rules)
    if common.json:
        kinds = (MISSING, ASSUMED, LEFT_OUT, NOTED)
        lines = {kind: [each.line(everyone) for each in found if each.note.kind == kind] for kind in kinds}
        facts: Imported = {
            **(nowhere(rules.name) if command.to else place(done.session)),
            "to": command.to,
            "text": text,
            "joined": done.coming.new,
            "updated": done.coming.changed,
            "weapons": done.coming.weapons,
            "read_as": done.people.form,
            "missing": (*lines[MISSING], *done.told),
            "assumed": (*lines[ASSUMED],),
            "not_mapped": (*lines[LEFT_OUT], *(f"{each} (in notes)" for each in lines[NOTED])),
        }
        return Reply(text=json_line(f"import {quoted(command.file)}", **facts))
    report = () if common.quiet else _report(found, done.told, everyone, explain=common.explain)
    return Reply(text=said, notice="".join(f"{safe(each)}\n" for each in report))
