"""The laws every rule system keeps, checked on one line of a fight at a time."""

import json
from functools import reduce

import msgspec

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Asked, Happened
from rbfcli.kernel.evolve import evolve
from rbfcli.kernel.play import Played, play
from rbfcli.language.fights import read_line
from rbfcli.language.writer import say
from rbfcli.render.documents import document
from rbfcli.render.style import Style
from rbfcli.render.tables import fight_lines, sheet_lines
from rbfcli.render.told import told
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session

STYLES = (Style(), Style(colour=True, explain=True))


def perform(session: Session, line: str) -> None:
    """Perform a line, or be refused, and hold everything the laws say of it."""
    before, bytes_before = session.fight, to_bytes(session)
    try:
        command = read_line(line, session.rules, session.fight)
        played = session.perform(command)
    except RbfError:
        assert session.fight is before
        assert to_bytes(session) == bytes_before, f"{line}: a refusal changed the save"
        return
    assert read_line(say(command), session.rules, before) == command
    rebuilds_from_events(before, played)
    plays_the_same_again(session, before, command, played)
    saves_and_loads(session)
    has_words(session, before, played)
    undoes_and_redoes(session, before, played)


def rebuilds_from_events(before: object, played: Played) -> None:
    """Events alone rebuild the fight."""
    assert reduce(evolve, played.events, before) == played.fight


def plays_the_same_again(session: Session, before: object, command: Command, played: Played) -> None:
    """The same fight, command and seed give the same events, outcome and fight."""
    assert play(session.rules, before, command) == played


def saves_and_loads(session: Session) -> None:
    """A save reads back as the same session, and writes the same bytes again."""
    raw = to_bytes(session)
    again, edited = from_bytes(raw, "save")
    assert not edited
    assert again.fight == session.fight
    assert again.journal == session.journal
    assert to_bytes(again) == raw


def has_words(session: Session, before: object, played: Played) -> None:
    """Every event can be told in every style and as JSON, the fight can be shown."""
    for event in played.events:
        if isinstance(event, Happened):
            assert event.what in session.rules.words, f"no words for {event.what}"
        if isinstance(event, Asked):
            assert f"question.{event.question.kind}" in session.rules.words, f"no words for {event.question.kind}"
            assert event.question.kind in session.rules.answers
    for style in STYLES:
        told(played.events, before, played.fight, session.rules.words, style)
        fight_lines(played.fight, session.rules, style)
    for who in played.fight.combatants:
        sheet_lines(played.fight, session.rules, who)
    line = document({"ok": True, "events": played.events, "fight": played.fight})
    assert line.isascii()
    assert json.loads(line)["ok"]


def undoes_and_redoes(session: Session, before: object, played: Played) -> None:
    """Undo restores the bytes of the fight, dice included; redo brings the same fight again."""
    session.undo(1)
    assert plain(session.fight) == plain(before)
    session.redo(1)
    assert session.fight == played.fight


def plain(fight: object) -> bytes:
    """A fight as bytes."""
    return msgspec.json.encode(fight)
