"""Saves of older formats, read as those of today: a journal is put into today's words, a question asked again."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import read_line
from rbfcli.language.words import split_words
from rbfcli.session.edited_saves import GIVEN_UP, whole
from rbfcli.session.entries import Entry
from rbfcli.session.mistaken import Sources
from rbfcli.session.session import Session
from rbfcli.session.sound import sound
from rbfcli.store.formats import SAVE_FORMAT


def of_today(tables: Mapping[str, Any], number: int, rules: Rules) -> dict[str, Any]:
    """The tables of a save of format `number` in today's form; what it was made from stays as it is."""
    today = {**tables, "format": SAVE_FORMAT}
    for name in ("start", "fight"):
        fight = tables.get(name)
        today[name] = rules.migrate(number, dict(fight)) if isinstance(fight, Mapping) else fight
    return today


def read_old(session: Session, number: int, tables: Mapping[str, Any], sources: Sources) -> tuple[Session, str, bool]:
    """A session of an older format as one of today, what is to be said of it, and whether it was edited by hand."""
    if number == 1:
        return *_in_todays_words(session), False
    if _mark_of_2(session.fight) == tables["mark"]:
        return session, "", False
    start, notice = whole(sound(session.rules, session.fight, sources))
    again = Session(session.rules, start, revision=session.revision)
    return again, "; ".join(filter(None, ("what it says is a new start", notice))), True


def _mark_of_2(fight: Fight) -> str:
    """The mark that saves of format 2 hold of their fight."""
    from _blake2 import blake2b

    return blake2b(msgspec.json.encode(fight, order="deterministic"), digest_size=16).hexdigest()


def _in_todays_words(session: Session) -> tuple[Session, str]:
    """A session of format 1 by its journal in today's words: its questions are asked again. And what is to be said.

    Where the journal does not come to the same questions, what the fight waited for is given up.
    """
    waiting, asked = session.fight, _asked(session.fight)
    lines, fights = _played_again(session.rules, session.start, [*session.journal, *reversed(session.undone)])
    played = len(session.entries)
    session.entries, session.undone_entries = list(map(Entry, lines[:played])), list(map(Entry, lines[played:][::-1]))
    if not asked:
        return session, ""
    if len(fights) > played and _asked(fights[played]) == asked:
        session.fight = fights[played]
        return session, ""
    session.fight = replace(waiting, questions=())
    return session, f"{GIVEN_UP}: " + ", ".join(kind for kind, _ in asked)


def _asked(fight: Fight) -> list[tuple[str, str]]:
    return [(each.kind, each.who) for each in fight.questions]


def _played_again(rules: Rules, start: Fight, lines: list[str]) -> tuple[list[str], list[Fight]]:
    """Lines with `say` before own words, and the fights they lead to; from a line that plays no more, as they were."""
    fights = [start]
    for at, line in enumerate(lines):
        found = next(_playing(rules, fights[-1], line), None)
        if found is None:
            break
        lines[at] = found[0]
        fights.append(found[1])
    return lines, fights


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
