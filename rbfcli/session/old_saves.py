"""Saves of older formats, read as those of today; a fight that waited for an answer is played again up to it."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.rules import Rules
from rbfcli.session.session import Session
from rbfcli.store.limits import SAVE_FORMAT

WITHOUT_PAUSES = 1


def of_today(tables: Mapping[str, Any], number: int, rules: Rules) -> dict[str, Any]:
    """The tables of a save of format `number` in today's form; what it was made from stays as it is."""
    today = {**tables, "format": SAVE_FORMAT}
    for name in ("start", "fight"):
        fight = tables.get(name)
        today[name] = rules.migrate(number, dict(fight)) if isinstance(fight, Mapping) else fight
    return today


def with_pauses(session: Session) -> tuple[Session, str]:
    """A session of format 1 whose questions are asked again by playing its journal, and what is to be said of it.

    Where the journal does not come to the same fight, what the fight waited for is given up.
    """
    fight = session.fight
    if not fight.questions:
        return session, ""
    asked = [(each.kind, each.who) for each in fight.questions]
    try:
        *_, (_, _, last) = session.replay()
    except (RbfError, ValueError):
        last = None
    if last is not None and [(each.kind, each.who) for each in last.fight.questions] == asked:
        session.fight = last.fight
        return session, ""
    session.fight = replace(fight, questions=())
    return session, "what it waited for is given up: " + ", ".join(kind for kind, _ in asked)
