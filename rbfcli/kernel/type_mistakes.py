"""A second, slow check of tables that do not fit their type: everything that is wrong with them, in words."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.matching import nearest, unknown_word
from rbfcli.kernel.mechanical import NOTHING, clear_key, rewritten
from rbfcli.kernel.mistakes import Fix, Mistake

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from rbfcli.kernel.mistakes import Place

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
    fix = None if meant is NOTHING or any(check(meant, kind, path)) else Fix(meant)
    near = _near(value, kind)
    hint = f"did you mean {' or '.join(near)}?" if near else ""
    return Mistake(path, f"must be {_wanted(kind)}, not {_shown(value)}", hint, near, fix=fix)


def _near(value: Any, kind: inspect.Type) -> tuple[str, ...]:
    """The choices that a text is most like."""
    match kind:
        case inspect.LiteralType() if isinstance(value, str):
            return nearest(value, [each for each in kind.values if isinstance(each, str)])
        case _:
            return ()


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
    wrong, meant = unknown_word(key, known, "key"), clear_key(key, known, table)
    meant = "" if meant in in_play else meant
    fix = Fix(meant, of_key=True) if meant else None
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
