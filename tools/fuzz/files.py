"""Encounters and saves: shipped and real ones that somebody, or a disk, has altered."""

import re
from functools import cache
from pathlib import Path

from rbfcli.kernel.errors import RbfError
from rbfcli.language.fights import read_line
from rbfcli.render.json_lines import json_line
from rbfcli.render.safe import safe
from rbfcli.render.screen import fight_lines
from rbfcli.render.sheet import sheet_lines
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.session.repair import repaired
from rbfcli.session.saves import Loaded, from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.store.paths import find_encounter
from tools.fuzz import fights
from tools.fuzz.oracle import Target, Wrong, answered, can_be_printed, is_json
from tools.fuzz.words import DICE, hostile

FUZZED = "fuzzed.toml"
STYLES = (Style(), Style(tables=True, width=40), Style(tables=True))
FIRST_LINES = ("init", "turn next", "turn next")
KEY = re.compile(rb"^([\w-]+) = |^\[([\w.-]+)\]$", re.MULTILINE)
TOML = (
    *(b"[", b"]", b"[[x]]", b"{", b"}", b"=", b'"', b"'''\n", b'"""', b"true", b"false", b"[]", b"{}", b'""', b"#"),
    *(
        b"0x7fffffffffffffff",
        b"1979-05-27",
        b"1e9",
        b"nan",
        b"inf",
        b'"nobody"',
        b"a.a.a.a",
        b'include = ["other.toml"]',
    ),
    *(b"\\u0000", b"\\u001b", b"\\u202e", b"\\uD800", b"count = 1000", b'from = "x"', b"\xef\xbb\xbf", b"\r\n"),
)


def attempt_encounter(data: bytes) -> None:
    """An encounter is refused, or begins a fight that can be played, shown and saved. Raises Wrong."""
    Path(FUZZED).write_bytes(data)
    session = answered(from_encounter, FUZZED, fights.SEED, FUZZED)
    if session is not None:
        _plays(session)


def _plays(session: Session) -> None:
    for line in FIRST_LINES:
        before = fights.state(session)
        command = answered(read_line, line, session.rules, session.fight)
        if command is not None and answered(session.perform, command) is None:
            _left_no_trace(before, session, line)
    _shows(session)
    fights.comes_back(session)


def _shows(session: Session) -> None:
    fights.is_sound(session)
    fight = session.fight
    shown = [line for style in STYLES for line in fight_lines(fight, session.rules, style)]
    for who in [*fight.combatants][:3]:
        shown += sheet_lines(fight, session.rules, who, Style())
    for line in shown:
        if "\n" in line:
            raise Wrong(f"a line of output is more than one: {line!r}")
        can_be_printed(line)
    is_json(json_line("show", fight=fight))


def _left_no_trace(before: fights.State, session: Session, line: str) -> None:
    if not fights.same(before, fights.state(session)):
        raise Wrong(f"a refusal left a trace: {line}")


def attempt_save(data: bytes) -> None:
    """A save is refused or loads as a fight; what can be repaired of it is a sound save. Raises Wrong."""
    loaded = answered(from_bytes, data, "save")
    if loaded is not None:
        _holds(loaded)
    found = answered(repaired, data, "save")
    if found is not None:
        for each in found.lost:
            can_be_printed(safe(each))
        fights.comes_back(found.session)
        _shows(found.session)


def _holds(loaded: Loaded) -> None:
    session = loaded.session
    for sentence in [*loaded.said("save"), *session.faults(played=True)]:
        can_be_printed(safe(sentence))
    _shows(session)
    if answered(to_bytes, session) is not None:
        fights.comes_back(session)
    for step in (session.undo, session.redo):
        before = fights.state(session)
        try:
            step(1)
        except RbfError as no:
            answered(_raised, no)
            _left_no_trace(before, session, step.__name__)
        else:
            _shows(session)


def _raised(error: RbfError) -> None:
    raise error


@cache
def encounters() -> tuple[bytes, ...]:
    """The shipped encounters."""
    return tuple(Path(find_encounter(name)).read_bytes() for name in fights.encounters())


@cache
def saves() -> tuple[bytes, ...]:
    """Saves of fights that have just begun, and of some that have gone on."""
    sessions = [*map(fights.begun, fights.encounters()), *map(fights.played, fights.encounters())]
    return tuple(to_bytes(session.twin()) for session in sessions)


@cache
def tokens() -> tuple[bytes, ...]:
    """Keys of all encounters and saves, what TOML is made of, dice and payloads."""
    keys = {part for text in (*encounters(), *saves()) for found in KEY.findall(text) for part in found if part}
    return (*sorted(keys), *TOML * 4, *DICE[:20], *hostile())


ENCOUNTERS_TARGET = Target("encounters", encounters, tokens, attempt_encounter)
SAVES_TARGET = Target("saves", saves, tokens, attempt_save)
