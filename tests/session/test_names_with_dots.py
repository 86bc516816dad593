"""A name with a dot in it, and quotes, is a name like any other: on a save, through every command and output."""

import json
import tomllib

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.storage import FileStorage

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
        reply = Interpreter(FileStorage(str(path), pytest.fail), Style()).perform(split_words(line))
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
    assert "play again to the same fight" in rbf(f"check {rbf.path}")
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
    assert "play again to the same fight" in rbf(f"check {rbf.path}")
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
    assert "Dr. Vex was waiting for Thug" in rbf("move thug 8 --force")
    assert rbf.sheet().get("overwatch", "") == ""
    assert "play again to the same fight" in rbf(f"check {rbf.path}")
