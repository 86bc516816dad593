"""Tables of combatants, a row each: CSV as spreadsheets save it, and the tables that `export people` writes."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_origin

from msgspec import Struct

from rbfcli.core.errors import InvalidFile, invalid, must_be, shown, to_try
from rbfcli.core.limits import COPIES, MISTAKES_OF_A_COMMAND, Budget
from rbfcli.core.matching import unknown_word
from rbfcli.core.mistakes import format_mistakes
from rbfcli.core.paths import Path, read_setting
from rbfcli.core.text import quoted, whole_number
from rbfcli.language.keys import authored_fields
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import types_at
from rbfcli.session.formats.incoming import (
    ASSUMED,
    ImportNote,
    Incoming,
    People,
    add_types,
    average,
    number,
    plain_dice,
    typed,
)
from rbfcli.storage.toml import composed

ID, OWN_WEAPONS = "id", "own_weapons"
APOSTROPHE = "'"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
DELIMITERS = (",", ";", "\t", "|")
CELL = 4
HEADINGS_WITHIN, MOST_EXPLAINED = 5, 8
FIRST_LINE = "its first line names the columns: name,side,hp"
TRUTHS = {"true": True, "false": False}
AS_UTF_8 = "in your spreadsheet, save it as CSV UTF-8"
TOO_MUCH = "too much to read", "import it in several files"
# What people call a column, without spaces, hyphens and capitals. The values are keys of `generic`.
COLUMNS = {
    **dict.fromkeys(("name", "character", "creature", "monster"), "name"),
    **dict.fromkeys(("hp", "hitpoints", "health", "currenthp", "curhp"), "hp"),
    **dict.fromkeys(("maxhp", "maximumhp", "hpmax", "maxhitpoints"), "max_hp"),
    **dict.fromkeys(("temphp", "temporaryhp", "temporaryhitpoints"), "temp_hp"),
    **dict.fromkeys(("ac", "armorclass", "armourclass"), "ac"),
    **dict.fromkeys(("init", "initiative", "initiativebonus", "initmod", "initbonus"), "initiative"),
    **dict.fromkeys(("count", "number", "qty", "quantity"), "count"),
    **dict.fromkeys(("attack", "tohit", "attackbonus"), "to_hit"),
    **dict.fromkeys(("damage", "dmg"), "damage"),
    **dict.fromkeys(("resist", "resistance", "resistances"), "resist"),
    **dict.fromkeys(("immune", "immunity", "immunities"), "immune"),
    **dict.fromkeys(("vulnerable", "vulnerability", "vulnerabilities", "weakness", "weaknesses"), "vulnerable"),
    **dict.fromkeys(("condition", "conditions", "status"), "conditions"),
    **dict.fromkeys(("side", "team", "faction"), "side"),
    **dict.fromkeys(("notes", "note", "comment", "comments"), "notes"),
    **{each: f"saves.{each}" for each in ("fort", "ref", "will", "fortitude", "reflex")},
    **{each: f"saves.{each}" for each in ("str", "dex", "con", "int", "wis", "cha")},
}
# Columns whose cells take more forms than the key of a sheet does.
READ_SPECIALLY = ("hp", "conditions", "initiative", "count")
BONUS_BELOW = 10
INTEGER_DIGITS = 19  # as in files
OF = re.compile(r"(-?\d{1,6})\s*/\s*(\d{1,6})", re.ASCII)
WITH_AMOUNT = re.compile(r"(.+?)\s+(\d{1,3})", re.ASCII)


class TableOptions(Struct, frozen=True, kw_only=True):
    """The columns that the user explains: headings with their keys, without a use, and to be kept as notes."""

    keys: Mapping[str, str] = {}
    ignored: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()
    resets: bool = False


class TableColumn(Struct, frozen=True):
    """A column: its heading, and the path and types of its field on the sheet, or the `key` of `generic` it is."""

    heading: str
    path: Path = ()
    types: tuple[Any, ...] = ()
    key: str = ""


def read_table(raw: bytes, name: str, rules: Rules, budget: Budget, options: TableOptions) -> People:
    """Return the combatants in a table. Raises InvalidFile with all mistakes in its headings and rows."""
    text, notes = decoded(raw, name, AS_UTF_8)
    given, text = _separator(text)
    delimiter = given or max(DELIMITERS, key=lambda each: _headings_in(text, each, rules, options))
    rows = [*_rows(text, name, delimiter, budget)]
    if not rows:
        raise invalid(f"{name} is empty", hint=FIRST_LINE)
    # Below a title, the headings are in the first row with a column of names.
    first = next((at for at, (_, cells) in enumerate(rows[:HEADINGS_WITHIN]) if _known(cells, rules, options)), 0)
    columns = _columns(rows[first], rows[first + 1 :], name, rules, options)
    weapons: dict[str, Any] = {}
    people = tuple(_person(cells, f"{name}:{line}", columns, weapons, options) for line, cells in rows[first + 1 :])
    if first:
        notes.append(ImportNote(ASSUMED, f"the headings are in line {rows[first][0]}"))
    if counters := [each.heading for each in columns if each.key.startswith("counters.")]:
        notes.append(ImportNote(ASSUMED, f"columns that are counters: {', '.join(counters)}", about="counters"))
    return People(people, weapons=weapons, notes=tuple(notes))


def decoded(raw: bytes, name: str, hint: str = "") -> tuple[str, list[ImportNote]]:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark. Raises InvalidFile."""
    wide = raw[:2] in UTF_16
    try:
        text = composed(raw.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError:
        raise invalid(f"{name} is not UTF-8", hint=hint) from None
    if "\0" in text:
        raise invalid(f"{name} is not text: it contains a null character", hint=hint)
    return text, [ImportNote(ASSUMED, "read as UTF-16")] if wide else []


def _separator(text: str) -> tuple[str, str]:
    """Return the delimiter that a first line such as `sep=;` names (empty: none), and the text after it."""
    first, _, rest = text.partition("\n")
    said = first.strip().strip('"').casefold()
    return (said[4:], f"\n{rest}") if said.startswith("sep=") and len(said) == len("sep=;") else ("", text)


def _headings_in(text: str, delimiter: str, rules: Rules, options: TableOptions) -> tuple[int, int]:
    """Return how many known headings a delimiter makes of the first lines, and how often it occurs."""
    lines = text.split("\n", HEADINGS_WITHIN)[:HEADINGS_WITHIN]
    known = max((_known(line.split(delimiter), rules, options) for line in lines), default=0)
    return known, lines[0].count(delimiter)


def _known(cells: Sequence[str], rules: Rules, options: TableOptions) -> int:
    """Return how many of the first cells are headings, if one is a name or an id."""
    found = [_column(cell.strip().strip('"'), rules, options) for cell in cells[: 4 * MISTAKES_OF_A_COMMAND]]
    named = any(each and (each.path in ((ID,), ("name",)) or each.key == "name") for each in found)
    return sum(each is not None for each in found) if named else 0


def _rows(text: str, name: str, delimiter: str, budget: Budget) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with its last line number."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            budget.spend(CELL * len(row) + sum(map(len, row)) // 50, *TOO_MUCH)
            if any(cell.strip() for cell in row):
                yield reader.line_num, [_unsafe(cell.strip().replace("\r\n", "\n")) for cell in row]
    except csv.Error as wrong:
        raise invalid(
            f"{name}:{reader.line_num}: {wrong}", hint="close each quote, and double quotes inside a cell"
        ) from None


def _unsafe(text: str) -> str:
    return text[1:] if text.startswith(APOSTROPHE) and text.lstrip(APOSTROPHE).startswith(FORMULA) else text


def _columns(
    headings: tuple[int, list[str]],
    rows: Sequence[tuple[int, list[str]]],
    name: str,
    rules: Rules,
    options: TableOptions,
) -> list[TableColumn]:
    """Return the columns of a heading row. Raises InvalidFile with all that are unknown or duplicate."""
    line, header = headings
    found, wrong, unknown = list[TableColumn](), list[str](), list[str]()
    while header and not header[-1]:
        header = header[:-1]
    own = ID in (each.casefold() for each in header)
    for place, text in enumerate(header):
        if len(unknown) > MISTAKES_OF_A_COMMAND:
            break
        column = _column(text, rules, options, own=own) or _counter(text, place, rows, rules)
        found.append(column or TableColumn(text))
        if column is None:
            error = unknown_word(text, (ID, *(each.name for each in authored_fields(rules.sheet))), "column")
            near = next(iter(error.suggestions), "")
            wrong.append(f"{name}:{line}: {error.message} ({place + 1}){f'; {error.hint}' if near else ''}")
            unknown.append(f"--map {quoted(f'{text}={near}')}" if near else f"--ignore {quoted(text)}")
    wrong += _twice(found, f"{name}:{line}")
    if not wrong and {(ID,), ("name",), "name"}.isdisjoint(each.path or each.key for each in found):
        wrong.append(f"{name}:{line}: missing column id or name")
    if wrong:
        few = 0 < len(unknown) <= MOST_EXPLAINED
        hint = to_try(f"import {quoted(name)} {' '.join(unknown)}") if few else FIRST_LINE if unknown else ""
        raise invalid("\n".join(format_mistakes(wrong)), hint=hint)
    return found


def _twice(columns: Sequence[TableColumn], at: str) -> Iterator[str]:
    taken: set[object] = set()
    for each in columns:
        field = each.path or each.key
        if field in taken and field not in ("", "notes"):
            yield f"{at}: duplicate column {each.heading!r}"
        taken.add(field)


def _column(heading: str, rules: Rules, options: TableOptions, *, own: bool = False) -> TableColumn | None:
    """Return the column for a heading, or None. In a table with ids, `own`, the system's keys are meant as they are."""
    if heading in options.ignored:
        return TableColumn(heading)
    if heading in options.noted:
        return TableColumn(heading, key="notes")
    text = options.keys.get(heading, heading)
    plain = re.sub(r"[\s_-]", "", text.casefold())
    if plain == ID or text == OWN_WEAPONS:
        return TableColumn(heading, (plain if plain == ID else text,), (str,))
    key = COLUMNS.get(plain, "")
    found = key_column(text, rules)
    if found and (own or key not in READ_SPECIALLY):
        return TableColumn(heading, found.path, found.types)
    if key in READ_SPECIALLY and found:
        return TableColumn(heading, found.path, found.types, key)
    return TableColumn(heading, key=key) if key else None


def key_column(text: str, rules: Rules) -> TableColumn | None:
    """Return the column of a key of the sheet, as people type it, or None if there is no such key."""
    for each in (text, text.casefold().replace(" ", "_")):
        path, sign, _ = read_setting(f"{each}=", rules.sheet)
        types = types_at(rules.sheet, path)
        if sign == "=" and types and "" not in path and path[0] not in rules.sheet.in_play:
            return TableColumn(text, path, types)
    return None


def _counter(heading: str, place: int, rows: Sequence[tuple[int, list[str]]], rules: Rules) -> TableColumn | None:
    """Return the column of a counter: all its cells are such as `2/3`."""
    cells = [cells[place] for _, cells in rows if place < len(cells) and cells[place]]
    if heading and cells and all(map(OF.fullmatch, cells)) and "counters" in rules.sheet.__struct_fields__:
        return TableColumn(heading, key=f"counters.{heading.casefold()}")
    return None


def _person(
    cells: Sequence[str], at: str, columns: Sequence[TableColumn], weapons: dict[str, Any], options: TableOptions
) -> Incoming:
    if any(cells[len(columns) :]):
        raise invalid(f"{at}: expected {len(columns)} cells, not {len(cells)}")
    person, attack = Incoming(at=at), dict[str, str]()
    for place, column in enumerate(columns):
        cell = cells[place] if place < len(cells) else ""
        if column.path == (OWN_WEAPONS,):
            own = _value(cell, ()) if cell else {}
            if not isinstance(own, dict):
                raise must_be(f"{at}: {OWN_WEAPONS}", "a table in JSON", error=InvalidFile)
            weapons |= own
        elif column.path == (ID,):
            person.who = cell
        elif column.key in ("to_hit", "damage"):
            attack[column.key] = cell
        elif cell and column.key:
            _read_specially(person, column, cell)
        elif column.path and (cell or options.resets):
            _set_own(person, column, _value(cell, column.types) if cell else None)
    if attack.get("to_hit") or attack.get("damage"):
        _add_attack(person, attack.get("to_hit", ""), attack.get("damage", ""))
    name = person.own.get("name")
    person.name = name if isinstance(name, str) else person.name
    return person


def _set_own(person: Incoming, column: TableColumn, value: Any) -> None:
    table = person.own
    for key in column.path[:-1]:
        table = table.setdefault(key, {})
        if not isinstance(table, dict):
            raise invalid(f"{person.at}: {key} is given both as a whole and by its keys")
    if not isinstance(table.get(column.path[-1]), dict) or value is not None:
        table[column.path[-1]] = value


def _read_specially(person: Incoming, column: TableColumn, cell: str) -> None:
    """Read a cell in a form that people write, but no key of a sheet has."""
    match column.key:
        case "hp" if (found := OF.fullmatch(cell)) or "d" in plain_dice(cell):
            _read_health(person, cell, found)
        case "initiative" | "count":
            _read_number(person, column, cell)
        case "conditions" if not cell.startswith("{"):
            for each in filter(None, map(str.strip, re.split("[;,]", cell))):
                counted = WITH_AMOUNT.fullmatch(each)
                person.condition(counted[1] if counted else each, amount=int(counted[2]) if counted else 0)
        case "name":
            person.called(cell)
        case "side":
            person.sheet["side"] = cell
        case "notes":
            person.texts.append(cell if column.heading.casefold() == "notes" else f"{column.heading}: {cell}")
        case "resist" | "immune" | "vulnerable" as key:
            add_types(person, key, cell)
        case _ if column.path:
            _set_own(person, column, _value(cell, column.types))
        case _:
            _read_number(person, column, cell)


def _read_health(person: Incoming, cell: str, fraction: re.Match[str] | None) -> None:
    if fraction:
        person.health(int(fraction[2]), int(fraction[1]))
        return
    dice = plain_dice(cell)
    person.hit_dice(dice)
    person.health(max(1, average(dice)))
    text = f"HP are the average of {dice} (before round 1, init --roll-hp rolls them)"
    person.assume(text, "max_hp=N hp=N", about="hp_dice")


def _read_number(person: Incoming, column: TableColumn, cell: str) -> None:
    """Read a whole number of a d20 game, an initiative, or a counter such as `2/3`."""
    table, _, name = column.key.partition(".")
    if table == "counters" and (found := OF.fullmatch(cell)):
        person.add_counter(name, int(found[2]), "never", int(found[1]))
        return
    value = number(cell)
    if value is None or (table == "count" and not 1 <= value <= COPIES):
        what = f"from 1 to {COPIES}" if table == "count" else "a whole number"
        raise must_be(f"{person.at}: {column.heading}", what, cell, error=InvalidFile)
    match table:
        case "initiative" if cell.startswith(("+", "-")) or value < BONUS_BELOW:
            person.assume("initiatives with a sign or below 10 are bonuses", about="initiative_bonus")
            person.sheet["initiative_bonus"] = value
        case "count":
            person.count = value
        case _ if name:
            person.sheet.setdefault(table, {})[name] = value
        case _:
            person.sheet[table] = value


def _add_attack(person: Incoming, to_hit: str, damage: str) -> None:
    dice, _, kind = damage.partition(" ")
    said = typed(dice, kind)
    bonus = number(to_hit, None if to_hit else 0)
    if bonus is None or (damage and not said):
        wrong = damage if bonus is not None else to_hit
        raise invalid(
            f"{person.at}: {shown(wrong)} is not an attack", hint="for example: +4 to hit, 2d4+2 piercing damage"
        )
    person.add_attack("attack", bonus, said)


def set_pairs(pairs: Sequence[str], rules: Rules) -> dict[str, Any]:
    """Return the values that `--set KEY=VALUE` gives to every sheet. Raises UsageError."""
    person = Incoming(at="--set")
    for pair in pairs:
        key, equals, text = pair.partition("=")
        column = key_column(key, rules)
        if column is None or not equals:
            known = [each.name for each in authored_fields(rules.sheet)]
            raise unknown_word(key, known, "key") if equals else must_be("--set", "KEY=VALUE", pair)
        _set_own(person, column, _value(text, column.types))
    return person.own


def _value(text: str, types: Sequence[Any]) -> Any:
    """Return the value of a cell by its field's types. Text that does not fit is left for the type check."""
    if text.startswith('"') or (text.startswith(("[", "{")) and str not in types):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    if items := next((get_args(each)[:1] for each in types if get_origin(each) in (tuple, list)), ()):
        return [_plain(each.strip(), items) for each in text.split(";") if each.strip()]
    return _plain(text, types)


def _plain(text: str, types: Sequence[Any]) -> Any:
    if int in types and (found := whole_number(text, INTEGER_DIGITS)) is not None:
        return found
    return TRUTHS.get(text.casefold(), text) if bool in types else text
