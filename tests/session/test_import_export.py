"""Combatants to and from CSV and JSON: they are unchanged afterwards; errors in a file name the place."""

import csv
import io
import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rbfcli.core.errors import InvalidFile, RbfError, UsageError
from rbfcli.core.limits import COMBATANTS, Budget
from rbfcli.session.authoring import plain_tables, with_own_words_said
from rbfcli.session.encounter import empty, from_encounter
from rbfcli.session.formats.recognize import read_people
from rbfcli.session.formats.tables import FORMULA, TableOptions
from rbfcli.session.import_export import csv_text, fitted, join, json_text, validate_people
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import find_encounter
from rbfcli.testing.fights import Player
from tests.conftest import each_encounter

FILLED_IN = {"held"}
LETTERS = st.characters(
    codec="utf-8", exclude_categories=("C", "Z", "M"), exclude_characters="\u115f\u1160\u3164\uffa0"
)
TEXTS = st.text(st.one_of(LETTERS, st.sampled_from(" =+-@'\";,|[]{}#\\")), min_size=1, max_size=30)


def sheets(session):
    return {who: plain_tables(with_own_words_said(session.rules, one)) for who, one in session.fight.combatants.items()}


def read(rules, raw, form):
    return read_people(raw, f"people.{form}", rules, Budget(), form=form, options=TableOptions())


def written(session, form):
    people = sheets(session)
    text = (csv_text if form == "csv" else json_text)(session.rules, people, {})
    return text.encode()


def emptied(session):
    """Return a session of the same fight without combatants."""
    found = empty(session.rules.name, "", "seed")
    found.fight = found.start = replace(
        session.fight, combatants={}, order=(), active="", turn=0, questions=(), paused=None
    )
    return found


def brought(session, raw, form):
    """What comes of bringing the people of a file in."""
    coming = validate_people(session.rules, session.fight, read(session.rules, raw, form), Budget())
    join(session, coming)
    return session.fight.combatants


# What joining settles: no two stand on one square, and a place may hide who enters there.
SETTLED = {"square", "conditions"}


@pytest.mark.parametrize("form", ["csv", "json"])
@pytest.mark.parametrize("name", each_encounter())
def test_the_people_of_any_fight_come_back_with_equal_sheets(name, form):
    """All but what a play fills in, and what joining settles the first time; the session is sound, and undone whole."""
    player = Player(name, f"people {form}")
    player.play(10)
    session = emptied(player.session)
    found = brought(session, written(player.session, form), form)
    again = brought(emptied(session), written(session, form), form)
    assert list(found) == list(player.session.fight.combatants)
    left_out = player.session.rules.sheet.in_play | FILLED_IN
    for who, one in player.session.fight.combatants.items():
        fields = set(one.__struct_fields__) - left_out
        assert {each for each in fields if getattr(one, each) != getattr(found[who], each)} <= SETTLED
        assert {each for each in fields if getattr(found[who], each) != getattr(again[who], each)} == set()
    assert from_bytes(to_bytes(session), "save").session.fight == session.fight
    if found:
        session.undo(1)
    assert not session.fight.combatants


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    texts=st.tuples(TEXTS, TEXTS, TEXTS),
    talents=st.lists(TEXTS, max_size=3),
    items=st.lists(st.sampled_from(["rope", "a;b", "", "7", "[x]", '"'])),
    skill=st.integers(-6, 20),
    form=st.sampled_from(["csv", "json"]),
)
def test_any_text_comes_back(texts, talents, items, skill, form):
    """Quotes, delimiters, formulas, numbers as text: in both formats, however other programs read them."""
    from unicodedata import normalize

    name, side, notes = (normalize("NFC", each) for each in texts)
    talents = [normalize("NFC", each) for each in talents]
    sheet = {"name": name, "side": side, "notes": notes, "skills": {"melee": skill}}
    sheet |= {key: each for key, each in (("talents", talents), ("items", items)) if each}
    session = empty("rbf", "", "seed")
    raw = (csv_text if form == "csv" else json_text)(session.rules, {"one": sheet}, {}).encode()
    (person,) = read(session.rules, raw, form).people
    assert (person.who, fitted(person, session.rules)) == ("one", sheet)
    for row in csv.reader(io.StringIO(raw.decode(), newline="")) if form == "csv" else ():
        assert not [cell for cell in row if cell.startswith(FORMULA) and not cell.lstrip("-").isdigit()]


@pytest.mark.parametrize(
    "raw",
    [
        b"name,hp,skills.melee\nAda,12,3\n",
        b"\xef\xbb\xbfName;HP;skills.melee\r\nAda;12;3\r\n;;\r\n",
        b"name\thp\tskills.melee\nAda\t12\t3",
        b'"name","hp","skills.melee",\n"Ada"," 12 ","3",\n',
    ],
)
def test_what_spreadsheets_write_is_read(raw):
    """A byte order mark, CRLF, semicolons, tabs, capitals, empty rows and columns at the end."""
    rules = empty("rbf", "", "seed").rules
    (person,) = read(rules, raw, "csv").people
    assert fitted(person, rules) == {"name": "Ada", "hp": 12, "skills": {"melee": 3}}


def test_a_cell_of_several_lines_is_read_as_windows_writes_it():
    raw = b'name;notes\r\nAda;"first\r\nsecond ""third"""\r\n'
    rules = empty("rbf", "", "seed").rules
    (person,) = read(rules, raw, "csv").people
    assert fitted(person, rules)["notes"] == 'first\nsecond "third"'


def test_as_many_as_a_fight_holds_come_in_one_line_and_go_with_it():
    """The budget of one command is enough for them, and another command's for reading the save again."""
    session = empty("rbf", "", "seed")
    raw, budget = b"name,tn\n" + b"Guard,12\n" * COMBATANTS, Budget()
    people = read_people(raw, "people.csv", session.rules, budget, options=TableOptions())
    join(session, validate_people(session.rules, session.fight, people, budget))
    assert (len(session.fight.combatants), len(session.entries)) == (COMBATANTS, 1)
    again = from_bytes(to_bytes(session), "save").session
    assert [*again.faults(played=True, budget=Budget())] == []
    again.undo(1)
    assert not again.fight.combatants
    again.redo(1)
    assert again.fight == session.fight


def test_twice_as_many_take_twice_as_long():
    """Counted in calls of functions, which no other process changes."""

    def calls(many):
        counted = 0

        def count(*_):
            nonlocal counted
            counted += 1

        session = empty("rbf", "", "seed")
        sys.setprofile(count)
        try:
            brought(session, b"name,tn\n" + b"Guard,12\n" * many, "csv")
            to_bytes(session)
        finally:
            sys.setprofile(None)
        return counted

    calls(10)
    assert calls(800) < 2.2 * calls(400)


def test_ids_are_made_of_names_and_numbered_and_kept_where_they_stand():
    session = empty("rbf", "", "seed")
    raw = b"id,name,tn\n,Rat,9\n,Rat,9\nking,Rat,12\n"
    assert list(brought(session, raw, "csv")) == ["rat", "rat2", "king"]
    assert [one.name for one in session.fight.combatants.values()] == ["Rat"] * 3


@pytest.mark.parametrize(
    ("raw", "messages"),
    [
        (b"", ["people.csv is empty"]),
        (b"name\nAd\xe9\n", ["people.csv is not UTF-8"]),
        (b"\xff\xfea\x00", ["people.csv:1: unknown column 'a' (1)"]),
        (b"a\0b\n", ["people.csv is not text: it contains a null character"]),
        (b"hp\n3\n", ["people.csv:1: missing column id or name"]),
        (
            b"name,hpp,sklls.melee\n",
            ["people.csv:1: unknown column 'hpp' (2); did you mean hp", "'sklls.melee' (3)"],
        ),
        (b"name,actions_left\n", ["people.csv:1: unknown column 'actions_left' (2)"]),
        (b"name,hp,HP\n", ["people.csv:1: duplicate column 'HP'"]),
        (b"name,hp\nAda,3,4\n", ["people.csv:2: expected 2 cells, not 3"]),
        (b'name\n"Ada', ["people.csv:2: unexpected end of data"]),
        (
            b"name,hp\nAda,=1+1\nBo,two\n",
            ["people.csv:2: hp must be a whole number from", "not '=1+1'", ":3: hp must be a"],
        ),
        (b"name,hp\nAda,99999999\n", ["people.csv:2: hp must be a whole number"]),
        (b"id,name\nada,Ada\nada,Bo\n", ["people.csv:3: duplicate combatant 'ada' (also in people.csv:2)"]),
        (
            b"name,weapons\nAda,swrd; knife\n",
            ["people.csv:2: weapons[1]: unknown weapon 'swrd'; did you mean sword?"],
        ),
        (b"name,tn\nAda,+x\n", ["people.csv:2: tn must be a whole number"]),
        (b'name,conditions\nAda,"{""sleepy"": {}}"\n', ["people.csv:2: conditions.sleepy: unknown condition 'sleepy'"]),
        ("name\nA\u202eda\n".encode(), ["people.csv:2: name: the text contains an invisible character"]),
        (b"id,name\n-x,Ada\n", ["people.csv:2: combatants.-x: an id cannot begin with a hyphen"]),
        (b"name,skills,skills.melee\nAda,x,3\n", ["people.csv:2: skills is given both as a whole and by its keys"]),
        (b"name\n" + b"x" * 200_000 + b"\n", ["people.csv:2: field larger than field limit"]),
    ],
)
def test_what_is_wrong_with_a_table_is_told_with_its_line(raw, messages):
    session = empty("rbf", "", "seed")
    before = session.fight
    with pytest.raises(InvalidFile) as wrong:
        brought(session, raw, "csv")
    for message in messages:
        assert message in wrong.value.message + "; " + wrong.value.hint
    assert session.fight is before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "people.json:1: invalid JSON: expecting property name"),
        ('{"people": 3}', "people.json contains no combatants"),
        ('{"people": [], "folk": 1}', "people.json: unknown key 'folk'"),
        ('{"people": [], "people": []}', "people.json: duplicate key 'people'"),
        ('{"format": "rbf-people/2", "people": []}', "people.json: format must be rbf-people/1"),
        ('{"system": "bgc", "people": []}', "people.json is for bgc, not rbf"),
        ('{"weapons": [], "people": []}', "people.json: weapons must be a table"),
        (
            '{"weapons": {"x": {"name": "x"}}, "people": []}',
            "weapons: weapons.x: missing key skill (one of 'brawl', 'heavy', 'melee', 'shoot')",
        ),
        ('[{"hp": 3}]', "people.json, number 1: missing id or name"),
        ("[3]", "people.json, number 1 must be a sheet"),
        ('[{"name": "Ada", "hp": 1.5}]', "people.json, number 1: hp must be a whole number"),
        ('[{"name": "Ada", "hp": true}]', "people.json, number 1: hp must be a whole number"),
        ('[{"name": "Ada", "hp": 1e400}]', "people.json, number 1: hp must be a whole number"),
        ('[{"name": "Ada", "round": 3}]', "people.json, number 1: round"),
        ('[{"name": "Ada", "aim": 3}]', "people.json, number 1: aim: this key belongs only in a save"),
        ("[" * 100_000, "people.json is nested too deeply"),
        ('[{"name": "Ada", "hp": ' + "9" * 5000 + "}]", "people.json: a number has too many digits"),
    ],
)
def test_what_is_wrong_with_json_is_told(text, message):
    session = empty("rbf", "", "seed")
    with pytest.raises(InvalidFile) as wrong:
        brought(session, text.encode(), "json")
    assert wrong.value.message.startswith(message)
    assert not session.fight.combatants


def test_weapons_come_with_those_who_carry_them_and_those_of_the_fight_stay():
    session = empty("rbf", "", "seed")
    lance = {"name": "lance", "skill": "melee", "damage": 9}
    text = json.dumps({"weapons": {"lance": lance}, "people": [{"name": "Ada", "weapons": ["lance"]}]})
    brought(session, text.encode(), "json")
    assert session.fight.weapons["lance"].damage == 9
    changed = text.replace("9", "7").replace("Ada", "Bo")
    coming = validate_people(session.rules, session.fight, read(session.rules, changed.encode(), "json"), Budget())
    assert coming.unlike == ("lance",)
    join(session, coming)
    assert session.fight.weapons["lance"].damage == 9
    assert session.fight.combatants["bo"].weapons == ("lance",)


def test_many_people_are_one_step_and_too_many_are_refused():
    session = empty("rbf", "", "seed")
    row = b"Guard of the long wall,12,20,auto-rifle; knife,stands where the wall turns\n"
    brought(session, b"name,tn,hp,weapons,notes\n" + row * 150, "csv")
    assert len(session.fight.combatants) == 150
    assert not [*session.faults(played=True)]
    session.undo(1)
    assert not session.fight.combatants
    with pytest.raises(UsageError):
        brought(session, b"name,tn,hp,weapons,notes\n" + row * 5_000, "csv")
    assert not session.fight.combatants


def test_whoever_has_much_on_a_sheet_comes_as_well():
    session = empty("rbf", "", "seed")
    brought(session, b"name,notes\n" + b"Ada," + b"x" * 10_000 + b"\n", "csv")
    again = from_bytes(to_bytes(session), "save").session
    assert [*again.faults(played=True)] == []


@pytest.mark.parametrize("form", ["csv", "json"])
def test_any_bytes_are_people_or_a_mistake(form):
    """Truncated and altered files: only known errors come out."""
    session = from_encounter(find_encounter("dock-ambush"), "seed", "docks")
    whole = written(session, form)
    for at in range(0, len(whole), 37):
        for raw in (whole[:at], whole[:at] + b'"' + whole[at:], whole[:at] + b"\xc3" + whole[at + 3 :]):
            target = emptied(session)
            try:
                brought(target, raw, form)
            except RbfError:
                assert not target.fight.combatants
