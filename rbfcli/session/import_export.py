"""People from and to tables and other programs."""

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
from rbfcli.core.errors import InvalidFile, RbfError, UsageError
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

# What one of them takes, in steps.
PERSON = 160
TOO_MANY = "too many people at once", "import them in several files"


class IncomingPerson(Struct, frozen=True):
    """One that is to come: the line or place where it stands, the id (empty: made of its name), and its sheet."""

    at: str
    who: str
    sheet: Mapping[str, Any]


class People(Struct, frozen=True):
    """All of a file: who comes, weapons they bring, and what could not be mapped, in sentences."""

    people: tuple[IncomingPerson, ...]
    weapons: Mapping[str, Any] = {}
    not_mapped: tuple[str, ...] = ()
    title: str = ""


class IncomingPeople(Struct, frozen=True):
    """A fight with everybody in it, who is new, and the sheets as they were written."""

    fight: Any
    new: tuple[str, ...]
    weapons: tuple[str, ...]
    tables: Mapping[str, Any]


def validate_people(rules: Rules, fight: Any, people: People, budget: Budget) -> IncomingPeople:
    """The fight with people in it. Raises InvalidFile with all that is wrong with them, each with its place."""
    if len(people.people) + len(fight.combatants) > COMBATANTS:
        raise UsageError(f"a fight has at most {COMBATANTS} combatants")
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
    """The sheets as they are written; what is wrong with them is added to what was `found`."""
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
    """Bring people and their weapons into a fight, as one line of the journal. Raises RbfError; then nobody came."""
    if coming.new or coming.weapons:
        session.perform(Edit(steps=steps_text(steps_between(session.fight, coming.fight))))


def _armed(fight: Any, people: People, found: list[str]) -> tuple[Any, tuple[str, ...]]:
    """The fight with weapons that it has not yet, and their names; a mistake in them is added to those `found`."""
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
    """Everybody with an id; one that is taken already is a mistake, and one that is made of a name is numbered."""
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
        yield Mistake((key,), "only a save has this key", "leave it out")


def _line(person: IncomingPerson, wrong: Mistake) -> str:
    line = wrong.line if wrong.path else replace(wrong, path=("sheet",)).line
    return f"{person.at}: {line}"


def _refuse(found: Sequence[str]) -> None:
    if found:
        raise InvalidFile("\n".join(format_mistakes(found, MISTAKES_OF_A_FILE)))


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


class CsvColumn(Struct, frozen=True):
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
    return People(tuple(_person_from_row(cells, f"{name}:{line}", columns) for line, cells in rows))


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


def _columns(header: Sequence[str], name: str, rules: Rules) -> list[CsvColumn]:
    """What the columns are. Raises InvalidFile with all that are none, or that are there twice."""
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
        raise InvalidFile("\n".join(format_mistakes(wrong)))
    return found


def _column(text: str, rules: Rules, sheet: inspect.Type) -> CsvColumn | None:
    """The column of a heading, hyphens and capitals as they like; None where there is no such field."""
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
    return IncomingPerson(at, who, sheet)


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


FORMAT = "rbf-people/1"
KEYS = ("format", "system", "weapons", "people")
ENTRY = 4


def json_text(rules: Rules, people: Mapping[str, Mapping[str, Any]], weapons: Mapping[str, Any]) -> str:
    """People by their ids, with their sheets as plain tables, as the text of a JSON file."""
    listed = [{"id": who, **sheet} for who, sheet in people.items()]
    whole = {"format": FORMAT, "system": rules.name, "weapons": weapons, "people": listed}
    return f"{json.dumps(whole, indent=1, ensure_ascii=False)}\n"


def parsed_json(raw: bytes, name: str, budget: Budget) -> Any:
    """What a JSON file holds. Raises InvalidFile where it is none, names a key twice, or is too deep."""
    try:
        text = raw.decode("utf-8-sig")
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_no_number)
    except UnicodeDecodeError:
        raise InvalidFile(f"{name} is not UTF-8") from None
    except RecursionError:
        raise InvalidFile(f"{name} is nested too deeply") from None
    except json.JSONDecodeError as wrong:
        raise InvalidFile(f"{name}:{wrong.lineno}: this is no JSON: {wrong.msg}") from None
    except ValueError as wrong:
        raise InvalidFile(f"{name}: {wrong}") from None
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
    """What is no whole number is kept as a text, which no field of a sheet takes for one."""
    return text


def _count(value: Any) -> int:
    """How many values there are in one."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_count, inner))


def read_json(found: Any, name: str, rules: Rules) -> People:
    """The people of a JSON file that `export` wrote, or a bare list of sheets. Raises InvalidFile."""
    whole = {"people": found} if isinstance(found, list) else found
    if not isinstance(whole, dict) or not isinstance(whole.get("people"), list):
        raise InvalidFile(f"{name} holds no people", hint='write {"people": [{"name": "Ada", "hp": 12}]}')
    if unknown := [key for key in whole if key not in KEYS]:
        raise InvalidFile(f"{name}: there is no key {unknown[0][:40]!r} here", hint=f"known: {', '.join(KEYS)}")
    if whole.get("format", FORMAT) != FORMAT:
        raise InvalidFile(f"{name}: the format is not {FORMAT}")
    if (system := whole.get("system", rules.name)) != rules.name:
        raise InvalidFile(f"{name} is of {system}, not of {rules.name}")
    weapons = whole.get("weapons", {})
    if not isinstance(weapons, dict):
        raise InvalidFile(f"{name}: weapons must be a table")
    people = tuple(
        _person_from_json(each, f"{name}, number {number}") for number, each in enumerate(whole["people"], 1)
    )
    return People(people, weapons)


def _person_from_json(sheet: Any, at: str) -> IncomingPerson:
    if not isinstance(sheet, dict) or not isinstance(sheet.get("id", ""), str):
        raise InvalidFile(f"{at}: this is no sheet", hint='write {"id": "ada", "name": "Ada"}')
    who = sheet.get("id", "")
    if not who and not sheet.get("name"):
        raise InvalidFile(f"{at}: it has neither id nor name")
    return IncomingPerson(at, who, {key: each for key, each in sheet.items() if key != "id"})
