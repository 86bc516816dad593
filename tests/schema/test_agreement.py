"""A schema and the program agree on what an encounter may hold, on documents made at random."""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random

import pytest
import tomli_w
from jsonschema import Draft4Validator

from rbfcli.kernel.errors import RbfError
from rbfcli.language.schema import schema_of
from rbfcli.session.begin import from_encounter
from rbfcli.systems.catalogue import SHIPPED, load
from tests.schema.documents import Maker
from tests.schema.faults import UNSAID, faulty, unsaid, wrong_value

DOCUMENTS = 10_000 if os.environ.get("RBF_FUZZ") else 250
PARTS = 2


def schema_accepts(validator, tables):
    return validator.is_valid(tables)


def program_says(tables, path):
    """What the program finds wrong; empty where nothing is."""
    path.write_text(tomli_w.dumps(tables))
    try:
        from_encounter(str(path), "seed", str(path))
    except RbfError as wrong:
        return wrong.message
    return ""


def disagreements(rules, schema, numbers, path, at=""):
    """The documents on which schema and program disagree, or on which either is wrong; and how many were of a kind.

    Where a path is given, half of the documents are sound, and the others have a wrong value there.
    """
    validator, counted, found = Draft4Validator(schema), Counter(), []
    for number in numbers:
        random = Random(f"{rules.name} {number}")  # noqa: S311
        made = Maker(rules, random).sound()
        kind = random.choice(("sound", "faulty") if at else ("sound", "faulty", "faulty", "unsaid"))
        spoil = {"sound": lambda *_: "", "faulty": faulty, "unsaid": unsaid}[kind]
        why = wrong_value(made, at, random) if at and kind == "faulty" else spoil(made, rules, random)
        kind = kind if why else "sound"
        accepted, wrong = schema_accepts(validator, made.tables), program_says(made.tables, path)
        counted[kind if kind != "unsaid" else f"unsaid: {why}"] += 1
        if accepted != (kind != "faulty") or bool(wrong) != (kind != "sound"):
            errors = [each.message[:200] for each in validator.iter_errors(made.tables)]
            found.append((number, kind, why, errors, wrong))
    return found, counted


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("system", SHIPPED)
def test_schema_and_program_agree(system, part, tmp_path):
    rules = load(system)
    many = DOCUMENTS // len(SHIPPED) // PARTS

    found, counted = disagreements(rules, schema_of(rules), range(part * many, (part + 1) * many), tmp_path / "f.toml")

    assert found == []
    assert set(counted) >= {"sound", "faulty"}


def altered(schema, path, key, value):
    """A schema in which one bound is another."""
    copy = json.loads(json.dumps(schema))
    inside = copy
    for each in path.split("/"):
        inside = inside[each]
    assert inside[key] != value
    inside[key] = value
    return copy


@pytest.mark.parametrize(
    ("path", "key", "value", "at"),
    [
        ("definitions/Weapon/properties/penetration", "maximum", 199, "weapons.penetration"),
        ("definitions/Weapon/properties/penetration", "maximum", 201, "weapons.penetration"),
        ("definitions/combatant/properties/speed", "minimum", 0, "speed"),
        ("definitions/combatant/properties/speed", "minimum", 2, "speed"),
        ("definitions/combatant/properties/speed", "type", "number", "speed"),
        ("definitions/combatant/properties/name", "maxLength", 63, "name"),
        ("definitions/combatant/properties/name", "maxLength", 65, "name"),
        ("properties/options/properties/undecided", "enum", ["attacker"], "options.undecided"),
        ("definitions/combatant/properties/conditions", "patternProperties", {}, "conditions"),
    ],
)
def test_a_wrong_bound_is_found(path, key, value, at, tmp_path):
    rules = load("bgc")
    schema = altered(schema_of(rules), path, key, value)

    right = disagreements(rules, schema_of(rules), range(60), tmp_path / "f.toml", at)[0]
    wrong = disagreements(rules, schema, range(60), tmp_path / "f.toml", at)[0]

    assert (right, bool(wrong)) == ([], True)


def test_what_a_schema_cannot_say_is_of_known_kinds(tmp_path):
    rules = load("futurepath")
    _, counted = disagreements(rules, schema_of(rules), range(300), tmp_path / "f.toml")

    assert {each.removeprefix("unsaid: ") for each in counted} == {"sound", "faulty", *UNSAID}
