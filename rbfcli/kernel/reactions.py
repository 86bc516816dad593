"""Reactions: what others may do in the middle of somebody's deed, as rows of a table."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct


class Occasion(Struct, frozen=True):
    """What sets reactions off: the name of a trigger, whose deed it is, and what else there is to know of it."""

    on: str
    """the name of the trigger, as the rule gave it to `scene.trigger`"""
    who: str
    """the id of the one it is about: whoever was struck, moves, or aims"""
    facts: Mapping[str, Any] = {}
    """all else that the rule gave to `scene.trigger`"""


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
    """One row: what others may do when a trigger sets it off; whoever may is asked, unless that is settled."""

    kind: str
    """what it is called, as is the question that offers it"""
    on: str
    """the trigger that sets it off"""
    rule: str
    """the id of the rule that grants it"""
    may: May
    """`may(scene, who, occasion)` answers whether somebody can react now, and changes nothing"""
    react: React
    """`react(scene, who, occasion)` pays for it and does it"""
    answers: tuple[str, ...]
    """what can be answered: the first reacts, any other lets it be"""
    decided: Decided = _asks
    """`decided(scene, who, occasion)` answers what is settled beforehand; empty: somebody is asked"""
    together: bool = False
    """whether all who may are asked at once, with those of the rows of the same trigger that follow and are so too"""
    lapses: bool = False
    """whether the offer is over with the next command"""
    bearing: str = ""
    """the condition that somebody has to bear to be looked at; empty: everybody is"""
    before: tuple[str, ...] = ()
    """fields on the sheet of whose deed it is: it comes before any change of them, whatever the verb, and `may` then
    looks at nothing else of the occasion"""
