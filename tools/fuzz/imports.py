"""Files to import: tables of CSV, and JSON, as they are exported, and wider and deeper than anybody writes them."""

import json
import os
from functools import cache
from pathlib import Path

from rbfcli.commands.service import CommandService
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.origin import Origin
from tools.fuzz import lines as fights
from tools.fuzz.oracle import DICE, Target, Wrong, answered, can_be_printed, hostile

WIDE, DEEP = 1_500, 1_500
FORMATS = ("csv", "json", "improved-initiative")


def attempt(data: bytes) -> None:
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
    reply = answered(talk.perform, ["import", "fuzzed.people", "--format", form])
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
def corpus() -> tuple[bytes, ...]:
    """What each fight exports, and what is wide or deep."""
    found = []
    for name in fights.encounters():
        storage = MemoryStorage()
        storage.begin(fights.begun(name).twin(), replace=True)
        talk = CommandService(storage, Style())
        for form in FORMATS[:2]:
            exported = talk.perform(["export", "people", "-", "--format", form]).text
            found.append(f"{name} {form}\n{exported.replace('id,', 'ID,')}")
    some = fights.encounters()[0]
    return tuple(each.encode() for each in (*found, *(f"{some} {form}\n{text}" for form, text in _wide_and_deep())))


@cache
def tokens() -> tuple[bytes, ...]:
    """What has a meaning in a table or in JSON."""
    own = b'{ } [ ] : , ; " \' = + - @ \\t \\r\\n null true 1e9 "people" "weapons" "Combatants" "StatBlock" skills.x .'
    return (*own.split() * 4, *DICE, *hostile())


IMPORTS_TARGET = Target("imports", corpus, tokens, attempt)
