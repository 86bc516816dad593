"""Who deals the damage of a fight: all damage taken is dealt by a combatant or by no one on another side."""

import json
from collections import Counter

import pytest
from msgspec.structs import replace

from rbfcli.commands.service import CommandService
from rbfcli.engine.play import execute
from rbfcli.lab.play import FightTally, losses
from rbfcli.lab.simulate import played_once, seed_of
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.model.fight import Condition
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.story.story import story_of
from rbfcli.systems.futurepath.sheet import Charge
from tests.conftest import each_encounter
from tests.lab.fights import begun, plan_of
from tests.lab.test_view import opened, turn_of


@pytest.mark.parametrize("policy", ["random", "weakest", "nearest"])
@pytest.mark.parametrize("name", each_encounter())
def test_what_is_taken_is_dealt_by_somebody_or_by_nobody(name, policy):
    plan, tally = plan_of(name, policy, rounds=12), FightTally()
    for number in (1, 2):
        tally.add(number, played_once(plan, number), 0)
    people = plan.fight.combatants
    assert sum(tally.dealt[who] for who in people) + tally.dealt[""] == sum(tally.taken[who] for who in people)


@pytest.mark.parametrize("name", each_encounter())
def test_the_statistics_of_a_replay_give_the_same_damage_to_the_same_people(name):
    """The report of a simulation and the statistics of its replay name the same combatant for each loss."""
    plan = plan_of(name, rounds=6)
    fought = played_once(plan, 1, told=True)
    interpreter = CommandService(MemoryStorage(), Style(), advises=False)
    for line in (f"start {name} --seed '{seed_of(plan.seed, 1)}'", *fought.lines):
        interpreter.perform(split_words(line))
    found = story_of(interpreter.storage.load(), Style()).statistics
    side, dealt = {each.who: each.side for each in found.people}, Counter()
    for loss in found.damage:
        dealt[loss.by if side.get(loss.by, side[loss.to]) != side[loss.to] else ""] += loss.amount
    assert dealt == Counter(fought.dealt)


def lost(rules, fight, line, actor=""):
    """Who loses health by a line, how much, and whose doing it is."""
    played = execute(rules, fight, read_line(line, rules, fight))
    return losses(rules, actor, fight, played.fight, played.events)


def test_who_bleeds_is_harmed_by_whoever_made_the_wound():
    """A wound bleeds at the start of a turn, in which no one acts (RBF-TEC-LACERATE)."""
    rules, fight = opened("duel")
    fight = turn_of("ada", rules, fight)
    for by, whose in (("ada", "ada"), ("", ""), ("bosun", "")):
        wound = {"bleeding": Condition(rounds=3, by=by)}
        bosun = replace(fight.combatants["bosun"], conditions=wound)
        hurt = replace(fight, combatants={**fight.combatants, "bosun": bosun})
        ((who, amount, doer),) = lost(rules, hurt, "turn next --force")
        assert (who, amount > 0, doer) == ("bosun", True, whose)


def test_a_grenade_that_waits_harms_for_whoever_threw_it():
    """It goes off at the edge of a turn (FP-GRN-3)."""
    rules, fight = opened("depot-raid")
    boss = fight.combatants["boss"]
    frag = next(name for name, weapon in fight.weapons.items() if weapon.area)
    charge = Charge(weapon=frag, team="toughs", by="hale", square=boss.square, edge="start")
    fight = turn_of("hale", rules, replace(fight, board=replace(fight.board, charges={frag: charge})))
    assert ("boss", "hale") in {(who, doer) for who, _, doer in lost(rules, fight, "turn next --force")}


def test_a_trap_and_ones_own_strain_are_nobodys():
    """Damage to oneself, and damage by objects, is separate from damage by others."""
    rules = begun("duel").rules
    _, fight = opened("duel")
    burning = replace(fight.combatants["bosun"], hp=1)
    after = replace(fight, combatants={**fight.combatants, "bosun": burning})
    assert losses(rules, "bosun", fight, after, ())[0][2] == ""
    assert losses(rules, "", fight, after, ())[0][2] == ""
    assert losses(rules, "ada", fight, after, ())[0][2] == "ada"


@pytest.mark.slow
def test_the_report_tells_what_nobody_dealt(told_of):
    """It is empty if a combatant dealt everything."""
    text, facts = told_of("simulate depot-raid -n 20 --seed a --policy random")
    people = facts["combatants"].values()
    missing = sum(each["taken"] for each in people) - sum(each["dealt"] for each in people)
    assert facts["of_nobody"] == pytest.approx(missing)
    assert f"{missing:.2g} of the damage taken per fight came from no enemy" in text
    text, facts = told_of("simulate duel -n 20 --seed a")
    assert facts["of_nobody"] == 0
    assert "nobody" not in text


@pytest.fixture
def told_of():
    def told_of(line):
        interpreter = CommandService(MemoryStorage(), Style())
        words = split_words(f"{line} --jobs 1")
        return interpreter.perform(words).text, json.loads(interpreter.perform([*words, "--json"]).text)

    return told_of
