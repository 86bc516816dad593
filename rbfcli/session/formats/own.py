"""The program's own formats: JSON that `export people` writes, a list of sheets, and encounter files."""

from collections.abc import Mapping
from typing import Any

from rbfcli.checking.integrity import PEOPLE
from rbfcli.checking.locations import require_valid
from rbfcli.checking.stat_blocks import BLOCKS
from rbfcli.core.errors import InvalidFile, invalid, listed, must_be
from rbfcli.core.limits import Budget
from rbfcli.core.mistakes import Mistake
from rbfcli.model.rules import Rules
from rbfcli.session.authoring import is_named
from rbfcli.session.edits import composed
from rbfcli.session.encounter import Expansion
from rbfcli.session.formats.incoming import Incoming, People
from rbfcli.storage.files import STANDARD_INPUT
from rbfcli.storage.includes import IncludedFiles, load_with_includes
from rbfcli.storage.toml import decode, parse

FORMAT = "rbf-people/1"
KEYS = ("format", "system", "weapons", "people")


def is_it(data: Any) -> bool:
    """Return whether JSON is a list of sheets, or a table with one."""
    return isinstance(data, list) or (isinstance(data, dict) and "people" in data)


def read_json(found: Any, name: str, rules: Rules) -> People:
    """Return the combatants in a JSON file written by `export`, or in a list of sheets. Raises InvalidFile."""
    whole = {"people": found} if isinstance(found, list) else found
    if not isinstance(whole, dict) or not isinstance(whole.get("people"), list):
        raise invalid(f"{name} contains no combatants", hint='for example: {"people": [{"name": "Ada", "hp": 12}]}')
    if unknown := [key for key in whole if key not in KEYS]:
        raise invalid(f"{name}: unknown key {unknown[0][:40]!r}", hint=listed("keys", KEYS))
    if whole.get("format", FORMAT) != FORMAT:
        raise must_be(f"{name}: format", str(FORMAT), error=InvalidFile)
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
    reading = load_with_includes(name, budget) if name != STANDARD_INPUT else _alone(raw, budget)
    found: list[Mistake] = [*reading.wrong, *reading.odd]
    tables = composed(reading.tables, found)
    people = Expansion(tables.get(PEOPLE, {}), tables.get(BLOCKS, {}), found, budget)
    require_valid(found, reading.sources, people.written)
    _require_system(tables.get("system", rules.name), name, rules)
    if not isinstance(people.made, Mapping) or not people.made:
        raise invalid(f"{name} contains no combatants", hint="each is a table: [combatants.ID]")
    weapons = tables.get("weapons", {})
    named = {each: table for each, table in weapons.items() if is_named(people.made, each)}
    found_people = (_person({"id": who, "name": who, **sheet}, f"{name}, {who}") for who, sheet in people.made.items())
    return People(tuple(found_people), weapons=named)


def _alone(raw: bytes, budget: Budget) -> IncludedFiles:
    text = decode(raw, STANDARD_INPUT)
    return IncludedFiles.of(parse(text, STANDARD_INPUT, budget), [(STANDARD_INPUT, text)], budget)
