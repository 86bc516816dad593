"""The journal of a fight: its entries, their marks, and the way back."""

from _blake2 import blake2b
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from rbfcli.core.errors import OverwriteRefused, RbfError
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
    """Marks fights one after the other; what two of them share is looked at once."""

    def __init__(self) -> None:
        self._fields = JournalDigests()
        self._people = JournalDigests("combatants")

    def mark(self, fight: Fight) -> str:
        """Return the mark of a fight, which covers what is not default: a new field leaves old marks valid."""
        fields = _not_default(fight)
        people = fields.pop("combatants", {})
        digests = b"".join((*self._fields.of(fields), *self._people.of(people)))
        return blake2b(digests, digest_size=LENGTH // 2).hexdigest()


class JournalDigests:
    """Digests of values by their names in a `part` of a fight; that of a value which is the same as before is known."""

    def __init__(self, part: str = "") -> None:
        self._part = part
        self._values: dict[str, Any] = {}
        self._digests: dict[str, bytes] = {}

    def of(self, values: Mapping[str, Any]) -> Iterable[bytes]:
        """The digests of some values, in their order."""
        for name, value in values.items():
            if name not in self._digests or self._values[name] is not value:
                self._values[name] = value
                self._digests[name] = _digest((self._part, name) if self._part else (name, ""), value)
        return map(self._digests.__getitem__, values)


def _not_default(fight: Fight) -> dict[str, Any]:
    """The fields of a fight that are not as by default, by name, in the order of their names."""
    names = fight.__struct_fields__
    defaults = (*[msgspec.NODEFAULT] * (len(names) - len(fight.__struct_defaults__)), *fight.__struct_defaults__)
    rows = sorted(zip(names, astuple(fight), defaults, strict=True), key=lambda row: row[0])
    return {name: value for name, value, default in rows if not _is_default(value, default)}


def _is_default(value: Any, default: Any) -> bool:
    made = getattr(default, "factory", None)
    return bool(value == (default if made is None else made()))


def _digest(key: tuple[str, str], value: Any) -> bytes:
    return blake2b(_text([*key, canonical(value)]), digest_size=16).digest()


def mark(fight: Fight) -> str:
    """The mark of one fight."""
    return Fingerprinter().mark(fight)


def chained(before: str, line: str, fight: str) -> str:
    """The mark of a journal up to a line: of what it was before, of the line, and of the fight that it led to."""
    return blake2b(f"{before}\n{line}\n{fight}".encode(errors="surrogatepass"), digest_size=LENGTH // 2).hexdigest()


def _text(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


SIGN, UNKNOWN, JOINED = "  # ", "-", " +"


class JournalCommand(Struct, frozen=True, gc=False):
    """What this process knows of a line that it played: the command, and the fights before and after it."""

    command: Command
    before: Any
    after: Any


class JournalEntry(Struct, frozen=True, gc=False):
    """One line of a journal.

    `text` is the line as a save has it, `chain` the mark of the journal up to it, `fight` that of the fight it led to
    (empty: nobody knows any more), `back` the steps from that fight to the one before it, as a text (empty: they are
    not kept). Of a line that was played since the save was read there is only the `deed`. A line that is `joined` is
    taken back, and done again, with the one before it.
    """

    text: str = ""
    chain: str = ""
    fight: str = ""
    back: str = ""
    deed: JournalCommand | None = None
    joined: bool = False

    @property
    def line(self) -> str:
        """The line, as it was read or as it will be written."""
        return self.text or (line_for(self.deed.command) if self.deed else "")


def journal_text(entries: Iterable[JournalEntry]) -> str:
    """Entries as a text: a script, with the marks of each line in a comment."""
    return "".join(
        f"{each.line}{SIGN}{each.chain} {each.fight or UNKNOWN}{JOINED if each.joined else ''}\n" for each in entries
    )


def back_text(entries: Sequence[JournalEntry]) -> str:
    """What it takes to go back behind the latest entries, a line each; it ends where nothing is known."""
    kept = []
    for each in reversed(entries[-STEPS_BACK:]):
        if not each.back:
            break
        kept.append(f"{each.back}\n")
    return "".join(reversed(kept))


def read_entries(journal: str, back: str = "") -> tuple[JournalEntry, ...]:
    """The entries of the texts of a save; a line without marks is one of an older save, or written by hand."""
    lines = [line for line in journal.split("\n") if line]
    steps = [line for line in back.split("\n") if line][-len(lines) :] if lines else []
    backs = (*[""] * (len(lines) - len(steps)), *steps)
    return tuple([_entry(line, way) for line, way in zip(lines, backs, strict=True)])


def steps_of(entries: Sequence[JournalEntry]) -> int:
    """How many steps lines are to take back: those that are joined go together."""
    return max(min(1, len(entries)), len(entries) - sum(each.joined for each in entries))


def lines_of_steps(entries: Iterable[JournalEntry], steps: int, *, backwards: bool) -> int:
    """How many lines the first `steps` of some entries are, which come in the order they were played or backwards."""
    lines = done = 0
    for each in entries:
        if not backwards and not each.joined:
            done += 1
        if done > steps or (backwards and done == steps):
            break
        lines += 1
        if backwards and not each.joined:
            done += 1
    return lines


def _entry(line: str, back: str) -> JournalEntry:
    """Read a line of a journal; a comment that is not two marks is part of what was typed."""
    text, _, marks = line.rpartition(SIGN)
    chain, _, fight = marks.removesuffix(JOINED).partition(" ")
    if len(chain) != LENGTH or (len(fight) != LENGTH and fight != UNKNOWN):
        return JournalEntry(line, back=back)
    return JournalEntry(text, chain, "" if fight == UNKNOWN else fight, back, joined=marks.endswith(JOINED))


LINE_SHOWN = 200


class Replayed(Struct, frozen=True):
    """A line played again: the fight before it, what it did, and whether it led to where it once did."""

    entry: JournalEntry
    before: Any
    command: Command
    played: Played
    as_then: bool


def again(rules: Rules, entry: JournalEntry, fight: Fight, marker: Fingerprinter) -> Replayed:
    """Play a line of the journal again. Raises RbfError where the rules refuse it today."""
    command = read_line(entry.line, rules, fight)
    played = execute(rules, fight, command)
    after = entry.fight or (entry.deed and marker.mark(entry.deed.after))
    return Replayed(entry, fight, command, played, not after or marker.mark(played.fight) == after)


def replay(rules: Rules, start: Fight, entries: Iterable[JournalEntry], marker: Fingerprinter) -> Iterator[Replayed]:
    """Play lines again from the start, one by one. Raises RbfError at one that the rules refuse today."""
    fight = start
    for entry in entries:
        replayed = again(rules, entry, fight, marker)
        yield replayed
        fight = replayed.played.fight


def earlier(
    entries: Sequence[JournalEntry], start: Fight, fight: Fight, count: int, marker: Fingerprinter
) -> Fight | None:
    """The fight before the last `count` lines, by what is kept of each; None where that is not known for sure."""
    left, first = len(entries) - count, entries[0]
    if not left and (first.chain or first.deed) and not altered(entries[:1], marker.mark(start)):
        return start
    target = entries[left - 1] if left else JournalEntry(fight=marker.mark(start))
    if target.deed:
        found: Fight = target.deed.after
        return found
    try:
        found = _back(entries[left:], fight)
    except (LookupError, TypeError, AttributeError, msgspec.MsgspecError):
        return None
    return found if target.fight and marker.mark(found) == target.fight else None


def _back(entries: Sequence[JournalEntry], fight: Fight) -> Fight:
    """Go back behind lines. Raises LookupError, TypeError, AttributeError or MsgspecError for steps that do not fit."""
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
    """Lines with their marks. Raises OverwriteRefused for one that would not read back as what was played."""
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
    if not _reads_back(line, deed, rules):
        shown = line if len(line) <= LINE_SHOWN else f"{line[:LINE_SHOWN]}..."
        raise OverwriteRefused(f"the line {shown!r} would not read back as what was done", hint="nothing is saved")


def _reads_back(line: str, deed: JournalCommand, rules: Rules) -> bool:
    """Whether a line reads as its command."""
    if "\n" in line:
        return False
    try:
        return read_line(line, rules, deed.before) == deed.command
    except RbfError:
        return False


def altered(entries: Iterable[JournalEntry], start: str) -> list[int]:
    """Return the numbers of lines with a wrong mark; the first lines of an old save, and new ones, may have none."""
    found, chain, any_marked = [], start, False
    for number, each in enumerate(entries, 1):
        right = chained(chain, each.line, each.fight)
        if each.chain != right and (each.chain or (any_marked and not each.deed)):
            found.append(number)
        any_marked = any_marked or bool(each.chain)
        chain = each.chain or right
    return found


def was_altered(number: int, line: str) -> str:
    """What there is to say of a line that does not carry its mark."""
    before = "one before it taken away" if number > 1 else "the start of the fight"
    return f"line {number} of the journal was altered, or {before}: {line}"


def replay_differs(first: int, number: int, line: str, played_by: str) -> str:
    """What there is to say of a line that comes out in another way today, or one of those from `first` to it."""
    who = f" than when {played_by} played it" if played_by else ""
    if first < number:
        return f"one of the lines {first} to {number} of the journal comes out otherwise{who}"
    return f"line {number} of the journal comes out otherwise{who}: {line}"
