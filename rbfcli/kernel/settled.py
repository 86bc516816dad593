"""Values whose JSON is the same whenever they are equal: msgspec leaves out a default, but not what only equals it."""

from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, replace

_ATOMS = frozenset((str, int, bool, type(None)))
_ONLY_ONCE = range(257)


def settled(value: Any) -> Any:
    """A value with its defaults in place of what equals them."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return (
            value if _ATOMS.issuperset(map(type, value.values())) else {k: settled(each) for k, each in value.items()}
        )
    if kind is tuple or kind is list:
        return value if _ATOMS.issuperset(map(type, value)) else [settled(each) for each in value]
    return _settled_struct(value) if isinstance(value, Struct) else value


def _settled_struct(one: Struct) -> Struct:
    kind = type(one)
    if kind not in _LOOKED_AT:
        _LOOKED_AT[kind] = _to_look_at(kind)
    changes = {}
    values = astuple(one)
    for at, name, default in _LOOKED_AT[kind]:
        value = values[at]
        if value is default:
            continue
        if value == default:
            changes[name] = default
        elif type(value) not in _ATOMS and (same := settled(value)) is not value:
            changes[name] = same
    return replace(one, **changes) if changes else one


def _to_look_at(kind: type[Struct]) -> list[tuple[int, str, Any]]:
    """The fields of a struct with their places and defaults, without those whose default Python has only once."""
    given = kind.__struct_defaults__
    every = (*[NODEFAULT] * (len(kind.__struct_fields__) - len(given)), *given)
    fields = enumerate(zip(kind.__struct_fields__, every, strict=True))
    return [(at, name, default) for at, (name, default) in fields if not _is_only_once(default)]


def _is_only_once(default: Any) -> bool:
    """Whether whatever equals a default is that same object; a range would compare any other thing with each number."""
    return default == "" or (isinstance(default, int) and default in _ONLY_ONCE)


_LOOKED_AT: dict[type[Struct], list[tuple[int, str, Any]]] = {}
