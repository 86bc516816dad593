"""Saves whose tables do not fit their types, because somebody edited them: all that is wrong, at once."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.further_mistakes import further_mistakes
from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import Mistake, new_among
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.kernel.type_mistakes import type_mistakes
from rbfcli.session.edited_saves import last_of
from rbfcli.session.mistaken import Sources, refuse
from rbfcli.session.session import Session
from rbfcli.session.sound import IN_A_SAVE

Tables = Mapping[str, Any]


def refuse_unfit(tables: Tables, kind: Any, rules: Rules, sources: Sources, read: Callable[[Tables], Session]) -> None:
    """Raise InvalidFile with each value that does not fit the kind, and all that is wrong in the rest of the fight.

    What was wrong before the edit, because the GM set it so, is no mistake of the hand; `read` makes a session of
    tables that fit.
    """
    found = [*islice(type_mistakes(tables, kind), MISTAKES_OF_A_FILE + 1)]
    more = new_among(_before(tables, rules, read), further_mistakes(rules, tables.get("fight")))
    refuse([*found, *(replace(each, path=(*IN_A_SAVE, *each.path)) for each in more)], sources)


def _before(tables: Tables, rules: Rules, read: Callable[[Tables], Session]) -> list[Mistake]:
    """What was wrong in the fight that the journal leads to, if it can be read."""
    try:
        last = last_of(read({**tables, "fight": tables.get("start")}))
    except msgspec.ValidationError:
        return []
    return [] if last is None else [*mistakes_in(rules, last)]
