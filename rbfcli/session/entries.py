"""The entries of a journal: each a line with its marks, and what it takes to go back behind it."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.limits import STEPS_BACK
from rbfcli.language.reader import ByField
from rbfcli.language.writer import line_for
from rbfcli.session.marks import LENGTH

SIGN, UNKNOWN, JOINED = "  # ", "-", " +"
_BOTH, _ONE = len(SIGN) + 2 * LENGTH + 1, len(SIGN) + LENGTH + 2


class Deed(Struct, frozen=True, gc=False):
    """What this process knows of a line that it played: the command, and the fights before and after it.

    `words` are those that the command was read from on the fight before, if it was read there.
    """

    command: Command
    before: Any
    after: Any
    words: ByField | None = None


class Entry(Struct, frozen=True, gc=False):
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
    deed: Deed | None = None
    joined: bool = False

    @property
    def line(self) -> str:
        """The line, as it was read or as it will be written."""
        return self.text or (line_for(self.deed.command) if self.deed else "")


def journal_text(entries: Iterable[Entry]) -> str:
    """Entries as a text: a script, with the marks of each line in a comment."""
    return "".join(
        f"{each.line}{SIGN}{each.chain} {each.fight or UNKNOWN}{JOINED if each.joined else ''}\n" for each in entries
    )


def back_text(entries: Sequence[Entry]) -> str:
    """What it takes to go back behind the latest entries, a line each; it ends where nothing is known."""
    kept = []
    for each in reversed(entries[-STEPS_BACK:]):
        if not each.back:
            break
        kept.append(f"{each.back}\n")
    return "".join(reversed(kept))


def read_entries(journal: str, back: str = "") -> tuple[Entry, ...]:
    """The entries of the texts of a save; a line without marks is one of an older save, or written by hand."""
    lines = [line for line in journal.split("\n") if line]
    steps = [line for line in back.split("\n") if line][-len(lines) :] if lines else []
    backs = (*[""] * (len(lines) - len(steps)), *steps)
    return tuple([_entry(line, way) for line, way in zip(lines, backs, strict=True)])


def steps_of(entries: Sequence[Entry]) -> int:
    """How many steps lines are to take back: those that are joined go together."""
    return max(min(1, len(entries)), len(entries) - sum(each.joined for each in entries))


def lines_of_steps(entries: Iterable[Entry], steps: int, *, backwards: bool) -> int:
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


def _entry(line: str, back: str) -> Entry:
    if line.endswith(JOINED):
        text, chain, fight = _read(line.removesuffix(JOINED))
        if chain:
            return Entry(text, chain, fight, back, joined=True)
    return Entry(*_read(line), back)


def _read(line: str) -> tuple[str, str, str]:
    """A line, the mark of the journal up to it, and that of its fight; a pattern would take several times as long."""
    if line[-_BOTH : 4 - _BOTH] == SIGN:
        return line[:-_BOTH], line[4 - _BOTH : -LENGTH - 1], line[-LENGTH:]
    if line[-_ONE : 4 - _ONE] == SIGN and line[-1] == UNKNOWN:
        return line[:-_ONE], line[4 - _ONE : -2], ""
    return line, "", ""
