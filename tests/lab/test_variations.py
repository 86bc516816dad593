"""Small changes of a fight: found from declarations alone, sound, and of known worth."""

import csv
import io
import json
import pickle
import re
from collections import Counter
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from rbfcli.checking.integrity import mistakes_in
from rbfcli.commands.service import CommandService
from rbfcli.dice.sources import SeededDice
from rbfcli.lab import vary as module
from rbfcli.lab.play import Pairs
from rbfcli.lab.simulate import added_up, parts_of, simulated
from rbfcli.lab.vary import variations
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from tests.lab.fights import begun, plan_of

OF_EACH_SYSTEM = {
    "dock-ambush": (
        "one more thug",
        "one thug fewer",
        "without ada",
        "thug: half more health",
        "crew: half the ammunition",
        "crew: skills.melee +1",
        "dockers: tn +1",
        "crew: weapons.damage +1",
    ),
    "hangar-breach": ("heroes: half the ammunition", "heroes: skills.handguns +10 %", "loader: half more health"),
    "mine-raid": ("one guard fewer", "commander: half more health", "guards: boss_damage +1", "crew: jaws +1"),
    "relay-road": ("sela: half more health", "couriers: skills.guns +1", "raiders: ranged_defense +1"),
    "ridge-crossing": ("bear: half more health", "crew: half the ammunition", "beasts: ac +1"),
}
KNOWN = """\
format = 1
system = "rbf"

[weapons.sword]
name = "sword"
skill = "melee"
damage = 8

[weapons.pistol]
name = "pistol"
skill = "shoot"
damage = 6
ammo = 6

[combatants.ada]
side = "crew"
hp = 20
initiative = 10
skills = { melee = 4, dodge = 3 }
weapons = ["sword", "pistol"]

[combatants.thug]
side = "dockers"
tn = 12
hp = 20
damage = 8
damage_max = 12
initiative = 5
count = 2
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """An encounter in which health decides, and a pistol is never drawn."""
    path = tmp_path_factory.mktemp("known") / "known.toml"
    path.write_text(KNOWN)
    return str(path)


def told(line, *before, width=80, tables=False):
    interpreter = CommandService(MemoryStorage(), Style(width=width, tables=tables))
    for each in before:
        interpreter.perform(split_words(each))
    return interpreter.perform(split_words(line)).text


@cache
def matters(path, *options):
    words = " ".join(options or ("-n 40", "--jobs 1"))
    line = f"simulate {path} {words} --seed s --what-matters --json"
    return json.loads(told(line))["what_matters"]


@pytest.mark.parametrize(("name", "expected"), OF_EACH_SYSTEM.items())
def test_changes_are_found_from_what_a_system_declares(name, expected):
    session = begun(name)
    found = variations(session.rules, session.fight)[0]
    assert not set(expected) - set(found)
    for changed in found.values():
        assert changed != session.fight
        assert not [*mistakes_in(session.rules, changed)]


def test_more_health_matters_and_ammunition_of_a_weapon_that_nobody_draws_does_not(known):
    found = {each["what"]: each for each in matters(known)}
    foes = found["thug: half more health"]["sides"]["crew"]
    unused = found["crew: half the ammunition"]
    assert foes["change"] < foes["high"] < 0
    assert unused["others"] == 0
    assert unused["sides"]["crew"]["change"] == 0
    assert found["one more thug"]["sides"]["crew"]["change"] < 0 < found["one thug fewer"]["sides"]["crew"]["change"]


def test_the_largest_change_comes_first_and_adds_up(known):
    found = matters(known)
    sizes = [abs(each["sides"]["crew"]["change"]) for each in found]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 0
    for each in found:
        for side in each["sides"].values():
            assert side["low"] <= side["change"] <= side["high"]
            assert side["chance"] - side["before"] == pytest.approx(side["change"])


def test_a_change_that_changes_nothing_leaves_every_winner():
    """The dice of a fight are those of its number, whatever is changed."""
    plan = plan_of("dock-ambush", rounds=30)
    total = added_up(simulated(replace(plan, changes={"nothing": plan.fight}), 6))
    pairs = total.pairs["nothing"]
    assert pairs.fights == total.tally.fights == 6
    assert pairs.wins == total.tally.wins
    assert not pairs.gained
    assert not pairs.lost


def test_results_are_the_same_however_many_processes_play(known):
    assert matters(known, "-n 12", "--jobs 1") == matters(known, "-n 12", "--jobs 2")


def test_pairs_say_how_sure_a_change_is():
    pairs = Pairs()
    for before, after, times in (("a", "b", 300), ("b", "a", 90), ("a", "a", 300), ("b", "b", 310)):
        for _ in range(times):
            pairs.add(before, after)
    assert pairs.change("a") == -0.21
    low, high = pairs.between("a")
    assert (low, high) == (pytest.approx(-0.246, abs=0.001), pytest.approx(-0.173, abs=0.001))
    assert pairs.change("b") == 0.21


def test_the_true_change_lies_in_the_interval_of_nearly_all_samples():
    """In 95 of 100, within the luck of 400 samples; where nothing happens, it still has a width."""
    dice, inside = SeededDice("pairs"), 0
    for _ in range(400):
        pairs = Pairs()
        for tenth in dice.row(10, 80):
            pairs.add("a", "b" if tenth == 1 else "a")
        low, high = pairs.between("b")
        inside += low <= 0.1 <= high
    assert 0.91 <= inside / 400 <= 0.99
    none = Pairs()
    for _ in range(100):
        none.add("a", "a")
    assert none.between("a")[0] < 0 < none.between("a")[1]


def test_the_interval_of_a_change_never_passes_what_is_possible():
    """However few fights there are: from never to always, and around what was found."""
    for fights in range(1, 9):
        for both, lost, gained in product(range(fights + 1), repeat=3):
            if both + lost + gained <= fights:
                won = both + gained
                pairs = Pairs(Counter(a=won, b=fights - won), Counter(a=gained), Counter(a=lost))
                low, high = pairs.between("a")
                assert -1 <= low <= pairs.change("a") <= high <= 1


def test_what_is_said_of_a_change_is_possible(known):
    """Two fights, of which a change turns each: `+100.0 ± 59.6` stood here."""
    lines = told(f"simulate {known} -n 2 --jobs 1 --seed s --what-matters").splitlines()
    said = [float(number) for line in lines if " to +" in line for number in re.findall(r"[+-]\d+\.\d", line)]
    assert said
    assert -100 <= min(said) <= max(said) <= 100


def test_in_a_running_fight_one_more_acts_right_behind_its_like(known):
    session = from_encounter(known, "x", source="known")
    for line in ("init", "turn next"):
        session.perform(read_line(line, session.rules, session.fight))
    fight = session.fight
    assert fight.active == "thug1"
    more = variations(session.rules, fight)[0]
    thugs, ada = more["one more thug"], more["one more ada"]
    assert [slot.who for slot in thugs.order] == ["ada", "thug1", "thug", "thug2"]
    assert thugs.order[thugs.turn].who == ada.order[ada.turn].who == "thug1"
    played = added_up(simulated(replace(plan_of("duel", fight=fight), changes=more, rounds=30), 2))
    assert all(pairs.fights == 2 for pairs in played.pairs.values())


def test_past_the_limit_changes_are_left_out_and_counted(known, monkeypatch):
    monkeypatch.setattr(module, "CHANGES", 3)
    session = from_encounter(known, "x", source="known")
    found, left_out = variations(session.rules, session.fight)
    assert len(found) == 3
    assert left_out > 0
    text = told(f"simulate {known} -n 2 --jobs 1 --seed s --what-matters")
    assert f"{left_out} more changes were left out" in text


@pytest.mark.parametrize("name", OF_EACH_SYSTEM)
def test_a_plan_comes_out_of_its_parcel_as_it_went_in(name):
    plan = plan_of(name)
    plan = replace(plan, changes=variations(begun(name).rules, plan.fight)[0])
    assert pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301


@pytest.mark.parametrize("number", [1, 9, 240, 10_000])
def test_chunks_grow_and_deal_out_every_fight_once(number):
    parts = [*parts_of(number)]
    assert [each for first, count in parts for each in range(first, first + count)] == [*range(1, number + 1)]
    assert parts[0] == (1, 1)
    sizes = [count for _, count in parts[:-1]]
    assert sizes == sorted(sizes)
    assert [*parts_of(2 * number)][: len(sizes)] == parts[:-1]


@pytest.mark.parametrize("width", [40, 80])
def test_screens_keep_their_width(known, width):
    text = told(f"simulate {known} -n 8 --jobs 1 --seed s --what-matters", width=width, tables=True)
    assert max(map(len, text.splitlines())) <= width
    assert "no fight had another winner with" in " ".join(text.split())


def test_it_is_said_in_plain_words(known):
    line = next(
        row
        for row in told(f"simulate {known} -n 8 --jobs 1 --seed s --what-matters").splitlines()
        if row.startswith("one more thug ")
    )
    what = next(each for each in matters(known, "-n 8", "--jobs 1") if each["what"] == "one more thug")["sides"]["crew"]
    assert f"{100 * what['before']:.1f} % → {100 * what['chance']:.1f} %" in line
    by, low, high = (f"{100 * what[key]:+.1f}" for key in ("change", "low", "high"))
    assert f"{by} ({low} to {high})" in line


def test_files_have_a_row_and_a_bar_for_each_change(known, tmp_path):
    rows, chart = tmp_path / "rows.csv", tmp_path / "chart.svg"
    told(f"simulate {known} -n 8 --jobs 1 --seed s --what-matters --csv {rows} --svg {chart}")
    read = [*csv.DictReader(io.StringIO(rows.read_text()))]
    assert {row["side"] for row in read} == {"crew", "dockers"}
    assert {row["change"] for row in read} == {each["what"] for each in matters(known, "-n 8", "--jobs 1")}
    assert chart.read_text().count("one more thug") == 1
    assert all(float(row["low"]) <= float(row["by"]) <= float(row["high"]) for row in read)
    assert any(float(row["by"]) < 0 for row in read)


def test_the_fight_as_it_is_comes_out_as_without_changes(known):
    line = f"simulate {known} -n 8 --jobs 1 --seed s --json"
    plain, varied = json.loads(told(line)), json.loads(told(f"{line} --what-matters"))
    assert plain["what_matters"] == []
    assert {**varied, "command": "", "what_matters": []} == {**plain, "command": ""}
