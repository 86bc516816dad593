"""Encounters of Improved Initiative: what a sheet has room for comes in, and all the rest is named."""

import copy
import json

import pytest

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.session.begin import empty
from rbfcli.session.improved_initiative import holds_combatants, read_improved_initiative
from rbfcli.session.people import looked_over
from rbfcli.session.people_json import parsed_json
from rbfcli.systems.catalogue import SHIPPED

REEVE = {
    "Id": "b1", "Name": "Marsh reeve", "Path": "", "Source": "Home", "Type": "Medium humanoid", "Version": "3.1.0",
    "HP": {"Value": 22, "Notes": "(4d8+4)"}, "AC": {"Value": 13, "Notes": "(leather)"},
    "Abilities": {"Str": 12, "Dex": 14, "Con": 12, "Int": 10, "Wis": 11, "Cha": 9},
    "InitiativeModifier": 1, "InitiativeAdvantage": False, "Speed": ["30 ft.", "fly 60 ft.", "swim 20 ft."],
    "DamageVulnerabilities": [], "DamageResistances": ["cold"], "DamageImmunities": [], "ConditionImmunities": [],
    "Saves": [], "Skills": [{"Name": "Stealth", "Modifier": 4}], "Senses": [], "Languages": ["Fen speech"],
    "Challenge": "1/2", "Traits": [], "Actions": [{"Name": "Pole", "Content": "A swing of the pole."}],
    "Reactions": [], "LegendaryActions": [], "Description": "Keeps the ferry.\r\nOwes money.", "Player": "",
    "ImageURL": "",
}  # fmt: skip
TAG = {"Text": "Prone", "DurationRemaining": 2, "DurationTiming": "StartOfTurn", "DurationCombatantId": "c2"}


def combatant(name, number, **more):
    block = {**copy.deepcopy(REEVE), **more.pop("block", {})}
    found = {
        "Id": f"c{number}", "StatBlock": block, "CurrentHP": 17, "TemporaryHP": 0, "Initiative": 12, "Alias": name,
        "IndexLabel": number, "Tags": [], "Hidden": False, "RevealedAC": False, "InterfaceVersion": "3.1.0",
    }  # fmt: skip
    return {**found, **more}


def encounter(*combatants, **more):
    return {
        "Name": "Ferry",
        "Id": "e1",
        "Path": "",
        "Version": "3.1.0",
        "RoundCounter": 0,
        "ActiveCombatantId": None,
        "Combatants": list(combatants),
        **more,
    }


def read(found, system="futurepath", only=""):
    raw = json.dumps(found).encode()
    rules = empty(system, "", "seed").rules
    return read_improved_initiative(parsed_json(raw, "ferry.json", Budget()), "ferry.json", rules, only)


def entered(people, system="futurepath"):
    session = empty(system, "", "seed")
    return looked_over(session.rules, session.fight, people, Budget()).fight.combatants


def test_what_a_sheet_has_room_for_comes_in():
    """FP-ATK-1, FP-DIE-1, FP-INI-2, FP-MOV-1: armour class, hit points, scores, initiative, speed in feet."""
    people = read(encounter(combatant("", 1), combatant("", 2), combatant("Old Hob", 3)))
    fight = entered(people)
    assert [one.name for one in fight.values()] == ["Marsh reeve 1", "Marsh reeve 2", "Old Hob"]
    one = fight["marsh-reeve-1"]
    assert (one.hp, one.max_hp, one.ac, one.strength, one.dexterity, one.charisma) == (17, 22, 13, 12, 14, 9)
    assert (one.initiative_misc, one.speed, one.flies, one.side) == (1, 30, True, "foes")
    assert one.notes == "Medium humanoid\nKeeps the ferry.\nOwes money."
    assert people.title == "Ferry"


def test_what_it_has_no_room_for_is_named_with_whose_it_is():
    people = read(encounter(combatant("", 1), combatant("Old Hob", 3, TemporaryHP=5, block={"Actions": []})))
    assert people.not_mapped == (
        "StatBlock.Speed: Marsh reeve 1, Old Hob",
        "StatBlock.DamageResistances: Marsh reeve 1, Old Hob",
        "StatBlock.Skills: Marsh reeve 1, Old Hob",
        "StatBlock.Languages: Marsh reeve 1, Old Hob",
        "StatBlock.Challenge: Marsh reeve 1, Old Hob",
        "StatBlock.Actions: Marsh reeve 1",
        "Initiative: Marsh reeve 1, Old Hob",
        "StatBlock.HP.Notes: Marsh reeve 1, Old Hob",
        "StatBlock.AC.Notes: Marsh reeve 1, Old Hob",
        "TemporaryHP: Old Hob",
    )
    running = read(encounter(combatant("", 1), RoundCounter=3, ActiveCombatantId="c1"))
    assert running.not_mapped[-2:] == ("RoundCounter", "ActiveCombatantId")
    many = read(encounter(*(combatant("", number) for number in range(1, 9))))
    assert many.not_mapped[0].endswith("Marsh reeve 5 and 3 more")


def test_tags_are_conditions_of_the_system_or_own_words():
    """Those that last count the turns of whom they counted; strings, as older files have them, last on."""
    tags = [TAG, "Cursed by the tide", {"Text": "  "}, 7]
    people = read(encounter(combatant("A", 1, Tags=tags), combatant("B", 2, Tags="no list")))
    conditions = entered(people)["a"].conditions
    assert set(conditions) == {"prone", "Cursed by the tide"}
    prone = conditions["prone"]
    assert (prone.rounds, prone.whose, prone.edge) == (2, "b", "start")
    assert "Tags: A" in people.not_mapped


def test_players_are_on_a_side_of_their_own_and_the_hidden_hide_where_a_system_knows_it():
    one = combatant("Ann", 1, Hidden=True, block={"Player": "player"})
    assert entered(read(encounter(one)))["ann"].side == "players"
    in_rbf = read(encounter(one), "rbf")
    assert "hidden" in entered(in_rbf, "rbf")["ann"].conditions
    in_threat = read(encounter(one), "threat")
    assert entered(in_threat, "threat")["ann"].pc is True
    assert "Hidden: Ann" in in_threat.not_mapped


@pytest.mark.parametrize("system", SHIPPED)
def test_it_comes_into_every_system_or_is_told_what_is_missing(system):
    """Only what the sheet of the system names the same is taken; metres are no feet."""
    people = read(encounter(combatant("Ann", 1)), system)
    named = " ".join(people.not_mapped)
    if system == "bgc":
        with pytest.raises(InvalidFile, match=r"number 1: .*tough"):
            entered(people, system)
        return
    one = entered(people, system)["ann"]
    assert one.name == "Ann"
    assert ("StatBlock.HP:" in named) == (system == "rpj")
    assert ("StatBlock.AC:" in named) == (system != "futurepath")
    assert system == "futurepath" or "StatBlock.Speed" in named


def test_a_backup_has_several_encounters_of_which_one_is_meant():
    backup = {
        "ImprovedInitiative.SavedEncounters": ["e1", "e2"],
        "ImprovedInitiative.SavedEncounters.e1": encounter(combatant("Ann", 1), Name="Ferry"),
        "ImprovedInitiative.SavedEncounters.e2": json.dumps(encounter(combatant("Bo", 1), Name="Mill")),
        "ImprovedInitiative.Creatures.b1": REEVE,
    }
    assert holds_combatants(backup)
    with pytest.raises(InvalidFile, match="has 2 encounters") as wrong:
        read(backup)
    assert wrong.value.hint == "--only NAME takes one of Ferry, Mill"
    assert [each.who for each in read(backup, only="Mill").people] == ["bo"]
    with pytest.raises(InvalidFile, match="has no encounter 'Mil'"):
        read(backup, only="Mil")
    del backup["ImprovedInitiative.SavedEncounters.e2"]
    assert [each.who for each in read(backup).people] == ["ann"]


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"SavedEncounters.x": 3}, "has no saved encounter"),
        ({"Combatants": 3}, "Combatants must be a list of combatants"),
        ({"Combatants": [3]}, "Combatants must be a list of combatants"),
        ({"Combatants": [{}]}, "ferry.json, number 1: it has no StatBlock"),
    ],
)
def test_what_is_no_encounter_is_refused(found, message):
    with pytest.raises(InvalidFile, match=message):
        read(found)


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], {"Value": "x"}, 1.5, True, "\u202e<b>"])
@pytest.mark.parametrize("key", [*REEVE, "CurrentHP", "Alias", "Tags", "Hidden", "Initiative", "IndexLabel"])
def test_any_value_anywhere_is_taken_named_or_refused(key, value):
    """Fields of other types than the program writes."""
    where = {"block": {key: value}} if key in REEVE else {key: value}
    one = combatant("" if key == "Name" else "Ann", 1)
    one["StatBlock"].update(where.pop("block", {}))
    one.update(where)
    try:
        people = read(encounter(one))
        assert len(entered(people)) == 1
    except InvalidFile as wrong:
        assert "ferry.json" in wrong.message  # noqa: PT017 - not every value is refused
