"""The journal of a fight: its entries, their checksums, and undo steps."""

from _blake2 import blake2b
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from rbfcli.core.errors import RbfError, not_saved, shown
from rbfcli.core.limits import STEPS_BACK
from rbfcli.engine.play import Played, execute
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command
from rbfcli.model.evolve import Step, patched, read_steps, steps_between, steps_text
from rbfcli.model.fight import Fight, canonical
from rbfcli.model.rules import Rules

LENGTH = 12


class Fingerprinter:
    """A checksum calculator for successive fights. Parts that did not change are not hashed again."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[Any, bytes]] = {}

    def mark(self, fight: Fight) -> str:
        """Return the checksum of a fight. Default values are left out, so adding a field keeps old checksums valid."""
        fields = _not_default(fight)
        people = fields.pop("combatants", {})
        parts = [((name, ""), value) for name, value in fields.items()]
        parts += [(("combatants", who), one) for who, one in people.items()]
        digests = b"".join([self._digest(key, value) for key, value in parts])
        return blake2b(digests, digest_size=LENGTH // 2).hexdigest()

    def _digest(self, key: tuple[str, str], value: Any) -> bytes:
        known = self._known.get(key)
        if known is None or known[0] is not value:
            text = msgspec.json.encode([*key, canonical(value)], order="deterministic")
            known = self._known[key] = value, blake2b(text, digest_size=16).digest()
        return known[1]


def _not_default(fight: Fight) -> dict[str, Any]:
    """Return the fields of a fight that differ from their defaults, sorted by name."""
    names = fight.__struct_fields__
    defaults = (*[msgspec.NODEFAULT] * (len(names) - len(fight.__struct_defaults__)), *fight.__struct_defaults__)
    rows = sorted(zip(names, astuple(fight), defaults, strict=True), key=lambda row: row[0])
    return {name: value for name, value, default in rows if not _is_default(value, default)}


def _is_default(value: Any, default: Any) -> bool:
    made = getattr(default, "factory", None)
    return bool(value == (default if made is None else made()))


def mark(fight: Fight) -> str:
    """Return the checksum of one fight."""
    return Fingerprinter().mark(fight)


def chained(before: str, line: str, fight: str) -> str:
    """Return the checksum of a journal up to a line.

    It covers the checksum before the line, the line, and the checksum of the fight after it.
    """
    return blake2b(f"{before}\n{line}\n{fight}".encode(errors="surrogatepass"), digest_size=LENGTH // 2).hexdigest()


SIGN, UNKNOWN, JOINED = "  # ", "-", " +"


class JournalCommand(Struct, frozen=True, gc=False):
    """A command played by this process, with the fights before and after it."""

    command: Command
    before: Any
    after: Any


class JournalEntry(Struct, frozen=True, gc=False):
    """One line of a journal.

    `text` is the line as stored in the save and `chain` the checksum of the journal up to it. `fight` is the
    checksum of the fight after it (empty if unknown), and `back` the undo steps to the fight before it, as text
    (empty if not kept). A line played since the save was read has only the `deed`. A `joined` line is undone and
    redone together with the one before it.
    """

    text: str = ""
    chain: str = ""
    fight: str = ""
    back: str = ""
    deed: JournalCommand | None = None
    joined: bool = False

    @property
    def line(self) -> str:
        """Return the line, as read or as it will be written."""
        return self.text or (line_for(self.deed.command) if self.deed else "")


def journal_text(entries: Iterable[JournalEntry]) -> str:
    """Return entries as text: a script, with each line's checksums in a comment."""
    return "".join(
        f"{each.line}{SIGN}{each.chain} {each.fight or UNKNOWN}{JOINED if each.joined else ''}\n" for each in entries
    )


def back_text(entries: Sequence[JournalEntry]) -> str:
    """Return the undo steps of the latest entries, one per line, back to the first entry without any."""
    kept = []
    for each in reversed(entries[-STEPS_BACK:]):
        if not each.back:
            break
        kept.append(f"{each.back}\n")
    return "".join(reversed(kept))


def read_entries(journal: str, back: str = "") -> tuple[JournalEntry, ...]:
    """Return the entries in a save's texts. A line without checksums is from an older save or was written by hand."""
    lines = [line for line in journal.split("\n") if line]
    steps = [line for line in back.split("\n") if line][-len(lines) :] if lines else []
    backs = (*[""] * (len(lines) - len(steps)), *steps)
    return tuple([_entry(line, way) for line, way in zip(lines, backs, strict=True)])


def in_steps(entries: Iterable[JournalEntry]) -> list[list[JournalEntry]]:
    """Group entries, in playing order, into the steps of undo and redo; a joined line belongs to the line before it."""
    found: list[list[JournalEntry]] = []
    for each in entries:
        if each.joined and found:
            found[-1].append(each)
        else:
            found.append([each])
    return found


def _entry(line: str, back: str) -> JournalEntry:
    """Return the entry for a line of a journal. A comment that is not two checksums is part of the command."""
    text, _, marks = line.rpartition(SIGN)
    chain, _, fight = marks.removesuffix(JOINED).partition(" ")
    if len(chain) != LENGTH or (len(fight) != LENGTH and fight != UNKNOWN):
        return JournalEntry(line, back=back)
    return JournalEntry(text, chain, "" if fight == UNKNOWN else fight, back, joined=marks.endswith(JOINED))


class Replayed(Struct, frozen=True):
    """A replayed line: the fight before it, its result, and whether it led to the same fight as before."""

    entry: JournalEntry
    before: Any
    command: Command
    played: Played
    as_then: bool


def again(rules: Rules, entry: JournalEntry, fight: Fight, marker: Fingerprinter) -> Replayed:
    """Replay a line of the journal. Raises RbfError if the rules now refuse it."""
    command = read_line(entry.line, rules, fight)
    played = execute(rules, fight, command)
    after = entry.fight or (entry.deed and marker.mark(entry.deed.after))
    return Replayed(entry, fight, command, played, not after or marker.mark(played.fight) == after)


def earlier(
    entries: Sequence[JournalEntry], start: Fight, fight: Fight, count: int, marker: Fingerprinter
) -> Fight | None:
    """Return the fight before the last `count` lines, from the stored undo steps, or None if it is not certain."""
    left, first = len(entries) - count, entries[0]
    if not left and (first.chain or first.deed) and not altered(entries[:1], marker.mark(start)):
        return start
    target = entries[left - 1] if left else JournalEntry(fight=marker.mark(start))
    if target.deed:
        found: Fight = target.deed.after
        return found
    try:
        found = _back(entries[left:], fight)
    except (LookupError, msgspec.MsgspecError):
        return None
    return found if target.fight and marker.mark(found) == target.fight else None


def _back(entries: Sequence[JournalEntry], fight: Fight) -> Fight:
    """Return the fight before some lines. Raises LookupError or MsgspecError for unfitting steps."""
    steps: list[Step] = []
    for entry in reversed(entries):
        if entry.deed:
            fight, steps = entry.deed.before, []
        elif entry.back:
            steps += read_steps(entry.back)
        else:
            raise LookupError(entry.line)
    return patched(fight, steps) if steps else fight


def with_checksum(
    entries: Sequence[JournalEntry], start: Fight, rules: Rules, marker: Fingerprinter
) -> list[JournalEntry]:
    """Return entries with their checksums.

    Raises OverwriteRefused for a line that would not read back as its command.
    """
    known = next((at for at, entry in enumerate(entries) if not entry.chain), len(entries))
    chain = entries[known - 1].chain if known else marker.mark(start)
    found = list(entries[:known])
    for at, entry in enumerate(entries[known:], known):
        line, fight, back = entry.line, entry.fight, entry.back
        if entry.deed:
            _must_read_back(line, entry.deed, rules)
            fight = marker.mark(entry.deed.after)
            near = len(entries) - at <= STEPS_BACK
            back = steps_text(steps_between(entry.deed.after, entry.deed.before)) if near else ""
        chain = chained(chain, line, fight)
        found.append(JournalEntry(line, chain, fight, back, joined=entry.joined))
    return found


def _must_read_back(line: str, deed: JournalCommand, rules: Rules) -> None:
    with suppress(RbfError):
        if "\n" not in line and read_line(line, rules, deed.before) == deed.command:
            return
    raise not_saved(f"the line {shown(line)}")


def altered(entries: Iterable[JournalEntry], start: str) -> list[int]:
    """Return the numbers of lines with a wrong checksum.

    Lines before the first checksum and new lines may have none.
    """
    found, chain, any_marked = [], start, False
    for number, each in enumerate(entries, 1):
        right = chained(chain, each.line, each.fight)
        if each.chain != right and (each.chain or (any_marked and not each.deed)):
            found.append(number)
        any_marked = any_marked or bool(each.chain)
        chain = each.chain or right
    return found
