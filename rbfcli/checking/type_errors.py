"""What is wrong with tables that do not fit their type, and the tables made to fit."""

from __future__ import annotations

import re
from collections.abc import (
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, inspect

from rbfcli.core.limits import MISTAKES_OF_A_FILE
from rbfcli.core.matching import clear_word, did_you_mean, nearest, unknown_word
from rbfcli.core.mistakes import NOTHING, Fix, Mistake, Place, rewritten

_TEXT_SHOWN = 40


def type_mistakes(raw: Any, kind: Any) -> Iterator[Mistake]:
    """Each mistake of `raw` against a type, at the path of the value."""
    return check(raw, inspect.type_info(kind), ())


def check(value: Any, kind: inspect.Type, path: Place) -> Iterator[Mistake]:
    """Each mistake of a value against a type that was looked into."""
    match kind:
        case inspect.AnyType():
            return
        case inspect.Metadata():
            yield from check(value, kind.type, path)
        case inspect.UnionType():
            yield from _check_union(value, kind, path)
        case inspect.StructType() if isinstance(value, dict):
            yield from _check_struct(value, kind, path)
        case inspect.DictType() if isinstance(value, dict):
            yield from _check_size(value, kind, path)
            for key, each in value.items():
                yield from check(key, kind.key_type, (*path, key))
                yield from check(each, kind.value_type, (*path, key))
        case inspect.CollectionType() if isinstance(value, list):
            yield from _check_size(value, kind, path)
            for index, each in enumerate(value):
                yield from check(each, kind.item_type, (*path, index))
        case inspect.TupleType() if isinstance(value, list) and len(value) == len(kind.item_types):
            for index, (each, item) in enumerate(zip(value, kind.item_types, strict=True)):
                yield from check(each, item, (*path, index))
        case _:
            if not fits(value, kind):
                yield misfit(value, kind, path)


def misfit(value: Any, kind: inspect.Type, path: Place) -> Mistake:
    """The mistake of a value that is of another type, or out of its bounds."""
    meant = rewritten(value, kind)
    fix = None if meant is NOTHING or any(check(meant, kind, path)) else Fix("value", meant)
    choices = kind.values if isinstance(kind, inspect.LiteralType) and isinstance(value, str) else ()
    near = nearest(value, [each for each in choices if isinstance(each, str)]) if choices else ()
    return Mistake(path, f"must be {_wanted(kind)}, not {_shown(value)}", did_you_mean(near), near, fix=fix)


def _check_struct(table: Mapping[str, Any], kind: inspect.StructType, path: Place) -> Iterator[Mistake]:
    fields = {field.encode_name: field for field in kind.fields}
    meant: set[str] = set()
    if kind.tag_field and table.get(kind.tag_field) != kind.tag:
        yield _wrong_tag(table, [kind], path)
    for key, value in table.items():
        if key in fields:
            yield from check(value, fields[key].type, (*path, key))
        elif key != kind.tag_field and kind.forbid_unknown_fields:
            wrong = unknown_key((*path, key), table, fields, getattr(kind.cls, "in_play", ()))
            meant.add(wrong.fix.new if wrong.fix else next(iter(wrong.suggestions), ""))
            yield wrong
    for key, field in fields.items():
        if field.required and key not in table and key not in meant:
            yield Mistake(path, f"{key} is missing ({_wanted(field.type)})", missing=key)


def unknown_key(path: Place, table: Mapping[str, Any], known: Mapping[str, Any], in_play: Collection[str]) -> Mistake:
    """The mistake of a key that a table cannot have, with the nearest that it can; no fix makes it one `in_play`."""
    key = str(path[-1])
    wrong, meant = unknown_word(key, known, "key"), clear_word(key, known)
    fix = Fix("key", meant) if meant and meant not in table and meant not in in_play else None
    return Mistake(path, "unknown key", wrong.hint, wrong.suggestions, fix=fix)


def _check_union(value: Any, kind: inspect.UnionType, path: Place) -> Iterator[Mistake]:
    tables = [member for member in members(kind) if isinstance(member, inspect.StructType)]
    if isinstance(value, dict) and tables:
        yield from _check_tagged(value, tables, path)
        return
    found = [[*islice(check(value, member, path), MISTAKES_OF_A_FILE + 1)] for member in members(kind)]
    if all(found):
        yield from found[0] if len(found) == 1 else [misfit(value, kind, path)]


def _check_tagged(table: Mapping[str, Any], kinds: list[inspect.StructType], path: Place) -> Iterator[Mistake]:
    """Check a table against the one of several types that its tag names."""
    for kind in kinds:
        if kind.tag_field is None or table.get(kind.tag_field) == kind.tag:
            yield from _check_struct(table, kind, path)
            return
    yield _wrong_tag(table, kinds, path)


def _wrong_tag(table: Mapping[str, Any], kinds: list[inspect.StructType], path: Place) -> Mistake:
    tag_field = kinds[0].tag_field or ""
    found = f", not {_shown(table[tag_field])}" if tag_field in table else ""
    return Mistake((*path, tag_field), f"must be one of {', '.join(sorted(_shown(kind.tag) for kind in kinds))}{found}")


def _check_size(value: Any, kind: inspect.DictType | inspect.CollectionType, path: Place) -> Iterator[Mistake]:
    if not in_range(len(value), kind.min_length, kind.max_length):
        yield Mistake(path, f"must have {_range(kind.min_length, kind.max_length)} entries, not {len(value)}")


def members(kind: inspect.UnionType) -> list[inspect.Type]:
    """The types of a union that can be in a file: TOML has no null."""
    return [member for member in kind.types if not isinstance(member, inspect.NoneType)]


def fits(value: Any, kind: inspect.Type) -> bool:
    """Whether a plain value, no table or list, is of a type and within its bounds."""
    match kind:
        case inspect.IntType():
            return type(value) is int and in_range(value, *bounds(kind))
        case inspect.StrType():
            return (
                isinstance(value, str)
                and in_range(len(value), kind.min_length, kind.max_length)
                and (kind.pattern is None or re.search(kind.pattern, value) is not None)
            )
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.LiteralType():
            return any(type(value) is type(each) and value == each for each in kind.values)
        case _:
            return False


def _wanted(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            return _wanted(kind.type)
        case inspect.IntType():
            return f"a whole number{_range(*bounds(kind), before=' ')}"
        case inspect.StrType():
            size = _range(kind.min_length, kind.max_length)
            characters = "character" if size == "1" else "characters"
            return (
                "text"
                + (f" of {size} {characters}" if size else "")
                + (f" like {kind.pattern}" if kind.pattern else "")
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            return "one of " + ", ".join(map(_shown, kind.values))
        case inspect.UnionType():
            return " or ".join(dict.fromkeys(map(_wanted, members(kind))))
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)} entries"
        case inspect.CollectionType():
            return "a list"
        case _:
            return "a table"


def bounds(kind: inspect.IntType) -> tuple[int | None, int | None]:
    """The lowest and the highest number of a type; None where there is none."""
    lowest = kind.ge if kind.gt is None else kind.gt + 1
    highest = kind.le if kind.lt is None else kind.lt - 1
    return lowest, highest


def in_range(number: int, lowest: int | None, highest: int | None) -> bool:
    """Whether a number is within bounds."""
    return (lowest is None or number >= lowest) and (highest is None or number <= highest)


def _range(lowest: int | None, highest: int | None, before: str = "") -> str:
    match lowest, highest:
        case None, None:
            return ""
        case _, None:
            return f"{before}of at least {lowest}" if before else f"at least {lowest}"
        case None, _:
            return f"{before}of at most {highest}" if before else f"at most {highest}"
        case _ if lowest == highest:
            return f"{before}{lowest}"
        case _:
            return f"{before}from {lowest} to {highest}" if before else f"{lowest} to {highest}"


def _shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return repr(value if len(value) <= _TEXT_SHOWN else value[:_TEXT_SHOWN] + "...")
        case dict():
            return "a table"
        case list():
            return f"a list of {len(value)}"
        case _:
            return str(value)


_OUT, MORE = object(), 100
_TEXTS = ("x", "0", "1", "")


class RecoveredTables(Struct, frozen=True):
    """A value of a type, and the places where something was left out, or put there for what was wrong or missing.

    So is what an unknown key may have been meant for. Of these, what is `hidden` are texts and tables, which others may
    have named; a number, a truth or a choice is not named. What stands at a key of `renamed` is written at another.
    """

    value: Any
    changed: frozenset[Place] = frozenset()
    hidden: frozenset[Place] = frozenset()
    renamed: Mapping[Place, Place] = {}

    def written(self, path: Place) -> Place:
        """Where in the tables a path of the value is written."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.renamed:
                return (*self.renamed[path[:length]], *path[length:])
        return path

    def touches(self, path: Place) -> bool:
        """Whether what stands at a path is not as it was written."""
        return any(path[:length] in self.changed for length in range(len(path) + 1))


class _Changes:
    """What is changed on the way."""

    def __init__(self, *, other: bool = False) -> None:
        self.other = other
        self.changed: set[Place] = set()
        self.hidden: set[Place] = set()
        self.renamed: dict[Place, Place] = {}

    def note(self, path: Place, kind: inspect.Type | None) -> None:
        self.changed.add(path)
        if kind is not None and not _is_mere_number(kind):
            self.hidden.add(path)


def mended(raw: Any, kind: Any, *, other: bool = False) -> RecoveredTables | None:
    """A value of a type, made of tables that do not fit it; None where too little of them does.

    What is not clear is left out, or put there as low as may be; with `other` as high as may be, so that two of them
    show what does not depend on it.
    """
    changes = _Changes(other=other)
    value = _mend(raw, inspect.type_info(kind), (), changes)
    try:
        found = msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None
    return RecoveredTables(found, frozenset(changes.changed), frozenset(changes.hidden), changes.renamed)


def _is_mere_number(kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata():
            return _is_mere_number(kind.type)
        case inspect.UnionType():
            return all(map(_is_mere_number, members(kind)))
        case _:
            return isinstance(kind, inspect.IntType | inspect.BoolType | inspect.LiteralType)


def _mend(value: Any, kind: inspect.Type, path: Place, changed: _Changes) -> Any:
    """What fits of a value, or the one that was clearly meant; `_OUT` where there is neither."""
    if not isinstance(value, dict | list) and any(check(value, kind, path)):
        meant = rewritten(value, kind)
        if meant is not NOTHING:
            value = meant
    match kind:
        case inspect.Metadata():
            return _mend(value, kind.type, path, changed)
        case inspect.UnionType() if any(check(value, kind, path)):
            inner = [each for each in members(kind) if not isinstance(value, dict) or _is_table(each)]
            return _mend(value, inner[0], path, changed) if len(inner) == 1 else _OUT
        case inspect.StructType() if isinstance(value, dict):
            return _mend_struct(value, kind, path, changed)
        case inspect.DictType() if isinstance(value, dict) and in_range(len(value), kind.min_length, kind.max_length):
            fitting = {key: one for key, one in value.items() if not any(check(key, kind.key_type, path))}
            for key in value.keys() - fitting.keys():
                changed.note((*path, key), kind)
            return _all_or_none(
                {key: _kept(one, kind.value_type, (*path, key), changed) for key, one in fitting.items()}
            )
        case inspect.CollectionType() if isinstance(value, list):
            if not in_range(len(value), kind.min_length, kind.max_length):
                return _OUT
            return _listed(value, [kind.item_type] * len(value), path, changed)
        case inspect.TupleType() if isinstance(value, list) and len(value) == len(kind.item_types):
            return _listed(value, kind.item_types, path, changed)
        case _:
            return _OUT if any(check(value, kind, path)) else value


def _is_table(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StructType | inspect.DictType)


def _mend_struct(table: Mapping[str, Any], kind: inspect.StructType, path: Place, changed: _Changes) -> Any:
    """A table with what fits of its values, and with some value for whatever it lacks."""
    made: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    fields = {field.encode_name: field for field in kind.fields}
    searched = {*islice((each for each in table if each not in fields), MISTAKES_OF_A_FILE)}
    for written, one in table.items():
        meant_key = clear_word(written, fields) if written in searched else ""
        key = meant_key if meant_key and meant_key not in table and meant_key not in made else written
        found = _mend(one, fields[key].type, (*path, key), changed) if key in fields else _OUT
        if found is not _OUT:
            made[key] = found
            if key != written:
                changed.renamed[*path, key] = (*path, written)
        elif written not in made:
            changed.note((*path, key), fields[key].type if key in fields else None)
            meant: Sequence[str] = [key] if key in fields else ()
            if written in searched and not meant:
                meant = nearest(key, [each for each in fields if each not in table])
            for near in meant:
                changed.note((*path, near), fields[near].type)
            made |= {near: _some(fields[near].type, other=True) for near in meant if changed.other and near not in made}
    for key, field in fields.items():
        if field.required and key not in made:
            changed.note((*path, key), field.type)
            made[key] = _some(field.type, other=changed.other)
    return _all_or_none(made)


def _listed(values: list[Any], kinds: Any, path: Place, changed: _Changes) -> Any:
    made = [
        _kept(one, kind, (*path, number), changed) for number, (one, kind) in enumerate(zip(values, kinds, strict=True))
    ]
    return _OUT if any(each is _OUT for each in made) else made


def _all_or_none(made: dict[str, Any]) -> Any:
    return _OUT if any(each is _OUT for each in made.values()) else made


def _kept(value: Any, kind: inspect.Type, path: Place, changed: _Changes) -> Any:
    """What fits of an entry of a table or a list, whose name or number others may use, or else some value."""
    found = _mend(value, kind, path, changed)
    if found is not _OUT:
        return found
    changed.note(path, kind)
    return _some(kind, other=changed.other)


def _some(kind: inspect.Type, *, other: bool) -> Any:
    """Some value of a type, or another one; `_OUT` where none of the usual ones is."""
    match kind:
        case inspect.Metadata():
            return _some(kind.type, other=other)
        case inspect.UnionType():
            return next((found for each in members(kind) if (found := _some(each, other=other)) is not _OUT), _OUT)
        case inspect.StructType():
            return _mend_struct({}, kind, (), _Changes(other=other))
        case inspect.DictType() | inspect.CollectionType():
            empty: Any = {} if isinstance(kind, inspect.DictType) else []
            return _OUT if kind.min_length else empty
        case inspect.TupleType():
            return _listed([None] * len(kind.item_types), kind.item_types, (), _Changes(other=other))
        case inspect.IntType():
            return _some_number(kind, other=other)
        case inspect.BoolType():
            return other
        case inspect.LiteralType():
            return kind.values[-1 if other else 0]
        case _:
            return next((each for each in (_TEXTS[::-1] if other else _TEXTS) if fits(each, kind)), _OUT)


def _some_number(kind: inspect.IntType, *, other: bool) -> int:
    """The lowest number of a type, or the highest; one that is larger than the lowest where there is no highest."""
    lowest, highest = bounds(kind)
    if other:
        return highest if highest is not None else (lowest or 0) + MORE
    return lowest if lowest is not None else min(0, highest or 0)
