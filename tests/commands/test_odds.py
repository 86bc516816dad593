"""The exact odds of the very command about to be typed."""

from __future__ import annotations

import json
import re

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import LimitReached, RbfError, UsageError
from rbfcli.lab.odds import command_odds
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.render.odds import bars
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load

SHOT = "attack joss gunner1"
FEW_PLAYS = 3


def test_the_odds_of_an_attack_are_those_of_the_catalogue(table):
    """RBF-ATK-1: +3 against 14 is 1, 20, 33, 10 of 64."""
    table.type("set thug1 tn=14 at=8")
    said = json.loads(table.text("odds attack ada thug1 --json"))
    found = {outcome: each["p"] for outcome, each in said["outcomes"].items()}
    assert found == {"critical": "1/64", "success": "5/16", "struggle": "33/64", "failure": "5/32"}
    double = next(each for each in said["answers"] if each["answer"] == "double")
    assert (double["kind"], double["who"], double["asked"]["p"], double["best"]) == ("critical", "ada", "1/64", True)


def test_odds_roll_nothing_and_keep_nothing(saved):
    saved.type("set thug1 at=8")
    before = saved.path.read_bytes()
    text = saved.text("odds attack ada thug1 --critical double")
    assert saved.path.read_bytes() == before
    assert text.startswith("odds of attack ada thug1 --critical double\n  critical ")
    assert "stays open" not in text


def test_a_plot_has_a_bar_for_each_outcome_and_each_loss_beside_the_exact_chance(table):
    table.type("set thug1 tn=14 at=8")
    plain, plotted = table.text("odds attack ada thug1"), table.text("odds attack ada thug1 --plot")
    bar = next(line for line in plotted.splitlines() if "struggle" in line)

    assert bar.split()[1].strip("#") == ""
    assert bar.split()[2:] == ["51.56", "%", "33/64"]
    assert re.findall(r"\d+/\d+", plotted) == re.findall(r"\d+/\d+", plain)
    assert table.text("odds --plot attack ada thug1") == plotted


@pytest.mark.parametrize("width", [40, 41, 60, 80, 120])
def test_a_plot_stays_within_the_width(width):
    chances = [("critical-failure", (1, 16)), ("none", (12345678901, 98765432101)), ("0", (1, 10**9))]
    lines = list(bars(chances, width))

    assert max(map(len, lines)) <= width
    assert [line.count("#") > 0 for line in lines] == [True, True, False]
    assert all(line.isascii() for line in lines)


def test_a_command_without_a_fight_is_plotted_too(table):
    assert "####" in table.text("odds attack --system rbf --mod 3 --tn 14 --plot")


def test_a_command_that_is_refused_has_no_odds(table):
    with pytest.raises(RbfError, match="nobody"):
        table.type("odds attack ada nobody")


def test_what_is_too_much_to_walk_says_what_would_be_less(monkeypatch):
    monkeypatch.setattr("rbfcli.lab.odds.PLAYS_OF_ODDS", FEW_PLAYS)
    session = from_encounter(find_encounter("dock-ambush"), "x", source="dock-ambush")
    command = read_line(SHOT, session.rules, session.fight)
    with pytest.raises(LimitReached, match="exact odds need more than 6,000 possible plays") as limit:
        command_odds(session.rules, session.fight, command)
    assert "--dice 5,7 for the first dice" in limit.value.hint


def test_a_sample_says_so_with_the_interval_of_each_chance(table, monkeypatch):
    monkeypatch.setattr("rbfcli.lab.odds.PLAYS_OF_ODDS", FEW_PLAYS)
    text, told = table.text(f"odds {SHOT}"), json.loads(table.text(f"odds {SHOT} --json"))
    assert re.search(r"\nsampled: played [\d,]+ times; in brackets the 95 % interval\n", text)
    assert re.search(r"\n  success +\d+\.\d\d % \(\d+\.\d to \d+\.\d %\)\n", text)
    assert told["sampled"]
    assert told["n"] >= 100
    for each in told["outcomes"].values():
        assert each["low"] < each["p_float"] < each["high"]
    assert table.text(f"odds {SHOT}") == text


@pytest.mark.parametrize("line", ["odds init", "odds init --set ada=9", "odds init --against attack ada thug1"])
@pytest.mark.parametrize("begun", [False, True])
def test_an_order_of_turns_has_no_odds(table, line, begun):
    """There are far too many orders to walk, and odds would say `done` of each."""
    if begun:
        table.type("init")
    with pytest.raises(UsageError, match="init has no odds"):
        table.type(line)


def test_exact_odds_say_that_they_are(table):
    table.type("set thug1 tn=14 at=8")
    told = json.loads(table.text("odds attack ada thug1 --json"))
    assert (told["sampled"], told["n"]) == (False, 0)
    assert all(each["low"] == each["high"] == each["p_float"] for each in told["outcomes"].values())


# Answers on a terminal of 40 columns break between words, and go on further in.


NOTE = 'note "the crane swings over the water and the crew shouts at the dockers below"'


@pytest.mark.parametrize("answered", ["undo", "redo", "check dock-ambush", "turn next", "choose double"])
def test_no_line_is_left_to_the_terminal(answered):
    prompt = CommandService(MemoryStorage(), Style(width=40, tables=True, height=24))
    lines = ["start dock-ambush --seed docks", "init --set joss=60", "turn", NOTE]
    lines += ["undo"] if answered == "redo" else []
    lines += ["attack thug1 --dice 8,8"] if answered == "choose double" else []
    for line in lines:
        prompt.perform(split_words(line))
    told = prompt.perform(split_words(answered)).text.splitlines()
    assert told
    assert max(map(len, told)) <= 40


def test_what_was_undone_goes_on_further_in():
    prompt = CommandService(MemoryStorage(), Style(width=40, tables=True))
    for line in ("start dock-ambush --seed docks", NOTE):
        prompt.perform(split_words(line))
    assert prompt.perform(["undo"]).text.splitlines() == [
        'undone: note "the crane swings over the',
        "    water and the crew shouts at the",
        '    dockers below"',
        "now: not started (next: init)",
    ]


# `rules` finds a rule by its id, by its own words, and by those of its page and of everyday speech.


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
    return CommandService(storage or MemoryStorage(), Style()).perform(["rules", *line.split()]).text


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
    assert {"RBF", "THR", "RPJ", "FP", "BGC", "GEN"} == set(prefixes)
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
    with pytest.raises(UsageError, match="no rules match 'grenate'") as wrong:
        told("grenate")
    assert "grenade" in wrong.value.suggestions
    with pytest.raises(UsageError, match="no rules match 'cautious grenade'"):
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
