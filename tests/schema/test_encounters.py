"""The shipped encounters name their schema, and editors' tools find what is wrong by it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from rbfcli.commands.json_schema import DRAFT_OF_EDITORS, schema_of, text_of
from rbfcli.core.errors import UsageError
from rbfcli.systems.registry import SHIPPED, load

FOLDER = Path(__file__).parents[2] / "encounters"
ENCOUNTERS = sorted(FOLDER.glob("*.toml"))
TOOLS = {"taplo": ("lint",), "tombi": ("lint", "--offline")}
GOOD = """\
#:schema schema/rbf.json
format = 1
system = "rbf"
title = "Yard"
[options]
untrained = -3
[board]
mode = "combat"
[weapons.hook]
name = "hook"
skill = "melee"
damage = "1d6"
[blocks.thug]
tn = 12
[combatants.thug]
from = "thug"
count = 3
conditions = { prone = { rounds = 2 }, "say scared" = {} }
"""
FAULTS = {
    "a misspelt key of the file": ("title =", "titel ="),
    "a misspelt key of a sheet": ("tn = 12", "tm = 12"),
    "a number out of its range": ("-3", "-30"),
    "a text for a number": ("tn = 12", 'tn = "12"'),
    "a fraction for a number": ("count = 3", "count = 3.5"),
    "an unknown choice": ('"combat"', '"peace"'),
    "an unknown condition": ("prone", "pron"),
    "a missing key": ('skill = "melee"', ""),
    "a key of saves": ("tn = 12", "actions_left = 2"),
    "a count of a stat block": ("tn = 12", "count = 2"),
    "another system": ('"rbf"', '"rpj"'),
    "another form": ("format = 1", "format = 2"),
}


def tool(name):
    """A tool of editors, as it is installed beside this Python."""
    return str(Path(sys.executable).parent / name)


def lint(name, *files, folder):
    """The status of a lint, and what it said."""
    done = subprocess.run(
        [tool(name), *TOOLS[name], *files], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def yard(tmp_path):
    shutil.copytree(FOLDER / "schema", tmp_path / "schema")
    return tmp_path


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda path: path.stem)
def test_an_encounter_names_the_schema_of_its_system_and_fits_it(path):
    text = path.read_text()
    tables = tomllib.loads(text)
    schema = json.loads((FOLDER / "schema" / f"{tables['system']}.json").read_text())

    assert text.startswith(f"#:schema schema/{tables['system']}.json\n")
    assert [each.message for each in Draft4Validator(schema).iter_errors(tables)] == []


@pytest.mark.parametrize("name", TOOLS)
def test_tools_find_nothing_wrong_with_the_shipped_encounters(name):
    status, said = lint(name, *(path.name for path in ENCOUNTERS), folder=FOLDER)

    assert status == 0, said


@pytest.mark.parametrize("name", TOOLS)
def test_tools_find_every_fault(name, yard):
    (yard / "good.toml").write_text(GOOD)
    assert lint(name, "good.toml", folder=yard)[0] == 0
    for fault, (before, after) in FAULTS.items():
        assert before in GOOD
        (yard / "bad.toml").write_text(GOOD.replace(before, after))

        status, said = lint(name, "bad.toml", folder=yard)

        assert status == 1, (fault, said)


def test_the_same_faults_are_faults_to_the_schema():
    validator = Draft4Validator(schema_of(load("rbf")))

    assert validator.is_valid(tomllib.loads(GOOD))
    found = [validator.is_valid(tomllib.loads(GOOD.replace(*fault))) for fault in FAULTS.values()]
    assert found == [False] * len(FAULTS)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_schema_is_one_that_editors_read(name):
    schema = schema_of(load(name))
    words = set(_words(schema))

    Draft4Validator.check_schema(schema)
    assert schema["$schema"] == DRAFT_OF_EDITORS
    assert json.loads(text_of(schema_of(load(name)))) == json.loads(json.dumps(schema))
    assert words <= {
        *(
            "$schema",
            "$ref",
            "title",
            "description",
            "definitions",
            "type",
            "properties",
            "required",
            "default",
            "enum",
        ),
        *(
            "additionalProperties",
            "patternProperties",
            "items",
            "minimum",
            "maximum",
            "minLength",
            "maxLength",
            "pattern",
        ),
        *("minItems", "maxItems", "anyOf"),
    }
    assert all(re.match(r"#/definitions/\w+(/properties/\w+)?$", each) for each in _references(schema))


def _words(schema):
    """The words of JSON Schema that a schema uses."""
    for key, value in schema.items():
        yield key
        if key in ("properties", "patternProperties", "definitions"):
            for each in value.values():
                yield from _words(each)
        elif key == "anyOf":
            for each in value:
                yield from _words(each)
        elif isinstance(value, dict) and key != "default":
            yield from _words(value)


def _references(schema):
    found = re.findall(r'"\$ref": ?"([^"]*)"', json.dumps(schema))
    assert found
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_every_key_of_a_schema_says_what_it_is_for(name):
    assert [path for path, each in _properties(schema_of(load(name)), "") if not each.get("description")] == []


def _properties(schema, path):
    """Every key with its schema; words of a vocabulary are alike, and are no keys."""
    keys = {json.dumps(each) for each in schema.get("properties", {}).values()}
    if len(keys) == 1 and len(schema["properties"]) > 1:
        return
    for name, each in schema.get("properties", {}).items():
        if "$ref" not in each:
            yield f"{path}/{name}", each
            yield from _properties(each, f"{path}/{name}")
    for name, each in schema.get("definitions", {}).items():
        yield from _properties(each, name)


def test_keys_of_saves_are_in_no_schema():
    schema = schema_of(load("rbf"))

    assert not {"round", "order", "drawn", "paused"} & set(schema["properties"])
    assert not {"actions_left", "aim"} & set(schema["definitions"]["combatant"]["properties"])
    assert "struggle" not in schema["properties"]["board"]["properties"]


def test_the_schema_of_an_unknown_system_is_refused():
    with pytest.raises(UsageError, match="unknown rule system 'treat'") as wrong:
        load("treat")
    assert wrong.value.suggestions[0] == "threat"
