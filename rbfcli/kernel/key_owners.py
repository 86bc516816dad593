"""Which table of an encounter has a key, for one that was written in another."""

from __future__ import annotations

from typing import Any

from msgspec import inspect

DEEPEST = 3


def owners(kind: Any) -> dict[str, list[str]]:
    """The tables that may have each key of a fight, as they are written: `[weapons.ID]`; sheets are combatants'."""
    found: dict[str, list[str]] = {}
    _note(inspect.type_info(kind), "", found)
    return found


def _note(kind: inspect.Type, table: str, found: dict[str, list[str]]) -> None:
    match kind:
        case inspect.Metadata():
            _note(kind.type, table, found)
        case inspect.UnionType():
            for each in kind.types:
                _note(each, table, found)
        case inspect.DictType(value_type=inner):
            _note(inner, f"{table}.ID", found)
        case inspect.VarTupleType(item_type=inner):
            _note(inner, f"[{table.strip('[]')}]", found)
        case inspect.StructType() if table.count(".") <= DEEPEST:
            for field in kind.fields:
                if field.name not in getattr(kind.cls, "in_play", ()):
                    if table:
                        found.setdefault(field.encode_name, []).append(f"[{table}]")
                    _note(field.type, f"{table}.{field.encode_name}".lstrip("."), found)
