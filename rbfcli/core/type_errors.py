"""Errors of values that do not fit their type, in tables from files and as people type them."""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, inspect

from rbfcli.core.errors import Hint, RbfError, did_you_mean, missing, misuse, shown, unknown
from rbfcli.core.limits import MISTAKES_OF_A_COMMAND, MISTAKES_OF_A_FILE
from rbfcli.core.matching import clear_word, nearest, unknown_word
from rbfcli.core.mistakes import NOTHING, Fix, Mistake, Place, rewritten
from rbfcli.core.paths import dotted
from rbfcli.core.text import other_digits, range_in_words

_TEXTS = ("x", "0", "")
_OUT = object()
UNKNOWN_KEY = "unknown key"
# Yields the mistakes in a value, and returns the part that can be read, or `_OUT`.
_Read = Generator[Mistake, None, Any]


@cache
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def type_mistakes(raw: Any, kind: Any, *, typed: bool = False) -> Iterator[Mistake]:
    """Yield each mistake of `raw` against a type, at the path of the value; `typed` texts may be numbers."""
    return _Reader(typed=typed).read(raw, _type_info(kind), ())


def typed_errors(raw: Any, kind: Any, typed: Mapping[tuple[str, ...], tuple[str, str]]) -> dict[Place, RbfError]:
    """Return the errors of typed values by their paths among all values `raw`; `typed` has each key and its text."""
    found: dict[Place, RbfError] = {}
    for each in islice(type_mistakes(raw, kind, typed=True), MISTAKES_OF_A_COMMAND + 1):
        path = next((path for path in typed if path == each.path[: len(path)]), ())
        found[path or (*each.path, each.missing)] = _typed_error(each, path, *typed.get(path, ("", "")))
    return found


def _typed_error(wrong: Mistake, path: Place, typed: str, text: str) -> RbfError:
    """Return the error of a value, for the key as typed; the hint has hyphens if that has."""
    own = tuple(each for each in wrong.path if isinstance(each, str))
    key = (typed if own == path else dotted(own)) or "value"
    join = "-" if "-" in typed and "_" not in typed else "_"
    hint, *suggestions = (each.replace("_", join) for each in (wrong.hint, *wrong.suggestions))
    if wrong.missing:
        lacking = dotted((*map(str, wrong.path), wrong.missing))
        return missing(lacking, hint=f"include {lacking}=VALUE")
    if wrong.message == UNKNOWN_KEY:
        return unknown("key", key, hint=Hint(hint, near=suggestions))
    if not text and isinstance(wrong.path[-1], str):
        return misuse(f"{key} cannot be empty", hint=hint)
    return misuse(f"{key} {wrong.message}", hint=other_digits(text) or Hint(hint, near=suggestions))


class RecoveredTables(Struct, frozen=True):
    """A value read from tables that do not fit its type.

    At the `changed` paths a value was left out or invented; an unknown key also changes the key it may be a
    misspelling of. `invented` are the paths of required values that were missing or wrong. `renamed` maps the key
    that was read to the misspelt one.
    """

    value: Any
    changed: frozenset[Place] = frozenset()
    invented: frozenset[Place] = frozenset()
    renamed: Mapping[Place, Place] = {}

    def written(self, path: Place) -> Place:
        """Return where in the tables a path of the value is written."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.renamed:
                return (*self.renamed[path[:length]], *path[length:])
        return path

    def touches(self, path: Place) -> bool:
        """Return whether the value at a path, or one around it, is not as it was written."""
        return any(path[:length] in self.changed for length in range(len(path) + 1))


def recovered(raw: Any, kind: Any) -> RecoveredTables | None:
    """Return a value of a type made of tables that do not fit it, or None if too little of them does."""
    reader = _Reader()
    value = _returned(reader.read(raw, _type_info(kind), ()))
    try:
        found = msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None
    return RecoveredTables(found, frozenset(reader.changed), frozenset(reader.invented), reader.renamed)


def _returned(reading: _Read) -> Any:
    while True:
        try:
            next(reading)
        except StopIteration as end:
            return end.value


class _Reader:
    """Reads tables as a type, and notes what it leaves out or invents; `typed` texts may be numbers."""

    def __init__(self, *, typed: bool = False) -> None:
        self.typed = typed
        self.changed: set[Place] = set()
        self.invented: set[Place] = set()
        self.renamed: dict[Place, Place] = {}

    def read(self, value: Any, kind: inspect.Type, path: Place) -> _Read:
        """Yield each mistake of a value, and return what can be read of it, or `_OUT`."""
        match kind:
            case inspect.AnyType():
                return value
            case inspect.Metadata() if isinstance(value, str) and getattr(kind.type, "pattern", None):
                return value if fits(value, kind.type) else (yield from self._misfit(value, kind, path))
            case inspect.Metadata():
                return (yield from self.read(value, kind.type, path))
            case inspect.UnionType():
                return (yield from self._union(value, kind, path))
            case inspect.StructType() if isinstance(value, dict):
                return (yield from self._struct(value, kind, path))
            case inspect.DictType() if isinstance(value, dict):
                return (yield from self._table(value, kind, path))
            case inspect.CollectionType() if isinstance(value, list | tuple):
                return (yield from self._list(value, [kind.item_type] * len(value), kind, path))
            case inspect.TupleType() if isinstance(value, list | tuple) and len(value) == len(kind.item_types):
                return (yield from self._list(value, kind.item_types, kind, path))
        if fits(value, kind) or (self.typed and isinstance(value, str) and _fits_typed(value, kind)):
            return value
        return (yield from self._misfit(value, kind, path))

    def _misfit(self, value: Any, kind: inspect.Type, path: Place) -> _Read:
        """Yield the mistake of a value of another type or out of bounds, and return the one clearly meant."""
        meant = rewritten(value, kind)
        sure = meant is not NOTHING and _is_valid(meant, kind)
        choices = kind.values if isinstance(kind, inspect.LiteralType) and isinstance(value, str) else ()
        near = nearest(value, [each for each in choices if isinstance(each, str)]) if choices else ()
        message = f"must be {_wanted(kind)}, not {_shown(value)}"
        keys = _keys_in(kind) if self.typed and path else ""
        hint = f"use {dotted(path)}{keys}=VALUE" if keys else str(did_you_mean(near)) or _form_of(value, kind, path)
        yield Mistake(path, message, hint, near, fix=Fix("value", meant) if sure else None)
        return meant if sure else _OUT

    def _union(self, value: Any, kind: inspect.UnionType, path: Place) -> _Read:
        possible = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if value is None and len(possible) < len(kind.types):
            return value
        tables = [each for each in possible if isinstance(each, inspect.StructType)]
        if isinstance(value, dict) and tables:
            return (yield from self._tagged(value, tables, path))
        fitting = possible if len(possible) == 1 else [each for each in possible if not any(self.read(value, each, ()))]
        if fitting:
            return (yield from self.read(value, fitting[0], path))
        return (yield from self._misfit(value, kind, path))

    def _tagged(self, table: Mapping[str, Any], kinds: list[inspect.StructType], path: Place) -> _Read:
        """Read a table as the one of several types that its tag names."""
        for kind in kinds:
            if kind.tag_field is None or table.get(kind.tag_field) == kind.tag:
                return (yield from self._struct(table, kind, path))
        yield _wrong_tag(table, kinds, path)
        return _OUT

    def _struct(self, table: Mapping[str, Any], kind: inspect.StructType, path: Place) -> _Read:
        fields = {field.encode_name: field for field in kind.fields}
        made: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
        meant: set[str] = set()
        strange = 0
        if kind.tag_field and table.get(kind.tag_field) != kind.tag:
            yield _wrong_tag(table, [kind], path)
        for key, value in table.items():
            if key in fields:
                made[key] = yield from self.read(value, fields[key].type, (*path, key))
            elif key != kind.tag_field and kind.forbid_unknown_fields and strange <= MISTAKES_OF_A_FILE:
                strange += 1
                wrong = unknown_key((*path, key), table, fields, getattr(kind.cls, "in_play", ()))
                meant.add(wrong.fix.new if wrong.fix else next(iter(wrong.suggestions), ""))
                yield wrong
                made |= self._renamed(wrong, value, fields, {**table, **made})
        for key, field in fields.items():
            if field.required and key not in table and key not in meant:
                yield Mistake(path, f"missing key {key} ({_wanted(field.type)})", missing=key)
            if made.get(key, _OUT if field.required else None) is _OUT:
                self._leave_out(made, key, field, path)
        return _OUT if any(each is _OUT for each in made.values()) else made

    def _renamed(
        self, wrong: Mistake, value: Any, fields: Mapping[str, inspect.Field], given: Collection[str]
    ) -> dict[str, Any]:
        """Return the value of an unknown key by the key that is clearly meant, if it fits and is not given."""
        above = wrong.path[:-1]
        name = wrong.fix.new if wrong.fix and wrong.fix.new not in given else ""
        found = _returned(self.read(value, fields[name].type, (*above, name))) if name else _OUT
        if found is _OUT:
            self.changed.add(wrong.path)
            self.changed.update((*above, each) for each in wrong.suggestions if each not in given)
            return {}
        self.renamed[*above, name] = wrong.path
        return {name: found}

    def _leave_out(self, made: dict[str, Any], key: str, field: inspect.Field, path: Place) -> None:
        """Leave a wrong value out of a table; a required one is invented."""
        self.changed.add((*path, key))
        if field.required:
            self.invented.add((*path, key))
            made[key] = _some(field.type)
        else:
            del made[key]

    def _table(self, table: Mapping[str, Any], kind: inspect.DictType, path: Place) -> _Read:
        yield from _size_mistakes(table, kind, path)
        made = {}
        for key, each in table.items():
            is_key = (yield from self.read(key, kind.key_type, (*path, key))) == key
            found = yield from self._entry(each, kind.value_type, (*path, key))
            if is_key:
                made[key] = found
            else:
                self.changed.add((*path, key))
        right = in_range(len(table), kind.min_length, kind.max_length)
        return made if right and not any(each is _OUT for each in made.values()) else _OUT

    def _list(self, values: Sequence[Any], kinds: Sequence[inspect.Type], kind: inspect.Type, path: Place) -> _Read:
        right = True
        if isinstance(kind, inspect.CollectionType):
            yield from _size_mistakes(values, kind, path)
            right = in_range(len(values), kind.min_length, kind.max_length)
        made = []
        for number, (each, of) in enumerate(zip(values, kinds, strict=True)):
            made.append((yield from self._entry(each, of, (*path, number))))
        return made if right and not any(each is _OUT for each in made) else _OUT

    def _entry(self, value: Any, kind: inspect.Type, path: Place) -> _Read:
        """Read an entry of a table or list: others may refer to it, so a wrong one is replaced."""
        found = yield from self.read(value, kind, path)
        if found is not _OUT:
            return found
        self.changed.add(path)
        self.invented.add(path)
        return _some(kind)


def _fits_typed(text: str, kind: inspect.Type) -> bool:
    """Return whether a text is a number or boolean of a type, as people type it."""
    plain = {inspect.IntType: int, inspect.BoolType: bool}.get(type(kind))
    if isinstance(kind, inspect.LiteralType):
        plain = type(kind.values[0])
    try:
        return plain is not None and fits(msgspec.convert(text, plain, strict=False), kind)
    except msgspec.ValidationError:
        return False


def _is_valid(value: Any, kind: inspect.Type) -> bool:
    return not any(_Reader().read(value, kind, ()))


def _some(kind: inspect.Type) -> Any:
    """Return some value of a type, or `_OUT` if none of the usual ones fits."""
    match kind:
        case inspect.Metadata():
            return _some(kind.type)
        case inspect.UnionType():
            return next((found for each in kind.types if (found := _some(each)) is not _OUT), _OUT)
        case inspect.StructType():
            return _returned(_Reader().read({}, kind, ()))
        case inspect.TupleType():
            return [*map(_some, kind.item_types)]
        case inspect.DictType() | inspect.CollectionType():
            empty: Any = {} if isinstance(kind, inspect.DictType) else []
            return _OUT if kind.min_length else empty
        case inspect.IntType():
            lowest, highest = bounds(kind)
            return lowest if lowest is not None else min(0, highest or 0)
        case inspect.BoolType():
            return False
        case inspect.LiteralType():
            return kind.values[0]
        case _:
            return next((each for each in _TEXTS if fits(each, kind)), _OUT)


def unknown_key(path: Place, table: Mapping[str, Any], known: Mapping[str, Any], in_play: Collection[str]) -> Mistake:
    """Return the mistake of a key that a table cannot have, with the nearest that it can; no fix makes it `in_play`."""
    key = str(path[-1])
    wrong, meant = unknown_word(key, known, "key"), clear_word(key, known)
    fix = Fix("key", meant) if meant and meant not in table and meant not in in_play else None
    return Mistake(path, UNKNOWN_KEY, wrong.hint, wrong.suggestions, fix=fix)


def _wrong_tag(table: Mapping[str, Any], kinds: list[inspect.StructType], path: Place) -> Mistake:
    tag_field = kinds[0].tag_field or ""
    found = f", not {_shown(table[tag_field])}" if tag_field in table else ""
    return Mistake((*path, tag_field), f"must be one of {', '.join(sorted(_shown(kind.tag) for kind in kinds))}{found}")


def _size_mistakes(value: Any, kind: inspect.DictType | inspect.CollectionType, path: Place) -> Iterator[Mistake]:
    if not in_range(len(value), kind.min_length, kind.max_length):
        yield Mistake(path, f"must have {_size(kind)} entries, not {len(value)}")


def fits(value: Any, kind: inspect.Type) -> bool:
    """Return whether a plain value (not a table or list) is of a type and within its bounds."""
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


def _form_of(value: Any, kind: inspect.Type, path: Place) -> str:
    """Return how to write a list or table, if a string or a list of tables was given instead; else empty."""
    is_list = isinstance(kind, inspect.CollectionType | inspect.TupleType)
    if is_list and isinstance(value, str) and path and isinstance(path[-1], str):
        return f"{path[-1]} = [{_shown(value)}]".replace("'", '"')
    is_table = isinstance(kind, inspect.StructType | inspect.DictType)
    return f"a table each: [{dotted(path)}.NAME]" if is_table and isinstance(value, list) and path else ""


def _keys_in(kind: inspect.Type) -> str:
    """Return the keys that lead from a table to a value in it, such as `.NAME.damage`; empty for a type of values."""
    match kind:
        case inspect.Metadata():
            return _keys_in(kind.type)
        case inspect.StructType():
            field = next((each for each in kind.fields if each.required), kind.fields[0])
            return f".{field.encode_name}{_keys_in(field.type)}"
        case inspect.DictType():
            return f".NAME{_keys_in(kind.value_type)}"
        case _:
            return ""


def _wanted(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata():
            described = (kind.extra_json_schema or {}).get("description", "")
            return described if getattr(kind.type, "pattern", None) and described else _wanted(kind.type)
        case inspect.IntType():
            return f"a whole number{of_range(*bounds(kind))}"
        case inspect.StrType():
            size = _size(kind)
            characters = "character" if size == "1" else "characters"
            return (
                "a string" + (f" of {size} {characters}" if size else "") + (" of another form" if kind.pattern else "")
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            return "one of " + ", ".join(map(_shown, kind.values))
        case inspect.UnionType():
            return " or ".join(
                dict.fromkeys(_wanted(each) for each in kind.types if not isinstance(each, inspect.NoneType))
            )
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)} entries"
        case inspect.CollectionType():
            return "a list"
        case _:
            return "a table"


def _size(kind: inspect.DictType | inspect.CollectionType | inspect.StrType) -> str:
    return range_in_words(kind.min_length, kind.max_length).removeprefix("from ")


def bounds(kind: inspect.IntType) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number of a type, None if there is none."""
    lowest = kind.ge if kind.gt is None else kind.gt + 1
    highest = kind.le if kind.lt is None else kind.lt - 1
    return lowest, highest


def in_range(number: int, lowest: int | None, highest: int | None) -> bool:
    """Return whether a number is within bounds."""
    return (lowest is None or number >= lowest) and (highest is None or number <= highest)


def of_range(lowest: int | None, highest: int | None) -> str:
    """Return a range after what it is a range of: ` of at least 1`, ` from 1 to 6`; empty if there are no bounds."""
    span = range_in_words(lowest, highest)
    return f" of {span}" if span.startswith("at") else span and f" {span}"


def _shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return shown(value)
        case dict():
            return "a table"
        case list() | tuple():
            return f"a list of {len(value)}"
        case _:
            return str(value)
