"""The slips of an author's hand: a law, or the guard around the rules, names each with its file and line."""

import sys

import pytest

from rbfcli.core.errors import PluginBug
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.testing import laws_for
from rbfcli.testing.laws import perform
from rbfcli.testing.output import every_template_has_its_facts
from rbfcli.testing.source import (
    every_answer_is_of_its_type,
    every_kind_of_word_is_known,
    every_rule_is_in_the_ledger,
    every_struct_is_frozen,
    rules_are_deterministic,
    shared_verbs_are_there,
)
from rbfcli.testing.support import LawViolation
from tests.plugins.conftest import HERE

TEXT = """from typing import Annotated
from msgspec.structs import replace
from rbfcli.model.commands import Arg, RollingCommand
from rbfcli.model.fight import Board, Condition
from rbfcli_skirmish import RULES as SKIRMISH, commands
class Swing(RollingCommand, frozen=True, kw_only=True, tag="swing"):
    '''Swing.'''
    examples = ("swing ines",)
    who: Annotated[str, Arg("combatant", "who swings")]
    {argument}
{more}
def swing(scene, command: Swing):
    {line}
RULES = replace(SKIRMISH, name="slip", {fields}
    verbs={{**SKIRMISH.verbs, Swing: swing}},
    words={{**SKIRMISH.words, {words}
    "swung": "{{who}} swings at nothing",
    }})
"""
MODULE = "slip_rules"


@pytest.fixture
def slip(another, tmp_path):
    """Install a system with a slip in it; the file of an encounter of it."""

    def made(*, argument="", more="", line="scene.happen('swung', 'SKI-ATK-1', who=command.who)", fields="", words=""):
        sys.modules.pop(MODULE, None)
        text = TEXT.format(argument=argument or "pass", more=more, line=line, fields=fields, words=words)
        another("slip", f"{MODULE}:RULES", text)
        path = tmp_path / "yard.toml"
        path.write_text((HERE / "skirmish" / "yard.toml").read_text().replace('"skirmish"', '"slip"'))
        return str(path)

    return made


def broken(law, given):
    """What a law says of a system that breaks it."""
    with pytest.raises(LawViolation) as wrong:
        law(given)
    return str(wrong.value)


def played(path, line="swing ines"):
    """What is said where a line is played under the laws."""
    session = from_encounter(path, "slips", source=path)
    read_line(line, session.rules, session.fight)
    with pytest.raises((LawViolation, PluginBug)) as wrong:
        perform(session, line)
    return str(wrong.value)


def test_the_system_without_a_slip_keeps_the_laws_of_systems(slip):
    slip()
    for law in (
        *(every_struct_is_frozen, every_kind_of_word_is_known, every_rule_is_in_the_ledger),
        *(rules_are_deterministic, shared_verbs_are_there, every_template_has_its_facts),
    ):
        law("slip")
    perform(from_encounter(slip(), "slips", source="yard.toml"), "swing ines")


def test_a_verb_that_is_missing(slip):
    slip(fields="no_verbs={},")
    expected = "slip (slip_rules.py:14): stabilize must be a verb, or have its reason in `no_verbs`"
    assert broken(shared_verbs_are_there, "slip") == expected


def test_a_value_of_a_wrong_type(slip):
    path = slip(line="scene.change(command.who, 'stamina', 'none', 'SKI-ATK-1')")
    said = played(path)
    assert said == "slip (slip_rules.py:13): ines: stamina becomes 'none': Expected `int`, got `str` - at `$.stamina`"


def test_an_answer_of_a_wrong_type(slip):
    path = slip(fields="health=lambda one: one.stamina,")
    expected = "slip (slip_rules.py:14): it returns int 3"
    assert broken(every_answer_is_of_its_type, path) == expected


@pytest.mark.parametrize("view", ["status", "details", "next_steps"])
def test_an_answer_that_only_a_reader_sees(slip, view):
    path = slip(fields=f"{view}=lambda *given: 7,")
    expected = "slip (slip_rules.py:14): it returns int 7"
    assert broken(every_answer_is_of_its_type, path) == expected


def test_a_misspelt_placeholder(slip):
    slip(words="'roll.attack.hit': '{who} hits {tarket}',")
    expected = "slip (slip_rules.py:16): 'roll.attack.hit' has no fact {tarket}; did you mean {target}?"
    assert broken(every_template_has_its_facts, "slip") == expected


def test_a_placeholder_of_a_happening_that_gives_no_such_fact(slip):
    slip(line="scene.happen('fell', 'SKI-ATK-1', height=3)", words="'fell': 'a fall of {hight}',")
    expected = "slip (slip_rules.py:16): 'fell' has no fact {hight}; did you mean {height}?"
    assert broken(every_template_has_its_facts, "slip") == expected


def test_a_rule_that_the_ledger_does_not_have(slip):
    slip(line="scene.happen('swung', 'SKI-ATK-11', who=command.who)")
    said = broken(every_rule_is_in_the_ledger, "slip")
    assert said.startswith("slip (slip_rules.py:13): unknown rule 'SKI-ATK-11'; did you mean SKI-ATK-1")


def test_a_rule_that_looks_like_none(slip):
    slip(line="scene.change(command.who, 'acted', True, rule='swing')")
    assert broken(every_rule_is_in_the_ledger, "slip") == "slip (slip_rules.py:13): unknown rule 'swing'"


def test_an_exception(slip):
    assert played(slip(line="return 1 // 0")).startswith("slip (slip_rules.py:13): ZeroDivisionError: ")


def test_a_kind_of_word_that_nobody_knows(slip):
    slip(argument="other: Annotated[str, Arg('combattant', 'whom')]")
    assert broken(every_kind_of_word_is_known, "slip").startswith(
        "slip (slip_rules.py:10): swing: unknown kind of word 'combattant'; did you mean combatant"
    )


def test_a_kind_of_word_in_a_reference(slip):
    slip(fields="references={'might': 'tool'},")
    assert broken(every_kind_of_word_is_known, "slip") == "slip (slip_rules.py:14): might: unknown kind of word 'tool'"


def test_a_struct_that_is_not_frozen(slip):
    slip(more="class Place(Board, frozen=False, kw_only=True):\n    height: int = 0")
    said = broken(every_struct_is_frozen, "slip")
    assert said == "slip (slip_rules.py:11): Place is not frozen: write `class Place(..., frozen=True)`"


def test_a_struct_in_a_sheet_that_is_not_frozen(slip):
    more = """
from collections.abc import Mapping
from msgspec import Struct
from rbfcli_skirmish.sheet import Fighter, SkirmishFight
class Bag(Struct):
    coins: int = 0
class Carrier(Fighter, frozen=True, kw_only=True):
    bags: Mapping[str, Bag] = {}
class CarrierFight(SkirmishFight, frozen=True, kw_only=True):
    combatants: Mapping[str, Carrier] = {}
class Working(Struct):
    step: int = 0
"""
    slip(more=more, fields="sheet=Carrier, fight=CarrierFight,")
    said = broken(every_struct_is_frozen, "slip")
    assert said == "slip (slip_rules.py:15): Bag is not frozen: write `class Bag(..., frozen=True)`"


def test_a_field_that_can_be_changed_in_place(slip):
    slip(more="class Place(Board, frozen=True, kw_only=True):\n    heights: list[int] = []")
    said = broken(every_struct_is_frozen, "slip")
    assert said == "slip (slip_rules.py:12): Place.heights can be changed in place: write a tuple or a Mapping"


def test_a_question_without_an_answer(slip):
    path = slip(line="scene.ask('clean', command.who, (), 'SKI-ATK-2')")
    assert played(path).startswith("slip (slip_rules.py:13): ValueError: the rules ask ines for 'clean'")


def test_an_answer_without_words(slip):
    path = slip(line="scene.ask('clean', command.who, ('kill',), 'SKI-ATK-2')")
    said = played(path)
    assert said == "slip (slip_rules.py:12): no words for the effect of 'kill' to clean: answer.clean.kill"


def test_a_state_that_is_changed_without_an_event(slip):
    path = slip(line="scene.one(command.who).conditions['rattled'] = Condition()")
    said = played(path)
    assert said.startswith("slip (slip_rules.py:12): swing ines: something changed without an event")


def test_a_fight_that_is_put_into_the_scene(slip):
    path = slip(line="scene.fight = replace(scene.fight, round=7)")
    assert played(path).startswith("slip (slip_rules.py:12): swing ines: something changed without an event")


def test_randomness_in_the_source(slip):
    slip(more="from random import randint")
    assert broken(rules_are_deterministic, "slip").startswith("slip (slip_rules.py:11): random has no place in rules")


def test_randomness_that_shows_when_it_is_played_again(slip):
    path = slip(more="TIMES = []", line="TIMES.append(1); scene.happen('swung', 'SKI-ATK-1', who='', n=len(TIMES))")
    assert played(path) == "slip (slip_rules.py:12): swing ines: played again, it gives a different result"


def test_all_laws_are_one_import(slip):
    found = laws_for("slip", slip(words="'roll.attack.hit': '{tarket}',"), fights=1)
    names = [str(each) for each in found]
    assert {"every-template-has-its-facts", "secrets-are-kept", "play-fights"} <= {*names}
    with pytest.raises(LawViolation, match=r"slip \(slip_rules\.py:16\): "):
        found[names.index("every-template-has-its-facts")]()
