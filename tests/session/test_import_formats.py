"""Files of other programs: what comes in, what is worked out or left out, and what no file may do."""

import copy
import json
import re
from base64 import b64decode
from pathlib import Path

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import fields

from rbfcli.commands.import_people import remarks
from rbfcli.core.errors import InvalidFile, RbfError
from rbfcli.core.limits import Budget
from rbfcli.language.parser import read_line
from rbfcli.language.program_verbs import IMPORT_FORMATS
from rbfcli.session.encounter import empty
from rbfcli.session.formats.incoming import ASSUMED, LEFT_OUT, MISSING, NOTED, split_types
from rbfcli.session.formats.recognize import FORMATS, read_people
from rbfcli.session.formats.tables import TableOptions
from rbfcli.session.import_export import ImportPlan, join, validate_people
from rbfcli.systems.generic.sheet import Character
from rbfcli.systems.registry import SHIPPED, load

REEVE = {
    "Id": "b1", "Name": "Marsh reeve", "Type": "Medium humanoid", "HP": {"Value": 22, "Notes": "(4d8+4)"},
    "AC": {"Value": 13, "Notes": "(leather)"}, "InitiativeModifier": 1, "Speed": ["30 ft.", "fly 60 ft."],
    "Abilities": {"Str": 12, "Dex": 14, "Con": 12, "Int": 10, "Wis": 11, "Cha": 9}, "Skills": [{"Name": "Stealth"}],
    "DamageResistances": ["cold; slashing from rusty blades"], "Saves": [{"Name": "Wis", "Modifier": 2}],
    "Actions": [
        {"Name": "Pole", "Content": "Melee Weapon Attack: +3 to hit. Hit: 5 (1d8 + 1) bludgeoning damage, or 6 "
         "(1d10 + 1) bludgeoning damage if used with two hands, plus nothing else."},
        {"Name": "Fog (Recharge 4–6)", "Content": "Each target makes a DC 11 Constitution saving throw, taking 7 (2d6) "
         "cold damage on a failed save."},
        {"Name": "Call (2/Day)", "Content": "Ghosts come."},
    ],
    "Description": "Keeps the ferry.\r\nOwes money.", "Player": "",
}  # fmt: skip
TAG = {"Text": "Prone", "DurationRemaining": 2, "DurationTiming": "StartOfTurn", "DurationCombatantId": "c2"}


def combatant(number, name="", **more):
    return {"Id": f"c{number}", "StatBlock": copy.deepcopy(REEVE), "CurrentHP": 17, "TemporaryHP": 3, "Initiative": 12,
            "Alias": name, "IndexLabel": number, "Tags": [], "Hidden": False, **more}  # fmt: skip


def encounter(*combatants, **more):
    return {"Name": "Ferry", "Id": "e1", "RoundCounter": 0, "Combatants": list(combatants), **more}


ABILITIES = {"strength": 15, "dexterity": 13, "constitution": 12, "intelligence": 3, "wisdom": 10, "charisma": 6}
HERON = {
    "index": "mill-heron", "name": "Mill Heron", "armor_class": 12, "hit_points": 19, "hit_points_roll": "3d8+6",
    **ABILITIES, "speed": {"walk": "20 ft.", "fly": "50 ft."}, "damage_immunities": ["lightning"],
    "proficiencies": [{"value": 3, "proficiency": {"index": "saving-throw-dex"}}],
    "special_abilities": [{"name": "Keen Eye (1/Day)", "desc": "Sees far."}],
    "actions": [
        {"name": "Beak", "desc": "Stabs.", "attack_bonus": 5, "damage": [
            {"damage_type": {"index": "piercing"}, "damage_dice": "1d6", "damage_bonus": 3},
            {"damage_type": {"index": "cold"}, "damage_dice": "1d4"}]},
        {"name": "Gale", "desc": "Blows.", "usage": {"type": "per day", "times": 2},
         "dc": {"dc_type": {"index": "str"}, "dc_value": 12, "success_type": "none"},
         "damage": [{"damage_type": {"index": "bludgeoning"}, "damage_dice": "2d4"}]},
    ],
    "legendary_actions": [{"name": "Wing", "desc": "Moves away."}],
}  # fmt: skip
OTTER = {
    "key": "own_mill-otter", "name": "Mill Otter", "armor_class": 13, "hit_points": 9, "hit_dice": "2d6+2",
    "ability_scores": ABILITIES, "saving_throws_all": {"dexterity": 3}, "initiative_bonus": 4,
    "resistances_and_immunities": {"damage_resistances": [{"name": "Cold"}]},
    "actions": [{"name": "Bite", "desc": "Melee Weapon Attack: +4 to hit. Hit: 5 (1d6 + 2) piercing damage.",
                 "action_type": "ACTION", "attacks": [{"to_hit_mod": 4, "damage_die_count": 1, "damage_die_type": "D6",
                 "damage_bonus": None, "damage_type": {"name": "Thunder"}}]},
                {"name": "Slip", "desc": "Is gone.", "usage_limits": {"type": "PER_DAY", "param": 3}}],
}  # fmt: skip
FVTT = {
    "name": "Sluice Hound", "type": "npc",
    "system": {
        "abilities": {"str": {"value": 16, "proficient": 0}, "dex": {"value": 14, "proficient": 1}},
        "attributes": {"ac": {"flat": None}, "hp": {"value": 30, "max": 33, "temp": 2, "formula": "5d8+11"},
                       "init": {"bonus": "+1"}, "spellcasting": "dex"},
        "details": {"cr": 5, "biography": {"value": "<p>Barks.</p><p>At @UUID[x]{the moon}.</p>"}},
        "traits": {"dr": {"value": ["fire"], "custom": "slashing while wet"}},
        "resources": {"legact": {"max": 3, "spent": 1}}, "spells": {"pact": {"value": 1, "max": 2}},
    },
    "items": [
        {"name": "Fangs", "type": "weapon", "system": {"properties": ["fin"], "damage": {"base": {
            "number": 2, "denomination": 4, "bonus": "1", "types": ["piercing"]}}, "activities": {"a": {
                "type": "attack", "attack": {"bonus": "1"}, "damage": {"includeBase": True, "parts": [
                    {"number": 1, "denomination": 6, "types": ["acid"]}]}}}}},
        {"name": "Howl", "type": "feat", "system": {"uses": {"max": "1", "spent": 0, "recovery": [
            {"period": "recharge", "formula": "5"}]}, "activities": {"a": {"type": "save", "save": {
                "ability": ["wis"], "dc": {"calculation": "", "formula": "15"}}, "damage": {
                    "onSave": "half", "parts": [{"number": 3, "denomination": 6, "types": ["thunder"]}]}}}}},
        {"name": "Scent", "type": "feat", "system": {"description": {"value": "<p>Smells.</p>"}}},
        {"name": "Light", "type": "spell", "system": {}},
    ],
    "effects": [{"statuses": ["prone"]}, {"statuses": ["stunned"], "disabled": True}],
    "_stats": {"systemId": "dnd5e"},
}  # fmt: skip
PF2E = {
    "name": "Lock Warden", "type": "npc",
    "system": {
        "attributes": {"ac": {"value": 20}, "hp": {"value": 40, "max": 45, "temp": 0},
                       "resistances": [{"type": "fire", "value": 5}], "weaknesses": [{"type": "cold-iron", "value": 3}],
                       "immunities": [{"type": "poison"}]},
        "perception": {"mod": 9}, "initiative": {"statistic": "stealth"}, "skills": {"stealth": {"mod": 12}},
        "saves": {"fortitude": {"value": 11}, "reflex": {"value": 8}, "will": {"value": 7}},
        "details": {"publicNotes": "<p>Slow.</p>"}, "resources": {"focus": {"value": 0, "max": 1}},
    },
    "items": [
        {"name": "Gaff", "type": "melee", "system": {"bonus": {"value": 14}, "damageRolls": {
            "0": {"damage": "2d6+5", "damageType": "piercing"},
            "1": {"damage": "1d4", "damageType": "acid", "category": "persistent"}}}},
        {"name": "Frightened", "type": "condition", "system": {"value": {"value": 2}}},
        {"name": "Drench", "type": "action", "system": {"description": {"value": "Water."}}},
    ],
}  # fmt: skip
DDB = {
    "data": {
        "name": "Mira Holt", "baseHitPoints": 24, "bonusHitPoints": 2, "removedHitPoints": 7, "temporaryHitPoints": 3,
        "stats": [{"id": 1, "value": 14}, {"id": 2, "value": 12}, {"id": 3, "value": 15}],
        "bonusStats": [{"id": 2, "value": 2}], "overrideStats": [{"id": 1, "value": 18}],
        "classes": [{"level": 5}, {"level": 1}],
        "modifiers": {"class": [{"type": "proficiency", "subType": "strength-saving-throws"},
                                {"type": "resistance", "subType": "fire"}],
                      "feat": [{"type": "bonus", "subType": "initiative", "value": 2}]},
        "inventory": [
            {"equipped": True, "definition": {"filterType": "Armor", "armorTypeId": 2, "armorClass": 14}},
            {"equipped": False, "definition": {"filterType": "Weapon", "name": "Left at home"}},
            {"equipped": True, "definition": {"filterType": "Weapon", "name": "Billhook", "attackType": 1,
             "damage": {"diceString": "1d10"}, "damageType": "Slashing",
             "grantedModifiers": [{"subType": "magic", "value": 1}]}},
        ],
        "spellSlots": [{"level": 1, "available": 4, "used": 1}, {"level": 2, "available": 0, "used": 0}],
        "conditions": [{"id": 12, "level": None}], "feats": [{"id": 3}],
    }
}  # fmt: skip
BUILD = {
    "build": {
        "name": "Tomas Reed", "level": 5, "abilities": {"con": 16, "dex": 12, "wis": 14}, "resistances": ["Cold 2"],
        "attributes": {"ancestryhp": 6, "classhp": 8, "bonushp": 3, "bonushpPerLevel": 0, "speed": 25},
        "proficiencies": {"perception": 2, "fortitude": 4, "reflex": 0, "will": 2},
        "weapons": [{"name": "Oar", "die": "d6", "str": "greaterStriking", "damageType": "B", "attack": 12,
                     "damageBonus": 3, "extraDamage": ["1d6 cold", "odd"]}],
        "acTotal": {"acTotal": 19, "shieldBonus": 2}, "focusPoints": 2,
        "spellCasters": [{"name": "Druid", "perDay": [5, 3, 1]}], "feats": [["Shield Block"]],
    }
}  # fmt: skip
CASES = [json.loads(line) for line in Path(__file__).with_name("imports.jsonl").read_text().splitlines()]
FILES = {
    "improved-initiative": encounter(combatant(1), combatant(2), combatant(3, "Old Hob", Tags=[TAG, "Cursed"])),
    "5e-database": [HERON],
    "open5e": {"count": 1, "results": [OTTER]},
    "foundry-dnd5e": FVTT,
    "foundry-pf2e": [PF2E],
    "dnd-beyond": DDB,
    "pathbuilder2e": BUILD,
}


def read(data, system="generic", name="file.json", **options):
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    chosen = {each: options.pop(each) for each in ("form", "only", "trust") if each in options}
    rules = empty(system, "", "seed").rules
    return read_people(raw, name, rules, Budget(), options=TableOptions(**options), **chosen)


def entered(people, system="generic", **plan):
    session = empty(system, "", "seed")
    plan = ImportPlan(**plan)
    return validate_people(session.rules, session.fight, people, Budget(), plan).fight.combatants


def said(people, kind):
    """The remarks of a kind, after the combatants have been fitted to sheets."""
    notes = (*people.notes, *(note for each in people.people for note in each.notes))
    return [note.text for note in notes if note.kind == kind]


def part_of(wanted, found):
    """What there is of the tables and keys that are wanted."""
    if not (isinstance(wanted, dict) and isinstance(found, dict)):
        return found
    return {key: part_of(each, found[key]) for key, each in wanted.items() if key in found}


def attacks(one):
    return {name: (each.to_hit, each.damage) for name, each in one.attacks.items()}


def test_each_format_is_recognized_by_its_content_alone():
    """Exactly one format takes each file; `--format` has all names."""
    assert set(FORMATS) < set(IMPORT_FORMATS)
    for name, data in FILES.items():
        assert [each for each, known in FORMATS.items() if known.is_it(data)] == [name]
        assert read(data).form == FORMATS[name].title
        with pytest.raises(InvalidFile, match="is not in the format of "):
            read(data, form=next(each for each in FORMATS if each != name))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_each_file_of_another_program_comes_in_as_it_is_there(case):
    """`imports.jsonl` has each file, the keys that it gives, and what the import has to say of it."""
    raw = b64decode(case["base64"]) if "base64" in case else case["text"].encode()
    if "refuse" in case:
        with pytest.raises(InvalidFile, match=case["refuse"]):
            read(raw, name=case["file"])
        return
    people = read(raw, name=case["file"])
    assert people.form == (FORMATS[case["format"]].title if case["format"] in FORMATS else "")
    sheets = to_builtins(entered(people))
    for who, keys in case["people"].items():
        wanted = to_builtins(convert({"hp": sheets[who]["hp"], "name": sheets[who]["name"], **keys}, Character))
        assert part_of(wanted, sheets[who]) == wanted
    notes = (*people.notes, *(note for each in people.people for note in each.notes))
    told = "; ".join(f"{note.text}; {note.fix}" for note in notes)
    assert [words for words in case["said"] if words not in told] == []


def test_an_encounter_of_improved_initiative_comes_in():
    people = read(FILES["improved-initiative"])
    fight = entered(people)
    assert [*fight] == ["marsh-reeve1", "marsh-reeve2", "old-hob"]
    one, hob = fight["marsh-reeve1"], fight["old-hob"]
    assert (one.hp, one.max_hp, one.temp_hp, one.hp_dice, one.ac, one.initiative) == (17, 22, 3, "4d8+4", 13, 12)
    assert (one.initiative_bonus, one.saves["wis"], one.saves["dex"], one.resist) == (1, 2, 2, ("cold",))
    assert attacks(one) == {"pole": (3, "1d8+1 bludgeoning"), "pole, two handed": (3, "1d10+1 bludgeoning")}
    fog = one.powers["fog"]
    assert (fog.save, fog.dc, fog.damage, fog.half, fog.uses) == ("con", 11, "2d6 cold", False, "fog")
    assert [(each.on, each.most) for each in one.counters.values()] == [("recharge 4-6", 1), ("long", 2)]
    prone = hob.conditions["prone"]
    assert (prone.rounds, prone.whose, prone.edge, "Cursed" in hob.conditions) == (2, "marsh-reeve2", "start", True)
    assert "Owes money." in one.notes
    assert people.title == "Ferry"
    assert "skills" in said(people, LEFT_OUT)
    assert "fog (DC 11 con)" in said(people, ASSUMED)
    assert {"actions", "resist: slashing from rusty blades (use damage --half when it applies)"} <= {
        *said(people, NOTED)
    }


def test_a_backup_has_encounters_creatures_and_characters():
    backup = {
        "ImprovedInitiative.SavedEncounters": ["e1", "e2"],
        "ImprovedInitiative.SavedEncounters.count": 2,
        "ImprovedInitiative.SavedEncounters.e1": encounter(combatant(1, "Ann"), Name="Ferry"),
        "ImprovedInitiative.SavedEncounters.e2": json.dumps(encounter(combatant(1, "Bo"), Name="Mill")),
    }
    with pytest.raises(InvalidFile, match="has 2 encounters") as wrong:
        read(backup)
    assert wrong.value.hint == "use --only NAME with one of Ferry, Mill"
    assert [*entered(read(backup, only="Mill"))] == ["bo"]
    with pytest.raises(InvalidFile, match="has no encounter or creature 'Mil'"):
        read(backup, only="Mil")
    backup["ImprovedInitiative.Creatures"] = {"b1": REEVE}
    backup["ImprovedInitiative.PersistentCharacters.p1"] = json.dumps({**REEVE, "Name": "Ida", "Player": "Sam"})
    people = read(backup)
    assert [(who, each.side, each.pc) for who, each in entered(people).items()] == [
        ("ida", "party", True),
        ("marsh-reeve", "foes", False),
    ]
    assert "--only takes one of Ferry, Mill" in " ".join(said(people, ASSUMED))
    assert [*entered(read(backup, only="ida"))] == ["ida"]
    assert [*entered(read([REEVE, {**REEVE, "Name": "Second"}]))] == ["marsh-reeve", "second"]


def test_monsters_of_the_5e_database_come_in():
    people = read(HERON)
    heron = entered(people)["mill-heron"]
    assert (heron.hp, heron.hp_dice, heron.ac, heron.initiative_bonus, heron.immune) == (
        19,
        "3d8+6",
        12,
        1,
        ("lightning",),
    )
    assert (heron.saves["dex"], heron.saves["str"]) == (3, 2)
    assert attacks(heron) == {"beak": (5, "1d6+3 piercing + 1d4 cold")}
    gale = heron.powers["gale"]
    assert (gale.save, gale.dc, gale.half, gale.uses, heron.counters["gale"].most) == ("str", 12, False, "gale", 2)
    assert heron.counters["legendary actions"].on == "turn"
    assert any(each.startswith("3 legendary actions") for each in said(people, ASSUMED))


def test_creatures_of_open5e_come_in_and_their_text_counts():
    people = read(FILES["open5e"])
    otter = entered(people)["mill-otter"]
    assert (otter.hp_dice, otter.initiative_bonus, otter.saves["dex"], otter.resist) == ("2d6+2", 4, 3, ("cold",))
    assert attacks(otter) == {"bite": (4, "1d6+2 piercing")}
    assert otter.counters["slip"].on == "long"
    assert any("the text counts" in each for each in said(people, ASSUMED))
    trusting = read(FILES["open5e"], trust="numbers")
    assert attacks(entered(trusting)["mill-otter"]) == {"bite": (4, "1d6 thunder")}
    assert any("the numbers count" in each for each in said(trusting, ASSUMED))
    assert not any("the text counts" in each for each in said(trusting, ASSUMED))
    with pytest.raises(InvalidFile, match="is an Open5e answer without results"):
        read({"count": 0, "results": []})


def test_actors_of_foundry_come_in_for_both_games():
    people = read(FVTT)
    hound = entered(people)["sluice-hound"]
    assert (hound.hp, hound.max_hp, hound.temp_hp, hound.ac, hound.initiative_bonus) == (30, 33, 2, 12, 3)
    assert attacks(hound) == {"fangs": (7, "2d4+4 piercing + 1d6 acid")}
    howl = hound.powers["howl"]
    assert (howl.save, howl.dc, howl.damage, howl.half, howl.uses) == ("wis", 15, "3d6 thunder", True, "howl")
    assert [(each.now, each.on) for each in hound.counters.values()] == [(2, "turn"), (1, "short"), (1, "recharge 5-6")]
    assert [*hound.conditions] == ["prone"]
    assert hound.notes.startswith("Barks.\nAt the moon.")
    assert any("AC 12 is 10 + dexterity" in each for each in said(people, MISSING))
    assert "spells" in said(people, LEFT_OUT)
    people = read(FILES["foundry-pf2e"])
    warden = entered(people)["lock-warden"]
    assert (warden.hp, warden.max_hp, warden.ac, warden.initiative_bonus, warden.saves["will"]) == (40, 45, 20, 12, 7)
    assert (warden.resist, warden.vulnerable, warden.immune) == (("fire 5",), ("cold iron 3",), ("poison",))
    assert attacks(warden) == {"gaff": (14, "2d6+5 piercing")}
    assert warden.conditions["frightened"].amount == 2
    assert "persistent 1d4 acid" in warden.notes
    assert any("margin=10" in each for each in said(people, ASSUMED))


def test_characters_are_on_the_side_of_the_party():
    mira = entered(people := read(DDB))["mira-holt"]
    assert (mira.max_hp, mira.hp, mira.temp_hp, mira.ac, mira.initiative_bonus) == (38, 31, 3, 16, 4)
    assert (mira.side, mira.pc, mira.saves["str"], mira.resist) == ("party", True, 7, ("fire",))
    assert attacks(mira) == {"billhook": (8, "1d10+5 slashing")}
    assert {name: (each.now, each.most) for name, each in mira.counters.items()} == {"slots 1": (3, 4)}
    assert [*mira.conditions] == ["prone"]
    assert any("armour worn" in each for each in said(people, ASSUMED))
    tomas = entered(people := read(BUILD))["tomas-reed"]
    assert (tomas.max_hp, tomas.ac, tomas.initiative_bonus, tomas.resist) == (64, 19, 9, ("cold 2",))
    assert tomas.saves == {"fortitude": 12, "reflex": 1, "will": 9}
    assert attacks(tomas) == {"oar": (12, "3d6+3 bludgeoning + 1d6 cold")}
    assert {name: each.most for name, each in tomas.counters.items()} == {"slots 1": 3, "slots 2": 1, "focus": 2}
    assert {"damage of Oar: odd", "feats"} <= {*said(people, LEFT_OUT)}


@pytest.mark.parametrize("system", SHIPPED)
@pytest.mark.parametrize("name", FILES)
def test_remarks_are_about_keys_that_the_system_has(name, system):
    """A key to set, or an assumption about a value that is left out, means nothing in another game."""
    people, rules = read(FILES[name], system), load(system)
    given = {"speed": 50, "tough": 50} if system == "bgc" else {}
    session = empty(system, "", "seed")
    coming = validate_people(rules, session.fight, people, Budget(), ImportPlan(given=given))
    keys = {each.encode_name for each in fields(rules.sheet)}
    for each in remarks(people, coming, rules):
        assert not each.note.fix or each.note.fix.partition("=")[0].partition(".")[0] in keys
        assert system == "generic" or not re.search("margin|DC|attack bonuses", each.note.text)


@pytest.mark.parametrize("system", SHIPPED)
@pytest.mark.parametrize("name", FILES)
def test_every_format_comes_into_every_system_or_says_what_is_missing(name, system):
    """Name and side everywhere; hit points where a sheet has them; for the other games nothing that is not theirs."""
    given = {"speed": 50, "tough": 50} if system == "bgc" else {}
    people = read(FILES[name], system)
    for one in entered(people, system, given=given, side="crew").values():
        assert one.side == "crew"
        assert not hasattr(one, "hp") or one.hp > 0
    if system not in ("generic", "futurepath"):
        assert {"attacks", "ac"} & {*said(people, LEFT_OUT)}
    if given:
        with pytest.raises(InvalidFile, match="tough"):
            entered(read(FILES[name], system), system)


def places(data, path=()):
    """The paths of all values in JSON."""
    yield path
    for key, each in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(each, (*path, key))


def replaced(data, path, value):
    if not path:
        return value
    made = copy.copy(data)
    made[path[0]] = replaced(data[path[0]], path[1:], value)
    return made


ODD = [
    None,
    3,
    -1,
    10**9,
    "x",
    "",
    [],
    {},
    [[]],
    [3],
    {"Value": "x"},
    "1.5",
    True,
    "\u202e<b>",
    "../x",
    "x" * 300,
    "9" * 400,
]


@pytest.mark.parametrize("name", FILES)
def test_any_value_anywhere_comes_in_or_is_refused(name):
    """Files that are nearly right: no crash, and only valid combatants."""
    for number, path in enumerate([*places(FILES[name])]):
        for value in ODD[number % 3 :: 3]:
            data = replaced(FILES[name], path, value)
            try:
                entered(read(data))
            except RbfError as wrong:
                assert "file.json" in wrong.message  # noqa: PT017 - not every value is refused


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"PK\x03\x04rest", "an Excel or LibreOffice file"),
        (b"\xd0\xcf\x11\xe0", "an old Excel file"),
        (b"%PDF-1.4", "a PDF"),
        (b"<html><body>", "a web page or XML"),
        (b'{"monster": []}', "a file of 5etools"),
        (b'{"a": 1, "b": 2}', "contains no combatants: its keys are 'a', 'b'"),
        (b'{"name": "A"}\n{"name": "B"}\n', "invalid JSON: extra data"),
        (b'[{"name": "Road", "type": "base", "system": {"attributes": {"hp": {}}}, "items": []}]', "has no hit points"),
        (b"[]", ""),
    ],
)
def test_what_cannot_be_read_says_what_it_seems_to_be(raw, message):
    try:
        assert not read(raw, name="file").people
    except InvalidFile as wrong:
        assert message in wrong.message  # noqa: PT017 - an empty list has no people
        assert wrong.hint or "hit points" in wrong.message  # noqa: PT017


def table(text, **options):
    return read(text if isinstance(text, bytes) else text.encode(), name=options.pop("name", "file.csv"), **options)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_tables_of_spreadsheets_come_in(separator):
    rows = [["Character", "HP", "AC", "Init", "Qty", "To Hit", "Damage", "Will", "Luck"],
            ["Brana", "12/20", "15", "+2", "", "+5", "1d8+3 slashing", "4", "1/3"],
            ["Bog crab", "2d8+1", "12", "14", "2", "", "", "", "2/3"]]  # fmt: skip
    people = table("\n".join(separator.join(row) for row in rows))
    fight = entered(people)
    assert [*fight] == ["brana", "bog-crab1", "bog-crab2"]
    brana, crab = fight["brana"], fight["bog-crab1"]
    assert (brana.hp, brana.max_hp, brana.ac, brana.initiative_bonus, brana.initiative) == (12, 20, 15, 2, None)
    assert (attacks(brana), brana.saves) == ({"attack": (5, "1d8+3 slashing")}, {"will": 4})
    assert (crab.hp, crab.hp_dice, crab.initiative, crab.counters["luck"].now) == (10, "2d8+1", 14, 2)


def test_a_remark_on_average_hit_points_says_what_works_before_and_during_a_fight():
    people = table("name,hp\nBog crab,2d8+1\n")
    (note,) = people.people[0].notes
    assert note.text == "HP are the average of 2d8+1 (before round 1, init --roll-hp rolls them)"
    session = empty("generic", "", "seed")
    join(session, validate_people(session.rules, session.fight, people, Budget()))
    for line in ("init", f"set bog-crab {note.fix.replace('N', '17')}"):
        session.perform(read_line(line, session.rules, session.fight))
    assert (session.fight.round, session.fight.combatants["bog-crab"].hp) == (1, 17)


def test_tables_have_separators_titles_and_encodings_of_their_own():
    assert [*entered(table("sep=;\nname;hp\nAda;3\n"))] == ["ada"]
    assert [*entered(table("Our party, spring\n\nname,hp\nAda,3\n"))] == ["ada"]
    assert [*entered(table("name\thp\nAda\t3\n".encode("utf-16"), name="file"))] == ["ada"]
    assert [*entered(table("﻿name,hp\nAda,3\n", name="file"))] == ["ada"]


def test_unknown_columns_are_refused_once_with_the_line_to_type():
    raw = "Name,LeP,hpp,Player\nAda,3,4,Sam\n"
    with pytest.raises(InvalidFile) as wrong:
        table(raw)
    assert wrong.value.message.count("unknown column") == 3
    assert wrong.value.hint == "try: import file.csv --ignore LeP --map hpp=hp --ignore Player"
    people = table(raw, keys={"LeP": "hp"}, ignored=("hpp",), noted=("Player",))
    assert (entered(people)["ada"].hp, entered(people)["ada"].notes) == (3, "Player: Sam")


def test_two_thousand_unknown_columns_are_refused_with_the_first_of_them():
    raw = ("name," + ",".join(f"word{number}" for number in range(2_000)) + "\nVex\n").encode()
    with pytest.raises(InvalidFile) as wrong:
        table(raw)
    assert wrong.value.message.count("\n") < 25


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cold; fire", ["cold", "fire"]),
        ("cold, fire and acid", ["cold", "fire", "acid"]),
        ("cold, slashing from nonmagical attacks", ["cold", "slashing from nonmagical attacks"]),
        ("slashing, and piercing from nonmagical attacks", ["slashing, and piercing from nonmagical attacks"]),
    ],
)
def test_clauses_keep_the_types_they_are_about(text, found):
    assert [*split_types(text)] == found


LONG = "Marsh reeve " * 8


@pytest.mark.parametrize(
    "data",
    [
        {**REEVE, "Name": "{name}"},
        encounter(combatant(1, "{name}")),
        {**HERON, "name": "{name}"},
        {**OTTER, "name": "{name}"},
        b"monster,hp\n{name},3\n",
        {**FVTT, "name": "{name}"},
        {"data": {**DDB["data"], "name": "{name}"}},
        {**BUILD, "build": {**BUILD["build"], "name": "{name}"}},
    ],
)
@pytest.mark.parametrize(
    ("name", "taken", "kind", "remark"),
    [
        (LONG, LONG[:64].strip(), ASSUMED, "a name cut to 64 characters"),
        ("\u200b\u202e", "Nameless", MISSING, "name with visible characters"),
        ("Marsh reeve", "Marsh reeve", ASSUMED, ""),
    ],
    ids=["long", "invisible", "plain"],
)
def test_a_name_that_a_sheet_cannot_hold_is_changed_with_a_remark(data, name, taken, kind, remark):
    raw = data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()
    people = read(raw.replace(b"{name}", name.encode()), name="file.csv" if isinstance(data, bytes) else "file.json")
    assert [each.name for each in people.people] == [taken]
    found = [each for each in said(people, kind) if "name" in each]
    assert found == [remark] * bool(remark)
