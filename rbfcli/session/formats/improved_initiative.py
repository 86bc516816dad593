"""Improved Initiative: saved encounters, stat blocks, lists of them, and backups."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from rbfcli.core.errors import InvalidFile, invalid, must_be
from rbfcli.core.text import slug
from rbfcli.session.formats.fifth_edition import add_abilities, add_action, add_speed
from rbfcli.session.formats.incoming import (
    ABILITIES,
    ASSUMED,
    ImportNote,
    Incoming,
    People,
    add_types,
    fits,
    get,
    list_of,
    number,
    numbers,
    read_each,
    several,
    text_of,
)

COMBATANTS, STAT_BLOCK, PREFIX = "Combatants", "StatBlock", "ImprovedInitiative."
SAVED, CREATURES, CHARACTERS = "SavedEncounters", "Creatures", ("PersistentCharacters", "PlayerCharacters")
TYPES = {
    "DamageVulnerabilities": "vulnerable",
    "DamageResistances": "resist",
    "DamageImmunities": "immune",
    "ConditionImmunities": "condition_immune",
}
ACTIONS = {
    "Actions": "actions",
    "BonusActions": "bonus actions",
    "LegendaryActions": "legendary actions",
    "MythicActions": "mythic actions",
    "Reactions": "reactions",
    "Traits": "traits",
}
TEXTS = ("Type", "Description")
# Parts of a stat block that no sheet has: named if there is something in them.
ELSEWHERE = {"Skills": "skills", "Senses": "senses", "Languages": "languages", "Challenge": "challenge"}


def is_it(data: Any) -> bool:
    """Return whether JSON is a saved encounter, a stat block, a list of stat blocks, or a backup."""
    if isinstance(data, list):
        return bool(data) and all(is_block(get(each, STAT_BLOCK) or each) for each in data[:3])
    return isinstance(data, dict) and (
        COMBATANTS in data or is_block(data) or any(SAVED in key or PREFIX in key for key in data)
    )


def is_block(data: Any) -> bool:
    """Return whether a table is a stat block."""
    return isinstance(get(data, "HP"), dict) and isinstance(data.get("AC"), dict)


def people(data: Any, name: str, only: str) -> People:
    """Return the combatants of an encounter (of several, the one titled `only`), or of stat blocks."""
    if isinstance(data, list):
        return read_each(data, name, _stat_block)
    if is_block(data):
        return People((_of_block(data, name),))
    if COMBATANTS in data:
        return _encounter(data, name)
    encounters = dict(_encounters(data))
    if only in encounters:
        return _encounter(encounters[only], name)
    blocks = read_each(_stored(data, CREATURES), f"{name}, {CREATURES}", _stat_block)
    stored = chain.from_iterable(_stored(data, key) for key in CHARACTERS)
    characters = read_each(stored, f"{name}, {CHARACTERS[0]}", _stat_block)
    there = (*characters.people, *blocks.people)
    if only and not any(fits(only, each) for each in there):
        known = ", ".join(sorted([*encounters, *(each.name for each in there)])[:20])
        raise invalid(f"{name} has no encounter or creature {only!r}", hint=f"use --only NAME with one of {known}")
    if only or there:
        return _backup(blocks, characters, [*encounters])
    if len(encounters) > 1:
        hint = f"use --only NAME with one of {', '.join(sorted(encounters))}"
        raise invalid(f"{name} has {len(encounters)} encounters", hint=hint)
    if not encounters:
        raise invalid(f"{name} contains no saved encounter")
    return _encounter(next(iter(encounters.values())), name)


def _backup(blocks: People, characters: People, encounters: list[str]) -> People:
    """Return the creatures and characters of a backup, with a note on what else is in it."""
    notes = [*blocks.notes, *characters.notes]
    if count := len(blocks.people):
        join = "1 creature joins as a combatant" if count == 1 else f"{count} creatures join as combatants"
        notes.append(ImportNote(ASSUMED, f"{join}; --as blocks adds stat blocks instead"))
    if encounters:
        notes.append(ImportNote(ASSUMED, f"the file also has encounters: --only takes one of {', '.join(encounters)}"))
    for each in characters.people:
        each.is_player()
    return People((*characters.people, *blocks.people), notes=tuple(notes))


def _encounters(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for key in (key for key in data if SAVED in key):
        each = _parsed(data[key])
        for place, inner in enumerate([each] if get(each, COMBATANTS) is not None else several(each), 1):
            if COMBATANTS in inner:
                yield text_of(inner.get("Name")) or key.partition(f"{SAVED}.")[2] or f"encounter {place}", inner


def _stored(data: Mapping[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    """Yield the stat blocks that a backup has under keys of a kind, whole or one by one."""
    for key, value in data.items():
        if key.removeprefix(PREFIX).partition(".")[0] != kind:
            continue
        each = _parsed(value)
        found = [each] if isinstance(each, dict) and (is_block(each) or STAT_BLOCK in each) else several(each)
        yield from (_parsed(one) for one in found)


def _parsed(value: Any) -> Any:
    if isinstance(value, str):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value


def _stat_block(entry: Any, at: str) -> Incoming:
    block = get(entry, STAT_BLOCK) or entry
    if not is_block(block):
        raise invalid(f"{at}: it is not a stat block")
    return _of_block(block, at)


def _encounter(encounter: Mapping[str, Any], name: str) -> People:
    listed = encounter.get(COMBATANTS)
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise must_be(f"{name}: {COMBATANTS}", "a list of combatants", error=InvalidFile)
    alike = Counter(_kind(one) for one in listed)
    found = []
    for place, one in enumerate(listed, 1):
        block = one.get(STAT_BLOCK)
        if not isinstance(block, dict):
            raise invalid(f"{name}, number {place}: missing {STAT_BLOCK}")
        found.append(_combatant(one, block, f"{name}, number {place}", several_of_it=alike[_kind(one)] > 1))
    ids = {text_of(one.get("Id")): each.who or slug(each.name) for one, each in zip(listed, found, strict=True)}
    for one, each in zip(listed, found, strict=True):
        _add_tags(each, one, ids)
    notes = []
    if (rounds := number(encounter.get("RoundCounter"))) or encounter.get("ActiveCombatantId"):
        notes.append(ImportNote(ASSUMED, f"the fight starts anew, not in round {rounds or 1}: init begins it"))
    return People(tuple(found), notes=tuple(notes), title=text_of(encounter.get("Name")))


def _kind(one: Mapping[str, Any]) -> str:
    return text_of(one.get("Alias")) or text_of(get(one, STAT_BLOCK, "Name"))


def _combatant(one: Mapping[str, Any], block: Mapping[str, Any], at: str, *, several_of_it: bool) -> Incoming:
    person = _of_block(block, at, now=one)
    label = number(one.get("IndexLabel"))
    if several_of_it and label and not text_of(one.get("Alias")):
        person.who, person.name = f"{slug(person.name)}{label}", f"{person.name} {label}"
    if (count := number(one.get("Initiative"))) is not None and count:
        person.sheet["initiative"] = count
    if one.get("Hidden") is True:
        person.condition("hidden")
    if notes := text_of(one.get("CurrentNotes")):
        person.texts.insert(0, notes)
    return person


def _of_block(block: Mapping[str, Any], at: str, now: Mapping[str, Any] | None = None) -> Incoming:
    """Return a combatant of a stat block, in the state `now` of an encounter."""
    person = Incoming(at=at).called(_kind(now) if now else block.get("Name"))
    dice, most = text_of(get(block, "HP", "Notes")), number(get(block, "HP", "Value"), number(get(now, "MaxHP")))
    person.health(most, get(now, "CurrentHP"), number(get(now, "TemporaryHP")))
    person.hit_dice(dice)
    if block.get("Player"):
        person.is_player()
    if most == 1 and (block.get("Player") or dice.replace(" ", "") == "(1d1+0)"):
        person.miss("1 hit point looks like the default of a new sheet", "hp=N")
    if (armour := number(get(block, "AC", "Value"))) is not None:
        person.sheet["ac"] = armour
    scores = numbers(block, {key: ("Abilities", key.title()) for key in ABILITIES})
    add_abilities(person, scores, _saves(block), number(block.get("InitiativeModifier")))
    for key, field in TYPES.items():
        add_types(person, field, block.get(key))
    add_speed(person, map(str, list_of(block.get("Speed"))))
    for key, what in ACTIONS.items():
        for each in several(block.get(key)):
            name, text = text_of(each.get("Name")), text_of(each.get("Content"))
            if not add_action(person, name, text):
                person.keep(what, name, text)
    person.texts += filter(None, (text_of(block.get(key)) for key in TEXTS))
    person.leave(*(what for key, what in ELSEWHERE.items() if block.get(key)))
    return person


def _saves(block: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for each in several(block.get("Saves")):
        name, value = text_of(each.get("Name")).casefold()[:3], number(each.get("Modifier"))
        if name in ABILITIES and value is not None:
            yield name, value


def _add_tags(person: Incoming, one: Mapping[str, Any], ids: Mapping[str, str]) -> None:
    """Add the tags of a combatant as conditions; those that last count the turns of the combatant they name."""
    for tag in list_of(one.get("Tags")):
        text = text_of(get(tag, "Text") if isinstance(tag, dict) else tag)
        if not text:
            person.leave("an empty tag")
            continue
        rounds, whose = number(get(tag, "DurationRemaining"), 0) or 0, ids.get(text_of(get(tag, "DurationCombatantId")))
        if rounds > 0 and whose:
            start = text_of(get(tag, "DurationTiming")).startswith("Start")
            person.condition(text, rounds, whose=whose, edge="start" if start else "end")
        else:
            person.condition(text)
