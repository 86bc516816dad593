"""Saves that were edited by hand, are in an older format, or are damaged."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rbfcli.checking.integrity import further_mistakes, mistakes_in
from rbfcli.checking.locations import Sources, few, require_valid
from rbfcli.core.errors import InvalidFile, LimitReached, RbfError, UsageError, invalid
from rbfcli.core.limits import Budget
from rbfcli.core.matching import SAY
from rbfcli.core.mistakes import Mistake, new_among
from rbfcli.core.paths import dotted
from rbfcli.core.text import quoted
from rbfcli.core.type_errors import type_mistakes
from rbfcli.engine.edits import all_settled
from rbfcli.engine.play import execute
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Edit
from rbfcli.model.evolve import patched, read_steps, steps_between, steps_text
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.session.saves import load_rules, save_type, session_of
from rbfcli.session.session import (
    Fingerprinter,
    JournalCommand,
    JournalEntry,
    Session,
    again,
    chained,
    mark,
    pay_for,
    read_entries,
)
from rbfcli.storage.paths import SAVE_FORMAT
from rbfcli.storage.toml import read_toml

F = TypeVar("F")

IN_A_SAVE = ("fight",)


def sound(rules: Rules, fight: F, sources: Sources, before: F | None = None) -> F:
    """Return the fight of an edited save. Raises InvalidFile with all mistakes that were not there `before`.

    What follows from an edit of the fight `before` is settled first, as the edit will settle it (`Rules.settled`).
    """
    known = [] if before is None else [*mistakes_in(rules, before)]
    settled = fight
    with suppress(RbfError):  # the edit then reports why
        settled = fight if before is None else all_settled(rules, before, fight)
    found = new_among(known, mistakes_in(rules, settled))
    require_valid(found, sources, lambda path: (*IN_A_SAVE, *path))
    return fight


GIVEN_UP = "its open question was dropped"
NEW_START = "its journal does not lead to it, so it is a new start"


def with_edit(session: Session, edited: Any, sources: Sources) -> tuple[Session, str]:
    """Return a session whose fight was edited by hand, with a notice. Raises InvalidFile for an invalid fight.

    The edit is applied to the fight that the journal leads to. If the journal does not lead there, the save is a new
    start. A paused command is abandoned if the edit changed its questions or what it stored.
    """
    last = last_of(session)
    fight = sound(session.rules, edited, sources, last)
    if last is None:
        given_up = bool(fight.questions) != (fight.paused is not None)
    else:
        given_up = (fight.questions, fight.paused) != (last.questions, last.paused)
    if given_up:
        fight = _without_pause(fight)
    if last is None:
        began = Session(session.rules, fight, revision=session.revision, played_by=session.played_by)
        return began, f"{NEW_START}; {GIVEN_UP}" if given_up else NEW_START
    steps = steps_text(steps_between(_without_pause(last) if given_up else last, fight))
    session.fight = last
    try:
        session.perform(Edit(steps=steps, force=given_up))
    except RbfError as wrong:
        raise invalid(f"{sources[0][0]}: {wrong.message}", hint=wrong.hints) from None
    settled = ", ".join(dotted(step.path) for step in steps_between(fight.combatants, session.fight.combatants))
    notices = GIVEN_UP if given_up else "", f"this also changed {settled}" if settled else ""
    return session, "; ".join(filter(None, notices))


def _without_pause(fight: Any) -> Any:
    return replace(fight, questions=(), paused=None)


def last_of(session: Session) -> Any:
    """Return the fight that the journal leads to, or None if a line is altered, refused or has another result."""
    entries = session.entries
    if any(session.faults(played=False)) or not all(each.fight for each in entries):
        return None
    try:
        played, wrong = _replayed(session.rules, session.start, entries, Budget())
    except LimitReached:
        return None
    return None if wrong else _end(played, session.start)


def _replayed(
    rules: Rules, start: Any, entries: Sequence[JournalEntry], budget: Budget | None
) -> tuple[list[JournalEntry], str]:
    """Replay lines up to the first that differs; return them as played, and what differs. Raises LimitReached."""
    found: list[JournalEntry] = []
    fight, marker = start, Fingerprinter()
    for entry in entries:
        try:
            each = again(rules, entry, fight, marker)
        except RbfError as wrong:
            if budget and isinstance(wrong, LimitReached):
                raise
            return found, f"{entry.line} is refused today: {wrong.message}"
        if budget:
            pay_for(each, budget)
        if not each.as_then:
            return found, f"{entry.line} gives a different result now"
        found.append(
            JournalEntry(entry.line, change=JournalCommand(each.command, fight, each.played.fight), joined=entry.joined)
        )
        fight = each.played.fight
    return found, ""


def _end(played: Sequence[JournalEntry], start: Any) -> Any:
    return played[-1].change.after if played and played[-1].change else start


# The first format that stores a paused command and marks free text with `say`.
PAUSES = 2
ELSEWHERE = "replaying its journal now gives a different fight, so the saved one is kept"


def of_today(tables: Mapping[str, Any], number: int, rules: Rules) -> dict[str, Any]:
    """Return the tables of a save of format `number` in the current form."""
    fights = {name: _migrated(tables.get(name), number, rules) for name in ("start", "fight")}
    return {**tables, "format": SAVE_FORMAT, **fights}


def _migrated(fight: Any, number: int, rules: Rules) -> Any:
    """Return a fight of format `number` in the current form; unchanged, for a check to report, if it is damaged."""
    try:
        return rules.migrate(number, dict(fight))
    except (AttributeError, LookupError, TypeError, ValueError):
        return fight


def renewed(session: Session, number: int, budget: Budget | None = None) -> str:
    """Update a session of format `number` to the current format and return a notice. Raises LimitReached.

    Checksums of older formats cover other fields, so they are dropped. If the journal leads to the saved fight, its
    lines get new checksums. If it does not, because the rules changed or the save was edited, it keeps its lines,
    and undo goes back as far as the stored steps allow.
    """
    lines = [*session.entries, *reversed(session.undone_entries)]
    if number < PAUSES:
        lines = [JournalEntry(line) for line in _with_say(session.rules, session.start, [each.line for each in lines])]
    lines = [JournalEntry(each.line, back=each.back, joined=each.joined) for each in lines]
    count = len(session.entries)
    played, _ = _replayed(session.rules, session.start, lines, budget or Budget())
    then = _end(played[:count], session.start) if len(played) >= count else None
    notice = ""
    if then is not None and _same_but_for_pauses(then, session.fight):
        session.fight = then
        lines[: len(played)] = played
    else:
        notice = ELSEWHERE
        if number < PAUSES and session.fight.questions:
            asked = ", ".join(each.kind for each in session.fight.questions)
            notice = f"{ELSEWHERE}; {GIVEN_UP}: {asked}"
            session.fight = replace(session.fight, questions=())
        lines[:count] = _marked_backwards(lines[:count], session.fight)
    session.entries, session.undone_entries = lines[:count], lines[count:][::-1]
    return notice


def _same_but_for_pauses(one: Fight, other: Fight) -> bool:
    """Return whether two fights are equal, comparing paused commands only by their questions."""
    asked = [[(each.kind, each.who) for each in fight.questions] for fight in (one, other)]
    return asked[0] == asked[1] and bool(_without_pause(one) == _without_pause(other))


def _marked_backwards(entries: Sequence[JournalEntry], fight: Fight) -> list[JournalEntry]:
    """Return the entries, the last ones with checksums, as far back as their undo steps lead."""
    found = []
    left = list(entries)
    while left:
        entry = left.pop()
        found.append(replace(entry, fight=mark(fight)))
        try:
            fight = patched(fight, read_steps(entry.back))
        except (LookupError, msgspec.MsgspecError):
            break
    return [*left, *reversed(found)]


def _with_say(rules: Rules, fight: Fight, lines: list[str]) -> list[str]:
    """Put `say` before free text in lines of format 1. Lines after the first that is refused stay unchanged."""
    for at, line in enumerate(lines):
        found = next(_playing(rules, fight, line), None)
        if found is None:
            break
        lines[at], fight = found
    return lines


def _playing(rules: Rules, fight: Fight, line: str) -> Iterator[tuple[str, Fight]]:
    """Yield the forms of a line that the rules accept, each with the fight after it; the unchanged line comes first."""
    for form in _forms(line):
        try:
            yield form, execute(rules, fight, read_line(form, rules, fight)).fight
        except (RbfError, ValueError):
            continue


def _forms(line: str) -> Iterator[str]:
    """Yield a line, and then the line with one word marked as free text: an answer after `say`, any other with it."""
    yield line
    try:
        verb, *words = split_words(line)
    except UsageError:
        return
    for at, word in enumerate(words):
        own = [SAY, word] if verb == "choose" else [f"{SAY} {word}"]
        yield " ".join([verb, *map(quoted, [*words[:at], *own, *words[at + 1 :]])])


def refuse_unfit(tables: Mapping[str, Any], rules: Rules, sources: Sources) -> None:
    """Raise InvalidFile with every unfitting value and further mistake, but none that the GM had set before."""
    found, before = few(type_mistakes(tables, save_type(rules.fight))), list[Mistake]()
    with suppress(msgspec.ValidationError):
        last = last_of(session_of({**tables, "fight": tables.get("start")}, rules))
        before += () if last is None else mistakes_in(rules, last)
    more = new_among(before, further_mistakes(rules, tables.get("fight")))
    require_valid([*found, *(replace(each, path=(*IN_A_SAVE, *each.path)) for each in more)], sources)


NO_START = "the start and the journal; the fight now starts from its last state"
_KEYS = {"format": int, "system": str, "source": str, "revision": int, "played_by": str}


def repaired(raw: bytes, name: str) -> tuple[Session, list[str]]:
    """Return a session from a damaged save, and what was lost. Raises InvalidFile if no fight can be read."""
    unreadable = invalid(f"{name}: neither the start of the fight nor the fight can be read", "rbf restore --list")
    text = raw.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    head = {key: value for key, kind in _KEYS.items() for value in _values(text, key) if type(value) is kind}
    start, fight = _table(text, "start"), _table(text, "fight")
    if start is None and fight is None:
        raise unreadable
    rules = load_rules({"system": (start or fight or {}).get("system"), **head}, name)
    number = int(str(head.get("format", SAVE_FORMAT)))
    began, current = (_fight_in(tables, number, rules, name) for tables in (start, fight))
    if began is None and current is None:
        raise unreadable
    if began is None:
        return _session(rules, current, head), [NO_START]
    journal = _journal(text)  # an older format's checksums cover other fields
    journal = (
        journal if number == SAVE_FORMAT else tuple(JournalEntry(each.line, joined=each.joined) for each in journal)
    )
    entries, lost = _fitting(journal, mark(began), marked=head.get("format") == SAVE_FORMAT)
    played, wrong = _replayed(rules, began, entries, None)
    if wrong and current is not None and mark(current) == entries[-1].fight:
        return _session(rules, began, head, entries, current), lost
    last = _end(played, began)
    if wrong:
        lost.append(f"command {len(played) + 1} and those after it: {wrong}")
    if current is None:
        lost.append("the last state of the fight cannot be read; it is now where the journal ends")
    elif mark(current) != mark(last):
        lost.append("the saved fight does not match its journal")
    return _session(rules, began, head, played, last), lost


def _session(rules: Rules, start: Any, head: Mapping[str, Any], entries: Any = (), fight: Any = None) -> Session:
    revision, source = head.get("revision", 0), head.get("source", "")
    return Session(rules, start, fight=fight, entries=entries, revision=revision, source=source)


def _fitting(entries: tuple[JournalEntry, ...], chain: str, *, marked: bool) -> tuple[list[JournalEntry], list[str]]:
    """Return the entries whose checksums follow one another, and messages about the others."""
    found: list[JournalEntry] = []
    lost = []
    for number, entry in enumerate(entries, 1):
        right = chained(chain, entry.line, entry.fight)
        if entry.chain == right or not (entry.chain or marked):
            found.append(entry)
            chain = right
        elif entry.chain == chain:
            lost.append(f"line {number} of the journal is a duplicate: {entry.line}")
        else:
            lost.append(f"line {number} of the journal does not follow from the lines before it: {entry.line}")
    return found, lost


def _fight_in(tables: Mapping[str, Any] | None, number: int, rules: Rules, name: str) -> Any:
    """Return the fight in the tables of a format, or None if they do not hold a valid one."""
    if tables is None:
        return None
    today = _migrated(tables, number, rules) if number < SAVE_FORMAT else tables
    try:
        return sound(rules, msgspec.convert(today, rules.fight), [(name, "")])
    except (msgspec.ValidationError, InvalidFile):
        return None


def _table(text: str, key: str) -> dict[str, Any] | None:
    """Return a table with its inner tables, or None if its part of the text cannot be read."""
    heads = [found.start() for found in re.finditer(rf"^\[+{key}[\].]", text, re.MULTILINE)]
    others = [found.start() for found in re.finditer(rf"^\[+(?!{key}[\].])", text, re.MULTILINE)]
    ends = [each for each in (*others, len(text)) if heads and each > heads[0]]
    for end in sorted(ends):
        for tables in _read(text[heads[0] : end]):
            found = tables.get(key)
            if isinstance(found, dict):
                return found
    return None


def _values(text: str, key: str) -> Iterator[Any]:
    line = re.search(rf"^{key} = .*$", text, re.MULTILINE)
    for tables in _read(line[0] if line else ""):
        yield from tables.values()


def _journal(text: str) -> tuple[JournalEntry, ...]:
    found = re.search(r"^journal = '''\n(.*?)(?:'''|\Z)", text, re.MULTILINE | re.DOTALL)
    if found:
        return read_entries(found[1])
    return next((read_entries(value) for value in _values(text, "journal") if isinstance(value, str)), ())


def _read(text: str) -> Iterator[dict[str, Any]]:
    try:
        yield read_toml(text.encode(), "part")
    except InvalidFile:
        return
