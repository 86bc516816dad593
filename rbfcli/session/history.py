"""The history of a fight: its journal played again, gone back by, given its marks, and found altered."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import RbfError, WouldBeLost
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.limits import STEPS_BACK
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.language.fights import means_the_same, read_line
from rbfcli.session.entries import Deed, Entry
from rbfcli.session.marks import Marker, chained

LINE_SHOWN = 200


class Replayed(Struct, frozen=True):
    """A line played again: the fight before it, what it did, and whether it led to where it once did."""

    entry: Entry
    before: Any
    command: Command
    played: Played
    as_then: bool


def again(rules: Rules, entry: Entry, fight: Fight, marker: Marker) -> Replayed:
    """Play a line of the journal again. Raises RbfError where the rules refuse it today."""
    command = read_line(entry.line, rules, fight)
    played = play(rules, fight, command)
    after = entry.fight or (entry.deed and marker.mark(entry.deed.after))
    return Replayed(entry, fight, command, played, not after or marker.mark(played.fight) == after)


def replay(rules: Rules, start: Fight, entries: Iterable[Entry], marker: Marker) -> Iterator[Replayed]:
    """Play lines again from the start, one by one. Raises RbfError at one that the rules refuse today."""
    fight = start
    for entry in entries:
        replayed = again(rules, entry, fight, marker)
        yield replayed
        fight = replayed.played.fight


def earlier(entries: Sequence[Entry], start: Fight, fight: Fight, count: int, marker: Marker) -> Fight | None:
    """The fight before the last `count` lines, by what is kept of each; None where that is not known for sure."""
    left, first = len(entries) - count, entries[0]
    if not left and (first.chain or first.deed) and not altered(entries[:1], marker.mark(start)):
        return start
    target = entries[left - 1] if left else Entry(fight=marker.mark(start))
    if target.deed:
        found: Fight = target.deed.after
        return found
    try:
        found = _back(entries[left:], fight)
    except (LookupError, TypeError, AttributeError, msgspec.MsgspecError):
        return None
    return found if target.fight and marker.mark(found) == target.fight else None


def _back(entries: Sequence[Entry], fight: Fight) -> Fight:
    """Go back behind lines. Raises LookupError, TypeError, AttributeError or MsgspecError for steps that do not fit."""
    from rbfcli.kernel.differences import Step, patched, read_steps

    steps: list[Step] = []
    for entry in reversed(entries):
        if entry.deed:
            fight, steps = entry.deed.before, []
        elif entry.back:
            steps += read_steps(entry.back)
        else:
            raise LookupError(entry.line)
    return patched(fight, steps) if steps else fight


def sealed(entries: Sequence[Entry], start: Fight, rules: Rules, marker: Marker) -> list[Entry]:
    """Lines with their marks. Raises WouldBeLost for one that would not read back as the command that was played."""
    from rbfcli.kernel.differences import steps_between, steps_text

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
        found.append(Entry(line, chain, fight, back, joined=entry.joined))
    return found


def _must_read_back(line: str, deed: Deed, rules: Rules) -> None:
    if not _reads_back(line, deed, rules):
        shown = line if len(line) <= LINE_SHOWN else f"{line[:LINE_SHOWN]}..."
        raise WouldBeLost(f"the line {shown!r} would not read back as what was done", hint="nothing is saved")


def _reads_back(line: str, deed: Deed, rules: Rules) -> bool:
    """Whether a line reads as its command; it is read only where it has other words than those that were typed."""
    if "\n" in line:
        return False
    try:
        same_words = deed.words is not None and means_the_same(line, deed.command, deed.words, rules)
        return same_words or read_line(line, rules, deed.before) == deed.command
    except RbfError:
        return False


def altered(entries: Iterable[Entry], start: str) -> list[int]:
    """The places, counted from 1, of lines that do not carry the mark they should; `start` is the mark of the start.

    Only the first lines of a journal may have none, from a save of an older format, and those of this process.
    """
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


def plays_differently(first: int, number: int, line: str, played_by: str) -> str:
    """What there is to say of a line that comes out in another way today, or one of those from `first` to it."""
    who = f" than when {played_by} played it" if played_by else ""
    if first < number:
        return f"one of the lines {first} to {number} of the journal comes out otherwise{who}"
    return f"line {number} of the journal comes out otherwise{who}: {line}"
