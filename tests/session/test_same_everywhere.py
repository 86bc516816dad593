"""What is wrong is refused wherever it is said, with its place: in files, edited saves, by `add`, `set` and `edit`."""

import tomllib
from pathlib import Path

import pytest
import tomli_w

from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.core.text import quoted
from rbfcli.language.parser import read_line
from rbfcli.model.evolve import Assigned, steps_text
from rbfcli.session.encounter import from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import find_encounter
from tests.session import edits_by_hand

# A field of a sheet, what is wrong in it as a file says it, and as `set` and `add` say it.
ON_SHEETS = {
    "dock-ambush": [
        ("weapons", ["swrd"], "weapons=swrd"),
        ("held", "swrd", "held=swrd"),
        ("off_hand", "swrd", "off-hand=swrd"),
        ("ammo", {"swrd": 1}, "ammo.swrd=1"),
        ("ammo", {"sword": -1}, "ammo.sword=-1"),
        ("items", ["medical kitt"], "items='medical kitt'"),
        ("skills", {"shot": 2}, "skills.shot=2"),
        ("skills", {"shoot": 21}, "skills.shoot=21"),
        ("talents", ["Snipr"], "talents=Snipr"),
        ("damage", 10_001, "damage=10001"),
        ("damage", -1, "damage=-1"),
        ("damage", "1d", "damage=1d"),
        ("damage", "20000", "damage=20000"),
        ("place", "roof", "place=roof"),
        ("overwatch", "swep", "overwatch=swep"),
        ("seen_by", ["nobody"], "seen-by=nobody"),
        ("cover", "hevy", "cover=hevy"),
        ("counts", [1_000_001], "counts=1000001"),
        ("actions", -1, "actions=-1"),
        ("conditions", {"prone": {"by": "nobody"}}, "conditions.prone.by=nobody"),
        ("conditions", {"prone": {"rounds": -1}}, "conditions.prone.rounds=-1"),
    ],
    "street-arrest": [
        ("weapons", ["pistl"], "weapons=pistl"),
        ("held", "pistl", "held=pistl"),
        ("ammo", {"pistl": 1}, "ammo.pistl=1"),
        ("failed", ["pistl"], "failed=pistl"),
        ("declared", ["atack"], "declared=atack"),
        ("speed", 151, "speed=151"),
        ("armour", {"value": 201}, "armour.value=201"),
        ("skills", {"brawl": 201}, "skills.brawl=201"),
    ],
    "mine-raid": [
        ("weapons", ["pistl"], "weapons=pistl"),
        ("wear", {"pistl": "broken"}, "wear.pistl=broken"),
        ("wear", {"armour": "torn"}, "wear.armour=torn"),
        ("boss_damage", "1d", "boss-damage=1d"),
        ("boss_damage", 10_001, "boss-damage=10001"),
        ("eyes", 11, "eyes=11"),
        ("conditions", {"last stand": {"by": "nobody"}}, "'conditions.last stand.by=nobody'"),
    ],
    "relay-road": [
        ("weapons", ["pistl"], "weapons=pistl"),
        ("region", "9", "region=9"),
        ("overwatch", "9", "overwatch=9"),
        ("grapple", "nobody", "grapple=nobody"),
        ("layers", {"a b": [9]}, "'layers.a b=9'"),
        ("bonuses", {"luck": 1}, "bonuses.luck=1"),
        ("strength", -1, "strength=-1"),
    ],
    "pump-station": [
        ("weapons", ["pistl"], "weapons=pistl"),
        ("held", "pistl", "held=pistl"),
        ("off_hand", "pistl", "off-hand=pistl"),
        ("ammo", {"pistl": 1}, "ammo.pistl=1"),
        ("proficiencies", {"pistl": 1}, "proficiencies.pistl=1"),
        ("techniques", {"trp": 1}, "techniques.trp=1"),
        ("technique_actions", {"trp": "free"}, "technique-actions.trp=free"),
        ("skills", {"swimm": 1}, "skills.swimm=1"),
        ("feats", ["Gun-Fo"], "feats=Gun-Fo"),
        ("items", ["spade"], "items=spade"),
        ("turn", {"attacked": ["nobody"]}, "turn.attacked=nobody"),
        ("turn", {"free": 21}, "turn.free=21"),
        ("sees_through", ["mist"], "sees-through=mist"),
        ("advantage_die", "1d7", "advantage-die=1d7"),
        ("size", 0, "size=0"),
    ],
}
# A place outside of sheets, and what is wrong there as a file says it, and as `set fight` does where it can.
ELSEWHERE = {
    "dock-ambush": [
        ("board.places.roof", {"cover": "hevy"}, "board.places.roof.cover=hevy"),
        ("board.places.roof", {"at": 1_000_001}, "board.places.roof.at=1000001"),
        ("board.places.-x", {"at": 1}, "board.places.-x.at=1"),
        ("board.mode", "war", "board.mode=war"),
        ("board.lying", [{"weapon": "swrd"}], ""),
        ("board.struggle", {"who": "ada", "targets": ["nobody"], "weapon": "sword"}, ""),
        ("board.struggle", {"who": "ada", "targets": ["joss"], "weapon": "sword", "technique": "swep"}, ""),
        ("options.fall_damage", "2x6", "options.fall-damage=2x6"),
        ("options.fall_damage", "-1", "options.fall-damage=-1"),
        ("options.adjacent", 1_001, "options.adjacent=1001"),
        ("weapons.odd", {"name": "Odd", "skill": "mele"}, ""),
        ("weapons.odd", {"name": "Odd", "skill": "melee", "damage": "lots"}, ""),
        ("spells.odd", {"name": "Odd", "condition": "stuned"}, ""),
        ("items.odd", {"name": "Odd", "cures": ["stuned"]}, ""),
        ("items.odd", {"name": "Odd", "heals": "1d"}, ""),
        ("order", [{"who": "nobody", "count": 1}], ""),
        ("order", [{"who": "ada", "count": 1_000_001}], ""),
        ("active", "nobody", ""),
        ("turn", 1, ""),
        ("phase", "night", ""),
        ("round", -1, ""),
        ("title", "a\u202eb", ""),
        ("seed", "a\u202eb", ""),
        ("options.typical_hp", [10_001, 1, 1, 1], "options.typical-hp=10001,1,1,1"),
        ("options.typical_tn", [-1, 1, 1, 1], "options.typical-tn=-1,1,1,1"),
        ("options.counterspell_skill", "metafysics", "options.counterspell-skill=metafysics"),
    ],
    "street-arrest": [
        ("weapons.odd", {"name": "Odd", "skill": "brawl", "damage": 1, "penetration": 201}, ""),
        ("board.lying", [{"weapon": "pistl"}], ""),
        ("board.lying", [{"weapon": "knife", "rounds": -1}], ""),
        ("options.critical_band", 51, "options.critical-band=51"),
        ("options.will_half", 1_001, "options.will-half=1001"),
        ("options.will_quarter", -1_001, "options.will-quarter=-1001"),
        ("options.will_zero", 1_001, "options.will-zero=1001"),
        ("options.wake_quarter", -1_001, "options.wake-quarter=-1001"),
        ("options.death_below", -10_001, "options.death-below=-10001"),
    ],
    "mine-raid": [
        ("board.acted", {"nobody": "attacked"}, "board.acted.nobody=attacked"),
        ("board.acted", {"rill": "hidden"}, "board.acted.rill=hidden"),
        ("board.first", "night", "board.first=night"),
        ("board.lying", [{"weapon": "pistl"}], ""),
        ("options.unarmed_damage", "1d", "options.unarmed-damage=1d"),
        ("options.unarmed_damage", -1, "options.unarmed-damage=-1"),
        ("options.defence_spaces", [13], "options.defence-spaces=13"),
        ("weapons.odd", {"name": "Odd", "damage": "lots"}, ""),
    ],
    "relay-road": [
        ("board.regions.9", {"name": "nowhere"}, "board.regions.9.name=nowhere"),
        ("board.regions.0", {"cover": {"wall": "+3"}}, "board.regions.0.cover.wall=+3"),
        ("options.base_saves", [1_001], "options.base-saves=1001"),
        ("board.lying", [{"weapon": "pistl"}], ""),
        ("weapons.odd", {"name": "Odd", "skill": "rifles", "attribute": "luck"}, ""),
    ],
    "pump-station": [
        ("board.map", "..?..", "board.map=..?.."),
        ("board.terrain.reef", {"mark": "ab"}, "board.terrain.reef.mark=ab"),
        ("board.objects.hatch", {"name": "hatch", "square": "Z99"}, "board.objects.hatch={} square=Z99"),
        ("board.traps.odd", {"name": "odd", "square": "Z99"}, "board.traps.odd={} square=Z99"),
        ("board.traps.odd", {"name": "odd", "damage": "2x6"}, "board.traps.odd={} damage=2x6"),
        ("board.traps.odd", {"name": "odd", "damage": ""}, "board.traps.odd={} damage="),
        ("board.zones.odd", {"kind": "fog", "square": "Z99"}, "board.zones.odd={} square=Z99"),
        ("board.zones.odd", {"kind": "mist"}, "board.zones.odd.kind=mist"),
        ("board.charges.odd", {"weapon": "frag", "team": "crew", "square": "Z99"}, "board.charges.odd={} square=Z99"),
        ("board.charges.odd", {"weapon": "frag", "team": "crw"}, "board.charges.odd={} team=crw"),
        ("board.charges.odd", {"weapon": "frg", "team": "crew"}, "board.charges.odd={} weapon=frg"),
        ("board.charges.odd", {"weapon": "frag", "team": "crew", "by": "nobody"}, "board.charges.odd={} by=nobody"),
        (
            "board.charges.odd",
            {"weapon": "frag", "team": "crew", "target": "nobody"},
            "board.charges.odd={} target=nobody",
        ),
        ("options.dying_damage", "", "options.dying-damage="),
        ("options.stabilize_slip", "lots", "options.stabilize-slip=lots"),
        ("options.damage_dice", ["1d7"] * 9, "options.damage-dice=1d7,1d7,1d7,1d7,1d7,1d7,1d7,1d7,1d7"),
    ],
}
# What the GM may set all the same, and a file may not say.
IN_FILES = [
    ("dock-ambush", "board.lying", [{"weapon": "sword", "where": "roof"}]),
    ("dock-ambush", "board.struggle", {"who": "ada", "targets": ["joss"], "weapon": "sword", "to": "roof"}),
    ("relay-road", "combatants.sela.crossed", {"vest": [9, 9]}),
    ("relay-road", "combatants.sela.crossed", {"vest": [2]}),
]
SHEETS = [(encounter, *row) for encounter, rows in ON_SHEETS.items() for row in rows]
OTHERS = [(encounter, *row) for encounter, rows in ELSEWHERE.items() for row in rows]
# What every sheet of a system needs.
NEEDED = {"street-arrest": {"speed": 50, "tough": 50}, "mine-raid": {"hp": 3}, "pump-station": {"hp": 3}}


def authored(encounter):
    return tomllib.loads(Path(find_encounter(encounter)).read_text(encoding="utf-8"))


def session(encounter):
    return from_encounter(find_encounter(encounter), "x", source=encounter)


def put(tables, path, value):
    """The tables with a value at a path; what a table has there already stays in it."""
    *way, key = path
    for each in way:
        tables = tables.setdefault(each, {})
    tables[key] = {**tables[key], **value} if isinstance(value, dict) and key in tables else value


def refused_in_a_file(folder, path, *files):
    """That a file (with those that it includes) is refused, with file, line and path."""
    for name, tables in files:
        (folder / name).write_text(tomli_w.dumps(tables), encoding="utf-8")
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(folder / files[0][0]), "x", source="f")
    lines = wrong.value.message.split("\n")
    assert any(f"{files[-1][0]}:" in each and f": {path}" in each for each in lines)


def refused_in_a_save(encounter, path, value):
    tables = tomllib.loads(to_bytes(session(encounter)).decode())
    put(tables["fight"], path, value)
    with pytest.raises(InvalidFile, match=r"save\.toml:\d+: fight\.") as wrong:
        from_bytes(tomli_w.dumps(tables).encode(), "save.toml")
    assert f": fight.{'.'.join(path[:2])}" in wrong.value.message


def refused_at_the_table(encounter, line, field):
    """That a line is refused for a field, and changes nothing."""
    fight = session(encounter)
    before = to_bytes(fight)
    with pytest.raises(UsageError) as wrong:
        fight.perform(read_line(line, fight.rules, fight.fight))
    assert field in wrong.value.message.replace("-", "_")
    assert to_bytes(fight) == before


def edit_of(encounter, path, value):
    """The line of an edit that puts a value at a path, with what a table has there already."""
    tables = {"fight": tomllib.loads(to_bytes(session(encounter)).decode())["fight"]}
    put(tables["fight"], path, value)
    whole = tables["fight"]
    for key in path:
        whole = whole[key]
    return f"edit {quoted(steps_text([Assigned(path, whole)]))}"


@pytest.mark.parametrize(("encounter", "field", "value", "typed"), SHEETS)
def test_what_is_wrong_on_a_sheet(tmp_path, encounter, field, value, typed):
    needed = {key: each for key, each in NEEDED.get(encounter, {}).items() if key != field}
    sheet = {"name": "Zed", **needed, field: value}
    who = next(iter(session(encounter).fight.combatants))
    tables = authored(encounter)
    put(tables, ("combatants", "zed"), sheet)
    refused_in_a_file(tmp_path, f"combatants.zed.{field}", ("f.toml", tables))
    head = {key: tables[key] for key in ("format", "system")}
    including = {**authored(encounter), "include": ["party.toml"]}
    party = ("party.toml", {**head, "combatants": {"zed": sheet}})
    refused_in_a_file(tmp_path, f"combatants.zed.{field}", ("f.toml", including), party)
    gang = ("party.toml", {**head, "blocks": {"odd": {field: value}}})
    refused_in_a_file(tmp_path, f"blocks.odd.{field}", ("f.toml", including), gang)
    refused_in_a_save(encounter, ("combatants", who, field), value)
    refused_at_the_table(encounter, edit_of(encounter, ("combatants", who, field), value), field)
    refused_at_the_table(encounter, f"set {who} {typed}", field)
    words = " ".join(f"{key}={each}" for key, each in needed.items())
    refused_at_the_table(encounter, f"add Zed {words} {typed}", field)


@pytest.mark.parametrize(("encounter", "path", "value", "typed"), OTHERS)
def test_what_is_wrong_elsewhere(tmp_path, encounter, path, value, typed):
    keys, tables = tuple(path.split(".")), authored(encounter)
    put(tables, keys, value)
    refused_in_a_file(tmp_path, ".".join(keys[:2]), ("f.toml", tables))
    refused_in_a_save(encounter, keys, value)
    if value != "a\u202eb":  # no line holds that
        refused_at_the_table(encounter, edit_of(encounter, keys, value), keys[-1].replace("-", "_"))
    if typed:
        refused_at_the_table(encounter, f"set fight {_pairs(typed, value)}", keys[-1].replace("-", "_"))


@pytest.mark.parametrize(("encounter", "path", "value"), IN_FILES)
def test_what_only_a_file_may_not_say(tmp_path, encounter, path, value):
    keys, tables = tuple(path.split(".")), authored(encounter)
    if keys[0] == "board":
        put(tables, keys, value)
        refused_in_a_file(tmp_path, path, ("f.toml", tables))
    refused_in_a_save(encounter, keys, value)
    refused_at_the_table(encounter, edit_of(encounter, keys, value), keys[-1])


@pytest.mark.parametrize("spot", ["roof", "12 m", ""])
def test_what_lies_at_a_place_or_a_metre_is_sound(tmp_path, spot):
    tables = authored("dock-ambush")
    put(tables, ("board", "places", "roof"), {"at": 3})
    put(tables, ("board", "lying"), [{"weapon": "sword", "where": spot}])
    (tmp_path / "f.toml").write_text(tomli_w.dumps(tables), encoding="utf-8")
    assert from_encounter(str(tmp_path / "f.toml"), "x", source="f").fight.board.lying[0].where == spot


def _pairs(typed, value):
    """The pairs that set a whole entry, its last one wrong: `traps.odd={} damage=2x6` says the others as the file."""
    path, several, last = typed.partition("={} ")
    if not several:
        return typed
    wrong = last.partition("=")[0]
    others = (f"{path}.{key}={each}" for key, each in value.items() if key != wrong)
    return " ".join((*others, f"{path}.{last}"))


def test_a_board_that_loses_what_sheets_name_is_refused_for_each_of_them(tmp_path):
    encounter = "relay-road"
    refused_at_the_table(encounter, "set fight board.length=2", "combatants.trooper.region: unknown place '4'")
    edit = edit_of(encounter, ("board", "length"), 2)
    refused_at_the_table(encounter, edit, "combatants.trooper.region: unknown place '4'")
    tables = authored(encounter)
    tables["board"]["length"] = 2
    refused_in_a_file(tmp_path, "board.regions.3", ("f.toml", tables))


def test_a_save_whose_fight_is_of_another_system_is_refused():
    text = to_bytes(session("dock-ambush")).decode()
    edited = text.replace('[fight]\nsystem = "rbf"', '[fight]\nsystem = "bgc"')
    assert edited != text
    with pytest.raises(InvalidFile, match=r"save\.toml:\d+: fight\.system must be 'rbf', not 'bgc'"):
        from_bytes(edited.encode(), "save.toml")


@pytest.mark.parametrize("key", ["questions", "paused"])
def test_an_encounter_waits_for_no_answer(tmp_path, key):
    values = {
        "questions": [{"kind": "critical", "who": "ada", "answers": ["double"], "rule": "X"}],
        "paused": {"before": "{}", "command": "{}"},
    }
    refused_in_a_file(tmp_path, key, ("f.toml", {**authored("dock-ambush"), key: values[key]}))


@pytest.mark.parametrize("encounter", ["dock-ambush", "pump-station", "relay-road"])
def test_an_edit_by_hand_settles_what_a_typed_one_settles(encounter):
    """Another region, say, leaves the cover of the last one behind: an edited save is not refused for it."""
    session = from_encounter(find_encounter(encounter), "docks", source=encounter)
    session.perform(read_line("init", session.rules, session.fight))
    for step in edits_by_hand.edits_to_what_others_have(session.fight):
        if step.path[-1] in session.rules.whereabouts:
            edits_by_hand.comes_to_the_same_by_hand(session, f"edit {quoted(steps_text([step]))}")
