"""`check --fix`: what is mechanical is mended in the text of a file, and nothing else of it is touched."""

import json
import tomllib
from pathlib import Path

import pytest

from rbfcli.core.errors import UsageError
from rbfcli.core.mistakes import Fix
from rbfcli.session.encounter import from_encounter
from rbfcli.session.saves import to_bytes
from rbfcli.storage.paths import find_encounter
from rbfcli.storage.toml_positions import mended, spots

HEAD = 'format = 1\nsystem = "rbf"\n'
SIDES = '[combatants.bo]\nside = "crew"\n'
# What stands in a file, and what --fix makes of it.
MECHANICAL = [
    ("sped = 3", "speed = 3"),
    ("SPEED = 3", "speed = 3"),
    ("max-hp = 3", "max_hp = 3"),
    ("'sped'  =  3 # fast", "speed  =  3 # fast"),
    ('speed = "13"', "speed = 13"),
    ("speed = '13'   # metres", "speed = 13   # metres"),
    ("speed = 13.0", "speed = 13"),
    ('machine = "True"', "machine = true"),
    ('cover = "Heavy"', 'cover = "heavy"'),
    ('cover = "heavy "', 'cover = "heavy"'),
    ('cover = "lihgt" # a crate', 'cover = "light" # a crate'),
    ('cover = "Hevy"', 'cover = "heavy"'),
    ('weapons = "sword"', 'weapons = ["sword"]'),
    ('weapons = [ "Sword" , "axe" ]', 'weapons = [ "sword" , "axe" ]'),
    ('weapons = ["hunting rifle"]', 'weapons = ["hunting-rifle"]'),
    ('held = "SWORD"', 'held = "sword"'),
    ("skills = { Shoot = '3' }", "skills = { Shoot = 3 }"),
    ('place = "Pier"', 'place = "pier"'),
    ("[combatants.ann.conditions.prone]\nround = 3", "[combatants.ann.conditions.prone]\nrounds = 3"),
    ("Count = '2'", "count = 2"),
    ("form = 'gang'\n[blocks.gang]\nhp = 3", "from = 'gang'\n[blocks.gang]\nhp = 3"),
    ("sped = '3' # two in a line", "speed = 3 # two in a line"),
    ('weapns = ["Sword"]', 'weapons = ["sword"]'),
]
# What is wrong, and not sure enough.
UNSURE = [
    "sp = 3",
    "speed = 3\nsped = 4",
    "zeal = 3",
    "range = 3",
    "[blocks.gang]\ncount = 3",
    'weapons = ["swrd"]',
    'talents = ["Snipr"]',
    'speed = "fast"',
    "speed = 1.5",
    'speed = "-3"',
    "speed = -3",
    'place = "peer"',
    'damage = "1d"',
    'from = "gang"',
    'cover = "he"',
    'cover = "lavy"',
    "actions_left = 3",
]


def encounter(lines):
    return f"# The pier.\n{HEAD}[board.places.pier]\nat = 3\n{SIDES}[combatants.ann]\n{lines}\n"


@pytest.mark.parametrize(("wrong", "right"), MECHANICAL)
def test_what_is_mechanical_is_mended_and_nothing_else(checked, wrong, right):
    path = checked.folder / "f.toml"
    path.write_text(encounter(wrong))
    reply = checked(str(path), "--fix")
    assert path.read_text() == encounter(right)
    assert (reply.status, reply.notice) == (0, "")
    assert "(fixed)" in reply.text
    again = checked(str(path), "--fix")
    assert "mended" not in again.text
    assert path.read_text() == encounter(right)


@pytest.mark.parametrize("wrong", UNSURE)
def test_what_is_not_sure_is_left_and_told(checked, wrong):
    path = checked.folder / "f.toml"
    path.write_text(encounter(wrong))
    before = path.stat().st_ino
    reply = checked(str(path), "--fix")
    assert (path.read_text(), path.stat().st_ino) == (encounter(wrong), before)
    assert reply.status == 3
    assert "mended" not in reply.text


def test_line_ends_byte_order_mark_and_mode_stay(checked):
    path = checked.folder / "f.toml"
    raw = ("\ufeff" + encounter("sped = 3 # ä")).replace("\n", "\r\n").encode()
    path.write_bytes(raw)
    path.chmod(0o640)
    assert checked(str(path), "--fix").status == 0
    assert path.read_bytes() == raw.replace(b"sped", b"speed")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_key_is_renamed_wherever_it_stands(checked):
    path = checked.folder / "f.toml"
    text = f'{HEAD}{SIDES}[weapons."long bow "]\nname = "bow"\n{{}}[combatants.ann]\nweapons = ["long bow "]\n'
    path.write_text(text.replace("{}", 'skill = "shoot"\n'))
    reply = checked(str(path), "--fix")
    assert reply.status == 0
    assert path.read_text() == text.replace("{}", 'skill = "shoot"\n').replace("long bow ", "long bow")
    path.write_text(f'{HEAD}{SIDES}[boardd]\nmode = "crisis"\n[boardd.places.pier]\nat = 3\n')
    assert checked(str(path), "--fix").status == 0
    assert path.read_text() == f'{HEAD}{SIDES}[board]\nmode = "crisis"\n[board.places.pier]\nat = 3\n'


def test_what_an_encounter_includes_is_mended_too(checked):
    (checked.folder / "party.toml").write_text(f"{HEAD}[combatants.ann] # the first\nsped = 3\n")
    path = checked.folder / "f.toml"
    path.write_text(f'include = ["party.toml"]\n{HEAD}{SIDES}hp = "3"\n')
    reply = checked(str(path), "--fix", "--json")
    (file,) = json.loads(reply.text)["files"]
    assert [(Path(each["path"]).name, each["line"], each["before"], each["fix"]) for each in file["fixed"]] == [
        ("f.toml", 6, "3", {"of": "value", "new": 3}),
        ("party.toml", 4, "sped", {"of": "key", "new": "speed"}),
    ]
    assert (checked.folder / "party.toml").read_text() == f"{HEAD}[combatants.ann] # the first\nspeed = 3\n"
    assert path.read_text() == f'include = ["party.toml"]\n{HEAD}{SIDES}hp = 3\n'


def test_a_dry_run_says_what_it_would_do(checked):
    path = checked.folder / "f.toml"
    path.write_text(encounter("sped = 3"))
    reply = checked(str(path), "--fix", "--dry-run")
    assert "f.toml:9: combatants.ann.sped is now speed (would be fixed)" in reply.text
    assert (reply.status, path.read_text()) == (3, encounter("sped = 3"))


def test_saves_shipped_encounters_and_links_are_not_touched(checked):
    save = checked.folder / "save.toml"
    save.write_bytes(to_bytes(from_encounter(find_encounter("duel"), "x", source="duel")))
    before = save.read_bytes()
    reply = checked(str(save), "--fix")
    assert (reply.status, save.read_bytes()) == (2, before)
    assert f"--fix is for encounters, and {save} is a save" in reply.notice
    reply = checked("duel", "--fix")
    assert (reply.status, reply.failure.message) == (2, "duel is bundled with rbf and cannot be changed")
    (checked.folder / "f.toml").write_text(encounter("sped = 3"))
    (checked.folder / "link.toml").symlink_to("f.toml")
    assert checked(str(checked.folder / "link.toml"), "--fix").status == 4
    assert (checked.folder / "f.toml").read_text() == encounter("sped = 3")
    with pytest.raises(UsageError, match="--fix and --repair cannot be combined"):
        checked(str(save), "--fix", "--repair")


@pytest.mark.parametrize("path", sorted(Path("encounters").glob("*.toml")), ids=lambda each: each.stem)
def test_whatever_is_mended_comes_back_as_it_was(checked, path):
    """Every number of a shipped encounter in quotes, and keys that are misspelt: back to the byte."""
    text = path.read_text(encoding="utf-8")
    numbers = [(at, spot) for at, spot in spots(text).items() if spot.value and _is_number(text, at, spot)]
    wrong = text
    for at, spot in sorted(numbers, key=lambda each: -each[1].value[0]):
        start, end = spot.value
        wrong = f'{wrong[:start]}"{wrong[start:end]}"{wrong[end:]}'
        if len(str(at[-1])) > 4 and at[0] == "combatants":
            start, end = spot.keys[0]
            wrong = wrong[:start] + wrong[start:end].capitalize() + wrong[end:]
    (checked.folder / "f.toml").write_text(wrong, encoding="utf-8")
    assert (wrong != text) == bool(numbers)
    assert checked(str(checked.folder / "f.toml"), "--fix").status == 0
    assert (checked.folder / "f.toml").read_text(encoding="utf-8") == text


def _is_number(text, at, spot):
    """Whether a number stands at a path that takes no text."""
    return text[slice(*spot.value)].isdigit() and len(at) == 3 and "damage" not in at[-1]


def test_an_edit_that_would_change_more_is_not_made():
    text = "a = { b = 1 }\nc.d = 2\n[e]\nf = 1\n"
    assert mended(text, [(("a", "b"), Fix("value", 2)), (("nowhere",), Fix("value", 3))]) == (
        text.replace("b = 1", "b = 2"),
        {("a", "b"): 1},
    )
    assert mended(text, [(("c", "d"), Fix("key", "a b"))])[0] == text.replace("c.d", 'c."a b"')
    several = [(("e",), Fix("key", "c")), (("e", "f"), Fix("key", "g"))]
    assert mended(text, several[:1]) == (text, {})
    assert mended(text, several) == (text.replace("f = 1", "g = 1"), {("e", "f"): "f"})
    assert tomllib.loads(mended(text, [(("e", "f"), Fix("value", 'a"b\n'))])[0])["e"]["f"] == 'a"b\n'
