"""People as CSV, a row each: a column for each field, `skills.melee` for a key of a table, lists with `; ` between.

What has tables inside stands as JSON in its cell. A cell that a spreadsheet would take for a formula gets an
apostrophe in front when it is written, and loses it when it is read.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, inspect

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import MISTAKES_OF_A_COMMAND
from rbfcli.kernel.matching import unknown_word
from rbfcli.kernel.mistakes import told
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.paths import Path, dotted, read_setting
from rbfcli.kernel.rules import Rules
from rbfcli.language.keys import authored_fields, fields_of
from rbfcli.session.people import People, Person

ID = "id"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
APOSTROPHE = "'"
DELIMITERS = (",", ";", "\t")
BETWEEN = "; "
CELL = 4
TRUTHS = {"true": True, "false": False}


def csv_text(rules: Rules, people: Mapping[str, Mapping[str, Any]]) -> str:
    """People by their ids, with their sheets as plain tables, as the text of a CSV file."""
    rows = [{(ID,): who, **dict(_cells(rules, sheet))} for who, sheet in people.items()]
    order = [each.name for each in fields_of(rules.sheet)]
    keys = sorted({path for row in rows for path in row} - {(ID,)}, key=lambda path: (order.index(path[0]), path[1:]))
    columns: list[Path] = [(ID,), *(keys or [("name",)])]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([safe_cell(dotted(path)) for path in columns])
    writer.writerows([[safe_cell(row.get(path, "")) for path in columns] for row in rows])
    return text.getvalue()


def _cells(rules: Rules, sheet: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """What a sheet says, each with the path of its column."""
    types = {each.encode_name: each.type for each in fields_of(rules.sheet)}
    for key, value in sheet.items():
        if (
            isinstance(value, Mapping)
            and value
            and not any(isinstance(each, Mapping | list) for each in value.values())
        ):
            for name, each in value.items():
                yield (key, name), _cell(each, _inside(types[key], name))
        else:
            yield (key,), _cell(value, types[key])


def _cell(value: Any, kind: inspect.Type | None) -> str:
    """A value as the text of a cell, such that it reads as the same value of its type."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            looks_else = not value or value.startswith('"') or value != value.strip() or _reads_as_number(value, kind)
            return json.dumps(value, ensure_ascii=False) if looks_else else value
        case list() if value and all(_is_plain_entry(each) for each in value):
            return BETWEEN.join(map(str, value))
        case Mapping() | list():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def _reads_as_number(text: str, kind: inspect.Type | None) -> bool:
    return _takes(kind, inspect.IntType) and is_digits(text.removeprefix("-"))


def _is_plain_entry(value: Any) -> bool:
    if isinstance(value, str):
        plain = value and value == value.strip() and not value.startswith(("[", '"')) and ";" not in value
        return bool(plain) and "\n" not in value and not is_digits(value.removeprefix("-"))
    return isinstance(value, int) and not isinstance(value, bool)


def safe_cell(text: str) -> str:
    """The text of a cell; an apostrophe stands in front of what a spreadsheet would take for a formula."""
    return f"{APOSTROPHE}{text}" if text.lstrip(APOSTROPHE).startswith(FORMULA) and not _is_number(text) else text


def _unsafe(text: str) -> str:
    return text[1:] if text.startswith(APOSTROPHE) and text.lstrip(APOSTROPHE).startswith(FORMULA) else text


def _is_number(text: str) -> bool:
    return text[:1] == "-" and is_digits(text[1:].replace(".", "", 1))


class Column(Struct, frozen=True):
    """A column: the path of its field (empty: the id), and the type that stands there."""

    path: Path
    kind: inspect.Type


def read_csv(raw: bytes, name: str, rules: Rules, budget: Budget) -> People:
    """The people of a CSV file. Raises InvalidFile with all that is wrong with its header and rows."""
    text = _decoded(raw, name)
    rows = _rows(text, name, budget)
    try:
        header = next(rows)[1]
    except StopIteration:
        raise InvalidFile(f"{name} is empty", hint="its first line names the columns: name,side,hp") from None
    columns = _columns(header, name, rules)
    return People(tuple(_person(cells, f"{name}:{line}", columns) for line, cells in rows))


def _decoded(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidFile(f"{name} is not UTF-8", hint="save it as CSV UTF-8") from None
    if "\0" in text:
        raise InvalidFile(f"{name} is no text: it holds a NUL", hint="save it as CSV UTF-8")
    return text


def _rows(text: str, name: str, budget: Budget) -> Iterator[tuple[int, list[str]]]:
    """The rows that say anything, each with the line it ends on."""
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            budget.spend(CELL * len(row) + sum(map(len, row)) // 50, "too much to read", "import it in several files")
            if any(cell.strip() for cell in row):
                yield reader.line_num, [_unsafe(cell.strip().replace("\r\n", "\n")) for cell in row]
    except csv.Error as wrong:
        raise InvalidFile(
            f"{name}:{reader.line_num}: {wrong}", hint="quotes have to be closed, and doubled inside"
        ) from None


def _columns(header: Sequence[str], name: str, rules: Rules) -> list[Column]:
    """What the columns are. Raises InvalidFile with all that are none, or that are there twice."""
    found: list[Column] = []
    wrong: list[str] = []
    taken: set[Path] = set()
    kind = inspect.type_info(rules.sheet)
    while header and not header[-1]:
        header = header[:-1]
    for number, text in enumerate(header, 1):
        if len(wrong) > MISTAKES_OF_A_COMMAND:
            break
        column = _column(text, rules, kind)
        if column is None:
            known = (ID, *(each.name for each in authored_fields(rules.sheet)))
            error = unknown_word(text, known, "column")
            wrong.append(f"{name}:1: {error.message} ({number}); {error.hint}")
        elif column.path in taken:
            wrong.append(f"{name}:1: the column {text!r} is there twice")
        else:
            found.append(column)
            taken.add(column.path)
    if not wrong and taken.isdisjoint(((), ("name",))):
        wrong.append(f"{name}:1: there is neither a column id nor a column name")
    if wrong:
        raise InvalidFile("\n".join(told(wrong)))
    return found


def _column(text: str, rules: Rules, sheet: inspect.Type) -> Column | None:
    """The column of a heading, hyphens and capitals as they like; None where there is no such field."""
    if text.casefold() == ID:
        return Column((), inspect.StrType())
    for each in (text, text.casefold().replace(" ", "_")):
        path, sign, _ = read_setting(f"{each}=", rules.sheet)
        kind: inspect.Type | None = sheet
        for key in path:
            kind = _inside(kind, key)
        if sign == "=" and kind is not None and "" not in path:
            return Column(path, kind)
    return None


def _person(cells: Sequence[str], at: str, columns: Sequence[Column]) -> Person:
    if any(cells[len(columns) :]):
        raise InvalidFile(f"{at}: there are {len(cells)} cells, and {len(columns)} columns")
    who, sheet = "", dict[str, Any]()
    for cell, column in zip(cells, columns, strict=False):
        if not cell:
            continue
        if not column.path:
            who = cell
            continue
        table = sheet
        for key in column.path[:-1]:
            table = table.setdefault(key, {})
            if not isinstance(table, dict):
                raise InvalidFile(f"{at}: {key} is given whole, and by its keys")
        table[column.path[-1]] = _value(cell, column.kind)
    return Person(at, who, sheet)


def _value(text: str, kind: inspect.Type) -> Any:
    """The value of a cell by the type of its field; a text that does not fit is left for the check of types."""
    if text.startswith('"') or (text.startswith(("[", "{")) and not _takes(kind, inspect.StrType)):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    if _takes(kind, inspect.CollectionType, inspect.VarTupleType, inspect.ListType):
        return [_entry(each.strip(), kind) for each in text.split(";") if each.strip()]
    return _plain(text, kind)


def _entry(text: str, kind: inspect.Type) -> Any:
    inner = next((each.item_type for each in _members(kind) if hasattr(each, "item_type")), None)
    return _plain(text, inner)


def _plain(text: str, kind: inspect.Type | None) -> Any:
    if _takes(kind, inspect.IntType) and is_digits(text.removeprefix("-")) and len(text) < 20:  # noqa: PLR2004 - as in files
        return int(text)
    if _takes(kind, inspect.BoolType) and text.casefold() in TRUTHS:
        return TRUTHS[text.casefold()]
    return text


def _takes(kind: inspect.Type | None, *wanted: type[inspect.Type]) -> bool:
    return any(isinstance(each, wanted) for each in _members(kind))


def _members(kind: inspect.Type | None) -> Iterator[Any]:
    match kind:
        case inspect.Metadata():
            yield from _members(kind.type)
        case inspect.UnionType():
            for each in kind.types:
                yield from _members(each)
        case inspect.Type():
            yield kind
        case _:
            return


def _inside(kind: inspect.Type | None, key: str) -> inspect.Type | None:
    """The type of what stands at a key of a table; None where there can be none."""
    for each in _members(kind):
        if isinstance(each, inspect.DictType):
            return each.value_type
        if isinstance(each, inspect.StructType):
            return next((field.type for field in authored_fields(each.cls) if field.encode_name == key), None)
    return None
