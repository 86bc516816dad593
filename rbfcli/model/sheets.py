"""Sheets from words and stat blocks: ids, KEY=VALUE pairs, `from` and `count`."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from rbfcli.core.errors import LimitReached, UsageError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import BLOCKS_DEEP
from rbfcli.core.paths import Path, dotted, leads_to, read_setting

# Imported when they are called: only mistakes need them.
all_misfits = LazyFunction("rbfcli.core.value_errors", "all_misfits")
misfit = LazyFunction("rbfcli.core.value_errors", "misfit")


T = TypeVar("T")
QUOTES, NONE = ("'", '"'), "none"


def slug(name: str) -> str:
    """The id of a name: `Siege Drone` is `siege-drone`."""
    words = "".join(letter if letter.isalnum() or letter in "_-" else " " for letter in name.casefold()).split()
    return "-".join(words).strip("-") or "nameless"


def free_id(wanted: str, taken: Iterable[str], first: int = 2) -> str:
    """The id itself, or with the first number that makes it new; those below `first` are known to be taken."""
    ids = _looked_up(taken)
    return (
        wanted
        if wanted not in ids
        else next(each for n in range(first, len(ids) + 3) if (each := f"{wanted}{n}") not in ids)
    )


def _looked_up(taken: Iterable[str]) -> Collection[str]:
    """Ids as something that finds one fast: the mapping that they are the keys of, or a set."""
    return taken if isinstance(taken, Mapping) else set(taken)


def from_blocks(
    block: Mapping[str, Any], blocks: Mapping[str, Mapping[str, Any]], seen: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A stat block with all that it builds on by `from`, its own keys first. Raises UsageError on a circle."""
    own = {key: value for key, value in block.items() if key != "from"}
    parent = block.get("from")
    if parent is None:
        return own
    if not isinstance(parent, str):
        raise UsageError("from must be the name of one stat block")
    if len(seen) >= BLOCKS_DEEP:
        raise LimitReached(f"stat blocks build on one another more than {BLOCKS_DEEP} deep")
    if parent in seen:
        raise UsageError(f"the stat blocks {' -> '.join((*seen, parent))} build on one another in a circle")
    if parent not in blocks:
        known = ", ".join(blocks) or "none is defined"
        raise UsageError(f"there is no stat block {parent!r}", hint=f"known: {known}", suggestions=tuple(blocks))
    if not isinstance(blocks[parent], Mapping):
        raise UsageError(f"the stat block {parent!r} must be a table")
    return {**from_blocks(blocks[parent], blocks, (*seen, parent)), **own}


def copies(wanted: str, name: str, count: int, taken: Iterable[str]) -> list[tuple[str, str]]:
    """Ids and names for `count` combatants: one keeps its name, more are numbered from 1."""
    ids = _looked_up(taken)
    if count == 1:
        return [(free_id(wanted, ids), name)]
    made: list[tuple[str, str]] = []
    number = 0
    while len(made) < count:
        number += 1
        if f"{wanted}{number}" not in ids:
            made.append((f"{wanted}{number}", f"{name} {number}"))
    return made


def read_pairs(pairs: Iterable[str], owner: Any) -> list[tuple[Path, str]]:
    """Split KEY=VALUE words, each key a path on a sheet (or on a type of sheets). Raises UsageError without `=`."""
    found: list[tuple[Path, str]] = []
    words = list(pairs)
    for place, pair in enumerate(words):
        path, equals, value = read_setting(pair, owner)
        if not equals or path == ("",):
            key = pair if pair.isidentifier() else "hp"
            value = next((word for word in words[place + 1 :] if "=" not in word), "12")
            raise UsageError(f"{pair!r} is not KEY=VALUE", hint=f"write for example {key}={value}")
        found.append((path, value))
    return found


def _anything(_sheet: Any) -> None:
    """A check that finds nothing wrong."""


def with_pairs(
    raw: dict[str, Any],
    pairs: Iterable[tuple[Path, str]],
    kind: type[T],
    what: str,
    check: Callable[[T], None] = _anything,
) -> T:
    """A sheet of `kind` made of plain values with some set from words.

    Raises UsageError for all that does not fit, with all that `check` raises for the rest.
    """
    texts = dict(pairs)
    try:
        made = _made(dict(raw), texts, kind, what)
    except UsageError as first:
        raise all_misfits(first, texts, lambda left: _made(dict(raw), left, kind, what), check) from None
    check(made)
    return made


def _made(raw: dict[str, Any], texts: Mapping[Path, str], kind: type[T], what: str) -> T:
    """A sheet with some values set from words. Raises UsageError for the first that does not fit."""
    for path, text in texts.items():
        _set(raw, path, text, what)
    for _ in texts:
        place = _list_wanted(raw, kind)
        if not place:
            break
        for path, text in texts.items():
            if leads_to(path, place):
                _set(raw, path, _items(path, text), what)
    try:
        return msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as wrong:
        raise misfit(str(wrong), kind, texts, what) from None


def _set(owner: dict[str, Any], path: Path, value: object, what: str) -> None:
    *parents, last = path
    for key in parents:
        inner = owner.get(key, {})
        if not isinstance(inner, dict):
            raise UsageError(f"{dotted(path)} is not something {what} has")
        owner[key] = dict(inner)
        owner = owner[key]
    owner[last] = value


def _items(path: Path, text: str) -> list[str]:
    """The items of a list as people type it: `a,b`, as a file has it (`["a", "b"]`), or `none`. Raises UsageError."""
    if text.startswith("[") != text.endswith("]"):
        raise UsageError(f"{text!r} is half a list", hint=f"{dotted(path)}=a,b, or {dotted(path)}=none")
    items = [each.strip() for each in text.removeprefix("[").removesuffix("]").split(",")]
    bare = [each[1:-1] if each[:1] in QUOTES and each[:1] == each[-1:] else each for each in items if each]
    return [] if bare == [NONE] else bare


def _list_wanted(raw: dict[str, Any], kind: type[Any]) -> str:
    """The path of the first value that has to be a list and is a text, a mapping's keys as `[...]`; else empty."""
    try:
        msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as wrong:
        expected, _, place = str(wrong).partition(" - at `$.")
        return place.rstrip("`") if expected.startswith("Expected `array") else ""
    return ""
