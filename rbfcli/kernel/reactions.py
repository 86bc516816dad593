"""Reactions: what others may do in the middle of somebody's deed, as rows of a table."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct


class Occasion(Struct, frozen=True):
    """What sets reactions off: the name of a trigger, whose deed it is, and what else there is to know of it."""

    on: str
    who: str
    facts: Mapping[str, Any] = {}


class Interrupted(Exception):
    """Others came before a deed of somebody's, which is to be looked at again."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = who


May = Callable[[Any, str, Occasion], bool]
React = Callable[[Any, str, Occasion], object]
Decided = Callable[[Any, str, Occasion], str]


def _asks(*_: object) -> str:
    """Nothing is decided beforehand: whoever may react is asked."""
    return ""


class Reaction(Struct, frozen=True, kw_only=True):
    """One row: `kind` names it (and its question), `on` is the trigger that sets it off, `rule` grants it.

    `may(scene, who, occasion)` says whether somebody can react now, and changes nothing; `react` pays and does it. The
    first of `answers` reacts, any other lets it be. `decided` is the answer where it is settled beforehand, empty where
    somebody is asked: one after the other, or all at once (`together`, with those of the rows of the same trigger that
    follow and are `together` too); what `lapses` is over with the next command. Only who bears the condition `bearing`
    is looked at, if it is set. It comes `before` any change of these fields on the sheet of the one whose deed it is,
    whatever the verb: `may` then looks at nothing else of the occasion.
    """

    kind: str
    on: str
    rule: str
    may: May
    react: React
    answers: tuple[str, ...]
    decided: Decided = _asks
    together: bool = False
    lapses: bool = False
    bearing: str = ""
    before: tuple[str, ...] = ()
