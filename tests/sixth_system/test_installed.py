"""A system from outside is found through its entry point, and everything a user does works with it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rbfcli.language.words import split_words

YARD = Path(__file__).parent / "skirmish" / "yard.toml"


@pytest.fixture
def rbf(tmp_path):
    """Run `rbf` in an empty folder; what it printed, or what it complained of."""

    def run(*words, status=0):
        command = [sys.executable, "-m", "rbfcli", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stderr if status else done.stdout

    return run


def test_it_is_listed(rbf):
    assert "skirmish     d6     Skirmish in the yard" in rbf("systems")
    assert '"name":"skirmish"' in rbf("systems", "--json")


def test_its_rules_are_told(rbf):
    assert "SKI-ATK-2        A six is a clean hit: it takes 2, or 1 and rattles the foe." in rbf("rules", "skirmish")
    assert "option: hit_on" in rbf("rules", "SKI-ATK-1")


def test_a_fight_is_fought(rbf):
    assert "In the yard (skirmish), not begun: init" in rbf("start", str(YARD), "--seed", "yard")
    assert "order: 4 Olaf, 2 Ines, 1 Bully 1, 1 Bully 2" in rbf("init")
    assert "choose" not in rbf("actions")
    assert rbf("taunt", "olaf", "bully1", "--dice", "1,2,3,5").splitlines() == [
        "Olaf rattles Bully 1: 5 against 4  [(1) (2) (3) 5]",
        "  Bully 1 is rattled",
        "next: turn next",
    ]
    rbf("turn")
    assert "Does Bully 2 step in front of Bully 1?" in rbf("attack", "ines", "bully1", "--dice", "6,6,6")
    assert "Ines has a clean hit on Bully 1: what does it do?" in rbf("choose", "2")
    assert rbf("choose", "hurt").splitlines()[:2] == ["Ines chooses hurt", "  Bully 1: stamina 3 -> 1"]
    rbf("turn")
    assert "  Ines: stamina 3 -> 2" in rbf("attack", "bully1", "ines", "--dice", "4")
    assert "round 1, Bully 1's turn" in rbf("show")
    assert "SKI-ATK-1" in rbf("log", "--json")
    assert "undone: attack bully1 ines --dice 4" in rbf("undo")
    assert "Ines" in rbf("show", "ines")
    assert "odds of attack bully1 ines" in rbf("odds", "attack", "bully1", "ines")
    rbf("check", "encounter.toml")


def test_its_sheets_are_in_the_schema_of_the_protocol(rbf):
    schema = json.loads(rbf("schema", "json"))
    rbf("start", str(YARD))
    shown = json.loads(rbf("show", "--json"))
    Draft202012Validator(schema).validate(shown)
    assert "skirmish.Fighter" in schema["$defs"]
    del shown["fight"]["combatants"]["ines"]["stamina"]
    assert not Draft202012Validator(schema).is_valid(shown)


def test_a_tab_offers_its_verbs_words_and_people(rbf):
    rbf("start", str(YARD))
    assert {"taunt", "attack", "show"} <= offered(rbf("__complete", ":"))
    assert {"ines", "olaf"} <= offered(rbf("__complete", ":", "taunt"))
    assert "--dice" in offered(rbf("__complete", ":--", "taunt", "ines", "bully1"))
    assert offered(rbf("__complete", ":--color=a", "taunt")) == {"--color=auto", "--color=always"}


def test_its_verbs_are_explained_in_every_state(rbf):
    rbf("start", str(YARD), "--seed", "yard")

    def told():
        return rbf("--help"), rbf("taunt", "--help"), rbf("attack", "--help"), offered(rbf("__complete", ":"))

    expected = told()
    assert "taunt" in expected[0]
    for lines in (
        ("init", 'note "[fight]"', "taunt olaf bully1 --dice 1,2,3,5", "turn"),
        ("attack ines bully1 --dice 6,6,6",),
        ("undo", "end"),
    ):
        for line in lines:
            rbf(*split_words(line))
        assert told() == expected


def offered(text):
    """The words of an answer to TAB."""
    return {line.partition("\t")[0] for line in text.splitlines()}


def test_a_misspelt_verb_of_it_is_known(rbf):
    rbf("start", str(YARD))
    assert "did you mean taunt" in rbf("tuant", "olaf", "bully1", status=2)
    assert "Rattle a foe" in rbf("help", "taunt")
    assert "Rattle a foe" in rbf("taunt", "--help")


def test_one_liners_and_reasons(rbf):
    assert "The attacker hits the target: 4 against 4" in rbf(
        "attack", "--system", "skirmish", "--might", "3", "--dice", "1,4,2"
    )
    assert "nobody dies in a skirmish" in rbf("stabilize", "--system", "skirmish", status=1)
    assert ": clean" in rbf("roll", "3d6kh1", "--vs", "4", "--system", "skirmish", "--dice", "6,1,2")


def test_a_script_and_a_new_fight(rbf, tmp_path):
    script = f"start {YARD}\nattack ines bully1 --dice 1,5,2 --answer step-in=stay\nexpect bully1.stamina == 2\n"
    (tmp_path / "yard.rbf").write_text(script)
    rbf("run", "yard.rbf")
    rbf("new", "skirmish")
    assert "Nia joins the fight" in rbf("add", "Nia", "might=2", "wits=2")


def test_a_mistake_in_its_encounter_is_told_with_its_line(rbf, tmp_path):
    (tmp_path / "wrong.toml").write_text(YARD.read_text().replace("might = 3", "might = 7"))
    assert "wrong.toml:9" in rbf("start", "wrong.toml", status=3)


def test_examples_are_made_of_its_sheets_and_can_be_played(rbf, tmp_path):
    """What a sheet requires is there, explained by the type where its author wrote no text."""
    for kind, people in (("duel", 2), ("ambush", 4)):
        text = rbf("example", "skirmish", kind)
        assert "# might" in text or "might = " in text
        (tmp_path / f"{kind}.toml").write_text(text)
        assert f"a sound encounter of skirmish with {people} combatants" in rbf("check", f"{kind}.toml")
        rbf("start", f"{kind}.toml", "--force")
        rbf("init")
        rbf("turn")


def test_stat_blocks_are_added_and_people_go_out_and_come_back(rbf, tmp_path):
    """Whatever all systems have, this one has too."""
    rbf("start", str(YARD), "--seed", "yard")
    rbf("add", "block", "lout", "might=2", "wits=1")
    rbf("add", "Lout", "--from", "lout", "--count", "2")
    text = rbf("export", "people")
    (tmp_path / "people.csv").write_text(text)
    rbf("save-as", "next.toml")
    rbf("start", "next.toml", "--force")
    assert rbf("export", "people") == text
    rbf("remove", "*")
    rbf("import", "people.csv")
    assert rbf("export", "people") == text
