"""A fight in progress: the start, the journal of lines that were played since, and the fight as it is now."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rbfcli.core.errors import LimitReached, RbfError, Refusal
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import Budget
from rbfcli.core.text import is_digits, quoted
from rbfcli.engine.play import Played, execute
from rbfcli.language.grammar import split_words
from rbfcli.model.commands import ROLL, Add, Command
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules, stand_alone_fight
from rbfcli.model.sheets import slug
from rbfcli.session import journal as history
from rbfcli.session.journal import Fingerprinter, JournalCommand, JournalEntry, Replayed, lines_of_steps, steps_of

# Imported when they are called: only a save without its marks needs them.
mistakes_in = LazyFunction("rbfcli.checking.integrity", "mistakes_in")
new_among = LazyFunction("rbfcli.core.mistakes", "new_among")


# What a line of the journal takes to play again, in steps, an event, and how many combatants are gone through in one.
LINE, EVENT, PEOPLE_A_STEP = 25, 8, 2
NO_LONGER = "what it did can be typed anew"


MOST_NAMED = 8


def _is_numbered(actor: str, name: str) -> bool:
    """Whether an id is made of a name, with a number or without."""
    number = actor.removeprefix(name)
    return actor.startswith(name) and (not number or (is_digits(number) and len(number) < MOST_NAMED))


class Session:
    """A fight with its history; `played_by` wrote the save, `dropped` counts lines that cannot be redone."""

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
        self.fight = start if fight is None else fight
        self.entries = list(entries)
        self.undone_entries = list(undone_entries)
        self.revision = revision
        self.source = source
        self.played_by = played_by
        self.dropped = 0
        self._marker = Fingerprinter()

    @property
    def journal(self) -> list[str]:
        """The lines that led from the start to the fight."""
        return [each.line for each in self.entries]

    @property
    def undone(self) -> list[str]:
        """The lines that were taken back and can be redone, the next one last."""
        return [each.line for each in self.undone_entries]

    def twin(self) -> "Session":
        """A session that stands where this one does and goes its own way."""
        return Session(
            self.rules, self.start, fight=self.fight, entries=self.entries, undone_entries=self.undone_entries
        )

    def preview(self, command: Command) -> Played:
        """What a command would do now, dice included; nothing is kept."""
        return execute(self.rules, self.fight, self.written_out(command))

    def perform(self, command: Command) -> Played:
        """Play a command, and write the line of it into the journal. Raises RbfError where it is refused."""
        command = self.written_out(command)
        played = execute(self.rules, self.fight, command)
        self._enter(played.command or command, played)
        if self.undone_entries:
            self.dropped += len(self.undone_entries)
            self.undone_entries.clear()
        self.revision += 1
        return played

    def written_out(self, command: Command) -> Command:
        """Return an `add` with what it goes by: an id and name that no other ever had, and a roll for its count."""
        if not isinstance(command, Add) or any("=" not in each for each in command.pairs):
            return command
        rules, by_sheet = self.rules, any(each.startswith("initiative=") for each in command.pairs)
        acts_alone = rules.members is stand_alone_fight and rules.give_count is not None
        if self.fight.round and not (command.initiative or by_sheet) and acts_alone:
            command = replace(command, initiative=ROLL)
        return command if command.first else replace(command, first=self._first_number(command))

    def _first_number(self, command: Add) -> int:
        """Return the number after all that combatants of a name ever had; 0 where the usual numbers are new."""
        wanted = slug(command.name)
        fights = (self.start, self.fight, *(each.deed.before for each in self.entries if each.deed))
        used = {who for fight in fights for who in fight.combatants}
        read = (each.text for each in self.entries if each.text)  # of a line from a save, what it names is all we know
        used.update(word for text in read for word in split_words(text)[:MOST_NAMED] if word != wanted)
        named = {each for each in used if _is_numbered(each, wanted)}
        is_taken = wanted in named if command.count == "1" else bool(named - self.fight.combatants.keys())
        return max(int(each[len(wanted) :] or 1) for each in named) + 1 if is_taken else 0

    def _enter(self, command: Command, played: Played) -> None:
        self.entries.append(JournalEntry(deed=JournalCommand(command, self.fight, played.fight)))
        self.fight = played.fight

    def join(self, first: int) -> None:
        """Make one step of the lines from the one at `first` (counted from 0) on, for undo and redo."""
        self.entries[first + 1 :] = [replace(each, joined=True) for each in self.entries[first + 1 :]]

    def undo(self, steps: int, *, force: bool = False) -> list[str]:
        """Take back the last steps, latest first; with `force` by replaying the rest. Raises Refusal if unsure."""
        taken = self.undoable(steps)
        count = len(taken)
        found = history.earlier(self.entries, self.start, self.fight, count, self._marker)
        if found is self.start:
            self._require_sound_start()
        self.fight = self._replayed(count, force=force) if found is None else found
        self.undone_entries += self.entries[-count:][::-1]
        del self.entries[-count:]
        self.revision += 1
        return taken

    def _require_sound_start(self) -> None:
        """Raise Refusal if the start was edited out of shape and the journal has lost its marks."""
        found = [*mistakes_in(self.rules, self.start)]
        wrong = new_among([*mistakes_in(self.rules, self.fight)], found) if found else ()
        if wrong:
            raise Refusal(
                f"the start of the fight does not hold together: {wrong[0].line}", hint="the save was altered"
            )

    def redo(self, steps: int, *, force: bool = False) -> list[str]:
        """Play again what was undone, in its order. Raises Refusal, also (without `force`) for a line that differs."""
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
        """The last lines of the journal, latest first. Raises Refusal where there are not as many."""
        return _latest(self.entries, steps, "undone", backwards=True)

    def redoable(self, steps: int) -> list[str]:
        """The lines undone last, in the order they would be played. Raises Refusal where there are not as many."""
        return _latest(self.undone_entries, steps, "redone", backwards=False)

    def replay(self, budget: Budget | None = None, rules: Rules | None = None) -> Iterator[Replayed]:
        """Replay the journal by these `rules`. Raises Refusal at a refused line, LimitReached past the budget."""
        budget = budget or Budget()
        for replayed in self._played_again(rules or self.rules, self.entries):
            events, people = len(replayed.played.events), len(replayed.played.fight.combatants)
            budget.spend(LINE + people // PEOPLE_A_STEP + EVENT * events, "the journal is too long to play it again")
            yield replayed

    def _played_again(self, rules: Rules, entries: Sequence[JournalEntry]) -> Iterator[Replayed]:
        """Lines played again from the start. Raises Refusal, which names the line, at one that is refused today."""
        number = 0
        try:
            for replayed in history.replay(rules, self.start, entries, self._marker):
                number += 1
                yield replayed
        except LimitReached:
            raise
        except RbfError as wrong:
            raise self._refused(number + 1, entries[number], wrong) from None

    def _refused(self, number: int, entry: JournalEntry, wrong: RbfError) -> Refusal:
        """The refusal of a line that the program of today refuses, or no longer reads."""
        again = history.replay_differs(self._first_unknown(number), number, entry.line, self.played_by)
        return Refusal(f"{again}: {wrong.message}", hint=NO_LONGER, rule=wrong.rule)

    def doubts(self, count: int) -> Iterator[str]:
        """What is to be said once `count` lines were undone: of lines that were altered, or that redo would refuse."""
        yield from self._altered()
        try:
            self._again(self.undone_entries[-count:][::-1], force=False)
        except RbfError as wrong:
            yield wrong.message

    def _altered(self) -> Iterator[str]:
        """Of each line, undone ones included, that does not carry its mark."""
        lines = [*self.entries, *reversed(self.undone_entries)]
        for number in history.altered(lines, self._marker.mark(self.start)):
            yield history.was_altered(number, lines[number - 1].line)

    def faults(self, *, played: bool, budget: Budget | None = None) -> Iterator[str]:
        """What is wrong with the journal, in sentences: altered lines, and if `played` again the first that differs."""
        yield from self._altered()
        if played:
            yield from self._differing(budget)

    def _differing(self, budget: Budget | None) -> Iterator[str]:
        fight = self.start
        try:
            for number, replayed in enumerate(self.replay(budget), 1):
                fight = replayed.played.fight
                if not replayed.as_then:
                    yield self.differs(number)
                    return
        except LimitReached:
            raise
        except RbfError as refused:
            yield refused.message
            return
        if self._marker.mark(fight) != self.mark():
            yield "the journal does not lead to the fight that the save holds"

    def differs(self, number: int) -> str:
        """What there is to say of a line, counted from 1, that comes out otherwise than it did."""
        first = self._first_unknown(number)
        return history.replay_differs(first, number, self.entries[number - 1].line, self.played_by)

    def _first_unknown(self, number: int) -> int:
        """Return the first line that may differ where line `number` does: those before it without marks may too."""
        before = self.entries[: number - 1]
        while before and not (before[-1].fight or before[-1].deed):
            before.pop()
        return len(before) + 1

    def mark(self) -> str:
        """The mark of the fight as it is now."""
        return self._marker.mark(self.fight)

    def seal(self) -> None:
        """Give marks to what was played since it was read. Raises OverwriteRefused where a line would not read."""
        lines = [*self.entries, *reversed(self.undone_entries)]
        found = history.with_checksum(lines, self.start, self.rules, self._marker)
        played = len(self.entries)
        self.entries, self.undone_entries = found[:played], found[played:][::-1]

    def opening(self) -> list[str]:
        """The line that begins this fight anew, where one can."""
        fight = self.start
        if self.source:
            return [f"start {quoted(self.source)} --seed {quoted(fight.seed)}"]
        if not fight.combatants:
            title = f" --title {quoted(fight.title)}" if fight.title else ""
            return [f"new {fight.system} --seed {quoted(fight.seed)}{title}"]
        return ["# this fight began from a save edited by hand: play this on a copy of that save"]

    def _replayed(self, count: int, *, force: bool) -> Fight:
        """The fight before the last lines, by playing those before them. Raises Refusal where it may be another one."""
        wrong = next(self.faults(played=True), "")
        if wrong and not force:
            raise Refusal(wrong, hint="`undo --force` plays the lines before it as they are now; `check` says more")
        fight = self.start
        for replayed in self._played_again(self.rules, self.entries[:-count]):
            fight = replayed.played.fight
        return fight

    def _again(self, entries: Sequence[JournalEntry], *, force: bool) -> list[Replayed]:
        """Lines played again on the fight as it is. Raises Refusal where one comes out otherwise than it did."""
        found: list[Replayed] = []
        for entry in entries:
            fight = found[-1].played.fight if found else self.fight
            number = len(self.entries) + len(found) + 1
            try:
                replayed = history.again(self.rules, entry, fight, self._marker)
            except LimitReached:
                raise
            except RbfError as refused:
                raise self._refused(number, entry, refused) from None
            if not (replayed.as_then or force):
                wrong = history.replay_differs(number, number, entry.line, self.played_by)
                raise Refusal(wrong, hint="`redo --force` plays it as it is now")
            found.append(replayed)
        return found


def _latest(entries: Sequence[JournalEntry], steps: int, done: str, *, backwards: bool) -> list[str]:
    """The lines of the last steps. Raises Refusal where there are not as many."""
    known = steps_of(entries)
    if not known and steps == 1:
        raise Refusal(f"no command can be {done}")
    if not 0 < steps <= known:
        there_is = f"only {known} command{'s' * (known != 1)} can be {done}, not {steps}"
        raise Refusal(there_is if known else f"there is nothing that can be {done}")
    latest = entries[::-1]
    return [each.line for each in latest[: lines_of_steps(latest, steps, backwards=backwards)]]
