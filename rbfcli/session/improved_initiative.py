"""Import from Improved Initiative: combatants as sheets of a system, and a report of all that could not be mapped.

A file is one saved encounter, or a backup with several. A field is mapped if the system's sheet has one for it; all
others are reported by name.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from rbfcli.core.errors import InvalidFile, invalid, must_be
from rbfcli.core.matching import SAY
from rbfcli.language.keys import authored_fields, field_doc
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import free_id, slug
from rbfcli.session.import_export import IncomingPerson, People

COMBATANTS, STAT_BLOCK = "Combatants", "StatBlock"
SAVED = "SavedEncounters."
ABILITIES = {
    "Str": "strength",
    "Dex": "dexterity",
    "Con": "constitution",
    "Int": "intelligence",
    "Wis": "wisdom",
    "Cha": "charisma",
}
# Keys that only Improved Initiative needs.
BOOKKEEPING = frozenset(
    {
        "Id",
        "Version",
        "Path",
        "Source",
        "InterfaceVersion",
        "PersistentCharacterId",
        "IndexLabel",
        "LastUpdateMs",
        "Name",
    }
)
PLAYERS = "players"
HIDDEN = "hidden"
FEET = re.compile(r"(\d{1,3})\s*(?:ft|feet)", re.ASCII)
NOTES_LENGTH = 9_000
NAMED = 5


def holds_combatants(found: Any) -> bool:
    """Return whether JSON is an Improved Initiative encounter, or a backup with one."""
    return isinstance(found, dict) and (COMBATANTS in found or any(SAVED in key for key in found))


def read_improved_initiative(found: Any, name: str, rules: Rules, only: str = "") -> People:
    """Return the combatants of an encounter; of several, the one titled `only`. Raises InvalidFile."""
    encounter = _encounter(found, name, only)
    listed = encounter.get(COMBATANTS)
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise must_be(f"{name}: {COMBATANTS}", "a list of combatants", error=InvalidFile)
    reading = _Reading(rules, name, listed)
    people = tuple(reading.person(number, one) for number, one in enumerate(listed))
    for key in ("RoundCounter", "ActiveCombatantId"):
        if encounter.get(key):
            reading.miss(key, "")
    title = encounter.get("Name")
    return People(people, {}, tuple(reading.told()), title if isinstance(title, str) else "")


def _encounter(found: Any, name: str, only: str) -> Mapping[str, Any]:
    """Return the selected encounter. Raises InvalidFile if there is none, or several without `only`."""
    if COMBATANTS in found:
        return dict(found)
    several: dict[str, Mapping[str, Any]] = {}
    for key, value in found.items():
        each = value
        if isinstance(value, str):
            with suppress(ValueError, RecursionError):
                each = json.loads(value)
        if SAVED in key and isinstance(each, dict) and COMBATANTS in each:
            several[str(each.get("Name") or key.partition(SAVED)[2])] = each
    if not several:
        raise invalid(f"{name} contains no saved encounter")
    if only in several:
        return several[only]
    if only or len(several) > 1:
        known = ", ".join(sorted(several))
        message = f"{name} has no encounter {only!r}" if only else f"{name} has {len(several)} encounters"
        raise invalid(message, hint=f"use --only NAME with one of {known}")
    return next(iter(several.values()))


class _Reading:
    """A reader of combatants as sheets that collects fields it cannot map."""

    def __init__(self, rules: Rules, file: str, listed: list[dict[str, Any]]) -> None:
        self._fields = {each.encode_name: each for each in authored_fields(rules.sheet)}
        self._conditions = {each.casefold(): each for each in addable_conditions(rules.conditions, ())}
        speed = self._fields.get("speed")
        self._in_feet = speed is not None and "feet" in field_doc(rules.sheet, speed).text
        self._file = file
        self._missed: dict[str, list[str]] = {}
        self._names = Counter(_plain_name(one) for one in listed)
        self._ids: dict[str, str] = {}
        self._own: list[str] = []
        for number, one in enumerate(listed):
            who = free_id(slug(self._name(one)), self._own)
            self._own.append(who)
            self._ids[str(one.get("Id", number))] = who

    def told(self) -> Iterator[str]:
        """Yield the fields that could not be mapped, one line each."""
        for key, whose in self._missed.items():
            names = [each for each in dict.fromkeys(whose) if each]
            more = len(names) - NAMED
            yield f"{key}: {', '.join(names[:NAMED])}{f' and {more} more' if more > 0 else ''}" if names else key

    def miss(self, key: str, whose: str) -> None:
        """Record a field that could not be mapped."""
        self._missed.setdefault(key, []).append(whose)

    def person(self, number: int, one: Mapping[str, Any]) -> IncomingPerson:
        """Return a combatant with the fields that a sheet can hold."""
        at = f"{self._file}, number {number + 1}"
        block = one.get(STAT_BLOCK)
        if not isinstance(block, dict):
            raise invalid(f"{at}: missing {STAT_BLOCK}")
        name = self._name(one)
        left = {f"{STAT_BLOCK}.{key}": each for key, each in block.items() if key not in BOOKKEEPING}
        left |= {key: each for key, each in one.items() if key not in (*BOOKKEEPING, STAT_BLOCK, "Alias")}
        sheet: dict[str, Any] = {"name": name}
        self._health(one, left, sheet)
        self._numbers(left, sheet)
        self._words(left, sheet)
        conditions = dict(self._of_tags(left, name))
        if left.pop("Hidden", False):
            if HIDDEN in self._conditions:
                conditions[HIDDEN] = {}
            else:
                self.miss("Hidden", name)
        if conditions:
            sheet["conditions"] = conditions
        for key, value in left.items():
            if _says_something(value):
                self.miss(key, name)
        return IncomingPerson(at, self._own[number], sheet)

    def _name(self, one: Mapping[str, Any]) -> str:
        """Return a combatant's name: its alias, else its kind's name, with its number if there are several."""
        alias = one.get("Alias")
        if isinstance(alias, str) and alias.strip():
            return alias.strip()
        name, label = _plain_name(one), one.get("IndexLabel")
        return f"{name} {label}" if self._names[name] > 1 and label else name

    def _health(self, one: Mapping[str, Any], left: dict[str, Any], sheet: dict[str, Any]) -> None:
        if "hp" not in self._fields:
            return
        most, now = left.get(f"{STAT_BLOCK}.HP"), left.get("CurrentHP")
        value = most.get("Value") if isinstance(most, dict) else one.get("MaxHP")
        if _is_number(value):
            self._keep_notes(left, "HP")
            left.pop("MaxHP", None)
            sheet["max_hp"] = sheet["hp"] = value
        if _is_number(now):
            left.pop("CurrentHP")
            sheet["hp"] = now

    def _keep_notes(self, left: dict[str, Any], key: str) -> None:
        """Remove a value that was mapped, but leave its notes, such as the dice of HP."""
        value = left.pop(f"{STAT_BLOCK}.{key}", None)
        left[f"{STAT_BLOCK}.{key}.Notes"] = value.get("Notes") if isinstance(value, dict) else None

    def _numbers(self, left: dict[str, Any], sheet: dict[str, Any]) -> None:
        """Map armour class, ability scores, speed and initiative."""
        armour = left.get(f"{STAT_BLOCK}.AC")
        if "ac" in self._fields and isinstance(armour, dict) and _is_number(armour.get("Value")):
            sheet["ac"] = armour["Value"]
            self._keep_notes(left, "AC")
        scores = left.get(f"{STAT_BLOCK}.Abilities")
        if isinstance(scores, dict):
            mapped = {key for key, field in ABILITIES.items() if field in self._fields and _is_number(scores.get(key))}
            sheet.update({ABILITIES[key]: scores[key] for key in ABILITIES if key in mapped})
            left[f"{STAT_BLOCK}.Abilities"] = [key for key in scores if key not in mapped]
        if "initiative_misc" in self._fields and _is_number(left.get(f"{STAT_BLOCK}.InitiativeModifier")):
            sheet["initiative_misc"] = left.pop(f"{STAT_BLOCK}.InitiativeModifier")
        if "initiative" in self._fields and left.get("Initiative") and _is_number(left["Initiative"]):
            sheet["initiative"] = left.pop("Initiative")
        self._speed(left, sheet)

    def _speed(self, left: dict[str, Any], sheet: dict[str, Any]) -> None:
        """Map the first speed in feet, and flying if the sheet has it. Other movement is left."""
        ways = left.get(f"{STAT_BLOCK}.Speed")
        first = FEET.search(str(ways[0])) if isinstance(ways, list) and ways else None
        if not self._in_feet or first is None or not isinstance(ways, list):
            return
        sheet["speed"] = int(first[1])
        rest = ways[1:]
        if "flies" in self._fields and any("fly" in str(each).casefold() for each in ways):
            sheet["flies"] = True
            rest = [each for each in rest if "fly" not in str(each).casefold()]
        left[f"{STAT_BLOCK}.Speed"] = rest

    def _words(self, left: dict[str, Any], sheet: dict[str, Any]) -> None:
        """Map the side and the notes."""
        if left.pop(f"{STAT_BLOCK}.Player", ""):
            sheet["side"] = PLAYERS
            sheet.update({field: True for field in ("pc", "player") if field in self._fields})
        texts = [left.pop(key, "") for key in ("CurrentNotes", f"{STAT_BLOCK}.Type", f"{STAT_BLOCK}.Description")]
        notes = "\n".join(each.strip() for each in texts if isinstance(each, str) and each.strip())
        if notes and len(notes) <= NOTES_LENGTH:
            sheet["notes"] = notes.replace("\r", "")
        elif notes:
            self.miss(f"{STAT_BLOCK}.Description", str(sheet["name"]))

    def _of_tags(self, left: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield tags as conditions: the system's own by name, any other as free text."""
        tags = left.pop("Tags", [])
        for tag in tags if isinstance(tags, list) else []:
            text = tag.get("Text") if isinstance(tag, dict) else tag
            if not isinstance(text, str) or not text.strip():
                self.miss("Tags", name)
                continue
            known = self._conditions.get(text.strip().casefold(), f"{SAY} {text.strip()}")
            yield known, self._lasting(tag) if isinstance(tag, dict) else {}

    def _lasting(self, tag: Mapping[str, Any]) -> dict[str, Any]:
        """Return a tag's duration: a number of a combatant's turns, counted at their start or end."""
        rounds, whose = tag.get("DurationRemaining"), self._ids.get(str(tag.get("DurationCombatantId")))
        if not isinstance(rounds, int) or rounds <= 0 or not whose:
            return {}
        edge = "start" if str(tag.get("DurationTiming", "")).startswith("Start") else "end"
        return {"rounds": rounds, "whose": whose, "edge": edge}


def _plain_name(one: Mapping[str, Any]) -> str:
    block = one.get(STAT_BLOCK)
    name = block.get("Name") if isinstance(block, dict) else None
    return name.strip() if isinstance(name, str) and name.strip() else "Nameless"


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _says_something(value: Any) -> bool:
    """Return whether a value is not just a default."""
    if isinstance(value, dict):
        return any(map(_says_something, value.values()))
    return value not in (None, "", 0, False, [], "0.0.0")
