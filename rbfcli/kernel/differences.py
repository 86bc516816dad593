"""What is different between two fights, as steps that lead from one to the other: few, and readable as JSON."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.paths import Path
from rbfcli.kernel.settled import settled

F = TypeVar("F", bound=Fight)


class Put(Struct, frozen=True, array_like=True, tag="set"):
    """A field or an entry has another value, or is new."""

    path: Path
    value: Any


class Gone(Struct, frozen=True, array_like=True, tag="gone"):
    """An entry of a table is no longer there."""

    path: Path


class Splice(Struct, frozen=True, array_like=True, tag="splice"):
    """In a list, from place `at` (counted from 0) `gone` items give way to others."""

    path: Path
    at: int
    gone: int
    items: tuple[Any, ...]


class Order(Struct, frozen=True, array_like=True, tag="order"):
    """The entries of a table stand in another order."""

    path: Path
    keys: tuple[str, ...]


Step = Put | Gone | Splice | Order


def steps_between(before: Any, after: Any, path: Path = ()) -> Iterator[Step]:
    """The steps from one value to another of its type; what both share is not looked at."""
    if before is after:
        return
    kind = type(before)
    if kind is not type(after):
        yield Put(path, after)
    elif isinstance(before, Struct):
        for name, old, new in zip(kind.__struct_fields__, astuple(before), astuple(after), strict=True):
            if old is not new:
                yield from steps_between(old, new, (*path, name))
    elif isinstance(before, Mapping):
        yield from _between_tables(before, after, path)
    elif isinstance(before, tuple):
        yield from _between_lists(before, after, path)
    elif before != after:
        yield Put(path, after)


def _between_tables(before: Mapping[str, Any], after: Mapping[str, Any], path: Path) -> Iterator[Step]:
    for key in before:
        if key not in after:
            yield Gone((*path, key))
    for key, value in after.items():
        if key not in before:
            yield Put((*path, key), value)
        elif before[key] is not value:
            yield from steps_between(before[key], value, (*path, key))
    stay = [key for key in before if key in after]
    if [*stay, *(key for key in after if key not in before)] != list(after):
        yield Order(path, tuple(after))


def _between_lists(before: tuple[Any, ...], after: tuple[Any, ...], path: Path) -> Iterator[Step]:
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    rest = shorter - start
    end = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    if start < len(before) - end or start < len(after) - end:
        yield Splice(path, start, len(before) - end - start, after[start : len(after) - end])


def steps_text(steps: Iterable[Step]) -> str:
    """Write steps as a JSON text of one line; equal steps are the same text."""
    return msgspec.json.encode(settled(list(steps))).decode()


def read_steps(text: str) -> tuple[Step, ...]:
    """The steps of a JSON text. Raises msgspec.MsgspecError."""
    try:
        return msgspec.json.decode(text, type=tuple[Step, ...])
    except RecursionError:
        raise msgspec.DecodeError("the text is nested too deeply") from None


def patched(fight: F, steps: Iterable[Step]) -> F:
    """The fight that steps lead to. Raises msgspec.ValidationError or LookupError where they do not fit it."""
    return msgspec.convert(patched_tables(fight, steps), type(fight))


def patched_tables(fight: Fight, steps: Iterable[Step]) -> dict[str, Any]:
    """The fight that steps lead to, as plain tables. Raises LookupError where they do not fit it."""
    tables: dict[str, Any] = msgspec.to_builtins(fight)
    for step in steps:
        _take(step, tables, fight)
    return tables


def _take(step: Step, tables: dict[str, Any], fight: Fight) -> None:
    *way, key = step.path
    table = tables
    for at, part in enumerate(way, 1):
        table = _inner(table, part, fight, tuple(way[:at]))
    match step:
        case Put(value=value):
            table[key] = value
        case Gone():
            del table[key]
        case Splice(at=at, gone=gone, items=items):
            items_now = list(_inner(table, key, fight, step.path))
            items_now[at : at + gone] = items
            table[key] = items_now
        case Order(keys=keys):
            now = _inner(table, key, fight, step.path)
            table[key] = {each: now[each] for each in keys}


def _inner(table: dict[str, Any], key: str, fight: Fight, path: Path) -> Any:
    """What is in a table; a default, which is not written, is put there as it stands in the fight."""
    if key not in table:
        table[key] = msgspec.to_builtins(field_at(fight, path))
    return table[key]
