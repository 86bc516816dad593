"""The formats that `import` reads, as one table; what other files seem to be; and the program's own JSON and TOML."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.integrity import BLOCKS, PEOPLE
from rbfcli.checking.locations import require_valid
from rbfcli.core.errors import InvalidFile, invalid, listed, must_be, shown
from rbfcli.core.limits import Budget
from rbfcli.core.mistakes import Mistake
from rbfcli.model.rules import Rules
from rbfcli.session.authoring import strings_in
from rbfcli.session.encounter import Expansion
from rbfcli.session.formats import characters, fifth_edition, foundry
from rbfcli.session.formats import improved_initiative as initiative
from rbfcli.session.formats.incoming import Incoming, People, fits, get, read_each, several
from rbfcli.session.formats.tables import TOO_MUCH, UTF_16, TableOptions, decoded, read_table
from rbfcli.storage.files import STANDARD_INPUT
from rbfcli.storage.includes import IncludedFiles, load_with_includes
from rbfcli.storage.toml import count_entries, decode, parse

CSV, JSON, TOML = "csv", "json", "toml"
TABLES = (CSV, "tsv", "tab", "txt")
ENTRY = 4


class JsonFormat(Struct, frozen=True):
    """A format in JSON: its name in words, a test, and a reader (`people(data, file name, --only)`)."""

    title: str
    is_it: Callable[[Any], bool]
    people: Callable[[Any, str, str], People]


def _entries(data: Any, inside: str) -> list[dict[str, Any]]:
    """Return the tables of a list or of an answer with `results`, or the only one; in each, the one `inside`."""
    found = get(data, "results") if isinstance(get(data, "results"), list) else data
    listed = [found] if isinstance(found, dict) else several(found)
    return [inner if isinstance(inner := each.get(inside), dict) else each for each in listed]


def _of_tables(
    title: str, is_one: Callable[[Any], bool], read: Callable[[Any, str], Incoming], inside: str = ""
) -> JsonFormat:
    """Return a format of a table, or a list of tables, each of which is a combatant."""
    return JsonFormat(
        title,
        lambda data: any(map(is_one, _entries(data, inside)[:LOOKED_AT])),
        lambda data, name, _only: read_each(_entries(data, inside), name, read),
    )


LOOKED_AT = 20
FORMATS = {
    "improved-initiative": JsonFormat("Improved Initiative", initiative.is_it, initiative.people),
    "5e-database": _of_tables("5e-database", fifth_edition.is_database, fifth_edition.creature),
    "open5e": _of_tables("open5e", fifth_edition.is_open5e, fifth_edition.creature),
    "foundry-dnd5e": _of_tables("Foundry dnd5e", foundry.is_dnd5e, foundry.dnd5e_actor),
    "foundry-pf2e": _of_tables("Foundry pf2e", foundry.is_pf2e, foundry.pf2e_actor),
    "dnd-beyond": _of_tables("D&D Beyond", characters.is_beyond, characters.beyond_character, "data"),
    "pathbuilder2e": _of_tables("Pathbuilder 2e", characters.is_pathbuilder, characters.pathbuilder_character, "build"),
}
# Not `save it as CSV`: `save` is a verb of generic.
AS_CSV = "in your spreadsheet, save it as CSV"
IN_PROGRAM = "in the program it comes from, export JSON or CSV"
# The first bytes of files that cannot be read, what they are, and what to do.
SEEMS: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "an Excel or LibreOffice file, or another ZIP archive", AS_CSV),
    (b"\xd0\xcf\x11\xe0", "an old Excel file", AS_CSV),
    (b"%PDF", "a PDF", IN_PROGRAM),
    (b"{\\rtf", "a text document (RTF)", AS_CSV),
    (b"<", "a web page or XML", IN_PROGRAM),
)
OTHERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("a file of 5etools", ("monster",)),
    ("a character of Roll20", ("schema_version", "attribs")),
    ("a scene or world of Foundry", ("tokens",)),
)


def read_people(
    raw: bytes,
    name: str,
    rules: Rules,
    budget: Budget,
    *,
    form: str = "",
    only: str = "",
    trust: str = "text",
    options: TableOptions,
) -> People:
    """Return the combatants in the bytes of a file, recognized by its content. Raises InvalidFile."""
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    for first, what, then in SEEMS:
        if start.startswith(first) and not (first == b"<" and form == CSV):
            raise invalid(f"{name} is {what}, which import does not read", hint=then)
    ending = name.rpartition(".")[2].casefold()
    kind = form or (ending if ending in (JSON, TOML) else CSV if ending in TABLES else "")
    if start[:1] in (b"{", b"[") and kind in (CSV, ""):
        if form:
            raise invalid(f"{name} is JSON, not a table", hint="remove --format")
        kind = JSON
    if kind == TOML:
        found = read_toml_people(raw, name, rules, budget)
    elif kind == JSON or kind in FORMATS:
        found = _read_json(parsed_json(raw, name, budget), name, rules, form, only)
    elif kind == CSV or raw[:2] in UTF_16 or any(mark in start.partition(b"\n")[0] for mark in (b",", b";", b"\t")):
        found = read_table(raw, name, rules, budget, options)
    else:
        hint = f"--format {'|'.join((CSV, JSON, TOML, *FORMATS))}"
        raise invalid(f"{name}: unknown format", hint)
    for person in found.people:
        person.settle_attacks(trust)
    return _only(found, name, only)


def _only(people: People, name: str, only: str) -> People:
    if not only or only == people.title:
        return people
    chosen = [each for each in people.people if fits(only, each)]
    if not chosen:
        known = ", ".join(each.name for each in people.people[:20])
        raise invalid(f"{name} has no combatant {only!r}", hint=f"use --only NAME with one of {known}")
    return replace(people, people=tuple(chosen))


def _read_json(data: Any, name: str, rules: Rules, form: str, only: str) -> People:
    """Return the combatants in JSON of the format `form`, or of the only one that it can be."""
    fitting = [each for each, known in FORMATS.items() if known.is_it(data)]
    if form in FORMATS:
        if form not in fitting:
            seems = f"; it looks like {FORMATS[fitting[0]].title}" if fitting else ""
            raise invalid(f"{name} is not in the format of {FORMATS[form].title}{seems}", hint="remove --format")
        fitting = [form]
    if form != JSON and len(fitting) > 1:
        raise invalid(f"{name} could be {_either(fitting)}", f"--format {fitting[0]}")
    if form != JSON and fitting:
        known = FORMATS[fitting[0]]
        return replace(known.people(data, name, only), form=known.title)
    if get(data, "results") == []:
        raise invalid(f"{name} is an Open5e answer without results", hint="search for another name")
    if not is_own(data) and isinstance(data, dict):
        what = next((what for what, keys in OTHERS if all(key in data for key in keys)), "")
        if what:
            raise invalid(f"{name} is {what}, which import does not read", hint=f"{AS_CSV}, with one row per combatant")
        keys = ", ".join(shown(str(key)) for key in [*data][:4])
        hint = f'write {{"people": [{{"name": "Ada", "hp": 12}}]}}, or use a file of {_either(FORMATS)}'
        raise invalid(f"{name} contains no combatants: its keys are {keys or 'none'}", hint=hint)
    return _read_own(data, name, rules)


def _either(names: Iterable[str]) -> str:
    *others, last = (FORMATS[each].title for each in names)
    return f"{', '.join(others)} or {last}" if others else last


def parsed_json(raw: bytes, name: str, budget: Budget) -> Any:
    """Return the contents of a JSON file. Raises InvalidFile for invalid JSON, a duplicate key, or deep nesting."""
    text, _ = decoded(raw, name)
    try:
        # A number that is not whole is read as text, which no field of a sheet takes for a number.
        found = json.loads(text, object_pairs_hook=_once, parse_constant=str, parse_float=str)
    except RecursionError:
        raise invalid(f"{name} is nested too deeply") from None
    except json.JSONDecodeError as wrong:
        hint = ""
        if wrong.msg.startswith("Extra data") and text[wrong.pos : wrong.pos + 1] == "{":
            hint = "write one JSON document per file: use a list, or split the file"
        raise invalid(
            f"{name}:{wrong.lineno}: invalid JSON: {wrong.msg[0].lower()}{wrong.msg[1:]}", hint=hint
        ) from None
    except KeyError as wrong:
        raise invalid(f"{name}: duplicate key {wrong.args[0]!r}") from None
    except ValueError:
        raise invalid(f"{name}: a number has too many digits") from None
    budget.spend(ENTRY * (1 + count_entries(found)), *TOO_MUCH)
    return found


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise KeyError(key[:40])
        found[key] = value
    return found


OWN_FORMAT = "rbf-people/1"
KEYS = ("format", "system", "weapons", "people")


def is_own(data: Any) -> bool:
    """Return whether JSON is a list of sheets, or a table with one."""
    return isinstance(data, list) or (isinstance(data, dict) and "people" in data)


def _read_own(found: Any, name: str, rules: Rules) -> People:
    whole = {"people": found} if isinstance(found, list) else found
    if not isinstance(whole, dict) or not isinstance(whole.get("people"), list):
        raise invalid(f"{name} contains no combatants", hint='for example: {"people": [{"name": "Ada", "hp": 12}]}')
    if unknown := [key for key in whole if key not in KEYS]:
        raise invalid(f"{name}: unknown key {unknown[0][:40]!r}", hint=listed("keys", KEYS))
    if whole.get("format", OWN_FORMAT) != OWN_FORMAT:
        raise must_be(f"{name}: format", str(OWN_FORMAT), error=InvalidFile)
    _require_system(whole.get("system", rules.name), name, rules)
    weapons = whole.get("weapons", {})
    if not isinstance(weapons, dict):
        raise must_be(f"{name}: weapons", "a table", error=InvalidFile)
    people = tuple(_person(each, f"{name}, number {number}") for number, each in enumerate(whole["people"], 1))
    return People(people, weapons=weapons)


def _require_system(system: Any, name: str, rules: Rules) -> None:
    if system != rules.name:
        raise invalid(f"{name} is for {system}, not {rules.name}")


def _person(sheet: Any, at: str) -> Incoming:
    if not isinstance(sheet, dict) or not isinstance(sheet.get("id", ""), str):
        raise must_be(at, "a sheet", hint='for example: {"id": "ada", "name": "Ada"}', error=InvalidFile)
    who, name = sheet.get("id", ""), sheet.get("name", "")
    if not who and not name:
        raise invalid(f"{at}: missing id or name")
    own = {key: each for key, each in sheet.items() if key != "id"}
    return Incoming(at=at, name=name if isinstance(name, str) else "", who=who, own=own)


def read_toml_people(raw: bytes, name: str, rules: Rules, budget: Budget) -> People:
    """Return the combatants of an encounter file, built on their stat blocks, with the weapons they name."""
    if name == STANDARD_INPUT:
        text = decode(raw, name)
        reading = IncludedFiles.of(parse(text, name, budget), [(name, text)], budget)
    else:
        reading = load_with_includes(name, budget)
    found: list[Mistake] = [*reading.wrong, *reading.odd]
    tables = reading.tables
    people = Expansion(tables.get(PEOPLE, {}), tables.get(BLOCKS, {}), found, budget)
    require_valid(found, reading.sources, people.written)
    _require_system(tables.get("system", rules.name), name, rules)
    if not isinstance(people.made, Mapping) or not people.made:
        raise invalid(f"{name} contains no combatants", hint="each is a table: [combatants.ID]")
    weapons = tables.get("weapons", {})
    used = strings_in(people.made)
    named = {each: table for each, table in weapons.items() if each in used}
    found_people = (_person({"id": who, "name": who, **sheet}, f"{name}, {who}") for who, sheet in people.made.items())
    return People(tuple(found_people), weapons=named)
