"""People as JSON: a list of sheets with their ids, and the weapons that they carry."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.rules import Rules
from rbfcli.session.people import People, Person

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
    people = tuple(_person(each, f"{name}, number {number}") for number, each in enumerate(whole["people"], 1))
    return People(people, weapons)


def _person(sheet: Any, at: str) -> Person:
    if not isinstance(sheet, dict) or not isinstance(sheet.get("id", ""), str):
        raise InvalidFile(f"{at}: this is no sheet", hint='write {"id": "ada", "name": "Ada"}')
    who = sheet.get("id", "")
    if not who and not sheet.get("name"):
        raise InvalidFile(f"{at}: it has neither id nor name")
    return Person(at, who, {key: each for key, each in sheet.items() if key != "id"})
