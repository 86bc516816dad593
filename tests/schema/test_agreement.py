"""A schema and the program agree on what an encounter may hold, on documents made at random."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from random import Random

import pytest
import tomli_w
from jsonschema import Draft4Validator
from msgspec import Struct, inspect

from rbfcli.commands import HANDLERS, function_named
from rbfcli.commands.json_schema import schema_of, text_of
from rbfcli.commands.reply import Request
from rbfcli.core.errors import RbfError, UsageError
from rbfcli.core.limits import Budget
from rbfcli.language import program_verbs
from rbfcli.language.grammar import CommonOptions
from rbfcli.language.keys import (
    AuthoredFile,
    Copied,
    FieldDoc,
    encounter_page,
    field_doc,
    fields_of,
    option_rules,
    system_page,
    tables_of,
)
from rbfcli.model.fight import PlainValue
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load
from tests.schema.documents import Maker
from tests.schema.faults import UNSAID, faulty, unsaid, wrong_value

DOCUMENTS = 10_000 if os.environ.get("RBF_FUZZ") else 250


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
        accepted, wrong = validator.is_valid(made.tables), program_says(made.tables, path)
        counted[kind if kind != "unsaid" else f"unsaid: {why}"] += 1
        if accepted != (kind != "faulty") or bool(wrong) != (kind != "sound"):
            errors = [each.message[:200] for each in validator.iter_errors(made.tables)]
            found.append((number, kind, why, errors, wrong))
    return found, counted


@pytest.mark.parametrize("system", SHIPPED)
def test_schema_and_program_agree(system, tmp_path):
    rules = load(system)

    found, counted = disagreements(rules, schema_of(rules), range(DOCUMENTS // len(SHIPPED)), tmp_path / "f.toml")

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
    rules, file = load("bgc"), tmp_path / "f.toml"
    schema = altered(schema_of(rules), path, key, value)

    number = next(each for each in range(60) if disagreements(rules, schema, [each], file, at)[0])

    assert disagreements(rules, schema_of(rules), [number], file, at)[0] == []


@pytest.mark.parametrize("kind", UNSAID)
def test_what_a_schema_cannot_say_the_program_says(kind, tmp_path):
    rules = load("futurepath")
    made = Maker(rules, Random(kind)).sound()  # noqa: S311

    assert UNSAID[kind](made.tables, rules)
    assert Draft4Validator(schema_of(rules)).is_valid(made.tables)
    assert program_says(made.tables, tmp_path / "f.toml")


# Every key is documented where it is defined, in half a sentence, with rules that the ledger has.


KNOWN = frozenset(entry.id for name in SHIPPED for entry in load(name).ledger())


def structs_in(kind, found=None):
    """A struct and all those inside it."""
    found = {} if found is None else found
    match kind:
        case inspect.StructType(cls=cls) if cls not in found:
            found[cls] = None
            for field in kind.fields:
                structs_in(field.type, found)
        case (
            inspect.Metadata(type=inner) | inspect.DictType(value_type=inner) | inspect.CollectionType(item_type=inner)
        ):
            structs_in(inner, found)
        case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
            for each in inner:
                structs_in(each, found)
    return found


def undocumented(kind):
    """The fields of a struct, and of those inside it, that nothing explains."""
    structs = structs_in(inspect.type_info(kind))
    return [f"{each.__name__}.{field.name}" for each in structs for field in fields_of(each) if not _text(each, field)]


def _text(kind, field):
    return field_doc(kind, field).text


@pytest.mark.parametrize("kind", [*(load(name).fight for name in SHIPPED), AuthoredFile, Copied])
def test_every_field_of_a_fight_is_explained_also_those_of_saves(kind):
    assert undocumented(kind) == []


def test_a_field_that_nothing_explains_is_found():
    class Mute(PlainValue, frozen=True, kw_only=True):
        spoken: int = 0

    assert undocumented(Mute) == ["Mute.spoken"]


@pytest.mark.parametrize("name", SHIPPED)
def test_an_explanation_is_half_a_sentence_with_rules_that_there_are(name):
    for table in tables_of(load(name)):
        for key in table.keys:
            text = key.doc.text

            assert text == text.strip(), key.name
            assert not text.endswith("."), key.name
            assert not text[0].isupper() or text.split()[0] in _NAMES, text
            assert 5 < len(text) < 200, text
            assert set(key.doc.rules) <= KNOWN, key.name
            assert not re.search(r"\([A-Z]+-", text), text


_NAMES = {
    *(
        "HP",
        "TN",
        "NPC",
        "Offense",
        "Defence",
        "Speed",
        "Tough",
        "Will",
        "Willpower",
        "Eyes",
        "Jaws",
        "Limbs",
        "Nerves",
    ),
    *("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma", "Extra", "Tactical", "Damage"),
    *("Treat", "Injury", "Sniper's", "Brute's", "DC", "an", "a"),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_fields_of_a_play_are_fields(name):
    for kind in structs_in(inspect.type_info(load(name).fight)):
        assert kind.in_play <= set(kind.__struct_fields__), kind


def test_the_nearest_class_explains_and_the_type_before_the_text_below():
    rules = load("bgc")
    fields = {field.name: field for field in fields_of(rules.sheet)}
    options = {field.name: field for field in fields_of(type(rules.fight(system="bgc").options))}

    assert field_doc(rules.sheet, fields["tough"]).rules == ("BGC-DRV-1",)
    assert str(field_doc(rules.sheet, fields["name"])).startswith("the name in messages")
    assert field_doc(type(rules.fight(system="bgc").options), options["risk_step"]).text == "penalty per extra action"


def test_without_a_source_there_is_no_text():
    made = type("Made", (Struct,), {"__annotations__": {"one": int}, "__module__": "nowhere"})

    assert field_doc(made, fields_of(made)[0]) == FieldDoc()


def test_the_ledger_says_which_rules_an_option_changes():
    assert option_rules(load("rbf"))["critical_margin"] == ("RBF-TST-3",)
    assert option_rules(load("threat"))["tag_damage"] == ("THR-TAG-2",)


def test_a_text_below_a_field_is_not_kept_when_the_program_runs():
    sheet = load("bgc").sheet

    assert "Tough in percent" in str(field_doc(sheet, next(each for each in fields_of(sheet) if each.name == "tough")))
    assert not [text for text in vars(sys.modules[sheet.__module__]).values() if "Tough in percent" in str(text)]
    assert "Tough in percent" not in str([getattr(sheet, name) for name in dir(sheet)])


# Help, pages and the verb `schema` tell every key, at any width.


@pytest.fixture
def told(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def tell(command, storage=None, **common):
        common = CommonOptions(**common)
        storage = storage or MemoryStorage()
        request = Request(command=command, common=common, storage=storage, style=Style(), budget=Budget())
        return function_named(HANDLERS[command.__struct_config__.tag].anywhere)(request).text

    return tell


@pytest.mark.parametrize("name", SHIPPED)
def test_the_verb_prints_the_schema_as_it_is_shipped(told, name):
    assert told(program_verbs.Schema(system=name)) == text_of(schema_of(load(name)))
    answer = json.loads(told(program_verbs.Schema(system=name), json=True))
    assert answer["schema"] == json.loads(text_of(schema_of(load(name))))


def test_an_unknown_system_is_refused_with_the_nearest(told):
    with pytest.raises(UsageError) as wrong:
        told(program_verbs.Schema(system="treat"))
    assert wrong.value.hint.startswith("did you mean threat")
    assert wrong.value.status == 2


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_of_a_system_has_every_table_and_key(name, width):
    rules = load(name)
    for lines in (system_page(rules, Style(width=width)), encounter_page(rules, Style(width=width))):
        text = "\n".join(lines)

        assert max(map(len, lines)) <= width
        for table in tables_of(rules):
            assert f"{table.heading}:" in text
            assert [key.name for key in table.keys if not re.search(rf"^  {key.name}\b", text, re.MULTILINE)] == []


def test_help_on_a_system_that_is_a_verb_too_tells_both(told):
    text = told(program_verbs.Help(topic="threat"))

    assert text.index("rbf threat +1") < text.index("[combatants.ID]:") < text.index("boss_move ")


def test_help_on_encounters_is_that_of_the_fight_at_hand(told):
    storage = MemoryStorage()
    assert "off_hand" not in told(program_verbs.Help(topic="encounter"), storage)
    storage.begin(from_encounter(find_encounter("dock-ambush"), "seed", source="dock-ambush"), replace=True)
    for topic in ("encounter", "encounters"):
        assert "off_hand" in told(program_verbs.Help(topic=topic), storage)
    assert "off_hand" not in told(program_verbs.Help(topic="encounter", all=True), storage)
