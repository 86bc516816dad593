"""`rules` finds a rule by its id, by its own words, and by those of its page and of everyday speech."""

from __future__ import annotations

import json
import re

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import UsageError
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import SHIPPED, load

# What the source pages say, and what people say, with a rule that has to be among those found.
ASKED = {
    "rbf": {
        "prepared firing position": "RBF-FIRE-1",
        "dual wielding": "RBF-DUAL-1",
        "graze damage": "RBF-ATK-6",
        "critical strike range": "RBF-TST-4",
        "critical miss": "RBF-ATK-5",
        "overwatch": "RBF-ACT-8",
        "autofire": "RBF-ACT-7",
        "arcane focus": "RBF-ACT-6",
        "bonus action": "RBF-BON-1",
        "counterspell": "RBF-REA-1",
        "surprised": "RBF-STL-1",
        "falling damage": "RBF-TEC-LEAP",
        "bleed": "RBF-TEC-LACERATE",
        "crawling": "RBF-PRN-2",
        "crisis": "RBF-MODE-1",
        "first aid": "RBF-STB-1",
        "light cover": "RBF-COV-1",
    },
    "threat": {
        "action tracker": "THR-TRACK-3",
        "combat threat": "THR-TRACK-1",
        "tag team": "THR-TAG-1",
        "durability loss": "THR-CMP-2",
        "something amazing": "THR-ULT-1",
        "partial success": "THR-ROLL-1",
        "two 6s": "THR-ROLL-1",
        "enemy reinforcements": "THR-CMP-2",
        "retreat": "THR-END-1",
        "combat zone": "THR-START-1",
        "free attack": "THR-ULT-2",
        "initiative": "THR-OFF-1",
    },
    "rpj": {
        "adjacency group": "RPJ-FIELD-3",
        "flanking distance": "RPJ-COV-3",
        "reorient": "RPJ-COV-6",
        "suppressive fire": "RPJ-SUP-1",
        "covering fire": "RPJ-SUP-1",
        "aimed fire": "RPJ-AIM-1",
        "cautious movement": "RPJ-CAU-1",
        "damage save": "RPJ-DMG-2",
        "layer of defense": "RPJ-DMG-1",
        "incapacitated": "RPJ-DMG-7",
        "touch check": "RPJ-GRP-1",
        "attack of opportunity": "RPJ-ACT-5",
        "battlefield": "RPJ-FIELD-1",
    },
    "futurepath": {
        "difficult terrain": "FP-MOV-4",
        "threat range": "FP-FLD-3",
        "tactical opportunity": "FP-MOV-10",
        "natural twenty": "FP-CRT-1",
        "critical check": "FP-XTR-2",
        "extra damage": "FP-XTR-1",
        "off-hand": "FP-OFF-1",
        "cook": "FP-GRN-4",
        "grenades": "FP-GRN-1",
        "coup de grace": "FP-CDG-1",
        "5-foot step": "FP-MOV-9",
        "ready": "FP-RDY-1",
        "disable device": "FP-TRP-2",
        "mines": "FP-TRP-1",
        "range increment": "FP-ATK-4",
        "sprint": "FP-MOV-2",
    },
    "bgc": {
        "called shots": "BGC-CAL-1",
        "partial armour": "BGC-ARM-1",
        "botches": "BGC-BOT-1",
        "mega damage": "BGC-MEGA-1",
        "natural armor": "BGC-DRV-4",
        "taking risks": "BGC-RSK-1",
        "declaring actions": "BGC-ACT-1",
        "combat phase": "BGC-TIME-1",
        "unarmed damage": "BGC-DRV-2",
        "health levels": "BGC-DMG-4",
        "parry": "BGC-ACT-2",
        "bleeding": "BGC-WND-4",
        "knocked out": "BGC-WND-2",
        "penetration": "BGC-DMG-2",
    },
}
PAIRS = [(system, words, rule) for system, asked in ASKED.items() for words, rule in asked.items()]


def told(line, storage=None):
    """What `rules` prints."""
    return Interpreter(storage or MemoryStorage(), Style()).perform(["rules", *line.split()]).text


def ids(text):
    """The rules in an answer."""
    return re.findall(r"^[A-Z]+-[A-Z0-9-]+", text, re.MULTILINE)


@pytest.mark.parametrize(("system", "words", "rule"), PAIRS)
def test_a_term_finds_its_rule_in_its_system_and_in_all(system, words, rule):
    assert rule in ids(told(f"{system} {words}"))
    assert rule in ids(told(words))


def test_without_a_system_all_are_searched_and_that_of_the_fight_comes_first():
    storage = MemoryStorage()
    storage.begin(from_encounter(find_encounter("street-arrest"), "seed", "street-arrest"), replace=True)
    prefixes = [each.partition("-")[0] for each in ids(told("initiative", storage))]

    assert prefixes[0] == "BGC"
    assert {"RBF", "THR", "RPJ", "FP", "BGC"} == set(prefixes)
    assert ids(told("initiative"))[0].startswith("RBF-")
    assert {each.partition("-")[0] for each in ids(told("", storage))} == {"BGC"}


def test_an_id_needs_no_system_and_capitals_do_not_matter():
    assert told("rpj-cov-3").startswith("RPJ-COV-3\n")
    assert "source: cheat sheet, section 4" in told("RPJ-COV-3")


def test_both_spellings_find_the_same():
    for words in ("armour", "defence", "manoeuvre"):
        american = {"armour": "armor", "defence": "defense", "manoeuvre": "maneuver"}[words]
        assert ids(told(words)) == ids(told(american)) != []


def test_without_words_or_a_fight_the_systems_are_listed():
    assert [line.split()[0] for line in told("").splitlines()[:-1]] == list(SHIPPED)


def test_words_of_no_rule_are_answered_with_the_nearest():
    with pytest.raises(UsageError, match="no rule is about 'grenate'") as wrong:
        told("grenate")
    assert "grenade" in wrong.value.suggestions
    with pytest.raises(UsageError, match="no rule is about cautious and grenade"):
        told("cautious grenade")


def test_json_names_the_system_where_one_is_searched():
    for line, system in (("rbf cover", "rbf"), ("cover", "")):
        said = json.loads(told(f"{line} --json"))
        assert said["system"] == system
        assert said["rules"]


@pytest.mark.parametrize("system", SHIPPED)
def test_nearly_every_rule_has_terms(system):
    ledger = load(system).ledger()

    assert sum(bool(entry.terms) for entry in ledger) > 0.95 * len(ledger)
