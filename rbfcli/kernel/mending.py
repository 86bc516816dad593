"""Tables that do not fit their type, mended: what does not fit is left out, so that all the rest can be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, inspect

from rbfcli.kernel.type_mistakes import bounds, check, fits, in_range, members

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rbfcli.kernel.mistakes import Place

_OUT = object()
_TEXTS = ("x", "0", "1", "")


class Mended(Struct, frozen=True):
    """A value of a type, and the places where something was left out, or put there for what was wrong or missing."""

    value: Any
    changed: frozenset[Place]

    def touches(self, path: Place) -> bool:
        """Whether what stands at a path is not as it was written."""
        return any(path[:length] in self.changed for length in range(len(path) + 1))


def mended(raw: Any, kind: Any) -> Mended | None:
    """A value of a type, made of tables that do not fit it; None where too little of them does."""
    changed: set[Place] = set()
    value = _mend(raw, inspect.type_info(kind), (), changed)
    try:
        return Mended(msgspec.convert(value, kind), frozenset(changed))
    except msgspec.ValidationError:
        return None


def _mend(value: Any, kind: inspect.Type, path: Place, changed: set[Place]) -> Any:
    """What fits of a value; `_OUT` where nothing does."""
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
            changed.update((*path, key) for key in value.keys() - fitting.keys())
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


def _mend_struct(table: Mapping[str, Any], kind: inspect.StructType, path: Place, changed: set[Place]) -> Any:
    """A table with what fits of its values, and with some value for whatever it lacks."""
    made: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    fields = {field.encode_name: field for field in kind.fields}
    for key, one in table.items():
        found = _mend(one, fields[key].type, (*path, key), changed) if key in fields else _OUT
        if found is not _OUT:
            made[key] = found
        elif key not in made:
            changed.add((*path, key))
    for key, field in fields.items():
        if field.required and key not in made:
            changed.add((*path, key))
            made[key] = _some(field.type)
    return _all_or_none(made)


def _listed(values: list[Any], kinds: Any, path: Place, changed: set[Place]) -> Any:
    made = [
        _kept(one, kind, (*path, number), changed) for number, (one, kind) in enumerate(zip(values, kinds, strict=True))
    ]
    return _OUT if any(each is _OUT for each in made) else made


def _all_or_none(made: dict[str, Any]) -> Any:
    return _OUT if any(each is _OUT for each in made.values()) else made


def _kept(value: Any, kind: inspect.Type, path: Place, changed: set[Place]) -> Any:
    """What fits of an entry of a table or a list, whose name or number others may use, or else some value."""
    found = _mend(value, kind, path, changed)
    if found is not _OUT:
        return found
    changed.add(path)
    return _some(kind)


def _some(kind: inspect.Type) -> Any:
    """Some value of a type; `_OUT` where none of the usual ones is."""
    match kind:
        case inspect.Metadata():
            return _some(kind.type)
        case inspect.UnionType():
            return next((found for each in members(kind) if (found := _some(each)) is not _OUT), _OUT)
        case inspect.StructType():
            return _mend_struct({}, kind, (), set())
        case inspect.DictType() | inspect.CollectionType():
            empty: Any = {} if isinstance(kind, inspect.DictType) else []
            return _OUT if kind.min_length else empty
        case inspect.TupleType():
            return _listed([None] * len(kind.item_types), kind.item_types, (), set())
        case inspect.IntType():
            lowest, highest = bounds(kind)
            return lowest if lowest is not None else min(0, highest or 0)
        case inspect.BoolType():
            return False
        case inspect.LiteralType():
            return kind.values[0]
        case _:
            return next((each for each in _TEXTS if fits(each, kind)), _OUT)
