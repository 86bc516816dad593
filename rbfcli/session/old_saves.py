"""Saves of older formats, read as those of today: their journals are played again for marks of today."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.differences import patched, read_steps
from rbfcli.kernel.errors import LimitReached, RbfError, UsageError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import read_line
from rbfcli.language.words import split_words
from rbfcli.session.edited_saves import GIVEN_UP
from rbfcli.session.entries import Deed, Entry
from rbfcli.session.marks import mark
from rbfcli.session.session import Session
from rbfcli.store.formats import SAVE_FORMAT

# The first format that remembers a paused command, and in which own words stand behind `say`.
PAUSES = 2
ELSEWHERE = "its journal leads elsewhere today, so the fight stands as it was saved"


def of_today(tables: Mapping[str, Any], number: int, rules: Rules) -> dict[str, Any]:
    """Put the tables of a save of format `number` into today's form; what it was made from stays as it is."""
    today = {**tables, "format": SAVE_FORMAT}
    for name in ("start", "fight"):
        fight = tables.get(name)
        today[name] = rules.migrate(number, dict(fight)) if isinstance(fight, Mapping) else fight
    return today


def renewed(session: Session, number: int, budget: Budget | None = None) -> str:
    """Make a session of format `number` one of today, and say what there is to say of it.

    The marks of older formats cover other fields than today's, so they are dropped. A journal that leads to the fight
    in the save proves itself: its lines get marks of today. One that leads elsewhere, because the rules have changed or
    somebody edited the save, keeps its lines; undo then goes back as far as the save says how. Raises LimitReached.
    """
    lines = [*session.entries, *reversed(session.undone_entries)]
    if number < PAUSES:
        lines = [Entry(line) for line in _with_say(session.rules, session.start, [each.line for each in lines])]
    lines = [Entry(each.line, back=each.back, joined=each.joined) for each in lines]
    count = len(session.entries)
    deeds = _played(session, lines, budget)
    then = session.start if not count else deeds[count - 1].after if len(deeds) >= count else None
    notice = ""
    if then is not None and _same_but_for_pauses(then, session.fight):
        session.fight = then
        lines = [replace(entry, deed=deed) for entry, deed in zip(lines, deeds, strict=False)] + lines[len(deeds) :]
    else:
        notice = ELSEWHERE
        if number < PAUSES and session.fight.questions:
            asked = ", ".join(each.kind for each in session.fight.questions)
            notice = f"{ELSEWHERE}; {GIVEN_UP}: {asked}"
            session.fight = replace(session.fight, questions=())
        lines[:count] = _marked_backwards(lines[:count], session.fight)
    session.entries, session.undone_entries = lines[:count], lines[count:][::-1]
    return notice


def _played(session: Session, lines: Sequence[Entry], budget: Budget | None) -> list[Deed]:
    """Play lines again from the start of a session, up to the first that is refused today. Raises LimitReached."""
    deeds = []
    try:
        for each in Session(session.rules, session.start, entries=lines).replay(budget):
            deeds.append(Deed(each.command, each.before, each.played.fight))  # noqa: PERF401 - a refusal ends it
    except LimitReached:
        raise
    except RbfError:
        pass
    return deeds


def _same_but_for_pauses(one: Fight, other: Fight) -> bool:
    """Whether two fights are the same; a paused command may be written down in other words, but asks the same."""
    asked = [[(each.kind, each.who) for each in fight.questions] for fight in (one, other)]
    return asked[0] == asked[1] and bool(
        replace(one, questions=(), paused=None) == replace(other, questions=(), paused=None)
    )


def _marked_backwards(entries: Sequence[Entry], fight: Fight) -> list[Entry]:
    """Give marks to the last entries, as far back as their steps lead."""
    found = []
    left = list(entries)
    while left:
        entry = left.pop()
        found.append(replace(entry, fight=mark(fight)))
        try:
            fight = patched(fight, read_steps(entry.back))
        except (LookupError, TypeError, AttributeError, msgspec.MsgspecError):
            break
    return [*left, *reversed(found)]


def _with_say(rules: Rules, fight: Fight, lines: list[str]) -> list[str]:
    """Put `say` before own words in lines of format 1; from a line on that plays no more they stay as they are."""
    for at, line in enumerate(lines):
        found = next(_playing(rules, fight, line), None)
        if found is None:
            break
        lines[at], fight = found
    return lines


def _playing(rules: Rules, fight: Fight, line: str) -> Iterator[tuple[str, Fight]]:
    """The forms of a line that the rules accept, each with the fight it leads to; as it stands is the first."""
    for form in _forms(line):
        try:
            yield form, play(rules, fight, read_line(form, rules, fight)).fight
        except (RbfError, ValueError):
            continue


def _forms(line: str) -> Iterator[str]:
    """A line as it stands, and with one of its words as own words: an answer behind `say`, any other word with it."""
    yield line
    try:
        verb, *words = split_words(line)
    except UsageError:
        return
    for at, word in enumerate(words):
        own = [SAY, word] if verb == "choose" else [f"{SAY} {word}"]
        yield " ".join([verb, *map(quoted, [*words[:at], *own, *words[at + 1 :]])])
