"""The keys of a table in an encounter, from its struct: what each takes, its default, and what it is for."""

from collections.abc import Iterator
from typing import Any

from msgspec import NODEFAULT, Struct, inspect

Rows = tuple[tuple[str, str], ...]
FAR = 1_000_000
OF_THE_PROGRAM = frozenset({"system", "title", "seed", "options", "combatants", "blocks", "board"})


def keys_of(kind: type[Struct]) -> Rows:
    """The keys of a struct, each with what it takes, its default and its description."""
    found: Any = inspect.type_info(kind)
    return tuple((field.name, _described(field)) for field in found.fields)


def tables_of(kind: type[Struct]) -> Iterator[tuple[str, Rows]]:
    """The board, then the tables that are the system's own, such as `[weapons.ID]`, with their keys."""
    found: Any = inspect.type_info(kind)
    fields = {field.name: field.type for field in found.fields}
    yield "[board]", keys_of(fields["board"].cls)
    for name, taken in [*_tables_in(fields["board"].cls, "board."), *_tables_in(kind, "")]:
        if name not in OF_THE_PROGRAM:
            yield f"[{name}.ID]", keys_of(taken)


def _tables_in(kind: type[Struct], before: str) -> Iterator[tuple[str, type[Struct]]]:
    """The fields of a struct that are tables of structs, by their paths."""
    found: Any = inspect.type_info(kind)
    for field in found.fields:
        value = field.type.value_type if isinstance(field.type, inspect.DictType) else None
        if isinstance(value, inspect.StructType):
            yield f"{before}{field.name}", value.cls


def _described(field: Any) -> str:
    kind, text = field.type, ""
    if isinstance(kind, inspect.Metadata):
        text, kind = (kind.extra_json_schema or {}).get("description", ""), kind.type
    remarks = [
        taken(kind),
        *([] if field.default in (NODEFAULT, None, "", ()) else [f"default {_toml(field.default)}"]),
    ]
    required = field.required and field.default is NODEFAULT
    told = "; ".join([*remarks, *(["required"] if required else [])])
    return f"{text} ({told})" if text else told


def taken(kind: Any) -> str:
    """What a type takes, in the words of a person."""
    match kind:
        case inspect.Metadata():
            return taken(kind.type)
        case inspect.IntType(ge=low, le=high):
            bounds = f" of at least {low}" if low is not None and low > -FAR else ""
            return f"whole number{bounds}" + (
                f" and at most {high}" if bounds and high is not None and high < FAR else ""
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.DictType(value_type=value):
            return f"table of {taken(value)}"
        case inspect.VarTupleType(item_type=item) | inspect.CollectionType(item_type=item):
            return f"list of {taken(item)}"
        case inspect.StructType(cls=cls):
            return f"{{ {', '.join(cls.__struct_fields__)} }}"
        case inspect.UnionType(types=types):
            return " or ".join(dict.fromkeys(taken(each) for each in types if not isinstance(each, inspect.NoneType)))
        case inspect.TupleType(item_types=items):
            return f"list of {len(items)}: {', '.join(map(taken, items))}"
        case _:
            return "text"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, tuple) else str(value)
