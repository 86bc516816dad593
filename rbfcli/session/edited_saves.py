"""Saves that somebody edited by hand: the difference becomes an entry of the journal, if the fight holds together."""

from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.differences import steps_between, steps_text
from rbfcli.kernel.errors import InvalidFile, RbfError
from rbfcli.kernel.verbs import Edit
from rbfcli.session.mistaken import Sources
from rbfcli.session.session import Session
from rbfcli.session.sound import sound

GIVEN_UP = "what it waited for is given up"
NEW_START = "its journal does not lead to it, so it is a new start"


def with_edit(session: Session, edited: Any, sources: Sources) -> tuple[Session, str]:
    """A session whose fight somebody changed, and what is to be said of it. Raises InvalidFile for an unsound fight.

    The fight that the journal leads to is edited as the save was. Where it leads elsewhere, what the save says is a
    new start. What waited for an answer is given up if its questions, or what they were asked by, were edited.
    """
    last = last_of(session)
    fight = sound(session.rules, edited, sources, last)
    if last is None:
        start, notice = whole(fight)
        began = Session(session.rules, start, revision=session.revision, played_by=session.played_by)
        return began, "; ".join(filter(None, (NEW_START, notice)))
    given_up = (fight.questions, fight.paused) != (last.questions, last.paused)
    if given_up:
        fight = replace(fight, questions=(), paused=None)
    steps = steps_text(steps_between(replace(last, questions=(), paused=None) if given_up else last, fight))
    session.fight = last
    try:
        session.perform(Edit(steps=steps, force=given_up))
    except RbfError as wrong:
        raise InvalidFile(f"{sources[0][0]}: {wrong.message}", hint=wrong.hint) from None
    return session, GIVEN_UP if given_up else ""


def whole(fight: Any) -> tuple[Any, str]:
    """A fight without what it waited for, if only half of that is left, and what is to be said of it."""
    if bool(fight.questions) == (fight.paused is not None):
        return fight, ""
    return replace(fight, questions=(), paused=None), GIVEN_UP


def last_of(session: Session) -> Any:
    """The fight that the journal leads to; None where it does not lead to where it did."""
    try:
        if any(session.faults(played=False)):
            return None
        fight = session.start
        for replayed in session.replay():
            if not (replayed.as_then and replayed.entry.fight):
                return None
            fight = replayed.played.fight
    except RbfError:
        return None
    return fight
