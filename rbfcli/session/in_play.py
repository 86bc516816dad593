"""The keys that a play fills in, wherever they stand in the tables of an encounter: only saves have them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from rbfcli.kernel.fight import Plain
from rbfcli.kernel.mistakes import Mistake, Place


def keys_of_saves(kind: type[Plain], table: Any, at: Place = ()) -> Iterator[Mistake]:
    """The mistakes of such keys in a table that is to be of a type, and in all tables inside it."""
    if not isinstance(table, Mapping):
        return
    for key in sorted(kind.in_play.intersection(table)):
        yield Mistake((*at, key), "only a save has this key", "leave it out")
    for name, (inner, several) in _further(kind).items():
        value, path = table.get(name), (*at, name)
        for at_it, each in _entries(value, path) if several else [(path, value)]:
            yield from keys_of_saves(inner, each, at_it)


def _entries(value: Any, path: Place) -> Iterator[tuple[Place, Any]]:
    """What is in a table or a list, each with its path."""
    if isinstance(value, Mapping):
        yield from (((*path, key), each) for key, each in value.items())
    elif isinstance(value, list):
        yield from (((*path, number), each) for number, each in enumerate(value))


@cache
def _further(kind: type[Plain]) -> dict[str, tuple[type[Plain], bool]]:
    """The fields of a type behind which such keys may stand: of what type, and whether there are several of it."""
    found: dict[str, tuple[type[Plain], bool]] = {}
    for name, hint in get_type_hints(kind).items():
        for inner in (hint, *get_args(hint)) if name in kind.__struct_fields__ and name not in kind.in_play else ():
            if isinstance(inner, type) and issubclass(inner, Plain) and (inner.in_play or _further(inner)):
                found[name] = inner, hint is not inner and type(None) not in get_args(hint)
    return found
