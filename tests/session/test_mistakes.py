"""All mistakes of a file are told at once, where they are written; names are composed (NFC) on the way in."""

import json
import re
import tomllib
import unicodedata

import msgspec
import pytest
import tomli_w

from rbfcli.checking.integrity import further_mistakes
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.core.limits import Budget
from rbfcli.core.type_errors import type_mistakes
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import Expansion, from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.includes import load_with_includes
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load
from tests.conftest import each_encounter

HEAD = 'format = 1\nsystem = "rbf"\n'
CAFE, DECOMPOSED = "café", "cafe\u0301"


@pytest.fixture
def start(tmp_path):
    def begin(text, name="f.toml"):
        path = tmp_path / name
        path.write_text(HEAD + text, encoding="utf-8")
        return from_encounter(str(path), "x", source=name)

    begin.folder = tmp_path
    return begin


@pytest.fixture
def mistakes(start):
    def of(text):
        with pytest.raises(InvalidFile) as wrong:
            start(text)
        return wrong.value.message.replace(f"{start.folder}/", "").split("\n")

    return of


def test_mistakes_of_all_kinds_are_told_at_once(mistakes):
    assert mistakes(
        """\
active = "bob"
[combatants.ann]
name = "Ann"
weapons = ["swrd", "sword"]
held = "knif"
talents = ["Snipr"]
[combatants.ann.conditions.prone]
by = "bob"
[items.salve]
name = "Salve"
cures = ["blidned"]
heals = "1d"
"""
    ) == [
        "f.toml:3: active: this key belongs only in a save; remove it",
        "f.toml:6: combatants.ann.weapons[1]: unknown weapon 'swrd'; did you mean sword?",
        "f.toml:7: combatants.ann.held: unknown weapon 'knif'; did you mean knife?",
        "f.toml:8: combatants.ann.talents[1]: unknown talent 'Snipr'; did you mean Sniper?",
        "f.toml:10: combatants.ann.conditions.prone.by: unknown combatant 'bob'; combatants: ann",
        "f.toml:13: items.salve.cures[1]: unknown condition 'blidned'; did you mean blinded?",
        "f.toml:14: items.salve.heals: missing number of sides, such as d6, d% or dF",
    ]


def test_the_only_mistake_keeps_its_hint_and_its_suggestions(start):
    with pytest.raises(InvalidFile) as wrong:
        start('[combatants.ann]\nname = "Ann"\nweapons = ["swrd"]\n')
    assert wrong.value.message.endswith("f.toml:5: combatants.ann.weapons[1]: unknown weapon 'swrd'")
    assert (wrong.value.hint, wrong.value.suggestions[0]) == ("did you mean sword?", "sword")


def test_a_table_that_there_is_not_says_what_there_is_instead(mistakes):
    assert mistakes("[waves.two]\nround = 3\n[loot.gold]\nmuch = 3\n[wepons.axe]\nname = 'axe'\n") == [
        "f.toml:3: waves: unknown key; help rbf lists all tables",
        "f.toml:5: loot: unknown key; help rbf lists all tables",
        "f.toml:7: wepons: unknown key; did you mean weapons?",
    ]


def test_what_a_stat_block_says_is_wrong_there_and_told_once(mistakes):
    text = """\
[blocks.thug]
from = "person"
weapons = ["swrd"]
[blocks.person]
talents = ["Snipr"]
[combatants.thug]
from = "thug"
count = 3
place = "roof"
"""
    assert mistakes(text) == [
        "f.toml:5: blocks.thug.weapons[1]: unknown weapon 'swrd'; did you mean sword?",
        "f.toml:7: blocks.person.talents[1]: unknown talent 'Snipr'; did you mean Sniper?",
        "f.toml:11: combatants.thug.place: unknown place 'roof'",
    ]


def test_mistakes_of_included_files_are_told_with_their_names(start, mistakes):
    (start.folder / "party.toml").write_text(HEAD + '[combatants.ann]\nname = "Ann"\nheld = "knif"\n')
    found = mistakes('include = ["party.toml"]\n[combatants.bob]\nname = "Bob"\nheld = "knif"\n')
    assert [each.partition(": ")[0] for each in found] == ["f.toml:6", "party.toml:5"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("count = 0", "f.toml:5: combatants.ann.count must be a whole number from 1 to 1000"),
        ("count = true", "f.toml:5: combatants.ann.count must be a whole number from 1 to 1000"),
        ('from = "nobody"', "f.toml:5: combatants.ann.from: unknown stat block 'nobody'"),
        ('from = ["x"]', "f.toml:5: combatants.ann.from: from must be the name of a stat block"),
    ],
)
def test_what_cannot_be_copied_is_told_with_every_id_that_is_wrong(mistakes, table, said):
    found = mistakes(f'[combatants.ann]\nname = "Ann"\n{table}\n[combatants.-x]\nname = "X"\n')
    assert found[0].startswith(said)
    assert found[1].startswith("f.toml:6: combatants.-x: an id cannot begin with a hyphen")


def test_blocks_that_are_no_tables_and_names_that_are_no_texts(mistakes):
    assert mistakes('[combatants.ann]\nname="A"\nfrom = "thug"\n[blocks]\nthug = 3\n') == [
        "f.toml:7: blocks.thug must be a table, not 3"
    ]
    assert mistakes("[combatants.ann]\nname = 5\n") == [
        "f.toml:4: combatants.ann.name must be a string of 1 to 64 characters, not 5"
    ]


def test_decomposed_names_are_composed(start):
    assert unicodedata.normalize("NFC", DECOMPOSED) == CAFE != DECOMPOSED
    begun = start(
        f"[board.places.{quoted(DECOMPOSED)}]\nat = 3\n[combatants.{quoted(DECOMPOSED)}]\n"
        f'name = "{DECOMPOSED}"\nplace = "{DECOMPOSED}"\n[combatants.ann]\nname = "Ann"\nplace = "{CAFE}"\n'
    )
    assert list(begun.fight.combatants) == [CAFE, "ann"]
    assert {one.place for one in begun.fight.combatants.values()} == {CAFE}
    assert begun.fight.combatants[CAFE].name == CAFE
    assert not from_bytes(to_bytes(begun), "save").edited


def test_decomposed_names_in_escapes_are_composed(start):
    begun = start('title = "e\\u0301"\n[combatants.ann]\nname = "Re\\u0301"\n')
    assert (begun.fight.title, begun.fight.combatants["ann"].name) == ("é", "Ré")
    assert not from_bytes(to_bytes(begun), "save").edited


def test_mistakes_in_decomposed_tables_have_their_line(mistakes):
    found = mistakes(f'[combatants.{quoted(DECOMPOSED)}]\nname = "X"\nheld = "knif"\n')
    assert found[0].startswith(f"f.toml:5: combatants.{CAFE}.held: unknown weapon 'knif'")


def test_two_ids_that_are_one_when_composed_are_a_clash(mistakes):
    text = f'[combatants.{quoted(CAFE)}]\nname = "X"\n[combatants.{quoted(DECOMPOSED)}]\nname = "Y"\n'
    (found,) = mistakes(text)
    assert f"combatants.{CAFE} is defined twice, first on line 3" in found


def test_a_save_edited_with_decomposed_names_is_composed(start):
    begun = start('[combatants.ann]\nname = "Ann"\n')
    edited = to_bytes(begun).decode().replace('name = "Ann"', f'name = "{DECOMPOSED}"')
    loaded = from_bytes(edited.encode(), "f.toml")
    assert (loaded.edited, loaded.session.fight.combatants["ann"].name) == (True, CAFE)


def test_all_mistakes_of_an_edited_save_are_told_at_once(start):
    begun = start('[combatants.ann]\nname = "Ann"\nweapons = ["sword"]\nplace = "roof"\n[board.places.roof]\nat = 3\n')
    head, mid, fight = to_bytes(begun).decode().partition("\n[fight]\n")
    edited = head + mid + fight.replace('"sword"', '"swrd"').replace('place = "roof"', 'place = "rof"')
    with pytest.raises(InvalidFile) as wrong:
        from_bytes(edited.encode(), "f.toml")
    told = [each.partition(": ")[2] for each in wrong.value.message.split("\n")]
    assert told == [
        "fight.combatants.ann.weapons[1]: unknown weapon 'swrd'; did you mean sword?",
        "fight.combatants.ann.held: unknown weapon 'swrd'; did you mean sword?",
        "fight.combatants.ann.place: unknown place 'rof'; did you mean roof?",
    ]


def test_own_words_for_a_condition_are_written_behind_say(start, mistakes):
    begun = start('[combatants.ann]\nname = "Ann"\n[combatants.ann.conditions]\n"say stuned" = {}\n"say dizzy" = {}\n')
    assert list(begun.fight.combatants["ann"].conditions) == ["stuned", "dizzy"]
    found = mistakes('[combatants.ann]\nname = "Ann"\n[combatants.ann.conditions]\nstuned = {}\n')
    assert "unknown condition 'stuned'" in found[0]
    found = mistakes('[combatants.ann]\nname = "Ann"\n[combatants.ann.conditions]\ndizzy = {}\n')
    assert "unknown condition 'dizzy'" in found[0]
    loaded = to_bytes(begun).decode().replace('name = "Ann"', 'name = "Anna"')
    assert list(from_bytes(loaded.encode(), "f").session.fight.combatants["ann"].conditions) == ["stuned", "dizzy"]


def quoted(text):
    return f'"{text}"'


# A value of a wrong type is one mistake: it is left out, and everything else is still looked at.


WRONG = ([["x"]],)


def leaves(value, path=()):
    """The path of every value that is no table."""
    for key, each in value.items():
        if isinstance(each, dict):
            yield from leaves(each, (*path, key))
        yield (*path, key)


def with_value(tables, path, value):
    key, *rest = path
    return {**tables, key: with_value(tables[key], rest, value) if rest else value}


def raw_fight(name):
    tables = load_with_includes(find_encounter(name), Budget()).tables
    raw = {key: value for key, value in tables.items() if key not in ("format", "include")}
    return {**raw, "combatants": Expansion(raw["combatants"], raw.get("blocks", {}), [], Budget()).made}


@pytest.mark.parametrize("name", each_encounter())
def test_a_value_of_a_wrong_type_makes_nothing_else_wrong(name):
    raw = raw_fight(name)
    rules = load(raw["system"])
    for path in leaves(raw):
        for wrong in WRONG:
            tables = with_value(raw, path, wrong)
            if path[0] != "blocks" and any(type_mistakes(tables, rules.fight)):
                found = list(further_mistakes(rules, tables, authored=True))
                assert not found, (path, [each.line for each in found])


TWO_KINDS = """
format = 1
system = "rbf"
[combatants.ann]
name = "Ann"
hp = "lots"
weapons = ["sword", "swrd"]
damage = "1d"
[combatants.bob]
name = "Bob"
seen_by = ["nobody"]
sped = 3
[combatants.zed]
name = 7
weapons = [1, "swrd"]
[board.places.pier]
at = "far"
[[board.lying]]
weapon = "swrd"
"""
TOLD = [
    "f.toml:5: combatants.ann.hp must be a whole number",
    "f.toml:6: combatants.ann.weapons[2]: unknown weapon 'swrd'",
    "f.toml:7: combatants.ann.damage: ",
    "f.toml:10: combatants.bob.seen_by: this key belongs only in a save",
    "f.toml:11: combatants.bob.sped: unknown key",
    "f.toml:13: combatants.zed.name must be a string of 1 to 64 characters, not 7",
    "f.toml:14: combatants.zed.weapons[1] must be a string, not 1",
    "f.toml:14: combatants.zed.weapons[2]: unknown weapon 'swrd'",
    "f.toml:16: board.places.pier.at must be a whole number",
    "f.toml:18: board.lying[1].weapon: unknown weapon 'swrd'",
]


def as_told(lines, said):
    assert len(lines) == len(said), lines
    for line, start in zip(lines, said, strict=True):
        assert line.startswith(start), line


def test_types_and_references_of_an_encounter_are_told_together(tmp_path):
    (tmp_path / "f.toml").write_text(TWO_KINDS.lstrip(), encoding="utf-8")
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(tmp_path / "f.toml"), "x", source="f")
    as_told(wrong.value.message.replace(str(tmp_path) + "/", "").split("\n"), TOLD)


def test_what_an_included_file_says_wrong_is_told_with_the_rest(tmp_path):
    party = 'format = 1\nsystem = "rbf"\n[combatants.zed]\nname = "Zed"\nhp = "lots"\n'
    (tmp_path / "party.toml").write_text(party, encoding="utf-8")
    fight = 'format = 1\nsystem = "rbf"\ninclude = ["party.toml"]\n[combatants.ann]\nname = "Ann"\nheld = "swrd"\n'
    (tmp_path / "f.toml").write_text(fight, encoding="utf-8")
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(tmp_path / "f.toml"), "x", source="f")
    assert "combatants.ann.held: unknown weapon 'swrd'" in wrong.value.message
    assert "party.toml:5: combatants.zed.hp must be a whole number" in wrong.value.message


def edited(change):
    session = from_encounter(find_encounter("duel"), "x", source="duel")
    tables = tomllib.loads(to_bytes(session).decode())
    change(tables["fight"])
    with pytest.raises(InvalidFile) as wrong:
        from_bytes(tomli_w.dumps(tables).encode(), "save.toml")
    return [line.partition(": ")[2] for line in wrong.value.message.split("\n")]


def test_types_and_references_of_a_save_are_told_together():
    def change(fight):
        fight["combatants"]["ada"].update(hp="lots", held="swrd")
        fight["active"] = "nobody"

    found = edited(change)
    assert sorted(each.partition(" ")[0].strip(":") for each in found) == [
        "fight.active",
        "fight.combatants.ada.held",
        "fight.combatants.ada.hp",
    ]


def test_what_the_gm_set_wrong_before_is_no_mistake_of_the_hand():
    session = from_encounter(find_encounter("relay-road"), "x", source="relay-road")
    session.perform(read_line("set sela crossed.vest=2", session.rules, session.fight))
    tables = tomllib.loads(to_bytes(session).decode())
    tables["fight"]["combatants"]["sela"]["strength"] = "lots"
    with pytest.raises(InvalidFile, match=r"strength must be a whole number") as wrong:
        from_bytes(tomli_w.dumps(tables).encode(), "save.toml")
    assert "crossed" not in wrong.value.message


def test_types_and_references_of_an_edit_are_told_together():
    session = from_encounter(find_encounter("duel"), "x", source="duel")
    steps = [["set", ["combatants", "ada", "hp"], "lots"], ["set", ["combatants", "ada", "held"], "swrd"]]
    with pytest.raises(UsageError) as wrong:
        session.perform(read_line(f"edit '{msgspec.json.encode(steps).decode()}'", session.rules, session.fight))
    assert "combatants.ada.hp must be a whole number" in wrong.value.message
    assert "combatants.ada.held: unknown weapon 'swrd'" in wrong.value.message


@pytest.mark.parametrize("line", ["set ada hp=lots held=swrd", "add Zed hp=lots held=swrd"])
def test_types_and_references_that_were_typed_are_told_together(line):
    session = from_encounter(find_encounter("duel"), "x", source="duel")
    with pytest.raises(UsageError) as wrong:
        session.perform(read_line(line, session.rules, session.fight))
    assert "hp must be a whole number from -1000000 to 1000000, not 'lots'" in wrong.value.message
    assert "held: unknown weapon 'swrd'" in wrong.value.message


# A name with a dot in it, and quotes, is a name like any other: on a save, through every command and output.


POISON = "Dr. Vex's poison"
ENCOUNTER = """\
format = 1
system = "rbf"

[combatants."dr.vex"]
name = "Dr. Vex"
side = "players"
initiative = 9
hp = 20
skills = { shoot = 2 }
weapons = ["no. 5"]
held = "no. 5"
ammo = { "no. 5" = 6 }

[combatants.thug]
name = "Thug"
initiative = 1
hp = 20
tn = 12
damage = 5

[weapons."no. 5"]
name = "No. 5"
skill = "shoot"
damage = 6
range = 30
ammo = 6
"""


@pytest.fixture
def rbf(tmp_path):
    """Perform a line on the save, opened anew each time, as a shell does."""
    authored, path = tmp_path / "fight.toml", tmp_path / "encounter.toml"
    authored.write_text(ENCOUNTER)

    def perform(line):
        reply = CommandService(FileStorage(str(path), pytest.fail), Style()).perform(split_words(line))
        assert not reply.status
        return reply.text

    perform.fight = lambda: tomllib.loads(path.read_text())["fight"]
    perform.sheet = lambda who="dr.vex": perform.fight()["combatants"][who]
    perform.path = path
    perform(f'start "{authored}" --seed dots')
    perform("init")
    return perform


def test_rounds_of_a_condition_run_out(rbf):
    rbf(f'condition add dr.vex "say {POISON}" --rounds 2')
    assert rbf.sheet()["conditions"][POISON]["rounds"] == 3
    rbf("turn next")
    assert rbf.sheet()["conditions"][POISON]["rounds"] == 2
    rbf("undo")
    assert rbf.sheet()["conditions"][POISON]["rounds"] == 3
    rbf("redo")
    rbf("turn next")
    rbf("turn next")
    assert rbf.sheet()["conditions"][POISON]["rounds"] == 1
    assert "replay to the same fight" in rbf(f"check {rbf.path}")
    assert POISON in rbf("show dr.vex")


@pytest.mark.parametrize(
    "typed",
    [
        'conditions."Dr. Vex\'s poison".rounds=7',
        '"conditions.Dr. Vex\'s poison.rounds=7"',
        '"conditions.\\"Dr. Vex\'s poison\\".rounds=7"',
    ],
)
def test_a_part_of_it_is_set(rbf, typed):
    rbf(f'condition add dr.vex "say {POISON}" --rounds 2')
    rbf(f"set dr.vex {typed}")
    assert rbf.sheet()["conditions"][POISON]["rounds"] == 7
    assert "replay to the same fight" in rbf(f"check {rbf.path}")
    rbf("undo")
    assert rbf.sheet()["conditions"][POISON]["rounds"] == 3


def test_a_new_key_with_a_dot_stands_in_quotes(rbf):
    rbf("""set dr.vex "skills.'dr. know'=4" """)
    assert rbf.sheet()["skills"]["dr. know"] == 4
    rbf("set dr.vex 'skills.dr. know=5'")
    assert rbf.sheet()["skills"]["dr. know"] == 5
    rbf("""add Minion hp=3 "skills.'dr. know'=4" """)
    assert rbf.sheet("minion")["skills"] == {"dr. know": 4}


def test_a_weapon_is_fired_and_reloaded(rbf):
    line = rbf("attack dr.vex thug --dice 7,4 --json")
    shots = [each for each in json.loads(line)["events"] if each.get("path", [])[:1] == ["ammo"]]
    assert [(each["field"], each["path"], each["after"]) for each in shots] == [("ammo.'no. 5'", ["ammo", "no. 5"], 5)]
    assert rbf.sheet()["ammo"]["no. 5"] == 5
    rbf("reload dr.vex --force")
    assert rbf.sheet()["ammo"]["no. 5"] == 6


def test_a_change_in_json_names_its_field_and_its_path(rbf):
    hurt = json.loads(rbf("damage dr.vex 3 --json"))["events"]
    assert [(each["who"], each["field"], each["path"]) for each in hurt if each["event"] == "changed"] == [
        ("dr.vex", "hp", ["hp"])
    ]


def test_a_condition_is_taken_off_and_put_back(rbf):
    rbf(f'condition add dr.vex thug "say {POISON}"')
    rbf(f'condition remove dr.vex "{POISON}"')
    assert "conditions" not in rbf.sheet()
    assert POISON in rbf.sheet("thug")["conditions"]
    rbf("undo")
    assert POISON in rbf.sheet()["conditions"]
    script = rbf("log --script")
    assert f'condition add dr.vex thug "say {POISON}"' in script


def test_who_watches_shoots_at_who_passes(rbf):
    rbf("overwatch dr.vex")
    rbf("turn next")
    assert "Overwatch: Dr. Vex attacks Thug" in rbf("move thug 8 --force")
    assert rbf.sheet().get("overwatch", "") == ""
    assert "replay to the same fight" in rbf(f"check {rbf.path}")


@pytest.mark.parametrize("system", SHIPPED)
def test_a_text_in_place_of_a_table_is_answered_with_a_key_that_takes_one(system):
    sheet = load(system).sheet
    hints = {}
    for key in [each.encode_name for each in msgspec.structs.fields(sheet)]:
        wrong = [each for each in type_mistakes({key: "x"}, sheet, typed=True) if each.path == (key,)]
        if wrong and "must be a table, not" in wrong[0].message:
            hints[key] = wrong[0].hint
    assert "conditions" in hints
    for hint in hints.values():
        path = re.fullmatch("use (.+)=VALUE", hint)[1].split(".")
        table = "x"
        for key in reversed(path):
            table = {key: table}
        assert not [each for each in type_mistakes(table, sheet, typed=True) if "a table" in each.message], hint
