"""The tables of an encounter with their keys, from the structs of a system: what each takes, its default, its use."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct, inspect

from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.limits import COUNT
from rbfcli.kernel.rules import Rules
from rbfcli.language.authored import AuthoredFile, Copied
from rbfcli.language.field_docs import FieldDoc, field_doc

WHOLE_FILE = "The file"
OPTIONS, PEOPLE, BLOCKS = "options", "combatants", "blocks"


class Key(Struct, frozen=True, kw_only=True):
    """A key: what it takes, its default in TOML (empty: nothing worth telling), whether it has to be given, its use."""

    name: str
    type: inspect.Type
    default: str
    required: bool
    doc: FieldDoc

    @property
    def takes(self) -> str:
        """What it takes, in the words of a person."""
        return taken(self.type)

    @property
    def remarks(self) -> str:
        """What it takes, its default, and its rules."""
        default = [f"default {self.default}"] if self.default else []
        rules = [", ".join(self.doc.rules)] if self.doc.rules else []
        return "; ".join([self.takes, *default, *(["required"] if self.required else []), *rules])

    @property
    def line(self) -> str:
        """What it is for, and what it takes."""
        return f"{self.doc.text} ({self.remarks})" if self.doc.text else self.remarks


class Table(Struct, frozen=True):
    """A table of an encounter: its heading in the file, what it is, and its keys."""

    heading: str
    summary: str
    keys: tuple[Key, ...]


def tables_of(rules: Rules | None) -> list[Table]:
    """The tables of an encounter of a system, or what those of all systems have."""
    fight: type[Fight] = rules.fight if rules else Fight
    sheet: type[Combatant] = rules.sheet if rules else Combatant
    fields = {field.name: field for field in authored_fields(fight)}
    whole = (*keys_of(AuthoredFile), *(_key(fight, each, {}) for each in fields.values() if _is_value(each.type)))
    people = Table("[combatants.ID]", _summary(sheet), (*keys_of(Copied), *(keys_of(sheet, name=False))))
    found = [Table(WHOLE_FILE, "what stands before the first table", whole), people]
    found += _inner(sheet, "combatants.ID")
    found.append(Table("[blocks.ID]", "the same keys as combatants, but for count; nothing is required", ()))
    for name, field in fields.items():
        if name not in (PEOPLE, BLOCKS) and not _is_plain(field.type):
            found += _tables_at(field.type, name, option_rules(rules) if name == OPTIONS else {})
    return [each for each in found if each.keys or each.heading == "[blocks.ID]"]


def authored_fields(kind: type[Struct]) -> Iterator[inspect.Field]:
    """The fields of a struct that an encounter may have."""
    in_play: frozenset[str] = getattr(kind, "in_play", frozenset())
    return (field for field in fields_of(kind) if field.name not in in_play)


@cache
def fields_of(kind: type[Struct]) -> tuple[inspect.Field, ...]:
    """The fields of a struct, as msgspec tells of them."""
    found: Any = inspect.type_info(kind)
    fields: tuple[inspect.Field, ...] = found.fields
    return fields


def keys_of(kind: type[Struct], *, name: bool = True) -> tuple[Key, ...]:
    """The keys of a struct; where `name` is no, the name need not be given, for the id stands for it."""
    keys = (_key(kind, field, {}) for field in authored_fields(kind))
    return tuple(each if name or each.name != "name" else _optional(each) for each in keys)


def option_rules(rules: Rules | None) -> dict[str, tuple[str, ...]]:
    """The rules that each option changes, as the ledger tells."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in rules.ledger() if rules else ():
        for option in filter(None, entry.option.split(", ")):
            key = option.removeprefix("options.")
            found[key] = (*found.get(key, ()), entry.id)
    return found


def _optional(key: Key) -> Key:
    return Key(name=key.name, type=key.type, default=key.default, required=False, doc=key.doc)


def _key(kind: type[Struct], field: inspect.Field, more: dict[str, tuple[str, ...]]) -> Key:
    default: Any = field.default
    doc = field_doc(kind, field)
    return Key(
        name=field.encode_name,
        type=field.type,
        default="" if default in (NODEFAULT, None, "", ()) else _toml(default),
        required=field.required,
        doc=FieldDoc(doc.text, doc.rules or more.get(field.name, ())),
    )


def _tables_at(kind: inspect.Type, path: str, more: dict[str, tuple[str, ...]]) -> Iterator[Table]:
    """The table at a path, and those inside it."""
    struct, heading = _struct_in(kind, path)
    if struct is None:
        return
    keys = tuple(_key(struct, field, more) for field in authored_fields(struct))
    yield Table(f"[[{path}]]" if heading == path and _is_list(kind) else f"[{heading}]", _summary(struct), keys)
    yield from _inner(struct, heading)


def _inner(struct: type[Struct], path: str) -> Iterator[Table]:
    for field in authored_fields(struct):
        if not _is_plain(field.type):
            yield from _tables_at(field.type, f"{path}.{field.name}", {})


def _struct_in(kind: inspect.Type, path: str) -> tuple[type[Struct] | None, str]:
    """The struct that stands at a path, and the path with the place of an id."""
    match kind:
        case inspect.Metadata():
            return _struct_in(kind.type, path)
        case inspect.StructType(cls=cls):
            return cls, path
        case inspect.DictType(value_type=value):
            return _struct_in(value, f"{path}.{'NAME' if path.endswith('conditions') else 'ID'}")
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return _struct_in(item, path)
        case inspect.UnionType(types=types):
            return next((found for each in types if (found := _struct_in(each, path))[0]), (None, path))
        case _:
            return None, path


def _is_plain(kind: inspect.Type) -> bool:
    return _struct_in(kind, "")[0] is None


def _is_value(kind: inspect.Type) -> bool:
    return _is_plain(kind) and not isinstance(kind, inspect.DictType)


def _is_list(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.VarTupleType | inspect.ListType)


def _summary(kind: type[Struct]) -> str:
    """The first sentence of a class."""
    return " ".join((kind.__doc__ or "").split("\n\n", 1)[0].split()).rstrip(".")


def taken(kind: Any) -> str:
    """What a type takes, in the words of a person."""
    match kind:
        case inspect.Metadata():
            return taken(kind.type)
        case inspect.IntType(ge=low, le=high):
            return f"whole number{_bounds(low, high)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.DictType(value_type=inspect.StructType()):
            return "tables"
        case inspect.DictType(value_type=value):
            return f"table of {taken(value)}"
        case inspect.VarTupleType(item_type=item) | inspect.CollectionType(item_type=item):
            return f"list of {_several(taken(item))}"
        case inspect.StructType(cls=cls):
            return f"{{ {', '.join(field.encode_name for field in authored_fields(cls))} }}"
        case inspect.UnionType(types=types):
            return " or ".join(dict.fromkeys(taken(each) for each in types if not isinstance(each, inspect.NoneType)))
        case inspect.TupleType(item_types=items):
            return f"list of {len(items)}: {', '.join(map(taken, items))}"
        case _:
            return "text"


def _several(what: str) -> str:
    first, plural = ("list", "lists") if what.startswith("list ") else ("whole number", "whole numbers")
    return "texts" if what == "text" else what.replace(first, plural, 1)


def _bounds(low: int | None, high: int | None) -> str:
    low, high = None if low is None or low <= -COUNT else low, None if high is None or high >= COUNT else high
    match low, high:
        case None, None:
            return ""
        case _, None:
            return f" of at least {low}"
        case None, _:
            return f" of at most {high}"
        case _ if low == high:
            return f" {low}"
        case _:
            return f" from {low} to {high}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return (
        f"[{', '.join(map(_toml, value))}]"
        if isinstance(value, Iterable) and not isinstance(value, str)
        else str(value)
    )
