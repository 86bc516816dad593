"""Every key is documented where it is defined, in half a sentence, with rules that the ledger has."""

from __future__ import annotations

import re
import sys

import pytest
from msgspec import Struct, inspect

from rbfcli.kernel.fight import Plain
from rbfcli.language.authored import FORMAT, MOST_COPIES, AuthoredFile, Copied
from rbfcli.language.field_docs import FieldDoc, field_doc
from rbfcli.language.keys import fields_of, option_rules, tables_of
from rbfcli.session import expansion
from rbfcli.store import limits
from rbfcli.systems.catalogue import SHIPPED, load

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
    class Mute(Plain, frozen=True, kw_only=True):
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
    assert str(field_doc(rules.sheet, fields["name"])).startswith("what it is called")
    assert (
        field_doc(type(rules.fight(system="bgc").options), options["risk_step"]).text
        == "penalty each extra action adds"
    )


def test_without_a_source_there_is_no_text():
    made = type("Made", (Struct,), {"__annotations__": {"one": int}, "__module__": "nowhere"})

    assert field_doc(made, fields_of(made)[0]) == FieldDoc()


def test_the_ledger_says_which_rules_an_option_changes():
    assert option_rules(load("rbf"))["critical_margin"] == ("RBF-TST-3",)
    assert option_rules(load("threat"))["tag_damage"] == ("THR-TAG-2",)


def test_the_numbers_of_the_store_and_the_session_are_those_of_the_keys():
    assert (FORMAT, MOST_COPIES) == (limits.FORMAT, expansion.MOST_COPIES)


def test_a_text_below_a_field_is_not_kept_when_the_program_runs():
    sheet = load("bgc").sheet

    assert "Tough in percent" in str(field_doc(sheet, next(each for each in fields_of(sheet) if each.name == "tough")))
    assert not [text for text in vars(sys.modules[sheet.__module__]).values() if "Tough in percent" in str(text)]
    assert "Tough in percent" not in str([getattr(sheet, name) for name in dir(sheet)])
