"""Import and export of combatants: CSV and JSON."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from rbfcli.checking.integrity import PEOPLE, NamedValues, mistakes_in, mistakes_on_sheet, wrong_ids
from rbfcli.checking.locations import few
from rbfcli.core.errors import InvalidFile, RbfError, invalid, misuse, must_be
from rbfcli.core.limits import COMBATANTS, MISTAKES_OF_A_COMMAND, MISTAKES_OF_A_FILE, Budget
from rbfcli.core.matching import unknown_word
from rbfcli.core.mistakes import Mistake, format_mistakes, mistake, new_among
from rbfcli.core.paths import Path, dotted, read_setting
from rbfcli.core.text import is_digits
from rbfcli.core.type_errors import type_mistakes
from rbfcli.language.keys import authored_fields, fields_of
from rbfcli.model.commands import Edit
from rbfcli.model.conditions import with_own_words
from rbfcli.model.evolve import steps_between, steps_text
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import free_id, slug
from rbfcli.session.edits import composed
from rbfcli.session.session import Session

# Steps for each combatant.
PERSON = 160
TOO_MANY = "too many people at once", "import them in several files"


class IncomingPerson(Struct, frozen=True):
    """A combatant to import: its line or place in the file, its id (empty: made from its name), and its sheet."""

    at: str
    who: str
    sheet: Mapping[str, Any]


class People(Struct, frozen=True):
    """The contents of a file: combatants, their weapons, and sentences about what could not be mapped."""

    people: tuple[IncomingPerson, ...]
    weapons: Mapping[str, Any] = {}
    not_mapped: tuple[str, ...] = ()
    title: str = ""


class IncomingPeople(Struct, frozen=True):
    """A fight with the imported combatants, their ids, the new weapons, and the sheets as written."""

    fight: Any
    new: tuple[str, ...]
    weapons: tuple[str, ...]
    tables: Mapping[str, Any]


def validate_people(rules: Rules, fight: Any, people: People, budget: Budget) -> IncomingPeople:
    """Return the fight with the combatants added. Raises InvalidFile with all mistakes and their places."""
    if len(people.people) + len(fight.combatants) > COMBATANTS:
        raise misuse(f"a fight can have at most {COMBATANTS} combatants")
    budget.spend(PERSON * len(people.people), *TOO_MANY)
    found: list[str] = []
    armed, weapons = _armed(fight, people, found)
    named = dict(_named(people.people, fight, found))
    tables = {who: _whole(person, who) for who, person in named.items()}
    sheets = _sheets(rules, armed, named, tables, found)
    _refuse(found)
    here = dict(armed.combatants)
    after = replace(armed, combatants=here)
    for who, sheet in sheets.items():
        try:
            here[who] = rules.prepare(after, with_own_words(sheet))
        except RbfError as wrong:
            found.append(_line(named[who], mistake((), wrong)))
    _refuse(found)
    _refuse([each.line for each in new_among([*mistakes_in(rules, fight)], mistakes_in(rules, after))])
    return IncomingPeople(after, tuple(sheets), weapons, tables)


def _sheets(
    rules: Rules, armed: Any, named: Mapping[str, IncomingPerson], tables: Mapping[str, Any], found: list[str]
) -> dict[str, Combatant]:
    """Return the sheets as written. Mistakes in them are added to `found`."""
    written: dict[str, Combatant] = {}
    for who, table in tables.items():
        if len(found) > MISTAKES_OF_A_FILE:
            return written
        wrong = [*wrong_ids({PEOPLE: {who: {}}}, {}), *_wrong_keys(rules, table)]
        try:
            written[who] = msgspec.convert(table, rules.sheet)
        except msgspec.ValidationError:
            wrong += few(type_mistakes(table, rules.sheet))
        found += (_line(named[who], each) for each in wrong)
    known = NamedValues(rules, replace(armed, combatants={**armed.combatants, **written}))
    for who in written:
        if len(found) > MISTAKES_OF_A_FILE:
            return written
        wrong = [replace(each, path=each.path[2:]) for each in few(mistakes_on_sheet(known, who, authored=True))]
        found += (_line(named[who], each) for each in wrong)
    return written


def join(session: Session, coming: IncomingPeople) -> None:
    """Bring combatants and their weapons into a fight, as one line of the journal.

    Raises RbfError; then nothing changes.
    """
    if coming.new or coming.weapons:
        session.perform(Edit(steps=steps_text(steps_between(session.fight, coming.fight))))


def _armed(fight: Any, people: People, found: list[str]) -> tuple[Any, tuple[str, ...]]:
    """Return the fight with the new weapons added, and their names. Mistakes in them are added to `found`."""
    new = {name: each for name, each in people.weapons.items() if name not in fight.weapons}
    if not new:
        return fight, ()
    try:
        armed = msgspec.convert({"system": fight.system, "weapons": new}, type(fight))
    except msgspec.ValidationError:
        raw = {"system": fight.system, "weapons": new}
        found += (f"weapons: {each.line}" for each in few(type_mistakes(raw, type(fight))))
        return fight, ()
    return replace(fight, weapons={**fight.weapons, **armed.weapons}), tuple(new)


def _named(people: Sequence[IncomingPerson], fight: Fight, found: list[str]) -> Iterator[tuple[str, IncomingPerson]]:
    """Yield the combatants with their ids. A taken id is a mistake; an id made from a name is numbered if needed."""
    taken = dict.fromkeys(fight.combatants, "the fight")
    alike: Counter[str] = Counter()
    for person in people:
        who = person.who
        if not who:
            wanted = slug(str(person.sheet.get("name", "")))
            who = free_id(wanted, taken, max(2, alike[wanted] + 1))
            alike[wanted] += 1
        if who in taken:
            found.append(f"{person.at}: there is already a combatant {who!r} in {taken[who]}")
        else:
            taken[who] = person.at
            yield who, person


def _whole(person: IncomingPerson, actor: str) -> dict[str, Any]:
    clashes: list[Mistake] = []
    table: dict[str, Any] = dict(composed({"name": actor, **person.sheet}, clashes))
    return table


def _wrong_keys(rules: Rules, table: Mapping[str, Any]) -> Iterator[Mistake]:
    for key in sorted(rules.sheet.in_play.intersection(table)):
        yield Mistake((key,), "this key belongs only in a save", "remove it")


def _line(person: IncomingPerson, wrong: Mistake) -> str:
    line = wrong.line if wrong.path else replace(wrong, path=("sheet",)).line
    return f"{person.at}: {line}"


def _refuse(found: Sequence[str]) -> None:
    if found:
        raise invalid("\n".join(format_mistakes(found, MISTAKES_OF_A_FILE)))


ID = "id"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
APOSTROPHE = "'"
DELIMITERS = (",", ";", "\t")
BETWEEN = "; "
CELL = 4
TRUTHS = {"true": True, "false": False}


def csv_text(rules: Rules, people: Mapping[str, Mapping[str, Any]]) -> str:
    """Return combatants, given as ids and plain sheets, as CSV text."""
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
    """Yield the path of each column and the text of its cell for a sheet."""
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
    """Return a value as the text of a cell that reads back as the same value of its type."""
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
    """Return the text of a cell, with an apostrophe before text that a spreadsheet would treat as a formula."""
    return f"{APOSTROPHE}{text}" if text.lstrip(APOSTROPHE).startswith(FORMULA) and not _is_number(text) else text


def _unsafe(text: str) -> str:
    return text[1:] if text.startswith(APOSTROPHE) and text.lstrip(APOSTROPHE).startswith(FORMULA) else text


def _is_number(text: str) -> bool:
    return text[:1] == "-" and is_digits(text[1:].replace(".", "", 1))


class CsvColumn(Struct, frozen=True):
    """A column: the path of its field (empty: the id), and the type of its values."""

    path: Path
    kind: inspect.Type


def read_csv(raw: bytes, name: str, rules: Rules, budget: Budget) -> People:
    """Return the combatants in a CSV file. Raises InvalidFile with all mistakes in its header and rows."""
    text = _decoded(raw, name)
    rows = _rows(text, name, budget)
    try:
        header = next(rows)[1]
    except StopIteration:
        raise invalid(f"{name} is empty", hint="the first line must name the columns: name,side,hp") from None
    columns = _columns(header, name, rules)
    return People(tuple(_person_from_row(cells, f"{name}:{line}", columns) for line, cells in rows))


def _decoded(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise invalid(f"{name} is not UTF-8", hint="save it as CSV UTF-8") from None
    if "\0" in text:
        raise invalid(f"{name} is not text: it contains a null character", hint="save it as CSV UTF-8")
    return text


def _rows(text: str, name: str, budget: Budget) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with its last line number."""
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            budget.spend(CELL * len(row) + sum(map(len, row)) // 50, "too much to read", "import it in several files")
            if any(cell.strip() for cell in row):
                yield reader.line_num, [_unsafe(cell.strip().replace("\r\n", "\n")) for cell in row]
    except csv.Error as wrong:
        raise invalid(
            f"{name}:{reader.line_num}: {wrong}", hint="close each quote, and double quotes inside a cell"
        ) from None


def _columns(header: Sequence[str], name: str, rules: Rules) -> list[CsvColumn]:
    """Return the columns of a header. Raises InvalidFile with all that are unknown or duplicate."""
    found: list[CsvColumn] = []
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
        raise invalid("\n".join(format_mistakes(wrong)))
    return found


def _column(text: str, rules: Rules, sheet: inspect.Type) -> CsvColumn | None:
    """Return the column for a heading, ignoring case and hyphens, or None if there is no such field."""
    if text.casefold() == ID:
        return CsvColumn((), inspect.StrType())
    for each in (text, text.casefold().replace(" ", "_")):
        path, sign, _ = read_setting(f"{each}=", rules.sheet)
        kind: inspect.Type | None = sheet
        for key in path:
            kind = _inside(kind, key)
        if sign == "=" and kind is not None and "" not in path:
            return CsvColumn(path, kind)
    return None


def _person_from_row(cells: Sequence[str], at: str, columns: Sequence[CsvColumn]) -> IncomingPerson:
    if any(cells[len(columns) :]):
        raise invalid(f"{at}: expected {len(columns)} cells, not {len(cells)}")
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
                raise invalid(f"{at}: {key} is given both as a whole and by its keys")
        table[column.path[-1]] = _value(cell, column.kind)
    return IncomingPerson(at, who, sheet)


def _value(text: str, kind: inspect.Type) -> Any:
    """Return the value of a cell by its field's type. Text that does not fit is left for the type check."""
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
    """Return the type of the value at a key of a table, or None if there cannot be one."""
    for each in _members(kind):
        if isinstance(each, inspect.DictType):
            return each.value_type
        if isinstance(each, inspect.StructType):
            return next((field.type for field in authored_fields(each.cls) if field.encode_name == key), None)
    return None


FORMAT = "rbf-people/1"
KEYS = ("format", "system", "weapons", "people")
ENTRY = 4


def json_text(rules: Rules, people: Mapping[str, Mapping[str, Any]], weapons: Mapping[str, Any]) -> str:
    """Return combatants, given as ids and plain sheets, as JSON text."""
    listed = [{"id": who, **sheet} for who, sheet in people.items()]
    whole = {"format": FORMAT, "system": rules.name, "weapons": weapons, "people": listed}
    return f"{json.dumps(whole, indent=1, ensure_ascii=False)}\n"


def parsed_json(raw: bytes, name: str, budget: Budget) -> Any:
    """Return the contents of a JSON file. Raises InvalidFile for invalid JSON, a duplicate key, or deep nesting."""
    try:
        text = raw.decode("utf-8-sig")
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_no_number)
    except UnicodeDecodeError:
        raise invalid(f"{name} is not UTF-8") from None
    except RecursionError:
        raise invalid(f"{name} is nested too deeply") from None
    except json.JSONDecodeError as wrong:
        raise invalid(f"{name}:{wrong.lineno}: invalid JSON: {wrong.msg}") from None
    except ValueError as wrong:
        raise invalid(f"{name}: {wrong}") from None
    budget.spend(ENTRY * _count(found), "too much to read", "import it in several files")
    return found


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key[:40]!r} is there twice")
        found[key] = value
    return found


def _no_number(text: str) -> Any:
    """Return a number that is not whole as text, which no field of a sheet accepts as a number."""
    return text


def _count(value: Any) -> int:
    """Return the number of values in a value, including itself."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_count, inner))


def read_json(found: Any, name: str, rules: Rules) -> People:
    """Return the combatants in a JSON file written by `export`, or in a list of sheets. Raises InvalidFile."""
    whole = {"people": found} if isinstance(found, list) else found
    if not isinstance(whole, dict) or not isinstance(whole.get("people"), list):
        raise invalid(f"{name} contains no combatants", hint='for example: {"people": [{"name": "Ada", "hp": 12}]}')
    if unknown := [key for key in whole if key not in KEYS]:
        raise invalid(f"{name}: unknown key {unknown[0][:40]!r}", hint=f"keys: {', '.join(KEYS)}")
    if whole.get("format", FORMAT) != FORMAT:
        raise must_be(f"{name}: format", str(FORMAT), error=InvalidFile)
    if (system := whole.get("system", rules.name)) != rules.name:
        raise invalid(f"{name} is of {system}, not of {rules.name}")
    weapons = whole.get("weapons", {})
    if not isinstance(weapons, dict):
        raise must_be(f"{name}: weapons", "a table", error=InvalidFile)
    people = tuple(
        _person_from_json(each, f"{name}, number {number}") for number, each in enumerate(whole["people"], 1)
    )
    return People(people, weapons)


def _person_from_json(sheet: Any, at: str) -> IncomingPerson:
    if not isinstance(sheet, dict) or not isinstance(sheet.get("id", ""), str):
        raise must_be(at, "a sheet", hint='for example: {"id": "ada", "name": "Ada"}', error=InvalidFile)
    who = sheet.get("id", "")
    if not who and not sheet.get("name"):
        raise invalid(f"{at}: missing id or name")
    return IncomingPerson(at, who, {key: each for key, each in sheet.items() if key != "id"})
