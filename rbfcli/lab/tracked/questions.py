"""Questions about a fight in the middle of a step: kept by themselves, as far as what they read is as at first."""

from collections.abc import Callable
from typing import Any, NoReturn

from msgspec.structs import replace

from rbfcli.lab.tracked.views import NO_CELL, Cell, is_tracked, raw


class Unaskable:
    """The answer to a question that reads more than it says."""


UNASKABLE = Unaskable()


class Touched(BaseException):
    """What is not to be read is read."""


def _touched() -> NoReturn:
    raise Touched


UNREAD = Cell(None, NO_CELL, _touched)  # type: ignore[arg-type]


def is_as_before(before: Any, after: Any, fields: tuple[str, ...]) -> bool:
    """Whether some fields of a fight and of its sheets are as a step found them, and the same people take part."""
    were, people = raw(before, "combatants"), raw(after, "combatants")
    if were.keys() != people.keys() or any(raw(before, name) is not raw(after, name) for name in _own(before, fields)):
        return False
    return not any(
        raw(one, name) is not raw(were[who], name)
        for who, one in people.items()
        if one is not were[who]
        for name in _own(one, fields)
    )


def _own(one: Any, fields: tuple[str, ...]) -> list[str]:
    return [name for name in fields if name in one.__struct_fields__]


def changed_fields(before: Any, after: Any) -> list[str]:
    """The fields that are not the same in two views of one kind."""
    return [name for name in after.__struct_fields__ if raw(before, name) is not raw(after, name)]


def ask_of(view: Any, fields: tuple[str, ...], question: Callable[[Any], Any]) -> Any:
    """What a question about some fields of a fight comes to; `UNASKABLE` where it reads any other."""
    people = {who: _alone(one, fields) for who, one in raw(view, "combatants").items()}
    try:
        return question(replace(_alone(view, fields), combatants=people))
    except Touched:
        return UNASKABLE


def _alone(one: Any, fields: tuple[str, ...]) -> Any:
    """A view of which nothing can be read but some fields."""
    if not is_tracked(one):
        return one
    return replace(one, **{name: UNREAD for name in one.__struct_fields__ if name not in fields})


def reads(ask: Callable[[Any], Any], one: Any, names: list[str]) -> bool:
    """Whether what is asked about a view of a sheet is found by some of its fields."""
    try:
        ask(replace(one, **dict.fromkeys(names, UNREAD)))
    except Touched:
        return True
    return False
