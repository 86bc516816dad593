"""Targets that are files: encounters, saves and imports, and the edits that damage them."""

import json
import os
import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.core.text import safe
from rbfcli.language.parser import read_line
from rbfcli.render.json import json_line
from rbfcli.render.screen import fight_lines, sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.session.edits import repaired
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.origin import Origin
from rbfcli.session.saves import Loaded, from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter
from tools.fuzz import lines as fights
from tools.fuzz.oracle import DICE, Target, Wrong, answered, can_be_printed, hostile, is_json

MOST_EDITS = 4
MOST_BYTES = 200_000
MOST_REPEATS = 1_000
BYTES = b"\0\t\n\r\x1b \"#$'()*+,-./09:;<=>?@A[\\]_`az{|}~\x7f\x80\x9b\xc2\xe2\xff"
NUMBERS = (
    *(b"-1", b"0", b"1", b"2", b"99", b"1000", b"1001", b"1000000", b"1000001", b"-1000001"),
    *(b"2147483648", b"9007199254740992", b"9007199254740993", b"99999999999999999999", b"9" * 400, b"0.5", b"1e9"),
)


def mutated(corpus: Sequence[bytes], tokens: Sequence[bytes], number: str) -> bytes:
    """One of the corpus with a few edits; which, and what edits, the number says."""
    chance = random.Random(number)  # noqa: S311 - no secret: the same number has to give the same input
    data = chance.choice(corpus)
    for _ in range(chance.randint(1, MOST_EDITS)):
        data = chance.choice(EDITS)(data, chance, tokens, corpus)[:MOST_BYTES]
    return data


def _other_byte(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.choice(BYTES)]) + data[at + 1 :]


def _more_bytes(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes(chance.choices(BYTES, k=chance.randint(1, 4))) + data[at:]


def _fewer_bytes(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.randint(1, 8) :]


def _cut_off(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _repeated(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, end = _token_at(data, chance)
    times = min(chance.choice((2, 3, 40, MOST_REPEATS)), MOST_BYTES // max(1, end - start) + 1)
    return data[:start] + data[start:end] * times + data[end:]


def _other_token(data: bytes, chance: random.Random, tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, end = _token_at(data, chance)
    return data[:start] + chance.choice(tokens) + data[end:]


def _more_tokens(data: bytes, chance: random.Random, tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, _ = _token_at(data, chance)
    space = chance.choice((b"", b" "))
    return data[:start] + chance.choice(tokens) + space + data[start:]


def _fewer_tokens(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    start, end = _token_at(data, chance)
    return data[:start] + data[end:]


def _swapped_tokens(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    (start, end), (later, last) = sorted((_token_at(data, chance), _token_at(data, chance)))
    if end > later:
        return data
    return data[:start] + data[later:last] + data[end:later] + data[start:end] + data[last:]


def _other_number(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    digits = [at for at in range(len(data)) if data[at : at + 1].isdigit() and not data[at - 1 : at].isdigit()]
    if not digits:
        return data
    start = end = chance.choice(digits)
    while data[end : end + 1].isdigit():
        end += 1
    return data[:start] + chance.choice(NUMBERS) + data[end:]


def _fewer_lines(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    return b"\n".join([*lines[:at], *lines[at + chance.choice((1, 1, 5)) :]])


def _same_line_again(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return b"\n".join(lines)


def _swapped_lines(data: bytes, chance: random.Random, _tokens: Sequence[bytes], _corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _line_of_another(data: bytes, chance: random.Random, _tokens: Sequence[bytes], corpus: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(chance.choice(corpus).split(b"\n")))
    return b"\n".join(lines)


def _spliced(data: bytes, chance: random.Random, _tokens: Sequence[bytes], corpus: Sequence[bytes]) -> bytes:
    lines, others = data.split(b"\n"), chance.choice(corpus).split(b"\n")
    return b"\n".join([*lines[: chance.randrange(len(lines) + 1)], *others[chance.randrange(len(others)) :]])


def _token_at(data: bytes, chance: random.Random) -> tuple[int, int]:
    """Where a token begins and ends: letters and digits, or one other byte."""
    start = chance.randrange(len(data)) if data else 0
    end = start + 1
    if data[start:end].isalnum():
        while start and data[start - 1 : start].isalnum():
            start -= 1
        while data[end : end + 1].isalnum():
            end += 1
    return start, min(end, len(data))


Edit = Callable[[bytes, random.Random, Sequence[bytes], Sequence[bytes]], bytes]
EDITS: tuple[Edit, ...] = (
    _other_byte,
    _more_bytes,
    _fewer_bytes,
    _cut_off,
    _repeated,
    *[_other_token] * 3,
    *[_more_tokens] * 3,
    _fewer_tokens,
    _swapped_tokens,
    *[_other_number] * 3,
    _fewer_lines,
    _same_line_again,
    _swapped_lines,
    _line_of_another,
    _spliced,
)


FUZZED = "fuzzed.toml"
STYLES = (Style(), Style(tables=True, width=40), Style(tables=True))
FIRST_LINES = ("init", "turn next", "turn next")
KEY = re.compile(rb"^([\w-]+) = |^\[([\w.-]+)\]$", re.MULTILINE)
TOML = (
    *(b"[", b"]", b"[[x]]", b"{", b"}", b"=", b'"', b"'''\n", b'"""', b"true", b"false", b"[]", b"{}", b'""', b"#"),
    *(
        b"0x7fffffffffffffff",
        b"1979-05-27",
        b"1e9",
        b"nan",
        b"inf",
        b'"nobody"',
        b"a.a.a.a",
        b'include = ["other.toml"]',
    ),
    *(b"\\u0000", b"\\u001b", b"\\u202e", b"\\uD800", b"count = 1000", b'from = "x"', b"\xef\xbb\xbf", b"\r\n"),
)


def attempt_encounter(data: bytes) -> None:
    """An encounter is refused, or begins a fight that can be played, shown and saved. Raises Wrong."""
    Path(FUZZED).write_bytes(data)
    session = answered(from_encounter, FUZZED, fights.SEED, FUZZED)
    if session is not None:
        _plays(session)


def _plays(session: Session) -> None:
    for line in FIRST_LINES:
        before = fights.state(session)
        command = answered(read_line, line, session.rules, session.fight)
        if command is not None and answered(session.perform, command) is None:
            _left_no_trace(before, session, line)
    _shows(session)
    fights.comes_back(session)


def _shows(session: Session) -> None:
    fights.is_sound(session)
    fight = session.fight
    shown = [line for style in STYLES for line in fight_lines(fight, session.rules, style)]
    for who in [*fight.combatants][:3]:
        shown += sheet_lines(fight, session.rules, who, Style())
    for line in shown:
        if "\n" in line:
            raise Wrong(f"a line of output is more than one: {line!r}")
        can_be_printed(line)
    is_json(json_line("show", fight=fight))


def _left_no_trace(before: fights.State, session: Session, line: str) -> None:
    if not fights.same(before, fights.state(session)):
        raise Wrong(f"a refusal left a trace: {line}")


def attempt_save(data: bytes) -> None:
    """A save is refused or loads as a fight; what can be repaired of it is a sound save. Raises Wrong."""
    loaded = answered(from_bytes, data, "save")
    if loaded is not None:
        _holds(loaded)
    found = answered(repaired, data, "save")
    if found is not None:
        session, lost = found
        for each in lost:
            can_be_printed(safe(each))
        fights.comes_back(session)
        _shows(session)


def _holds(loaded: Loaded) -> None:
    session = loaded.session
    for sentence in [*loaded.said("save"), *session.faults(played=True)]:
        can_be_printed(safe(sentence))
    _shows(session)
    if answered(to_bytes, session) is not None:
        fights.comes_back(session)
    for step in (session.undo, session.redo):
        before = fights.state(session)
        try:
            step(1)
        except RbfError as no:
            answered(_raised, no)
            _left_no_trace(before, session, step.__name__)
        else:
            _shows(session)


def _raised(error: RbfError) -> None:
    raise error


@cache
def encounters() -> tuple[bytes, ...]:
    """The shipped encounters."""
    return tuple(Path(find_encounter(name)).read_bytes() for name in fights.encounters())


@cache
def saves() -> tuple[bytes, ...]:
    """Saves of fights that have just begun, and of some that have gone on."""
    sessions = [*map(fights.begun, fights.encounters()), *map(fights.played, fights.encounters())]
    return tuple(to_bytes(session.twin()) for session in sessions)


@cache
def tokens() -> tuple[bytes, ...]:
    """Keys of all encounters and saves, what TOML is made of, dice and payloads."""
    keys = {part for text in (*encounters(), *saves()) for found in KEY.findall(text) for part in found if part}
    return (*sorted(keys), *TOML * 4, *DICE[:20], *hostile())


ENCOUNTERS_TARGET = Target("encounters", encounters, tokens, attempt_encounter)
SAVES_TARGET = Target("saves", saves, tokens, attempt_save)


WIDE, DEEP = 1_500, 1_500
EXPORTED = ("csv", "json", "toml")
BY_CONTENT = "-"
WORN = {"equipped": True, "definition": {"filterType": "Weapon", "name": "Hook", "damage": {"diceString": "1d8"}}}
HIT = {"number": 1, "denomination": 6, "types": ["fire"]}
ATTACK = {"type": "attack", "attack": {"bonus": "1"}, "damage": {"includeBase": True, "parts": [HIT]}}
# A small file of each format of another program.
FOREIGN: dict[str, object] = {
    "improved-initiative": {
        "Combatants": [
            {
                "Id": "c1",
                "CurrentHP": 3,
                "Tags": [{"Text": "Prone", "DurationRemaining": 2, "DurationCombatantId": "c1"}],
                "StatBlock": {
                    "Name": "Imp",
                    "HP": {"Value": 7, "Notes": "(2d6)"},
                    "AC": {"Value": 12},
                    "Abilities": {"Dex": 14},
                    "DamageResistances": ["cold; fire from afar"],
                    "Actions": [
                        {"Name": "Bite", "Content": "+4 to hit. Hit: 5 (1d6 + 2) piercing damage."},
                        {"Name": "Puff (Recharge 5-6)", "Content": "DC 11 Dexterity save or 7 (2d6) fire damage."},
                    ],
                },
            }
        ]
    },
    "5e-database": {
        "index": "imp",
        "name": "Imp",
        "armor_class": [{"value": 13}],
        "hit_points": 9,
        "dexterity": 14,
        "actions": [{"name": "Bite", "attack_bonus": 4, "damage": [{"damage_dice": "1d6+2"}]}],
    },
    "open5e": {
        "results": [
            {
                "key": "imp",
                "name": "Imp",
                "armor_class": 13,
                "hit_points": 9,
                "actions": [
                    {"name": "Bite", "attacks": [{"to_hit_mod": 4, "damage_die_count": 1, "damage_die_type": "D6"}]}
                ],
            }
        ]
    },
    "foundry-dnd5e": {
        "name": "Imp",
        "type": "npc",
        "system": {"attributes": {"hp": {"value": 3, "max": 9}}, "abilities": {"dex": {"value": 14, "proficient": 1}}},
        "items": [{"name": "Bite", "type": "weapon", "system": {"damage": {"base": HIT}, "activities": {"a": ATTACK}}}],
    },
    "foundry-pf2e": {
        "name": "Imp",
        "system": {"attributes": {"hp": {"value": 9}, "ac": {"value": 15}}, "saves": {"fortitude": {"value": 3}}},
        "items": [
            {
                "name": "Bite",
                "type": "melee",
                "system": {"bonus": {"value": 7}, "damageRolls": {"0": {"damage": "1d6"}}},
            }
        ],
    },
    "dnd-beyond": {
        "data": {
            "name": "Ann",
            "baseHitPoints": 12,
            "stats": [{"id": 1, "value": 15}],
            "classes": [{"level": 3}],
            "inventory": [WORN],
            "spellSlots": [{"level": 1, "used": 1, "available": 3}],
        }
    },
    "pathbuilder2e": {
        "build": {
            "name": "Ann",
            "level": 2,
            "attributes": {"ancestryhp": 8, "classhp": 10},
            "weapons": [{"display": "Hook", "die": "d8", "attack": 7, "damageType": "S"}],
            "spellCasters": [{"perDay": [5, 2]}],
        }
    },
}


def attempt_import(data: bytes) -> None:
    """A file is refused, or its people join a fight that can be saved; refused leaves no trace. Raises Wrong.

    The first line of an input is the fight and the format, all behind it the file.
    """
    first, _, content = data.partition(b"\n")
    name, _, form = first.decode("ascii", "replace").partition(" ")
    if name not in fights.encounters():
        return
    Path("fuzzed.people").write_bytes(content)
    storage = MemoryStorage()
    storage.begin(fights.begun(name).twin(), replace=True)
    here = os.path.realpath(os.curdir)
    talk = CommandService(storage, Style(), origin=Origin("an input", here, here))
    before = fights.state(storage.load())
    options = [] if form == BY_CONTENT else ["--format", form]
    reply = answered(talk.perform, ["import", "fuzzed.people", *options])
    if reply is not None:
        can_be_printed(reply.text)
        fights.is_sound(storage.load())
        fights.comes_back(storage.load())
    elif not fights.same(before, fights.state(storage.load())):
        raise Wrong("a refused import left a trace")


def _wide_and_deep() -> tuple[tuple[str, str], ...]:
    """What is wide or deep in each direction that a format has."""
    words = [f"some {number} words" for number in range(WIDE)]
    sheet = {"name": "Vex", "side": "crew"}
    keys = dict.fromkeys(words, 1)
    sheets = [sheet | keys, sheet | {"skills": keys}, sheet | {"weapons": words}, sheet | {"conditions": keys}]
    tables = (
        "name," + ",".join(words),
        "name," + ",".join(f"skills.{each}" for each in words) + "\nVex" + ",1" * WIDE,
        ",".join(["name"] * WIDE),
        "name,side\n" + "".join(f"{each},{each}\n" for each in words),
        "name," + ".".join(["skills"] * DEEP) + "\nVex,1",
        'name,notes\nVex,"' + "[" * DEEP + '"',
        "n" * WIDE,
    )  # fmt: skip
    combatants = [{"Name": each, "StatBlock": {each: 1}} for each in words[: WIDE // 10]]
    return (
        *(("csv", each) for each in tables),
        *(("json", json.dumps({"people": [each]})) for each in sheets),
        ("json", json.dumps({"people": [{"name": each, each: each} for each in words]})),
        ("json", json.dumps({"people": [sheet], "weapons": dict.fromkeys(words[:10], keys)})),
        ("json", '{"people":' + "[" * DEEP + "]" * DEEP + "}"),
        ("json", json.dumps(keys)),
        ("improved-initiative", json.dumps({"Combatants": combatants})),
        ("improved-initiative", json.dumps({"Combatants": [{"Name": "Vex", "StatBlock": keys}]})),
    )


@cache
def importable_files() -> tuple[bytes, ...]:
    """What each fight exports, and what is wide or deep."""
    found = []
    for name in fights.encounters():
        storage = MemoryStorage()
        storage.begin(fights.begun(name).twin(), replace=True)
        talk = CommandService(storage, Style())
        for form in EXPORTED:
            exported = talk.perform(["export", "people", "-", "--format", form]).text
            found.append(f"{name} {form}\n{exported.replace('id,', 'ID,')}")
        found += (f"{name} {form}\n{json.dumps(data)}" for form, data in FOREIGN.items())
        found += (f"{name} {BY_CONTENT}\n{json.dumps([data, data])}" for data in FOREIGN.values())
        found += (
            f"{name} {BY_CONTENT}\n{table}" for table in ("sep=;\nName;HP\nImp;3/9\n", "name|hp|count\nImp|2d6|3")
        )
    some = fights.encounters()[0]
    return tuple(each.encode() for each in (*found, *(f"{some} {form}\n{text}" for form, text in _wide_and_deep())))


@cache
def import_tokens() -> tuple[bytes, ...]:
    """What has a meaning in a table or in JSON."""
    own = b'{ } [ ] : , ; " \' = + - @ \\t \\r\\n null true 1e9 "people" "weapons" "Combatants" "StatBlock" skills.x .'
    return (*own.split() * 4, *DICE, *hostile())


IMPORTS_TARGET = Target("imports", importable_files, import_tokens, attempt_import)
