"""Sheets from words and stat blocks: ids, KEY=VALUE pairs, `from` and `count`."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain, islice
from itertools import count as numbers
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from rbfcli.core.errors import RbfError, UsageError, at_most, misuse, must_be, shown, unknown
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import BLOCKS_DEEP
from rbfcli.core.paths import Path, dotted, read_setting

# Imported when they are called: only mistakes need them.
typed_errors = LazyFunction("rbfcli.core.type_errors", "typed_errors")
unknown_word = LazyFunction("rbfcli.core.matching", "unknown_word")


T = TypeVar("T")
QUOTES, NONE = ("'", '"'), "none"


def free_id(wanted: str, taken: Iterable[str], first: int = 2) -> str:
    """Return the id, or the id with the first free number; numbers below `first` are taken."""
    ids = _looked_up(taken)
    return next(each for each in chain((wanted,), (f"{wanted}{n}" for n in numbers(first))) if each not in ids)


def unhurt(damage: int) -> dict[str, Any]:
    """Return the hit points of a stand-in as fields of its sheet: a round number greater than some damage."""
    most = 100
    while most <= damage:
        most *= 10
    return {"hp": most, "max_hp": most}


def with_options_then(fight: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    """Return an older save's fight, as plain data, with the options in force at the time."""
    return {**fight, "options": {**then, **fight.get("options", {})}}


def _looked_up(taken: Iterable[str]) -> Collection[str]:
    """Return ids in a form that finds one quickly: a mapping or a set."""
    return taken if isinstance(taken, Mapping) else set(taken)


def from_blocks(
    block: Mapping[str, Any], blocks: Mapping[str, Mapping[str, Any]], seen: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return a stat block with everything it builds on by `from`, its own keys first. Raises UsageError on a circle."""
    own = {key: value for key, value in block.items() if key != "from"}
    parent = block.get("from")
    if parent is None:
        return own
    if not isinstance(parent, str):
        raise must_be("from", "the name of a stat block")
    if len(seen) >= BLOCKS_DEEP:
        raise at_most("stat blocks", f"{BLOCKS_DEEP} levels of from")
    if parent in seen:
        raise misuse(f"stat blocks refer to each other in a circle: {' -> '.join((*seen, parent))}")
    if parent not in blocks:
        raise unknown_word(parent, blocks, "stat block")
    if not isinstance(blocks[parent], Mapping):
        raise must_be(f"the stat block {parent!r}", "a table")
    return {**from_blocks(blocks[parent], blocks, (*seen, parent)), **own}


def copies(wanted: str, name: str, count: int, taken: Iterable[str], first: int = 0) -> list[tuple[str, str]]:
    """Return ids and names for `count` combatants, numbered from `first`; without it, one keeps its name."""
    ids = _looked_up(taken)
    if count == 1 and not first:
        return [(free_id(wanted, ids), name)]
    free = (number for number in numbers(max(1, first)) if f"{wanted}{number}" not in ids)
    return [(f"{wanted}{number}", f"{name} {number}") for number in islice(free, count)]


class TypedPair(msgspec.Struct, frozen=True):
    """A KEY=VALUE word: the path of the key, the value, and the key as typed."""

    path: Path
    value: str
    key: str


def read_pairs(pairs: Iterable[str], owner: Any) -> list[TypedPair]:
    """Split KEY=VALUE words; each key is a path on a sheet (or on a type of sheet). Raises UsageError without `=`."""
    found: list[TypedPair] = []
    words = list(pairs)
    for place, pair in enumerate(words):
        path, equals, value = read_setting(pair, owner)
        if not equals or path == ("",):
            key = pair if pair.isidentifier() else "hp"
            value = next((word for word in words[place + 1 :] if "=" not in word), "12")
            raise must_be(shown(pair), "KEY=VALUE", hint=f"use {key}={value}")
        found.append(TypedPair(path, value, pair.removesuffix(f"={value}")))
    return found


def with_pairs(
    raw: dict[str, Any],
    pairs: Iterable[TypedPair],
    kind: type[T],
    what: str,
    check: Callable[[T], object] = lambda _sheet: None,
) -> T:
    """Return a sheet of type `kind` from plain values, with some set by words.

    Raises UsageError with everything that does not fit, and everything `check` raises for the rest.
    """
    typed, found = {each.path: (each.key, each.value) for each in pairs}, dict[Path, RbfError]()
    texts = {path: text for path, (_, text) in typed.items()}
    tables = _with_texts(raw, texts, kind, found)
    try:
        made = msgspec.convert(tables, kind, strict=False)
    except msgspec.ValidationError as wrong:
        misfits = typed_errors(tables, kind, typed) or {(): misuse(f"{what}: {wrong}")}
        found = {**misfits, **found}
    else:
        if not found:
            check(made)
            return made
    rest = {path: text for path, text in texts.items() if path not in found}
    with suppress(msgspec.ValidationError):
        try:
            check(msgspec.convert(_with_texts(raw, rest, kind, found), kind, strict=False))
        except UsageError as more:
            found[("",)] = more
    first, *others = found.values()
    if not others:
        raise first
    raise misuse("\n".join(f"{each.message}; {each.hint}" if each.hint else each.message for each in found.values()))


def _with_texts(
    raw: dict[str, Any], texts: Mapping[Path, str], kind: type[Any], found: dict[Path, RbfError]
) -> dict[str, Any]:
    """Return plain values with some set by words; errors go to `found`."""
    made = dict(raw)
    for path, text in texts.items():
        try:
            _set(made, path, _value(path, text, types_at(kind, path)))
        except UsageError as wrong:
            found[path] = wrong
    return made


def _set(owner: dict[str, Any], path: Path, value: object) -> None:
    *parents, last = path
    for key in parents:
        inner = owner.get(key, {})
        if not isinstance(inner, dict):
            raise unknown("key", dotted(path))
        owner[key] = dict(inner)
        owner = owner[key]
    owner[last] = value


def _value(path: Path, text: str, types: tuple[Any, ...]) -> Any:
    """Return the value that a text means for one of some types: `none` clears a value that can be missing."""
    if str not in types and any(get_origin(each) in (tuple, list) for each in types):
        return _items(path, text)
    return None if text == NONE and type(None) in types else text


def _items(path: Path, text: str) -> list[str]:
    """Return the items of a list as typed (`a,b`), as in a file (`["a", "b"]`), or `none`. Raises UsageError."""
    if text.startswith("[") != text.endswith("]"):
        raise misuse(f"unmatched bracket in {shown(text)}", hint=f"use {dotted(path)}=a,b or {dotted(path)}=none")
    items = [each.strip() for each in text.removeprefix("[").removesuffix("]").split(",")]
    bare = [each[1:-1] if each[:1] in QUOTES and each[:1] == each[-1:] else each for each in items if each]
    return [] if bare == [NONE] else bare


def types_at(kind: Any, path: Path) -> tuple[Any, ...]:
    """Return the types that the value at a path of a type may have; none if there is no such path."""
    for key in path:
        kind = next((found for each in _members(kind) if (found := _inner(each, key)) is not None), None)
    return () if kind is None else _members(kind)


def _members(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union, or the type itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


@cache
def _hints_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


def _inner(kind: Any, key: str) -> Any:
    """Return the type at a key of a struct or table, or None."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _hints_of(kind).get(key)
    return get_args(kind)[-1] if get_origin(kind) in (dict, Mapping) else None
