"""Repair of damaged saves: the journal is replayed from the start, up to its last valid entry.

Only this module cuts a save's text into parts: a file that is not TOML cannot be read as a whole.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli.core.errors import InvalidFile, RbfError, invalid
from rbfcli.model.rules import Rules
from rbfcli.session.edits import sound
from rbfcli.session.journal import Fingerprinter, JournalCommand, JournalEntry, again, chained, mark, read_entries
from rbfcli.session.saves import load_rules
from rbfcli.session.session import Session
from rbfcli.storage.paths import SAVE_FORMAT
from rbfcli.storage.toml import read_toml

NO_START = "the start of the fight, and with it the journal: how the fight stood is a new start"
_KEYS = {"format": int, "system": str, "source": str, "revision": int, "played_by": str}


class Repaired(Struct, frozen=True):
    """A session made from a damaged save, and what was lost, in sentences."""

    session: Session
    lost: tuple[str, ...] = ()


def repaired(raw: bytes, name: str) -> Repaired:
    """Return the session in a damaged save. Raises InvalidFile if neither start nor fight can be read."""
    text = raw.decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    head = {key: value for key, kind in _KEYS.items() for value in _values(text, key) if type(value) is kind}
    start, fight = _table(text, "start"), _table(text, "fight")
    if start is None and fight is None:
        raise _unreadable(name)
    rules = load_rules({"system": (start or fight or {}).get("system"), **head}, name)
    number = int(str(head.get("format", SAVE_FORMAT)))
    began, stands = (_fight(tables, number, rules, name) for tables in (start, fight))
    if began is None and stands is None:
        raise _unreadable(name)
    if began is None:
        return Repaired(_session(rules, stands, head), (NO_START,))
    journal = _journal(text) if number == SAVE_FORMAT else _unmarked(text)
    entries, lost = _fitting(journal, mark(began), marked=head.get("format") == SAVE_FORMAT)
    played, more = _played(rules, began, entries)
    if len(played) < len(entries) and stands is not None and mark(stands) == entries[-1].fight:
        return Repaired(_session(rules, began, head, entries, stands), tuple(lost))
    last = played[-1].deed.after if played and played[-1].deed else began
    if stands is None:
        more.append("the fight as it stood cannot be read: it stands where the journal leads to")
    elif mark(stands) != mark(last):
        more.append("the fight stood elsewhere than the journal leads to")
    return Repaired(_session(rules, began, head, played, last), (*lost, *more))


def _unreadable(name: str) -> InvalidFile:
    return invalid(f"{name}: neither the start of the fight nor the fight can be read", "rbf restore --list")


def _session(rules: Rules, start: Any, head: Mapping[str, Any], entries: Any = (), fight: Any = None) -> Session:
    revision, source = head.get("revision", 0), head.get("source", "")
    return Session(rules, start, fight=fight, entries=entries, revision=revision, source=source)


def _unmarked(text: str) -> tuple[JournalEntry, ...]:
    """Return the entries of a save in an older format, without its checksums, which can no longer be compared."""
    return tuple(JournalEntry(each.line, joined=each.joined) for each in _journal(text))


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


def _played(rules: Rules, start: Any, entries: list[JournalEntry]) -> tuple[list[JournalEntry], list[str]]:
    """Return the entries that replay with the same result, and a message about the first that does not."""
    found: list[JournalEntry] = []
    fight, marker = start, Fingerprinter()
    for number, entry in enumerate(entries, 1):
        try:
            replayed = again(rules, entry, fight, marker)
        except RbfError as wrong:
            return found, [f"command {number} and those after it: {entry.line} is refused today: {wrong.message}"]
        if not replayed.as_then:
            return found, [f"command {number} and those after it: {entry.line} comes out otherwise today"]
        found.append(JournalEntry(entry.line, deed=JournalCommand(replayed.command, fight, replayed.played.fight)))
        fight = replayed.played.fight
    return found, []


def _fight(tables: Mapping[str, Any] | None, number: int, rules: Rules, name: str) -> Any:
    """Return the fight in the tables of a format, or None if they do not hold a valid one."""
    if tables is None:
        return None
    today = rules.migrate(number, dict(tables)) if number < SAVE_FORMAT else tables
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
    """Yield the value of a top-level key, if it can be read."""
    line = re.search(rf"^{key} = .*$", text, re.MULTILINE)
    for tables in _read(line[0] if line else ""):
        yield from tables.values()


def _journal(text: str) -> tuple[JournalEntry, ...]:
    """Return the lines of the journal, even if it is cut off."""
    found = re.search(r"^journal = '''\n(.*?)(?:'''|\Z)", text, re.MULTILINE | re.DOTALL)
    if found:
        return read_entries(found[1])
    return next((read_entries(value) for value in _values(text, "journal") if isinstance(value, str)), ())


def _read(text: str) -> Iterator[dict[str, Any]]:
    try:
        yield read_toml(text.encode(), "part")
    except InvalidFile:
        return
