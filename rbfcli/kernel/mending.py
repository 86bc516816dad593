"""Tables that do not fit their type, mended so that all the rest can be looked at.

What was clearly meant is put there; what is not clear is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence  # noqa: TC003 - a field is read with its type
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, inspect

from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.matching import nearest
from rbfcli.kernel.mechanical import NOTHING, clear_key, rewritten
from rbfcli.kernel.type_mistakes import bounds, check, fits, in_range, members

if TYPE_CHECKING:
    from rbfcli.kernel.mistakes import Place

_OUT, MORE = object(), 100
_TEXTS = ("x", "0", "1", "")


class Mended(Struct, frozen=True):
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


def mended(raw: Any, kind: Any, *, other: bool = False) -> Mended | None:
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
    return Mended(found, frozenset(changes.changed), frozenset(changes.hidden), changes.renamed)


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
        key = (written in searched and clear_key(written, fields, {**table, **made})) or written
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
