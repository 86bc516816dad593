"""Help, pages and the verb `schema` tell every key, at any width."""

from __future__ import annotations

import json
import re

import pytest

from rbfcli.interpreter.about import about
from rbfcli.kernel.errors import UsageError
from rbfcli.language import about_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.encounter_pages import encounter_page, key_page, system_page
from rbfcli.language.keys import tables_of
from rbfcli.language.schema import schema_text
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import SHIPPED, load


@pytest.fixture
def told(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def tell(command, storage=None, **common):
        return about(storage or MemoryStorage(), command, Style(), CommonOptions(**common)).text

    return tell


@pytest.mark.parametrize("name", SHIPPED)
def test_the_verb_prints_the_schema_as_it_is_shipped(told, name):
    assert told(about_verbs.Schema(system=name)) == schema_text(load(name))
    answer = json.loads(told(about_verbs.Schema(system=name), json=True))
    assert answer["schema"] == json.loads(schema_text(load(name)))


def test_an_unknown_system_is_refused_with_the_nearest(told):
    with pytest.raises(UsageError) as wrong:
        told(about_verbs.Schema(system="treat"))
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
    text = told(about_verbs.Help(topic="threat"))

    assert text.index("rbf threat +1") < text.index("[combatants.ID]:") < text.index("boss_move ")


def test_help_on_encounters_is_that_of_the_fight_at_hand(told):
    storage = MemoryStorage()
    assert "off_hand" not in told(about_verbs.Help(topic="encounter"), storage)
    storage.begin(from_encounter(find_encounter("dock-ambush"), "seed", source="dock-ambush"), replace=True)
    for topic in ("encounter", "encounters"):
        assert "off_hand" in told(about_verbs.Help(topic=topic), storage)
    assert "off_hand" not in told(about_verbs.Help(topic="encounter", all=True), storage)


def test_help_on_a_key_tells_where_it_stands(told):
    assert "rbf, [combatants.ID]:" in told(about_verbs.Help(topic="damage-max"))
    assert "futurepath, [combatants.ID]:" in told(about_verbs.Help(topic="extra_damage"))
    assert key_page("nonesuch", [load("rbf")], Style()) == []
    with pytest.raises(UsageError, match="no verb or help topic 'damge-max'"):
        told(about_verbs.Help(topic="damge-max"))
