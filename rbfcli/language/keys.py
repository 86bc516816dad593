"""The tables and keys of encounter files, from the structs of a system."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from inspect import getsource
from sys import modules
from typing import Annotated, Any

from msgspec import NODEFAULT, Meta, Struct, inspect
from msgspec import field as struct_field
from msgspec.structs import replace

from rbfcli.core.limits import COPIES, COUNT
from rbfcli.core.type_errors import of_range
from rbfcli.language.forms import all_verbs
from rbfcli.language.page import CommandLines, PageStyle, Prose, Section, Terms, page_lines
from rbfcli.language.topics import written_sections
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Rules
from rbfcli.storage.paths import FORMAT


class AuthoredFile(Struct, frozen=True, kw_only=True):
    """The keys of the file itself."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)]
    """the file format version"""
    include: tuple[str, ...] = ()
    """files next to this one or below it whose tables are included, such as the players' sheets; or bundled files by
    name, for each system: rbf/armoury, rbf/bestiary, rbf/party"""


class BuiltOn(Struct, frozen=True, kw_only=True):
    """The keys of combatants and stat blocks that build on a stat block."""

    parent: str = struct_field(default="", name="from")
    """the id of the stat block to build on; keys given here override its keys"""


class Copied(BuiltOn, frozen=True, kw_only=True):
    """The keys that only combatants have: the number of copies."""

    count: Annotated[int, Meta(ge=1, le=COPIES)] = 1
    """the number of copies; if there are several, id and name are numbered"""


_RULES = re.compile(r"\s*\(([A-Z]+(?:-[A-Z0-9]+)+(?:, [A-Z]+(?:-[A-Z0-9]+)+)*)\)$")


class FieldDoc(Struct, frozen=True):
    """A short description of a field, and the ids of the rules that use it."""

    text: str = ""
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the text with its rules."""
        return f"{self.text} ({', '.join(self.rules)})".strip() if self.rules else self.text


def field_doc(kind: type[Struct], field: inspect.Field) -> FieldDoc:
    """Return the description of a struct's field."""
    text = _description(field.type) or _below_fields(kind).get(field.name, "")
    found = _RULES.search(text)
    return FieldDoc(text[: found.start()], tuple(found[1].split(", "))) if found else FieldDoc(text)


def _description(kind: inspect.Type) -> str:
    if not isinstance(kind, inspect.Metadata):
        return ""
    return str((kind.extra_json_schema or {}).get("description", "")) or _description(kind.type)


def _below_fields(kind: type[Struct]) -> dict[str, str]:
    """Return the docstrings below the fields of a class and of its bases; the nearest class takes precedence."""
    texts: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        texts |= _of_module(each.__module__).get(each.__qualname__, {})
    return texts


@lru_cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """Return the docstrings below the fields of each class of a module, from its source."""
    try:
        tree = ast.parse(getsource(modules[name]))
    except (KeyError, OSError, TypeError, SyntaxError):
        return {}
    return {each.name: dict(_of_class(each)) for each in tree.body if isinstance(each, ast.ClassDef)}


def _of_class(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split())
            case _:
                pass


WHOLE_FILE = "The file"
OPTIONS, PEOPLE, BLOCKS = "options", "combatants", "blocks"


class Key(Struct, frozen=True, kw_only=True):
    """A key: its type, its default in TOML (empty if not worth showing), whether it is required, and its use."""

    name: str
    type: inspect.Type
    default: str
    required: bool
    doc: FieldDoc

    @property
    def takes(self) -> str:
        """Return what the key takes, in plain words."""
        return taken(self.type)

    @property
    def remarks(self) -> str:
        """Return what the key takes, its default, and its rules."""
        default = [f"default {self.default}"] if self.default else []
        rules = [", ".join(self.doc.rules)] if self.doc.rules else []
        return "; ".join([self.takes, *default, *(["required"] if self.required else []), *rules])

    @property
    def line(self) -> str:
        """Return what the key is for, and what it takes."""
        return f"{self.doc.text} ({self.remarks})" if self.doc.text else self.remarks


class Table(Struct, frozen=True):
    """A table of an encounter: its heading in the file, its summary, and its keys."""

    heading: str
    summary: str
    keys: tuple[Key, ...]


def tables_of(rules: Rules | None) -> list[Table]:
    """Return the tables of a system's encounters, or those common to all systems."""
    fight: type[Fight] = rules.fight if rules else Fight
    sheet: type[Combatant] = rules.sheet if rules else Combatant
    fields = {field.name: field for field in authored_fields(fight)}
    whole = (*keys_of(AuthoredFile), *(_key(fight, each, {}) for each in fields.values() if _is_value(each.type)))
    people = Table("[combatants.ID]", _summary(sheet), (*keys_of(Copied), *(keys_of(sheet, name=False))))
    found = [Table(WHOLE_FILE, "The keys at the top, before the first table", whole), people]
    found += _inner(sheet, "combatants.ID")
    found.append(Table("[blocks.ID]", "a stat block: the same keys as a combatant, except count; none is required", ()))
    for name, field in fields.items():
        if name not in (PEOPLE, BLOCKS) and not _is_plain(field.type):
            found += _tables_at(field.type, name, option_rules(rules) if name == OPTIONS else {})
    return [each for each in found if each.keys or each.heading == "[blocks.ID]"]


def authored_fields(kind: type[Struct]) -> Iterator[inspect.Field]:
    """Return the fields of a struct that an encounter file can set."""
    in_play: frozenset[str] = getattr(kind, "in_play", frozenset())
    return (field for field in fields_of(kind) if field.name not in in_play)


@cache
def fields_of(kind: type[Struct]) -> tuple[inspect.Field, ...]:
    """Return the fields of a struct as msgspec describes them."""
    found: Any = inspect.type_info(kind)
    fields: tuple[inspect.Field, ...] = found.fields
    return fields


def keys_of(kind: type[Struct], *, name: bool = True) -> tuple[Key, ...]:
    """Return the keys of a struct; with `name=False`, the name is optional, because the id replaces it."""
    keys = (_key(kind, field, {}) for field in authored_fields(kind))
    return tuple(each if name or each.name != "name" else replace(each, required=False) for each in keys)


def option_rules(rules: Rules | None) -> dict[str, tuple[str, ...]]:
    """Return the rules that each option changes, according to the ledger."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in rules.ledger() if rules else ():
        for option in filter(None, entry.option.split(", ")):
            key = option.removeprefix("options.")
            found[key] = (*found.get(key, ()), entry.id)
    return found


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
    struct, heading = _struct_in(kind, path)
    if struct is None:
        return
    keys = tuple(_key(struct, field, more) for field in authored_fields(struct))
    is_list = heading == path and isinstance(kind, inspect.VarTupleType | inspect.ListType)
    yield Table(f"[[{path}]]" if is_list else f"[{heading}]", _summary(struct), keys)
    yield from _inner(struct, heading)


def _inner(struct: type[Struct], path: str) -> Iterator[Table]:
    for field in authored_fields(struct):
        if not _is_plain(field.type):
            yield from _tables_at(field.type, f"{path}.{field.name}", {})


def _struct_in(kind: inspect.Type, path: str) -> tuple[type[Struct] | None, str]:
    """Return the struct at a path, and the path with a placeholder for an id."""
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


def _summary(kind: type[Struct]) -> str:
    return " ".join((kind.__doc__ or "").split("\n\n", 1)[0].split()).rstrip(".")


def taken(kind: Any) -> str:
    """Return what a type takes, in plain words."""
    match kind:
        case inspect.Metadata():
            return taken(kind.type)
        case inspect.IntType(ge=low, le=high):
            least, most = low if low is None or low > -COUNT else None, high if high is None or high < COUNT else None
            return f"whole number{of_range(least, most)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.DictType(value_type=inspect.StructType()):
            return "tables"
        case inspect.DictType(value_type=value):
            return f"table of {_several(taken(value))}"
        case inspect.VarTupleType(item_type=item) | inspect.CollectionType(item_type=item):
            return f"list of {_several(taken(item))}"
        case inspect.StructType(cls=cls):
            return f"{{ {', '.join(field.encode_name for field in authored_fields(cls))} }}"
        case inspect.UnionType(types=types):
            return " or ".join(dict.fromkeys(taken(each) for each in types if not isinstance(each, inspect.NoneType)))
        case inspect.TupleType(item_types=items):
            kinds = [taken(each) for each in items]
            alike = len(set(kinds)) == 1
            return f"list of {len(items)} {_several(kinds[0])}" if alike else f"list of {', '.join(kinds)}"
        case _:
            return "string"


PLURALS = {"list": "lists", "whole number": "whole numbers", "string": "strings", "one of": "any of"}


def _several(what: str) -> str:
    one = next((each for each in PLURALS if what.startswith(each)), "")
    return PLURALS.get(one, "") + what.removeprefix(one)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return (
        f"[{', '.join(map(_toml, value))}]"
        if isinstance(value, Iterable) and not isinstance(value, str)
        else str(value)
    )


def encounter_page(rules: Rules | None, look: PageStyle) -> list[str]:
    """Return the help page on writing encounters, for a system or for all systems in common."""
    of = f" of {rules.name}" if rules else ""
    return page_lines(f"encounter - how to write encounters{of}: every table and key", encounter_sections(rules), look)


def encounter_sections(rules: Rules | None) -> tuple[Section, ...]:
    """Return the help topic, with every table and its keys; for a system, only what concerns it."""
    example, form, *others = written_sections("encounter")
    first = (example,) if rules is None or rules.name == "rbf" else ()
    form = form if rules is None else Section(form.title, form.parts[:1])
    return (*first, form, *table_sections(tables_of(rules)), *others)


def system_page(rules: Rules, look: PageStyle, beside: Iterable[Section] = ()) -> list[str]:
    """Return the page of a system: a summary, its own verbs, and every table and key of its encounters.

    The sections on a verb with the system's name come `beside` them, before the long list of keys.
    """
    own = [verb.name for verb in all_verbs([rules], standalone=False).values() if verb.systems]
    more = (
        f'An encounter with system = "{rules.name}" uses these rules, with {rules.dice}.'
        f" rbf rules {rules.name} prints the rules, and rbf help VERB explains a verb."
    )
    sections = (
        Section("Playing it", (Prose(more), CommandLines((f"rbf new {rules.name}", f"rbf schema {rules.name}")))),
        Section("Verbs", (Prose(", ".join(own)),)),
        *beside,
        *table_sections(tables_of(rules)),
    )
    return page_lines(f"{rules.name} - {rules.title}: its verbs and the keys of its encounters", sections, look)


def table_sections(tables: Iterable[Table]) -> Iterator[Section]:
    """Yield each table with its keys."""
    for table in tables:
        rows = tuple((key.name, key.line) for key in table.keys)
        yield Section(table.heading, (Prose(f"{table.summary}."), *((Terms(rows),) if rows else ())))
