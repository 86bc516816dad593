"""Places for what a file has on the sheet of a system."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import fields

from rbfcli.core.matching import SAY
from rbfcli.language.keys import authored_fields, field_doc
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.rules import Rules
from rbfcli.session.formats.incoming import LEFT_OUT, NOTES_LETTERS, ImportNote, Incoming, plain_text

# Keys that mean the same in every system; all others are of d20 games, whose sheets have an `ac`.
SHARED = ("side", "hp", "max_hp")
ELSEWHERE = {"initiative_bonus": "initiative_misc"}
PLAYERS = ("pc", "player")
# What different games call the same condition.
SPELT = {
    "exhaustion": "exhausted",
    "paralyzed": "paralysed",
    "blind": "blinded",
    "stun": "stunned",
    "poison": "poisoned",
}


def fitted(person: Incoming, rules: Rules) -> dict[str, Any]:
    """Return a combatant's sheet of a system. What has no place on it is noted on the combatant."""
    types = {each.encode_name: each.type for each in fields(rules.sheet) if each.name not in rules.sheet.in_play}
    d20 = "ac" in types
    found: dict[str, Any] = {}
    for key, value in person.sheet.items():
        place = key if key in types else ELSEWHERE.get(key, key)
        if key == "conditions":
            found[key] = dict(_conditions(person, value, rules))
        elif key == "pc":
            found |= {each: True for each in PLAYERS if each in types}
        elif place in types and (d20 or key in SHARED):
            if (fits := _fitting(value, types[place])) is not None:
                found[place] = fits
            if fits != value:
                person.notes.append(ImportNote(LEFT_OUT, f"a part of {key.replace('_', ' ')}"))
        elif not (key == "max_hp" and "hp" in person.sheet) and not (key == "initiative_bonus" and not value):
            person.notes.append(ImportNote(LEFT_OUT, key.replace("_", " ")))
    if d20:
        found |= {key: score for key, score in person.scores.items() if key in types and _fitting(score, types[key])}
        found |= dict(_movement(person, rules))
    if person.texts:
        found["notes"] = _notes(person)
    return {**({"name": person.name} if person.name else {}), **_joined(found, person.own)}


def _joined(found: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a sheet, those given by the system's own keys last."""
    both = {
        key: {**found[key], **each}
        for key, each in own.items()
        if isinstance(found.get(key), dict) and isinstance(each, dict)
    }
    return {**found, **own, **both}


def _fitting(value: Any, kind: Any) -> Any:
    """Return a value without the entries that do not fit a type, or None if nothing does."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        if isinstance(value, dict):
            return {key: each for key, each in value.items() if _fitting({key: each}, kind)} if len(value) > 1 else None
        if isinstance(value, list):
            return [each for each in value if _fitting([each], kind)] if len(value) > 1 else None
        return None
    return value


def _conditions(person: Incoming, conditions: Mapping[str, Any], rules: Rules) -> Iterator[tuple[str, Any]]:
    """Yield conditions by the names of the system; all others are own words, with their amount."""
    known = {each.casefold(): each for each in addable_conditions(rules.conditions, ())}
    for name, value in conditions.items():
        plain = name.casefold()
        if found := known.get(plain) or known.get(SPELT.get(plain, plain)):
            yield found, value
        else:
            amount = value.get("amount")
            rest = {key: each for key, each in value.items() if key != "amount"}
            person.assume(name, group="conditions without effect on rolls, in your own words")
            yield f"{SAY} {SPELT.get(plain, name)}{f' {amount}' if amount else ''}", rest


def _movement(person: Incoming, rules: Rules) -> Iterator[tuple[str, Any]]:
    """Yield the speed and whether it flies, for sheets that measure speed in feet."""
    known = {each.name: each for each in authored_fields(rules.sheet)}
    if "speed" in known and "feet" in field_doc(rules.sheet, known["speed"]).text and person.speed is not None:
        yield "speed", person.speed
        if "flies" in known and person.flies:
            yield "flies", True


def _notes(person: Incoming) -> str:
    """Return the notes of a combatant; very long ones are cut."""
    whole = "\n".join(filter(None, map(plain_text, person.texts)))
    if len(whole) > NOTES_LETTERS:
        person.notes.append(ImportNote(LEFT_OUT, f"the end of its notes (after {NOTES_LETTERS} characters)"))
    return whole[:NOTES_LETTERS]
