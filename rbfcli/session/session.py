"""A fight in progress: its start, the journal of lines played since with checksums and undo steps, and its present."""

from _blake2 import blake2b
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from rbfcli.core.errors import Hint, LimitReached, RbfError, not_saved, refuse, shown
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import STEPS_BACK, Budget
from rbfcli.core.text import is_digits, quoted, slug
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import Played, execute
from rbfcli.engine.scene import Scene
from rbfcli.language.grammar import line_for, split_words
from rbfcli.language.parser import read_line
from rbfcli.model.commands import ROLL, Add, Command
from rbfcli.model.evolve import Step, patched, read_steps, steps_between, steps_text
from rbfcli.model.fight import Fight, canonical, everyone
from rbfcli.model.rules import Rules, acts_alone

# Imported when called: only a save without checksums needs them.
mistakes_in = LazyFunction("rbfcli.checking.integrity", "mistakes_in")
new_among = LazyFunction("rbfcli.core.mistakes", "new_among")

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
    """Return the checksum of a journal up to a line: of the checksum before it, the line, and the fight after it."""
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
    (empty if not kept). A line played since the save was read has only the `change`. A `joined` line is undone and
    redone together with the one before it.
    """

    text: str = ""
    chain: str = ""
    fight: str = ""
    back: str = ""
    change: JournalCommand | None = None
    joined: bool = False

    @property
    def line(self) -> str:
        """Return the line, as read or as it will be written."""
        return self.text or (line_for(self.change.command) if self.change else "")


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
    after = entry.fight or (entry.change and marker.mark(entry.change.after))
    return Replayed(entry, fight, command, played, not after or marker.mark(played.fight) == after)


def earlier(
    entries: Sequence[JournalEntry], start: Fight, fight: Fight, count: int, marker: Fingerprinter
) -> Fight | None:
    """Return the fight before the last `count` lines, from the stored undo steps, or None if it is not certain."""
    left, first = len(entries) - count, entries[0]
    if not left and (first.chain or first.change) and not altered(entries[:1], marker.mark(start)):
        return start
    target = entries[left - 1] if left else JournalEntry(fight=marker.mark(start))
    if target.change:
        found: Fight = target.change.after
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
        if entry.change:
            fight, steps = entry.change.before, []
        elif entry.back:
            steps += read_steps(entry.back)
        else:
            raise LookupError(entry.line)
    return patched(fight, steps) if steps else fight


def with_checksum(
    entries: Sequence[JournalEntry], start: Fight, rules: Rules, marker: Fingerprinter
) -> list[JournalEntry]:
    """Return entries with their checksums. Raises OverwriteRefused for a line that would read back otherwise."""
    known = next((at for at, entry in enumerate(entries) if not entry.chain), len(entries))
    chain = entries[known - 1].chain if known else marker.mark(start)
    found = list(entries[:known])
    for at, entry in enumerate(entries[known:], known):
        line, fight, back = entry.line, entry.fight, entry.back
        if entry.change:
            _must_read_back(line, entry.change, rules)
            fight = marker.mark(entry.change.after)
            near = len(entries) - at <= STEPS_BACK
            back = steps_text(steps_between(entry.change.after, entry.change.before)) if near else ""
        chain = chained(chain, line, fight)
        found.append(JournalEntry(line, chain, fight, back, joined=entry.joined))
    return found


def _must_read_back(line: str, change: JournalCommand, rules: Rules) -> None:
    with suppress(RbfError):
        if "\n" not in line and read_line(line, rules, change.before) == change.command:
            return
    raise not_saved(f"the line {shown(line)}")


def altered(entries: Iterable[JournalEntry], start: str) -> list[int]:
    """Return the numbers of lines with a wrong checksum; those before the first one, and new lines, may have none."""
    found, chain, any_marked = [], start, False
    for number, each in enumerate(entries, 1):
        right = chained(chain, each.line, each.fight)
        if each.chain != right and (each.chain or (any_marked and not each.change)):
            found.append(number)
        any_marked = any_marked or bool(each.chain)
        chain = each.chain or right
    return found


# Steps to replay a line of the journal, and each event of it; and combatants per further step.
LINE, EVENT, PEOPLE_A_STEP = 25, 8, 2
NO_LONGER = "type its changes again"


MOST_NAMED = 8


def _is_numbered(actor: str, name: str) -> bool:
    number = actor.removeprefix(name)
    return actor.startswith(name) and (not number or (is_digits(number) and len(number) < MOST_NAMED))


def pay_for(replayed: Replayed, budget: Budget) -> None:
    """Spend the steps of a replayed line. Raises LimitReached past the budget."""
    events, people = len(replayed.played.events), len(replayed.played.fight.combatants)
    budget.spend(LINE + people // PEOPLE_A_STEP + EVENT * events, "the journal is too long to play it again")


class Session:
    """A fight with its journal. `played_by` wrote the save; `dropped` counts lines that can no longer be redone."""

    def __init__(
        self,
        rules: Rules,
        start: Fight,
        *,
        fight: Fight | None = None,
        entries: Sequence[JournalEntry] = (),
        undone_entries: Sequence[JournalEntry] = (),
        revision: int = 0,
        source: str = "",
        played_by: str = "",
    ) -> None:
        self.rules = rules
        self.start = start
        self.fight: Fight = start if fight is None else fight
        self.entries: list[JournalEntry] = list(entries)
        self.undone_entries: list[JournalEntry] = list(undone_entries)
        self.revision: int = revision
        self.source = source
        self.played_by = played_by
        self.dropped: int = 0
        self._marker = Fingerprinter()

    @property
    def journal(self) -> list[str]:
        """Return the lines that led from the start to the current fight."""
        return [each.line for each in self.entries]

    @property
    def undone(self) -> list[str]:
        """Return the lines that were undone and can be redone, the next one last."""
        return [each.line for each in self.undone_entries]

    def twin(self) -> "Session":
        """Return an independent copy of the session."""
        return Session(
            self.rules, self.start, fight=self.fight, entries=self.entries, undone_entries=self.undone_entries
        )

    def preview(self, command: Command) -> Played:
        """Return the result of a command without keeping it. The dice are those it would roll now."""
        return execute(self.rules, self.fight, self.written_out(command))

    def would_catch(self, command: Command) -> tuple[str, ...] | None:
        """Return who is inside the area of an attack if it lands where it is aimed; None for any other command."""
        asked, scene = self.rules.would_catch, Scene[Any, Any](self.fight, MaxDice(), self.rules, force=command.force)
        return asked(scene, command) if asked else None

    def perform(self, command: Command) -> Played:
        """Run a command and record it in the journal. Raises RbfError if it is refused."""
        command = self.written_out(command)
        played = execute(self.rules, self.fight, command)
        self._enter(played.command or command, played)
        if self.undone_entries:
            self.dropped += len(self.undone_entries)
            self.undone_entries.clear()
        self.revision += 1
        return played

    def written_out(self, command: Command) -> Command:
        """Return an `add` with its automatic values written out: its stat block, unused ids and an initiative roll."""
        if not isinstance(command, Add) or any("=" not in each for each in command.pairs):
            return command
        command = self._with_block(command)
        by_sheet = any(each.startswith("initiative=") for each in command.pairs)
        if self.fight.round and not (command.initiative or by_sheet) and acts_alone(self.rules):
            command = replace(command, initiative=ROLL)
        return command if command.first else replace(command, first=self._first_number(command))

    def _with_block(self, command: Add) -> Add:
        """Return an `add` that builds on the stat block with its name, or the singular of it if it adds several."""
        name, blocks = slug(command.name), self.fight.blocks
        single = name.removesuffix("s")
        if command.block or not blocks.keys() & {name, single}:
            return command
        if name in blocks:
            return replace(command, block=name)
        return command if command.count == "1" else replace(command, name=single, block=single)

    def _first_number(self, command: Add) -> int:
        """Return the number after all those that combatants of a name ever had, or 0 if the usual ones are unused."""
        wanted = slug(command.name)
        fights = (self.start, self.fight, *(each.change.before for each in self.entries if each.change))
        used = {who for fight in fights for who in everyone(fight)}
        read = (each.text for each in self.entries if each.text)  # of a line from a save, only its words are known
        used.update(word for text in read for word in split_words(text)[:MOST_NAMED] if word != wanted)
        named = {each for each in used if _is_numbered(each, wanted)}
        is_taken = wanted in named if command.count == "1" else bool(named - self.fight.combatants.keys())
        return max(int(each[len(wanted) :] or 1) for each in named) + 1 if is_taken else 0

    def _enter(self, command: Command, played: Played) -> None:
        self.entries.append(JournalEntry(change=JournalCommand(command, self.fight, played.fight)))
        self.fight = played.fight

    def join(self, first: int) -> None:
        """Combine the lines from `first` (counted from 0) on into one step for undo and redo."""
        self.entries[first + 1 :] = [replace(each, joined=True) for each in self.entries[first + 1 :]]

    def undo(self, steps: int, *, force: bool = False) -> list[str]:
        """Undo the last steps, latest first, by the stored undo steps or else by a replay; the dice go back too.

        Raises Refusal if a replay is needed that may give another fight, unless `force` is set.
        """
        taken = self.undoable(steps)
        count = len(taken)
        found = earlier(self.entries, self.start, self.fight, count, self._marker)
        if found is self.start:
            self._require_sound_start()
        self.fight = self._replayed(count, force=force) if found is None else found
        self.undone_entries += self.entries[-count:][::-1]
        del self.entries[-count:]
        self.revision += 1
        return taken

    def _require_sound_start(self) -> None:
        """Raise Refusal if the start is invalid: it was edited, and the journal has lost its checksums."""
        found = [*mistakes_in(self.rules, self.start)]
        wrong = new_among([*mistakes_in(self.rules, self.fight)], found) if found else ()
        if wrong:
            raise refuse(f"the start of the fight is invalid: {wrong[0].line}", hint="the save was altered")

    def redo(self, steps: int, *, force: bool = False) -> list[str]:
        """Replay undone lines in their order. Raises Refusal, also (without `force`) for a line with another result."""
        lines = self.redoable(steps)
        count = len(lines)
        again = self._again(self.undone_entries[-count:][::-1], force=force)
        for replayed in again:
            self._enter(replayed.command, replayed.played)
            self.entries[-1] = replace(self.entries[-1], joined=replayed.entry.joined)
        del self.undone_entries[-count:]
        self.revision += 1
        return lines

    def undoable(self, steps: int) -> list[str]:
        """Return the lines of the last steps, latest first. Raises Refusal if there are too few."""
        return _lines_of(self.entries, steps, "undo", slice(-steps, None))[::-1]

    def redoable(self, steps: int) -> list[str]:
        """Return the lines to redo, in the order they would be played. Raises Refusal if there are too few."""
        return _lines_of(self.undone_entries[::-1], steps, "redo", slice(steps))

    def replay(self, budget: Budget | None = None, rules: Rules | None = None) -> Iterator[Replayed]:
        """Replay the journal by these `rules`. Raises Refusal at a refused line, LimitReached past the budget."""
        budget = budget or Budget()
        for replayed in self._played_again(rules or self.rules, self.entries, self.start, 1):
            pay_for(replayed, budget)
            yield replayed

    def _played_again(
        self, rules: Rules, entries: Sequence[JournalEntry], fight: Fight, first: int
    ) -> Iterator[Replayed]:
        """Replay lines, numbered from `first`, on a fight. Raises Refusal, naming the line, if one is now refused."""
        for number, entry in enumerate(entries, first):
            try:
                replayed = again(rules, entry, fight, self._marker)
            except LimitReached:
                raise
            except RbfError as wrong:
                raise refuse(f"{self.differs(number, entry)}: {wrong.message}", wrong.rule, hint=NO_LONGER) from None
            yield replayed
            fight = replayed.played.fight

    def doubts(self, count: int) -> Iterator[str]:
        """Yield the warnings after `count` lines were undone: altered lines, or lines that redo would refuse."""
        yield from self._altered()
        try:
            self._again(self.undone_entries[-count:][::-1], force=False)
        except RbfError as wrong:
            yield wrong.message

    def _altered(self) -> Iterator[str]:
        """Yield a message for each line, undone ones included, with a wrong checksum."""
        lines = [*self.entries, *reversed(self.undone_entries)]
        for number in altered(lines, self._marker.mark(self.start)):
            before = "a line before it was removed" if number > 1 else "the start of the fight was"
            yield f"line {number} of the journal was altered, or {before}: {lines[number - 1].line}"

    def faults(self, *, played: bool, budget: Budget | None = None) -> Iterator[str]:
        """Yield the journal's problems: altered lines and, if `played`, the first line with another result."""
        yield from self._altered()
        if not played:
            return
        fight = self.start
        try:
            for number, replayed in enumerate(self.replay(budget), 1):
                fight = replayed.played.fight
                if not replayed.as_then:
                    yield self.differs(number, replayed.entry)
                    return
        except LimitReached:
            raise
        except RbfError as refused:
            yield refused.message
            return
        if self._marker.mark(fight) != self.mark():
            yield "the journal does not lead to the fight that the save holds"

    def differs(self, number: int, entry: JournalEntry) -> str:
        """Return the message about a line with another result; lines before it without checksums may be the cause."""
        before = self.entries[: number - 1]
        while before and not (before[-1].fight or before[-1].change):
            before.pop()
        return self._now_differs(len(before) + 1, number, entry)

    def _now_differs(self, first: int, number: int, entry: JournalEntry) -> str:
        then = f" than it did with {self.played_by}" if self.played_by else ""
        result = f"of the journal now gives a different result{then}"
        return (
            f"one of the lines {first} to {number} {result}"
            if first < number
            else f"line {number} {result}: {entry.line}"
        )

    def mark(self) -> str:
        """Return the checksum of the current fight."""
        return self._marker.mark(self.fight)

    def seal(self) -> None:
        """Give checksums to the new lines. Raises OverwriteRefused if one would not read back."""
        lines = [*self.entries, *reversed(self.undone_entries)]
        found = with_checksum(lines, self.start, self.rules, self._marker)
        played = len(self.entries)
        self.entries, self.undone_entries = found[:played], found[played:][::-1]

    def opening(self) -> list[str]:
        """Return the line that begins this fight again, if there is one."""
        fight = self.start
        if self.source:
            return [f"start {quoted(self.source)} --seed {quoted(fight.seed)}"]
        if not fight.combatants:
            title = f" --title {quoted(fight.title)}" if fight.title else ""
            return [f"new {fight.system} --seed {quoted(fight.seed)}{title}"]
        return ["# this fight began from a save edited by hand: play this on a copy of that save"]

    def _replayed(self, count: int, *, force: bool) -> Fight:
        """Return the fight before the last lines, by a replay. Raises Refusal, without `force`, if it may differ."""
        wrong = next(self.faults(played=True), "")
        if wrong and not force:
            again = Hint("{} replays the earlier lines under today's rules", "undo --force")
            raise refuse(wrong, hint=(again, Hint("see {}", "check")))
        fight = self.start
        for replayed in self._played_again(self.rules, self.entries[:-count], self.start, 1):
            fight = replayed.played.fight
        return fight

    def _again(self, entries: Sequence[JournalEntry], *, force: bool) -> list[Replayed]:
        """Replay lines on the current fight. Raises Refusal if one gives another result than before."""
        first, found = len(self.entries) + 1, list[Replayed]()
        for number, replayed in enumerate(self._played_again(self.rules, entries, self.fight, first), first):
            if not (replayed.as_then or force):
                wrong = self._now_differs(number, number, replayed.entry)
                raise refuse(wrong, hint=Hint("{} replays it under today's rules", "redo --force"))
            found.append(replayed)
        return found


def _lines_of(entries: Sequence[JournalEntry], steps: int, verb: str, which: slice) -> list[str]:
    """Return the lines of some of the steps of entries in playing order. Raises Refusal if there are too few."""
    known = in_steps(entries)
    if not 0 < steps <= len(known):
        raise refuse(f"cannot {verb} {steps} commands: only {len(known)} so far" if known else f"nothing to {verb}")
    return [each.line for step in known[which] for each in step]
